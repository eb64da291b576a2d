// A game: the table, what may be done, what has been done, and what others did step by step.

import { download, study } from "./asking";
import { Board } from "./board";
import { Choosing, ghostOf } from "./choosing";
import { animated, button, byId, capital, changeSettings, COMPILES, dialog, make, notify, remember, settings, whileWaiting } from "./dom";
import { pointsTable, showKey, tips, toldAt } from "./explaining";
import { sound, soundOf } from "./sound";
import type { Choice, Done, Entry, Hint, Message, Points, View } from "./types";
import { Wire } from "./wire";

const PACES: [string, number][] = [["at once", 0], ["fast", 500], ["normal", 1200], ["slow", 2600]];
const MOVE = 260; // milliseconds that a tile is on its way
const MANY = 30; // positions that wait: then nobody wants to see each

// A page around the table that has something of its own to say: a lesson, a problem, a film.
export interface Beside {
  line: string; // the table's, behind /live/
  root: HTMLElement; // what it shows, above the table
  side: HTMLElement | null; // and beside it, above the log
  paced: boolean; // whether what others do is shown step by step
  hear: (message: Message) => void;
  shown: (view: View, board: Board) => void;
  keys: Record<string, () => void>;
}

export class Play {
  private readonly board = new Board();
  private readonly choosing: Choosing;
  private readonly wire: Wire<Message>;
  private view: View | null = null;
  private readonly waiting: View[] = [];
  private showing = false;
  private hurried = false; // whether somebody has seen enough of what is being shown
  private stands = false; // whether a step stands there that can be skipped
  private goOnNow: () => void = () => undefined; // ends the pause there is
  private hexes: Record<string, string> = {};
  private log: Entry[] = [];
  private links: { seat: number; key: string }[] = [];
  private pick: string | undefined;
  private sent = false;
  private viewed: number | null = null; // the seat that somebody wants to see large
  private layout = "";
  private readonly awaited: () => void; // to be called when the first position is here

  private readonly who = make("strong", { id: "who" });
  private readonly what = make("span", { id: "what" });
  private readonly told = make("p", { id: "told", "aria-live": "polite" });
  private readonly dock = make("div", { id: "dock", class: "buttons", role: "group", "aria-label": "What can be done besides" });
  private readonly list = make("div", { id: "list" });
  private readonly filter = make("input", { id: "filter", type: "search", placeholder: "Search (/)", "aria-label": "Search what can be done" });
  private readonly entries = make("ol", { id: "log", tabindex: 0, "aria-label": "The game so far" });
  private hinting = false; // off until asked for
  private readonly hints = make("div", { id: "hints", "aria-live": "polite", hidden: true });
  private readonly hinter = button("Hints", () => this.hint(), { id: "hinter", "aria-pressed": "false", title: "The best turns, for each decision (h)" });
  private readonly ahead = button("Skip ahead", () => this.hurry(), { id: "ahead", class: "primary", title: "To what came of it, at once (s)" });
  private readonly summary = make("p", { class: "hidden", id: "summary" });
  private readonly undo = button("", () => this.say("undo"), { class: "back", title: "Undo the last action (u)" });
  private readonly redo = button("", () => this.say("redo"), { class: "back", title: "Do it again (r)" });
  private readonly reset = button("", () => this.say("reset"), { class: "back", title: "Undo all of this turn, as far as can be (Backspace)" });

  constructor(app: HTMLElement, private readonly ident: string, private readonly key: string, private readonly beside: Beside | null = null) {
    if (!beside) remember(`key.${ident}`, key);
    for (const [made, sign, words] of [[this.undo, "↶", "Undo"], [this.redo, "↷", "Redo"], [this.reset, "⟲", "Reset turn"]] as const) {
      made.append(make("span", { "aria-hidden": true }, sign), make("span", { class: "words" }, ` ${words}`));
    }
    app.replaceChildren(this.page());
    this.choosing = new Choosing(this.board, { act: (choice, pick) => this.act(choice, pick), changed: () => this.showChoices() });
    this.board.onLarge = (seat) => this.look(seat === this.ownSeat() ? null : seat);
    this.layout = JSON.stringify(this.board.layout());
    this.awaited = whileWaiting((words) => this.tell(words));
    this.wire = new Wire<Message>(`live/${beside?.line ?? ident}`, () => {
      this.board.forget();
      this.hexes = {};
      return { key, ...this.board.layout() };
    }, (message) => this.hear(message), (words) => { byId("broken").textContent = words; });
    if (beside) Object.assign(this.keys, beside.keys);
    new ResizeObserver(() => this.resized()).observe(this.board.root);
    document.addEventListener("keydown", this.onKey);
    this.filter.addEventListener("input", () => this.showList());
    tips((on, event) => this.tipAt(on, event));
  }

