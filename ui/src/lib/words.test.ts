import { expect, test } from "vitest";
import { partsOf, patternOf } from "./words.svelte";

const words = new Map([
  ["braced", "g.2.1"],
  ["top speed", "g.3.1"],
  ["speed", "g.3"],
]);
const parts = (text: string) => partsOf(text, words, patternOf(words)).filter(({ rule }) => rule).map(({ text: found, rule }) => `${found} ${rule}`);

test("words of the game are found as they stand, the longer before the shorter, each once", () => {
  expect(parts("Braced, at Top Speed; braced again at a speed")).toEqual(["Braced g.2.1", "Top Speed g.3.1", "speed g.3"]);
});

test("a part of another word is none, a number behind it does not matter", () => {
  expect(parts("speedy unbraced")).toEqual([]);
  expect(parts("Speed:2")).toEqual(["Speed g.3"]);
});

test("nothing of a text is lost", () => {
  expect(partsOf("It is Braced.", words, patternOf(words)).map(({ text }) => text).join("")).toBe("It is Braced.");
  expect(partsOf("plain", new Map(), null)).toEqual([{ text: "plain", rule: "" }]);
});
