// Ranges of weapons as bars: near ranges get more room than far ones.
import type { Arm, SheetModel } from "../wire";

const WIDTH = 300;

/** A length on a bar of `scale` units; what is beyond goes to its end. */
export function along(length: number, scale: number): number {
  return length < 0 ? WIDTH : Math.round(Math.sqrt(Math.min(Math.max(length, 0) / scale, 1)) * WIDTH);
}

export interface Bar {
  from: number;
  to: number;
  most: number;
  marks: { at: number; text: string }[];
  words: (unit: string) => string;
}

/** A weapon's ranges as a bar; figures that would stand over each other are left out. */
export function bandsOf(arm: Arm, scale: number): Bar {
  const [near, far] = arm.best;
  const [from, to] = [along(near, scale), along(far, scale)];
  const most = Math.max(along(arm.most, scale), to);
  const marks: Bar["marks"] = [];
  for (const length of [arm.most, far, near]) {
    const at = along(length, scale);
    if (length && !marks.some((mark) => Math.abs(mark.at - at) < 24)) marks.push({ at, text: length < 0 ? "∞" : String(length) });
  }
  const words = (unit: string) => {
    if (!arm.most && !far) return "melee";
    return `best ${near} to ${far < 0 ? "any range" : far}${unit}, at most ${arm.most < 0 ? "as far as one sees" : arm.most + unit}`;
  };
  return { from, to, most, marks, words };
}

/** Whether a row of a sheet says in words what the bars show. */
export function isArmRow(head: string): boolean {
  return head.trim() === "weapons";
}

/** The rows of a sheet without those that repeat what a weapon's bar says. */
export function otherRows(model: SheetModel): [string, string][] {
  const named = new Set(model.arms.map((arm) => arm.name));
  return model.rows.filter(([head]) => !named.has(head.trim().replace(/^built in: /, "")));
}
