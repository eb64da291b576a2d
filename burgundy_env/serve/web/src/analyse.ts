// The analysis board: a record to go through, what each turn cost, the best turns anywhere, and what might have been.

import { handOver } from "./asking";
import { Board } from "./board";
import { Builders } from "./builders";
import { Choosing } from "./choosing";
import { bars, curve } from "./curve";
import type { Points } from "./curve";
import { button, byId, capital, COMPILES, dialog, make, notify, remember, remembered } from "./dom";
import { pointsTable, showKey, tips, toldAt } from "./explaining";
import { more, playOn, whatIf } from "./leaving";
import type { Judged, Line, Lines, Position, Review, StudyMessage, Tree as Told } from "./studying";
import { signed } from "./studying";
import { Tree } from "./tree";
import type { Choice, View } from "./types";
import { Wire } from "./wire";

const TABS = [["best", "Turns"], ["moves", "Moves"], ["game", "Game"], ["builders", "Agents"]] as const;

export class Analyse {
  private readonly board = new Board();
  private readonly choosing: Choosing;
  private readonly wire: Wire<StudyMessage>;
  private readonly tree = new Tree((node) => this.go(node));
  private readonly builders: Builders;
  private view: View | null = null;
  private study: Told | null = null;
  private hexes: Record<string, string> = {};
  private here = 0;
  private wanted = 0; // the position that was asked for last
  private line: number[] = [0];
  private judging = false;
  private reviewing = false;
  private review: Review | null = null;
  private readonly turns = new Map<number, Judged>(); // of the record, by number
  private readonly judged = new Map<number, Lines>(); // positions
  private layout = "";
  private viewed = false; // somebody wants to see another duchy large
  private onPosition: ((position: Position) => void) | null = null;

  private readonly who = make("strong", { id: "who" });
  private readonly what = make("span", { id: "what" });
  private readonly told = make("p", { id: "told", "aria-live": "polite" });
  private readonly dock = make("div", { id: "dock", class: "buttons", role: "group", "aria-label": "What can be done besides" });
  private readonly bars = make("div", { id: "bars" });
  private readonly cost = make("p", { id: "cost" });
  private readonly best = make("ol", { id: "lines" });
  private readonly state = make("p", { id: "state", "aria-live": "polite" });
  private readonly game = make("div", { id: "game" });
  private readonly chart = make("div", { id: "chart" });
  private readonly scrub = make("input", { id: "scrub", type: "range", min: 0, value: 0, "aria-label": "Position" });
  private readonly judge = button("Best turns", () => this.toggleJudging(), { id: "judge", "aria-pressed": "false", title: "Judge the position one looks at (b)" });
  private readonly reviewer = button("Whole game", () => this.toggleReview(), { id: "review", "aria-pressed": "false", title: "What every turn cost (g)" });

  constructor(app: HTMLElement, private readonly ident: string) {
    this.builders = new Builders((message) => this.wire.say(message), (values, seat) => this.number(values, seat));
    app.replaceChildren(this.page());
    this.choosing = new Choosing(this.board, { act: (choice, pick) => this.act(choice, pick), changed: () => this.dock.replaceChildren(...this.choosing.buttons()) });
    this.board.onLarge = (seat) => this.look(seat);
    this.layout = JSON.stringify(this.board.layout());
    this.wire = new Wire<StudyMessage>(`study/${ident}`, () => {
      this.board.forget();
      this.hexes = {};
      return { do: "open", node: remembered(`study.${ident}`, 0), ...this.board.layout() };
    }, (message) => this.hear(message), (words) => { byId("broken").textContent = words; });
    new ResizeObserver(() => this.resized()).observe(this.board.root);
    document.addEventListener("keydown", this.onKey);
    this.scrub.addEventListener("input", () => this.go(this.line[Number(this.scrub.value)]!));
    tips((on, event) => [...toldAt(event, this.hexes), ...this.doing(on)].filter(Boolean).join("\n"));
    this.tab("best");
    this.phoneTab("depots");
  }

