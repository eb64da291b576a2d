// Which page it is: the lobby, or a game by its name, opened by the key behind the #.

import { byId, colours, remember, remembered } from "./dom";
import { Lobby } from "./lobby";
import { Play } from "./play";

const secret = decodeURIComponent(location.hash.slice(1));
const game = /^\/game\/([a-z0-9]+)$/.exec(location.pathname);
colours();
if (game) {
  new Play(byId("app"), game[1]!, secret || remembered(`key.${game[1]}`, "")).begin();
} else {
  if (secret) remember("token", secret);
  new Lobby(byId("app"), secret || remembered("token", ""));
}
