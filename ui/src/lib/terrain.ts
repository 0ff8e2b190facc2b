import type { Dot } from "../drawing/shapes";
import { isInside } from "../drawing/relief";
import type { Feature } from "../drawing/ground";
import type { Cell } from "../drawing/hexland";
import type { Shape, TableView } from "../wire";
import { fromOffset, hexCorners, hexNeighbours, type Lay, type Spot } from "./geometry";

/** Heights beyond this are drawn no higher: a tower should not hide what lies behind it. */
const TALLEST = 6000;

/** Ground that needs no drawing of its own. */
export function isOpenGround(shape: Pick<Shape, "kind">): boolean {
  return shape.kind === "open" || shape.kind === "clear";
}

/** The terrain of a table in inches, in units of the drawing. */
export function featuresOf(table: TableView, lay: Lay): Feature[] {
  return table.shapes
    .filter((shape) => !isOpenGround(shape))
    .map((shape) => ({
      id: shape.id,
      drawing: shape.drawing,
      dense: shape.dense,
      dots: shape.outline.map(([x, y]): Dot => {
        const spot = lay.toSpot(x, y);
        return [spot.x, spot.y];
      }),
      h: (Math.max(0, Math.min(shape.top - shape.base, TALLEST)) / 1000) * lay.unit,
      from: (Math.max(0, Math.min(shape.base, TALLEST)) / 1000) * lay.unit,
    }));
}

/** Every hex of a map, north to south, with those beside it. */
export function cellsOf(table: TableView, lay: Lay): Cell[] {
  const kinds = new Map<string, Shape>();
  for (const shape of table.shapes) for (const [q, r] of shape.hexes) kinds.set(`${q},${r}`, shape);
  const cells = new Map<string, Cell & { beside: (Cell | null)[] }>();
  for (let row = 0; row < table.height; row++)
    for (let column = 0; column < table.width; column++) {
      const [q, r] = fromOffset(column, row);
      const shape = kinds.get(`${q},${r}`);
      const { x, y } = lay.toSpot(q, r);
      const look = { drawing: shape?.drawing ?? "", dense: shape?.dense ?? false, level: shape?.top ?? 0 };
      cells.set(`${q},${r}`, { ...look, corners: hexCorners(lay, q, r), x, y, beside: [], seed: column * 31 + row * 57 + 3 });
    }
  for (const [key, cell] of cells) {
    const [q, r] = key.split(",").map(Number) as [number, number];
    cell.beside = hexNeighbours(q, r).map(([a, b]) => cells.get(`${a},${b}`) ?? null);
  }
  return [...cells.values()];
}

/** The piece of ground at a spot: the highest of those that lie there, and of these the last; nothing on open ground. */
export function shapeAt(table: TableView, lay: Lay, spot: Spot): Shape | null {
  const [x, y] = lay.toPlace(spot);
  const holds = (shape: Shape) =>
    shape.hexes.length ? shape.hexes.some(([q, r]) => q === x && r === y) : isInside([x, y], shape.outline);
  return table.shapes.filter(holds).reduce<Shape | null>((best, shape) => (best && best.top > shape.top ? best : shape), null);
}

/** A piece of ground in words: its name, and what its system says of it. */
export function groundWords(shape: Shape): string[] {
  const name = shape.label || shape.kind;
  return [name.slice(0, 1).toUpperCase() + name.slice(1), ...shape.facts];
}

/** One of each kind of ground on a table, for its legend. */
export function kindsOf(table: TableView): Shape[] {
  const kinds = new Map<string, Shape>();
  for (const shape of table.shapes) {
    if (!isOpenGround(shape) && !kinds.has(shape.label)) kinds.set(shape.label, shape);
  }
  return [...kinds.values()];
}