  private page(): HTMLElement {
    const tab = (name: string, label: string): HTMLButtonElement => button(label, () => this.tab(name), { "data-tab": name });
    const phone = (name: string, label: string): HTMLButtonElement => button(label, () => this.phoneTab(name), { "data-phone": name });
    return make("div", { class: "play", "data-tab": "log" },
      make("header", {},
        make("a", { href: "/", class: "home", title: "To the lobby" }, "☰"),
        make("div", { class: "decision" }, this.who, " ", this.what, this.told), this.dock,
        make("div", { class: "buttons", role: "group", "aria-label": "Take back" }, this.undo, this.redo, this.reset),
        ...(this.beside ? [] : [this.hinter]),
        button("Key", () => this.wire.say({ do: "key" }), { title: "What the tiles in view do (k)" }),
        button("Points", () => this.wire.say({ do: "points" }), { title: "Where the points come from (p)" }),
        button("Menu", () => this.menu(), { title: "Settings, sharing, links, keys (m)" })),
      make("p", { id: "broken", role: "alert" }), this.summary, ...(this.beside ? [this.beside.root] : []),
      make("nav", { class: "phone buttons", "aria-label": "What is shown" },
        phone("depots", "Depots"), phone("duchy", "Duchy"), phone("others", "Others"), phone("side", "Log")),
      make("main", {}, this.board.root,
        make("aside", {},
          make("div", { class: "buttons tabs" }, tab("log", "Log"), tab("list", "What can be done")),
          this.hints, ...(this.beside?.side ? [this.beside.side] : []), this.entries, make("div", { id: "choices" }, this.filter, this.list))));
  }

  // --- hearing ------------------------------------------------------------------------------------------

  private hear(message: Message): void {
    if (message.is === "table") {
      this.awaited();
      this.waiting.push(message);
      void this.showNext();
    } else if (message.is === "no") {
      this.sent = false;
      this.pick = undefined;
      notify(capital(message.why));
      this.choosing.clear();
    } else if (message.is === "bye") {
      byId("broken").textContent = capital(message.why);
    } else if (message.is === "hint") {
      if (message.at === this.view?.at) this.showHints(message.lines);
    } else if (message.is === "compiles") {
      if (this.hinting && this.view?.at === message.at) this.hints.textContent = COMPILES;
      for (const view of [this.view, ...this.waiting]) if (view?.at === message.at && view.thinks) view.thinks = "compiles";
      if (this.view?.at === message.at) this.tell(this.words(this.view));
    } else if (message.is === "verdict" || message.is === "answer") {
      this.beside?.hear(message);
    } else if (message.is === "links") {
      this.links = message.links;
    } else if (message.is === "key") {
      showKey(message.tiles);
    } else {
      dialog("Points, were the game to end now", pointsTable(message));
    }
  }

  private async showNext(): Promise<void> {
    if (this.showing) return;
    this.showing = true;
    while (this.waiting.length) {
      const next = this.waiting.shift()!;
      await this.lead(next);
      this.show(next);
      await this.follow(next);
    }
    this.showing = this.hurried = this.stands = false;
    this.showChoices();
  }

  // Whether what is done is shown as it comes: not to those who want it at once, nor if too much of it waits.
  private get paced(): boolean {
    return settings.pace > 0 && !this.hurried && this.waiting.length <= MANY;
  }

  // A step stands for as long as one has set, unless one has seen enough.
  private async stand(): Promise<void> {
    if (!this.paced) return;
    this.stands = true;
    this.showChoices();
    await new Promise<void>((done) => { this.goOnNow = done; window.setTimeout(done, settings.pace); });
  }

  private hurry(): void {
    this.hurried = this.showing;
    this.goOnNow();
  }

