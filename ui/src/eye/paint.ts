// The picture through a model's eye: sky, ground, solids, what grows, figures; then the target, bright where it is seen and
// hatched where it is hidden, and what hides it edged.
import { figureOf } from "../drawing/token";
import type { Lay } from "../lib/geometry";
import { isWreck, sideLook } from "../lib/looks";
import { seeded } from "../drawing/relief";
import type { Gaze, Piece, TableView } from "../wire";
import { horizon, lookAt, NEAR, put, seen, type Camera, type Vec } from "./camera";
import { bodyCard, eyeOf, facesOf, prismOf, screened, shareShown } from "./gaze";
import { Raster, type Rgb } from "./raster";
import { HEX, LEVEL, sceneOf, type Scene, type Solid } from "./scene";
import { figurePicture, growthPicture, type Cutout } from "./sprites";

export interface Looked {
  table: TableView;
  lay: Lay;
  pieces: readonly Piece[];
  seats: string[];
  looker: Piece;
  target: Piece;
  /** Where the looker would stand, if that is elsewhere. */
  spot: { x: number; y: number } | null;
  gaze: Gaze | null;
  /** Whether anything of the target is seen. */
  sees: boolean;
  /** Whether the rules count how much of it is; if not, all that matters is whether there is a line. */
  counted: boolean;
}

const SUN: Vec = [-0.6, 0.45, 0.66];
const DAY = { sky: ["#6f8796", "#d8cba8"], ridge: "#8d8f7c", haze: [190, 178, 150] as Rgb, ground: [[176, 162, 124], [140, 124, 84]] as Rgb[], dark: 1 };
const NIGHT = { sky: ["#0b1220", "#2c3848"], ridge: "#1c2530", haze: [40, 50, 62] as Rgb, ground: [[62, 66, 66], [40, 44, 42]] as Rgb[], dark: 0.46 };
/** Nearer to the eye than this nothing grows: one looks past it. */
const CLEAR = 2.6;
/** Inches beside the line of the look in which nothing is drawn that would only be in the way. */
const LANE = 0.9;
const MIL = 1 / 1000;

/** Where somebody stands in the scene: foot, radius and height. */
export function standing(piece: Piece, lay: Lay, table: TableView, spot: { x: number; y: number } | null = null): { at: Vec; radius: number; height: number } {
  const [x, y] = [spot?.x ?? piece.x, spot?.y ?? piece.y];
  if (lay.kind === "inches") return { at: [x * MIL, y * MIL, (spot ? 0 : piece.z) * MIL], radius: piece.radius * MIL || 0.4, height: piece.height * MIL || 1 };
  const flat = lay.toSpot(x, y);
  const shape = table.shapes.find((each) => each.hexes.some(([q, r]) => q === x && r === y));
  const scale = HEX / lay.unit;
  return { at: [flat.x * scale, (lay.height - flat.y) * scale, (shape?.top ?? 0) * LEVEL], radius: 0.55, height: figureOf(piece).startsWith("mech") ? 1.5 : 0.9 };
}

/** The gaze as the page has it where the rules measure none: from the top of one to the whole of the other. */
export function gazeOf(look: Looked): Gaze {
  if (look.gaze) return look.gaze;
  const { at, height } = standing(look.looker, look.lay, look.table, look.spot);
  const target = standing(look.target, look.lay, look.table);
  const mils = (inches: number) => Math.round(inches * 1000);
  return {
    eye: [mils(at[0]), mils(at[1]), mils(at[2] + height * 0.92)],
    body: [mils(target.at[0]), mils(target.at[1]), mils(target.at[2]), mils(target.radius), mils(target.height)],
    screens: [],
  };
}

