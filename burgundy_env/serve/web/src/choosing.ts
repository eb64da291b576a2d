// Choosing: a die or a tile narrows what is lit, what is lit is done. By mouse, touch and keys alike.

import type { Board, Lit } from "./board";
import { button, byId, capital, make, settings } from "./dom";
import type { Choice, View } from "./types";

const DIE = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];
const BUTTONS: Record<string, string> = { end: "End turn", skip: "Skip", hire: "Hire: 1 silver, 2 workers" };

export interface Doing {
  act: (choice: Choice, pick?: string) => void;
  changed: () => void;
}

export class Choosing {
  die = "";
  tile = ""; // a stored one
  private view: View | null = null;
  private rests = false;
  private asking: HTMLElement | null = null;

  constructor(private readonly board: Board, private readonly doing: Doing) {
    board.root.addEventListener("pointerdown", (event) => this.press(event));
    board.root.addEventListener("keydown", (event) => {
      const spot = spotOf(event.target);
      if (spot && (event.key === "Enter" || event.key === " ")) {
        event.preventDefault();
        this.choose(spot, false);
      }
    });
    document.addEventListener("pointerdown", (event) => {
      if (this.asking && !this.asking.contains(event.target as Node)) this.ask(null);
    });
  }

  show(view: View): void {
    this.view = view;
    this.rests = false;
    this.die = "";
    this.tile = "";
    this.ask(null);
    this.light();
  }

  // Nothing can be chosen until the next position is shown.
  rest(): void {
    this.rests = true;
    this.clear();
  }

  clear(): void {
    this.die = "";
    this.tile = "";
    this.ask(null);
    this.light();
  }

  pickDie(die: string): void {
    if (!this.choices().some((choice) => choice.by === die)) return;
    this.die = this.die === die ? "" : die;
    if (!this.left().length) this.tile = "";
    this.ask(null);
    this.light();
  }

  // A die and a tile that have nothing to do with each other are not held together: nothing would be lit.
  private pickTile(tile: string): void {
    this.tile = this.tile === tile ? "" : tile;
    if (!this.left().length) this.die = "";
    this.ask(null);
    this.light();
  }

  // What die and tile leave of what may be done.
  left(): Choice[] {
    return this.choices().filter((choice) =>
      (!this.die || !/^d[12]$/.test(choice.by) || choice.by === this.die) &&
      (!this.tile || (choice.tiles !== undefined && this.tile in choice.tiles)));
  }

  private choices(): Choice[] { return this.rests ? [] : (this.view?.choices ?? []); }

  points(choice: Choice): number {
    if (!choice.tiles) return choice.vp;
    return this.tile ? (choice.tiles[this.tile] ?? 0) : Math.max(choice.vp, ...Object.values(choice.tiles));
  }

  // --- what is lit ------------------------------------------------------------------------------------

  light(): void {
    this.board.light(this.lit());
    this.doing.changed();
  }

  lit(): Lit[] {
    const lit: Lit[] = [];
    const bySpot = new Map<string, Choice[]>();
    for (const choice of this.left()) bySpot.set(choice.spot, [...(bySpot.get(choice.spot) ?? []), choice]);
    for (const [spot, there] of bySpot) {
      const sheet = this.board.home(spot);
      if (sheet) lit.push({ spot, sheet, label: there.map((choice) => choice.told).join(" Or: "), badges: this.badges(there), kind: "act", held: false });
    }
    for (const tile of new Set(this.choices().flatMap((choice) => Object.keys(choice.tiles ?? {})))) {
      const spot = `stored:${tile}`;
      const sheet = this.board.home(spot);
      if (sheet && !bySpot.has(spot)) {
        lit.push({ spot, sheet, label: `Stored: ${tile}. Shows where it can go`, badges: [], kind: "tile", held: this.tile === tile });
      }
    }
    for (const die of ["d1", "d2"]) {
      const sheet = this.board.home(`die${die[1]}`);
      if (sheet && this.choices().some((choice) => choice.by === die)) {
        lit.push({ spot: `die${die[1]}`, sheet, label: `Die ${die[1]}. Shows what it does`, badges: [], kind: "die", held: this.die === die });
      }
    }
    return lit;
  }