  // Before a position is shown: what the Châteauma did on the way to it, on the table as it still is.
  private async lead(next: View): Promise<void> {
    const done = this.news(next);
    if (this.beside && !this.beside.paced) return;
    if (!done?.steps.length || !this.view || !this.paced) return;
    this.choosing.rest();
    this.undo.disabled = this.redo.disabled = this.reset.disabled = true;
    [this.who.textContent, this.what.textContent] = ["The Châteauma", "plays its turn"];
    const chateauma = `seat${this.view.players.length - 1}`;
    for (const step of done.steps) {
      if (!this.paced) break;
      this.tell(step.told);
      this.board.hint(step.from ? [/^\d\.\d$|^b/.test(step.from) ? step.from : `depot${step.from}`] : [], "depots", "did");
      if (step.from && animated()) await this.fly(step.from, this.board.part(chateauma, `chateauma.${step.card}`) ?? null);
      await this.stand();
    }
    this.board.hint([], null, "did");
  }

  private async follow(next: View): Promise<void> {
    const done = next.done;
    if (this.beside && !this.beside.paced) return;
    if (this.waiting.length > MANY || !done || done.seat === null || done.seat === undefined) return;
    if (this.isMine(done.seat, next)) return;
    this.tell(`${next.players[done.seat]?.name}: ${done.explained}`);
    if (next.active !== null && this.isMine(next.active, next) && !this.waiting.length) return;
    await this.stand();
  }

  private isMine(seat: number, view: View): boolean { return view.seats.includes(seat); }

  // What was done since the position shown, if it is one action on.
  private news(next: View): Done | null {
    const shown = this.view?.done?.number ?? 0;
    return this.view && next.done && next.done.number === shown + 1 ? next.done : null;
  }

  private show(next: View): void {
    const [done, before] = [this.news(next), this.view];
    const seat = done?.seat ?? null;
    const from = done && before && seat !== null ? this.origin(done, before, seat) : null;
    this.view = next;
    this.sent = this.stands = false;
    Object.assign(this.hexes, next.hexes);
    this.log = [...this.log.slice(0, next.log.keep), ...next.log.more];
    if (!before || this.viewed === null) this.board.large = this.ownSeat();
    this.board.update(next.sheets, next.players, next.active);
    this.who.textContent = next.decision[0];
    this.what.textContent = next.decision[1];
    this.summary.textContent = next.summary;
    this.tell(this.words(next));
    this.undo.disabled = this.reset.disabled = !next.may.undo;
    this.redo.disabled = !next.may.redo;
    this.choosing.show(next);
    this.turnPage();
    this.showLog(next.log.keep);
    if (next.trouble) this.trouble(next.trouble);
    if (from && seat !== null && done) void this.arrive(from, done, seat);
    if (next.over && !before?.over && !this.beside) this.end(next.over);
    this.hearIt(next, before, done);
    this.goOn(next);
    this.askHint();
    this.beside?.shown(next, this.board);
  }

  // What was done, then that it is one's turn, or that it is over.
  private hearIt(next: View, before: View | null, done: Done | null): void {
    if (done?.action) sound(soundOf(done.action, /\+\d+ VP/.test(done.explained ?? "")));
    const mine = (view: View | null): boolean => view !== null && view.active !== null && this.isMine(view.active, view);
    if (next.over && before && !before.over) sound("end");
    else if (before && mine(next) && !mine(before)) sound("turn");
  }

  // --- hints ----------------------------------------------------------------------------------------------

  private hint(): void {
    this.hinting = !this.hinting;
    this.hinter.setAttribute("aria-pressed", String(this.hinting));
    this.askHint();
  }

  private askHint(): void {
    const view = this.view;
    this.hints.hidden = !this.hinting || !view?.choices.length;
    if (!view || this.hints.hidden) return;
    if (view.choices.length === 1) { this.hints.textContent = "There is one thing to do."; return; }
    this.hints.textContent = "Looking for the best turns …";
    this.wire.say({ do: "hint", at: view.at });
  }

  // The best turns, each with what it is behind the first.
  private showHints(lines: Hint[]): void {
    const rows = lines.map(({ told, behind }, number) => make("li", {}, told.map(capital).join("; "),
      ...(number && behind !== null ? [make("b", {}, ` ${behind.toFixed(1).replace("-", "−")} VP`)] : [])));
    this.hints.replaceChildren(make("h3", {}, "The best turns"), make("ol", {}, ...rows));
  }

  private words(view: View): string {
    if (view.thinks === "compiles") return COMPILES;
    return view.thinks ? `${view.players[view.active ?? 0]?.name} is thinking …` : this.last(view);
  }

  private last(view: View): string {
    const done = view.done;
    return done?.explained ? [done.explained, ...done.told].join(" ") : "";
  }

