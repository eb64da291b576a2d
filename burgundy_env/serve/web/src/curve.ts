// The curve of what everybody is expected to have at the end, and the bars of who wins.

import { draw, make } from "./dom";
import type { Judged } from "./studying";

const [WIDE, HIGH, LEFT] = [1000, 100, 34];

export interface Points { at: number; vp: number[] }

// A line for each seat along the actions; a mark where a turn cost much, another one where one is.
export const curve = (points: Points[], mistakes: Judged[], length: number, here: number, jump: (at: number) => void): Element[] => {
  const svg = draw("svg", { class: "curve", viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": true });
  const x = (at: number): number => LEFT + ((WIDE - LEFT - 6) * at) / Math.max(1, length);
  svg.append(draw("line", { x1: x(here), x2: x(here), y1: 0, y2: HIGH, class: "here" }));
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const at = (((event.clientX - box.left) / box.width) * WIDE - LEFT) / (WIDE - LEFT - 6);
    jump(Math.round(Math.min(1, Math.max(0, at)) * length));
  });
  if (!points.length) return [svg, make("span", { class: "none" }, "What everybody is expected to have at the end is drawn here.")];
  const all = points.flatMap((one) => one.vp);
  const few = Math.max(0, 20 - Math.max(...all) + Math.min(...all)) / 2; // a curve of little shall not look like much
  const [low, high] = [Math.min(...all) - 4 - few, Math.max(...all) + 4 + few];
  const y = (vp: number): number => HIGH - 5 - ((HIGH - 10) * (vp - low)) / (high - low);
  for (let seat = 0; seat < points[0]!.vp.length; seat += 1) {
    svg.append(draw("polyline", { class: `line of-${seat}`, points: points.map(({ at, vp }) => `${x(at)},${y(vp[seat]!)}`).join(" ") }));
  }
  for (const one of mistakes) {
    svg.append(draw("path", { class: `mistake of-${one.seat}`, d: `M${x(one.node)} ${HIGH - 1}l-5 -9h10z` }));
  }
  return [svg, ...[high - 4, low + 4].map((vp) => make("span", { class: vp > low + 4 ? "high" : "low" }, vp.toFixed(0)))];
};

// With two seats one bar that both share, else one a seat.
export const bars = (names: string[], vp: number[], win: number[], solo: boolean): HTMLElement => {
  const told = (seat: number): string => `${names[seat]}: ${solo ? "" : `${vp[seat]!.toFixed(1)} VP, `}wins ${Math.round(100 * win[seat]!)} %`;
  const part = (seat: number): SVGElement => draw("svg", { class: `of-${seat}`, viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": true },
    draw("rect", { class: "rest", width: 100, height: 10 }), draw("rect", { class: "won", width: 100 * win[seat]!, height: 10 }));
  if (win.length === 2 && !solo) {
    const both = part(0);
    both.classList.add("both");
    return make("div", { class: "bars" }, make("div", { class: "two" }, make("span", {}, told(0)), make("span", {}, told(1))), both);
  }
  return make("div", { class: "bars" }, ...win.slice(0, solo ? 1 : undefined).map((_, seat) => make("div", {}, make("span", {}, told(seat)), part(seat))));
};
