import { expect, test } from "vitest";
import type { SheetModel } from "../wire";
import { doubtOf, doubtsOf } from "./marks";

const model = (converted: boolean, rows: [string, string][]) => ({ converted, rows }) as unknown as SheetModel;

test("a star says what is not printed, or what stars mean", () => {
  expect(doubtOf(undefined, "* converted")).toBe("");
  expect(doubtOf(model(false, [["not printed", "armor"]]))).toBe("");
  expect(doubtOf(model(true, [["perks", "Agile"], ["not printed", "armor: proposed by us (lost)"], ["not printed", "weapon LAC: restored"]]))).toBe("Not printed: armor: proposed by us (lost); weapon LAC: restored");
  expect(doubtOf(model(true, []), "* converted")).toBe("* converted");
});

test("a force in short says each doubt once", () => {
  const owl = { name: "Owl", count: 1, price: 1, figure: "", parts: [], doubt: "ours" };
  const force = { models: [owl, owl, { ...owl, name: "Hunter", doubt: "" }], notes: ["* converted", "* converted"] };
  expect(doubtsOf(force)).toEqual(["Owl: ours", "converted"]);
});
