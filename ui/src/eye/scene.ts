// A table as solids that stand on it: the same outlines and heights that the rules reckon with.
import { area, isInside, scaled, seeded, seedOf } from "../drawing/relief";
import { fromOffset, hexCorners, type Lay } from "../lib/geometry";
import { isOpenGround } from "../lib/terrain";
import type { Shape, TableView } from "../wire";
import type { Vec } from "./camera";
import type { Prism } from "./gaze";
import type { Rgb } from "./raster";

/** Something solid: what it is drawn as, and whether it has windows. */
export interface Solid extends Prism {
  id: string;
  colour: Rgb;
  windows: boolean;
  /** It stands on something and throws a shadow. */
  casts: boolean;
}

/** Flat ground of a colour. */
export interface Flat {
  id: string;
  foot: [number, number][];
  z: number;
  colour: Rgb;
}

/** Something that stands up and looks the same from all sides: a tree, a bush, a stone, smoke. */
export interface Growth {
  kind: "tree" | "pine" | "bush" | "stone" | "smoke" | "tuft";
  at: Vec;
  height: number;
  seed: number;
}

export interface Scene {
  solids: Solid[];
  flats: Flat[];
  growths: Growth[];
  /** The table itself. */
  table: [number, number][];
}

/** Inches, or as if, of a hex's width and of a level. */
export const HEX = 2;
export const LEVEL = 0.85;
const MIL = 1 / 1000;

const COLOURS: Record<string, Rgb> = {
  building: [164, 157, 146],
  box: [150, 96, 70],
  wall: [150, 146, 138],
  ruin: [142, 135, 124],
  rocks: [138, 128, 112],
  hill: [156, 140, 96],
  block: [140, 140, 138],
};
const FLATS: Record<string, Rgb> = {
  water: [92, 134, 152],
  swamp: [104, 116, 84],
  road: [142, 137, 126],
  field: [166, 148, 84],
  crater: [112, 96, 70],
  scrub: [126, 128, 78],
  rough: [154, 140, 104],
  dunes: [188, 166, 116],
  woods: [92, 96, 58],
  cloud: [150, 144, 130],
};
const BOXES: Rgb[] = [
  [150, 92, 68],
  [88, 128, 114],
  [168, 160, 146],
  [120, 112, 132],
];
/** Drawings that are looked through: what stands on them stands by itself. */
const GROWING: Record<string, (dense: boolean) => [Growth["kind"][], number]> = {
  woods: (dense) => [dense ? ["tree", "pine", "pine"] : ["tree", "tree", "pine"], dense ? 0.75 : 0.5],
  scrub: () => [["bush"], 0.9],
  rough: () => [["stone"], 0.5],
  dunes: () => [["tuft"], 0.4],
  swamp: () => [["tuft", "bush"], 0.6],
  cloud: () => [["smoke"], 1.4],
  field: () => [["tuft"], 1.2],
};

/** The table as a scene. */
export function sceneOf(table: TableView, lay: Lay): Scene {
  return table.kind === "hexes" ? hexScene(table, lay) : inchScene(table);
}

function inchScene(table: TableView): Scene {
  const [w, h] = [table.width * MIL, table.height * MIL];
  const scene: Scene = { solids: [], flats: [], growths: [], table: [[0, 0], [w, 0], [w, h], [0, h]] };
  for (const shape of table.shapes) {
    if (isOpenGround(shape) || !shape.outline.length) continue;
    const foot = shape.outline.map(([x, y]): [number, number] => [x * MIL, y * MIL]);
    addGround(scene, shape, foot, shape.base * MIL, shape.top * MIL);
  }
  return scene;
}

/** Hexes are columns of their level; what grows or stands on them rises by about one more. */
function hexScene(table: TableView, lay: Lay): Scene {
  const scale = HEX / lay.unit;
  const place = ({ x, y }: { x: number; y: number }): [number, number] => [x * scale, (lay.height - y) * scale];
  const kinds = new Map<string, Shape>();
  for (const shape of table.shapes) for (const [q, r] of shape.hexes) kinds.set(`${q},${r}`, shape);
  const [w, h] = [lay.width * scale, lay.height * scale];
  const scene: Scene = { solids: [], flats: [], growths: [], table: [[0, 0], [w, 0], [w, h], [0, h]] };
  for (let row = 0; row < table.height; row++)
    for (let column = 0; column < table.width; column++) {
      const [q, r] = fromOffset(column, row);
      const shape = kinds.get(`${q},${r}`);
      if (!shape) continue;
      const foot = hexCorners(lay, q, r).map(place);
      const level = shape.top * LEVEL;
      if (level > 0) scene.solids.push({ id: `${shape.id} ${q},${r}`, foot, base: 0, top: level, colour: [150 + shape.top * 6, 136 + shape.top * 6, 98], windows: false, casts: false });
      const stands = shape.drawing === "building" ? 1.6 : shape.drawing in COLOURS && shape.drawing !== "hill" ? 1 : shape.drawing === "woods" ? 1.5 : 0.5;
      if (shape.drawing) addGround(scene, { ...shape, id: `${q},${r}` }, shape.drawing in FLATS ? foot : scaled(foot, 0.74), level, level + stands * LEVEL);
    }
  return scene;
}

function addGround(scene: Scene, shape: Shape, foot: [number, number][], base: number, top: number): void {
  const { drawing, dense, id } = shape;
  const flat = FLATS[drawing];
  if (flat) {
    scene.flats.push({ id, foot, z: base, colour: flat });
    grow(scene, drawing, dense, foot, base, top, id);
    return;
  }
  if (top <= base) {
    scene.flats.push({ id, foot, z: base, colour: COLOURS[drawing] ?? FLATS["rough"]! });
    return;
  }
  const colour = drawing === "box" ? BOXES[seedOf(id) % BOXES.length]! : (COLOURS[drawing] ?? COLOURS["block"]!);
  scene.solids.push({ id, foot, base, top, colour, windows: drawing === "building", casts: true });
}

function grow(scene: Scene, drawing: string, dense: boolean, foot: [number, number][], base: number, top: number, id: string): void {
  const [kinds, thick] = GROWING[drawing]?.(dense) ?? [[], 0];
  if (!kinds.length) return;
  const draw = seeded(seedOf(id));
  const inside = scaled(foot, 0.94);
  const [xs, ys] = [foot.map(([x]) => x), foot.map(([, y]) => y)];
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const count = Math.min(90, Math.ceil(Math.abs(area(foot)) * thick));
  for (let turn = 0, found = 0; turn < count * 5 && found < count; turn++) {
    const [x, y] = [left + draw() * (right - left), low + draw() * (high - low)];
    if (!isInside([x, y], inside)) continue;
    found++;
    const tall = Math.max(top - base, drawing === "woods" ? 1.6 : 0.25) * (0.72 + draw() * 0.4);
    scene.growths.push({ kind: kinds[Math.floor(draw() * kinds.length)]!, at: [x, y, base], height: tall, seed: found });
  }
}
