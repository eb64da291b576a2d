// The moves: what was played, and beside it, indented, the branches.

import { button, capital, make } from "./dom";
import type { Judged, Told } from "./studying";
import { signed } from "./studying";

export class Tree {
  readonly root = make("ol", { id: "moves", tabindex: 0, "aria-label": "Moves and variations" });
  private readonly nodes = new Map<number, Told>();
  private readonly following = new Map<number, number[]>();
  private readonly rows = new Map<number, HTMLElement>();
  private names: string[] = [];
  private line: number[] = [0];
  trunk = 1;

  constructor(private readonly go: (node: number) => void) {}

  grow(nodes: Told[], trunk: number, names: string[]): void {
    this.nodes.clear();
    this.following.clear();
    this.trunk = trunk;
    this.names = names;
    for (const node of nodes) {
      this.nodes.set(node.node, node);
      if (node.from !== null) this.following.set(node.from, [...(this.following.get(node.from) ?? []), node.node]);
    }
    this.draw();
  }

  told(node: number): Told | undefined { return this.nodes.get(node); }
  isBranch(node: number): boolean { return node >= this.trunk; }

  // The line one is on: from the beginning over a position to the end, as it was followed before or as it was played.
  lineOver(node: number): number[] {
    if (!this.line.includes(node) || this.line.some((one) => !this.nodes.has(one))) {
      const line = [node];
      for (let at = this.nodes.get(node)?.from ?? null; at !== null; at = this.nodes.get(at)?.from ?? null) line.unshift(at);
      this.line = line;
    }
    for (let next = this.following.get(this.line[this.line.length - 1]!)?.[0]; next !== undefined; next = this.following.get(next)?.[0]) this.line.push(next);
    return this.line;
  }

  private draw(): void {
    this.rows.clear();
    this.root.replaceChildren(...this.rowsFrom(0));
  }

  private rowsFrom(first: number): HTMLElement[] {
    const rows: HTMLElement[] = [];
    let when = this.nodes.get(this.nodes.get(first)!.from ?? -1)?.when ?? "";
    for (let node: number | undefined = first; node !== undefined; node = this.following.get(node)?.[0]) {
      const told: Told = this.nodes.get(node)!;
      if (told.when && told.when !== when && node) rows.push(make("li", { class: "when" }, (when = told.when)));
      rows.push(this.row(told));
      for (const other of (this.following.get(node) ?? []).slice(1)) {
        rows.push(make("li", { class: "branch" }, make("ol", {}, ...this.rowsFrom(other))));
      }
    }
    return rows;
  }

  private row(told: Told): HTMLElement {
    const made = button("", () => this.go(told.node), { class: told.seat === null ? "changed" : "" });
    if (told.node === 0) made.append("The beginning");
    else if (told.seat === null || told.seat === undefined) made.append(capital(told.note ?? ""));
    else made.append(make("b", { class: `seat-${told.seat} dot`, title: this.names[told.seat] ?? "" }), capital(told.note ?? ""));
    const row = make("li", {}, made);
    this.rows.set(told.node, row);
    return row;
  }

  show(here: number): void {
    for (const [node, row] of this.rows) row.firstElementChild!.toggleAttribute("aria-current", node === here);
    const row = this.rows.get(here);
    if (row && this.root.clientHeight) {
      this.root.scrollTop += row.getBoundingClientRect().top - this.root.getBoundingClientRect().top - this.root.clientHeight / 2;
    }
  }

  // What turns cost, at the last action of each.
  cost(turns: Iterable<Judged>): void {
    for (const turn of turns) {
      const row = this.rows.get(turn.end);
      row?.querySelector(".cost")?.remove();
      if (row && turn.cost.vp >= 0.05) {
        row.firstElementChild!.append(make("span", { class: turn.mistake ? "cost mistake" : "cost" }, signed(-turn.cost.vp)));
      }
    }
  }
}
