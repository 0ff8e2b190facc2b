import type { Asked, Piece, Short } from "../wire";
import { attackWorth, groupOptions, isAttack, isDecline, type Choice } from "./options";
import { SIGNS, signOf } from "./signs";

/** Something a piece could do, as it stands around it on the table. */
export interface Verb {
  /** The option it takes up; none where it does or drops what is planned. */
  option: number;
  word: string;
  key: string;
  icon: string;
  does: "choose" | "commit" | "back";
}

const MOST = 5;
const LONGEST = 26;
/** A word as short as this says nothing by itself: "Back" would be taken for the way out. */
const SHORTEST = 5;
const ICONS = {
  target: "M-7 0H7M3 -4L7 0L3 4",
  path: "M-5 6q0 -4 3 -4t3 -4t4 -4M2 -7l3 1l-1 3",
  facing: "M5 -4A6 6 0 1 0 6 2M5 -8V-3H0",
  place: "M0 -7V7M-7 0H7M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0",
  amount: "M-6 3h12M-6 -3h12",
  pick: "M-5 -5H5V5H-5Z",
  end: "M-5 0L-1 4L6 -5",
  back: "M5 5L-5 -5M-5 5L5 -5",
} as const;
/** What stands around the piece in hand: of who acts, attacking and moving once each, then what else it may do; of another, how it may begin. */
export function verbsOf(asked: Asked | null, pieces: ReadonlyMap<string, Piece>, shorts: ReadonlyMap<number, Short>, held = ""): Verb[] {
  const unit = asked?.ask.unit || held;
  if (!asked || !pieces.has(unit) || asked.ask.optional) return [];
  const groups = groupOptions(asked, pieces, shorts).filter((group) => !group.aside);
  const choices = asked.ask.unit
    ? groups.filter((group) => !group.piece || group.choices[0]?.option.kind === "target").flatMap((group) => group.choices)
    : groups.filter((group) => group.piece === unit).flatMap((group) => group.choices);
  const others = [...pieces.values()].filter((piece) => piece.id !== unit);
  const found: Verb[] = [];
  const add = ({ index, number }: Choice, word: string, icon: string) => {
    found.push({ option: index, word, icon, key: number <= 9 ? String(number) : "", does: "choose" });
  };
  const targets = choices.filter(({ option, index }) => option.kind === "target" && option.unit && isAttack(option, shorts.get(index)));
  const [best] = [...targets].sort((a, b) => attackWorth(shorts.get(b.index)) - attackWorth(shorts.get(a.index)));
  if (best) add(best, "Attack", ICONS.target);
  const move = choices.find(({ option }) => option.kind === "path");
  if (move) add(move, "Move", ICONS.path);
  for (const choice of choices) {
    const { option, label } = choice;
    // Of what is aimed at places, and of what is done for others, the list has them all.
    if (option.kind === "target" || option.kind === "path" || option.kind === "place" || option.kind === "amount" || isDecline(option)) continue;
    if (others.some((other) => label.includes(other.name))) continue;
    const word = shortened(label);
    if (found.some((verb) => verb.word === word)) continue; // they differ in their last words: the list has them all
    add(choice, word, ends(label) ? ICONS.end : signed(label, option.kind));
  }
  if (found.length <= MOST) return found;
  // What ends the turn is always at hand.
  const end = found.findLast(({ icon }) => icon === ICONS.end);
  const kept = found.slice(0, end ? MOST - 1 : MOST);
  return end && !kept.includes(end) ? [...kept, end] : kept;
}

/** What stands there once something is chosen that needs no place: to do it, or not. */
export const SETTLING: readonly Verb[] = [
  { option: -1, word: "Do it", key: "Enter", icon: ICONS.end, does: "commit" },
  { option: -2, word: "Back", key: "Esc", icon: ICONS.back, does: "back" },
];

function signed(label: string, kind: keyof typeof ICONS): string {
  const sign = signOf(label);
  return sign ? SIGNS[sign] : ICONS[kind];
}

function ends(label: string): boolean {
  return /^(end|finish|done|pass)\b/i.test(label);
}

/** A choice in a word or a few: without what stands in brackets, and of ending the word alone; of a long one what comes before the particulars. */
function shortened(label: string): string {
  if (/^end\b/i.test(label)) return "End";
  const whole = label.replace(/\s*\([^)]*\)\s*$/, "");
  const before = whole.length > LONGEST ? whole.replace(/(:| to | at | from | for | until | in ).*$/, "") : whole;
  const words = before.length >= SHORTEST ? before : whole;
  return words.length <= LONGEST ? words : `${words.slice(0, LONGEST - 2).replace(/\s+\S*$/, "")} …`;
}

