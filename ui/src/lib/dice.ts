// Dice and sums as the log and the cards write them.
import type { Modifier, Throw } from "../wire";

/** A modifier's value with its sign and unit: +1 D6, −10 %. */
export function signed(modifier: Modifier): string {
  const value = modifier.value > 0 ? `+${modifier.value}` : String(modifier.value).replace("-", "−");
  return modifier.unit ? `${value} ${modifier.unit}` : value;
}

export interface Die {
  shown: string;
  /** Whether it counts for the result; every die does where nothing else is said. */
  counts: boolean;
}

/** The dice of a roll as they are drawn; those of a hundred have two figures. */
export function diceOf(roll: Throw): Die[] {
  const width = roll.sides > 10 ? String(roll.sides - 1).length : 1;
  return roll.faces.map((face, at) => ({
    shown: String(face).padStart(width, "0"),
    counts: roll.counts[at] ?? true,
  }));
}

/** The same for those who hear it: "5, counts; 2". */
export function spokenDice(roll: Throw): string {
  return diceOf(roll)
    .map((die) => (die.counts && roll.counts.length ? `${die.shown}, counts` : die.shown))
    .join("; ");
}
