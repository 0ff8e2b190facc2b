// Finding rules: by words anywhere, by chapter and level; texts taken apart where they name other rules.
import type { RulePage } from "../wire";

export interface Wanted {
  words: string;
  area: string;
  level: string;
  ruled: boolean;
}

function textOf({ entry }: RulePage): string {
  const text = [entry.id, entry.title, entry.summary, entry.example, entry.ruling, entry.gap, entry.note, areaWords(entry.area)].join(" ").toLowerCase();
  return `${text} ${text.replace(/(?<=\w)-(?=\w)/g, "")}`;
}

/** The words that are looked for: without the signs around them that nobody means. */
export function wordsOf(typed: string): string[] {
  return typed.toLowerCase().split(/[\s,;"“”„!?§()]+/).map((word) => word.replace(/^[.:'’-]+|[.:'’-]+$/g, "")).filter(Boolean);
}

/** The rules with all these words; those that have them in title or number come first, otherwise in book order. */
export function search(pages: readonly RulePage[], wanted: Wanted): RulePage[] {
  const words = wordsOf(wanted.words);
  const found = within(pages, wanted).filter((page) => words.every((word) => textOf(page).includes(word)));
  if (!words.length) return found;
  const rank = ({ entry }: RulePage) => Number(!words.every((word) => `${entry.id} ${entry.title}`.toLowerCase().includes(word)));
  return found.map((page) => ({ page, at: rank(page) })).sort((a, b) => a.at - b.at).map((each) => each.page);
}

function within(pages: readonly RulePage[], wanted: Wanted): RulePage[] {
  return pages.filter(
    (page) => (!wanted.area || page.entry.area === wanted.area) && (!wanted.level || page.entry.level === wanted.level) && (!wanted.ruled || page.entry.ruling),
  );
}

const NEAREST = 12;

/** Where no rule has all the words: those that have most of them, endings aside. */
export function nearest(pages: readonly RulePage[], wanted: Wanted): RulePage[] {
  const words = wordsOf(wanted.words).filter((word) => word.length > 2);
  const stem = (word: string) => (word.length > 4 ? word.replace(/(ings?|ions?|ed|es|e|s)$/, "") : word);
  const rank = (page: RulePage) => {
    const [text, title] = [textOf(page), page.entry.title.toLowerCase()];
    return words.reduce((sum, word) => sum + (text.includes(stem(word)) ? 2 : 0) + (title.includes(stem(word)) ? 1 : 0), 0);
  };
  const ranked = within(pages, wanted).map((page) => ({ page, at: rank(page) })).filter((each) => each.at > 0);
  return ranked.sort((a, b) => b.at - a.at).slice(0, NEAREST).map((each) => each.page);
}

const AREAS: Record<string, string> = { ew: "Electronic warfare", trait: "Traits", "weapon-trait": "Weapon traits", "unit-type": "Types of units", attack: "Attacks", force: "Forces", indirect: "Indirect fire", melee: "Close combat", objective: "Objectives", option: "Options", reaction: "Reactions", scenario: "Scenarios", sensing: "Sensing and sight", turn: "Turns and rounds" };

/** A chapter as a reader calls it. */
export function areaWords(area: string): string {
  return AREAS[area] ?? area.slice(0, 1).toUpperCase() + area.slice(1).replace(/-/g, " ");
}

/** Rules by their chapters, in the order in which the book begins them: a chapter that is gone on with later stays whole. */
export function byChapter(pages: readonly RulePage[]): RulePage[] {
  const chapters = valuesOf(pages, "area");
  return [...pages].sort((a, b) => chapters.indexOf(a.entry.area) - chapters.indexOf(b.entry.area));
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
  const wanted = wordsOf(words).filter((word) => word.length > 1);
  if (!wanted.length) return [{ text, hit: false }];
  const pattern = new RegExp(`(${wanted.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "gi");
  return text.split(pattern).filter(Boolean).map((part) => ({ text: part, hit: wanted.includes(part.toLowerCase()) }));
}
