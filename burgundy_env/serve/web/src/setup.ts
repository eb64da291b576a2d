// A position set up by hand: on the picture, or in words; every change is checked by the server.

import { ask, download, handedOver, study, tried } from "./asking";
import { Board } from "./board";
import type { Lit } from "./board";
import { button, byId, capital, dialog, draw, drawn, make, remember, scope } from "./dom";
import { tips, toldAt } from "./explaining";
import { playOn } from "./leaving";
import { taker } from "./study_door";
import type { Position } from "./studying";
import type { Offers, View } from "./types";

interface SetUp extends View { position: Position; also: string[]; words: string[]; actions: number; why?: string }
interface Tile { name: string; told: string; colour: string; does: string; svg: string }

const GOODS = ["1", "2", "3", "4", "5", "6"];

export class Setup {
  private readonly board = new Board();
  private view: SetUp | null = null;
  private hexes: Record<string, string> = {};
  private readonly before: Position[] = [];
  private readonly after: Position[] = [];
  private agents: string[] = [];
  private offers: Offers | null = null;
  private tiles: Promise<Tile[]> | null = null;
  private layout = "";
  private busy = false;

  private readonly told = make("p", { id: "told", "aria-live": "polite" });
  private readonly what = make("strong", { id: "who" });
  private readonly words = make("ul", { id: "words" });
  private readonly filter = make("input", { type: "search", id: "filter", placeholder: "Search", "aria-label": "Search what the position says" });
  private readonly change = make("input", { id: "change", maxlength: 500, placeholder: "as p0 silver 3", "aria-label": "A change in words", autocomplete: "off", spellcheck: false });
  private readonly undo = button("↶ Undo", () => this.back(this.before, this.after), { id: "undo", title: "Take the last change back (u)" });
  private readonly redo = button("↷ Redo", () => this.back(this.after, this.before), { id: "redo", title: "Do it again (r)" });

