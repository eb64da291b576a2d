// Where a study begins: anything dropped, pasted or from the list.

import { ask, study, tried } from "./asking";
import { button, capital, make, notify } from "./dom";
import type { Offers } from "./types";

const MOST = 4 << 20;

export const textOf = async (file: File): Promise<string> => {
  if (file.size > MOST) throw new Error(`${file.name} is larger than any record: ${MOST >> 20} MB are the most`);
  return file.text();
};

// A place that files are dropped on, and a button that asks for one.
export const taker = (words: string, take: (text: string) => void): HTMLElement => {
  const file = make("input", { type: "file", id: "file", accept: ".jsonl,.json,.txt", class: "hidden", tabindex: -1, "aria-label": words });
  const read = (files: FileList | null | undefined): void => { if (files?.[0]) void tried(async () => take(await textOf(files[0]!))); };
  file.addEventListener("change", () => read(file.files));
  const zone = make("div", { class: "drop" }, make("p", {}, words), button("Choose a file", () => file.click()), file);
  zone.addEventListener("dragover", (event) => { event.preventDefault(); zone.classList.add("over"); });
  zone.addEventListener("dragleave", () => zone.classList.remove("over"));
  zone.addEventListener("drop", (event) => { event.preventDefault(); zone.classList.remove("over"); read(event.dataTransfer?.files); });
  return zone;
};

export class StudyDoor {
  constructor(app: HTMLElement) {
    const pasted = make("textarea", { id: "pasted", rows: 5, "aria-label": "Paste a record, a position or a study", placeholder: "… or paste it here", spellcheck: false });
    const lists = make("div", { class: "lists" });
    const open = (text: string): void => {
      if (text.trim()) void study({ text });
      else notify("There is nothing to analyse yet: paste a record or a position first");
    };
    app.replaceChildren(make("main", { class: "lobby" },
      make("header", {}, make("h1", {}, "Analyse"), make("nav", { class: "buttons" }, make("a", { href: "/", class: "button" }, "Lobby"), make("a", { href: "/setup", class: "button" }, "Set up"))),
      make("section", { class: "panel", "aria-label": "Bring something" },
        taker("Drop a record, a position or a study here.", open), pasted,
        button("Analyse what was pasted", () => open(pasted.value), { class: "primary", id: "open" })),
      lists));
    void tried(async () => {
      const [{ games }, { studies }] = await Promise.all([ask<Offers>("/api/lobby"), ask<{ studies: { ident: string; about: string; when: number }[] }>("/api/studies")]);
      const at = (when: number): HTMLElement => make("small", {}, ` ${new Date(when * 1000).toLocaleString()} `);
      const list = (title: string, rows: HTMLElement[]): HTMLElement[] => rows.length
        ? [make("section", { class: "panel", "aria-label": title }, make("h2", {}, title), make("ul", {}, ...rows))] : [];
      lists.append(
        ...list("Games", games.map((game) => make("li", {}, `${game.about}${game.over ? "" : " (goes on)"}`, at(game.played), button("Analyse", () => void study({ game: game.ident }, game.key), { class: "small" })))),
        ...list("Studies", studies.map((one) => make("li", {}, make("a", { href: `/analyse/${one.ident}` }, capital(one.about)), at(one.when)))));
    });
  }
}
