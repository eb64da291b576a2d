// Watching: tournaments and training runs while they go on, and their games at any position.

import { button, capital, draw, make } from "./dom";
import { type Beside, Play } from "./play";
import { fetched, number, share } from "./read";
import type { CurvePoint, Row, Tournament, Training, View } from "./types";

const EVERY = 3000; // milliseconds from one look to the next
const SERIES = 6; // colours there are
type Told = Tournament | Training;
interface Cell { first: string; second: string | null; count: number; games: Row[] }

export class Watch {
  private told: Told | null = null;
  private cell: [number, number] | null = null;
  private readonly body = make("div", { class: "watched" });
  private readonly games = make("section", { class: "panel", "aria-label": "Games", hidden: true });
  private readonly trouble = make("p", { role: "alert" });

  constructor(private readonly app: HTMLElement, private readonly folder: number | null, private readonly token: string) { void this.begin(); }

  private async begin(): Promise<void> {
    this.app.replaceChildren(make("main", { class: "lobby wide" },
      make("header", {}, make("h1", {}, "Watch"), make("a", { href: "/" }, "To the lobby"),
        ...(this.folder === null ? [] : [make("a", { href: "/watch" }, "All that is watched")])),
      this.trouble, this.body, this.games));
    if (this.folder === null) { await this.list(); return; }
    for (;;) {
      if (!document.hidden) await this.look();
      await new Promise((done) => { window.setTimeout(done, EVERY); });
    }
  }

  private async list(): Promise<void> {
    await this.trying(async () => {
      const { watched } = (await fetched("/api/watch", this.token)) as { watched: { name: string; kind: string }[] };
      const rows = watched.map(({ name, kind }, place) => make("li", {}, make("a", { href: `/watch/${place}` }, name), make("small", {}, ` ${kind}`)));
      this.body.replaceChildren(make("section", { class: "panel" }, rows.length ? make("ul", {}, ...rows)
        : make("p", {}, "Nothing is watched: burgundy serve --watch DIR names the folder of a tournament or of a training run.")));
    });
  }

