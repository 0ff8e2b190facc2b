import { expect, test } from "vitest";
import type { ForcePreview } from "../wire";
import { lineUp } from "./lineup";

function force(name: string, faction: string, ...figures: string[]): ForcePreview {
  const models = figures.map((figure) => ({ name: figure, count: 1, figure, parts: [] as string[], group: "" }));
  return { name, title: name, about: "", faction, facts: [], cost: 0, currency: "TV", models: models as unknown as ForcePreview["models"], faults: 0, notes: [] };
}

const kindsOf = (models: { figure: string }[]) => models.map((each) => each.figure);

test("the most varied forces of two factions face each other", () => {
  const found = lineUp([force("a", "N", "gear", "gear"), force("b", "N", "gear", "tank"), force("c", "N", "tank", "drone"), force("d", "S", "gear")]);
  expect(found.map(kindsOf)).toEqual([["gear", "tank"], ["gear"]]);
});

test("without factions any other force will do, and a lone one faces itself", () => {
  expect(lineUp([force("a", "", "gear"), force("b", "", "tank", "drone")]).map(kindsOf)).toEqual([["tank", "drone"], ["gear"]]);
  expect(lineUp([force("a", "", "gear")]).map(kindsOf)).toEqual([["gear"], ["gear"]]);
  expect(lineUp([])).toEqual([[], []]);
});

test("one of each kind comes first, four at most", () => {
  const mixed = force("a", "", "gear", "tank", "drone", "squad", "turret");
  expect(kindsOf(lineUp([mixed])[0])).toEqual(["gear", "tank", "drone", "squad"]);
});
