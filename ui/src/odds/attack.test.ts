import { expect, test } from "vitest";
import type { Cell, Condition } from "../wire";
import { attackOf, fromLink, givenOf, nothing, numberOf, percent, shownUnit, stepsOf, toLink, unitOf, weaponWords, worthShowing } from "./attack";

const conditions: Condition[] = [
  { name: "range", about: "", values: [], usual: "", rule: "", most: 72 },
  { name: "cover", about: "", values: ["none", "light"], usual: "none", rule: "", most: 0 },
  { name: "lost", about: "", values: [], usual: "0", rule: "", most: 0 },
  { name: "trait", about: "", values: [], usual: "", rule: "", most: 0 },
];

test("an attack comes back from its link", () => {
  const laid = { attackers: [{ unit: "hunter", weapon: "LAC 2", count: 3 }, { unit: "jaguar", weapon: "MAC", count: 1 }], target: "jager", given: { range: "12", cover: "light", lost: "0" }, reply: true };
  const link = toLink(laid, conditions);
  expect(link).toEqual({ a: "hunter:LAC 2 x3|jaguar:MAC", t: "jager", range: "12", cover: "light", answered: "1" });
  expect(fromLink(link, conditions)).toEqual({ ...laid, given: { range: "12", cover: "light" } });
});

test("what a link says that is no condition is left out", () => {
  expect(fromLink({ evil: "1", range: "" }, conditions)).toEqual(nothing());
});

test("nothing is asked before all is chosen; what is usual is not said", () => {
  expect(attackOf("wagons", nothing(), conditions)).toBeNull();
  const laid = { ...nothing(), attackers: [{ unit: "a", weapon: "b", count: 1 }], target: "c", given: { cover: "none", range: " 6 " } };
  expect(attackOf("wagons", laid, conditions)).toEqual({ system: "wagons", attackers: ["a:b"], target: "c", given: [["range", "6"]], reply: false });
  expect(givenOf(laid, conditions)).toEqual([["range", "6"]]);
});

test("numbers are known by their bounds or by what is usual", () => {
  expect(conditions.map(numberOf)).toEqual([72, 0, 12, 0]);
  expect(stepsOf(72).at(-1)).toBe("72");
  expect(stepsOf(16)).toContain("16");
  expect(stepsOf(4)).toEqual(["0", "1", "2", "3", "4"]);
});

test("chances are told as people tell them", () => {
  expect([0, 0.0004, 0.031, 0.5, 0.9995, 1].map(percent)).toEqual(["0 %", "<0.1 %", "3.1 %", "50 %", ">99.9 %", "100 %"]);
});

test("a unit is known by its name where only one has it", () => {
  const units = { "tegu-mbt": "Tegu MBT", hunter: "Hunter", "hunter-2": "Hunter", "HUNTER GUNNER": "Hunter Gunner" };
  expect(unitOf(" Tegu mbt ", units)).toBe("tegu-mbt");
  expect(unitOf("hunter", units)).toBe("hunter");
  expect(unitOf("nothing", units)).toBe("nothing");
  expect(shownUnit("tegu-mbt", units)).toBe("Tegu MBT");
  expect(shownUnit("hunter-2", units)).toBe("hunter-2");
  expect(weaponWords("medium-auto-cannon")).toBe("Medium auto cannon");
  expect(weaponWords("LRP/24")).toBe("LRP/24");
});

test("rows and columns in which nothing can be done give way to their reason", () => {
  const cell = (problem = "") => ({ hit: 0.5, mean: 1, destroyed: 0, problem }) as Cell;
  const cells = [
    [cell(), cell(), cell("only at skirmish scale")],
    [cell(), cell("cover is too far"), cell("only at skirmish scale")],
    [cell("48 in away: too far"), cell("48 in away: too far"), cell("48 in away: too far")],
    [cell("60 in away: too far"), cell("60 in away: too far"), cell("60 in away: too far")],
  ];
  expect(worthShowing(cells, ["1", "12", "48", "60"], ["none", "light", "heavy"])).toEqual({
    rows: [0, 1],
    columns: [0, 1],
    why: [["heavy", "only at skirmish scale"], ["48, 60", "48 in away: too far"], ["12 × light", "cover is too far"]],
  });
  const none = worthShowing([[cell("no")]], ["1"], ["none"]);
  expect(none).toEqual({ rows: [0], columns: [0], why: [["1 × none", "no"]] });
  const many = ["1", "2", "3", "4"].map(() => [cell("no")]);
  expect(worthShowing(many, ["1", "2", "3", "4"], ["none"]).why).toEqual([["–", "no"]]);
});
