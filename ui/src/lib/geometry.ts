import type { Shape, TableView } from "../wire";

/** A point of the drawing: x to the right, y down, one unit a pixel at natural size. */
export interface Spot {
  x: number;
  y: number;
}

/** A place on the table as the server counts it: thousandths of an inch from the lower left, or an axial hex. */
export type Place = [number, number];

/** How a table lies on the drawing: one way to measure for tables in inches and tables of hexes. */
export interface Lay {
  kind: "inches" | "hexes";
  width: number;
  height: number;
  /** Drawing units in an inch, or in the width of a hex. */
  unit: number;
  toSpot(x: number, y: number): Spot;
  toPlace(spot: Spot): Place;
}

const INCH = 20;
const MIL = INCH / 1000;
const HALF_WIDTH = 22;
const HALF_SIDE = HALF_WIDTH / Math.sqrt(3);
/** Corners of a hex that stands point up, in half widths and half sides; corners i and i + 1 bound hexside i. */
const CORNERS = [
  [1, 1],
  [1, -1],
  [0, -2],
  [-1, -1],
  [-1, 1],
  [0, 2],
] as const;

/** How this table lies on the drawing. */
export function layOf(table: Pick<TableView, "kind" | "width" | "height">): Lay {
  return table.kind === "hexes" ? hexLay(table.width, table.height) : inchLay(table.width, table.height);
}

function inchLay(width: number, height: number): Lay {
  return {
    kind: "inches",
    width: width * MIL,
    height: height * MIL,
    unit: INCH,
    toSpot: (x, y) => ({ x: x * MIL, y: (height - y) * MIL }),
    toPlace: ({ x, y }) => [Math.round(x / MIL), Math.round(height - y / MIL)],
  };
}

function hexLay(columns: number, rows: number): Lay {
  return {
    kind: "hexes",
    width: (columns * 2 + (rows > 1 ? 1 : 0)) * HALF_WIDTH,
    height: (rows * 3 + 1) * HALF_SIDE,
    unit: HALF_WIDTH * 2,
    toSpot: (q, r) => ({ x: (2 * q + r + 1) * HALF_WIDTH, y: (3 * r + 2) * HALF_SIDE }),
    toPlace: ({ x, y }) => {
      const r = (y / HALF_SIDE - 2) / 3;
      return nearestHex((x / HALF_WIDTH - 1 - r) / 2, r);
    },
  };
}

/** The hex that holds a point given in fractions of axial coordinates. */
function nearestHex(q: number, r: number): Place {
  let [wholeQ, wholeR] = [Math.round(q), Math.round(r)];
  const wholeS = Math.round(-q - r);
  const [offQ, offR, offS] = [Math.abs(wholeQ - q), Math.abs(wholeR - r), Math.abs(wholeS + q + r)];
  if (offQ > offR && offQ > offS) wholeQ = -wholeR - wholeS;
  else if (offR > offS) wholeR = -wholeQ - wholeS;
  return [wholeQ + 0, wholeR + 0];
}

/** The outline of a hex. */
export function hexCorners(lay: Lay, q: number, r: number): Spot[] {
  const { x, y } = lay.toSpot(q, r);
  return CORNERS.map(([dx, dy]) => ({ x: x + dx * HALF_WIDTH, y: y + dy * HALF_SIDE }));
}

/** Axial to column and row, as players count hexes. */
export function toOffset(q: number, r: number): Place {
  return [q + (r >> 1), r];
}

/** Column and row to axial. */
export function fromOffset(column: number, row: number): Place {
  return [column - (row >> 1), row];
}

/** Steps from hex to hex. */
export function hexDistance(a: Place, b: Place): number {
  const [dq, dr] = [a[0] - b[0], a[1] - b[1]];
  return (Math.abs(dq) + Math.abs(dr) + Math.abs(dq + dr)) / 2;
}

