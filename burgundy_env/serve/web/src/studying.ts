// What the server says to a page that studies, as burgundy_env/serve/desk.py and analysing.py write it.

import type { KeyTile, Points, View } from "./types";

// A position of the tree: the step that led to it from another one. No seat: the position was changed.
export interface Told { node: number; from: number | null; seat?: number | null; note?: string; when?: string; step?: string }

export interface Line {
  turn: string[]; told: string[]; spots: string[]; why: string;
  margin: number; error: number; behind: number; vp: number[]; win: number[];
}

// A turn of the record that was judged: it begins at `node` and ends at `end`.
export interface Judged {
  number: number; node: number; end: number; seat: number; when: string; vp: number[]; win: number[];
  cost: { vp: number; error: number; win: number }; mistake: boolean;
  played: string[]; better: string[]; why: string; dice: Record<string, number>;
}

export interface Field { name: string; shape: number[]; meaning: string; values: number[]; seat: number | null } // whose it is

export interface Opinion {
  is: "opinion"; node: number; name: string; why?: string; action?: string; value?: number;
  probabilities?: Record<string, number>; expected?: Record<string, number[]>;
  lines?: { turn: string[]; margin?: number; vp?: number; share?: number; error?: number }[];
}

export interface Tree {
  is: "study"; about: string; names: string[]; trunk: number; lost: number; nodes: Told[]; solo: boolean; agents: string[];
}

export interface Lines { is: "lines"; node: number; futures: number; over: boolean; seat: number; taken: number | null; lines: Line[] }

export interface Review { is: "review"; entries: Judged[]; done: number; of: number; dearest: number[]; report: string }

export type StudyMessage =
  | View | Tree | Lines | Review | Opinion
  | { is: "no"; why: string }
  | { is: "bye"; why: string }
  | { is: "compiles" }
  | { is: "fields"; node: number; seat: number; fields: Field[] }
  | { is: "position"; position: Position }
  | { is: "key"; tiles: KeyTile[] }
  | ({ is: "points" } & Points);

// As much of burgundy-position/1 as pages look into.
export interface Position {
  config: { players: number; ruleset: string; modules: string[] };
  white_die: number | null;
  players: { dice: number[]; workers?: number; silver?: number; vp?: number; storage?: string[]; placed?: Record<string, string> }[];
}

export const signed = (value: number, digits = 1): string => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(digits)}`;
