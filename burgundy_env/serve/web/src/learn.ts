// Learning: a first game whose next move is lit and explained, and problems to find the turn in.

import type { Board } from "./board";
import { button, capital, COMPILES, make, remember, remembered } from "./dom";
import { type Beside, Play } from "./play";
import { fetched, share } from "./read";
import type { Answer, Message, Problem, View } from "./types";

const SOLVED = "solved"; // names of problems, in the browser of whoever solved them
const STEP = "first-game"; // and how far somebody is in the first game

// --- the list ---------------------------------------------------------------------------------------------

export class Problems {
  private problems: Problem[] = [];
  private unsolved = false;
  private readonly list = make("ol", { class: "problems" });

  constructor(private readonly app: HTMLElement, private readonly token: string) { void this.begin(); }

  private async begin(): Promise<void> {
    try {
      this.problems = ((await fetched("/api/learn", this.token)) as { problems: Problem[] }).problems;
    } catch (error) {
      this.app.replaceChildren(make("p", { class: "panel" }, capital((error as Error).message)));
      return;
    }
    const solved = solvedOnes().filter((id) => this.problems.some((one) => one.id === id)).length;
    const filter = make("input", { type: "checkbox" });
    filter.addEventListener("change", () => { this.unsolved = filter.checked; this.show(); });
    this.app.replaceChildren(make("main", { class: "lobby" },
      make("header", {}, make("h1", {}, "Learn"), make("a", { href: "/" }, "To the lobby")),
      make("section", { class: "panel", "aria-label": "A first game" },
        make("h2", {}, "A first game"),
        make("p", {}, "Ten moves that show the rules, on the table itself."),
        make("a", { href: "/learn/first-game", class: "button primary", id: "first-game" }, remembered(STEP, 0) > 0 ? "Go on" : "Begin")),
      make("section", { class: "panel", "aria-label": "Find the turn" },
        make("h2", {}, "Find the turn"),
        make("p", {}, "Positions of strong games. The best turn is worth much more than what most play: find it. The further down, the more agents miss it."),
        make("p", { id: "solved" }, `${solved} of ${this.problems.length} solved.`),
        make("label", { class: "tick" }, filter, "only those that are left"), this.list)));
    this.show();
  }

  private show(): void {
    const solved = new Set(solvedOnes());
    this.list.replaceChildren(...this.problems.map((one, number) => {
      const done = solved.has(one.id);
      const row = make("li", { class: done ? "done" : "" },
        make("a", { href: `/learn/${one.id}` }, `${number + 1}. ${one.when}`), make("span", {}, one.game),
        make("small", {}, `missed by ${share(one.missed)}${one.finds ? `, ${one.finds} finds it` : ""}; worth ${one.worth.toFixed(1)} VP`),
        make("span", { class: "mark" }, done ? "✓ solved" : ""));
      row.hidden = this.unsolved && done;
      return row;
    }));
  }
}

const solvedOnes = (): string[] => remembered<string[]>(SOLVED, []);

// --- a problem ----------------------------------------------------------------------------------------------

export const problem = (app: HTMLElement, id: string, token: string): void => {
  const told = make("span", { id: "task", role: "status" }, "Find the best turn.");
  const answer = make("section", { class: "note", id: "answer", "aria-label": "The answer", hidden: true });
  const again = button("Try again", () => { ask({ do: "again" }); }, { id: "again" });
  const give = button("Answer", () => { ask({ do: "answer" }); }, { id: "give" });
  const beside: Beside = {
    line: `learn/${encodeURIComponent(id)}`,
    root: make("section", { class: "beside panel", "aria-label": "The problem" },
      make("div", { class: "row" }, told, make("span", { class: "buttons" }, again, give, make("a", { href: "/learn", class: "button" }, "All problems")))),
    side: answer,
    paced: true,
    hear: (message) => { hear(message); },
    shown: (view) => { shown(view); },
    keys: {},
  };
  const ask = (message: object): void => { play.ask(message); };
  const shown = (view: View): void => {
    if (view.problem?.state === "turn") told.textContent = "Find the best turn, and end it. It is judged then.";
    if (view.problem?.state === "shown") told.textContent = "Shown on the board.";
  };
  const hear = (message: Message): void => {
    if (message.is === "verdict") {
      if (message.state === "judging") { told.textContent = "Judging the turn …"; return; }
      told.textContent = verdict(message);
      if (message.solved) remember(SOLVED, [...new Set([...solvedOnes(), id])]);
      if (message.solved) ask({ do: "answer" });
    } else if (message.is === "answer") {
      answer.hidden = false;
      answer.replaceChildren(...answered(message, (line) => { ask({ do: "show", line }); }));
    } else if (message.is === "compiles") {
      told.textContent = COMPILES;
    }
  };
  const play = new Play(app, "", token, beside);
  play.begin();
};

const verdict = ({ solved, cost, known }: { solved: boolean; cost: number; known: boolean }): string => {
  const by = known ? "" : " (judged now, over futures dealt anew)";
  if (solved) return cost < 0.05 ? "Solved: that is the turn." : `Solved: only ${cost.toFixed(1)} VP behind the very best${by}.`;
  return `Not yet: ${cost.toFixed(1)} VP behind the best turn${by}.`;
};

