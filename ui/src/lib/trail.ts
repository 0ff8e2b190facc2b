import type { Piece } from "../wire";
import { apart, type Lay, type Spot } from "./geometry";

/** The way an order goes: where it turns or steps, how far it is, and how often it turns where that is told. */
export interface Trail {
  spots: Spot[];
  /** Mils, or hexes. */
  length: number;
  /** Null on hexes. */
  turns: number | null;
}

type Pair = [number, number];
const NEAR = 2;

/** The way an order goes from where a piece stands, as far as the order tells: hexes one after the other, or turns with
 * an advance after each. Null where it tells nothing, or something else than a way to where it ends. */
export function trailOf(order: unknown, lay: Lay, piece: Pick<Piece, "x" | "y" | "facing">, ends: readonly number[] | null): Trail | null {
  const pairs = Object.values((order ?? {}) as object).find(isPairs);
  if (!pairs || !ends) return null;
  const trail = lay.kind === "hexes" ? stepped(pairs, lay, piece) : walked(pairs, lay, piece);
  const last = trail.spots.at(-1);
  return last && apart(last, lay.toSpot(ends[0]!, ends[1]!)) < NEAR ? trail : null;
}

/** A way in words: "6.3″ of 7″, 2 turns". */
export function trailWords(trail: Trail, budget: number): string {
  if (trail.turns === null) return trail.length === 1 ? "1 hex" : `${trail.length} hexes`;
  const most = budget > 0 ? ` of ${inches(budget)}` : "";
  return `${inches(trail.length)}${most}, ${trail.turns === 1 ? "1 turn" : `${trail.turns} turns`}`;
}

function stepped(path: Pair[], lay: Lay, piece: Pick<Piece, "x" | "y">): Trail {
  const places: Pair[] = [[piece.x, piece.y], ...path];
  return { spots: places.map(([q, r]) => lay.toSpot(q, r)), length: path.length, turns: null };
}

function walked(legs: Pair[], lay: Lay, piece: Pick<Piece, "x" | "y" | "facing">): Trail {
  let { x, y, facing } = piece;
  const trail = { spots: [lay.toSpot(x, y)], length: 0, turns: 0 };
  for (const [turn, advance] of legs) {
    facing += turn;
    if (turn) trail.turns++;
    if (!advance) continue;
    x += Math.cos((facing / 1800) * Math.PI) * advance;
    y += Math.sin((facing / 1800) * Math.PI) * advance;
    trail.length += Math.abs(advance);
    trail.spots.push(lay.toSpot(x, y));
  }
  return trail;
}

function isPairs(value: unknown): value is Pair[] {
  const pair = (each: unknown) => Array.isArray(each) && each.length === 2 && each.every(Number.isInteger);
  return Array.isArray(value) && value.length > 0 && value.every(pair);
}

function inches(mils: number): string {
  return `${Number((mils / 1000).toFixed(1))}″`;
}
