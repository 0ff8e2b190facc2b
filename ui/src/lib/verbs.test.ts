import { expect, test } from "vitest";
import type { Asked, Piece } from "../wire";
import { placeVerbs, verbsOf, verbText, wordBox } from "./verbs";

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
    ...["Stand by", "Hide", "Brace", "Signal", "End the activation"].map((label) => option("pick", label)),
  );
  const verbs = verbsOf(question, pieces, new Map());
  expect(verbs.map(({ word }) => word)).toEqual(["Attack", "Move", "Stand by", "Hide", "End the activation"]);
  expect(verbText(verbs[0]!)).toBe("Attack  1");
  expect(verbsOf(null, pieces, new Map())).toEqual([]);
});

test("nobody who is not on the table, and no offer, has verbs around it", () => {
  const question = asked(option("pick", "Yes"));
  expect(verbsOf({ ...question, ask: { ...question.ask, optional: true } }, pieces, new Map())).toEqual([]);
  expect(verbsOf({ ...question, ask: { ...question.ask, unit: "red-9" } }, pieces, new Map())).toEqual([]);
});

test("verbs stand where nothing else is, their words too, and nowhere where there is no room", () => {
  const texts = ["Attack  1", "Move  2", "Turn  3"];
  const below = placeVerbs(texts, [], () => true)!;
  expect(below.every(({ y }) => y > 0)).toBe(true);
  const box = wordBox(below[0]!, texts[0]!);
  const others = [{ x: box.x + 5, y: box.y + 5 }];
  const elsewhere = placeVerbs(texts, others, () => true)!;
  expect(elsewhere).not.toEqual(below);
  expect(placeVerbs(texts, [], () => false)).toBeNull();
});
