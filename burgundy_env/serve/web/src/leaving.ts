// From a position to another one, into a game, into a file: what the analysis board offers besides looking.

import { ask, download, token, tried } from "./asking";
import { button, capital, changeSettings, dialog, make, notify, settings } from "./dom";
import type { Position } from "./studying";

const SHARES: [string, string][] = [["record.jsonl", "Record as far as here"], ["position.json", "Position"], ["study.json", "Study with all variations"], ["replay.html", "Replay page"]];

// Other dice, or any change in words, as a branch.
export const whatIf = (position: Position, names: string[], change: (step: string) => void): void => {
  const face = (label: string, value: number): HTMLSelectElement =>
    make("select", { "aria-label": label }, ...[1, 2, 3, 4, 5, 6].map((one) => make("option", { value: one, selected: one === value }, String(one))));
  const seats = position.players.map((player, seat) => player.dice.map((die, i) => face(`${names[seat]}: die ${i + 1}`, die)));
  const white = position.white_die === null ? null : face("The white die", position.white_die);
  const words = make("input", { id: "change", maxlength: 300, placeholder: "as p0 silver 3; p1 place h12 bank", "aria-label": "Any other change, in words" });
  const dice = (): string => {
    const steps = seats.flatMap((faces, seat) => {
      const rolled = faces.map((one) => Number(one.value));
      return rolled.some((one, i) => one !== position.players[seat]!.dice[i]) ? [`p${seat} dice ${rolled.join(" ")}`] : [];
    });
    if (white && Number(white.value) !== position.white_die) steps.push(`white_die ${white.value}`);
    return steps.join("; ");
  };
  const done = (step: string): void => {
    if (!step) { notify("Nothing is changed yet"); return; }
    box.close();
    change(step);
  };
  const form = make("form", { class: "form" }, words, make("button", { type: "submit" }, "Change"));
  form.addEventListener("submit", (event) => { event.preventDefault(); done(words.value.trim()); });
  const rows = seats.map((faces, seat) => make("div", { class: "row" }, make("b", {}, names[seat] ?? ""), ...faces));
  const box = dialog("What if …",
    ...(seats.some((faces) => faces.length) ? [make("h3", {}, "the roll had been"), ...rows, ...(white ? [make("div", { class: "row" }, make("b", {}, "The white die"), white)] : []),
      button("With these dice", () => done(dice()), { class: "primary", id: "other-dice" })] : []),
    make("h3", {}, "anything else, in the words of burgundy position edit"), form);
};

// A game from a position, with whomever one likes in each seat.
export const playOn = async (position: Position, names: string[], agents: string[]): Promise<void> => {
  const usual = (seat: number): string => (seat === 0 ? "" : agents.includes("level:4") ? "level:4" : agents[0] ?? "");
  const seats = position.players.map((_, seat) => make("select", { "aria-label": `${names[seat]}: who plays` },
    make("option", { value: "" }, "a person, here"), ...agents.map((name) => make("option", { value: name, selected: name === usual(seat) }, name))));
  const begin = (): Promise<void> => tried(async () => {
    const wish = seats.map((one) => (one.value ? { agent: one.value } : { name: settings.name }));
    const begun = await ask<{ ident: string; key: string }>("/api/positions/play", { position, seats: wish });
    location.assign(`/game/${begun.ident}#${begun.key}`);
  });
  dialog("Play on from here", make("p", {}, "A new game begins at this position. What is hidden is dealt anew."),
    ...seats.map((one, seat) => make("div", { class: "row" }, make("b", {}, names[seat] ?? `Seat ${seat}`), one)),
    button("Begin", () => void begin(), { class: "primary", id: "begin-here" }));
};

export const more = (ident: string, node: number, say: (message: object) => void): void => {
  const share = (what: string): Promise<void> => tried(async () => {
    const answer = await fetch(`/api/studies/${ident}/${what}?node=${node}`, { headers: { "X-Burgundy-Token": token() } });
    if (!answer.ok) throw new Error(((await answer.json()) as { why: string }).why);
    download(await answer.blob(), `burgundy-${what}`);
  });
  const theme = make("select", { "aria-label": "Colours" },
    ...[["auto", "as the system"], ["light", "light"], ["dark", "dark"]].map(([name, told]) => make("option", { value: name!, selected: name === settings.theme }, told!)));
  theme.addEventListener("change", () => changeSettings({ theme: theme.value }));
  const box = dialog("More",
    make("h3", {}, "Save"), make("div", { class: "buttons" }, ...SHARES.map(([what, label]) => button(label, () => void share(what)))),
    make("h3", {}, "Explain"), make("div", { class: "buttons" },
      button("Key", () => { box.close(); say({ do: "key" }); }), button("Points", () => { box.close(); say({ do: "points" }); })),
    make("h3", {}, "Colours"), theme,
    make("h3", {}, "Keys"), make("dl", { class: "keys" }, ...KEYS.flatMap(([key, told]) => [make("dt", {}, key), make("dd", {}, capital(told))])));
};

const KEYS: [string, string][] = [
  ["left, right", "one action back, on"], ["Home, End", "to the beginning, to the end"], ["b", "best turns, on and off"], ["g", "judge the whole game"],
  ["i", "what if"], ["v", "the next duchy large"], ["k", "what the tiles in view do"], ["p", "points"], ["m", "this"],
];