  // What it costs at least and brings at most.
  private badges(there: Choice[]): string[] {
    const least = Math.min(...there.map((choice) => choice.workers));
    const most = Math.max(...there.map((choice) => this.points(choice)));
    return [...(least > 0 ? [String(least)] : []), ...(most > 0 ? [`+${most} VP`] : [])];
  }

  // --- choosing ---------------------------------------------------------------------------------------

  choose(spot: string, touched: boolean): void {
    if (/^die[12]$/.test(spot)) { this.pickDie(`d${spot[3]}`); return; }
    const there = this.left().filter((choice) => choice.spot === spot);
    if (!there.length && spot.startsWith("stored:")) {
      this.pickTile(spot.slice(7));
      return;
    }
    this.offer(there, spot, touched);
  }

  // One way to do it is done; of several, or where one wants to be asked, one is chosen beside the spot.
  offer(there: Choice[], spot: string, touched: boolean): void {
    if (!there.length) return;
    if (there.length === 1 && !touched && !settings.ask) { this.take(there[0]!); return; }
    this.ask(there, spot);
  }

  take(choice: Choice): void {
    const pick = this.tile && choice.tiles && Object.keys(choice.tiles).length > 1 ? this.tile : undefined;
    this.ask(null);
    this.doing.act(choice, pick);
  }

  private ask(there: Choice[] | null, spot = ""): void {
    this.asking?.remove();
    this.asking = null;
    if (!there) return;
    const sorted = [...there].sort((a, b) => a.workers - b.workers);
    const close = button("×", () => { this.ask(null); this.focus(spot); }, { class: "close", "aria-label": "Close" });
    const box = make("div", { class: "ask", role: "dialog", "aria-label": "Which way?" }, close,
      ...sorted.map((choice) => this.option(choice)));
    document.body.append(box);
    byId("tip").style.display = "none";
    this.asking = box;
    const at = this.board.rect(spot) ?? new DOMRect(innerWidth / 2, innerHeight / 2, 0, 0);
    const { width, height } = box.getBoundingClientRect();
    const top = at.bottom + 8 + height < innerHeight ? at.bottom + 8 : Math.max(8, at.top - height - 8);
    box.style.left = `${Math.max(8, Math.min(at.left + at.width / 2 - width / 2, innerWidth - width - 8))}px`;
    box.style.top = `${top}px`;
    box.querySelector<HTMLElement>(".option")?.focus();
    box.addEventListener("keydown", (event) => {
      if (event.key === "Escape") { event.stopPropagation(); this.ask(null); this.focus(spot); }
    });
  }

  private focus(spot: string): void {
    this.board.root.querySelector<SVGElement>(`.spot[data-spot="${CSS.escape(spot)}"]`)?.focus();
  }

  option(choice: Choice): HTMLButtonElement {
    const made = button("", () => this.take(choice), { class: "option", title: choice.told });
    made.append(make("span", { class: "what" }, ...this.by(choice), capital(choice.note)));
    const vp = this.points(choice);
    if (choice.workers) made.append(make("span", { class: "price" }, `${choice.workers} worker${choice.workers > 1 ? "s" : ""}`));
    if (vp > 0) made.append(make("span", { class: "gain" }, `+${vp} VP`));
    return made;
  }

  private by(choice: Choice): Node[] {
    const found = /^d([12])$/.exec(choice.by);
    if (!found) return [];
    const face = choice.shown ? DIE[choice.shown - 1] : "";
    return [make("b", { class: "die", title: `die ${found[1]}` }, face ? `${face} ` : `die ${found[1]}: `)];
  }

  // What points at nothing on the table, as buttons; the end of a turn last.
  buttons(): HTMLElement[] {
    const rest = this.left().filter((choice) => !this.board.home(choice.spot) || choice.spot === "workers");
    const last = (choice: Choice): number => Number(/^(end|skip)$/.test(choice.action));
    return rest.sort((a, b) => last(a) - last(b)).map((choice) => {
      const plain = choice.action.replace(/^(d1|d2|free) /, "");
      const label = BUTTONS[choice.action] ?? (plain === "workers" ? "Workers" : capital(choice.note));
      const made = button("", () => this.take(choice), {
        class: last(choice) ? "primary" : "", "data-action": choice.action, title: choice.told,
      });
      made.append(...this.by(choice), label);
      const vp = this.points(choice);
      if (vp > 0) made.append(make("span", { class: "gain" }, ` +${vp} VP`));
      return made;
    });
  }