  private async trying(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.trouble.textContent = "";
    } catch (error) {
      this.trouble.textContent = capital((error as Error).message);
    }
  }

  private async look(): Promise<void> {
    await this.trying(async () => {
      const told = (await fetched(`/api/watch/${this.folder}?mark=${encodeURIComponent(this.told?.mark ?? "")}`, this.token)) as Told | { same: true };
      if ("same" in told) return;
      this.told = told;
      document.title = `${told.name}: watched`;
      const focused = document.activeElement?.id;
      this.body.replaceChildren(...(told.kind === "tournament" ? this.tournament(told) : training(told)));
      if (focused) document.getElementById(focused)?.focus();
      if (this.cell) await this.showGames(...this.cell);
    });
  }

  // --- a tournament -------------------------------------------------------------------------------------------

  private tournament(told: Tournament): HTMLElement[] {
    const { played, planned, failed, forfeited } = told.games;
    const going = played < planned ? `${played.toLocaleString()} of ${planned.toLocaleString()} games` : `${played.toLocaleString()} games, all played`;
    return [
      make("section", { class: "panel", "aria-label": "Standings" },
        make("h2", {}, told.name), make("p", { id: "going" }, `${told.about}; ${going}.${failed ? ` ${failed} failed.` : ""}${forfeited ? ` ${forfeited} were lost by a failure.` : ""}`),
        make("progress", { max: planned, value: played, "aria-label": "Games played" }),
        make("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Standings" }, this.standings(told))),
      ...(told.pairs.length ? [make("section", { class: "panel", "aria-label": "Pairs" },
        make("h2", {}, "Who came in before whom"), make("p", {}, "Of the games of both, the share in which the row came in before the column. Choose a cell to see its games."),
        make("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Pairs" }, this.matrix(told)))] : []),
      ...(told.crashes.length ? [make("section", { class: "panel", "aria-label": "Crashes" }, make("h2", {}, "Crashes"),
        make("ul", { id: "crashes" }, ...told.crashes.map((crash) => make("li", {},
          make("a", { href: `/watch/${this.folder}/${crash.game}` }, `Game ${crash.game}`), ` ${crash.agent}: ${crash.message}`))))] : []),
      ...this.playing(told),
      ...(told.latest.length ? [make("section", { class: "panel", "aria-label": "Latest games" }, make("h2", {}, "Played last"),
        make("ul", { id: "latest" }, ...told.latest.map((row) => make("li", {}, this.link(row), ` ${result(row)}`))))] : []),
    ];
  }

  // What is going on just now, or why nothing of it can be seen.
  private playing({ playing: { games, why } }: Tournament): HTMLElement[] {
    if (!games.length && !why) return [];
    const rows = games.map((one) => make("li", {}, this.link(one), ` ${one.seats.map((name, seat) => `${name} ${one.points[seat]}`).join(", ")}`,
      make("small", {}, ` · phase ${one.phase}, round ${one.round} · ${one.actions} actions`)));
    return [make("section", { class: "panel", "aria-label": "Games being played" }, make("h2", {}, "Being played"),
      rows.length ? make("ul", { id: "playing" }, ...rows) : make("p", { id: "none-playing" }, why))];
  }

  private standings(told: Tournament): HTMLElement {
    const heads = ["", "Agent", "Games", "Wins", "95 %", "VP", "95 %", "Rating", ...(told.agents.some((one) => one.failures) ? ["Failures"] : [])];
    const rows = told.agents.map((one, place) => make("tr", {}, make("td", {}, String(place + 1)), make("th", { scope: "row" }, one.name),
      ...[one.games.toLocaleString(), share(one.wins, 1), one.games ? `${share(one.wins_interval[0], 1)} – ${share(one.wins_interval[1], 1)}` : "–",
        number(one.vp), one.vp_interval ? `${number(one.vp_interval[0])} – ${number(one.vp_interval[1])}` : "–",
        one.rating ? `${number(one.rating[0])} ± ${number(one.rating[1])}` : "–", ...(heads.length > 8 ? [String(one.failures)] : [])].map((cell) => make("td", {}, cell)),
      make("td", { class: "bar" }, bar(one.wins, one.wins_interval))));
    return make("table", { id: "standings" }, make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)), make("th", { scope: "col" }, "Wins with interval"))), make("tbody", {}, ...rows));
  }

  private matrix(told: Tournament): HTMLElement {
    const cells = new Map<string, [number, number, number, number]>();
    for (const [first, second, rate, low, high, games] of told.pairs) {
      cells.set(`${first} ${second}`, [rate, low, high, games]);
      cells.set(`${second} ${first}`, [1 - rate, 1 - high, 1 - low, games]);
    }
    const rows = told.agents.map((one, row) => make("tr", {}, make("th", { scope: "row" }, `${row + 1} ${one.name}`),
      ...told.agents.map((other, column) => {
        const cell = cells.get(`${row} ${column}`);
        if (!cell && row !== column) return make("td", {}, "");
        const label = cell ? share(cell[0]) : "all";
        return make("td", {}, button(label, () => { this.cell = [row, column]; void this.trying(() => this.showGames(row, column, true)); }, {
          id: `cell-${row}-${column}`, "aria-label": cell ? `${one.name} against ${other.name}: ${label} of ${cell[3]} games` : `All games of ${one.name}`,
          title: cell ? `${share(cell[1], 1)} – ${share(cell[2], 1)} of ${cell[3]} games` : `All games of ${one.name}`,
        }));
      })));
    return make("table", { id: "pairs" }, make("thead", {}, make("tr", {}, make("th", { scope: "col" }, ""), ...told.agents.map((_, i) => make("th", { scope: "col" }, String(i + 1))))), make("tbody", {}, ...rows));
  }

  private async showGames(first: number, second: number, there = false): Promise<void> {
    const cell = (await fetched(`/api/watch/${this.folder}/games?first=${first}&second=${second}`, this.token)) as Cell;
    const against = cell.second === null ? "the best other" : cell.second;
    const rows = cell.games.map((row) => make("tr", {}, make("td", {}, this.link(row)), make("td", {}, number(row.margin, 0)), make("td", { class: "text" }, result(row))));
    this.games.replaceChildren(make("h2", {}, `${cell.first} against ${against}`),
      make("p", {}, `${cell.count.toLocaleString()} games, by margin${cell.count > cell.games.length ? `; the ${cell.games.length / 2} clearest on either side` : ""}.`),
      make("div", { class: "scroll tall", tabindex: 0, role: "group", "aria-label": "Games by margin" }, make("table", { id: "games" },
        make("thead", {}, make("tr", {}, ...["Game", "Margin", "Result"].map((head) => make("th", { scope: "col" }, head)))), make("tbody", {}, ...rows))));
    this.games.hidden = false;
    if (there) this.games.scrollIntoView({ block: "nearest" });
  }

  private link(row: { game: number }): HTMLElement { return make("a", { href: `/watch/${this.folder}/${row.game}` }, `Game ${row.game}`); }
}

