import type { Line } from "../wire";
import { isRound } from "./telling";

/** Somebody who was lost: when, and by whom as far as that is told. */
export interface Loss {
  /** Empty where one was never told which it was. */
  unit: string;
  words: string;
  round: number;
  by: string;
}

/** What is said of whoever is out of the battle, first of all in its line: behind a colon stands why something else was. */
const LOST = /^[^:?]*\b(?:is|are|was|were) (?:destroyed|dead|killed|wrecked|removed|out of the battle|lost(?! (?:in|until)\b))/i;

/** Whether a line of the story tells that somebody was lost. */
export function isLoss(text: string): boolean {
  return LOST.test(text) && !/\bnot\b/.test(text);
}

/** Everybody who was lost, as the story tells it. What is only said to be likely, or of something else, does not count. */
export function lossesOf(story: readonly Line[]): Loss[] {
  const losses = new Map<string, Loss>();
  const struck = new Map<string, string>();
  let round = 0;
  for (const line of story) {
    if (isRound(line.text)) round = Number(/\d+/.exec(line.text)?.[0] ?? round);
    for (const shot of line.shots) if (shot.hits && shot.by) struck.set(shot.at, shot.by);
    const [unit = "", by = ""] = line.units;
    if (isLoss(line.text)) losses.set(unit || line.text, { unit, words: line.text, round, by: struck.get(unit) ?? by });
  }
  return [...losses.values()];
}
