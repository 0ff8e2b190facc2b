import { expect, test } from "vitest";
import { ruleApart } from "./ruled";

test("a rule in brackets is taken out of the words", () => {
  expect(ruleApart("The gun reaches 16 in. [wagons.2.3-far]")).toEqual({ words: "The gun reaches 16 in.", rule: "wagons.2.3-far" });
  expect(ruleApart("Too far [or not].")).toEqual({ words: "Too far [or not].", rule: "" });
});