/** Draw what the looker sees. `width` and `height` are those of the canvas. */
export function paintEye(canvas: HTMLCanvasElement, look: Looked): void {
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (!pen) return;
  const light = look.table.light === "night" ? NIGHT : DAY;
  const gaze = gazeOf(look);
  const camera = cameraFor(gaze, canvas.width, canvas.height);
  const scene = sceneOf(look.table, look.lay);
  backdrop(pen, camera, light);
  const raster = new Raster(camera, light.haze, 70);
  paintGround(raster, scene, light);
  for (const solid of scene.solids) paintSolid(raster, solid, light.dark);
  paintGrowths(raster, scene, light.dark);
  for (const piece of look.pieces) if (piece.id !== look.looker.id && piece.id !== look.target.id) paintPiece(raster, piece, look);
  const layer = document.createElement("canvas");
  [layer.width, layer.height] = [camera.width, camera.height];
  layer.getContext("2d")!.putImageData(new ImageData(raster.data as Uint8ClampedArray<ArrayBuffer>, camera.width, camera.height), 0, 0);
  pen.drawImage(layer, 0, 0);
  edgeScreens(pen, camera, gaze);
  paintTarget(pen, camera, gaze, look);
  vignette(pen, camera);
}

function cameraFor(gaze: Gaze, width: number, height: number): Camera {
  const eye = eyeOf(gaze);
  const [x, y, z, radius, tall] = gaze.body.map((mils) => mils * MIL) as [number, number, number, number, number];
  const at: Vec = [x, y, z + tall * 0.55];
  const away = Math.max(Math.hypot(at[0] - eye[0], at[1] - eye[1], at[2] - eye[2]), 0.5);
  const wanted = ((height < 300 ? 0.5 : 0.3) * height * away) / Math.max(tall, radius * 1.4);
  return lookAt(eye, at, Math.min(Math.max(wanted, height * 0.8), height * 4.6), width, height, height * 0.56);
}

type Light = typeof DAY;

function backdrop(pen: CanvasRenderingContext2D, camera: Camera, light: Light): void {
  const { width, height } = camera;
  const level = Math.max(-height, Math.min(horizon(camera), height * 2));
  const sky = pen.createLinearGradient(0, level - height, 0, level);
  sky.addColorStop(0, light.sky[0]!);
  sky.addColorStop(1, light.sky[1]!);
  pen.fillStyle = sky;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = light.ridge;
  pen.beginPath();
  pen.moveTo(0, level + 1);
  for (let x = 0; x <= width; x += 16) pen.lineTo(x, level - height * (0.02 + 0.024 * Math.sin(x * 0.006 + 1) ** 2 + 0.012 * Math.sin(x * 0.017)));
  pen.lineTo(width, level + 1);
  pen.fill();
  const [far, near] = light.ground.map((rgb) => `rgb(${rgb.join()})`);
  const earth = pen.createLinearGradient(0, level, 0, Math.max(level + 1, height));
  earth.addColorStop(0, far!);
  earth.addColorStop(1, near!);
  pen.fillStyle = earth;
  pen.fillRect(0, level, width, Math.max(0, height - level));
}

function dimmed(colour: Rgb, light: number): Rgb {
  return [colour[0] * light, colour[1] * light, colour[2] * light];
}

function paintGround(raster: Raster, scene: Scene, light: Light): void {
  const level = (foot: [number, number][], z: number) => foot.map(([x, y]): Vec => [x, y, z]);
  raster.fill(level(scene.table, 0), { colour: light.ground[0]! });
  for (const { foot, z, colour } of scene.flats) raster.fill(level(foot, z), { colour: dimmed(colour, light.dark), lift: 0.0004 });
  const [cx, cy] = [-SUN[0] / SUN[2], -SUN[1] / SUN[2]];
  for (const { foot, base, top, casts } of scene.solids) {
    if (!casts) continue;
    const long = Math.min(top - base, 3) * 0.6;
    const cast = foot.map(([x, y]): [number, number] => [x + cx * long, y + cy * long]);
    raster.fill(level(hull([...foot, ...cast]), base), { colour: [0, 0, 0], shade: 0.28, lift: 0.0008 });
  }
}

