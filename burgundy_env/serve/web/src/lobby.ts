// The lobby: a new game, as one likes it or at once, and the games that go on.

import { ask, study } from "./asking";
import { button, capital, changeSettings, dialog, draw, drawn, make, notify, scope, settings, whileWaiting } from "./dom";
import type { Key, Offers, Part, Value } from "./types";

interface Seat { agent: string | null; name: string; elsewhere: boolean; board: number | null }
interface Wish { players: number; ruleset: string; modules: string[]; chateauma: { difficulty: string; modifiers: string[] } | null }

const DIFFERENT = "random";
const SIDES = "sides";
const ALONE: Record<string, { players: number; boards: string }> = { solo: { players: 1, boards: "solo" }, team: { players: 4, boards: "team" } };
const RULES: Record<string, string> = { special_edition: "Special Edition", alea_2011: "alea 2011" };

export class Lobby {
  private offers: Offers | null = null;
  private wish: Wish = { players: 2, ruleset: "special_edition", modules: [], chateauma: null };
  private readonly seats: Seat[] = [
    { agent: null, name: settings.name, elsewhere: false, board: null },
    ...[4, 4, 4].map((level) => ({ agent: `level:${level}`, name: "", elsewhere: false, board: null })),
  ];
  private sides = false; // whether each is dealt a board and chooses its side
  private readonly keys: Record<string, Value> = {}; // of modules, where they are not as usual
  private clashes: Record<string, string> = {};
  private readonly form = make("section", { class: "panel", "aria-label": "A new game" });

  constructor(private readonly app: HTMLElement) { void this.begin(); }

  private fetch(path: string, wish?: object): Promise<unknown> { return ask(path, wish); }

  private async begin(): Promise<void> {
    try {
      this.offers = (await this.fetch("/api/lobby")) as Offers;
    } catch (error) {
      this.app.replaceChildren(make("p", { class: "panel" }, capital((error as Error).message)));
      return;
    }
    this.app.replaceChildren(make("main", { class: "lobby" },
      make("header", {}, make("h1", {}, "The Castles of Burgundy"), this.elsewhere()), this.quick(), this.form, this.games()));
    await this.changed();
  }

  // --- at once --------------------------------------------------------------------------------------------

  private quick(): HTMLElement {
    const levels = this.offers!.agents.filter((agent) => agent.name.startsWith("level:"));
    const level = make("select", { id: "quick-level", "aria-label": "Against" },
      ...levels.map((agent) => make("option", { value: agent.name, selected: agent.name === "level:4" }, agent.told)));
    const play = button("Just play", () => void this.start({
      players: 2, duchies: DIFFERENT, seats: [{ name: this.seats[0]!.name }, { agent: level.value }],
    }), { class: "primary large", id: "just-play" });
    return make("section", { class: "panel quick", "aria-label": "Play at once" }, play, make("span", {}, "two duchies of the box, dealt at random, against "), level);
  }

  private elsewhere(): HTMLElement {
    return make("nav", { class: "buttons", "aria-label": "What else there is" },
      make("a", { href: "/learn", class: "button" }, "Learn"),
      ...(this.offers!.watched ? [make("a", { href: "/watch", class: "button" }, "Watch")] : []),
      make("a", { href: "/analyse", class: "button" }, "Analyse"), make("a", { href: "/setup", class: "button" }, "Set up"));
  }

  private games(): HTMLElement {
    const games = this.offers!.games;
    const row = (game: Offers["games"][number]): HTMLElement => make("li", {},
      make("a", { href: `/game/${game.ident}#${game.key}` }, game.about),
      make("small", {}, ` ${new Date(game.played * 1000).toLocaleString()} `),
      ...(game.over ? [button("Analyse", () => void study({ game: game.ident }, game.key), { class: "small" })] : []));
    const [going, over] = [games.filter((game) => !game.over), games.filter((game) => game.over)];
    const section = make("section", { class: "panel", "aria-label": "Games" });
    if (going.length) section.append(make("h2", {}, "Go on with"), make("ul", {}, ...going.map(row)));
    if (over.length) section.append(make("h2", {}, "Played"), make("ul", {}, ...over.map(row)));
    section.hidden = !games.length;
    return section;
  }

