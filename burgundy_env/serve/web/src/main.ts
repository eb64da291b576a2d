// Which page it is: the lobby, a game by its name, opened by the key behind the #, a study, or a position set up.

import { Analyse } from "./analyse";
import { byId, colours, remember, remembered } from "./dom";
import { Lobby } from "./lobby";
import { Play } from "./play";
import { Setup } from "./setup";
import { StudyDoor } from "./study_door";

const secret = decodeURIComponent(location.hash.slice(1));
const game = /^\/game\/([a-z0-9]+)$/.exec(location.pathname);
colours();
if (game) {
  new Play(byId("app"), game[1]!, secret || remembered(`key.${game[1]}`, "")).begin();
} else {
  if (secret) remember("token", secret);
  const studied = /^\/analyse\/([a-z0-9]+)$/.exec(location.pathname);
  if (studied) new Analyse(byId("app"), studied[1]!);
  else if (location.pathname === "/analyse") new StudyDoor(byId("app"));
  else if (location.pathname === "/setup") new Setup(byId("app"));
  else new Lobby(byId("app"));
}
