import { expect, test } from "vitest";
import type { Shop, Ware } from "../wire";
import { codesOf, found, kindsOf, shelvesOf, usualOpening } from "./finding";

function ware(name: string, kind: string, shelf: string, traits = ""): Ware {
  const model = { title: name, count: 1, price: 5, stats: [], rows: [["traits", traits]], converted: false, line: 0, tracks: [], arms: [] };
  return { name, model, shelf, kind, figure: "", parts: [], opens: "", brings: [], mounts: [], codes: ["GP"] } as unknown as Ware;
}
const wares = [ware("Badger", "Vehicle", "North", "Hunter escort"), ware("Hunter", "Gear", "North"), ware("Jager", "Gear", "South"), ware("Bunker", "Works", "Generic")];
const shop = { wares, everybody: ["Generic"] } as unknown as Shop;

test("all words count, wherever they stand; names come first", () => {
  expect(found(wares, "hunter", "").map((each) => each.name)).toEqual(["Hunter", "Badger"]);
  expect(found(wares, "hunter escort", "").map((each) => each.name)).toEqual(["Badger"]);
  expect(found(wares, "", "Gear").map((each) => each.name)).toEqual(["Hunter", "Jager"]);
  expect(found(wares, "mammoth", "")).toEqual([]);
});

test("kinds are listed, the commonest first", () => {
  expect(kindsOf(wares)).toEqual(["Gear", "Vehicle", "Works"]);
});

test("a faction takes from its own list and from everybody's; without one there is all", () => {
  expect(shelvesOf(shop, "north").own).toEqual(["North", "Generic"]);
  expect(shelvesOf(shop, "").own).toEqual(["North", "South", "Generic"]);
});

test("what serves anywhere says so in two words", () => {
  expect(codesOf(wares[0]!)).toBe("GP");
  expect(codesOf({ ...wares[0]!, codes: [..."ABCDEFGHI"] })).toBe("any unit");
});

test("a unit is opened that the model serves in first, and for none in particular the usual one", () => {
  const openings = ["DG", "GP", "SK"].map((code) => ({ word: "primary", code, title: code }));
  const of = (codes: string[]) => usualOpening({ ...shop, openings }, codes)?.code;
  expect(of(["GP", "SK", "DG"])).toBe("GP");
  expect(of(["SK", "GP", "GP", "XX", "XX", "XX"])).toBe("GP");
  expect(of(["XX"])).toBe("DG");
  expect(usualOpening({ ...shop, openings: [] }, ["GP"])).toBeUndefined();
});
