import { expect, test, vi } from "vitest";
import type { DamageCurve } from "../wire";
import { amount, armName, curveOf, drawn, fits, HEIGHT, isCurve, sentence, WIDTH } from "./curve";

const point = (range: number, mean: number, weapon: string) => ({ range, mean, weapon });
const curve: DamageCurve = {
  unit: "Wagon",
  target: "Cart",
  cover: [["cover", "none"]],
  points: [point(0, 1, "whip"), point(1, 0, ""), point(4, 2, "long-bow"), point(9, 2, "long-bow"), point(16, 0.5, "Sling")],
};

test("a line goes from the first range to the last and stays within its picture", () => {
  const picture = drawn(curve, "″");
  const numbers = [...picture.line.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  expect(numbers.map(([x]) => x)).toEqual([0, 75, 150, 225, 300]);
  expect(numbers.every(([, y]) => y! > 0 && y! <= picture.ground && y! < HEIGHT)).toBe(true);
  expect(picture.peak).toMatchObject({ x: 150, text: "2.0 at 4″", anchor: "middle" });
  expect(picture.area.endsWith("Z")).toBe(true);
  expect(picture.ticks.at(-1)).toEqual({ x: WIDTH, text: "16″", anchor: "end" });
});

test("each weapon has the stretch where it is the best, and none where none can be used", () => {
  const { stretches } = drawn(curve, "");
  expect(stretches.map(({ weapon, near, far }) => [weapon, near, far])).toEqual([["whip", 0, 0], ["long-bow", 4, 9], ["Sling", 16, 16]]);
  expect(stretches.map(({ from, to }) => [from, to])).toEqual([[0, 37.5], [112.5, 262.5], [262.5, 300]]);
  expect(stretches.map(fits)).toEqual([true, true, true]);
  expect(fits({ weapon: "a very long name", near: 0, far: 0, from: 0, to: 20 })).toBe(false);
});

test("one point, or no harm at all, is no curve", () => {
  expect(isCurve(curve)).toBe(true);
  expect(isCurve({ ...curve, points: [] })).toBe(false);
  expect(isCurve({ ...curve, points: curve.points.slice(0, 1) })).toBe(false);
  expect(isCurve({ ...curve, points: [point(0, 0, "whip"), point(1, 0, "whip")] })).toBe(false);
});

test("the sentence says what is assumed, where it is best and with what", () => {
  const told = sentence(curve, "″");
  for (const part of ["Wagon", "the Cart", "cover: none", "most at 4″, 2.0 with long bow", "0.5 at 16″", "whip at 0;", "long bow at 4 to 9"]) expect(told).toContain(part);
  expect([0, 0.01, 0.54, 3].map(amount)).toEqual(["0.0", "<0.1", "0.5", "3.0"]);
  expect(["chain-blade:grind", "gun#2", "LAC 2", "MRP/9"].map(armName)).toEqual(["chain blade grind", "gun", "LAC 2", "MRP/9"]);
});

test("a model is asked about once; what failed is asked again", async () => {
  const answers = [new Response("{}", { status: 503 }), Response.json(curve)];
  const fetched = vi.fn(() => Promise.resolve(answers.shift()!));
  vi.stubGlobal("fetch", fetched);
  await expect(curveOf("wagons", "Wagon", "West")).rejects.toThrow();
  expect(await curveOf("wagons", "Wagon", "West")).toEqual(curve);
  expect(await curveOf("wagons", "Wagon", "West")).toEqual(curve);
  expect(fetched).toHaveBeenCalledTimes(2);
  vi.unstubAllGlobals();
});
