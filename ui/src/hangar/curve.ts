// The damage to expect of a model by range: asked for once, drawn as a line, told in a sentence.
import { fetchJson } from "../lib/http";
import type { CurvePoint, DamageCurve } from "../wire";

export const WIDTH = 300;
export const HEIGHT = 112;
/** Where the line has its highest point, and where it stands on the ground. */
const [TOP, GROUND] = [18, 76];

/** Ranges at which one weapon is the best. */
export interface Stretch {
  weapon: string;
  near: number;
  far: number;
  from: number;
  to: number;
}
export interface Drawn {
  line: string;
  area: string;
  ground: number;
  peak: { x: number; y: number; text: string; anchor: "start" | "middle" | "end" };
  stretches: Stretch[];
  ticks: { x: number; text: string; anchor: "middle" | "end" }[];
}

const asked = new Map<string, Promise<DamageCurve>>();

/** The curve of a model; what failed is asked for again the next time. */
export function curveOf(system: string, name: string, shelf: string): Promise<DamageCurve> {
  const path = `/api/curves/${encodeURIComponent(system)}/${encodeURIComponent(name)}?shelf=${encodeURIComponent(shelf)}`;
  const known = asked.get(path);
  if (known) return known;
  const found = fetchJson<DamageCurve>(path);
  asked.set(path, found);
  found.catch(() => asked.delete(path));
  return found;
}

/** Whether there is something to draw: harm at more than one range. */
export function isCurve(curve: DamageCurve): boolean {
  return curve.points.length > 1 && curve.points.some((point) => point.mean > 0);
}

/** Everything that is drawn of a curve; near ranges get more room than far ones. */
export function drawn(curve: DamageCurve, unit: string): Drawn {
  const points = curve.points;
  const last = points.at(-1)!.range;
  const best = peakOf(points);
  const x = (range: number) => round(Math.sqrt(range / last) * WIDTH);
  const y = (mean: number) => round(GROUND - (mean / best.mean) * (GROUND - TOP));
  const line = points.map((point, at) => `${at ? "L" : "M"}${x(point.range)} ${y(point.mean)}`).join("");
  const area = `${line}L${x(last)} ${GROUND}L${x(points[0]!.range)} ${GROUND}Z`;
  const at = x(best.range);
  const anchor = at < 60 ? "start" : at > WIDTH - 60 ? "end" : "middle";
  const peak = { x: at, y: y(best.mean), text: `${amount(best.mean)} at ${best.range}${unit}`, anchor } as const;
  return { line, area, ground: GROUND, peak, stretches: stretchesOf(points, x), ticks: ticksOf(points, x, unit) };
}

function peakOf(points: readonly CurvePoint[]): CurvePoint {
  return points.reduce((best, point) => (point.mean > best.mean ? point : best));
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}

/** Neighbouring ranges with the same best weapon; they meet halfway. */
function stretchesOf(points: readonly CurvePoint[], x: (range: number) => number): Stretch[] {
  const found: Stretch[] = [];
  points.forEach(({ range, weapon }, at) => {
    const before = points[at - 1];
    const begins = before ? round((x(before.range) + x(range)) / 2) : x(range);
    const last = found.at(-1);
    if (last && before) last.to = begins;
    if (last?.weapon === weapon) last.far = range;
    else found.push({ weapon, near: range, far: range, from: begins, to: begins });
  });
  const end = found.at(-1);
  if (end) end.to = x(points.at(-1)!.range);
  return found.filter((each) => each.weapon);
}

function ticksOf(points: readonly CurvePoint[], x: (range: number) => number, unit: string): Drawn["ticks"] {
  const last = points.at(-1)!.range;
  const ticks: Drawn["ticks"] = [{ x: WIDTH, text: `${last}${unit}`, anchor: "end" }];
  for (const range of points.map((point) => point.range).toReversed())
    if (range > 0 && ticks.at(-1)!.x - x(range) >= 46 && x(range) > 8) ticks.push({ x: x(range), text: `${range}${unit}`, anchor: "middle" });
  return ticks.toReversed();
}

/** A weapon as people write it, where the rules know it by an id. */
export function armName(weapon: string): string {
  return /^[a-z][a-z0-9:#-]*$/.test(weapon) ? weapon.replace(/#\d+$/, "").replace(/[:-]/g, " ") : weapon;
}

/** A figure with no more digits than it needs. */
export function amount(mean: number): string {
  return mean < 0.05 && mean > 0 ? "<0.1" : mean.toFixed(1);
}

/** Whether a name fits below its stretch. */
export function fits({ weapon, from, to }: Stretch): boolean {
  return armName(weapon).length * 5.6 <= to - from;
}

/** What is assumed: the target and its cover. */
export function assumed(curve: DamageCurve): string {
  return [`one attack on a standard target, the ${curve.target}`, ...curve.cover.map(([name, value]) => `${name}: ${value}`)].join(", ");
}

/** The curve in words. */
export function sentence(curve: DamageCurve, unit: string): string {
  const { points } = curve;
  const [best, end] = [peakOf(points), points.at(-1)!];
  const by = stretchesOf(points, (range) => range).map(({ weapon, near, far }) => `${armName(weapon)} at ${near === far ? near : `${near} to ${far}`}`);
  const most = `Expected damage by range of the ${curve.unit}, ${assumed(curve)}: most at ${best.range}${unit}, ${amount(best.mean)} with ${armName(best.weapon)}`;
  return `${most}; ${amount(end.mean)} at ${end.range}${unit}, the furthest it was reckoned. Best weapons: ${by.join("; ")}.`;
}