  // --- as one likes it --------------------------------------------------------------------------------------

  private get alone(): { players: number; boards: string } | undefined {
    return this.wish.modules.map((key) => ALONE[key]).find(Boolean);
  }

  private async changed(): Promise<void> {
    if (this.alone) this.wish.players = this.alone.players;
    if (this.wish.chateauma && this.wish.players > 3) this.wish.players = 3;
    if (!this.wish.chateauma && !this.alone && this.wish.players === 1) this.wish.players = 2;
    try {
      this.clashes = (await this.fetch("/api/clashes", { ...this.wish, ...this.asked() })) as Record<string, string>;
    } catch (error) {
      notify(capital((error as Error).message));
    }
    this.draw();
  }

  private draw(): void {
    const focused = document.activeElement?.id;
    this.form.replaceChildren(make("h2", {}, "A new game"), this.players(), this.dealing(), make("div", { class: "seats" }, ...this.seatRows()),
      this.modules(), this.chateauma(), this.rules(),
      button("Begin", () => void this.start(this.whole()), { class: "primary large", id: "begin" }));
    if (focused) document.getElementById(focused)?.focus();
  }

  private players(): HTMLElement {
    const counts = [1, 2, 3, 4].map((count) => button(String(count), () => { this.wish.players = count; void this.changed(); }, {
      id: `players-${count}`, "aria-pressed": this.wish.players === count,
      disabled: this.alone ? count !== this.alone.players : this.wish.chateauma ? count > 3 : count === 1,
      title: count === 1 && !this.alone && !this.wish.chateauma ? "Alone one plays the solo game, or against the Châteauma" : `${count} players`,
    }));
    for (const [i, one] of counts.entries()) one.setAttribute("aria-pressed", String(this.wish.players === i + 1));
    return make("div", { class: "row", role: "group", "aria-label": "Players" }, make("b", {}, "Players"), make("span", { class: "buttons" }, ...counts));
  }

  private dealing(): HTMLElement {
    const ways: [string, string][] = [["", "chosen below, or dealt"], [SIDES, "a board is dealt, its owner chooses the side"]];
    const way = make("select", { "aria-label": "Duchies", id: "dealing" },
      ...ways.map(([value, told]) => make("option", { value, selected: this.sides === (value === SIDES) }, told)));
    way.addEventListener("change", () => { this.sides = way.value === SIDES; this.draw(); });
    const row = make("div", { class: "row" }, make("b", {}, "Duchies"), way);
    row.hidden = this.alone !== undefined;
    return row;
  }

  private seatRows(): HTMLElement[] {
    const seats = this.seats.slice(0, this.wish.players);
    const people = seats.filter((seat) => seat.agent === null).length;
    return seats.map((seat, number) => {
      const value = seat.agent ?? (seat.elsewhere ? "elsewhere" : "here");
      const who = make("select", { "aria-label": `Seat ${number}: who plays`, id: `who-${number}` },
        make("option", { value: "here", selected: value === "here" }, "a person, here"),
        make("option", { value: "elsewhere", selected: value === "elsewhere" }, "a person, by a link"),
        ...this.offers!.agents.map((agent) => make("option", { value: agent.name, selected: agent.name === value }, agent.told)));
      who.addEventListener("change", () => {
        seat.agent = who.value === "here" || who.value === "elsewhere" ? null : who.value;
        seat.elsewhere = who.value === "elsewhere";
        this.draw();
      });
      const name = make("input", { value: seat.name, maxlength: 24, "aria-label": `Seat ${number}: name`, placeholder: people === 1 ? "Player" : `Player ${number + 1}` });
      name.addEventListener("input", () => { seat.name = name.value; if (number === 0) changeSettings({ name: name.value }); });
      name.hidden = seat.agent !== null;
      const marker = make("span", { class: `marker seat-${number}` }, String(number));
      return make("div", { class: "row seat" }, marker, who, name, this.boardButton(seat, number));
    });
  }

