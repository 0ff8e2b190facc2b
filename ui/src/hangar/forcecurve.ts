// The damage to expect of a whole force by range: the curves of its models, added up.
import type { CurvePoint, DamageCurve, Ware } from "../wire";
import { curveOf, isCurve } from "./curve";
import type { Bench } from "./bench.svelte";

/** A kind of model, and how many of it the force has. */
export interface Kind {
  name: string;
  shelf: string;
  count: number;
}
export interface ForceCurve {
  curve: DamageCurve;
  /** Models that are in it, of so many. */
  counted: number;
  of: number;
}

/** The kinds of models of a force, and how many have arms of their own choice: of those no curve is known. */
export function kindsOf(bench: Pick<Bench, "force" | "priced" | "wareOf">): { kinds: Kind[]; unknown: number } {
  const kinds = new Map<string, Kind>();
  let unknown = 0;
  for (const group of bench.force.groups)
    for (const unit of group.units) {
      const isBuilt = !!bench.wareOf(unit.code)?.mounts.length && unit.models.some((each) => each.upgrades.length);
      for (const part of [unit, ...unit.models]) {
        const count = bench.priced.get(part.id)?.model.count ?? 0;
        const ware: Ware | undefined = bench.wareOf("model" in part ? part.model : part.code);
        if (count && ware && !isBuilt) {
          const key = `${ware.shelf}/${ware.name}`;
          kinds.set(key, { name: ware.name, shelf: ware.shelf, count: count + (kinds.get(key)?.count ?? 0) });
        } else unknown += count;
      }
    }
  return { kinds: [...kinds.values()], unknown };
}

/** Curves added up, each so many times; what is beyond the reach of a model adds nothing. */
export function added(curves: readonly (readonly [DamageCurve, number])[]): DamageCurve {
  const sums = new Map<number, number>();
  for (const [{ points }, count] of curves) for (const { range, mean } of points) sums.set(range, (sums.get(range) ?? 0) + mean * count);
  const points: CurvePoint[] = [...sums].sort(([a], [b]) => a - b).map(([range, mean]) => ({ range, mean, weapon: "" }));
  const [first] = curves[0] ?? [];
  return { unit: "whole force", target: first?.target ?? "", cover: first?.cover ?? [], points };
}

/** The curve of a force. One model is asked about after another, so that nobody else waits; null if none has any. */
export async function forceCurve(system: string, kinds: readonly Kind[], unknown: number, isWanted: () => boolean): Promise<ForceCurve | null> {
  const curves: [DamageCurve, number][] = [];
  let of = unknown;
  for (const { name, shelf, count } of kinds) {
    if (!isWanted()) return null;
    of += count;
    const found = await curveOf(system, name, shelf).catch(() => null);
    if (found && isCurve(found)) curves.push([found, count]);
  }
  const counted = curves.reduce((sum, [, count]) => sum + count, 0);
  return curves.length ? { curve: added(curves), counted, of } : null;
}