  constructor(app: HTMLElement) {
    app.replaceChildren(this.page());
    this.board.root.addEventListener("pointerup", (event) => this.pressed(event.target));
    this.board.root.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); this.pressed(event.target); }
    });
    this.board.onLarge = (seat) => { this.board.large = seat; this.board.arrange(); this.light(); };
    this.filter.addEventListener("input", () => this.drawWords());
    this.layout = JSON.stringify(this.board.layout());
    new ResizeObserver(() => this.resized()).observe(this.board.root);
    document.addEventListener("keydown", (event) => {
      if ((event.target as HTMLElement).closest("input, select, textarea") || document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey) return;
      if (event.key === "u") this.back(this.before, this.after);
      if (event.key === "r") this.back(this.after, this.before);
    });
    tips((_, event) => toldAt(event, this.hexes).filter(Boolean).join("\n"));
    this.phoneTab("depots");
    void tried(async () => {
      this.offers = await ask<Offers>("/api/lobby");
      this.agents = this.offers.agents.map((agent) => agent.name);
    });
    const given = handedOver() as Position | null;
    if (given) void this.send({ position: given }, "/api/positions/change").then((fine) => { if (!fine) this.fresh(); });
    else this.fresh();
  }

  private fresh(): void { void this.send({ players: 2 }, "/api/positions/new"); }

  private page(): HTMLElement {
    const phone = (name: string, label: string): HTMLButtonElement => button(label, () => this.phoneTab(name), { "data-phone": name });
    const form = make("form", { class: "form" }, this.change, make("button", { type: "submit" }, "Change"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const step = this.change.value.trim();
      if (step) void this.step(step).then((fine) => { if (fine) this.change.value = ""; });
    });
    return make("div", { class: "play study setup" },
      make("header", {},
        make("a", { href: "/", class: "home", title: "To the lobby" }, "☰"),
        make("div", { class: "decision" }, this.what, this.told),
        make("div", { class: "buttons", role: "group", "aria-label": "Take back" }, this.undo, this.redo),
        make("div", { class: "buttons", role: "group", "aria-label": "The position" },
          button("New …", () => this.ask(), { id: "new" }), button("Open …", () => this.open(), { id: "open" }), button("Save", () => this.save(), { id: "save" }),
          button("Analyse", () => void study({ text: JSON.stringify(this.view?.position) }), { id: "analyse" }),
          button("Play on …", () => this.view && void playOn(this.view.position, this.names(), this.agents), { class: "primary", id: "play-on" }))),
      make("p", { id: "broken", role: "alert" }),
      make("nav", { class: "phone buttons", "aria-label": "What is shown" },
        phone("depots", "Depots"), phone("duchy", "Duchy"), phone("others", "Others"), phone("side", "Words")),
      make("main", {}, this.board.root,
        make("aside", {}, form, make("section", { class: "pane", "aria-label": "What the position says", tabindex: 0 },
          make("p", {}, "Click anything on the table, or a line here."), this.filter, this.words))));
  }

  private names(): string[] { return this.view?.players.map((player) => player.name) ?? []; }

  // --- talking to the server ----------------------------------------------------------------------------

  private async send(wish: object, path: string): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      const told = await ask<SetUp>(path, { ...wish, ...this.board.layout() });
      this.board.forget();
      this.show(told);
      return true;
    } catch (error) {
      byId("broken").textContent = (error as Error).message;
      return false;
    } finally {
      this.busy = false;
    }
  }

  private async step(...steps: string[]): Promise<boolean> {
    const before = this.view?.position;
    if (!before || this.busy) return false;
    byId("broken").textContent = "";
    const fine = await this.send({ position: before, steps }, "/api/positions/change");
    if (fine) {
      this.before.push(before);
      this.after.length = 0;
      this.told.textContent = [steps.join("; "), ...(this.view!.also.length ? [`with it ${this.view!.also.join(", ")}`] : [])].join(": ");
      this.buttons();
    }
    return fine;
  }

  private back(from: Position[], to: Position[]): void {
    const wanted = from.pop();
    if (!wanted || !this.view) return;
    to.push(this.view.position);
    void this.send({ position: wanted }, "/api/positions/change");
  }

  private load(text: string): void {
    void tried(async () => {
      const position = JSON.parse(text) as Position;
      const before = this.view?.position;
      if (await this.send({ position }, "/api/positions/change") && before) this.before.push(before);
      this.buttons();
    });
  }

  private show(view: SetUp): void {
    this.view = view;
    remember("setup", view.position);
    this.hexes = { ...this.hexes, ...view.hexes };
    this.board.large = Math.min(this.board.large, view.players.length - 1);
    this.board.update(view.sheets, view.players, view.active);
    this.what.textContent = `${capital(view.decision[0])}: phase ${view.phase}, round ${view.round}`;
    this.told.textContent = view.over ? "The game is over." : `${view.decision[1]} (${view.actions} legal actions)`;
    byId("broken").textContent = "";
    this.buttons();
    this.light();
    this.drawWords();
  }

  private buttons(): void {
    this.undo.disabled = !this.before.length;
    this.redo.disabled = !this.after.length;
  }

  // --- the picture ----------------------------------------------------------------------------------------

  private light(): void {
    const view = this.view;
    if (!view) return;
    const lit: Lit[] = [];
    for (const sheet of ["depots", `seat${this.board.large}`]) {
      for (const spot of Object.keys(view.sheets[sheet]?.spots ?? {})) {
        if (EDITED.test(spot)) lit.push({ spot, sheet, label: `Change ${spot}`, badges: [], kind: "act", held: false });
      }
    }
    this.board.light(lit);
  }

  private pressed(target: EventTarget | null): void {
    const spot = target instanceof Element ? target.closest<SVGElement>(".spot")?.dataset.spot : undefined;
    if (!spot || !this.view) return;
    const seat = this.board.large;
    const player = this.view.position.players[seat];
    const home = player?.placed ? `p${seat}` : `t${seat % 2}`;
    const owner = (player?.placed ? player : undefined) ?? (this.view.position as unknown as { teams?: Position["players"] }).teams?.[seat % 2];
    if (/^h\d+$/.test(spot)) {
      const lies = owner?.placed?.[spot];
      void this.pick(`Hex ${spot.slice(1)}`, (tile) => `${lies ? `${home} clear ${spot}; ` : ""}${home} place ${spot} ${tile}`, lies ? `${home} clear ${spot}` : "", this.colourAt(spot));
    } else if (/^(\d\.\d|b\d)$/.test(spot)) {
      void this.pick(`Slot ${spot}`, (tile) => `${spot} ${tile}`, `${spot} none`, "");
    } else if (spot === "storage" || spot.startsWith("stored:")) {
      const held = spot.startsWith("stored:") ? spot.slice(7).replace(/^team /, "") : "";
      void this.pick("Storage", (tile) => `${home} storage ${held ? `-${held} ` : ""}+${tile}`, held ? `${home} storage -${held}` : "", "");
    } else if (/^die\d$/.test(spot)) {
      this.dice(seat);
    } else if (/^depot\d$/.test(spot)) {
      this.say(`depot ${spot.slice(5)} goods `);
    } else {
      this.numbers(seat, home);
    }
  }

  // Of a hex the tiles of its own colour stand first: what its region is called says which that is.
  private colourAt(spot: string): string {
    const told = this.hexes[`seat${this.board.large}.${spot}`] ?? "";
    return ["building", "monastery", "ship", "livestock", "castle", "mine"].find((colour) => told.includes(colour)) ?? "";
  }

  private async pick(title: string, step: (tile: string) => string, clear: string, colour: string): Promise<void> {
    const ruleset = this.view!.position.config.ruleset;
    this.tiles ??= ask<Tile[]>(`/api/tiles/${ruleset}`);
    const tiles = await this.tiles.catch(() => []);
    const search = make("input", { type: "search", placeholder: "Search", "aria-label": "Search tiles" });
    const done = (words: string): void => { box.close(); void this.step(words); };
    const made = tiles.map((tile) => {
      const svg = draw("svg", { viewBox: "-34 -36 68 72", class: scope(), "data-sheet": "tile", "aria-hidden": true });
      const group = draw("g");
      drawn(group, tile.svg);
      svg.append(group);
      const one = button("", () => done(step(tile.name)), { class: "tile", "aria-label": tile.told, title: `${capital(tile.told)}: ${tile.does}`, "data-tile": tile.name });
      one.append(svg);
      return { tile, one };
    });
    const look = (): void => {
      const wanted = search.value.toLowerCase();
      for (const { tile, one } of made) one.hidden = wanted ? !`${tile.told} ${tile.does} ${tile.name}`.toLowerCase().includes(wanted) : colour !== "" && tile.colour !== colour;
    };
    search.addEventListener("input", look);
    look();
    const box = dialog(`${title}: which tile?`, make("div", { class: "buttons" }, search, ...(clear ? [button("None", () => done(clear), { id: "clear" })] : [])),
      make("div", { class: "palette" }, ...made.map(({ one }) => one)));
  }

  private dice(seat: number): void {
    const dice = this.view!.position.players[seat]!.dice;
    const faces = dice.map((die, i) => make("select", { "aria-label": `Die ${i + 1}` }, ...GOODS.map((one) => make("option", { value: one, selected: Number(one) === die }, one))));
    const used = make("select", { "aria-label": "Used" }, ...[["", "as it is"], ["none", "neither is used"], ["d1", "die 1 is used"], ["d2", "die 2 is used"], ["d1 d2", "both are used"]].map(([value, label]) => make("option", { value: value! }, label!)));
    const box = dialog(`${this.names()[seat]}: dice`, make("div", { class: "row" }, ...faces, used), button("Change", () => {
      box.close();
      void this.step([`p${seat} dice ${faces.map((one) => one.value).join(" ")}`, ...(used.value ? [`p${seat} used ${used.value}`] : [])].join("; "));
    }, { class: "primary" }));
  }

  private numbers(seat: number, home: string): void {
    const position = this.view!.position as unknown as { players: Record<string, unknown>[]; teams?: Record<string, unknown>[] };
    const owner = home.startsWith("t") ? position.teams![Number(home.slice(1))]! : position.players[seat]!;
    const keys = ["vp", "workers", "silver"].filter((key) => typeof owner[key] === "number");
    const fields = keys.map((key) => make("input", { type: "number", min: 0, max: 999, value: owner[key] as number, "aria-label": key, "data-key": key }));
    const goods = make("input", { value: listed(owner.goods), "aria-label": "goods", "data-key": "goods" });
    const sold = make("input", { value: listed(owner.sold), "aria-label": "sold", "data-key": "sold" });
    const box = dialog(`${this.names()[seat]}: what there is`,
      ...[...fields, goods, sold].map((field) => make("label", { class: "row" }, make("b", {}, capital(field.dataset.key!)), field, field.type === "number" ? "" : "by type, as 2 5 5")),
      button("Change", () => {
        const now = [...fields.map((field) => `${home} ${field.dataset.key} ${field.value}`), ...[goods, sold].map((field) => `${home} ${field.dataset.key} ${field.value.trim() || "none"}`)];
        const was = [...keys.map((key) => `${home} ${key} ${String(owner[key])}`), ...["goods", "sold"].map((key) => `${home} ${key} ${listed(owner[key]) || "none"}`)];
        const steps = now.filter((one, i) => one !== was[i]);
        box.close();
        if (steps.length) void this.step(steps.join("; "));
      }, { class: "primary" }));
  }

  // --- words --------------------------------------------------------------------------------------------

  private drawWords(): void {
    const wanted = this.filter.value.trim().toLowerCase();
    this.words.replaceChildren(...(this.view?.words ?? []).filter((one) => one.toLowerCase().includes(wanted)).map((one) =>
      make("li", {}, button(one, () => this.say(one)))));
  }

  private say(words: string): void {
    if (this.board.phone) this.phoneTab("side");
    this.change.value = words;
    this.change.focus();
  }

  // --- new, from a file, into a file ------------------------------------------------------------------------

  private ask(): void {
    const offers = this.offers;
    if (!offers) return;
    const select = (label: string, options: (string | number)[], value: string | number): HTMLSelectElement =>
      make("select", { "aria-label": label }, ...options.map((one) => make("option", { value: one, selected: one === value }, String(one))));
    const players = select("Players", [1, 2, 3, 4], 2);
    const [rules, phase, round] = [select("Rules", offers.rulesets, offers.rulesets[0]!), select("Phase", ["A", "B", "C", "D", "E"], "A"), select("Round", [1, 2, 3, 4, 5], 1)];
    const chateauma = select("The Châteauma", ["none", ...offers.difficulties], "none");
    const modules = offers.modules.map((module) => ({ module, tick: make("input", { type: "checkbox" }) }));
    const box = dialog("A new position",
      make("div", { class: "form" }, ...([["Players", players], ["Rules", rules], ["Phase", phase], ["Round", round], ["The Châteauma", chateauma]] as const).map(([label, field]) => make("label", {}, label, field))),
      make("fieldset", {}, make("legend", {}, "Expansions"), make("div", { class: "ticks" }, ...modules.map(({ module, tick }) => make("label", { class: "tick" }, tick, module.title)))),
      button("Set up", () => {
        const before = this.view?.position;
        const chosen = modules.filter(({ tick }) => tick.checked).map(({ module }) => module.key);
        void this.send({
          players: Number(players.value), ruleset: rules.value, phase: phase.value, round: Number(round.value), modules: chosen,
          chateauma: chateauma.value === "none" ? null : { difficulty: chateauma.value, modifiers: [] },
        }, "/api/positions/new").then((fine) => {
          if (!fine) return;
          box.close();
          this.tiles = null;
          if (before) this.before.push(before);
          this.buttons();
        });
      }, { class: "primary", id: "begin-new" }));
  }

  private open(): void {
    const pasted = make("textarea", { rows: 6, "aria-label": "Paste a position", placeholder: "… or paste it here", spellcheck: false, id: "pasted" });
    const take = (text: string): void => { box.close(); this.load(text); };
    const box = dialog("Open a position", taker("Drop a position (JSON) here.", take), pasted, button("Open what was pasted", () => take(pasted.value), { class: "primary" }));
  }

  private save(): void {
    if (this.view) download(new Blob([`${JSON.stringify(this.view.position, null, 1)}\n`], { type: "application/json" }), "burgundy-position.json");
  }

  // --- the page -------------------------------------------------------------------------------------------

  private phoneTab(name: string): void {
    const page = document.querySelector<HTMLElement>(".setup")!;
    page.dataset.phone = name;
    for (const one of page.querySelectorAll<HTMLElement>("button[data-phone]")) one.setAttribute("aria-pressed", String(one.dataset.phone === name));
    this.board.phoneTab = name;
    this.board.arrange();
    this.light();
  }

  private resized(): void {
    const layout = JSON.stringify(this.board.layout());
    if (layout !== this.layout) {
      this.layout = layout;
      if (this.view) void this.send({ position: this.view.position }, "/api/positions/change");
      return;
    }
    this.board.arrange();
    this.light();
  }
}

const EDITED = /^(h\d+|\d\.\d|b\d|storage|stored:.*|die\d|workers|silver|goods\d)$/;

// `2 5 5` of counts by type.
const listed = (counts: unknown): string =>
  Object.entries((counts ?? {}) as Record<string, number>).flatMap(([kind, count]) => Array.from({ length: count }, () => kind)).join(" ");
