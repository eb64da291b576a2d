// What pages ask the server for over HTTP, with the secret that they came with, and what they hand on to each other.

import { make, notify, capital, remember, remembered } from "./dom";

export const token = (): string => remembered("token", "");

export const ask = async <T>(path: string, wish?: object, key = ""): Promise<T> => {
  const headers: Record<string, string> = { "X-Burgundy-Token": token(), ...(key ? { "X-Burgundy-Key": key } : {}) };
  const answer = await fetch(path, wish ? { method: "POST", headers, body: JSON.stringify(wish) } : { headers });
  const told = (await answer.json()) as T & { why?: string };
  if (!answer.ok) throw new Error(told.why ?? answer.statusText);
  return told;
};

export const tried = async (work: () => Promise<void>): Promise<void> => {
  try { await work(); } catch (error) { notify(capital((error as Error).message)); }
};

// A study of a game of this server, or of a text: its page is opened.
export const study = (of: { game: string } | { text: string }, key = ""): Promise<void> => tried(async () => {
  const begun = await ask<{ ident: string }>("/api/studies", of, key);
  location.assign(`/analyse/${begun.ident}`);
});

export const download = (blob: Blob, name: string): void => {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
};

// A position on its way to the page that sets up; kept until another takes its place.
export const handOver = (position: object): void => { remember("setup", position); location.assign("/setup"); };
export const handedOver = (): object | null => remembered<object | null>("setup", null);
