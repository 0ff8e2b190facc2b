// Where tokens and their names go on the table, so that none covers another. Measures in units of the drawing.
import { spread } from "../drawing/spread";
import type { Piece } from "../wire";
import type { Lay, Spot } from "./geometry";
import { isWreck, tokenSize } from "./looks";

/** Where pieces are drawn; those that lie broken stay where they fell, and others do not make room for them. */
export function putPieces(pieces: readonly Piece[], lay: Lay, zoom: number, fixed: readonly string[] = []): Map<string, Spot> {
  const spots = new Map(pieces.map((piece) => [piece.id, lay.toSpot(piece.x, piece.y)]));
  const standing = pieces.filter((piece) => !isWreck(piece));
  const tokens = standing.map((piece) => {
    const { x, y } = spots.get(piece.id)!;
    return { id: piece.id, x: x * zoom, y: y * zoom, size: tokenSize(piece, lay, zoom), fixed: fixed.includes(piece.id) };
  });
  for (const [id, put] of spread(tokens)) if (put.moved) spots.set(id, { x: put.x / zoom, y: put.y / zoom });
  return spots;
}

export interface Name {
  id: string;
  text: string;
  side: number;
  /** The middle of its token and its radius, in pixels. */
  x: number;
  y: number;
  radius: number;
  /** Those that matter most find a place first. */
  rank: number;
  /** The chance of what is planned stands above it. */
  crowned?: boolean;
}

export interface Placed extends Name {
  left: number;
  top: number;
  width: number;
}

export const NAME_HEIGHT = 15;
/** Half the width of the chance above a target, and how far above its token it reaches. */
export const CROWN = { half: 40, low: 10, high: 64 };
const LETTER = 6.4;
const EDGE = 10;

/** Places for names beside tokens: the first of eight that is free; a name for which none is stays away. */
export function placeNames(names: readonly Name[]): Placed[] {
  const tokens = names.map(({ x, y, radius }) => ({ left: x - radius, top: y - radius, right: x + radius, bottom: y + radius }));
  const crowns = names.filter(({ crowned }) => crowned);
  const taken = [
    ...tokens,
    ...crowns.map(({ x, y, radius }) => ({ left: x - CROWN.half, top: y - radius - CROWN.high, right: x + CROWN.half, bottom: y - radius - CROWN.low })),
  ];
  const placed: Placed[] = [];
  for (const name of [...names].sort((a, b) => b.rank - a.rank)) {
    if (!name.text) continue;
    const width = name.text.length * LETTER + EDGE;
    const [q, half] = [name.radius + 5, width / 2];
    const ways = [
      [0, q + 7],
      [0, -q - 9],
      [q + half + 3, 0],
      [-q - half - 3, 0],
      [q * 0.8 + half, q * 0.8],
      [-q * 0.8 - half, q * 0.8],
      [q * 0.8 + half, -q * 0.8],
      [-q * 0.8 - half, -q * 0.8],
    ] as const;
    for (const [dx, dy] of ways) {
      const [left, top] = [name.x + dx - half, name.y + dy - NAME_HEIGHT / 2];
      const box = { left, top, right: left + width, bottom: top + NAME_HEIGHT };
      if (taken.some((other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom)) continue;
      taken.push(box);
      placed.push({ ...name, left, top, width });
      break;
    }
  }
  return placed;
}
