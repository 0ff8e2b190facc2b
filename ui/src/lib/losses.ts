import type { Line } from "../wire";
import { isRound } from "./telling";

/** Somebody who was lost: when, and by whom as far as that is told. */
export interface Loss {
  unit: string;
  words: string;
  round: number;
  by: string;
}

const LOST = /\b(destroyed|killed|wrecked|lost with all hands)\b/i;

/** Everybody who was lost, as the story tells it. What is only said to be likely, or of something else, does not count. */
export function lossesOf(story: readonly Line[]): Loss[] {
  const losses = new Map<string, Loss>();
  const struck = new Map<string, string>();
  let round = 0;
  for (const line of story) {
    if (isRound(line.text)) round = Number(/\d+/.exec(line.text)?.[0] ?? round);
    for (const shot of line.shots) if (shot.hits && shot.by) struck.set(shot.at, shot.by);
    const [unit] = line.units;
    if (unit && LOST.test(line.text) && !/\bnot\b/.test(line.text)) losses.set(unit, { unit, words: line.text, round, by: struck.get(unit) ?? "" });
  }
  return [...losses.values()];
}
