import { expect, test } from "vitest";
import type { Shape, TableView } from "../wire";
import { layOf } from "./geometry";
import { cellsOf, groundWords, kindsOf, shapeAt } from "./terrain";

const shape = (id: string, more: Partial<Shape>): Shape => ({
  id, kind: "area", label: id, outline: [], hexes: [], base: 0, top: 0, rating: "", drawing: "", dense: false, facts: [], ...more,
});
const SQUARE: [number, number][] = [[10000, 10000], [20000, 10000], [20000, 20000], [10000, 20000]];
const table = (kind: string, shapes: Shape[]): TableView => ({ kind, width: 48000, height: 48000, shapes, light: "day" });

test("the ground at a spot is the highest piece that lies there", () => {
  const inches = table("inches", [shape("house", { outline: SQUARE, top: 3000 }), shape("park", { outline: SQUARE, facts: ["light cover"] })]);
  const lay = layOf(inches);
  expect(shapeAt(inches, lay, lay.toSpot(15000, 15000))?.id).toBe("house");
  expect(shapeAt(inches, lay, lay.toSpot(30000, 15000))).toBeNull();
  expect(groundWords(inches.shapes[1]!)).toEqual(["Park", "light cover"]);
});

test("hexes know what lies beside them, and the edge of the map", () => {
  const hexes = { ...table("hexes", [shape("hill", { hexes: [[1, 0]], top: 2, drawing: "hill" })]), width: 3, height: 2 };
  const lay = layOf(hexes);
  const [first, second] = cellsOf(hexes, lay);
  expect(first!.beside[0]).toBe(second);
  expect(second!.level).toBe(2);
  expect(first!.beside[2]).toBeNull();
  expect(shapeAt(hexes, lay, lay.toSpot(1, 0))?.id).toBe("hill");
});

test("a legend has each kind of ground once, and none for open ground", () => {
  const shapes = [shape("wood", {}), shape("wood", {}), shape("plain", { kind: "open" })];
  expect(kindsOf(table("inches", shapes)).map(({ label }) => label)).toEqual(["wood"]);
});
