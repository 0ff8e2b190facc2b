// An attack as it is laid out on the page, as a link carries it, and as the server is asked about it.
import type { Attack, Cell, Condition } from "../wire";

export interface Attacker {
  unit: string;
  weapon: string;
  count: number;
}
export interface Laid {
  attackers: Attacker[];
  target: string;
  given: Record<string, string>;
  reply: boolean;
}

export function nothing(): Laid {
  return { attackers: [{ unit: "", weapon: "", count: 1 }], target: "", given: {}, reply: false };
}

/** The attack of a link: `a` for each attacker in order, `t` the target, everything else a condition. */
export function fromLink(asked: Record<string, string>, conditions: readonly Condition[]): Laid {
  const laid = nothing();
  const names = new Set(conditions.map((each) => each.name));
  const attackers = (asked.a ?? "").split("|").filter(Boolean).slice(0, 6).map(attackerOf);
  if (attackers.length) laid.attackers = attackers;
  laid.target = asked.t ?? "";
  laid.reply = asked.answered === "1";
  for (const [name, value] of Object.entries(asked)) if (names.has(name) && value) laid.given[name] = value;
  return laid;
}

function attackerOf(text: string): Attacker {
  const counted = /^(.*\S)\s+x(\d{1,2})$/.exec(text);
  const [unit = "", weapon = ""] = splitAt(counted?.[1] ?? text);
  return { unit, weapon, count: Math.max(1, Number(counted?.[2] ?? 1)) };
}

function splitAt(text: string): [string, string] {
  const at = text.indexOf(":");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** What a link says of an attack; what is usual is left out. */
export function toLink(laid: Laid, conditions: readonly Condition[]): Record<string, string> {
  const said: Record<string, string> = {};
  const attackers = laid.attackers.filter((each) => each.unit).map(written);
  if (attackers.length) said.a = attackers.join("|");
  if (laid.target) said.t = laid.target;
  for (const [name, value] of givenOf(laid, conditions)) said[name] = value;
  if (laid.reply) said.answered = "1";
  return said;
}

function written(attacker: Attacker): string {
  return `${attacker.unit}:${attacker.weapon}${attacker.count > 1 ? ` x${attacker.count}` : ""}`;
}

/** The conditions that differ from what is usual. */
export function givenOf(laid: Laid, conditions: readonly Condition[]): [string, string][] {
  return conditions.flatMap(({ name, usual }): [string, string][] => {
    const value = laid.given[name]?.trim() ?? "";
    return value && value !== usual ? [[name, value]] : [];
  });
}

/** What the server is asked; null as long as something is missing. */
export function attackOf(system: string, laid: Laid, conditions: readonly Condition[]): Attack | null {
  const attackers = laid.attackers.filter((each) => each.unit && each.weapon).map(written);
  if (!attackers.length || !laid.target) return null;
  return { system, attackers, target: laid.target, given: givenOf(laid, conditions), reply: laid.reply };
}

/** Whether a condition is a number, and how far a slider goes. */
export function numberOf(condition: Condition): number {
  if (condition.values.length) return 0;
  return condition.most || (/^\d+$/.test(condition.usual) ? 12 : 0);
}

/** Steps of a table along a number: close together near by, further apart far away. */
export function stepsOf(most: number): string[] {
  const steps = most > 30 ? [1, 3, 6, 9, 12, 18, 24, 30, 36, 48, 60, 72] : most > 12 ? [1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20] : Array.from({ length: most + 1 }, (_, at) => at);
  return steps.filter((each) => each <= most).slice(0, 12).map(String);
}

/** A chance in words. */
export function percent(share: number): string {
  const hundred = share * 100;
  if (hundred > 0 && hundred < 0.1) return "<0.1 %";
  if (hundred > 99.9 && hundred < 100) return ">99.9 %";
  return `${hundred < 10 && hundred > 0 ? hundred.toFixed(1) : Math.round(hundred)} %`;
}

/** The unit somebody means: by what the lists call it, or by its name where only one has it; otherwise as typed. */
export function unitOf(typed: string, units: Record<string, string>): string {
  const wanted = typed.trim();
  if (wanted in units) return wanted;
  const named = Object.entries(units).filter(([id, name]) => [id.toLowerCase(), name.toLowerCase()].includes(wanted.toLowerCase()));
  return named.length === 1 ? named[0]![0] : wanted;
}

/** What stands in the field of a unit: its name, unless others are called the same. */
export function shownUnit(unit: string, units: Record<string, string>): string {
  const name = units[unit];
  return name && unitOf(name, units) === unit ? name : unit;
}

/** A weapon as one reads it; what is a word of the book stays as it is. */
export function weaponWords(weapon: string): string {
  return /^[a-z0-9]+(-[a-z0-9]+)+$/.test(weapon) ? weapon.slice(0, 1).toUpperCase() + weapon.slice(1).replace(/-/g, " ") : weapon;
}

/** So many cells of a table are named where nothing can be done; more are a dash. */
const FEW = 3;

/** Rows and columns in which something can be done, and why nothing can be done in the others. */
export function worthShowing(cells: readonly (readonly Cell[])[], rows: readonly string[], columns: readonly string[]): { rows: number[]; columns: number[]; why: [string, string][] } {
  const may = (at: number, number: number) => !!cells[at]?.[number] && !cells[at]![number]!.problem;
  const kept = rows.flatMap((_, at) => (columns.some((__, number) => may(at, number)) ? [at] : []));
  const across = columns.flatMap((_, number) => (rows.some((__, at) => may(at, number)) ? [number] : []));
  if (!kept.length) return { rows: rows.map((_, at) => at), columns: columns.map((_, at) => at), why: reasons(cells, rows, columns, () => true) };
  const why = [
    ...byReason(columns.flatMap((name, at) => (across.includes(at) ? [] : [[name, cells[kept[0]!]?.[at]?.problem ?? ""]]))),
    ...byReason(rows.flatMap((name, at) => (kept.includes(at) ? [] : [[name, cells[at]?.[across[0] ?? 0]?.problem ?? ""]]))),
    ...reasons(cells, rows, columns, (at, number) => kept.includes(at) && across.includes(number)),
  ];
  return { rows: kept, columns: across, why };
}

/** One reason for all that fail alike: what differs in its words is only which of them it is. */
function byReason(pairs: readonly (readonly string[])[]): [string, string][] {
  const found = new Map<string, { names: string[]; reason: string }>();
  for (const [name = "", reason = ""] of pairs) {
    const alike = reason.replace(new RegExp(`\\b${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\b`, "g"), "#");
    const known = found.get(alike);
    found.set(alike, { names: [...(known?.names ?? []), name], reason: known?.reason ?? reason });
  }
  return [...found.values()].filter((each) => each.reason).map(({ names, reason }) => [names.join(", "), reason]);
}

function reasons(cells: readonly (readonly Cell[])[], rows: readonly string[], columns: readonly string[], of: (at: number, number: number) => boolean): [string, string][] {
  const found = new Map<string, string[]>();
  rows.forEach((row, at) =>
    columns.forEach((column, number) => {
      const problem = of(at, number) ? cells[at]?.[number]?.problem : "";
      if (problem) found.set(problem, [...(found.get(problem) ?? []), `${row} × ${column}`]);
    }),
  );
  return [...found].map(([reason, where]): [string, string] => [where.length <= FEW ? where.join(", ") : "–", reason]);
}
