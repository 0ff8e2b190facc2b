// Finding rules: by words anywhere, by chapter and level; texts taken apart where they name other rules.
import type { RulePage } from "../wire";

export interface Wanted {
  words: string;
  area: string;
  level: string;
  ruled: boolean;
}

function textOf({ entry }: RulePage): string {
  return [entry.id, entry.title, entry.summary, entry.example, entry.ruling, entry.gap, entry.note].join(" ").toLowerCase();
}

/** The rules with all these words; those that have them in title or number come first, otherwise in book order. */
export function search(pages: readonly RulePage[], wanted: Wanted): RulePage[] {
  const words = wanted.words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = pages.filter(
    (page) =>
      (!wanted.area || page.entry.area === wanted.area) &&
      (!wanted.level || page.entry.level === wanted.level) &&
      (!wanted.ruled || page.entry.ruling) &&
      words.every((word) => textOf(page).includes(word)),
  );
  if (!words.length) return found;
  const rank = ({ entry }: RulePage) => Number(!words.every((word) => `${entry.id} ${entry.title}`.toLowerCase().includes(word)));
  return found.map((page) => ({ page, at: rank(page) })).sort((a, b) => a.at - b.at).map((each) => each.page);
}

/** The values of a field, in the order of the book. */
export function valuesOf(pages: readonly RulePage[], field: "area" | "level"): string[] {
  return [...new Set(pages.map((page) => page.entry[field]))];
}

export interface Piece {
  text: string;
  /** The rule this names, if it does. */
  rule: string;
}

/** A text in pieces, those that name rules of the book apart. */
export function linked(text: string, known: ReadonlySet<string>, system: string): Piece[] {
  const pieces: Piece[] = [];
  const put = (piece: Piece) => {
    const last = pieces.at(-1);
    if (last && !last.rule && !piece.rule) last.text += piece.text;
    else pieces.push(piece);
  };
  for (const part of text.split(new RegExp(`(${system}\\.[A-Za-z0-9.-]*[A-Za-z0-9])`))) {
    if (part) put({ text: part, rule: known.has(part) ? part : "" });
  }
  return pieces;
}

/** Words found in a text, as runs that are marked or not. */
export function marked(text: string, words: string): { text: string; hit: boolean }[] {
  const wanted = words.toLowerCase().split(/\s+/).filter((word) => word.length > 1);
  if (!wanted.length) return [{ text, hit: false }];
  const pattern = new RegExp(`(${wanted.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "gi");
  return text.split(pattern).filter(Boolean).map((part) => ({ text: part, hit: wanted.includes(part.toLowerCase()) }));
}