  private page(): HTMLElement {
    const phone = (name: string, label: string): HTMLButtonElement => button(label, () => this.phoneTab(name), { "data-phone": name });
    const step = (sign: string, words: string, to: () => number): HTMLButtonElement => button(sign, () => this.go(this.line[to()]!), { title: words, "aria-label": words });
    const at = (): number => this.line.indexOf(this.here);
    const last = (): number => this.line.length - 1;
    return make("div", { class: "play study", "data-tab": "best" },
      make("header", {},
        make("a", { href: "/analyse", class: "home", title: "To the studies" }, "☰"),
        make("div", { class: "decision" }, this.who, " ", this.what, this.told), this.dock,
        make("div", { class: "buttons", role: "group", "aria-label": "Judge" }, this.judge, this.reviewer),
        make("div", { class: "buttons", role: "group", "aria-label": "From here" },
          button("What if …", () => this.position((position) => whatIf(position, this.names(), (change) => this.change(change))), { id: "what-if", title: "Other dice, or any other change (i)" }),
          button("Play on …", () => this.position((position) => void playOn(position, this.names(), this.study?.agents ?? [])), { id: "play-on", title: "A game from here, against whom one likes" }),
          button("Set up", () => this.position(handOver), { title: "Change this position by hand" }),
          button("More", () => more(this.ident, this.here, (message) => this.wire.say(message)), { title: "Save, explain, colours (m)" }))),
      make("p", { id: "broken", role: "alert" }),
      make("nav", { class: "phone buttons", "aria-label": "What is shown" },
        phone("depots", "Depots"), phone("duchy", "Duchy"), phone("others", "Others"), phone("side", "Analysis")),
      make("main", {}, this.board.root, make("aside", {}, this.bars,
        make("div", { class: "buttons tabs" }, ...TABS.map(([name, label]) => button(label, () => this.tab(name), { "data-tab": name }))),
        make("section", { class: "pane", "data-pane": "best", "aria-label": "Best turns", tabindex: 0 }, this.state, this.cost, this.best),
        make("section", { class: "pane", "data-pane": "moves", "aria-label": "Moves" }, this.tree.root, this.pruning()),
        make("section", { class: "pane", "data-pane": "game", "aria-label": "The whole game", tabindex: 0 }, this.game),
        make("section", { class: "pane", "data-pane": "builders", "aria-label": "For those who build agents", tabindex: 0 }, this.builders.root))),
      make("footer", {}, this.chart,
        make("div", { class: "scrubber" }, step("|◀", "To the beginning (Home)", () => 0), step("◀", "Back (left)", () => Math.max(0, at() - 1)), this.scrub,
          step("▶", "On (right)", () => Math.min(last(), at() + 1)), step("▶|", "To the end (End)", last))));
  }

  private readonly again = button("Other luck", () => this.otherLuck(), { title: "The same action, with what chance brings dealt anew" });
  private readonly cut = button("Cut off", () => this.wire.say({ do: "cut", node: this.here }), { title: "Remove this branch with all that grew from it" });
  private pruning(): HTMLElement { return make("div", { class: "buttons", id: "pruning" }, this.again, this.cut); }

  private names(): string[] { return this.view?.players.map((player) => player.name) ?? []; }

  // --- hearing ------------------------------------------------------------------------------------------

  private hear(message: StudyMessage): void {
    if (message.is === "table") this.show(message);
    else if (message.is === "study") this.grow(message);
    else if (message.is === "lines") this.showLines(message);
    else if (message.is === "review") this.showReview(message);
    else if (message.is === "opinion") this.builders.heard(message, this.here);
    else if (message.is === "fields") this.builders.fields(message, this.here);
    else if (message.is === "position") { this.onPosition?.(message.position); this.onPosition = null; }
    else if (message.is === "key") showKey(message.tiles);
    else if (message.is === "points") dialog("Points, were the game to end now", pointsTable(message));
    else if (message.is === "compiles") this.state.textContent = COMPILES;
    else if (message.is === "bye") byId("broken").textContent = capital(message.why);
    else { notify(capital(message.why)); this.wanted = this.here; this.choosing.clear(); }
  }

  private grow(tree: Told): void {
    const first = this.study === null;
    this.study = tree;
    this.tree.grow(tree.nodes, tree.trunk, tree.names);
    this.tree.cost(this.turns.values());
    document.title = `${tree.about} – Burgundy`;
    if (first) {
      this.builders.agents(tree.agents);
      this.reviewer.disabled = tree.trunk < 2 || tree.solo;
      if (tree.lost) notify(`${tree.lost} variations can't be played any more and were left out.`);
      this.drawGame();
    }
  }

