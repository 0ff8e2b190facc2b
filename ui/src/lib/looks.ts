import type { Piece, Shape } from "../wire";
import type { Lay } from "./geometry";

/** How a kind of ground is drawn: the colours it takes (a CSS variable's name) and the pattern upon them. */
export interface GroundLook {
  colour: "woods" | "rough" | "water" | "stone" | "road" | "plain";
  pattern: "stipple" | "hatch" | "waves" | "bricks" | "chips" | "none";
  heavy: boolean;
}

const LOOKS: [RegExp, GroundLook["colour"], GroundLook["pattern"]][] = [
  [/\b(road|track|bridge|runway)\b/, "road", "none"],
  [/\b(swamp|marsh|bog)\b/, "water", "stipple"],
  [/\b(water|river|lake|sea|pond|ford)\b/, "water", "waves"],
  [/\b(woods?|forest|trees?|jungle|hedges?)\b/, "woods", "stipple"],
  [/\b(building|house|tower|bunker|wall|fortification)\b/, "stone", "bricks"],
  [/\b(ruins?|rubble|wrecks?|debris)\b/, "stone", "chips"],
  [/\b(rock|spire|cliff|instance|containers?|boulders?)\b/, "stone", "hatch"],
  [/\b(rough|broken|dunes?|scrub|sand|craters?|hill|area)\b/, "rough", "hatch"],
  [/\b(smoke|fire|dust|gas|fog)\b/, "plain", "stipple"],
];

/** How a piece of ground is drawn, by the words it is described with. */
export function groundLook(shape: Pick<Shape, "kind" | "label" | "rating">): GroundLook {
  const heavy = /\b(heavy|dense)\b/.test(`${shape.rating} ${shape.kind}`.toLowerCase());
  const words = `${shape.kind} ${shape.label}`.toLowerCase();
  const [, colour = "plain", pattern = "none"] = LOOKS.find(([sign]) => sign.test(words)) ?? [];
  return { colour, pattern, heavy } as GroundLook;
}

/** Ground that needs no drawing of its own. */
export function isOpen(shape: Pick<Shape, "kind">): boolean {
  return shape.kind === "open" || shape.kind === "clear";
}

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

/** Two letters that stand for a token: initials of its words, or its first two letters. */
export function tokenMark(name: string): string {
  const words = name.replace(/[^\p{L}\p{N} ]/gu, "").split(" ").filter(Boolean);
  const [first = "?", second] = words;
  return second ? first[0]!.toUpperCase() + second[0]!.toUpperCase() : first.slice(0, 1).toUpperCase() + first.slice(1, 2);
}

/** Sides that are called by a colour take the look of that colour. */
const NAMED = ["red", "blue"];

/** Whether a piece is out of the battle. */
export function isWreck(piece: Pick<Piece, "status">): boolean {
  return /\b(destroyed|wreck(ed)?|dead)\b/.test(piece.status);
}

/** A piece in words, for those who hear the table. */
export function pieceWords(piece: Piece, mark: string): string {
  const tracks = piece.tracks.map((track) => `${track.name} ${track.now} of ${track.full}`);
  const known = piece.known === "seen" ? "" : piece.known;
  return [`${mark} ${piece.name}`, piece.side, known, piece.status, ...tracks, piece.ready ? "ready" : ""]
    .filter(Boolean)
    .join(", ");
}

/** Pixels a piece takes at least, however far away one looks from. */
const SMALLEST = 9;

/** How large a piece is drawn, from its middle, in units of the drawing. */
export function pieceSize(piece: Pick<Piece, "radius">, lay: Pick<Lay, "unit">, zoom: number): number {
  return Math.max(piece.radius ? (piece.radius / 1000) * lay.unit : lay.unit * 0.3, SMALLEST / zoom);
}

/** Whether one is near enough for the tracks and tokens of pieces. */
export function showsTracks(lay: Pick<Lay, "unit">, zoom: number): boolean {
  return zoom * lay.unit > 26;
}
