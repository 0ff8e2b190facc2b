import type { Modifier, OddsCard, Short } from "../wire";
import { isDecline, type Option } from "./options";

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

/**
 * Whether an offer may help: whether one of its answers can end better for the one who is asked than what stands now.
 * Where nothing can be compared it may. Only what can but be equal or worse does not.
 */
export function mayHelp(options: readonly Option[], shorts: ReadonlyMap<number, Short>, isMine: (piece: string) => boolean | null): boolean {
  return options.some((option, at) => {
    if (isDecline(option)) return false;
    const short = shorts.get(at);
    const mine = short ? isMine(short.target) : null;
    if (!short?.without || short.p_hit === null || mine === null) return true;
    return mine ? canEndBelow(short, short.without) : canEndAbove(short, short.without);
  });
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
