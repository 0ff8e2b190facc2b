import { expect, test } from "vitest";
import type { ForcePreview } from "../wire";
import { inOrder } from "./fitting";

const force = (name: string, faction: string, cost: number): ForcePreview => ({ name, title: name, about: "", faction, facts: [], cost, currency: "TV", models: [], faults: 0, notes: [] });

test("forces that fit come first, by faction and size; the others follow with the reason", () => {
  const all = [force("big", "South", 900), force("small", "South", 600), force("tiny", "North", 480), force("usual", "North", 700)];
  const { fit, not } = inOrder(all, "red", [{ seat: "red", force: "tiny", why: "500 to 1000 TV a side" }, { seat: "blue", force: "big", why: "not theirs" }]);
  expect(fit.map(([faction, own]) => [faction, own.map((each) => each.name)])).toEqual([["North", ["usual"]], ["South", ["small", "big"]]]);
  expect(not.map(([each, why]) => [each.name, why])).toEqual([["tiny", "500 to 1000 TV a side"]]);
});
