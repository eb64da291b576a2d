// Elements, notices and what the page remembers for its owner. Text is always set as text.

const SVG = "http://www.w3.org/2000/svg";
type Attributes = Record<string, string | number | boolean>;

export const byId = <T extends Element = HTMLElement>(id: string): T => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found as unknown as T;
};

const dress = (element: Element, attributes: Attributes): void => {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
};

export const make = <K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(tag);
  dress(element, attributes);
  element.append(...children);
  return element;
};

export const draw = (tag: string, attributes: Attributes = {}, ...children: (Node | string)[]): SVGElement => {
  const element = document.createElementNS(SVG, tag);
  dress(element, attributes);
  element.append(...children);
  return element;
};

export const button = (label: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement => {
  const made = make("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", act);
  return made;
};

// A drawing of ours as elements. Titles become words of the page's own, as a tap shall tell them, too.
export const drawn = (group: Element, svg: string): void => {
  group.innerHTML = svg;
  for (const title of group.querySelectorAll("title")) {
    title.parentElement?.setAttribute("data-tip", title.textContent ?? "");
    title.remove();
  }
};

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

let fading = 0;
export const notify = (words: string): void => {
  byId("notice").textContent = words;
  window.clearTimeout(fading);
  fading = window.setTimeout(() => { byId("notice").textContent = ""; }, Math.max(4000, 90 * words.length));
};

export const COMPILES = "Compiling the engine, once, about half a minute …";

// While an answer is awaited, say what it waits for, if that is the engine; what comes back ends it.
export const whileWaiting = (tell: (words: string) => void): (() => void) => {
  const ask = async (): Promise<void> => {
    const answer = await fetch("/api/compiling").catch(() => null);
    if (answer?.ok && waiting && ((await answer.json()) as { now: boolean }).now) tell(COMPILES);
  };
  let waiting = true;
  const asking = window.setInterval(() => void ask(), 1500);
  return () => { waiting = false; window.clearInterval(asking); };
};

// --- a dialog ---------------------------------------------------------------------------------------

export const dialog = (title: string, ...children: (Node | string)[]): HTMLDialogElement => {
  const close = button("Close", () => box.close(), { class: "close" });
  const box = make("dialog", { "aria-label": title }, make("header", {}, make("h2", {}, title), close), ...children);
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => { if (event.target === box) box.close(); });
  document.body.append(box);
  box.showModal();
  return box;
};

// --- what is remembered -----------------------------------------------------------------------------

export interface Settings { theme: string; pace: number; moves: boolean; ask: boolean; name: string; sound: boolean }
const USUAL: Settings = { theme: "auto", pace: 1200, moves: true, ask: false, name: "", sound: false };

export const remembered = <T>(key: string, usual: T): T => {
  try {
    const text = localStorage.getItem(`burgundy.${key}`);
    return text === null ? usual : (JSON.parse(text) as T);
  } catch {
    return usual;
  }
};
export const remember = (key: string, value: unknown): void => {
  try { localStorage.setItem(`burgundy.${key}`, JSON.stringify(value)); } catch { /* a browser that keeps nothing */ }
};

export const settings: Settings = { ...USUAL, ...remembered<Partial<Settings>>("settings", {}) };
export const changeSettings = (change: Partial<Settings>): void => {
  Object.assign(settings, change);
  remember("settings", settings);
  colours();
};

const dark = window.matchMedia("(prefers-color-scheme: dark)");
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
export const animated = (): boolean => settings.moves && !still.matches;
export const scope = (): string => `burgundy-${document.documentElement.dataset.theme}`;
export const colours = (): void => {
  const theme = settings.theme === "auto" ? (dark.matches ? "dark" : "light") : settings.theme;
  document.documentElement.dataset.theme = theme;
  for (const svg of document.querySelectorAll("svg[data-sheet]")) svg.setAttribute("class", scope());
};
dark.addEventListener("change", colours);
