// What the server explains, as dialogs and tips: tiles, points, whatever lies under the pointer.

import { byId, capital, dialog, make } from "./dom";
import type { KeyTile, Points } from "./types";

export const pointsTable = (points: Points): HTMLTableElement => make("table", {},
  make("thead", {}, make("tr", {}, make("th", {}, ""), ...points.parties.map((name) => make("th", { scope: "col" }, capital(name))))),
  make("tbody", {}, ...points.rows.map(([source, cells]) =>
    make("tr", {}, make("th", { scope: "row" }, source), ...cells.map((cell) => make("td", {}, String(cell)))))),
  make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, "total"), ...points.totals.map((cell) => make("td", {}, String(cell))))));

export const showKey = (tiles: KeyTile[]): void => {
  const search = make("input", { type: "search", placeholder: "Search", "aria-label": "Search tiles", autofocus: true });
  const rows = tiles.map((tile) => make("li", { class: `colour-${tile.colour}` }, make("b", {}, tile.name), ` ${tile.does}`));
  const look = (): void => rows.forEach((row) => { row.hidden = !row.textContent!.toLowerCase().includes(search.value.toLowerCase()); });
  search.addEventListener("input", look);
  dialog("What the tiles in view do", search, make("ul", { class: "key" }, ...rows));
};

// The words for what the pointer is over, or a finger is on.
export const tips = (words: (on: Element, event: PointerEvent) => string): void => {
  const tip = byId("tip");
  const tell = (event: PointerEvent): void => {
    const on = event.target instanceof Element && event.target.closest("#table svg") ? event.target : null;
    const told = on ? words(on, event) : "";
    tip.style.display = told && !document.querySelector(".ask, dialog[open]") ? "block" : "none";
    if (!told) return;
    tip.textContent = told;
    const { width, height } = tip.getBoundingClientRect();
    tip.style.left = `${Math.max(4, Math.min(event.clientX + 14, innerWidth - width - 4))}px`;
    tip.style.top = `${event.clientY + 20 + height < innerHeight ? event.clientY + 20 : event.clientY - height - 12}px`;
  };
  document.addEventListener("pointerover", tell);
  document.addEventListener("pointerdown", (event) => { if (event.pointerType === "touch") tell(event); });
};

// What is said of things below the pointer: of tiles by themselves, of a hex also its region.
export const toldAt = (event: PointerEvent, hexes: Record<string, string>): string[] => {
  const below = document.elementsFromPoint(event.clientX, event.clientY).filter((one) => !one.closest(".over"));
  const told = below.map((one) => one.closest("[data-tip]")?.getAttribute("data-tip")).find(Boolean) ?? "";
  const part = below.map((one) => one.closest<SVGElement>("[data-part]")?.dataset.part).find((name) => name && name in hexes);
  return [capital(told), part ? capital(hexes[part]!) : ""];
};