export interface Around {
  x: number;
  y: number;
}

/** What is to be kept free, in pixels from the piece; more so what can be aimed at. */
export interface Other extends Around {
  worth: number;
}

export interface Box extends Around {
  width: number;
  height: number;
}

/** How far from the piece the middles of signs stand, and how far from each other; the height of words. */
const RADIUS = 58;
const STEP = 35;
const SIGN = 17;
const HIGH = 20;
/** Pixels around the middle of a piece that stay free. */
const CLEAR = 18;
/** Pixels between a sign and what bounds the table. */
const EDGE = 5;

/** How far before a piece, in pixels, and how far to the sides, in radians, its way to the enemy is kept free. */
const AHEAD = [62, 96, 130];
const ASIDE = [-0.5, 0, 0.5];

/** Spots before a piece, towards the nearest of its enemies: there it is likely to be sent. */
export function aheadOf(here: Around, foes: readonly Around[], zoom: number): Around[] {
  const far = (foe: Around) => Math.hypot(foe.x - here.x, foe.y - here.y);
  const [nearest] = [...foes].sort((a, b) => far(a) - far(b));
  if (!nearest) return [];
  const angle = Math.atan2(nearest.y - here.y, nearest.x - here.x);
  return AHEAD.flatMap((out) => ASIDE.map((turn) => ({ x: here.x + (Math.cos(angle + turn) * out) / zoom, y: here.y + (Math.sin(angle + turn) * out) / zoom })));
}

/** A verb where it stands: the middle of its sign, and the box of its words. */
export interface Put extends Around {
  box: Box;
}

/**
 * Where verbs stand around a piece, in pixels from it, the window being `window`: in a half ring on the side where
 * least else is, slid along and drawn in so that all of it is in the window. Nowhere in a window too small for it.
 */
export function placeVerbs(widths: readonly number[], others: readonly Other[], window: Box): Put[] | null {
  const all: { puts: Put[]; cost: number }[] = [];
  for (const side of [1, -1]) {
    for (let slide = -5; slide <= 5; slide++) {
      const puts = widths.map((width, place) => put(side, (place - (widths.length - 1) / 2 + slide / 1.5) * STEP, width, window));
      if (puts.every((each): each is Put => each !== null)) {
        const covered = others.reduce((sum, other) => sum + (puts.some((each) => covers(each, other)) ? other.worth : 0), 0);
        const drawn = puts.filter(({ x }) => x * side < 0).length;
        all.push({ puts, cost: covered + Math.abs(slide) * 0.3 + drawn + (side < 0 ? 0.2 : 0) });
      }
    }
  }
  return all.sort((a, b) => a.cost - b.cost)[0]?.puts ?? null;
}

/** One verb of a half ring at this height: as far out as the ring is there, drawn in as far as the window demands. */
function put(side: number, y: number, width: number, window: Box): Put | null {
  const out = Math.max(Math.sqrt(Math.max(RADIUS * RADIUS - y * y, 0)), 10);
  const edge = side > 0 ? window.x + window.width : -window.x;
  const back = EDGE + SIGN - (side > 0 ? -window.x : window.x + window.width);
  const x = Math.min(Math.max(out, back), edge - EDGE - SIGN - width);
  const near = Math.hypot(x, y) < SIGN + CLEAR + 4;
  const high = y - SIGN < window.y + EDGE || y + SIGN > window.y + window.height - EDGE;
  // Words that are drawn in over the piece itself would hide it.
  const hides = x + SIGN < 0 && Math.abs(y) < CLEAR + HIGH / 2;
  if (near || high || hides || x < back) return null;
  const box = { x: side > 0 ? x + SIGN : -x - SIGN - width, y: y - HIGH / 2, width, height: HIGH };
  return { x: x * side, y, box };
}

function covers({ x, y, box }: Put, other: Around): boolean {
  const [dx, dy] = [Math.max(box.x - other.x, 0, other.x - box.x - box.width), Math.max(box.y - other.y, 0, other.y - box.y - box.height)];
  return Math.hypot(other.x - x, other.y - y) < SIGN + CLEAR - 4 || Math.hypot(dx, dy) < CLEAR - 4;
}
