import { expect, test } from "vitest";
import { aboutOption, editionWords, isNamed, optionWords, playerWords, withNamed } from "./words";

test("players and options read as people read them", () => {
  expect(["human", "bot:greedy", "bot:tactician:bold", "Ann"].map(playerWords)).toEqual(["a person", "the greedy", "the tactician, bold", "Ann"]);
  expect(["map", "red-mission"].map(optionWords)).toEqual(["Map", "Red mission"]);
  expect(["1", "2011", "2.0 (2018)"].map(editionWords)).toEqual(["Edition 1", "2011", "2.0 (2018)"]);
});

test("several values are named with commas, each once", () => {
  expect(withNamed(undefined, "ecm", true)).toBe("ecm");
  expect(withNamed("ecm, towing", "ecm", true)).toBe("towing,ecm");
  expect(withNamed("ecm,towing", "ecm", false)).toBe("towing");
  expect([isNamed("ecm, towing", "towing"), isNamed("", "ecm")]).toEqual([true, false]);
});

test("what stands beside an option to be chosen is not told again", () => {
  expect(aboutOption("modules with commas: ecm, towing, smoke. Also: x", ["all", "ecm", "towing", "smoke"])).toBe("modules with commas");
  expect(aboutOption("how many: 3", [])).toBe("how many: 3");
});