const result = (row: Row): string => row.seats.map((name, seat) => `${name} ${row.totals[seat] ?? "–"}${row.winners.includes(seat) ? " (won)" : ""}`).join(", ") + (row.failed ? " · failed" : "");

// A share with its interval, as a line from low to high with a point.
const bar = (rate: number | null, [low, high]: [number, number]): Node => {
  const svg = draw("svg", { viewBox: "-5 0 110 12", width: 120, height: 14, role: "img", "aria-label": rate === null ? "no games" : share(rate, 1) });
  svg.append(draw("path", { d: "M0 6H100", class: "axis" }));
  if (rate !== null) svg.append(draw("path", { d: `M${100 * low} 6H${100 * high}`, class: "interval" }), draw("circle", { cx: 100 * rate, cy: 6, r: 3.4, class: "mean" }));
  return svg;
};

// --- a training run ---------------------------------------------------------------------------------------------

const training = (told: Training): HTMLElement[] => [
  make("section", { class: "panel", "aria-label": "Strength" },
    make("h2", {}, told.name), make("p", { id: "going" }, `${told.about}; ${told.points} ${told.points === 1 ? "point" : "points"} of its curve so far.`),
    ...(told.series.length ? [curve(told), legend(told)] : [make("p", {}, "Nothing has been measured yet.")])),
  ...(told.series.length ? [make("section", { class: "panel", "aria-label": "Figures" }, make("h2", {}, "Figures"), figures(told))] : []),
  make("section", { class: "panel", "aria-label": "What was asked for" }, make("h2", {}, "What was asked for"),
    make("dl", { class: "keys" }, ...told.wanted.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]))),
];

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [720, 300, 46, 34];

// The share of games won against each, with its interval, along the run.
const curve = (told: Training): SVGElement => {
  const xs = told.series.flatMap((one) => one.points.map((point) => point.x));
  const [first, last] = [Math.min(...xs), Math.max(...xs)];
  const x = (value: number): number => LEFT + 10 + (first === last ? 0.5 : (value - first) / (last - first)) * (WIDTH - LEFT - 24);
  const y = (value: number): number => HEIGHT - BOTTOM - (value / 100) * (HEIGHT - BOTTOM - 12);
  const svg = draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "strength", role: "img", id: "curve", "aria-label": "Share of games won along the run; the figures are in the table below" });
  for (const value of [0, 25, 50, 75, 100]) {
    svg.append(draw("path", { d: `M${LEFT} ${y(value)}H${WIDTH}`, class: value === 50 ? "axis half" : "axis" }), draw("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, `${value} %`));
  }
  for (const value of [...new Set([first, ...xs.filter((_, i) => i % Math.ceil(xs.length / 6) === 0), last])]) {
    svg.append(draw("text", { x: x(value), y: HEIGHT - 14, "text-anchor": "middle" }, short(value)));
  }
  told.series.forEach((one, place) => {
    const kind = `series-${place % SERIES}`;
    svg.append(draw("path", { class: `line ${kind}`, d: one.points.map((point, i) => `${i ? "L" : "M"}${x(point.x)} ${y(point.share)}`).join("") }));
    for (const point of one.points) {
      svg.append(draw("path", { class: `interval ${kind}`, d: `M${x(point.x)} ${y(point.low)}V${y(point.high)}` }),
        draw("circle", { class: `mean ${kind}`, cx: x(point.x), cy: y(point.share), r: 4 }, draw("title", {}, `${one.name}, ${told.along} ${short(point.x)}: ${point.told}`)));
    }
  });
  svg.append(draw("text", { x: WIDTH / 2, y: HEIGHT - 1, "text-anchor": "middle" }, told.along));
  return svg;
};

const short = (value: number): string => value >= 1e6 ? `${(value / 1e6).toFixed(1)}M` : value >= 10_000 ? `${Math.round(value / 1000)}k` : String(value);

const legend = (told: Training): HTMLElement => make("p", { class: "legend" }, ...told.series.map((one, place) =>
  make("span", {}, make("i", { class: `series-${place % SERIES}` }), `against ${one.name}`)));

const figures = (told: Training): HTMLElement => {
  const xs = [...new Set(told.series.flatMap((one) => one.points.map((point) => point.x)))].sort((a, b) => a - b);
  const at = (points: CurvePoint[], x: number): string => points.find((point) => point.x === x)?.told ?? "–";
  return make("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Figures" }, make("table", {},
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, capital(told.along)), ...told.series.map((one) => make("th", { scope: "col" }, `against ${one.name}`)))),
    make("tbody", {}, ...xs.map((x) => make("tr", {}, make("th", { scope: "row" }, x.toLocaleString()), ...told.series.map((one) => make("td", {}, at(one.points, x))))))));
};

