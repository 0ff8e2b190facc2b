import { expect, test } from "vitest";
import type { GeneratorInfo, Scenario } from "../wire";
import { asked, isDrawn, ownerOf, rollOf, rollWords } from "./draw";

const GENERATOR: GeneratorInfo = { rolls: { place: ["hill", "wood"], "plot-red": ["love"], "plot-blue": ["love"] }, sizes: ["points"] };
const SEATS = ["red", "blue"];

test("options are rolls, further ones of their kind, or none", () => {
  expect(["place", "plot-red", "plot-red-2", "map", "points"].map((name) => rollOf(name, GENERATOR))).toEqual(["place", "plot-red", "plot-red", "", ""]);
  expect(rollOf("place", null)).toBe("");
});

test("a scenario is drawn if it takes all the rolls", () => {
  const scenario = (...names: string[]) => ({ options: Object.fromEntries(names.map((name) => [name, ""])) }) as unknown as Scenario;
  expect(isDrawn(scenario("place", "plot-red", "plot-blue", "map"), GENERATOR)).toBe(true);
  expect(isDrawn(scenario("place", "map"), GENERATOR)).toBe(false);
  expect(isDrawn(scenario("place"), null)).toBe(false);
});

test("a roll belongs to a seat or to nobody, and is called without it", () => {
  expect(["place", "plot-red-2"].map((name) => ownerOf(name, SEATS))).toEqual(["", "red"]);
  expect(["place", "plot-red-2"].map((name) => rollWords(name, SEATS))).toEqual(["Place", "Plot 2"]);
});

test("a draw is asked with what it heeds", () => {
  expect(asked({ place: "hill", "plot-red-2": "love", points: "900", map: "x", "plot-blue": " " }, GENERATOR)).toEqual({ place: "hill", "plot-red-2": "love", points: "900" });
});