  private boardButton(seat: Seat, number: number): HTMLElement {
    if (this.alone?.boards === "team" && number > 1) return make("span", { class: "board" }, "shares a duchy");
    if (this.sides && !this.alone) return make("span", { class: "board" }, "chooses a side");
    const made = button("", () => void this.chooseBoard(seat), { class: "board", id: `board-${number}`, "aria-label": `Seat ${number}: duchy` });
    made.append(seat.board === null ? "a duchy at random" : `duchy ${seat.board}`);
    if (seat.board !== null) void this.picture(seat.board).then((svg) => made.prepend(svg));
    return made;
  }

  private readonly pictures = new Map<number, Promise<{ size: [number, number]; parts: Part[] }>>();
  private async picture(number: number): Promise<SVGElement> {
    let told = this.pictures.get(number);
    if (!told) {
      told = this.fetch(`/api/board/${number}`) as Promise<{ size: [number, number]; parts: Part[] }>;
      this.pictures.set(number, told);
    }
    const { size, parts } = await told;
    const svg = draw("svg", { viewBox: `0 0 ${size[0]} ${size[1]}`, class: scope(), "data-sheet": "duchy", "aria-hidden": true });
    for (const [, x, y, part] of parts) {
      const group = draw("g", { transform: `translate(${x} ${y})` });
      drawn(group, part);
      svg.append(group);
    }
    return svg;
  }

  private async chooseBoard(seat: Seat): Promise<void> {
    const kind = this.alone?.boards;
    const boards = this.offers!.boards.filter((board) => (kind ? board.kind === kind : !Object.values(ALONE).some((alone) => alone.boards === board.kind)));
    const take = (number: number | null): void => { seat.board = number; box.close(); this.draw(); };
    const tiles = boards.map(({ number }) => {
      const made = button("", () => take(number), { class: "board tile", "aria-label": `Duchy ${number}` });
      made.append(make("span", {}, String(number)));
      void this.picture(number).then((svg) => made.prepend(svg));
      return made;
    });
    const random = kind ? [] : [button("At random", () => take(null))];
    const box = dialog("Which duchy?", ...random, make("div", { class: "grid" }, ...tiles));
  }

  private modules(): HTMLElement {
    const ticks = this.offers!.modules.map(({ key, title }) => {
      const on = this.wish.modules.includes(key);
      const why = on ? undefined : this.clashes[key];
      const box = make("input", { type: "checkbox", checked: on, disabled: why !== undefined, id: `module-${key}` });
      box.addEventListener("change", () => {
        this.wish.modules = box.checked ? [...this.wish.modules, key] : this.wish.modules.filter((one) => one !== key);
        for (const seat of this.seats) seat.board = null;
        void this.changed();
      });
      return make("label", { class: why ? "tick off" : "tick" }, box, make("span", {}, title, ...(why ? [make("small", {}, capital(why))] : [])));
    });
    const keys = this.offers!.keys.filter(({ module }) => this.wish.modules.includes(module));
    return make("fieldset", {}, make("legend", {}, "Expansions"), make("div", { class: "ticks" }, ...ticks), ...keys.map((key) => this.key(key)));
  }

  // What a module asks for besides, by what may be answered.
  private key(key: Key): HTMLElement {
    const id = `key-${key.name}`;
    const change = (value: Value): void => { this.keys[key.name] = value; void this.changed(); };
    const value = key.name in this.keys ? this.keys[key.name]! : key.usual;
    const why = this.clashes[`${key.module}.${key.name}`];
    const words = make("span", {}, capital(key.meaning));
    const wrong = why ? [make("small", { class: "wrong", role: "alert" }, capital(why))] : [];
    if (key.items) return make("div", { class: "row key-of", role: "group", "aria-label": key.meaning }, words, ...this.listed(key, value, id, change), ...wrong);
    const field = key.choices
      ? make("select", { id }, ...key.choices.map((name) => make("option", { value: name, selected: name === value }, name)))
      : make("input", { id, type: "number", min: key.least!, max: key.most!, value: value as number });
    field.addEventListener("change", () => change(key.choices ? field.value : Number(field.value)));
    return make("label", { class: "row key-of" }, words, field, ...(key.unit ? [key.unit] : []), ...wrong);
  }