  // The tile that was chosen before its place, once the game asks for it.
  private goOn(view: View): void {
    const pick = this.pick && view.choices.find((choice) => choice.action === `pick ${this.pick}`);
    this.pick = undefined;
    if (pick) this.act(pick);
  }

  private ownSeat(): number {
    const view = this.view;
    if (!view) return 0;
    if (view.active !== null && view.seats.includes(view.active)) return view.active;
    return view.seats.includes(this.board.large) ? this.board.large : (view.seats[0] ?? view.active ?? 0);
  }

  private look(seat: number | null): void {
    this.viewed = seat;
    this.board.large = seat ?? this.ownSeat();
    this.board.arrange();
    this.choosing.light();
  }

  private tell(words: string): void { this.told.textContent = words; this.told.title = words; }

  private trouble(words: string): void {
    const again = button("Ask again", () => this.wire.say({ do: "retry" }));
    byId("broken").replaceChildren(capital(words), " ", again);
  }

  // --- doing --------------------------------------------------------------------------------------------

  private act(choice: Choice, pick?: string): void {
    if (this.sent || !this.view) return;
    this.pick = pick;
    if (this.viewed !== null) this.look(null);
    this.sent = this.wire.say({ do: "act", at: this.view.at, action: choice.action });
  }

  private say(what: string): void {
    if (this.view) this.wire.say({ do: what, at: this.view.at });
  }

  private showChoices(): void {
    this.dock.replaceChildren(...(this.stands ? [this.ahead] : this.choosing.buttons()));
    this.showList();
  }

  private showList(): void {
    const wanted = this.filter.value.trim().toLowerCase();
    const rows: HTMLElement[] = [];
    let group = "";
    for (const choice of this.choosing.left()) {
      if (wanted && !`${choice.action} ${choice.note} ${choice.group}`.toLowerCase().includes(wanted)) continue;
      if (choice.group !== group) rows.push(make("h3", {}, (group = choice.group)));
      rows.push(this.choosing.option(choice));
    }
    if (!rows.length) rows.push(make("p", {}, this.view?.choices.length ? "Nothing matches; Esc clears." : "It is not your turn."));
    this.list.replaceChildren(...rows);
  }

  // --- moving tiles ---------------------------------------------------------------------------------------

  private origin(done: Done, before: View, seat: number): { ghost: SVGElement; at: DOMRect } | null {
    if (!animated() || !this.paced) return null;
    const hex = done.spot.startsWith("h") || done.spot.startsWith("p");
    const stored = hex ? before.storage[String(seat)]?.find((tile) => !this.waiting.length && done.explained?.includes(tile.split("_").pop() ?? "")) : undefined;
    const spot = hex ? (stored ? `stored:${stored}` : "") : done.spot;
    if (!/^(stored:|\d\.|b\d|inn|v\d)/.test(spot)) return null;
    const at = this.board.rect(spot, hex ? `seat${seat}` : "depots");
    return at ? { ghost: ghostOf(spot, this.board, at), at } : null;
  }

  private async arrive(from: { ghost: SVGElement; at: DOMRect }, done: Done, seat: number): Promise<void> {
    const to = this.board.rect(/^[hp]\d/.test(done.spot) ? done.spot : "storage", `seat${seat}`);
    if (to) await glide(from.ghost, from.at, to);
  }

  // A tile that the Châteauma takes goes to a card, or to wherever else its things lie.
  private async fly(spot: string, card: SVGElement | null): Promise<void> {
    const from = this.board.rect(spot, "depots");
    const there = card?.isConnected ? card.getBoundingClientRect() : this.board.rect("", `seat${this.view!.players.length - 1}`);
    if (from && there) await glide(ghostOf(spot, this.board, from), from, there);
  }

  // --- words ------------------------------------------------------------------------------------------------

  // The entries behind the first ones, which stand there already.
  private showLog(kept: number): void {
    const rows = this.log.slice(kept).map((entry) => {
      const row = make("li");
      if (entry.seat !== null) {
        row.append(make("b", {}, `${this.view?.players[entry.seat]?.name}: `), entry.explained ?? "");
      }
      for (const told of entry.told) row.append(make("p", {}, told));
      if (entry.heading) row.append(make("h3", {}, entry.heading));
      for (const told of entry.opening ?? []) row.append(make("p", {}, told));
      return row;
    });
    while (this.entries.children.length > kept) this.entries.lastElementChild!.remove();
    this.entries.append(...rows);
    requestAnimationFrame(() => { this.entries.scrollTop = this.entries.scrollHeight; }); // when all is laid out anyway
  }

