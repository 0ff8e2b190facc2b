import type { Spot } from "./geometry";

/** How much of the way from one spot to another is gone when it first meets one of these outlines; null if it never does. */
export function enters(from: Spot, to: Spot, outlines: readonly (readonly Spot[])[]): number | null {
  let first: number | null = null;
  for (const outline of outlines) {
    outline.forEach((a, at) => {
      const share = meets(from, to, a, outline[(at + 1) % outline.length]!);
      if (share !== null && (first === null || share < first)) first = share;
    });
  }
  return first;
}

/** Where a line crosses another, as a share of its length. */
function meets(from: Spot, to: Spot, a: Spot, b: Spot): number | null {
  const [dx, dy, ex, ey] = [to.x - from.x, to.y - from.y, b.x - a.x, b.y - a.y];
  const cross = dx * ey - dy * ex;
  if (Math.abs(cross) < 1e-9) return null;
  const [ox, oy] = [a.x - from.x, a.y - from.y];
  const [along, beside] = [(ox * ey - oy * ex) / cross, (ox * dy - oy * dx) / cross];
  return along >= 0 && along <= 1 && beside >= 0 && beside <= 1 ? along : null;
}
