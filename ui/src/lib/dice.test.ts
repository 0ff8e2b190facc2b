import { expect, test } from "vitest";
import type { Throw } from "../wire";
import { diceOf, signed, spokenDice } from "./dice";

const roll = (part: Partial<Throw>): Throw => ({
  label: "attack",
  faces: [],
  sides: 6,
  counts: [],
  modifiers: [],
  total: "",
  rule: "",
  ...part,
});

test("a modifier shows its sign and its unit", () => {
  expect(signed({ value: 1, label: "", rule: "", unit: "D6" })).toBe("+1 D6");
  expect(signed({ value: -10, label: "", rule: "", unit: "%" })).toBe("−10 %");
  expect(signed({ value: 0, label: "", rule: "", unit: "" })).toBe("0");
});

test("dice that count are told apart from those that do not", () => {
  const dice = diceOf(roll({ faces: [5, 4, 1], counts: [true, true, false] }));
  expect(dice.map((die) => die.counts)).toEqual([true, true, false]);
  expect(spokenDice(roll({ faces: [5, 1], counts: [true, false] }))).toBe("5, counts; 1");
});

test("all dice count where nothing else is said, and nobody is told so of each", () => {
  expect(diceOf(roll({ faces: [3] }))).toEqual([{ shown: "3", counts: true }]);
  expect(spokenDice(roll({ faces: [3, 4] }))).toBe("3; 4");
});

test("dice of a hundred have two figures", () => {
  expect(diceOf(roll({ faces: [0, 7, 99], sides: 100 })).map((die) => die.shown)).toEqual(["00", "07", "99"]);
});
