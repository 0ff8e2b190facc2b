import { expect, test } from "vitest";
import type { SheetModel } from "../wire";
import { glanceOf } from "./glance";

const model = (best: [number, number], most: number): { model: SheetModel } => ({
  model: { title: "x", count: 1, price: 6, stats: [], rows: [], converted: false, line: 1, tracks: [["Hull", 4], ["Structure", 2]], arms: [{ name: "gun", best, most, strength: [], traits: [] }] },
});

test("a force tells at which range most of its weapons are at their best", () => {
  const glance = glanceOf([model([6, 18], 36), model([12, 24], 48)], 48);
  expect(glance.best).toBe(12);
  expect(glance.reach.find((at) => at.range === 30)).toEqual({ range: 30, best: 0, all: 2 });
  expect(glance.facts.map(([name, value]) => `${name} ${value}`)).toEqual(["models 2", "weapons 2", "boxes to lose 12", "a model costs 6"]);
});

test("what reaches as far as one sees reaches everywhere", () => {
  expect(glanceOf([model([0, -1], -1)], 16).reach.at(-1)).toEqual({ range: 16, best: 1, all: 1 });
});

test("without weapons there is no best range, and what is not counted is not told", () => {
  const bare = model([0, 0], 0).model;
  const glance = glanceOf([{ model: { ...bare, arms: [], tracks: [] } }], 48);
  expect(glance.best).toBe(-1);
  expect(glance.facts.map(([name]) => name)).toEqual(["models", "a model costs"]);
});
