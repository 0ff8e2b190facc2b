import { describe, expect, test } from "vitest";
import type { Gaze } from "../wire";
import { lookAt, put, seen } from "./camera";
import { shareShown } from "./gaze";
import gazes from "./gazes.json";
import { Raster } from "./raster";

const OPEN: Gaze = { eye: [0, 0, 1500], body: [0, 12000, 0, 500, 2000], screens: [] };
const wall = (base: number, top: number, left = -3000, right = 3000, near = 11000): Gaze["screens"][number] => ({
  id: "wall",
  outline: [[left, near], [right, near], [right, near + 200], [left, near + 200]],
  base,
  top,
  radius: 0,
  veil: false,
});

describe("what the picture shows of a body", () => {
  test("is all of it where nothing stands between", () => {
    expect(shareShown(OPEN)).toBe(1);
  });
  test("is what rises above a wall", () => {
    // From 1.5 in up over a wall of 1 in at 11.2 in: the line comes down to about 0.96 in at the body.
    expect(shareShown({ ...OPEN, screens: [wall(0, 1000)] })).toBeCloseTo(1 - 0.482, 1);
  });
  test("is nothing behind a high wall, and all in front of one", () => {
    expect(shareShown({ ...OPEN, screens: [wall(0, 5000)] })).toBe(0);
    expect(shareShown({ ...OPEN, screens: [wall(0, 5000, -3000, 3000, 13000)] })).toBe(1);
  });
  test("is half beside a wall that ends at its middle", () => {
    expect(shareShown({ ...OPEN, screens: [wall(0, 5000, -3000, 1)] })).toBeCloseTo(0.5, 1);
  });
  test("is what is above ground cover", () => {
    expect(shareShown({ ...OPEN, screens: [{ ...wall(0, 500), veil: true }] })).toBeCloseTo(0.75, 2);
  });
  test("is what the rules counted, within two in a hundred", () => {
    for (const { gaze, hidden } of gazes as unknown as { gaze: Gaze; hidden: number }[]) expect(Math.abs(100 * (1 - shareShown(gaze)) - hidden)).toBeLessThanOrEqual(2);
  });
});

describe("the projector", () => {
  test("has what it looks at in the middle", () => {
    const camera = lookAt([3, 4, 2], [10, 20, 1], 400, 640, 480);
    const [x, y] = put(camera, seen(camera, [10, 20, 1]));
    expect(x).toBeCloseTo(320);
    expect(y).toBeCloseTo(240);
  });
  test("lets what is nearer cover what is farther, whichever is drawn first", () => {
    const card = (y: number): [number, number, number][] => [[-1, y, 0], [1, y, 0], [1, y, 2], [-1, y, 2]];
    const drawn = [[5, 8], [8, 5]].map((order) => {
      const raster = new Raster(lookAt([0, 0, 1], [0, 10, 1], 50, 40, 40), [0, 0, 0], 1e9);
      for (const y of order) raster.fill(card(y), { colour: [y * 10, 0, 0] });
      return raster.data[(20 * 40 + 20) * 4];
    });
    expect(drawn).toEqual([50, 50]);
  });
});
