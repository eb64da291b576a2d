// The table itself: the sheets that the server draws, laid out by the room there is, and over them what can be chosen.

import { button, capital, draw, drawn, make, scope } from "./dom";
import type { Box, Player, Sheet } from "./types";

const GAP = 8;
const LETTER = 6.2; // pixels of a letter below a small duchy, on the average
const LEAST_WORDS = 120; // pixels of a small duchy across, for more words than whose it is
const LEAST_OTHERS = 124; // pixels for those whose duchies are small
export type Ground = "row" | "around" | "columns";

interface Drawing { svg: SVGSVGElement; parts: Map<string, SVGElement>; over: SVGElement; sheet: Sheet; unit: number; box?: HTMLElement; mini?: HTMLElement }

export interface Lit { spot: string; sheet: string; label: string; badges: string[]; kind: "act" | "tile" | "die"; held: boolean }

export class Board {
  readonly root = make("section", { id: "table", "aria-label": "The table" });
  private readonly drawings = new Map<string, Drawing>();
  private players: Player[] = [];
  private active: number | null = null;
  large = 0;
  phoneTab = "depots";
  onLarge: (seat: number) => void = () => undefined;

  // As it was laid out last: asking the page itself would have it laid out between two changes.
  private size: { width: number; height: number } | null = null;

  constructor() {
    new ResizeObserver(([seen]) => { if (seen) this.size = seen.contentRect; }).observe(this.root);
  }

  // On a phone depots lie in columns and seats are narrow; else in a row, so that the duchy has the room.
  get phone(): boolean { return (this.size?.width ?? this.root.clientWidth) < 700; }
  layout(): { ground: Ground; narrow: boolean } {
    return this.phone ? { ground: "columns", narrow: true } : { ground: "row", narrow: false };
  }

  forget(): void {
    this.drawings.clear();
    this.root.replaceChildren();
  }

  update(sheets: Record<string, Sheet>, players: Player[], active: number | null): void {
    this.players = players;
    this.active = active;
    for (const [name, sheet] of Object.entries(sheets)) {
      let drawing = this.drawings.get(name);
      if (!drawing) {
        const svg = draw("svg", { class: scope(), role: "group", "data-sheet": name, "aria-label": this.label(name) });
        const over = draw("g", { class: "over" });
        svg.append(over);
        drawing = { svg: svg as SVGSVGElement, parts: new Map(), over, sheet, unit: 1 };
        this.drawings.set(name, drawing);
      }
      drawing.sheet = sheet;
      for (const [part, x, y, svg] of sheet.parts) {
        let group = drawing.parts.get(part);
        if (!group) {
          group = draw("g", { "data-part": part });
          drawing.parts.set(part, group);
          drawing.over.before(group);
        }
        group.setAttribute("transform", `translate(${x} ${y})`);
        drawn(group, svg);
      }
    }
    this.arrange();
  }

  private label(name: string): string {
    if (name === "depots") return "Depots";
    if (name === "status") return "Phases, rounds, turn order and bonus tiles";
    return this.players[Number(name.slice(4))]?.name ?? name;
  }

  // --- where everything stands -----------------------------------------------------------------------

  private sheet(name: string): Sheet { return this.drawings.get(name)!.sheet; }

  private whole(name: string, unit: number): HTMLElement {
    const drawing = this.drawings.get(name)!;
    const [width, height] = drawing.sheet.size;
    drawing.unit = unit;
    drawing.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    drawing.svg.style.width = `${width * unit}px`;
    drawing.svg.style.height = `${height * unit}px`;
    const box = (drawing.box ??= make("div", { class: name.startsWith("seat") ? "sheet" : "sheet ground" }));
    if (drawing.svg.parentElement !== box) box.append(drawing.svg);
    return box;
  }

  private mini(seat: number, width: number, height: number): HTMLElement {
    const drawing = this.drawings.get(`seat${seat}`)!;
    const player = this.players[seat]!;
    const [left = 0, top = 0, w = 1, h = 1] = drawing.sheet.focus;
    const beside = width > height * 1.5;
    const words = width < LEAST_WORDS ? "" : capital(player.told.replace(/^.*?: -?\d+ VP, /, ""));
    const below = Math.min(34 + 15 * Math.ceil((LETTER * words.length) / (width - 12)), height * 0.45);
    const size = beside ? Math.min((height - 12) / h, (width * 0.55) / w) : Math.min((width - 12) / w, (height - below) / h);
    drawing.svg.setAttribute("viewBox", `${left} ${top} ${w} ${h}`);
    drawing.svg.style.width = `${w * size}px`;
    drawing.svg.style.height = `${h * size}px`;
    drawing.over.replaceChildren();
    const box = (drawing.mini ??= button("", () => this.onLarge(seat), { "data-seat": seat, title: `Show ${player.name} large` }));
    box.className = `sheet mini${beside ? " beside" : ""}${seat === this.active ? " active" : ""}`;
    const name = `${player.name}: ${player.vp} VP`;
    const across = beside ? width - w * size - 32 : width - 12;
    const unused = height - 16 - (beside ? 0 : h * size) - 18 * Math.ceil((1.25 * LETTER * name.length) / across);
    box.style.setProperty("--lines", String(Math.max(1, Math.floor(unused / 15)))); // of words, and none cut in half
    const about = make("span", { class: "about" }, make("strong", {}, name), make("span", {}, words));
    if (drawing.svg.parentElement !== box) box.replaceChildren(drawing.svg, about);
    else if (box.lastElementChild!.textContent !== about.textContent) box.lastElementChild!.replaceWith(about);
    return box;
  }

