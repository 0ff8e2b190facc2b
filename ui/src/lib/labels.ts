// Where labels beside pieces go: where they cover neither each other nor a piece, as near as there is room.
import type { Lay } from "./geometry";
import { isWreck } from "./looks";
import type { Piece } from "../wire";

/** A rectangle in pixels: its corners. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Something that wants a label: the middle and the radius of its ring, in pixels. */
export interface Anchor {
  x: number;
  y: number;
  radius: number;
}

export interface Label {
  /** The middle of the label, from the middle of its anchor. */
  dx: number;
  dy: number;
  /** So far off that a line should lead to it. */
  far: boolean;
}

const GAP = 2;
/** Above, below, right, left, then the corners. */
const WAYS = [[0, -1], [0, 1], [1, 0], [-1, 0], [1, -1], [-1, -1], [1, 1], [-1, 1]] as const;
/** How many heights of a label farther out it may go. */
const STEPS = [0, 1.2, 2.6];

/** A place for each label, of one size, among boxes that should stay free and within the window if there is one. */
export function placeLabels(
  anchors: readonly Anchor[],
  size: { width: number; height: number },
  taken: readonly Box[],
  window: Box | null = null,
): Label[] {
  const placed: Box[] = [];
  return anchors.map((anchor) => {
    let best: Label = { dx: 0, dy: 0, far: false };
    let least = Infinity;
    for (const label of candidates(anchor, size)) {
      const box = boxAt(anchor.x + label.dx, anchor.y + label.dy, size);
      const cost = covered(box, placed) * 2 + covered(box, taken) + (window ? outside(box, window) * 2 : 0);
      if (cost < least) [best, least] = [label, cost];
      if (cost === 0) break;
    }
    placed.push(boxAt(anchor.x + best.dx, anchor.y + best.dy, size));
    return best;
  });
}

function* candidates(anchor: Anchor, size: { width: number; height: number }): Generator<Label> {
  for (const step of STEPS) {
    for (const [x, y] of WAYS) {
      const slant = x && y ? Math.SQRT1_2 : 1;
      const out = anchor.radius * slant + GAP + step * size.height;
      yield { dx: x * (out + size.width / 2), dy: y * (out + size.height / 2), far: step > 0 };
    }
  }
}

function boxAt(x: number, y: number, size: { width: number; height: number }): Box {
  const [across, down] = [size.width / 2, size.height / 2];
  return { left: x - across, top: y - down, right: x + across, bottom: y + down };
}

/** How many pixels of a box others cover. */
function covered(box: Box, others: readonly Box[]): number {
  let area = 0;
  for (const other of others) {
    const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
    const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
    if (across > 0 && down > 0) area += across * down;
  }
  return area;
}

/** How many pixels of a box lie outside a window. */
function outside(box: Box, window: Box): number {
  const whole = (box.right - box.left) * (box.bottom - box.top);
  return whole - covered(box, [window]);
}

/** What a piece takes up on the table, in pixels: its body, and the tracks and tokens shown beside it from near. */
export function boxesOf(piece: Piece, size: number, lay: Lay, zoom: number, close: boolean): Box[] {
  const spot = lay.toSpot(piece.x, piece.y);
  const box = (left: number, top: number, right: number, bottom: number): Box => ({
    left: (spot.x + left) * zoom,
    top: (spot.y + top) * zoom,
    right: (spot.x + right) * zoom,
    bottom: (spot.y + bottom) * zoom,
  });
  const boxes = [box(-size, -size, size, size)];
  if (!close || isWreck(piece)) return boxes;
  const tracks = Math.min(piece.tracks.length, 2);
  if (tracks) boxes.push(box(-size, size + 4, size, size + 3 + tracks * 5));
  const tokens = Math.min(piece.tokens.length, 4);
  if (tokens) boxes.push(box(size, -size - 5, size + 14, -size - 5 + tokens * 10));
  return boxes;
}
