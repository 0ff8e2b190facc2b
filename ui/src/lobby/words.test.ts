import { expect, test } from "vitest";
import { aboutOption, editionWords, isNamed, optionWords, playerWords, refusalsOf, withNamed } from "./words";

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

test("a refused battle says whose force it is about, and its rule apart", () => {
  const told = "red: red.txt:5: The force has no leader. [blitz.A.2.0] Add one.\nred.txt: No faction.\nNobody plays blue.";
  expect(refusalsOf(told, [], ["red", "blue"])).toEqual([
    { where: "red's force, line 5", words: "The force has no leader. Add one.", rule: "blitz.A.2.0" },
    { where: "red's force", words: "No faction.", rule: "" },
    { where: "", words: "Nobody plays blue.", rule: "" },
  ]);
  expect(refusalsOf("x", [{ file: "mine.toml", line: 3, message: "'width' is missing" }], ["red"])).toEqual([{ where: "", words: "mine.toml:3: 'width' is missing", rule: "" }]);
});