  private put(box: HTMLElement, left: number, top: number, width: number, height: number): HTMLElement {
    Object.assign(box.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    return box;
  }

  private others(): number[] {
    return this.players.map((_, seat) => seat).filter((seat) => seat !== this.large);
  }

  private minis(left: number, top: number, width: number, height: number): HTMLElement[] {
    const others = this.others();
    let best = { size: 0, columns: 1 };
    for (let columns = 1; columns <= others.length; columns += 1) {
      const rows = Math.ceil(others.length / columns);
      const [w, h] = [width / columns - 12, height / rows - 12];
      const size = w > h * 1.5 ? Math.min(h, w * 0.55) : Math.min(w, h - 50);
      if (size > best.size) best = { size, columns };
    }
    const rows = Math.ceil(others.length / best.columns);
    const w = (width - GAP * (best.columns - 1)) / best.columns;
    const h = (height - GAP * (rows - 1)) / rows;
    return others.map((seat, i) => this.put(this.mini(seat, w, h),
      left + (i % best.columns) * (w + GAP), top + Math.floor(i / best.columns) * (h + GAP), w, h));
  }

  arrange(): void {
    const { width, height } = this.size ?? { width: this.root.clientWidth, height: this.root.clientHeight };
    if (!this.drawings.has("depots") || width < 50) return;
    const focused = (document.activeElement as HTMLElement | null)?.dataset?.spot;
    if (this.phone) this.root.tabIndex = 0; // there it is scrolled, by keys, too
    else this.root.removeAttribute("tabindex");
    const boxes = this.phone ? this.onPhone(width) : this.onDesk(width, height);
    // What stands where it stood is left alone: drawings that are moved are styled and laid out anew.
    if (boxes.length !== this.root.children.length || boxes.some((box, i) => box !== this.root.children[i])) this.root.replaceChildren(...boxes);
    if (focused) this.root.querySelector<HTMLElement>(`[data-spot="${CSS.escape(focused)}"]`)?.focus();
  }

  // The depots in a row above; below them one's own duchy large, beside it the course of the game and the others.
  private onDesk(width: number, height: number): HTMLElement[] {
    const [dw, dh] = this.sheet("depots").size;
    const [sw, sh] = this.sheet("status").size;
    const [ow, oh] = this.sheet(`seat${this.large}`).size;
    const ownAt = (scale: number): number => Math.min((height - dh * scale - GAP) / oh, (width * 0.66) / ow);
    // What modules lay down takes room from both alike, but depots are read in passing and the duchy all the time.
    let ground = Math.min(width / dw, 1.25);
    while (ground > 0.5 && ownAt(ground) < 1.2 * ground) ground -= 0.01;
    const top = dh * ground + GAP;
    const room = height - top;
    const own = ownAt(ground);
    const left = ow * own + GAP;
    const rest = width - left;
    const needed = this.others().length ? LEAST_OTHERS + GAP : 0;
    const status = Math.min(rest / sw, (room - needed) / sh, 1);
    const beside = rest - sw * status - GAP;
    const boxes = [
      this.put(this.whole("depots", ground), (width - dw * ground) / 2, 0, dw * ground, dh * ground),
      this.put(this.whole(`seat${this.large}`, own), 0, top, ow * own, oh * own),
      this.put(this.whole("status", status), left, top, sw * status, sh * status),
    ];
    if (!this.others().length) return boxes;
    const below = room - sh * status - GAP;
    return [...boxes, ...(beside > below * 1.2
      ? this.minis(left + sw * status + GAP, top, beside, room)
      : this.minis(left, top + sh * status + GAP, rest, below))];
  }

  private onPhone(width: number): HTMLElement[] {
    if (this.phoneTab === "others") {
      return this.others().map((seat, i) => this.put(this.mini(seat, width, 250), 0, i * 258, width, 250));
    }
    let top = 0;
    return (this.phoneTab === "duchy" ? [`seat${this.large}`] : ["depots", "status"]).map((name) => {
      const [w, h] = this.sheet(name).size;
      const box = this.put(this.whole(name, width / w), 0, top, width, (h * width) / w);
      top += (h * width) / w + GAP;
      return box;
    });
  }

  // --- what can be pointed at -------------------------------------------------------------------------

  // The sheet on which a spot is, of those that are whole: the depots and the large duchy.
  home(spot: string): string | null {
    const seat = `seat${this.large}`;
    const first = /^(h\d|p\d|stored|storage|die|workers|silver|goods|route)/.test(spot) ? [seat, "depots"] : ["depots", seat];
    return first.find((name) => this.drawings.get(name)?.sheet.spots[spot]) ?? null;
  }

  // Where a spot is on the screen; of another's duchy, where that stands.
  rect(spot: string, sheet: string | null = this.home(spot)): DOMRect | null {
    const drawing = sheet ? this.drawings.get(sheet) : undefined;
    const at = drawing?.sheet.spots[spot];
    if (!drawing || !drawing.svg.isConnected) return null;
    const matrix = drawing.svg.getScreenCTM();
    if (!at || !matrix) return drawing.svg.getBoundingClientRect();
    const [x, y, width, height] = at;
    return new DOMRect(matrix.a * (x - width / 2) + matrix.e, matrix.d * (y - height / 2) + matrix.f,
      matrix.a * width, matrix.d * height);
  }

  part(sheet: string, name: string): SVGElement | undefined { return this.drawings.get(sheet)?.parts.get(name); }

  light(lit: Lit[]): void {
    const focused = (document.activeElement as HTMLElement | null)?.dataset?.spot;
    for (const [name, drawing] of this.drawings) {
      drawing.over.replaceChildren(...lit.filter((one) => one.sheet === name).map((one) => overlay(one, drawing.sheet.spots[one.spot]!)));
    }
    if (focused) this.root.querySelector<SVGElement>(`.spot[data-spot="${CSS.escape(focused)}"]`)?.focus();
  }

  // A soft light that can't be chosen: what somebody has done, or where a tile could go.
  hint(spots: string[], sheet: string | null, kind: string): void {
    for (const mark of this.root.querySelectorAll(`.${kind}`)) mark.remove();
    for (const spot of spots) {
      const home = sheet ?? this.home(spot);
      const drawing = home ? this.drawings.get(home) : undefined;
      const at = drawing?.sheet.spots[spot];
      if (drawing && at) drawing.over.before(draw("path", { class: `hint ${kind}`, d: outline(at, 1.5) }));
    }
  }

  // Numbers on the hexes of a duchy, those that are not 0; null: none any more.
  number(values: number[] | null, seat: number): void {
    for (const mark of this.root.querySelectorAll(".label")) mark.remove();
    const drawing = this.drawings.get(`seat${seat}`);
    if (!values || !drawing) return;
    values.forEach((value, hex) => {
      const at = drawing.sheet.spots[`h${hex + 1}`];
      if (!at || !value) return;
      const [x, y] = at;
      drawing.over.before(draw("rect", { class: "label badge", x: x - 20, y: y - 10, width: 40, height: 20, rx: 6 }),
        draw("text", { class: "label badge-ink", x, y: y + 5, "text-anchor": "middle", "font-size": 14 }, String(Number(value.toFixed(2)))));
    });
  }
}

const outline = ([x, y, width, height, hexagonal]: Box, more: number): string => {
  const [w, h] = [width / 2 + more, height / 2 + more];
  return hexagonal
    ? `M${x} ${y - h}L${x + w} ${y - h / 2}V${y + h / 2}L${x} ${y + h}L${x - w} ${y + h / 2}V${y - h / 2}z`
    : `M${x - w} ${y - h}H${x + w}V${y + h}H${x - w}z`;
};

const overlay = (lit: Lit, at: Box): SVGElement => {
  const [x, y, , height, hexagonal] = at;
  const group = draw("g", {
    class: `spot ${lit.kind}${lit.held ? " held" : ""}`, "data-spot": lit.spot, tabindex: 0, role: "button", "aria-label": lit.label,
    "aria-pressed": lit.kind === "act" ? false : lit.held ? "true" : "false",
  });
  group.append(draw("path", { d: outline(at, 1), class: "halo" }), draw("path", { d: outline(at, 1), class: "frame" }));
  lit.badges.forEach((badge, i) => {
    const [vp, wide] = [badge.endsWith("VP"), 14 + badge.length * 8 + (badge.endsWith("VP") ? 0 : 16)];
    const edge = height / 2 + (hexagonal ? -3 : 8);
    const top = y + (i === 0 ? -edge : edge);
    group.append(draw("rect", { x: x - wide / 2, y: top - 10, width: wide, height: 20, rx: 10, class: vp ? "badge vp" : "badge" }),
      draw("text", { x: vp ? x : x - 8, y: top + 4.6, "text-anchor": "middle", "font-size": 13.5, class: "badge-ink" }, badge),
      ...(vp ? [] : [draw("use", { href: "#g-worker", x: x - 2, y: top - 7, width: 14, height: 14, class: "badge-ink" })]));
  });
  return group;
};
