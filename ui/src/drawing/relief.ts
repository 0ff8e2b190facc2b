// Relief from plain outlines: the foot is exact, the top is lifted to the north by its height, light comes from the north-west.
// Points in units of the drawing, heights too. Everything is SVG text; colours are CSS variables.
import { r, type Dot } from "./shapes";

/** How far a top is lifted, and how far its shadow falls, for each unit of height. */
const LIFT: Dot = [-0.07, -0.22];
const CAST: Dot = [0.42, 0.3];

/** Numbers that look like chance, and are the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = (Math.abs(Math.round(seed)) * 2654435761 + 97) % 4294967296;
  const next = () => (state = (state * 1664525 + 1013904223) % 4294967296) / 4294967296;
  for (let turn = 0; turn < 3; turn++) next();
  return next;
}

/** A seed from a name: the same piece is drawn the same each time. */
export function seedOf(name: string): number {
  let seed = 7;
  for (const letter of name) seed = (seed * 31 + letter.charCodeAt(0)) % 1000003;
  return seed;
}

export function lifted([x, y]: Dot, h = 0): Dot {
  return [r(x + LIFT[0] * h), r(y + LIFT[1] * h)];
}

export function path(dots: readonly Dot[], h = 0): string {
  return dots.length ? `M${dots.map((dot) => lifted(dot, h).join(" ")).join("L")}Z` : "";
}

export function middle(dots: readonly Dot[]): Dot {
  const sum = dots.reduce<Dot>(([a, b], [x, y]) => [a + x, b + y], [0, 0]);
  return [sum[0] / dots.length, sum[1] / dots.length];
}

export function scaled(dots: readonly Dot[], share: number, [cx, cy] = middle(dots)): Dot[] {
  return dots.map(([x, y]) => [cx + (x - cx) * share, cy + (y - cy) * share]);
}

/** Twice over itself, positive clockwise on the screen. */
export function area(dots: readonly Dot[]): number {
  return dots.reduce((sum, [x, y], at) => {
    const [a, b] = dots[(at + 1) % dots.length]!;
    return sum + x * b - a * y;
  }, 0) / 2;
}

/** Clockwise on the screen. */
export function wound(dots: readonly Dot[]): Dot[] {
  return area(dots) < 0 ? [...dots].reverse() : [...dots];
}

export function isInside([x, y]: Dot, dots: readonly Dot[]): boolean {
  let within = false;
  for (let at = 0, last = dots.length - 1; at < dots.length; last = at++) {
    const [a, b] = dots[at]!;
    const [c, d] = dots[last]!;
    if (b > y !== d > y && x < ((c - a) * (y - b)) / (d - b) + a) within = !within;
  }
  return within;
}

export function box(dots: readonly Dot[]): { left: number; top: number; right: number; bottom: number } {
  const [xs, ys] = [dots.map(([x]) => x), dots.map(([, y]) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** A round outline through the corners of another. */
export function smooth(dots: readonly Dot[], steps = 6): Dot[] {
  const count = dots.length;
  const along = (a: number, b: number, c: number, d: number, t: number) =>
    0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3);
  return dots.flatMap((b, at): Dot[] => {
    const [a, c, d] = [dots[(at + count - 1) % count]!, dots[(at + 1) % count]!, dots[(at + 2) % count]!];
    return Array.from({ length: steps }, (_, step) => {
      const t = step / steps;
      return [along(a[0], b[0], c[0], d[0], t), along(a[1], b[1], c[1], d[1], t)];
    });
  });
}

/** A rough round thing. */
export function blob(x: number, y: number, w: number, h: number, seed: number, corners = 9, rough = 0.22): Dot[] {
  const draw = seeded(seed);
  return Array.from({ length: corners }, (_, at) => {
    const [angle, far] = [(at / corners) * 2 * Math.PI, 1 - rough / 2 + draw() * rough];
    return [x + (Math.cos(angle) * w * far) / 2, y + (Math.sin(angle) * h * far) / 2];
  });
}

/** A colour as a face of this direction has it: darkened where it looks away from the light, warmed where it is lit. */
export function tone(colour: string, light: number): string {
  if (light < 0) return `color-mix(in oklab,var(--${colour}),#05070a ${Math.round(-light * 46)}%)`;
  return `color-mix(in oklab,var(--${colour}),#fff6d8 ${Math.round(light * 26)}%)`;
}

/** The shadow of something upright. */
export function shadow(dots: readonly Dot[], h: number): string {
  const far = dots.map(([x, y]): Dot => [x + CAST[0] * h, y + CAST[1] * h]);
  const walls = dots.map((a, at) => {
    const next = (at + 1) % dots.length;
    return path(wound([a, dots[next]!, far[next]!, far[at]!]));
  });
  return path(dots) + path(far) + walls.join("");
}

export interface Face {
  a: Dot;
  b: Dot;
  length: number;
}

/** Walls between a lower and an upper outline, the far ones first; upright ones that look away are left out. */
export function sides(low: readonly Dot[], high: readonly Dot[], from: number, to: number, colour: string, extra?: (face: Face) => string): string {
  const faces = low.map((a, at) => {
    const next = (at + 1) % low.length;
    const b = low[next]!;
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const length = Math.hypot(dx, dy) || 1;
    return { a, b, c: high[next]!, d: high[at]!, nx: dy / length, ny: -dx / length, length };
  });
  const upright = low === high;
  const seen = faces.filter(({ nx, ny }) => !upright || nx * -LIFT[0] + ny * -LIFT[1] > 0.01);
  seen.sort((one, other) => one.a[1] + one.b[1] - other.a[1] - other.b[1]);
  return seen
    .map((face) => {
      const { a, b, c, d, nx, ny } = face;
      const fill = tone(colour, -(nx * 0.72 + ny * 0.69));
      const outline = [lifted(a, from), lifted(b, from), lifted(c, to), lifted(d, to)].map((dot) => dot.join(" ")).join("L");
      return `<path d="M${outline}Z" fill="${fill}" stroke="${fill}" stroke-width=".6"/>${extra?.(face) ?? ""}`;
    })
    .join("");
}

/** An upright block with a flat top. */
export function solid(dots: readonly Dot[], h: number, colour: string, top: string, extra?: (face: Face) => string, from = 0): string {
  const roof = `<path d="${path(dots, h)}" fill="var(--${top})" stroke="var(--roof-line)" stroke-width=".8"/>`;
  return sides(dots, dots, from, h, colour, extra) + roof;
}
