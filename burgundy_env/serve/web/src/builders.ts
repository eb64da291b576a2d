// For those who build agents: what two of them think of a position side by side, and what a network sees of it.

import { button, make } from "./dom";
import type { Field, Opinion } from "./studying";
import { signed } from "./studying";

const MOST = 8; // actions and lines that are told of an agent

export class Builders {
  readonly root = make("div", { id: "builders" });
  private readonly chosen = [make("select", { "aria-label": "One agent" }), make("select", { "aria-label": "Another agent" })];
  private readonly sides = make("div", { class: "sides" });
  private readonly search = make("input", { type: "search", placeholder: "Search fields", "aria-label": "Search fields", hidden: true });
  private readonly list = make("ul", { class: "fields" });
  private seen = false;
  private label = "";
  private told: Field[] = [];
  private seat = 0;

  constructor(private readonly say: (message: object) => void, private readonly onBoard: (values: number[] | null, seat: number) => void) {
    this.root.append(make("h3", {}, "What agents think"), make("div", { class: "buttons" }, ...this.chosen, button("Ask both", () => this.ask(), { id: "ask-both" })), this.sides,
      make("h3", {}, "What the seat to decide sees"), button("Show the fields of the observation", () => { this.seen = true; say({ do: "fields" }); }, { id: "show-fields" }), this.search, this.list);
    this.search.addEventListener("input", () => this.drawFields());
  }

  agents(names: string[]): void {
    this.chosen.forEach((select, i) => select.replaceChildren(...names.map((name) => make("option", { value: name, selected: name === ["turn", "net"][i] }, name))));
  }

  private ask(): void {
    const agents = [...new Set(this.chosen.map((select) => select.value))];
    this.sides.replaceChildren(...agents.map((name) => make("div", { "data-agent": name }, make("b", {}, name), make("p", {}, "is thinking …"))));
    this.say({ do: "compare", agents });
  }

  moved(): void {
    this.sides.replaceChildren();
    this.onBoard(null, 0);
    if (this.seen) this.say({ do: "fields" });
  }

  heard(opinion: Opinion, here: number): void {
    if (opinion.node !== here) return;
    const side = [...this.sides.children].find((one) => (one as HTMLElement).dataset.agent === opinion.name);
    const numbers = (values: number[], per = 1): string => values.map((one) => (per * one).toFixed(1)).join(", ");
    const chances = Object.entries(opinion.probabilities ?? {}).sort((a, b) => b[1] - a[1]).slice(0, MOST);
    side?.replaceChildren(make("b", {}, opinion.name), make("p", {}, opinion.why ?? `plays ${opinion.action}`),
      ...(opinion.value === undefined ? [] : [make("p", {}, `value ${signed(opinion.value, 3)}`)]),
      ...(opinion.expected?.vp ? [make("p", {}, `expects ${numbers(opinion.expected.vp)} VP`)] : []),
      ...(opinion.expected?.win ? [make("p", {}, `wins ${numbers(opinion.expected.win, 100)} %`)] : []),
      make("ol", {}, ...chances.map(([action, chance]) => make("li", {}, make("b", {}, `${(100 * chance).toFixed(1)} % `), action)),
        ...(opinion.lines ?? []).slice(0, MOST).map((line) => make("li", {}, make("b", {}, line.margin === undefined ? "" : `${signed(line.margin)} `), line.turn.join(", ")))));
  }

  fields(message: { node: number; seat: number; fields: Field[] }, here: number): void {
    if (message.node !== here) return;
    this.told = message.fields;
    this.seat = message.seat;
    this.search.hidden = false;
    this.drawFields();
    this.draw();
  }

  private drawFields(): void {
    const wanted = this.search.value.toLowerCase();
    this.list.replaceChildren(...this.told.filter((one) => !wanted || `${one.name} ${one.meaning}`.toLowerCase().includes(wanted)).map((one) => {
      const onHexes = hexes(one);
      const made = make("li", { title: one.meaning }, make("b", {}, one.name), ` ${one.shape.join("×")} `,
        ...(onHexes ? [button("on the board", () => { this.label = this.label === one.name ? "" : one.name; this.draw(); }, { class: "small" })] : []),
        make("code", {}, one.values.length > 80 && one.values.every((value) => value === 0) ? "all 0" : one.values.join(" ")));
      return made;
    }));
  }

  // The numbers of a field that has one for each hex, on the hexes; of several rows what is not 0 in any.
  private draw(): void {
    const field = this.told.find((one) => one.name === this.label);
    const count = field && hexes(field);
    if (!field || !count) { this.onBoard(null, 0); return; }
    const values = Array.from({ length: count }, (_, hex) => Math.max(...field.values.filter((_value, i) => i % count === hex)));
    this.onBoard(values, field.seat ?? this.seat);
  }
}

// How many hexes of somebody's duchy a field has a number for; 0 if it is about something else.
const hexes = (field: Field): number => {
  const last = field.shape[field.shape.length - 1] ?? 0;
  return field.seat !== null && field.shape.length <= 2 && (last === 37 || last === 58) ? last : 0;
};
