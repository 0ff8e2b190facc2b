// A small projector: x east, y north, z up, in inches; the camera looks from an eye at a place. Depth is kept as 1/z.

export type Vec = readonly [x: number, y: number, z: number];

export interface Camera {
  eye: Vec;
  forward: Vec;
  right: Vec;
  up: Vec;
  /** Pixels that something an inch wide takes an inch away. */
  focal: number;
  width: number;
  height: number;
  /** Where on the picture the place looked at lies. */
  cx: number;
  cy: number;
  /** How far away that is. */
  away: number;
}

/** Nearer than this nothing is drawn. */
export const NEAR = 0.12;

function sub(a: Vec, b: Vec): Vec {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function dot(a: Vec, b: Vec): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** A camera that looks from an eye at a place. Straight up or down is never quite reached. */
export function lookAt(eye: Vec, at: Vec, focal: number, width: number, height: number, cy = height / 2): Camera {
  const d = sub(at, eye);
  const flat = Math.max(Math.hypot(d[0], d[1]), 1e-6);
  const length = Math.hypot(flat, d[2]);
  const forward: Vec = [d[0] / length, d[1] / length, d[2] / length];
  const right: Vec = [d[1] / flat, -d[0] / flat, 0];
  const up: Vec = [(-d[2] / length) * (d[0] / flat), (-d[2] / length) * (d[1] / flat), flat / length];
  return { eye, forward, right, up, focal, width, height, cx: width / 2, cy, away: length };
}

/** A place as the camera has it: to the right, up, ahead. */
export function seen(camera: Camera, place: Vec): Vec {
  const q = sub(place, camera.eye);
  return [dot(camera.right, q), dot(camera.up, q), dot(camera.forward, q)];
}

/** Where on the picture something is that the camera sees. */
export function put(camera: Camera, [x, y, z]: Vec): [number, number] {
  return [camera.cx + (x / z) * camera.focal, camera.cy - (y / z) * camera.focal];
}

/** A polygon as the camera has it, without what lies behind it or too near. */
export function clipped(camera: Camera, places: readonly Vec[]): Vec[] {
  const all = places.map((place) => seen(camera, place));
  const kept: Vec[] = [];
  all.forEach((a, at) => {
    const b = all[(at + 1) % all.length]!;
    if (a[2] >= NEAR) kept.push(a);
    if (a[2] >= NEAR !== b[2] >= NEAR) {
      const t = (NEAR - a[2]) / (b[2] - a[2]);
      kept.push([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, NEAR]);
    }
  });
  return kept;
}

/** Where a level line far away lies on the picture. */
export function horizon(camera: Camera): number {
  const [x, y] = [camera.forward[0], camera.forward[1]];
  const flat = Math.max(Math.hypot(x, y), 1e-6);
  const far = seen(camera, [camera.eye[0] + (x / flat) * 1e5, camera.eye[1] + (y / flat) * 1e5, camera.eye[2]]);
  return put(camera, far)[1];
}