  private show(view: View): void {
    this.view = view;
    this.here = Number(view.at);
    if (this.wanted !== this.here && !this.awaits(view)) this.wanted = this.here;
    remember(`study.${this.ident}`, this.here);
    Object.assign(this.hexes, view.hexes);
    if (!this.viewed && view.active !== null) this.board.large = view.active;
    this.board.update(view.sheets, view.players, view.active);
    this.who.textContent = view.decision[0];
    this.what.textContent = view.decision[1];
    const done = view.done;
    this.told.textContent = this.told.title = done?.explained ? [done.explained, ...done.told].join(" ") : "";
    this.board.hint([], null, "did");
    this.choosing.show(view);
    this.line = this.tree.lineOver(this.here);
    this.scrub.max = String(this.line.length - 1);
    this.scrub.value = String(this.line.indexOf(this.here));
    this.scrub.dataset.node = String(this.here);
    this.scrub.setAttribute("aria-valuetext", `${done?.when ?? "The beginning"}: ${this.told.textContent}`);
    this.tree.show(this.here);
    this.cut.disabled = this.again.disabled = !this.tree.isBranch(this.here);
    this.builders.moved();
    const known = this.judged.get(this.here);
    if (known) this.showLines(known);
    else this.drawBest(null);
    this.drawChart();
  }

  // A position that was passed by on the way to the one that was asked for.
  private awaits(view: View): boolean { return Number(view.at) !== this.wanted && this.line.includes(this.wanted); }

  // --- going about ----------------------------------------------------------------------------------------

  private go(node: number | undefined): void {
    if (node === undefined || node === this.wanted) return;
    this.wanted = node;
    this.wire.say({ do: "go", node });
  }

  private step(by: number): void {
    const at = this.line.indexOf(this.wanted);
    this.go(this.line[Math.min(this.line.length - 1, Math.max(0, at + by))]);
  }

  private act(choice: Choice, pick?: string): void { this.play([choice.action, ...(pick ? [`pick ${pick}`] : [])]); }

  private play(turn: string[]): void { this.wire.say({ do: "act", node: this.here, turn }); }

  private change(step: string): void { this.wire.say({ do: "change", node: this.here, step }); }

  private otherLuck(): void {
    const told = this.tree.told(this.here);
    if (told?.seat === null || told?.from === undefined) notify("Only an action can go otherwise; change the position again instead");
    else this.wire.say({ do: "act", node: told!.from, turn: [told!.step], again: true });
  }

  private position(then: (position: Position) => void): void {
    this.onPosition = then;
    this.wire.say({ do: "position" });
  }

  // Numbers are read on a large duchy.
  private number(values: number[] | null, seat: number): void {
    if (values && seat !== this.board.large) this.look(seat);
    this.board.number(values, seat);
  }

  private look(seat: number): void {
    this.viewed = seat !== this.view?.active;
    this.board.large = seat;
    this.board.arrange();
    this.choosing.light();
  }

  // --- the best turns -------------------------------------------------------------------------------------

  private toggleJudging(): void {
    this.judging = !this.judging;
    this.judge.setAttribute("aria-pressed", String(this.judging));
    if (this.judging) this.turnTo("best");
    this.wire.say({ do: "judge", on: this.judging });
    this.drawBest(this.judged.get(this.here) ?? null);
  }

  private showLines(lines: Lines): void {
    const known = this.judged.get(lines.node);
    if (known && known.futures > lines.futures) lines = known;
    this.judged.set(lines.node, lines);
    if (lines.node !== this.here) return;
    this.drawBest(lines);
    this.drawChart();
  }

