import { expect, test } from "vitest";
import type { Asked, Piece } from "../wire";
import { aheadOf, placeVerbs, verbsOf } from "./verbs";

const piece = (id: string, side: string): Piece => ({ id, name: id, side, status: "" }) as Piece;
const pieces = new Map([piece("red-1", "red"), piece("blue-1", "blue")].map((each) => [each.id, each]));
const option = (kind: string, label: string, more: object = {}) => ({ kind, label, rule: "", order: { order: "do", unit: "red-1" }, ...more });
const asked = (...options: object[]): Asked =>
  ({ decision: 1, ask: { seat: "red", kind: "act", unit: "red-1", about: [], rule: "", prompt: "", optional: false }, options }) as unknown as Asked;

test("attacking and moving stand once each, then what else can be done, and ending is always at hand", () => {
  const question = asked(
    option("target", "Gun at blue-1", { unit: "blue-1" }),
    option("target", "Rockets at blue-1", { unit: "blue-1" }),
    option("path", "Move: Ground"),
    option("path", "Move: Walker"),
    ...["Stand by (until fired at)", "Hide", "Lend an Action to blue-1", "Brace", "Signal", "End the activation"].map((label) => option("pick", label)),
  );
  const verbs = verbsOf(question, pieces, new Map());
  expect(verbs.map(({ word }) => word)).toEqual(["Attack", "Move", "Stand by", "Hide", "End"]);
  expect(verbs[0]!.key).toBe("1");
  expect(verbsOf(null, pieces, new Map())).toEqual([]);
});

test("a long choice is called by what comes before its particulars, and such as differ only in them stand once", () => {
  const labels = ["Overwatch: hold an attack back for the enemy's phase", "Disengage to column 2, row 3", "Disengage to column 1, row 4", "Commander: look around (+4 vision)", "Back to Combat Speed next round"];
  const verbs = verbsOf(asked(...labels.map((label) => option("pick", label))), pieces, new Map());
  expect(verbs.map(({ word }) => word)).toEqual(["Overwatch", "Disengage", "Commander: look around", "Back to Combat Speed …"]);
});

test("nobody who is not on the table, and no offer, has verbs around it", () => {
  const question = asked(option("pick", "Yes"));
  expect(verbsOf({ ...question, ask: { ...question.ask, optional: true } }, pieces, new Map())).toEqual([]);
  expect(verbsOf({ ...question, ask: { ...question.ask, unit: "red-9" } }, pieces, new Map())).toEqual([]);
});

test("before anybody acts the piece in hand has around it how it may begin", () => {
  const begin = (unit: string, label: string) => option("pick", label, { order: { order: "activate", unit } });
  const question = asked(begin("red-1", "red-1: braced"), begin("red-1", "red-1: top speed"), begin("red-2", "red-2: braced"));
  const waiting = { ...question, ask: { ...question.ask, unit: "" } };
  const both = new Map([...pieces, ["red-2", piece("red-2", "red")]]);
  expect(verbsOf(waiting, both, new Map(), "red-1").map(({ word }) => word)).toEqual(["Braced", "Top speed"]);
  expect(verbsOf(waiting, both, new Map(), "")).toEqual([]);
});

const WIDTHS = [60, 110, 70, 90, 50];
/** A window as wide and high as this, with the piece at that place in it. */
const seen = (wide: number, high: number, x: number, y: number) => ({ x: -x, y: -y, width: wide, height: high });

test("wherever in the window a piece stands its verbs are all in it, and none covers another or the piece", () => {
  for (const [wide, high] of [[1100, 850], [344, 360]] as const)
    for (const x of [4, 30, wide / 2, wide - 30, wide - 4])
      for (const y of [4, 30, high / 2, high - 30, high - 4]) {
        const puts = placeVerbs(WIDTHS, [], seen(wide, high, x, y));
        expect(puts, `${x} ${y} of ${wide}`).not.toBeNull();
        for (const put of puts!) {
          const [left, right] = [Math.min(put.x - 16, put.box.x), Math.max(put.x + 16, put.box.x + put.box.width)];
          expect(left + x).toBeGreaterThanOrEqual(0);
          expect(right + x).toBeLessThanOrEqual(wide);
          expect(put.y - 16 + y).toBeGreaterThanOrEqual(0);
          expect(put.y + 16 + y).toBeLessThanOrEqual(high);
          expect(Math.hypot(put.x, put.y)).toBeGreaterThan(30);
        }
        const heights = puts!.map((put) => put.y).sort((a, b) => a - b);
        heights.slice(1).forEach((each, at) => expect(each - heights[at]!).toBeGreaterThan(32));
      }
});

test("verbs stand on the side where nothing else is, above all nothing to aim at", () => {
  const window = seen(1000, 1000, 500, 500);
  const right = placeVerbs(WIDTHS, [], window)!;
  expect(right.every(({ x }) => x > 0)).toBe(true);
  const left = placeVerbs(WIDTHS, [{ x: 60, y: 0, worth: 2 }], window)!;
  expect(left.every(({ x }) => x < 0)).toBe(true);
  const between = placeVerbs(WIDTHS, [{ x: 60, y: 0, worth: 2 }, { x: -60, y: 0, worth: 9 }], window)!;
  expect(between.every(({ x }) => x > 0)).toBe(true);
  expect(placeVerbs(WIDTHS, [], seen(90, 90, 45, 45))).toBeNull();
});

test("verbs leave the ground towards the nearest enemy free, and a spot that a lesson speaks of", () => {
  const window = seen(1000, 1000, 500, 500);
  for (const foe of [{ x: 0, y: -30 }, { x: 0, y: 30 }, { x: 30, y: 0 }, { x: -30, y: 0 }, { x: 20, y: -20 }]) {
    const free = aheadOf({ x: 0, y: 0 }, [foe, { x: foe.x * 9, y: -foe.y * 9 }], 1);
    const puts = placeVerbs(WIDTHS, free.map((spot) => ({ ...spot, worth: 3 })), window)!;
    const straight = { x: foe.x * 3, y: foe.y * 3 };
    expect(puts.every(({ x, y }) => Math.hypot(x - straight.x, y - straight.y) > 24)).toBe(true);
    expect(puts.every(({ box }) => straight.x < box.x || straight.x > box.x + box.width || straight.y < box.y || straight.y > box.y + box.height)).toBe(true);
  }
  expect(aheadOf({ x: 0, y: 0 }, [], 1)).toEqual([]);
});