  private end(over: Points & { verdict: string }): void {
    dialog("The game is over", make("p", { class: "verdict" }, over.verdict), pointsTable(over),
      make("div", { class: "buttons" }, this.analyse(), ...this.shares(), make("a", { href: "/", class: "button primary" }, "Another game")));
  }

  private analyse(): HTMLElement {
    return button("Analyse", () => void study({ game: this.ident }, this.key), { title: "What moves cost, and what would have been better" });
  }

  private shares(): HTMLElement[] {
    const share = (what: string, label: string): HTMLButtonElement => button(label, () => void this.share(what));
    return [share("record.jsonl", "Record"), share("replay.html", "Replay page"), share("picture.svg", "Picture (SVG)"), share("picture.png", "Picture (PNG)")];
  }

  private async share(what: string): Promise<void> {
    const answer = await fetch(`/api/games/${this.ident}/${what}`, { headers: { "X-Burgundy-Key": this.key } });
    if (!answer.ok) { notify(capital(((await answer.json()) as { why: string }).why)); return; }
    download(await answer.blob(), `burgundy-${this.ident}-${what}`);
  }

  private menu(): void {
    const choose = (label: string, options: [string, string][], value: string, change: (value: string) => void): HTMLElement => {
      const select = make("select", {}, ...options.map(([name, told]) => make("option", { value: name, selected: name === value }, told)));
      select.addEventListener("change", () => change(select.value));
      return make("label", {}, label, select);
    };
    const tick = (label: string, on: boolean, change: (on: boolean) => void): HTMLElement => {
      const box = make("input", { type: "checkbox", checked: on });
      box.addEventListener("change", () => change(box.checked));
      return make("label", { class: "tick" }, box, label);
    };
    const links = this.links.map(({ seat, key }) => {
      const url = `${location.origin}/game/${this.ident}#${key}`;
      return make("p", {}, `${this.view?.players[seat]?.name}: `, make("code", {}, url), " ",
        button("Copy", () => void navigator.clipboard?.writeText(url).then(() => notify("The link is copied."))));
    });
    dialog("Menu",
      make("h3", {}, "Looks and pace"),
      make("div", { class: "form" },
        choose("Colours", [["auto", "as the system"], ["light", "light"], ["dark", "dark"]], settings.theme, (theme) => changeSettings({ theme })),
        choose("What others do is shown", PACES.map(([told, pace]) => [String(pace), told]), String(settings.pace), (pace) => changeSettings({ pace: Number(pace) })),
        tick("Tiles move", settings.moves, (moves) => changeSettings({ moves })),
        tick("Sounds", settings.sound, (on) => { changeSettings({ sound: on }); sound("turn"); }),
        tick("Ask before each action", settings.ask, (ask) => changeSettings({ ask }))),
      ...(this.beside ? [] : [make("h3", {}, "Share"), make("div", { class: "buttons" }, ...this.shares(), this.analyse())]),
      ...(links.length ? [make("h3", {}, "A link for each seat"), ...links] : []),
      make("h3", {}, "Keys"),
      make("dl", { class: "keys" }, ...KEYS.flatMap(([key, told]) => [make("dt", {}, key), make("dd", {}, told)])));
  }

  // --- tips ---------------------------------------------------------------------------------------------------

  private tipAt(on: Element, event: PointerEvent): string {
    const spot = on.closest<SVGElement>(".spot")?.dataset.spot;
    const tile = spot && this.view?.tiles[spot];
    this.board.hint((tile && this.view?.reach[tile]) || [], `seat${this.ownSeat()}`, "reach");
    const does = spot ? this.choosing.left().filter((choice) => choice.spot === spot).map((choice) => `▸ ${choice.told}`) : [];
    return [...toldAt(event, this.hexes), ...does.slice(0, 4)].filter(Boolean).join("\n");
  }

