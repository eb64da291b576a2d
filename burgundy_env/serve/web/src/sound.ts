// Small sounds, made here and now; off until somebody wants them.

import { settings } from "./dom";

type Note = [pitch: number, from: number, length: number, loud: number];

// What is heard, as a few notes: pitch in hertz, seconds from the beginning and in length, how loud.
const SOUNDS: Record<string, Note[]> = {
  take: [[523, 0, 0.07, 0.5]],
  place: [[196, 0, 0.09, 0.9], [392, 0.02, 0.08, 0.4]],
  sell: [[988, 0, 0.06, 0.4], [1319, 0.06, 0.12, 0.4]],
  points: [[659, 0, 0.1, 0.4], [784, 0.09, 0.1, 0.4], [1047, 0.18, 0.2, 0.4]],
  turn: [[440, 0, 0.12, 0.5], [587, 0.12, 0.18, 0.5]],
  end: [[523, 0, 0.18, 0.5], [659, 0.16, 0.18, 0.5], [784, 0.32, 0.4, 0.5]],
};
const LOUDNESS = 0.12;

let audio: AudioContext | null = null;

export const sound = (name: keyof typeof SOUNDS): void => {
  if (!settings.sound || !("AudioContext" in window)) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume(); // browsers let pages sound only after a click
  for (const [pitch, from, length, loud] of SOUNDS[name] ?? []) {
    const [tone, gain] = [audio.createOscillator(), audio.createGain()];
    const begin = audio.currentTime + from;
    tone.type = "triangle";
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(LOUDNESS * loud, begin + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + length + 0.02);
  }
};

// What an action sounds like: by its verb, and whether it scored.
export const soundOf = (action: string, scored: boolean): keyof typeof SOUNDS => {
  if (scored) return "points";
  if (/\bsell\b/.test(action)) return "sell";
  return /\b(place|start|plant)\b/.test(action) ? "place" : "take";
};
