// Shapes that silhouettes are made of: SVG paths with a tone each. A tone is a class of the style sheet (look.css).

/** A light armour, B mid, C dark, J joints, W weapon metal, S side accent, G glow, L line, D shadow, H highlight, K pole. */
export type Tone = "A" | "B" | "C" | "J" | "W" | "S" | "G" | "L" | "D" | "H" | "K";
export type Shape = [tone: Tone, path: string];
export type Dot = [x: number, y: number];

/** To a tenth: enough for a drawing, and short. */
export function r(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A closed outline. */
export function P(...dots: Dot[]): string {
  return `M${dots.map(([x, y]) => `${r(x)} ${r(y)}`).join("L")}Z`;
}

/** A rectangle, its corners rounded by k. */
export function R(x: number, y: number, w: number, h: number, k = 0): string {
  if (!k) return `M${r(x)} ${r(y)}h${r(w)}v${r(h)}h${r(-w)}Z`;
  const [across, down] = [r(w - 2 * k), r(h - 2 * k)];
  return `M${r(x + k)} ${r(y)}h${across}q${k} 0 ${k} ${k}v${down}q0 ${k} ${-k} ${k}h${-across}q${-k} 0 ${-k} ${-k}v${-down}q0 ${-k} ${k} ${-k}Z`;
}

/** An ellipse. */
export function C(x: number, y: number, a: number, b = a): string {
  return `M${r(x - a)} ${r(y)}a${r(a)} ${r(b)} 0 1 0 ${r(2 * a)} 0a${r(a)} ${r(b)} 0 1 0 ${r(-2 * a)} 0Z`;
}

/** The same left and right. */
export function both(half: (side: -1 | 1) => Shape[]): Shape[] {
  return [...half(-1), ...half(1)];
}

/** A rectangle on one side of the middle. */
export function X(side: number, x: number, y: number, w: number, h: number, k = 0): string {
  return R(side < 0 ? -x - w : x, y, w, h, k);
}

/** Shapes that are there on a condition. */
export function when(condition: unknown, ...shapes: Shape[]): Shape[] {
  return condition ? shapes : [];
}

/** Words as they may stand in a drawing. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
