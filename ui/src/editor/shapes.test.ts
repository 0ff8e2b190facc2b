import { expect, test } from "vitest";
import { around, band, blob, distinct, flooded, freeId, moved, opposite, rectangle, resized, turned, zoneBox, pieceOf } from "./shapes";

const [W, H] = [48_000, 48_000];

test("rectangles keep to half inches, and to the table", () => {
  expect(rectangle([1240, 900], [5100, 60_000], W, H)).toEqual([[1000, 1000], [5000, 1000], [5000, 48_000], [1000, 48_000]]);
  expect(rectangle([0, 0], [0, 0], W, H)).toEqual([[0, 0], [1000, 0], [1000, 1000], [0, 1000]]);
});

test("what is grown stays within its box and is the same for the same seed", () => {
  const grown = blob([4000, 4000], [12_000, 9000], W, H, 7);
  expect(grown).toEqual(blob([4000, 4000], [12_000, 9000], W, H, 7));
  expect(grown.length).toBe(9);
  expect(grown.every(([x, y]) => x >= 4000 && x <= 12_000 && y >= 4000 && y <= 9000)).toBe(true);
});

test("a band goes along its line on both sides", () => {
  expect(band([[0, 10_000], [20_000, 10_000]], 2000, W, H)).toEqual([[0, 11_000], [20_000, 11_000], [20_000, 9000], [0, 9000]]);
});

test("pieces are moved and turned on the table, never off it", () => {
  const square = rectangle([0, 0], [2000, 2000], W, H);
  expect(moved(square, -5000, 700, W, H)[0]).toEqual([0, 500]);
  expect(moved(square, 90_000, 0, W, H)[1]).toEqual([W, 0]);
  expect(turned(rectangle([10_000, 10_000], [14_000, 12_000], W, H), 90, W, H)[0]).toEqual([13_000, 9000]);
  expect(opposite(square, W, H)[0]).toEqual([W, H]);
});

test("corners that fall together are one", () => {
  expect(distinct([[0, 0], [0, 0], [1, 1], [0, 0]])).toEqual([[1, 1], [0, 0]]);
});

test("ids are new", () => {
  expect(freeId("Light woods!", new Set(["light-woods-1"]))).toBe("light-woods-2");
});

test("hexes around one are those within so many steps, on the map", () => {
  expect(around([5, 5], 0, 10, 10)).toEqual([[5, 5]]);
  expect(around([5, 5], 1, 10, 10).length).toBe(7);
  expect(around([5, 5], 2, 10, 10).length).toBe(19);
  expect(around([0, 0], 1, 10, 10).length).toBe(3);
});

test("a flood stops where the ground changes", () => {
  const terrain = ["a", "a", "b", "a", "b", "b", "b", "b", "a"];
  expect(flooded(terrain, [0, 0], 3, 3).length).toBe(3);
});

test("a larger map keeps what was drawn", () => {
  expect(resized(["a", "b", "c", "d"], [2, 2], [3, 1], "o")).toEqual(["a", "b", "o"]);
});

test("a zone that is drawn near an edge lies along it", () => {
  expect(zoneBox([900, 1400], [20_000, 9100], W, H)).toEqual([[0, 0], [20_000, 0], [20_000, 9000], [0, 9000]]);
  expect(zoneBox([30_000, 47_000], [46_000, 40_000], W, H)).toEqual([[30_000, 40_000], [46_000, 40_000], [46_000, 48_000], [30_000, 48_000]]);
});

test("a finding leads to the piece it speaks of", () => {
  const pieces = [{ id: "wall-3" }];
  expect(pieceOf("piece wall-3: its outline has no area or crosses itself", pieces)).toBe("wall-3");
  expect(pieceOf("piece wall-4: it reaches beyond the table's edge", pieces)).toBe("");
  expect(pieceOf("battle: no-such-unit", pieces)).toBe("");
});
