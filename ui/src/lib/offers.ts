import type { Ask, Modifier, OddsCard, Short } from "../wire";
import { isDecline, type Option } from "./options";

/** Differences that are none. */
const TINY = 1e-9;

/** The chances that matter in an offer. */
export interface Chances {
  hit: number;
  damage: number;
  destroyed: number;
}

/** One answer to an offer: what it costs, its chances, and how far they are from those of turning it down. */
export interface OfferRow {
  option: Option;
  without: boolean;
  cost: string;
  odds: Chances | null;
  change: Chances | null;
}

/** The answers to an offer, turning it down last, with the chances of what then stands. */
export function offerRows(options: Option[], shorts: ReadonlyMap<number, Short>): OfferRow[] {
  const rows = options.flatMap((option, at) => {
    const short = shorts.get(at);
    return short ? [rowOf(option, short)] : [];
  });
  const stands = [...shorts.values()].find((short) => short.without)?.without;
  if (stands) for (const row of rows) if (row.without) row.odds = chancesOf(stands);
  return rows.sort((a, b) => Number(a.without) - Number(b.without));
}

/** Whether there are chances to compare: else the answers say all there is, and what they cost stands with them. */
export function tellsOdds(rows: readonly OfferRow[]): boolean {
  return rows.some((row) => row.odds !== null);
}

function rowOf(option: Option, short: Short): OfferRow {
  const odds = short.p_hit === null ? null : { hit: short.p_hit, damage: short.mean_damage, destroyed: short.p_destroyed };
  const before = short.without && chancesOf(short.without);
  const change = odds && before ? { hit: odds.hit - before.hit, damage: odds.damage - before.damage, destroyed: odds.destroyed - before.destroyed } : null;
  return { option, without: isDecline(option), cost: short.cost, odds, change };
}

/** Whom the odds of an offer are about, if they are about one and the same. */
export function targetOf(shorts: ReadonlyMap<number, Short>): string {
  const found = new Set([...shorts.values()].map((short) => short.target).filter(Boolean));
  return found.size === 1 ? [...found][0]! : "";
}

/** Whether an offer is about a roll that is won or lost and harms nobody. */
export function isContest(shorts: ReadonlyMap<number, Short>): boolean {
  return isBettering(shorts) || [...shorts.values()].some((short) => short.without && !Object.keys(short.without.damage).length);
}

/** Whether the chance is that new dice are better than those that lie there, whatever hangs on them. */
export function isBettering(shorts: ReadonlyMap<number, Short>): boolean {
  const told = [...shorts.values()].filter((short) => short.p_hit !== null);
  return told.length > 0 && told.every((short) => !short.without && !short.target && !short.most);
}

/** The words of an offer, as far as they tell how it stands. */
type Question = Pick<Ask, "prompt" | "seat">;

/**
 * Whether an offer may help: whether one of its answers can end better for the one who is asked than what stands now.
 * What can but be equal or worse does not, nor does an attack that cannot hit. Where nothing can be compared it may,
 * unless the question itself says that all is won already.
 */
export function mayHelp(options: readonly Option[], shorts: ReadonlyMap<number, Short>, isMine: (piece: string) => boolean | null, ask?: Question): boolean {
  return options.some((option, at) => {
    if (isDecline(option)) return false;
    const short = shorts.get(at);
    const mine = short ? isMine(short.target) : null;
    if (!short?.without || short.p_hit === null || mine === null) return short?.p_hit !== 0 && !(ask && isReroll(option) && isWon(ask));
    return mine ? canEndBelow(short, short.without) : canEndAbove(short, short.without);
  });
}

/**
 * Whether an offer helps on average: whether one of its answers is expected to end better. Of a second roll that cannot
 * be compared the server's judge says what it is expected to bring.
 */
export function helpsOnAverage(options: readonly Option[], shorts: ReadonlyMap<number, Short>, isMine: (piece: string) => boolean | null, ask?: Question): boolean {
  const declined = shorts.get(options.findIndex(isDecline));
  return options.some((option, at) => {
    const short = shorts.get(at);
    if (isDecline(option) || !mayHelp([option], new Map(short ? [[0, short]] : []), isMine, ask)) return false;
    if (!short) return true;
    const mine = isMine(short.target);
    if (short.without && short.p_hit !== null && mine !== null) return gained(short, short.without, mine) > 0;
    return !isReroll(option) || net(short) >= net(declined);
  });
}

/** How much better something is expected to end than what stands: by the damage, or by the hits where that is the same. */
function gained(short: Short, stands: OddsCard, mine: boolean): number {
  const damage = short.mean_damage - stands.mean_damage;
  const more = Math.abs(damage) > TINY ? damage : short.p_hit! - stands.p_hit;
  return Math.abs(more) > TINY ? (mine ? -more : more) : 0;
}

function net(short: Short | undefined): number {
  return short ? short.gives - short.risks : 0;
}

/** Whether an answer rolls again what was rolled. */
export function isReroll(option: Option): boolean {
  return /^re-?roll/.test(option.order.order) || /\bre-?roll|\broll again/i.test(option.label);
}

/** Whether the question says that nothing can be bettered: all dice succeeded, or my total is the higher one. */
function isWon({ prompt, seat }: Question): boolean {
  const dice = /\b(\d+) of (\d+) dice succeeded/i.exec(prompt);
  if (dice) return dice[1] === dice[2];
  const mine = /(\d+) against (\d+)\. Re-?roll yours/i.exec(prompt);
  if (mine) return Number(mine[1]) > Number(mine[2]);
  const totals = [...prompt.matchAll(/\b([A-Za-z]+) (\d+)(?=[,.])/g)].map(([, side, total]) => [side!.toLowerCase(), Number(total)] as const);
  const own = totals.find(([side]) => side === seat);
  return totals.length === 2 && own !== undefined && totals.every(([side, total]) => side === seat || own[1] > total);
}

/** Something done to me: it may miss what hits, or harm less. */
function canEndBelow(short: Short, stands: OddsCard): boolean {
  return (short.p_hit! < 1 && stands.p_hit > 0) || short.least < Math.max(0, ...possible(stands));
}

/** Something I do: it may hit what misses, or harm more. */
function canEndAbove(short: Short, stands: OddsCard): boolean {
  return (short.p_hit! > 0 && stands.p_hit < 1) || short.most > Math.min(...(possible(stands).length ? possible(stands) : [0]));
}

function possible(card: OddsCard): number[] {
  return Object.entries(card.damage).flatMap(([damage, chance]) => (chance > 0 ? [Number(damage)] : []));
}

export function chancesOf(card: OddsCard): Chances {
  return { hit: card.p_hit, damage: card.mean_damage, destroyed: card.p_destroyed };
}

/** Whether a line of a sum is good for me: more of what I roll, less of what is rolled against me. */
export function helpsYou(line: Pick<Modifier, "value">, mine: boolean): boolean {
  return line.value >= 0 === mine;
}
