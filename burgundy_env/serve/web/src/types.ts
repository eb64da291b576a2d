// What the server says, as burgundy_env/serve/showing.py and lobby.py write it.

export type Box = [x: number, y: number, width: number, height: number, hexagonal: 0 | 1];
export type Part = [name: string, x: number, y: number, svg: string];

export interface Sheet {
  size: [number, number];
  focus: number[];
  spots: Record<string, Box>;
  parts: Part[];
}

export interface Choice {
  action: string;
  spot: string;
  group: string;
  note: string;
  told: string;
  vp: number;
  workers: number;
  by: string;
  shown: number | null;
  tiles?: Record<string, number>;
}

export interface Entry {
  seat: number | null;
  action?: string;
  when?: string;
  explained?: string;
  note?: string;
  told: string[];
  heading?: string;
  opening?: string[];
}

export interface Step { told: string; from?: string; card?: string }

export interface Done extends Entry { number: number; spot: string; steps: Step[] }

export interface Player { name: string; told: string; vp: number; total: number; marker: string }

export interface Points { parties: string[]; rows: [string, number[]][]; totals: number[] }

export interface View {
  is: "table";
  at: string;
  phase: string;
  round: number;
  stage: string;
  active: number | null;
  decision: [string, string];
  summary: string;
  players: Player[];
  storage: Record<string, string[]>;
  tiles: Record<string, string>;
  reach: Record<string, string[]>;
  done: Done | null;
  over: (Points & { verdict: string }) | null;
  seats: number[];
  may: { undo: boolean; redo: boolean };
  choices: Choice[];
  sheets: Record<string, Sheet>;
  hexes: Record<string, string>;
  log: { keep: number; more: Entry[] };
  thinks: "" | "thinks" | "compiles";
  trouble: string;
  step?: LessonStep;
  problem?: { id: string; state: "turn" | "judging" | "over" | "shown" };
  film?: { title: string; trouble: string; state: string; number: number; last: number; rounds: number[] };
}

// A step of the first game: something to read, and what is to be done then.
export interface LessonStep { number: number; last: number; title: string; text: string; acts: boolean }

export type Verdict = { is: "verdict" } & ({ state: "judging" } | { state: "over"; solved: boolean; cost: number; known: boolean });

export interface Answer {
  is: "answer";
  lines: { told: string[]; behind: number }[]; // what most play, then the best ones
  why: [string, number][];
  missed: [string, number][];
}

export interface KeyTile { name: string; colour: string; does: string }

export interface Hint { turn: string[]; told: string[]; behind: number | null }

export type Message =
  | View
  | { is: "no"; why: string }
  | { is: "bye"; why: string }
  | { is: "compiles"; at: string }
  | { is: "hint"; at: string; lines: Hint[] }
  | Verdict
  | Answer
  | { is: "links"; links: { seat: number; key: string }[] }
  | { is: "key"; tiles: KeyTile[] }
  | ({ is: "points" } & Points);

export type Value = string | number | (string | number)[] | null;

// What a module asks for: one of its choices, a list of its items, or a number.
export interface Key {
  module: string; name: string; meaning: string; usual: Value;
  choices?: string[]; items?: (string | number)[]; least?: number; most?: number; unit?: string;
}

export interface Offers {
  boards: { number: number; kind: string }[];
  rulesets: string[];
  modules: { key: string; title: string; players: number[] }[];
  keys: Key[];
  difficulties: string[];
  modifiers: string[];
  agents: { name: string; told: string }[];
  watched: number; // folders that can be looked at
  games: { ident: string; key: string; about: string; played: number; over: boolean }[];
}

export interface Problem { id: string; game: string; when: string; worth: number; missed: number; finds: string }

// --- what is watched --------------------------------------------------------------------------------------

export type Interval = [number, number];
export interface Standing {
  name: string; games: number; wins: number | null; wins_interval: Interval; vp: number | null; vp_interval: Interval | null;
  rating: [number, number] | null; failures: number;
}
export interface Row { game: number; seats: string[]; totals: number[]; margin: number | null; winners: number[]; failed: boolean }
export interface Now { game: number; seats: string[]; points: number[]; phase: string; round: number; actions: number }
export interface Crash { game: number; agent: string; message: string }

export interface Tournament {
  kind: "tournament"; name: string; mark: string; about: string;
  games: { planned: number; played: number; failed: number; forfeited: number };
  agents: Standing[];
  pairs: [first: number, second: number, rate: number, low: number, high: number, games: number][];
  playing: { games: Now[]; why: string };
  latest: Row[];
  crashes: Crash[];
}

export interface CurvePoint { x: number; share: number; low: number; high: number; told: string }

export interface Training {
  kind: "training"; name: string; mark: string; about: string; along: string; points: number;
  wanted: [string, string][];
  series: { name: string; points: CurvePoint[] }[];
}