  // --- keys ---------------------------------------------------------------------------------------------------

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const on = event.target as HTMLElement;
    if (event.key === "Escape") {
      this.filter.value = "";
      this.choosing.clear();
      on.blur();
      return;
    }
    if (on.closest("input, select")) return;
    const act = this.keys[event.key];
    if (act) act();
    else if (/^Arrow/.test(event.key) && !on.closest("#log, .ask, #list")) this.move(event.key);
    else return;
    event.preventDefault();
  };

  private readonly keys: Record<string, () => void> = {
    "1": () => this.choosing.pickDie("d1"),
    "2": () => this.choosing.pickDie("d2"),
    u: () => this.say("undo"),
    r: () => this.say("redo"),
    Backspace: () => this.say("reset"),
    e: () => this.press(/^(end|skip)$/),
    w: () => this.press(/workers$/),
    h: () => { if (!this.beside) this.hint(); },
    s: () => this.hurry(),
    k: () => { this.wire.say({ do: "key" }); },
    p: () => { this.wire.say({ do: "points" }); },
    m: () => this.menu(),
    v: () => this.look(((this.board.large + 1) % (this.view?.players.length ?? 1))),
    "/": () => { this.tab("list"); this.filter.focus(); },
  };

  private press(wanted: RegExp): void {
    const there = this.choosing.left().filter((choice) => wanted.test(choice.action));
    this.choosing.offer(there, there[0]?.spot ?? "", false);
  }

  // The arrow keys lead to the nearest spot that lies that way.
  private move(key: string): void {
    const spots = [...this.board.root.querySelectorAll<SVGElement>(".spot")].map((one) => ({ one, at: one.getBoundingClientRect() }));
    if (!spots.length) return;
    const here = spots.find(({ one }) => one === document.activeElement);
    if (!here) { spots[0]!.one.focus(); return; }
    const [across, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] as [number, number];
    const middle = (at: DOMRect): [number, number] => [at.x + at.width / 2, at.y + at.height / 2];
    const [x, y] = middle(here.at);
    let [best, found] = [Infinity, here.one];
    for (const { one, at } of spots) {
      const [ox, oy] = middle(at);
      const ahead = (ox - x) * across + (oy - y) * down;
      const aside = Math.abs((ox - x) * down) + Math.abs((oy - y) * across);
      if (ahead > 1 && ahead + 2.2 * aside < best) [best, found] = [ahead + 2.2 * aside, one];
    }
    found.focus();
  }

  // --- the page -------------------------------------------------------------------------------------------------

  private tab(name: string): void {
    const play = document.querySelector<HTMLElement>(".play")!;
    play.dataset.tab = name;
    for (const one of play.querySelectorAll<HTMLElement>("[data-tab]")) {
      if (one.tagName === "BUTTON") one.setAttribute("aria-pressed", String(one.dataset.tab === name));
    }
  }

  private phoneTab(name: string): void {
    const play = document.querySelector<HTMLElement>(".play")!;
    play.dataset.phone = name;
    for (const one of play.querySelectorAll<HTMLElement>("[data-phone]")) {
      if (one.tagName === "BUTTON") one.setAttribute("aria-pressed", String(one.dataset.phone === name));
    }
    this.board.phoneTab = name;
    this.board.arrange();
    this.choosing.light();
  }

  // On a phone the page turns to where something can be chosen, if that is not here.
  private turnPage(): void {
    const lit = this.choosing.lit().filter((one) => one.kind === "act" && one.spot !== "workers");
    const there = (tab: string): boolean => lit.some((one) => (one.sheet === "depots") === (tab === "depots"));
    const other = this.board.phoneTab === "depots" ? "duchy" : "depots";
    if (this.board.phone && !there(this.board.phoneTab) && there(other)) this.phoneTab(other);
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

  ask(message: object): void { this.wire.say(message); }

  begin(): void {
    this.tab("log");
    this.phoneTab("depots");
  }
}

const KEYS: [string, string][] = [
  ["arrows, Enter", "go over what is lit, and take it"], ["1, 2", "show what one die does; again: both"], ["w", "workers"],
  ["e", "end the turn, or skip"], ["u, r", "undo, do again"], ["Backspace", "reset the turn"], ["/", "search what can be done"],
  ["h", "hints"], ["s", "skip ahead of what others do"], ["k", "what the tiles in view do"], ["p", "points"], ["v", "the next duchy large"], ["m", "this menu"], ["Esc", "clear what was chosen"],
];

const glide = async (ghost: SVGElement, from: DOMRect, to: DOMRect): Promise<void> => {
  document.body.append(ghost);
  const place = (at: DOMRect): string => `translate(${at.x + at.width / 2}px, ${at.y + at.height / 2}px) translate(-50%, -50%)`;
  Object.assign(ghost.style, { left: "0", top: "0" });
  await ghost.animate([{ transform: place(from) }, { transform: place(to) }], { duration: MOVE, easing: "ease-in-out" }).finished;
  ghost.remove();
};
