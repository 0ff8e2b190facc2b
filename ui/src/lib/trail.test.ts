import { expect, test } from "vitest";
import { layOf } from "./geometry";
import { trailOf, trailWords } from "./trail";

const inches = layOf({ kind: "inches", width: 48000, height: 48000 });
const hexes = layOf({ kind: "hexes", width: 10, height: 10 });
const stands = { x: 10000, y: 10000, facing: 0 };

test("turns and advances lead to where the order ends", () => {
  const order = { order: "go", unit: "r1", legs: [[900, 4000], [-900, 0], [-450, 0]] };
  const trail = trailOf(order, inches, stands, [10000, 14000, 3150])!;
  expect(trail.spots).toHaveLength(2);
  expect(trailWords(trail, 7000)).toBe("4″ of 7″, 3 turns");
});

test("backing up counts as a way too", () => {
  const trail = trailOf({ legs: [[0, -2500]] }, inches, stands, [7500, 10000, 0])!;
  expect(trailWords(trail, 0)).toBe("2.5″, 0 turns");
});

test("on hexes the way goes from hex to hex", () => {
  const trail = trailOf({ path: [[1, 0], [1, 1]] }, hexes, { x: 0, y: 0, facing: 0 }, [1, 1, 0])!;
  expect(trail.spots).toHaveLength(3);
  expect(trailWords(trail, 6)).toBe("2 hexes");
});

test("pairs that lead elsewhere are no way", () => {
  expect(trailOf({ marks: [[1, 2]] }, inches, stands, [20000, 20000, 0])).toBeNull();
  expect(trailOf({ order: "wait" }, inches, stands, [10000, 10000, 0])).toBeNull();
  expect(trailOf(null, inches, stands, null)).toBeNull();
});
