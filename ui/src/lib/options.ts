import type { Asked, Piece, Short } from "../wire";
import { isWreck } from "./looks";
import { capital } from "./telling";

export type Option = Asked["options"][number];

/** An option with its number as players type it, and what there is to say about it. */
export interface Choice {
  /** Its place among the options as the table counts them, from 0. */
  index: number;
  /** Its number as shown, from 1. */
  number: number;
  option: Option;
  label: string;
  short?: Short;
}

/** Options that belong together, under one heading: about one piece, or of one kind. */
export interface Group {
  title: string;
  piece: string;
  choices: Choice[];
  /** It is seldom wanted: what lies broken, and one's own side. It stands last, and folded. */
  aside: boolean;
}

const TITLES: Record<Option["kind"], string> = {
  path: "Move",
  place: "Point at a place",
  facing: "Turn",
  amount: "How much",
  target: "Attack",
  pick: "Do",
};

const EMPTY = new Set([TITLES.pick, TITLES.place]);

/** Whether the seat still has to say where, which way or how much. */
export function isOpen(option: Option): boolean {
  return option.kind !== "pick" && option.kind !== "target";
}

/** Whether an option turns the offer down. */
export function isDecline(option: Option): boolean {
  return option.order.order === "decline";
}

/**
 * Whether an option is an attack: it aims at something and may harm it, or is made with a weapon. As long as nothing
 * was weighed, whatever aims is taken for one.
 */
export function isAttack(option: Option, short: Short | undefined): boolean {
  if (option.kind !== "target") return false;
  return !short || (short.p_hit !== null && (short.most > 0 || option.weapon !== ""));
}

/** Whether an option cannot come to anything: its roll cannot succeed. */
export function isHopeless(short: Short | undefined): boolean {
  return short?.p_hit === 0;
}

/** The best attack at a piece, by its number among the options; else the best of what can be done about it; null if there is nothing. */
export function bestAt(asked: Asked, shorts: ReadonlyMap<number, Short>, target: string): number | null {
  const all = asked.options.flatMap((option, at) => (option.kind === "target" && option.unit === target && !isHopeless(shorts.get(at)) ? [at] : []));
  const attacks = all.filter((at) => isAttack(asked.options[at]!, shorts.get(at)));
  const [best] = (attacks.length ? attacks : all).sort((a, b) => attackWorth(shorts.get(b)) - attackWorth(shorts.get(a)));
  return best ?? null;
}

/** The piece an option is about: its target, or the piece that would do it where several could. */
export function subjectOf(option: Option, asked: Asked, pieces: ReadonlyMap<string, Piece>): string {
  if (option.kind === "target" && pieces.has(option.unit)) return option.unit;
  const { unit } = option.order;
  return typeof unit === "string" && unit !== asked.ask.unit && pieces.has(unit) ? unit : "";
}

/** The options in groups with headings: by the piece they are about, the rest by kind, declining last; numbered in that order. */
export function groupOptions(asked: Asked, pieces: ReadonlyMap<string, Piece>, shorts: ReadonlyMap<number, Short>): Group[] {
  const groups = new Map<string, Group & { rank: number }>();
  asked.options.forEach((option, index) => {
    const piece = isDecline(option) ? "" : several(subjectOf(option, asked, pieces), asked, option);
    const short = shorts.get(index);
    const met = (short?.touches.length ? short.touches : [piece]).flatMap((id) => pieces.get(id) ?? []);
    const rank = rankOf(option, piece, met, asked.ask.seat);
    const key = `${rank} ${piece}`;
    const title = rank === OWN_SIDE && !piece ? "Own side" : titleOf(option, pieces.get(piece));
    const group = groups.get(key) ?? { title, piece, choices: [], rank, aside: rank === WRECKS || rank === OWN_SIDE };
    groups.set(key, group);
    group.choices.push({ index, number: 0, option, label: shortLabel(option.label, pieces.get(piece)), short });
  });
  const sorted = [...groups.values()].sort((a, b) => a.rank - b.rank);
  sorted.flatMap((group) => group.choices).forEach((choice, at) => (choice.number = at + 1));
  return sorted;
}

/** What stands above a group: nothing that its choices say themselves, or that says nothing. */
export function heading({ title, piece, choices }: Group): string {
  if (piece || title === "Own side") return title;
  const said = choices.every(({ label }) => label.toLowerCase().startsWith(title.toLowerCase()));
  return said || EMPTY.has(title) ? "" : title;
}

