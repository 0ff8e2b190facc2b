import { expect, test } from "vitest";
import { facingToward, fromOffset, hexBorder, hexCorners, hexDistance, layOf, placeText, shapePath, toOffset, typedText } from "./geometry";

const inches = layOf({ kind: "inches", width: 48_000, height: 36_000 });
const hexes = layOf({ kind: "hexes", width: 18, height: 24 });

test("the lower left of a table in inches is drawn at the lower left", () => {
  expect(inches.toSpot(0, 0)).toEqual({ x: 0, y: inches.height });
  expect(inches.toSpot(48_000, 36_000)).toEqual({ x: inches.width, y: 0 });
});

test("pointing at where a place is drawn finds that place", () => {
  for (const [x, y] of [[0, 0], [12_345, 678], [47_999, 35_999]] as const) {
    expect(inches.toPlace(inches.toSpot(x, y))).toEqual([x, y]);
  }
  for (let row = 0; row < 24; row++) {
    for (let column = 0; column < 18; column++) {
      const [q, r] = fromOffset(column, row);
      const { x, y } = hexes.toSpot(q, r);
      expect(hexes.toPlace({ x: x + 9, y: y - 9 })).toEqual([q, r]);
      expect(toOffset(q, r)).toEqual([column, row]);
    }
  }
});

test("every hex of the map lies within the drawing", () => {
  for (const [column, row] of [[0, 0], [17, 0], [0, 23], [17, 23]] as const) {
    for (const { x, y } of hexCorners(hexes, ...fromOffset(column, row))) {
      expect(x).toBeGreaterThanOrEqual(-1e-9);
      expect(y).toBeGreaterThanOrEqual(-1e-9);
      expect(x).toBeLessThanOrEqual(hexes.width + 1e-9);
      expect(y).toBeLessThanOrEqual(hexes.height + 1e-9);
    }
  }
});

test("facings count counter-clockwise from east, on hexes by hexsides", () => {
  expect(facingToward(inches, { x: 0, y: 0 }, { x: 5, y: 0 })).toBe(0);
  expect(facingToward(inches, { x: 0, y: 0 }, { x: 0, y: -5 })).toBe(900);
  expect(facingToward(inches, { x: 0, y: 0 }, { x: 0, y: 5 })).toBe(2700);
  expect(facingToward(hexes, hexes.toSpot(3, 3), hexes.toSpot(4, 2))).toBe(600);
  expect(facingToward(hexes, hexes.toSpot(3, 3), hexes.toSpot(3, 4))).toBe(3000);
  expect(facingToward(hexes, { x: 0, y: 0 }, { x: 10, y: 0.1 })).toBe(0);
});

test("an area of hexes is bounded by the sides it does not share", () => {
  expect(hexBorder(hexes, [[2, 2]]).match(/M/g)).toHaveLength(6);
  expect(hexBorder(hexes, [[2, 2], [3, 2]]).match(/M/g)).toHaveLength(10);
});

test("shapes are drawn by outline or by hexes", () => {
  expect(shapePath(inches, { outline: [[0, 0], [1000, 0], [1000, 1000]], hexes: [] })).toBe("M0 720L20 720L20 700Z");
  expect(shapePath(hexes, { outline: [], hexes: [[0, 0], [1, 0]] }).match(/Z/g)).toHaveLength(2);
});

test("distances and places as players count them", () => {
  expect(hexDistance([0, 0], [3, -1])).toBe(3);
  expect(placeText(inches, 24_500, 3000)).toBe("24.5 3.0");
  expect(placeText(hexes, -11, 23)).toBe("0 23");
});

test("a place to be typed is as exact as it must be", () => {
  expect(typedText(inches, 24000, 30100)).toBe("24.0 30.1");
  expect(typedText(inches, 24250, 30007)).toBe("24.25 30.007");
});