// What most play and the best turns, each to be shown on the board; then why the best is better, in points.
const answered = (answer: Answer, show: (line: number) => void): HTMLElement[] => {
  const rows = answer.lines.map(({ told, behind }, line) => make("li", {},
    button("Show", () => { show(line); }, { "aria-label": `Show ${line ? "this turn" : "the usual turn"} on the board` }),
    make("b", {}, line === 0 ? "What most play " : line === 1 ? "Best " : ""), told.map(capital).join("; "),
    make("b", { class: "loss" }, behind < 0 ? ` ${behind.toFixed(1).replace("-", "−")} VP` : "")));
  const [usual, ...best] = rows;
  const reasons = answer.why.map(([name, points]) =>
    make("tr", {}, make("th", { scope: "row" }, capital(name)), make("td", {}, `${points > 0 ? "+" : "−"}${Math.abs(points).toFixed(1)}`)));
  return [
    make("ol", { class: "lines" }, ...best, usual!),
    make("table", {}, make("caption", {}, "Why the best is better than what most play (VP)"), make("tbody", {}, ...reasons)),
    make("p", {}, `Missed by: ${answer.missed.map(([name, part]) => `${name} ${share(part)}`).join(", ")}.`),
  ];
};

// --- the first game -------------------------------------------------------------------------------------------

export const lesson = (app: HTMLElement, token: string): void => {
  const title = make("h2", {});
  const text = make("p", { role: "status" });
  const count = make("small", {});
  const back = button("Back", () => { go(step - 1); }, { id: "back" });
  const next = button("Next", () => { go(step + 1); }, { id: "next", class: "primary" });
  const on = make("span", { class: "buttons" }, make("a", { href: "/", class: "button primary" }, "Play a game"), make("a", { href: "/learn", class: "button" }, "Find the turn"));
  const root = make("section", { class: "coach panel", "aria-label": "What to do" }, title, text,
    make("div", { class: "row" }, count, make("span", { class: "buttons" }, back, next, on)));
  let [step, wanted, board] = [0, remembered(STEP, 0), null as Board | null];
  const go = (number: number): void => { wanted = number; play.ask({ do: "step", number }); };
  const moved = new ResizeObserver(() => { requestAnimationFrame(() => { place(); }); });
  const shown = (view: View, its: Board): void => {
    const told = view.step;
    if (!board) for (const one of [its.root, root]) moved.observe(one);
    board = its;
    if (!told) return;
    if (told.number === 0 && wanted > 0 && wanted <= told.last) { go(wanted); wanted = 0; return; } // where one was
    wanted = 0;
    step = told.number;
    remember(STEP, step === told.last ? 0 : step);
    root.dataset.state = told.title ? "told" : "waits";
    [title.textContent, text.textContent] = told.title ? [told.title, told.text] : ["The others play", "What they do stands above and in the log."];
    count.textContent = `${step + 1} of ${told.last + 1}`;
    back.disabled = step === 0;
    next.hidden = told.acts || step === told.last;
    on.hidden = step !== told.last;
    place();
  };
  // Beside what is lit, where there is room; on a phone above the table.
  const place = (): void => {
    root.style.removeProperty("left");
    root.style.removeProperty("top");
    if (!board || board.phone) return;
    const lit = document.querySelector(".spot.act, #dock .primary");
    const { width, height } = root.getBoundingClientRect();
    if (!lit) {
      Object.assign(root.style, { left: `${(innerWidth - width) / 2}px`, top: `${(innerHeight - height) / 2}px` });
      return;
    }
    const at = lit.getBoundingClientRect();
    const [gap, middle] = [16, at.top + at.height / 2 - height / 2];
    const clamp = (value: number, most: number): number => Math.max(8, Math.min(value, most));
    const [left, top] = [clamp(at.left + at.width / 2 - width / 2, innerWidth - width - 8), clamp(middle, innerHeight - height - 8)];
    const ways: [number, number][] = [[at.right + gap, top], [at.left - gap - width, top], [left, at.bottom + gap], [left, at.top - gap - height]];
    const fits = ways.filter(([x, y]) => x >= 8 && x + width <= innerWidth - 8 && y >= 8 && y + height <= innerHeight - 8);
    const read = ["die1", "die2", "workers", "silver", "storage"].map((spot) => board!.rect(spot)); // what one looks at for it
    const hidden = ([x, y]: [number, number]): number => read.filter((one) =>
      one && one.left < x + width && one.right > x && one.top < y + height && one.bottom > y).length;
    const [x, y] = fits.sort((a, b) => hidden(a) - hidden(b))[0] ?? [innerWidth - width - 8, innerHeight - height - 8];
    Object.assign(root.style, { left: `${x}px`, top: `${y}px` });
  };
  const play = new Play(app, "", token, { line: "learn/first-game", root, side: null, paced: true, hear: () => undefined, shown, keys: { n: () => { if (!next.hidden) next.click(); } } });
  play.begin();
};
