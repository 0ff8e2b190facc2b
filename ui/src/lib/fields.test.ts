import { expect, test } from "vitest";
import type { Field } from "../wire";
import { arcWords, around, bandWords, hexesOf, sector } from "./fields";
import { layOf } from "./geometry";

const rifle: Field = { weapon: "rifle", bands: [["optimal", 12000], ["maximum", 24500]], middle: 900, half: 900, nearest: 3000 };
const map = { kind: "hexes", width: 5, height: 5 };
const lay = layOf(map);

test("north is up on the drawing", () => {
  expect(around({ x: 10, y: 10 }, 5, 900)).toEqual({ x: 10, y: 5 });
});

test("a half ring runs counter-clockwise outside and back inside", () => {
  expect(sector({ x: 0, y: 0 }, 5, 10, 900, 900)).toBe("M10 0A10 10 0 0 0 -10 0L-5 0A5 5 0 0 1 5 0Z");
});

test("more than half a turn takes the long way round", () => {
  expect(sector({ x: 0, y: 0 }, 0, 10, 0, 1350)).toContain("A10 10 0 1 0");
});

test("a field without a blind side is a ring", () => {
  expect(sector({ x: 0, y: 0 }, 5, 10, 0, 1800).match(/Z/g)).toHaveLength(2);
});

test("arcs are told as seen by the one who faces that way", () => {
  expect(arcWords(rifle, 900)).toBe("180° ahead");
  expect(arcWords(rifle, 0)).toBe("180° to the left");
  expect(arcWords(rifle, 2700)).toBe("180° behind");
  expect(arcWords({ ...rifle, half: 1800 }, 0)).toBe("all round");
});

test("bands are told from where they begin", () => {
  expect(bandWords(rifle, "inches")).toEqual(["optimal: 3″ to 12″", "maximum: 12″ to 24.5″"]);
  expect(bandWords({ ...rifle, bands: [["range", 1]], nearest: 0 }, "hexes")).toEqual(["range: up to 1 hex"]);
});

test("on hexes a band is the hexes at those distances that lie on the map", () => {
  const mortar: Field = { weapon: "mortar", bands: [["range", 2]], middle: 0, half: 1800, nearest: 2 };
  const found = hexesOf(lay, map, [0, 0], mortar, 0);
  expect(found).toHaveLength(4);
  expect(found).not.toContainEqual([1, 0]);
  expect(found).toContainEqual([2, 0]);
});

test("on hexes an arc leaves out what lies behind", () => {
  const gun: Field = { weapon: "gun", bands: [["range", 1]], middle: 0, half: 300, nearest: 0 };
  expect(hexesOf(lay, map, [1, 2], gun, 0)).toEqual([[2, 2]]);
});