  // --- pressing and dragging --------------------------------------------------------------------------

  private press(event: PointerEvent): void {
    const spot = spotOf(event.target);
    if (!spot || event.button !== 0) return;
    const touched = event.pointerType === "touch";
    const start = { x: event.clientX, y: event.clientY };
    const carries = /^(stored:|\d\.|b\d|inn|v\d)/.test(spot);
    let ghost: SVGElement | null = null;
    const move = (at: PointerEvent): void => {
      if (!ghost && carries && !touched && Math.hypot(at.clientX - start.x, at.clientY - start.y) > 8) {
        ghost = this.lift(spot);
        if (spot.startsWith("stored:")) {
          this.tile = "";
          this.pickTile(spot.slice(7));
        }
      }
      if (ghost) Object.assign(ghost.style, { left: `${at.clientX}px`, top: `${at.clientY}px` });
    };
    const end = (at: PointerEvent): void => {
      document.removeEventListener("pointermove", move);
      document.removeEventListener("pointerup", end);
      document.removeEventListener("pointercancel", cancel);
      if (!ghost) {
        if (Math.hypot(at.clientX - start.x, at.clientY - start.y) < 12) this.choose(spot, touched);
        return;
      }
      ghost.remove();
      this.drop(spot, document.elementFromPoint(at.clientX, at.clientY));
    };
    const cancel = (): void => {
      document.removeEventListener("pointermove", move);
      document.removeEventListener("pointerup", end);
      document.removeEventListener("pointercancel", cancel);
      ghost?.remove();
    };
    document.addEventListener("pointermove", move);
    document.addEventListener("pointerup", end);
    document.addEventListener("pointercancel", cancel);
  }

  private lift(spot: string): SVGElement | null {
    const at = this.board.rect(spot);
    if (!at) return null;
    const ghost = ghostOf(spot, this.board, at);
    document.body.append(ghost);
    return ghost;
  }

  // A stored tile is dropped on a hex; one of the table on anything of one's own.
  private drop(spot: string, on: Element | null): void {
    if (spot.startsWith("stored:")) {
      const there = this.left().filter((choice) => choice.spot === spotOf(on) && choice.tiles);
      if (there.length) this.offer(there, spotOf(on)!, false);
      return;
    }
    if (on?.closest(`[data-sheet="seat${this.board.large}"]`)) {
      this.offer(this.left().filter((choice) => choice.spot === spot), spot, false);
    }
  }
}

const spotOf = (target: EventTarget | null): string | null =>
  target instanceof Element ? (target.closest<SVGElement>(".spot")?.dataset.spot ?? null) : null;

// A copy of what lies at a spot, to be moved over the page.
export const ghostOf = (spot: string, board: Board, at: DOMRect): SVGElement => {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const sheet = board.home(spot) ?? "depots";
  const name = /^\d\.\d$/.test(spot) ? `depot${spot}` : /^b\d$/.test(spot) ? `black.${spot.slice(1)}` : `${sheet}.${spot}`;
  const part = board.part(sheet, name) ?? storedPart(spot, board, sheet);
  const size = Math.max(at.width, at.height);
  svg.setAttribute("viewBox", "-36 -36 72 72");
  svg.setAttribute("class", `ghost burgundy-${document.documentElement.dataset.theme}`);
  svg.style.width = `${size}px`;
  svg.style.height = `${size}px`;
  if (part) {
    const tile = part.querySelector("g") ?? part;
    const copy = tile.cloneNode(true) as SVGElement;
    copy.removeAttribute("transform");
    svg.append(copy);
  }
  return svg;
};

const storedPart = (spot: string, board: Board, sheet: string): SVGElement | undefined => {
  const box = board.rect(spot);
  const storage = board.part(sheet, `${sheet}.storage`);
  if (!box || !storage) return undefined;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return [...storage.querySelectorAll<SVGElement>(":scope > g")].find((one) => {
    const at = one.getBoundingClientRect();
    return at.left < x && x < at.right && at.top < y && y < at.bottom;
  });
};
