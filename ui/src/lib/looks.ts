import { figureOf, type Boxes, type Token } from "../drawing/token";
import type { Piece } from "../wire";
import type { Lay } from "./geometry";

/** Short names of pieces: R1, R1a, and ?1 for contacts nobody has identified. They follow the ids, so they last. */
export function pieceMarks(pieces: Pick<Piece, "id" | "side" | "known">[]): Map<string, string> {
  const marks = new Map<string, string>();
  const taken = new Set<string>();
  for (const piece of pieces) {
    const letter = piece.known === "blip" ? "?" : piece.side.slice(0, 1).toUpperCase();
    const number = /\d+[a-z]?$/.exec(piece.id)?.[0] ?? piece.id.split("-").at(-1)?.slice(0, 1).toUpperCase() ?? "";
    const mark = taken.has(letter + number) ? `${letter}${marks.size + 1}` : letter + number;
    marks.set(piece.id, mark);
    taken.add(mark);
  }
  return marks;
}

/** Which of the sides' looks a side takes: squares (also for red), circles (also for blue), hexagons for others. */
export function sideLook(side: string, seats: string[]): number {
  const at = NAMED.indexOf(side) >= 0 ? NAMED.indexOf(side) : seats.indexOf(side);
  return at < 0 ? 2 : Math.min(at, 2);
}

/** Sides that are called by a colour take the look of that colour. */
const NAMED = ["red", "blue"];

/** Whether a piece is out of the battle. */
export function isWreck(piece: Pick<Piece, "status">): boolean {
  return /\b(destroyed|wreck(ed)?|dead)\b/.test(piece.status);
}

/** A name under the heading of its side: without the side, which many a model's name begins with. */
export function ownName({ name, side }: Pick<Piece, "name" | "side">): string {
  return name.toLowerCase().startsWith(`${side.toLowerCase()} `) ? name.slice(side.length + 1) : name;
}

/** A piece in words, for those who hear the table. */
export function pieceWords(piece: Piece, mark: string): string {
  const tracks = piece.tracks.map((track) => `${track.name} ${track.now} of ${track.full}`);
  const known = piece.known === "seen" ? "" : piece.known;
  return [`${mark} ${piece.name}`, piece.side, known, piece.status, ...tracks, piece.ready ? "ready" : ""]
    .filter(Boolean)
    .join(", ");
}

/** Kinds of figures that are drawn larger or smaller than others. */
const LARGE = new Set(["strider", "tank", "hover", "building", "mech-heavy", "turret"]);
const SMALL = new Set(["drone", "recon-drone", "terror-drone"]);
/** Pixels of an inch from which tokens show their rings and signs, and from which they are no more enlarged. */
const NEAR = 12;
const NEAREST = 24;

/** How large a token is, in pixels: never too small to be known, never smaller than its base. */
export function tokenSize(piece: Pick<Piece, "radius" | "figure">, lay: Pick<Lay, "unit" | "kind">, zoom: number): number {
  const pixels = lay.unit * zoom;
  const [large, small] = [LARGE.has(piece.figure) || piece.radius > 1000, SMALL.has(piece.figure)];
  if (lay.kind === "hexes") return Math.max(22, pixels * (large ? 0.8 : small ? 0.56 : 0.71));
  const least = pixels < NEAR ? (large ? 26 : 22) : small ? 22 : large ? 34 : 28;
  const drawn = (small ? 1.25 : large ? 2.15 : 1.72) * Math.min(pixels, NEAREST);
  return Math.max(least, drawn, (2 * piece.radius * pixels) / 1000);
}

/** How large a piece is drawn, from its middle, in units of the drawing. */
export function pieceSize(piece: Pick<Piece, "radius" | "figure">, lay: Pick<Lay, "unit" | "kind">, zoom: number): number {
  return tokenSize(piece, lay, zoom) / 2 / zoom;
}

/** Whether one is near enough for rings and signs. */
export function showsRings(lay: Pick<Lay, "unit">, zoom: number): boolean {
  return zoom * lay.unit >= NEAR;
}

/** Pixels of an inch from which few pieces are named all the same. */
const LEGIBLE = 8;
const FEW = 16;

/** Whether tokens have their names beside them: where there is room for rings, or few stand on a table that is not too small. */
export function showsNames(lay: Pick<Lay, "unit" | "kind">, zoom: number, count: number): boolean {
  return showsRings(lay, zoom) || (count <= FEW && lay.unit * zoom >= LEGIBLE);
}

/** Whether a piece has acted and cannot any more, as far as one knows. Of a side that never says so nobody can tell. */
export function isSpent(piece: Piece, pieces: readonly Piece[], you: string): boolean {
  if (piece.ready || isWreck(piece) || piece.known !== "seen") return false;
  return piece.side === you || pieces.some((other) => other.side === piece.side && other.ready);
}

/** A piece as it is drawn. */
export function tokenOf(piece: Piece, side: number, size: number, spent: boolean, ring: boolean): Token {
  const wreck = isWreck(piece);
  const crippled = piece.signs.includes("crippled");
  return {
    kind: figureOf(piece),
    side,
    size,
    facing: 90 - piece.facing / 10,
    parts: piece.parts,
    tracks: piece.tracks.slice(0, 2).map((track): Boxes => [Math.max(track.now, 0), track.full]),
    signs: ring ? [...piece.signs, ...piece.tokens.map((token) => token.sign).filter(Boolean)] : [],
    state: wreck ? "wreck" : crippled ? "crippled" : spent ? "activated" : "ready",
    still: piece.known !== "seen",
    ring: ring && piece.tracks.length > 0,
  };
}

/** Pieces by the group they are listed under, in the order of their numbers, whatever order they came in. */
export function byGroup(pieces: readonly Piece[]): { group: string; members: Piece[] }[] {
  const groups = new Map<string, Piece[]>();
  for (const piece of pieces) groups.set(piece.group, [...(groups.get(piece.group) ?? []), piece]);
  const natural = new Intl.Collator("en", { numeric: true }).compare;
  return [...groups]
    .sort(([a], [b]) => Number(!a) - Number(!b) || natural(a, b))
    .map(([group, members]) => ({ group, members: members.sort((a, b) => natural(a.id, b.id)) }));
}