/** The outline around points, so that a shadow is one piece. */
function hull(dots: [number, number][]): [number, number][] {
  const sorted = [...dots].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turn = (o: [number, number], a: [number, number], b: [number, number]) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const half = (from: [number, number][]) =>
    from.reduce<[number, number][]>((kept, dot) => {
      while (kept.length > 1 && turn(kept.at(-2)!, kept.at(-1)!, dot) <= 0) kept.pop();
      return [...kept, dot];
    }, []);
  return [...half(sorted).slice(0, -1), ...half(sorted.reverse()).slice(0, -1)];
}

function paintSolid(raster: Raster, solid: Solid, dark: number): void {
  const { foot, base, top, colour, windows } = solid;
  const round = foot.reduce((sum, [x, y], at) => sum + x * foot[(at + 1) % foot.length]![1] - foot[(at + 1) % foot.length]![0] * y, 0) > 0 ? 1 : -1;
  facesOf(solid).forEach((face, at) => {
    if (at > foot.length) return;
    const [a, b] = [foot[at % foot.length]!, foot[(at + 1) % foot.length]!];
    const long = Math.max(Math.hypot(b[0] - a[0], b[1] - a[1]), 1e-6);
    const facing = ((b[1] - a[1]) * SUN[0] - (b[0] - a[0]) * SUN[1]) * (round / long);
    const bright = at === foot.length ? 1.1 : 0.72 + 0.36 * Math.max(0, facing);
    raster.fill(face, { colour: dimmed(colour, bright * dark) });
    if (windows && at < foot.length) paintWindows(raster, a, b, base, top, dark);
  });
}

function paintWindows(raster: Raster, a: [number, number], b: [number, number], base: number, top: number, dark: number): void {
  const [across, floors] = [Math.floor(Math.hypot(b[0] - a[0], b[1] - a[1]) / 0.8), Math.max(1, Math.round((top - base) / 1.25))];
  const at = (u: number, v: number): Vec => [a[0] + (b[0] - a[0]) * u, a[1] + (b[1] - a[1]) * u, base + (top - base) * v];
  for (let i = 0; i < Math.min(across, 12); i++)
    for (let j = 0; j < Math.min(floors, 8); j++) {
      const [l, r, lo, hi] = [(i + 0.28) / across, (i + 0.72) / across, (j + 0.32) / floors, (j + 0.74) / floors];
      const lit = (i * 7 + j * 3) % 5 === 0;
      raster.fill([at(l, lo), at(r, lo), at(r, hi), at(l, hi)], { colour: lit ? [236, 202, 128] : dimmed([62, 76, 84], dark), lift: 0.0015 });
    }
}

/** Paint a cutout that stands at a place. */
function stand(raster: Raster, cutout: Cutout, at: Vec, width: number, height: number): void {
  const { camera } = raster;
  const foot = seen(camera, at);
  if (foot[2] < NEAR * 2) return;
  const [x, y] = put(camera, foot);
  const scale = camera.focal / foot[2];
  raster.sprite(cutout, x - (width * scale) / 2, y - height * scale, width * scale, height * scale, (1 / foot[2]) * 1.0005);
}

function paintGrowths(raster: Raster, { growths, table }: Scene, dark: number): void {
  const { eye } = raster.camera;
  const draw = seeded(5);
  const wide = { x: table[1]![0], y: table[2]![1] };
  const tufts = Array.from({ length: 160 }, (_, seed) => ({ kind: "tuft" as const, at: [draw() * wide.x, draw() * wide.y, 0] as Vec, height: 0.1 + draw() * 0.08, seed }));
  for (const { kind, at, height, seed } of [...growths, ...tufts]) {
    if (Math.hypot(at[0] - eye[0], at[1] - eye[1]) < CLEAR || (kind !== "tuft" && isInTheLane(raster.camera, at))) continue;
    const cutout = growthPicture(kind, seed);
    stand(raster, dark < 1 ? night(cutout) : cutout, at, (height * cutout.width) / cutout.height, height);
  }
}

