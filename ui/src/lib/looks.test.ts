import { expect, test } from "vitest";
import type { Piece } from "../wire";
import { byGroup, ownName, pieceMarks, showsNames, sideLook, tokenSize } from "./looks";

test("pieces have short names that follow their ids", () => {
  const piece = (id: string, side: string, known = "seen") => ({ id, side, known });
  const marks = pieceMarks([
    piece("red-1", "red"),
    piece("red-2a", "red"),
    piece("contact-1", "blue", "blip"),
    piece("blue-castle", "blue"),
    piece("rogue-1", "red"),
  ]);
  expect([...marks.values()]).toEqual(["R1", "R2a", "?1", "BC", "R5"]);
});

test("sides look by their colour's name, or by their seat", () => {
  expect(["red", "blue"].map((side) => sideLook(side, ["blue", "red"]))).toEqual([0, 1]);
  expect(["north", "south", "both"].map((side) => sideLook(side, ["north", "south"]))).toEqual([0, 1, 2]);
  expect(["red", "blue", "nobody"].map((side) => sideLook(side, ["red", "blue"]))).toEqual([0, 1, 2]);
});

test("a token is never too small to be known, nor smaller than its base", () => {
  const lay = { unit: 20, kind: "inches" as const };
  const gear = { radius: 590, figure: "gear-medium" };
  expect(tokenSize(gear, lay, 0.3)).toBe(22);
  expect(tokenSize(gear, lay, 0.75)).toBe(28);
  expect(tokenSize({ radius: 1181, figure: "strider" }, lay, 0.75)).toBe(35.43);
  expect(tokenSize(gear, lay, 3)).toBeCloseTo(70.8);
  expect(tokenSize({ radius: 0, figure: "mech-medium" }, { unit: 44, kind: "hexes" }, 1)).toBeCloseTo(31.24);
});

test("pieces are listed by group and number, whatever order they came in", () => {
  const piece = (id: string, group: string) => ({ id, group }) as Piece;
  const listed = byGroup([piece("red-10", "Group 1"), piece("red-2", "Group 1"), piece("red-9", ""), piece("red-1", "Group 10"), piece("red-3", "Group 2")]);
  expect(listed.map(({ group, members }) => [group, members.map(({ id }) => id)])).toEqual([
    ["Group 1", ["red-2", "red-10"]],
    ["Group 2", ["red-3"]],
    ["Group 10", ["red-1"]],
    ["", ["red-9"]],
  ]);
});

test("under the heading of its side a model is called without it", () => {
  expect(ownName({ name: "Red Hunter 1", side: "red" })).toBe("Hunter 1");
  expect(["Redoubt 1", "Squire Lancer"].map((name) => ownName({ name, side: "red" }))).toEqual(["Redoubt 1", "Squire Lancer"]);
});

test("on a large table few pieces are named, many are not, and on a phone none", () => {
  const lay = { unit: 20, kind: "inches" } as const;
  expect([showsNames(lay, 0.45, 10), showsNames(lay, 0.45, 30), showsNames(lay, 0.3, 10), showsNames(lay, 0.8, 30)]).toEqual([true, false, false, true]);
});