// --- a game of them ---------------------------------------------------------------------------------------------

const SPEED = 900; // milliseconds a position, when it runs by itself

export const film = (app: HTMLElement, folder: number, game: number, token: string): void => {
  const title = make("b", {}, `Game ${game}`);
  const where = make("span", { id: "where" });
  const state = make("em", { id: "state", "aria-live": "polite" });
  const slider = make("input", { type: "range", min: 0, max: 0, value: 0, id: "scrub", "aria-label": "Position" });
  const trouble = make("details", { hidden: true }, make("summary", {}, "What went wrong"), make("pre", {}));
  let [at, last, rounds, running] = [0, 0, [] as number[], 0];
  const go = (number: number): void => { play.ask({ do: "go", number: Math.max(0, Math.min(number, last)) }); };
  const before = (): number => rounds.filter((one) => one < at).pop() ?? 0;
  const after = (): number => rounds.find((one) => one > at) ?? last;
  const stop = (): void => { window.clearInterval(running); running = 0; run.textContent = "▶ Run"; };
  const run = button("▶ Run", () => {
    if (running) { stop(); return; }
    run.textContent = "Stop";
    running = window.setInterval(() => { if (at >= last) stop(); else go(at + 1); }, SPEED);
  }, { id: "run" });
  const to = (label: string, told: string, where: () => number): HTMLButtonElement => button(label, () => { stop(); go(where()); }, { "aria-label": told, title: told });
  slider.addEventListener("input", () => { stop(); go(Number(slider.value)); });
  const shown = ({ film: told }: View): void => {
    if (!told) return;
    [at, last, rounds] = [told.number, told.last, told.rounds];
    if (told.title) title.textContent = told.title;
    state.textContent = told.state && (told.state === "being played" && at < last ? "being played; the last position follows it" : told.state);
    [slider.max, slider.value] = [String(last), String(at)];
    where.textContent = `${at} of ${last}`;
    trouble.hidden = !told.trouble;
    trouble.querySelector("pre")!.textContent = told.trouble;
  };
  const beside: Beside = {
    line: `watch/${folder}/${game}`,
    side: null,
    root: make("section", { class: "beside panel film", "aria-label": "The game's course" },
      make("div", { class: "row" }, make("a", { href: `/watch/${folder}`, class: "button" }, "All games"), title, state,
        make("span", { class: "buttons" }, to("|◀", "To the beginning", () => 0), to("◀◀", "A round back", before), to("◀", "An action back", () => at - 1), run,
          to("▶", "An action on", () => at + 1), to("▶▶", "A round on", after), to("▶|", "To the end", () => last)), slider, where), trouble),
    paced: false, hear: () => undefined, shown,
    keys: { ArrowLeft: () => { stop(); go(at - 1); }, ArrowRight: () => { stop(); go(at + 1); }, Home: () => { go(0); }, End: () => { go(last); } },
  };
  const play = new Play(app, "", token, beside);
  play.begin();
};