/** Whether something stands right before what is looked at. */
function isInTheLane(camera: Camera, at: Vec): boolean {
  const [aside, , ahead] = seen(camera, at);
  return ahead > 0 && ahead < camera.away && Math.abs(aside) < LANE;
}

const darkened = new WeakMap<Cutout, Cutout>();

function night(cutout: Cutout): Cutout {
  const known = darkened.get(cutout);
  if (known) return known;
  const made = { ...cutout, data: cutout.data.map((value, at) => (at % 4 === 3 ? value : value * NIGHT.dark)) };
  darkened.set(cutout, made);
  return made;
}

/** How wide and tall a figure is drawn: as tall as the model counts, and hardly wider than its base. */
function figureSize(cutout: Cutout, radius: number, height: number): [number, number] {
  return [Math.min((height * cutout.width) / cutout.height, radius * 2.7), height];
}

/** Whether a figure looks to the right of the picture. */
function looksRight(piece: Piece, camera: Camera): boolean {
  const turn = (piece.facing / 1800) * Math.PI;
  return Math.cos(turn) * camera.right[0] + Math.sin(turn) * camera.right[1] >= 0;
}

function paintPiece(raster: Raster, piece: Piece, { lay, table, seats }: Looked): void {
  if (piece.known === "blip") return;
  const { at, radius, height } = standing(piece, lay, table);
  const wreck = isWreck(piece);
  const cutout = figurePicture(figureOf(piece), piece.parts, sideLook(piece.side, seats), wreck, !looksRight(piece, raster.camera));
  stand(raster, cutout, at, ...figureSize(cutout, radius, height * (wreck ? 0.55 : 1)));
}

/** What hides the target is edged: its shape as the rules reckon with it. */
function edgeScreens(pen: CanvasRenderingContext2D, camera: Camera, gaze: Gaze): void {
  pen.lineJoin = "round";
  for (const screen of gaze.screens) {
    const { foot, base, top } = prismOf(screen);
    if (screen.radius || foot.length > 24) continue;
    const lines: [Vec, Vec][] = foot.flatMap(([x, y], at): [Vec, Vec][] => {
      const [a, b] = foot[(at + 1) % foot.length]!;
      return [
        [[x, y, top], [a, b, top]],
        ...(screen.veil ? [] : ([[[x, y, base], [x, y, top]]] as [Vec, Vec][])),
      ];
    });
    for (const [width, colour] of [[5, "#14100a99"], [2.2, screen.veil ? "#ffd75eaa" : "#ffd75e"]] as const) {
      pen.lineWidth = width;
      pen.strokeStyle = colour;
      pen.setLineDash(screen.veil ? [9, 6] : []);
      pen.beginPath();
      for (const [a, b] of lines) segment(pen, camera, a, b);
      pen.stroke();
    }
    pen.setLineDash([]);
  }
}

function segment(pen: CanvasRenderingContext2D, camera: Camera, from: Vec, to: Vec): void {
  let [a, b] = [seen(camera, from), seen(camera, to)];
  if (a[2] < NEAR && b[2] < NEAR) return;
  if (a[2] < NEAR) [a, b] = [b, a];
  if (b[2] < NEAR) {
    const t = (a[2] - NEAR) / (a[2] - b[2]);
    b = [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, NEAR];
  }
  pen.moveTo(...put(camera, a));
  pen.lineTo(...put(camera, b));
}

