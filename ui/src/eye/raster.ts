// Polygons and cut-out pictures on a grid of pixels, each with its depth: what is nearer covers what is farther, at any angle.
import { clipped, put, type Camera, type Vec } from "./camera";

export type Rgb = readonly [r: number, g: number, b: number];

/** How a polygon is painted: over everything farther, or as a shade on what lies there. */
export interface Paint {
  colour: Rgb;
  /** A little nearer than it is: what lies on a surface must not sink into it. */
  lift?: number;
  /** Only darkens, by this share. */
  shade?: number;
}

export interface Picture {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

export class Raster {
  readonly depth: Float32Array;
  readonly data: Uint8ClampedArray;

  constructor(
    readonly camera: Camera,
    /** What lies far away fades into this. */
    private readonly haze: Rgb = [172, 160, 136],
    private readonly clear = 62,
  ) {
    this.depth = new Float32Array(camera.width * camera.height);
    this.data = new Uint8ClampedArray(camera.width * camera.height * 4);
  }

  /** Paint a flat polygon given by its corners in the scene. */
  fill(places: readonly Vec[], paint: Paint): void {
    const corners = clipped(this.camera, places);
    if (corners.length < 3) return;
    const plane = planeOf(corners);
    if (!plane) return;
    const { cx, cy, focal } = this.camera;
    const lift = 1 + (paint.lift ?? 0);
    // In the picture 1/z of a plane changes evenly from pixel to pixel.
    const [a, b] = [(plane[0] / plane[3] / focal) * lift, (-plane[1] / plane[3] / focal) * lift];
    const c = (plane[2] / plane[3]) * lift - a * cx - b * cy;
    this.#scan(corners.map((corner) => put(this.camera, corner)), (row, from, to) => {
      const at = row * this.camera.width;
      for (let x = from; x < to; x++) this.#dab(at + x, a * (x + 0.5) + b * (row + 0.5) + c, paint);
    });
  }

  /** Paint a picture that stands upright in the scene, `near` as 1/z: its foot in the middle of its lower edge. */
  sprite(picture: Picture, left: number, top: number, width: number, height: number, near: number, fade = true): void {
    const { camera, data, depth } = this;
    const [x0, x1] = [Math.max(0, Math.floor(left)), Math.min(camera.width, Math.ceil(left + width))];
    const [y0, y1] = [Math.max(0, Math.floor(top)), Math.min(camera.height, Math.ceil(top + height))];
    const haze = fade ? this.#hazeAt(near) : 0;
    for (let y = y0; y < y1; y++) {
      const v = Math.min(picture.height - 1, Math.max(0, Math.floor(((y + 0.5 - top) / height) * picture.height)));
      for (let x = x0; x < x1; x++) {
        const u = Math.min(picture.width - 1, Math.max(0, Math.floor(((x + 0.5 - left) / width) * picture.width)));
        const from = (v * picture.width + u) * 4;
        const at = y * camera.width + x;
        if (picture.data[from + 3]! < 128 || near < depth[at]!) continue;
        depth[at] = near;
        for (let band = 0; band < 3; band++) data[at * 4 + band] = picture.data[from + band]! * (1 - haze) + this.haze[band]! * haze;
        data[at * 4 + 3] = 255;
      }
    }
  }

  #dab(at: number, near: number, { colour, shade }: Paint): void {
    const { data, depth, haze } = this;
    if (near < depth[at]! || near <= 0) return;
    if (shade) {
      for (let band = 0; band < 3; band++) data[at * 4 + band] = data[at * 4 + band]! * (1 - shade);
      return;
    }
    depth[at] = near;
    const m = this.#hazeAt(near);
    for (let band = 0; band < 3; band++) data[at * 4 + band] = colour[band]! * (1 - m) + haze[band]! * m;
    data[at * 4 + 3] = 255;
  }

  #hazeAt(near: number): number {
    return Math.min(0.62, 1 / near / this.clear);
  }

  /** Rows of a polygon, of whatever form, from left to right. */
  #scan(dots: readonly [number, number][], paint: (row: number, from: number, to: number) => void): void {
    const { width, height } = this.camera;
    const ys = dots.map(([, y]) => y);
    const [top, bottom] = [Math.max(0, Math.ceil(Math.min(...ys) - 0.5)), Math.min(height, Math.ceil(Math.max(...ys) - 0.5))];
    for (let row = top; row < bottom; row++) {
      const y = row + 0.5;
      const cuts: number[] = [];
      for (let at = 0, last = dots.length - 1; at < dots.length; last = at++) {
        const [[x0, y0], [x1, y1]] = [dots[last]!, dots[at]!];
        if (y0 > y !== y1 > y) cuts.push(x0 + ((x1 - x0) * (y - y0)) / (y1 - y0));
      }
      cuts.sort((one, other) => one - other);
      for (let at = 0; at + 1 < cuts.length; at += 2) {
        const [from, to] = [Math.max(0, Math.ceil(cuts[at]! - 0.5)), Math.min(width, Math.ceil(cuts[at + 1]! - 0.5))];
        if (from < to) paint(row, from, to);
      }
    }
  }
}

/** The plane that corners lie in, as n and d of n·v = d; none for a polygon seen from its very edge. */
function planeOf(corners: readonly Vec[]): [number, number, number, number] | null {
  let [nx, ny, nz] = [0, 0, 0];
  corners.forEach((a, at) => {
    const b = corners[(at + 1) % corners.length]!;
    nx += (a[1] - b[1]) * (a[2] + b[2]);
    ny += (a[2] - b[2]) * (a[0] + b[0]);
    nz += (a[0] - b[0]) * (a[1] + b[1]);
  });
  const d = nx * corners[0]![0] + ny * corners[0]![1] + nz * corners[0]![2];
  return Math.abs(d) < 1e-9 ? null : [nx, ny, nz, d];
}