/** What the numbers stand for: the options' indices in the order in which they are shown. */
export function numberedOptions(asked: Asked | null, pieces: ReadonlyMap<string, Piece>, shorts: ReadonlyMap<number, Short> = new Map()): number[] {
  return asked ? groupOptions(asked, pieces, shorts).flatMap((group) => group.choices.map(({ index }) => index)) : [];
}

/** Own models that an option would hurt, as far as it was weighed: wrecks do not count. */
export function ownHurt(short: Pick<Short, "touches"> | undefined, pieces: ReadonlyMap<string, Piece>, seat: string): Piece[] {
  return (short?.touches ?? []).flatMap((id) => {
    const piece = pieces.get(id);
    return piece && piece.side === seat && !isWreck(piece) ? [piece] : [];
  });
}

const WRECKS = 7;
const OWN_SIDE = 8;

/** What stands first: attacks, then moves, what other pieces could do, the rest, wrecks, one's own side, and declining last. */
function rankOf(option: Option, piece: string, met: readonly Piece[], seat: string): number {
  if (isDecline(option)) return 9;
  if (option.kind === "target" && met.length && met.every((each) => each.side === seat)) return OWN_SIDE;
  if (option.kind === "target" && met.length && met.every((each) => isWreck(each))) return WRECKS;
  if (piece && option.kind !== "target") return 5;
  return { target: 0, path: 1, facing: 2, place: 3, amount: 4, pick: 6 }[option.kind];
}

function titleOf(option: Option, piece: Piece | undefined): string {
  if (isDecline(option) || option.label === piece?.name) return "";
  if (!piece) return TITLES[option.kind];
  if (option.kind !== "target") return piece.name;
  return `At ${piece.name}${isWreck(piece) ? ", a wreck" : ""}`;
}

/** A piece that is put on the table heads its choices where it has several; else its name stands in the one. */
function several(piece: string, asked: Asked, option: Option): string {
  if (option.kind !== "place") return piece;
  return asked.options.filter((each) => each.kind === "place" && each.order["unit"] === option.order["unit"]).length > 1 ? piece : "";
}

/** A label without the name its heading gives already. */
function shortLabel(label: string, piece: Piece | undefined): string {
  if (!piece) return label;
  const before = `${piece.name}: `;
  if (label.startsWith(before)) return capital(label.slice(before.length));
  if (label.startsWith(`Place the ${piece.name} `)) return label.replace(` the ${piece.name}`, "");
  return label.replace(` at the ${piece.name}`, "").replace(` at ${piece.name}`, "");
}

/** Orders one after the other; those that repeat are counted. */
export function stepsText(steps: readonly string[]): string {
  const runs: { step: string; times: number }[] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (last?.step === step) last.times++;
    else runs.push({ step, times: 1 });
  }
  return runs.map(({ step, times }) => (times > 1 ? `${step} (${times} times)` : step)).join(" → ");
}

/** Whether something tells one way from another: what all have alike makes none of them good. */
export function differ(ways: readonly { gives: number; risks: number }[]): boolean {
  const [first] = ways;
  return ways.some(({ gives, risks }) => Math.max(Math.abs(gives - first!.gives), Math.abs(risks - first!.risks)) >= 0.005);
}

/** What a spot is good for, in words: the shot one has from there, and the danger of standing there; nothing where nobody stands. */
export function spotWords({ gives, risks, spot }: { gives: number; risks: number; spot?: unknown }): string {
  if (spot) return "";
  const shot = gives >= 0.3 ? "a good shot" : gives >= 0.03 ? "a shot" : "no shot";
  const danger = risks >= 0.3 ? "great danger" : risks >= 0.08 ? "some danger" : risks >= 0.01 ? "little danger" : "out of danger";
  return `${shot}, ${danger}`;
}

/** A text in which what is taken off has the sign that readers know, not the one that keyboards have. */
export function minus(text: string): string {
  return text.replace(/(^|[\s(])-(?=\d)/g, "$1−");
}

/** A worth with its sign, to the hundredth; nought has none. */
export function signedWorth(value: number): string {
  const text = Math.abs(value).toFixed(2);
  return Number(text) === 0 ? text : `${value < 0 ? "−" : "+"}${text}`;
}

/** A chance as players read it; certain and impossible only where they are. */
export function percent(chance: number): string {
  const whole = Math.round(chance * 100);
  if (whole === 0 && chance > 0) return "<1%";
  if (whole === 100 && chance < 1) return ">99%";
  return `${whole}%`;
}

/** How good an attack is for somebody who points at its target: what hurts comes before what does not, then the likelier. */
export function attackWorth(short: Pick<Short, "p_hit" | "mean_damage"> | undefined): number {
  return short ? Number(short.mean_damage > 0) + (short.p_hit ?? 0) : 0;
}