/** The target: bright where it shows, hatched where it is hidden. */
function paintTarget(pen: CanvasRenderingContext2D, camera: Camera, gaze: Gaze, look: Looked): void {
  const card = bodyCard(gaze).map((corner) => put(camera, seen(camera, corner)));
  const [left, right] = [Math.min(...card.map(([x]) => x)), Math.max(...card.map(([x]) => x))];
  const [top, foot] = [Math.min(...card.map(([, y]) => y)), Math.max(...card.map(([, y]) => y))];
  const { target, seats } = look;
  const cutout = figurePicture(figureOf(target), target.parts, sideLook(target.side, seats), isWreck(target), !looksRight(target, camera));
  const tall = foot - top;
  const wide = Math.min((tall * cutout.width) / cutout.height, (right - left) * 1.35);
  const box = { x: Math.floor((left + right - wide) / 2), y: Math.floor(top), w: Math.max(1, Math.ceil(wide)), h: Math.max(1, Math.ceil(tall)) };
  const seenPart = new OffscreenCanvas(box.w, box.h);
  const part = seenPart.getContext("2d", { willReadFrequently: true })!;
  part.drawImage(cutout.canvas, 0, 0, box.w, box.h);
  const picture = part.getImageData(0, 0, box.w, box.h);
  const { depth } = screened(hiding(look, gaze), camera);
  const near = 1 / seen(camera, bodyCard(gaze, 0.5, 0.5)[0]!)[2];
  const hatch = (x: number, y: number) => (x + y) % 9 < 4;
  const blind = !look.counted && !look.sees;
  for (let y = 0; y < box.h; y++)
    for (let x = 0; x < box.w; x++) {
      const at = (y * box.w + x) * 4;
      if (picture.data[at + 3]! < 60) continue;
      const [px, py] = [Math.min(camera.width - 1, Math.max(0, box.x + x)), Math.min(camera.height - 1, Math.max(0, box.y + y))];
      // Limbs and guns beyond the base are not counted: they are shown as what is beside them.
      const column = Math.min(Math.max(px, Math.ceil(left)), Math.floor(right) - 1);
      const hidden = blind || depth[py * camera.width + column]! > near;
      if (!hidden) continue;
      const stripe = hatch(px, py);
      [picture.data[at], picture.data[at + 1], picture.data[at + 2]] = stripe ? [255, 93, 120] : [42, 16, 22];
      picture.data[at + 3] = stripe ? 255 : 205;
    }
  part.putImageData(picture, 0, 0);
  pen.drawImage(seenPart, box.x, box.y);
  brackets(pen, left, top, right, foot, camera.height);
}

/** Where no shares are counted and there is a line, ground cover is looked through, and what hides all hides nothing. */
function hiding(look: Looked, gaze: Gaze): Gaze {
  if (look.counted || !look.sees) return gaze;
  const bare = { ...gaze, screens: gaze.screens.filter((screen) => !screen.veil) };
  return shareShown(bare) > 0 ? bare : { ...gaze, screens: [] };
}

/** Corners around what the rules count. */
function brackets(pen: CanvasRenderingContext2D, left: number, top: number, right: number, foot: number, size: number): void {
  const [gap, arm] = [size * 0.012, size * 0.026];
  const corners = [[left - gap, top - gap, 1, 1], [right + gap, top - gap, -1, 1], [left - gap, foot + gap, 1, -1], [right + gap, foot + gap, -1, -1]] as const;
  for (const [width, colour] of [[5, "#14100aaa"], [2.4, "#ff5d78"]] as const) {
    pen.lineWidth = width;
    pen.strokeStyle = colour;
    pen.beginPath();
    for (const [x, y, i, j] of corners) {
      pen.moveTo(x + arm * i, y);
      pen.lineTo(x, y);
      pen.lineTo(x, y + arm * j);
    }
    pen.stroke();
  }
}

function vignette(pen: CanvasRenderingContext2D, { width, height }: Camera): void {
  const dark = pen.createRadialGradient(width / 2, height / 2, height * 0.45, width / 2, height / 2, height * 1.1);
  dark.addColorStop(0, "#0000");
  dark.addColorStop(1, "#000a");
  pen.fillStyle = dark;
  pen.fillRect(0, 0, width, height);
}