/** A closed outline as an SVG path. */
export function closedPath(spots: Spot[]): string {
  return spots.length ? `M${spots.map(({ x, y }) => `${round(x)} ${round(y)}`).join("L")}Z` : "";
}

/** A shape as an SVG path: its outline, or every hex of it. */
export function shapePath(lay: Lay, shape: Pick<Shape, "outline" | "hexes">): string {
  if (shape.hexes.length) return shape.hexes.map(([q, r]) => closedPath(hexCorners(lay, q, r))).join("");
  return closedPath(shape.outline.map(([x, y]) => lay.toSpot(x, y)));
}

/** The sides where an area of hexes ends, as an SVG path: its outline. */
export function hexBorder(lay: Lay, hexes: Place[]): string {
  const within = new Set(hexes.map(([q, r]) => `${q},${r}`));
  const sides: string[] = [];
  for (const [q, r] of hexes) {
    const corners = hexCorners(lay, q, r);
    DIRECTIONS.forEach(([dq, dr], side) => {
      if (within.has(`${q + dq},${r + dr}`)) return;
      const [from, to] = [corners[side]!, corners[(side + 1) % 6]!];
      sides.push(`M${round(from.x)} ${round(from.y)}L${round(to.x)} ${round(to.y)}`);
    });
  }
  return sides.join("");
}

const DIRECTIONS = [
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
] as const;

/** The hexes beside one, by hexside. */
export function hexNeighbours(q: number, r: number): Place[] {
  return DIRECTIONS.map(([dq, dr]) => [q + dq, r + dr]);
}

/** The middle of a shape: of its outline's extent, or of the hex nearest to the middle of all. */
export function middleOf(lay: Lay, shape: Pick<Shape, "outline" | "hexes">): Spot {
  const places = shape.hexes.length ? shape.hexes : shape.outline;
  const spots = places.map(([x, y]) => lay.toSpot(x, y));
  const xs = spots.map(({ x }) => x);
  const ys = spots.map(({ y }) => y);
  const middle = { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
  if (!shape.hexes.length) return middle;
  return spots.reduce((best, spot) => (apart(spot, middle) < apart(best, middle) ? spot : best));
}

/** Drawing units between two spots. */
export function apart(a: Spot, b: Spot): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** A facing (tenths of a degree, counter-clockwise from east) as a turn of the drawing (degrees, clockwise). */
export function turnOf(facing: number): number {
  return -facing / 10;
}

/** The facing from one spot towards another; on hexes towards the middle of a hexside. */
export function facingToward(lay: Lay, from: Spot, to: Spot): number {
  const tenths = Math.round((Math.atan2(from.y - to.y, to.x - from.x) * 1800) / Math.PI);
  const whole = lay.kind === "hexes" ? Math.round(tenths / 600) * 600 : tenths;
  return ((whole % 3600) + 3600) % 3600;
}

const ARROWS = "→↗↑↖←↙↓↘";

/** The angle between two facings. */
export function angleBetween(a: number, b: number): number {
  const turn = Math.abs(a - b) % 3600;
  return Math.min(turn, 3600 - turn);
}

/** A facing as the nearest of eight arrows. */
export function arrow(facing: number): string {
  return ARROWS[Math.floor((facing + 225) / 450) % 8] ?? "";
}

/** A place as a player writes it: inches with one decimal, or column and row. */
export function placeText(lay: Lay, x: number, y: number): string {
  if (lay.kind === "hexes") return toOffset(x, y).join(" ");
  return `${(x / 1000).toFixed(1)} ${(y / 1000).toFixed(1)}`;
}

/** A place as it can be typed: inches as exactly as need be, or column and row. */
export function typedText(lay: Lay, x: number, y: number): string {
  if (lay.kind === "hexes") return toOffset(x, y).join(" ");
  return [x, y].map((mils) => (mils % 100 ? String(mils / 1000) : (mils / 1000).toFixed(1))).join(" ");
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