  private drawBest(lines: Lines | null): void {
    const turn = [...this.turns.values()].find((one) => one.node <= this.here && this.here < one.end && this.here < (this.study?.trunk ?? 0));
    const solo = this.study?.solo ?? false;
    const first = lines?.lines[0] ?? turn;
    this.bars.replaceChildren(...(first ? [bars(this.names(), first.vp, first.win, solo)] : []));
    if (!lines) {
      this.best.replaceChildren();
      this.cost.replaceChildren(...(turn ? this.costOf(turn) : []));
      this.state.textContent = this.view?.over ? "The game is over here."
        : this.judging ? "Looking for the best turns …" : "Nothing is judged until you ask for it: press Best turns.";
      return;
    }
    this.state.textContent = `${lines.futures.toLocaleString()} futures a line${lines.over ? "" : " …"}`;
    const taken = lines.taken === null ? null : lines.lines[lines.taken]!;
    this.cost.replaceChildren(...(taken === null ? [] : taken.behind < 0.05 ? ["The turn that was played is the best one."]
      : ["Played: ", taken.told.map(capital).join("; "), ". It costs ", make("b", { class: "loss" }, `${taken.behind.toFixed(1)} VP`), `. Better: ${taken.why}.`]));
    const top = lines.lines.slice(0, 6);
    this.best.replaceChildren(...top.map((line, number) => this.lineRow(line, number, number === lines.taken, solo, lines.seat)));
  }

  private costOf(turn: Judged): (Node | string)[] {
    if (!turn.mistake) return [`The turn that was played (${turn.when}) is as good as the best, as far as can be told.`];
    return ["Played: ", turn.played.map(capital).join("; "), ". It cost ", make("b", { class: "loss" }, `${turn.cost.vp.toFixed(1)} VP`),
      `. Better was: ${turn.better.map(capital).join("; ")} (${turn.why}).`];
  }

  private lineRow(line: Line, number: number, taken: boolean, solo: boolean, seat: number): HTMLElement {
    const steps = line.turn.map((_, upto) => button(capital(line.told[upto] ?? line.turn[upto]!), () => this.play(line.turn.slice(0, upto + 1)),
      { class: "step", title: upto ? "Play this turn as far as here" : "Play this" }));
    const wins = `wins ${Math.round(100 * line.win[seat]!)} %`;
    const row = make("li", { class: taken ? "taken" : "" },
      make("div", { class: "worth" }, make("b", {}, solo ? wins : `${signed(line.margin)} VP`), solo ? "" : ` ±${(1.96 * line.error).toFixed(1)}, ${wins}`,
        ...(number && !solo ? [make("span", { class: "behind" }, signed(-line.behind))] : []), ...(taken ? [make("em", {}, " played")] : [])),
      make("div", { class: "steps" }, ...steps));
    row.addEventListener("pointerenter", () => this.board.hint(line.spots, null, "did"));
    row.addEventListener("pointerleave", () => this.board.hint([], null, "did"));
    return row;
  }

  // --- the whole game -----------------------------------------------------------------------------------------

  private toggleReview(): void {
    this.reviewing = !this.reviewing;
    this.reviewer.setAttribute("aria-pressed", String(this.reviewing));
    if (this.reviewing) this.turnTo("game");
    this.wire.say({ do: "review", on: this.reviewing });
    this.drawGame();
    this.drawChart();
  }

  private showReview(review: Review): void {
    this.review = review;
    for (const entry of review.entries) this.turns.set(entry.number, entry);
    if (review.done === review.of) { this.reviewing = false; this.reviewer.setAttribute("aria-pressed", "false"); }
    this.tree.cost(review.entries);
    this.drawGame();
    this.drawChart();
    if (!this.judged.has(this.here)) this.drawBest(null);
  }

  private drawGame(): void {
    const review = this.review;
    if (!review) {
      this.game.replaceChildren(make("p", {}, this.study?.solo ? "The solo game has no lead that could be judged turn by turn; its positions can be."
        : (this.study?.trunk ?? 0) < 2 ? "This is a position; there are no turns to judge."
        : this.reviewing ? "Judging the first turn …" : "Press Whole game: every turn is judged over futures dealt anew, so that luck is told apart from choice."));
      return;
    }
    const rows = review.dearest.map((number) => this.turns.get(number)).filter((one) => one !== undefined).map((one) =>
      make("li", {}, button("", () => { this.go(one.node); }, { class: "dear" })));
    rows.forEach((row, i) => {
      const one = this.turns.get(review.dearest[i]!)!;
      row.firstElementChild!.append(make("b", { class: "loss" }, signed(-one.cost.vp)), ` ${one.when} ${this.names()[one.seat]}: ${one.played.map(capital).join("; ")}`,
        make("small", {}, `Better: ${one.better.map(capital).join("; ")}`));
    });
    this.game.replaceChildren(make("p", { class: "progress" }, review.done < review.of ? `${review.done} of ${review.of} turns judged${this.reviewing ? " …" : ""}` : `All ${review.of} turns are judged.`),
      make("h3", {}, "The dearest mistakes"), rows.length ? make("ol", { class: "dearest" }, ...rows) : make("p", {}, "None stands out so far."),
      ...(review.report ? [make("h3", {}, "In figures"), make("pre", { tabindex: 0 }, review.report)] : []));
  }