  // A list is what was clicked, in that order; nothing clicked leaves it to chance.
  private listed(key: Key, value: Value, id: string, change: (value: Value) => void): HTMLElement[] {
    const list = Array.isArray(value) ? value : [];
    const items = key.items!.map((item) => {
      const on = list.includes(item);
      const made = button(String(item), () => {
        const left = on ? list.filter((one) => one !== item) : [...list, item];
        change(left.length ? left : key.usual);
      }, { id: `${id}-${item}` });
      made.setAttribute("aria-pressed", String(on));
      return made;
    });
    return [make("span", { class: "buttons" }, ...items), make("small", {}, list.length ? list.join(", ") : "at random")];
  }

  // What the modules that are played have been asked for.
  private asked(): Record<string, Value> {
    const played = this.offers!.keys.filter(({ module, name }) => this.wish.modules.includes(module) && name in this.keys);
    return Object.fromEntries(played.map(({ name }) => [name, this.keys[name]!]));
  }

  private chateauma(): HTMLElement {
    const its = this.wish.chateauma;
    const why = its ? undefined : this.clashes.chateauma;
    const box = make("input", { type: "checkbox", checked: its !== null, disabled: why !== undefined, id: "chateauma" });
    box.addEventListener("change", () => {
      this.wish.chateauma = box.checked ? { difficulty: "intermediate", modifiers: [] } : null;
      void this.changed();
    });
    const row = make("fieldset", {}, make("legend", {}, "The automa"),
      make("label", { class: why ? "tick off" : "tick" }, box, make("span", {}, "The Châteauma takes a seat", ...(why ? [make("small", {}, capital(why))] : []))));
    if (!its) return row;
    const difficulty = make("select", { "aria-label": "Difficulty", id: "difficulty" },
      ...this.offers!.difficulties.map((name) => make("option", { value: name, selected: name === its.difficulty }, capital(name))));
    difficulty.addEventListener("change", () => { its.difficulty = difficulty.value; });
    const modifiers = this.offers!.modifiers.map((letter) => {
      const tick = make("input", { type: "checkbox", checked: its.modifiers.includes(letter) });
      tick.addEventListener("change", () => {
        its.modifiers = tick.checked ? [...its.modifiers, letter] : its.modifiers.filter((one) => one !== letter);
      });
      return make("label", { class: "tick" }, tick, `modifier ${letter}`);
    });
    row.append(make("div", { class: "row" }, difficulty, ...modifiers));
    return row;
  }

  private rules(): HTMLElement {
    const rules = make("select", { "aria-label": "Rules", id: "rules" },
      ...this.offers!.rulesets.map((name) => make("option", { value: name, selected: name === this.wish.ruleset }, RULES[name] ?? name)));
    rules.addEventListener("change", () => { this.wish.ruleset = rules.value; void this.changed(); });
    return make("div", { class: "row" }, make("b", {}, "Rules"), rules);
  }

  // Who leaves a board to chance gets one dealt here, where others have chosen theirs.
  private whole(): object {
    const seats = this.seats.slice(0, this.wish.players);
    const owners = this.alone?.boards === "team" ? seats.slice(0, 2) : seats;
    const usual = this.offers!.boards.filter((board) => board.kind === (this.alone?.boards ?? "base")).map((board) => board.number);
    const dealt = (): number => usual[Math.floor(Math.random() * usual.length)]!;
    const drawn = this.sides ? SIDES : DIFFERENT;
    const duchies = this.alone || (!this.sides && owners.some((seat) => seat.board !== null))
      ? owners.map((seat, i) => seat.board ?? (this.alone ? usual[i % usual.length]! : dealt())) : drawn;
    return { ...this.wish, ...this.asked(), duchies, seats: seats.map((seat) => (seat.agent ? { agent: seat.agent } : { name: seat.name, elsewhere: seat.elsewhere })) };
  }

  private async start(wish: object): Promise<void> {
    const ended = whileWaiting(notify);
    try {
      const begun = (await this.fetch("/api/games", wish)) as { ident: string; key: string };
      location.assign(`/game/${begun.ident}#${begun.key}`);
    } catch (error) {
      notify(capital((error as Error).message));
    } finally {
      ended();
    }
  }
}
