// Who stands on the stage of the lobby: two forces of the game that show the most kinds of models.
import type { ForceModel, ForcePreview } from "../wire";

const SHOWN = 4;

/** Models that look different from each other, the first of each look. */
export function different(force: ForcePreview): ForceModel[] {
  const seen = new Map<string, ForceModel>();
  for (const model of force.models) {
    const look = [model.figure, ...model.parts].join(" ");
    if (!seen.has(look)) seen.set(look, model);
  }
  return [...seen.values()];
}

function kinds(force: ForcePreview): number {
  return new Set(force.models.map((model) => model.figure)).size * 100 + different(force).length;
}

/** The most varied force, and the most varied one of somebody else: up to four models each. */
export function lineUp(forces: readonly ForcePreview[]): [ForceModel[], ForceModel[]] {
  const ranked = [...forces].sort((one, other) => kinds(other) - kinds(one));
  const first = ranked[0];
  const second = ranked.find((each) => each.faction !== first?.faction) ?? ranked[1] ?? first;
  const shown = (force: ForcePreview | undefined) => (force ? spread(different(force)) : []);
  return [shown(first), shown(second)];
}

/** One of each kind first, then the rest. */
function spread(models: ForceModel[]): ForceModel[] {
  const first = models.filter((model, at) => models.findIndex((each) => each.figure === model.figure) === at);
  return [...first, ...models.filter((model) => !first.includes(model))].slice(0, SHOWN);
}
