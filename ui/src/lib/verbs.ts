import type { Asked, Piece, Short } from "../wire";
import { attackWorth, groupOptions, isDecline } from "./options";

/** Something the acting piece could do, as it stands around it on the table. */
export interface Verb {
  /** The option it takes up. */
  option: number;
  word: string;
  key: string;
  icon: string;
}

const MOST = 5;
const LONGEST = 20;
const ICONS = {
  target: "M-7 0H7M3 -4L7 0L3 4",
  path: "M-5 6q0 -4 3 -4t3 -4t4 -4M2 -7l3 1l-1 3",
  facing: "M5 -4A6 6 0 1 0 6 2M5 -8V-3H0",
  place: "M0 -7V7M-7 0H7M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0",
  amount: "M-6 3h12M-6 -3h12",
  pick: "M-5 -5H5V5H-5Z",
  end: "M-5 0L-1 4L6 -5",
} as const;

/** What stands around the acting piece: attacking and moving once each, then what else it may do. */
export function verbsOf(asked: Asked | null, pieces: ReadonlyMap<string, Piece>, shorts: ReadonlyMap<number, Short>): Verb[] {
  if (!asked?.ask.unit || !pieces.has(asked.ask.unit) || asked.ask.optional) return [];
  const groups = groupOptions(asked, pieces, shorts).filter((group) => !group.aside);
  const choices = groups.flatMap((group) => group.choices);
  const found: Verb[] = [];
  const add = (at: number, word: string, icon: string, number: number) => {
    found.push({ option: at, word, icon, key: number <= 9 ? String(number) : "" });
  };
  const targets = choices.filter(({ option }) => option.kind === "target" && option.unit);
  const [best] = [...targets].sort((a, b) => attackWorth(shorts.get(b.index)) - attackWorth(shorts.get(a.index)));
  if (best) add(best.index, "Attack", ICONS.target, best.number);
  const move = choices.find(({ option }) => option.kind === "path");
  if (move) add(move.index, "Move", ICONS.path, move.number);
  for (const { option, index, label, number } of choices) {
    // Of what is aimed at places the list has them all.
    const seldom = option.kind === "place" || option.kind === "amount";
    if (option.kind === "target" || option.kind === "path" || seldom || isDecline(option)) continue;
    const word = shortened(label);
    if (found.some((verb) => verb.word === word)) continue; // they differ in their last words: the list has them all
    add(index, word, ending(label) ? ICONS.end : ICONS[option.kind], number);
  }
  if (found.length <= MOST) return found;
  // What ends the turn is always at hand.
  const end = found.findLast(({ icon }) => icon === ICONS.end);
  const kept = found.slice(0, end ? MOST - 1 : MOST);
  return end && !kept.includes(end) ? [...kept, end] : kept;
}

function ending(label: string): boolean {
  return /^(end|finish|done|pass)\b/i.test(label);
}

function shortened(label: string): string {
  return label.length <= LONGEST ? label : `${label.slice(0, LONGEST - 1).trimEnd()}…`;
}

export interface Around {
  x: number;
  y: number;
}

const RADIUS = 62;
const STEP = 33;
/** Pixels around the middle of another piece that stay free. */
const CLEAR = 20;

/** The words of a verb as they stand beside its sign. */
export function verbText(verb: Verb): string {
  return verb.key ? `${verb.word}  ${verb.key}` : verb.word;
}

/** Where the words of a verb stand: beside its sign, away from the piece. */
export function wordBox(spot: Around, text: string): { x: number; y: number; width: number; height: number } {
  const width = text.length * 6.1 + 14;
  if (spot.x < -8) return { x: spot.x - 20 - width, y: spot.y - 10, width, height: 20 };
  if (spot.x > 8) return { x: spot.x + 20, y: spot.y - 10, width, height: 20 };
  return { x: spot.x - width / 2, y: spot.y + (spot.y > 0 ? 19 : -39), width, height: 20 };
}

/** Where verbs stand around a piece, in pixels from it: on the side where nothing else is. Nowhere if there is no such side. */
export function placeVerbs(texts: readonly string[], others: readonly Around[], free: (spot: Around) => boolean): Around[] | null {
  const at = (degrees: number): Around => ({ x: Math.sin((degrees * Math.PI) / 180) * RADIUS, y: -Math.cos((degrees * Math.PI) / 180) * RADIUS });
  const fits = (spot: Around, place: number) => {
    const box = wordBox(spot, texts[place]!);
    const clear = ({ x, y }: Around) => {
      const [dx, dy] = [Math.max(box.x - x, 0, x - box.x - box.width), Math.max(box.y - y, 0, y - box.y - box.height)];
      return Math.hypot(x - spot.x, y - spot.y) > 16 + CLEAR && Math.hypot(dx, dy) > CLEAR;
    };
    return free(spot) && free({ x: box.x, y: box.y }) && free({ x: box.x + box.width, y: box.y + box.height }) && others.every(clear);
  };
  for (const middle of [180, 225, 135, 270, 90, 315, 45, 0]) {
    const spots = texts.map((_, place) => at(middle + (place - (texts.length - 1) / 2) * STEP));
    if (spots.every(fits)) return spots;
  }
  return null;
}
