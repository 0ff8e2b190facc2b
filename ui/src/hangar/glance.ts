// A force in a few figures, from its record cards alone: nothing here is guessed.
import type { SheetModel } from "../wire";

export interface Glance {
  models: number;
  /** At each range how many weapons are at their best, and how many reach at all. */
  reach: { range: number; best: number; all: number }[];
  /** The range at which most are at their best; -1 if none is at any. */
  best: number;
  /** Name, figure, and how long its bar is. */
  facts: [string, string, number][];
}

const STEPS = 24;

/** What the cards of a force come to. */
export function glanceOf(cards: readonly { model: SheetModel }[], scale: number): Glance {
  const arms = cards.flatMap(({ model }) => model.arms);
  const far = (length: number) => (length < 0 ? Infinity : length);
  const reach = Array.from({ length: STEPS + 1 }, (_, at) => {
    const range = (at * scale) / STEPS;
    const best = arms.filter((arm) => range >= arm.best[0] && range <= far(arm.best[1]) && far(arm.best[1]) > 0).length;
    const all = arms.filter((arm) => range <= Math.max(far(arm.most), far(arm.best[1]))).length;
    return { range, best, all };
  });
  const top = reach.reduce((found, at) => (at.best > found.best ? at : found), reach[0]!);
  const boxes = cards.reduce((sum, { model }) => sum + model.tracks.reduce((all, [, count]) => all + count, 0), 0);
  const price = cards.reduce((sum, { model }) => sum + model.price, 0);
  const share = (count: number, of: number) => Math.min(1, of ? count / of : 0);
  const facts: Glance["facts"] = [
    ["models", String(cards.length), share(cards.length, 20)],
    ["weapons", String(arms.length), share(arms.length, 60)],
    ["boxes to lose", String(boxes), share(boxes, 120)],
  ];
  if (cards.length) facts.push(["a model costs", (price / cards.length).toFixed(1).replace(".0", ""), share(price / cards.length, Math.max(...cards.map(({ model }) => model.price)))]);
  // What a game does not count, such as boxes where damage has levels, is not told as nothing.
  return { models: cards.length, reach, best: top.best ? Math.round(top.range) : -1, facts: facts.filter(([, value]) => value !== "0") };
}
