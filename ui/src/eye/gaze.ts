// What of a body shows past what hides it: the same picture as the one that is drawn, with nothing on it but these.
import type { Gaze, Screen } from "../wire";
import { lookAt, put, seen, type Camera, type Vec } from "./camera";
import { Raster } from "./raster";

const MIL = 1 / 1000;
/** Corners of what is round. */
const ROUND = 48;
/** Lines across a body along which the rules count what is hidden, and dots looked at on each. */
const LINES = 17;
const DOTS = 400;
const WHITE = { colour: [255, 255, 255] as const };

/** A prism: a foot, from here up to there. */
export interface Prism {
  foot: [number, number][];
  base: number;
  top: number;
}

export function eyeOf({ eye }: Pick<Gaze, "eye">): Vec {
  return [eye[0] * MIL, eye[1] * MIL, eye[2] * MIL];
}

/** What hides something, as a prism. */
export function prismOf({ outline, radius, base, top }: Pick<Screen, "outline" | "radius" | "base" | "top">): Prism {
  const [[x, y]] = outline as [[number, number]];
  const foot = radius
    ? Array.from({ length: ROUND }, (_, at): [number, number] => {
        const turn = (at / ROUND) * 2 * Math.PI;
        return [(x + Math.cos(turn) * radius) * MIL, (y + Math.sin(turn) * radius) * MIL];
      })
    : outline.map(([a, b]): [number, number] => [a * MIL, b * MIL]);
  return { foot, base: base * MIL, top: top * MIL };
}

/** All faces of a prism. */
export function facesOf({ foot, base, top }: Prism): Vec[][] {
  const sides = foot.map(([x, y], at): Vec[] => {
    const [a, b] = foot[(at + 1) % foot.length]!;
    return [
      [x, y, base],
      [a, b, base],
      [a, b, top],
      [x, y, top],
    ];
  });
  return [...sides, foot.map(([x, y]): Vec => [x, y, top]), foot.map(([x, y]): Vec => [x, y, base])];
}

/** The body as it is counted: upright, as wide as its base, square to the look. From here up to there. */
export function bodyCard({ eye, body }: Pick<Gaze, "eye" | "body">, from = 0, to = 1, half = 1): Vec[] {
  const [x, y, z, radius, height] = body.map((mils) => mils * MIL) as [number, number, number, number, number];
  const [dx, dy] = [x - eye[0] * MIL, y - eye[1] * MIL];
  const away = Math.max(Math.hypot(dx, dy), 1e-6);
  const [sx, sy] = [(dy / away) * radius * half, (-dx / away) * radius * half];
  const [low, high] = [z + height * from, z + height * to];
  return [
    [x - sx, y - sy, low],
    [x + sx, y + sy, low],
    [x + sx, y + sy, high],
    [x - sx, y - sy, high],
  ];
}

/** What hides the body, drawn alone: where its depth is greater than the body's, the body is hidden. */
export function screened(gaze: Gaze, camera: Camera): Raster {
  const drawn = new Raster(camera);
  for (const screen of gaze.screens) {
    if (screen.veil) drawn.fill(veilOf(gaze, screen), { ...WHITE, lift: 0.002 });
    else for (const face of facesOf(prismOf(screen))) drawn.fill(face, WHITE);
  }
  return drawn;
}

/** Ground cover hides all of the body up to its height. */
function veilOf(gaze: Gaze, screen: Screen): Vec[] {
  const [, , z, , height] = gaze.body;
  return bodyCard(gaze, -0.02, Math.min(1.02, (screen.top - z) / Math.max(height, 1)), 1.04);
}

/** Pixels from one of the lines to the next; odd, so that a line runs along the middle of a column of pixels. */
const STEP = 21;
const TALLEST = 1400;

/** A camera level with its eye that has the body as large as it counts it: each line in a column of pixels of its own. */
export function closeUp(gaze: Gaze): Camera {
  const [x, y, z, radius, height] = gaze.body.map((mils) => mils * MIL) as [number, number, number, number, number];
  const eye = eyeOf(gaze);
  const away = Math.max(Math.hypot(x - eye[0], y - eye[1]), 0.2);
  const focal = (LINES * STEP * away) / Math.max(2 * radius, 0.02);
  const tall = Math.min(TALLEST, Math.ceil((height / away) * focal) + 8);
  const camera = lookAt(eye, [x, y, eye[2]], focal, LINES * STEP, tall);
  return { ...camera, cy: tall / 2 + ((z + height / 2 - eye[2]) / away) * focal };
}

/** The share of the body that the picture shows, counted along the lines along which the rules count. */
export function shareShown(gaze: Gaze): number {
  const camera = closeUp(gaze);
  const { depth } = screened(gaze, camera);
  const [left, right, , up] = bodyCard(gaze) as [Vec, Vec, Vec, Vec];
  let [shown, looked] = [0, 0];
  for (let line = 0; line < LINES; line++)
    for (let dot = 0; dot < DOTS; dot++) {
      const [across, high] = [(line + 0.5) / LINES, (dot + 0.5) / DOTS];
      const place: Vec = [left[0] + (right[0] - left[0]) * across, left[1] + (right[1] - left[1]) * across, left[2] + (up[2] - left[2]) * high];
      const spot = seen(camera, place);
      const row = Math.floor(put(camera, spot)[1]);
      if (row < 0 || row >= camera.height) continue;
      looked++;
      if (!(depth[row * camera.width + line * STEP + (STEP - 1) / 2]! > 1 / spot[2])) shown++;
    }
  return looked ? shown / looked : 1;
}