  private drawChart(): void {
    const points: Points[] = [];
    const onTrunk = this.line.filter((node) => !this.tree.isBranch(node)).length;
    const turns = [...this.turns.values()].sort((a, b) => a.number - b.number);
    if (!this.study?.solo) {
      for (const turn of turns) if (turn.end < onTrunk) points.push({ at: turn.end, vp: turn.vp });
      this.line.forEach((node, at) => { if (this.tree.isBranch(node) && this.judged.has(node)) points.push({ at, vp: this.judged.get(node)!.lines[0]!.vp }); });
    }
    const dear = new Set(this.review?.dearest);
    this.chart.hidden = !points.length && !this.reviewing;
    this.chart.replaceChildren(...curve(points, turns.filter((turn) => dear.has(turn.number) && turn.end < onTrunk), this.line.length - 1, this.line.indexOf(this.here), (at) => this.go(this.line[at])));
  }

  // --- the page -------------------------------------------------------------------------------------------

  private doing(on: Element): string[] {
    const spot = on.closest<SVGElement>(".spot")?.dataset.spot;
    return spot ? this.choosing.left().filter((choice) => choice.spot === spot).slice(0, 4).map((choice) => `▸ ${choice.told}`) : [];
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const on = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || on.closest("input, select, textarea")) return;
    if (event.key === "Escape") { this.choosing.clear(); return; }
    const act = this.keys[event.key];
    if (!act || on.closest(".ask")) return;
    act();
    event.preventDefault();
  };

  private readonly keys: Record<string, () => void> = {
    ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), Home: () => this.go(this.line[0]), End: () => this.go(this.line[this.line.length - 1]),
    b: () => this.toggleJudging(), g: () => { if (!this.reviewer.disabled) this.toggleReview(); }, i: () => byId("what-if").click(),
    k: () => { this.wire.say({ do: "key" }); }, p: () => { this.wire.say({ do: "points" }); },
    v: () => this.look((this.board.large + 1) % (this.view?.players.length ?? 1)),
    m: () => more(this.ident, this.here, (message) => this.wire.say(message)),
  };

  // Where what was asked for is told; on a phone that is a page of its own.
  private turnTo(pane: string): void {
    this.tab(pane);
    if (this.board.phone) this.phoneTab("side");
  }

  private tab(name: string): void {
    const page = document.querySelector<HTMLElement>(".study")!;
    page.dataset.tab = name;
    for (const one of page.querySelectorAll<HTMLElement>("button[data-tab]")) one.setAttribute("aria-pressed", String(one.dataset.tab === name));
    for (const one of page.querySelectorAll<HTMLElement>("[data-pane]")) one.hidden = one.dataset.pane !== name;
    this.tree.show(this.here);
  }

  private phoneTab(name: string): void {
    const page = document.querySelector<HTMLElement>(".study")!;
    page.dataset.phone = name;
    for (const one of page.querySelectorAll<HTMLElement>("button[data-phone]")) one.setAttribute("aria-pressed", String(one.dataset.phone === name));
    this.board.phoneTab = name;
    this.board.arrange();
    this.choosing?.light();
  }

  private resized(): void {
    const layout = JSON.stringify(this.board.layout());
    if (layout !== this.layout) {
      this.layout = layout;
      this.board.forget();
      this.wire.say({ do: "lay", ...this.board.layout() });
      return;
    }
    this.board.arrange();
    if (this.view) this.choosing.light();
  }
}
