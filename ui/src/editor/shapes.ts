// Outlines and hexes as an editor makes them: in mils on a table of inches, in columns and rows on a map of hexes.
import { seeded } from "../drawing/relief";
import type { Place } from "../lib/geometry";

export type Outline = [number, number][];
/** Places keep to half inches, so that files stay readable. */
export const GRID = 500;
const LEAST = 1000;

export function snapped(value: number, most: number, grid = GRID): number {
  return Math.max(0, Math.min(most, Math.round(value / grid) * grid));
}

/** The box between two corners, never thinner than an inch. */
function boxOf([ax, ay]: Place, [bx, by]: Place, width: number, height: number): [number, number, number, number] {
  const [x0, y0] = [snapped(Math.min(ax, bx), width - LEAST), snapped(Math.min(ay, by), height - LEAST)];
  return [x0, y0, Math.max(snapped(Math.max(ax, bx), width), x0 + LEAST), Math.max(snapped(Math.max(ay, by), height), y0 + LEAST)];
}

export function rectangle(a: Place, b: Place, width: number, height: number): Outline {
  const [x0, y0, x1, y1] = boxOf(a, b, width, height);
  return [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
}

/** A zone between two corners: a side that is drawn as near to an edge of the table as this lies along it. */
export function zoneBox(a: Place, b: Place, width: number, height: number, near = 1500): Outline {
  const held = ([x, y]: Place): Place => [x <= near ? 0 : x >= width - near ? width : x, y <= near ? 0 : y >= height - near ? height : y];
  return rectangle(held(a), held(b), width, height);
}

/** Something grown: a rounded outline within a box, a little different for each seed. */
export function blob(a: Place, b: Place, width: number, height: number, seed: number): Outline {
  const [x0, y0, x1, y1] = boxOf(a, b, width, height);
  const draw = seeded(seed);
  const [cx, cy, rx, ry] = [(x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 2, (y1 - y0) / 2];
  const corners = 9;
  return Array.from({ length: corners }, (_, at): [number, number] => {
    const [angle, reach] = [(2 * Math.PI * (at + draw() * 0.35)) / corners, 0.82 + draw() * 0.18];
    return [snapped(cx + Math.cos(angle) * rx * reach, width, 100), snapped(cy + Math.sin(angle) * ry * reach, height, 100)];
  });
}

/** A band along a line: a road, a wall, a river. */
export function band(dots: readonly Place[], breadth: number, width: number, height: number): Outline {
  const half = breadth / 2;
  const left: Outline = [];
  const right: Outline = [];
  dots.forEach(([x, y], at) => {
    const [px, py] = dots[Math.max(0, at - 1)]!;
    const [nx, ny] = dots[Math.min(dots.length - 1, at + 1)]!;
    const length = Math.hypot(nx - px, ny - py) || 1;
    const [ox, oy] = [(-(ny - py) / length) * half, ((nx - px) / length) * half];
    left.push([snapped(x + ox, width, 10), snapped(y + oy, height, 10)]);
    right.unshift([snapped(x - ox, width, 10), snapped(y - oy, height, 10)]);
  });
  return distinct([...left, ...right]);
}

/** An outline without a corner twice in a row. */
export function distinct(outline: Outline): Outline {
  return outline.filter(([x, y], at) => {
    const [px, py] = outline.at(at - 1)!;
    return outline.length < 2 || x !== px || y !== py;
  });
}

/** An outline moved, but never off the table. */
export function moved(outline: Outline, dx: number, dy: number, width: number, height: number): Outline {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  const [sx, sy] = [Math.round(dx / GRID) * GRID, Math.round(dy / GRID) * GRID];
  const x = Math.max(-Math.min(...xs), Math.min(width - Math.max(...xs), sx));
  const y = Math.max(-Math.min(...ys), Math.min(height - Math.max(...ys), sy));
  return outline.map(([a, b]) => [a + x, b + y]);
}

/** An outline turned about its middle; what would stand out of the table is held at its edge. */
export function turned(outline: Outline, degrees: number, width: number, height: number): Outline {
  const [cx, cy] = [0, 1].map((at) => outline.reduce((sum, dot) => sum + dot[at]!, 0) / outline.length) as [number, number];
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return outline.map(([x, y]) => [snapped(cx + (x - cx) * cos - (y - cy) * sin, width, 100), snapped(cy + (x - cx) * sin + (y - cy) * cos, height, 100)]);
}

/** The same on the other half of the table, for maps that are fair to both. */
export function opposite(outline: Outline, width: number, height: number): Outline {
  return outline.map(([x, y]) => [width - x, height - y]);
}

/** A name for a new piece that none has yet. */
export function freeId(name: string, taken: ReadonlySet<string>): string {
  const base = name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "piece";
  for (let number = 1; ; number++) if (!taken.has(`${base}-${number}`)) return `${base}-${number}`;
}

/** The hexes within some steps of one, by column and row, on the map. */
export function around([column, row]: Place, radius: number, columns: number, rows: number): Place[] {
  const [q, r] = [column - (row >> 1), row];
  const found: Place[] = [];
  for (let dr = -radius; dr <= radius; dr++)
    for (let dq = Math.max(-radius, -dr - radius); dq <= Math.min(radius, -dr + radius); dq++) {
      const y = r + dr;
      const x = q + dq + (y >> 1);
      if (x >= 0 && y >= 0 && x < columns && y < rows) found.push([x, y]);
    }
  return found;
}

/** All hexes of one terrain that hang together with one. */
export function flooded(terrain: readonly string[], [column, row]: Place, columns: number, rows: number): Place[] {
  const kind = terrain[row * columns + column];
  const seen = new Set<number>([row * columns + column]);
  const found: Place[] = [[column, row]];
  for (let at = 0; at < found.length; at++)
    for (const [x, y] of around(found[at]!, 1, columns, rows)) {
      const key = y * columns + x;
      if (!seen.has(key) && terrain[key] === kind) {
        seen.add(key);
        found.push([x, y]);
      }
    }
  return found;
}

/** A map of hexes with another size: what is new is open, what is beyond is cut off. */
export function resized(terrain: readonly string[], from: Place, to: Place, open: string): string[] {
  return Array.from({ length: to[0] * to[1] }, (_, at) => {
    const [x, y] = [at % to[0], Math.floor(at / to[0])];
    return (x < from[0] && y < from[1] ? terrain[y * from[0] + x] : undefined) ?? open;
  });
}

/** The piece a finding speaks of; nothing if it is of none, or of one that is gone. */
export function pieceOf(message: string, pieces: readonly { id: string }[]): string {
  const id = /^piece ([\w.-]+):/.exec(message)?.[1] ?? "";
  return pieces.some((piece) => piece.id === id) ? id : "";
}
