import { expect, test } from "vitest";
import { groundSvg, terrainSvg, type Feature } from "./ground";
import { hexlandSvg, type Cell } from "./hexland";
import { tilingNoise } from "./noise";
import { isInside, lifted, seeded, seedOf, shadow, smooth, tone } from "./relief";
import type { Dot } from "./shapes";

const SQUARE: Dot[] = [[0, 0], [80, 0], [80, 80], [0, 80]];
const KINDS = ["woods", "scrub", "hill", "rocks", "building", "box", "block", "wall", "ruin", "water", "swamp", "road", "field", "rough", "dunes", "crater", "cloud", "books", "carton", "furniture", "cushion", "pot", "sticks"];
const feature = (more: Partial<Feature> = {}): Feature => ({ id: "one", drawing: "building", dense: false, dots: SQUARE, h: 60, ...more });

test("every kind of ground is drawn, the same each time, and without a broken number", () => {
  for (const drawing of KINDS)
    for (const dense of [false, true]) {
      const drawn = terrainSvg([feature({ drawing, dense })]);
      expect(drawn).not.toMatch(/NaN|undefined|Infinity/);
      expect(drawn).toBe(terrainSvg([feature({ drawing, dense })]));
      expect(drawn.length).toBeGreaterThan(200);
    }
});

test("ground of no known kind is never invisible: a block of its height, or rough ground where it is flat", () => {
  expect(terrainSvg([feature({ drawing: "pyramid" })])).toContain("var(--roof)");
  expect(terrainSvg([feature({ drawing: "pyramid", h: 0 })])).toContain("var(--rock)");
});

test("what is higher throws a longer shadow and is lifted farther", () => {
  const reach = (h: number) => Math.max(...shadow(SQUARE, h).match(/-?[\d.]+/g)!.map(Number));
  expect(reach(60)).toBeGreaterThan(reach(20));
  expect(lifted([10, 10], 60)[1]).toBeLessThan(lifted([10, 10], 20)[1]);
  expect(lifted([10, 10])).toEqual([10, 10]);
});

test("flat ground lies under what stands, and what stands farther north comes first", () => {
  const north = feature({ id: "north", dots: SQUARE.map(([x, y]): Dot => [x, y - 200]) });
  const drawn = terrainSvg([feature({ id: "south" }), north, feature({ id: "pond", drawing: "water", h: 0 })]);
  expect([...drawn.matchAll(/data-shape="(\w+)"/g)].map(([, id]) => id)).toEqual(["pond", "north", "south"]);
});

test("a river in pieces is one water: no shore is drawn over any of them", () => {
  const piece = (id: string, dx: number) => feature({ id, drawing: "water", h: 0, dots: SQUARE.map(([x, y]): Dot => [x + dx, y]) });
  const drawn = terrainSvg([piece("one", 0), feature({ id: "meadow", drawing: "field", h: 0 }), piece("two", 60)]);
  expect(drawn.lastIndexOf("var(--shore)")).toBeLessThan(drawn.indexOf("var(--water)"));
  expect([...drawn.matchAll(/data-shape="(\w+)"/g)].map(([, id]) => id)).toEqual(["one", "two", "meadow"]);
});

test("an outline drawn the other way round gives the same ground", () => {
  const drawn = (dots: Dot[]) => terrainSvg([feature({ drawing: "block", dots })]);
  expect(drawn([...SQUARE].reverse())).toContain('fill="var(--roof)"');
  expect(drawn([...SQUARE].reverse()).length).toBe(drawn(SQUARE).length);
});

test("a name cannot break out of the drawing, nor an outline of two corners break it", () => {
  expect(terrainSvg([feature({ id: '"><script>' })])).not.toContain("<script");
  expect(terrainSvg([feature({ dots: [[0, 0], [1, 1]] })])).not.toContain("data-shape");
});

test("the ground has a cross at every sixth inch", () => {
  const crosses = groundSvg(480, 240, 3).split("<path").at(-1)!;
  expect((crosses.match(/v8/g) ?? []).length).toBe(5 * 3);
});

test("faces away from the light are darkened, lit ones warmed", () => {
  expect(tone("hill", -1)).toContain("#05070a 46%");
  expect(tone("hill", 1)).toContain("#fff6d8 26%");
});

test("chance in drawings is the same for the same seed, and rounds stay near their corners", () => {
  expect([1, 2, 3].map(seeded(5))).toEqual([1, 2, 3].map(seeded(5)));
  expect(seedOf("rock-1")).not.toBe(seedOf("rock-2"));
  expect(smooth(SQUARE, 4)).toHaveLength(16);
  expect(isInside([40, 40], SQUARE)).toBe(true);
  expect(isInside([90, 40], SQUARE)).toBe(false);
  expect(tilingNoise(0, 0.3, 5, 8)).toBeCloseTo(tilingNoise(1, 0.3, 5, 8));
});

const CORNERS = [[22, 13], [22, -13], [0, -25], [-22, -13], [-22, 13], [0, 25]].map(([x, y]) => ({ x: x!, y: y! }));
const cell = (more: Partial<Cell> = {}): Cell => ({ drawing: "", dense: false, level: 0, corners: CORNERS, x: 0, y: 0, beside: Array(6).fill(null), seed: 1, ...more });

test("every kind of hex is drawn without a broken number", () => {
  for (const drawing of ["", ...KINDS]) expect(hexlandSvg([cell({ drawing })])).not.toMatch(/NaN|undefined|Infinity/);
});

test("a hex that is higher than its southern neighbours shows a cliff towards each of them, and a lit rim northwards", () => {
  const low = cell();
  const alone = hexlandSvg([cell({ level: 2 })]);
  const cliffs = hexlandSvg([cell({ level: 2, beside: [null, low, low, null, low, low] })]);
  const tones = (text: string) => (text.match(/var\(--hill\),#05070a/g) ?? []).length;
  expect(tones(cliffs) - tones(alone)).toBe(2);
  expect(cliffs).toContain("v18");
  expect((cliffs.match(/#fff6da/g) ?? []).length).toBe(2);
  expect(alone).not.toContain("#fff6da");
});
