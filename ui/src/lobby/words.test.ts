import { expect, test } from "vitest";
import { optionWords, playerWords } from "./words";

test("players and options read as people read them", () => {
  expect(["human", "bot:greedy", "bot:tactician:bold", "Ann"].map(playerWords)).toEqual(["a person", "the greedy", "the tactician, bold", "Ann"]);
  expect(["map", "red-mission"].map(optionWords)).toEqual(["Map", "Red mission"]);
});
