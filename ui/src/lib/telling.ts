// The story as players read it: names as chips, lengths no finer than anybody measures.
import type { Line, Piece } from "../wire";

/** Who may be named in a line, the marks they go by, and how their sides look. */
export interface Known {
  pieces: ReadonlyMap<string, Piece>;
  marks: ReadonlyMap<string, string>;
  side: (name: string) => number;
}

/** A part of a line: words, or the name of a piece. */
export interface Part {
  text: string;
  piece: string;
  side: number;
}

/** Lengths and places to a tenth. */
export function plainNumbers(text: string): string {
  return text.replace(/\d+\.\d{2,}/g, (number) => String(Math.round(Number(number) * 10) / 10));
}

/** A sentence begins with a capital, whoever it is about. */
export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A line cut into words and names; where nobody is known it is all words, as they were told. */
export function partsOf(line: Pick<Line, "text" | "units">, known?: Known): Part[] {
  const text = known ? capital(plainNumbers(line.text)) : line.text;
  const named = line.units.flatMap((id) => known?.pieces.get(id) ?? []).filter((piece) => piece.name && text.includes(piece.name));
  if (!known || !named.length) return [{ text, piece: "", side: 0 }];
  const longest = [...new Map(named.map((piece) => [piece.name, piece])).values()].sort((a, b) => b.name.length - a.name.length);
  const pattern = new RegExp(`(${longest.map(({ name }) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})(?![\\w])`);
  return text.split(pattern).flatMap((words): Part[] => {
    const piece = longest.find(({ name }) => name === words);
    if (!words) return [];
    return [piece ? { text: words, piece: piece.id, side: known.side(piece.side) } : { text: words, piece: "", side: 0 }];
  });
}

/** Whether a line begins a round. */
export function isRound(text: string): boolean {
  return /^Round \d+\b/.test(text);
}

/** Whether a line tells of a move that nobody could see: less than a tenth of an inch. */
export function isTwitch(text: string): boolean {
  const found = / moves (\d*\.?\d+) in /.exec(text);
  return found !== null && Number(found[1]) < 0.1;
}

/** Whether a line tells that somebody begins to act. */
export function isBeginning(line: Pick<Line, "text" | "units">): boolean {
  return line.units.length > 0 && /\b(activates|is activated|begins its turn|begins to act)\b/.test(line.text);
}

/** What one piece did when it acted, as lines of the story from `from` up to but not including `to`. */
export interface Deed {
  from: number;
  to: number;
  actor: string;
  /** How far it went, in the words of the table; nothing where it did not or nobody says. */
  went: string;
  shots: { at: string; hits: boolean }[];
}

/** The story by activations; lines before the first, and between a round's heading and the next, belong to none. */
export function deedsOf(story: readonly Line[]): Deed[] {
  const deeds: Deed[] = [];
  let open: Deed | null = null;
  story.forEach((line, at) => {
    if (isRound(line.text) || isBeginning(line)) open = null;
    if (isBeginning(line)) {
      open = { from: at, to: at + 1, actor: line.units[0]!, went: "", shots: [] };
      deeds.push(open);
    } else if (open) {
      open.to = at + 1;
      const moved = line.units[0] === open.actor ? / moves (\d*\.?\d+) in\b/.exec(line.text) : null;
      if (moved) open.went = String(Math.round((Number(open.went || 0) + Number(moved[1])) * 10) / 10);
      for (const { at: target, by, hits } of line.shots) if (by === open.actor || !by) open.shots.push({ at: target, hits });
    }
  });
  return deeds;
}
