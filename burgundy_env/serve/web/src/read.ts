// What pages ask of the server over HTTP, and figures as they are written.

export const fetched = async (path: string, token: string): Promise<unknown> => {
  const answer = await fetch(path, { headers: { "X-Burgundy-Token": token } });
  const told = (await answer.json()) as { why?: string };
  if (!answer.ok) throw new Error(told.why ?? answer.statusText);
  return told;
};

export const share = (part: number | null, digits = 0): string => (part === null ? "–" : `${(100 * part).toFixed(digits)} %`);

export const number = (value: number | null, digits = 1): string => (value === null ? "–" : value.toFixed(digits).replace("-", "−"));
