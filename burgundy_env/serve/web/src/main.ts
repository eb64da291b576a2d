// Which page it is: the lobby, a game by its name, opened by the key behind the #, a study, or a position set up.

import { Analyse } from "./analyse";
import { byId, colours, remember, remembered } from "./dom";
import { Problems, lesson, problem } from "./learn";
import { Lobby } from "./lobby";
import { Play } from "./play";
import { Setup } from "./setup";
import { StudyDoor } from "./study_door";
import { Watch, film } from "./watch";

const secret = decodeURIComponent(location.hash.slice(1));
const game = /^\/game\/([a-z0-9]+)$/.exec(location.pathname);
const [, room = "", ...within] = location.pathname.split("/");
colours();
if (room === "learn" || room === "watch") {
  if (secret) remember("token", secret);
  const token = secret || remembered("token", "");
  if (room === "watch" && within.length === 2) film(byId("app"), Number(within[0]), Number(within[1]), token);
  else if (room === "watch") new Watch(byId("app"), within[0] === undefined ? null : Number(within[0]), token);
  else if (within[0] === "first-game") lesson(byId("app"), token);
  else if (within[0]) problem(byId("app"), within[0], token);
  else new Problems(byId("app"), token);
} else if (game) {
  new Play(byId("app"), game[1]!, secret || remembered(`key.${game[1]}`, "")).begin();
} else {
  if (secret) remember("token", secret);
  const studied = /^\/analyse\/([a-z0-9]+)$/.exec(location.pathname);
  if (studied) new Analyse(byId("app"), studied[1]!);
  else if (location.pathname === "/analyse") new StudyDoor(byId("app"));
  else if (location.pathname === "/setup") new Setup(byId("app"));
  else new Lobby(byId("app"));
}
