// A force as a builder holds it: the JSON form of a roster, its text form with the line of every part, and changes of it.

/** Something on a line of its own: what stands behind and above it. `id` is for the page alone. */
interface Placed {
  id: number;
  comment: string;
  above: string[];
}
export interface Header extends Placed {
  key: string;
  value: string;
}
export interface Entry extends Placed {
  model: string;
  count: number;
  upgrades: string[];
}
export interface Unit extends Placed {
  kind: string;
  code: string;
  upgrades: string[];
  models: Entry[];
}
export interface Group extends Placed {
  name: string;
  units: Unit[];
}
export interface Force {
  headers: Header[];
  groups: Group[];
  below: string[];
}

let last = 0;
function placed(part: Partial<Placed> = {}): Placed {
  return { id: ++last, comment: part.comment ?? "", above: [...(part.above ?? [])] };
}

export function newEntry(model: string, count = 1): Entry {
  return { ...placed(), model, count, upgrades: [] };
}
export function newUnit(kind: string, code: string, models: [string, number][] = []): Unit {
  return { ...placed(), kind, code, upgrades: [], models: models.map(([model, count]) => newEntry(model, count)) };
}
export function newGroup(name: string, units: Unit[] = []): Group {
  return { ...placed(), name, units };
}
/** An empty force of a game. */
export function newForce(system: string, says: Record<string, string>): Force {
  const headers = Object.entries({ system, ...says }).map(([key, value]) => ({ ...placed(), key, value }));
  return { headers, groups: [], below: [] };
}

/** What a header says; nothing if it is not there. */
export function says(force: Force, key: string): string {
  return force.headers.find((header) => header.key === key)?.value ?? "";
}

/** Say something about the whole force; nothing said takes the line away. */
export function say(force: Force, key: string, value: string): void {
  const at = force.headers.findIndex((header) => header.key === key);
  const plain = value.replace(/[\n\r#]/g, " ");
  if (!plain.trim()) {
    if (at >= 0) force.headers.splice(at, 1);
  } else if (at >= 0) force.headers[at]!.value = plain;
  else force.headers.push({ ...placed(), key, value: plain });
}

interface Written {
  [key: string]: unknown;
  remarks?: Record<string, Partial<Placed>>;
  groups?: WrittenGroup[];
  below?: string[];
}
type WrittenGroup = Partial<Placed> & { name?: string; units?: (Partial<Unit> & { models?: Partial<Entry>[] })[] };

const NO_HEADERS = new Set(["legal", "violations", "remarks", "groups", "below"]);

/** The force of a JSON form, as the server writes it. */
export function fromDocument(text: string): Force {
  const document = JSON.parse(text) as Written;
  const headers = Object.entries(document)
    .filter(([key]) => !NO_HEADERS.has(key))
    .map(([key, value]) => ({ ...placed(document.remarks?.[key]), key, value: String(value) }));
  const groups = (document.groups ?? []).map((group) => ({
    ...placed(group),
    name: group.name ?? "",
    units: (group.units ?? []).map((unit) => ({
      ...placed(unit),
      kind: unit.kind ?? "",
      code: unit.code ?? "",
      upgrades: [...(unit.upgrades ?? [])],
      models: (unit.models ?? []).map((entry) => ({
        ...placed(entry),
        model: entry.model ?? "",
        count: entry.count ?? 1,
        upgrades: [...(entry.upgrades ?? [])],
      })),
    })),
  }));
  return { headers, groups, below: document.below ?? [] };
}

/** A force as text, and the line of each of its parts. */
export interface Lines {
  text: string;
  lineOf: Map<number, number>;
  partOn: Map<number, number>;
}

/** The text form, just as the server writes it. */
export function writeText(force: Force): Lines {
  const lines: string[] = [];
  const [lineOf, partOn] = [new Map<number, number>(), new Map<number, number>()];
  const put = (part: Placed, indent: string, text: string) => {
    for (const remark of part.above) lines.push((indent + remark).trimEnd());
    lines.push(indent + text.trimEnd() + (part.comment ? `  ${part.comment}` : ""));
    lineOf.set(part.id, lines.length);
    partOn.set(lines.length, part.id);
  };
  for (const header of force.headers) put(header, "", `${header.key} ${header.value}`);
  force.groups.forEach((group, number) => {
    const unsaid = number === 0 && group.units.length > 0 && !group.name && !group.comment && !group.above.length;
    const indent = unsaid ? "" : "  ";
    if (!unsaid) put(group, "", `group ${group.name}`);
    for (const unit of group.units) {
      put(unit, indent, `${unit.kind} ${unit.code}`.trimEnd() + bought(unit.upgrades));
      for (const entry of unit.models) put(entry, `${indent}  `, entryText(entry));
    }
  });
  return { text: [...lines, ...force.below].join("\n") + "\n", lineOf, partOn };
}

export function entryText(entry: Entry): string {
  return `${entry.count === 1 ? "" : `${entry.count}x `}${entry.model}${bought(entry.upgrades)}`;
}

function bought(upgrades: readonly string[]): string {
  return upgrades.length ? `: ${upgrades.join(", ")}` : "";
}

/** The JSON form, for other programs. */
export function writeDocument(force: Force): string {
  const margin = (part: Placed) => ({
    ...(part.comment ? { comment: part.comment } : {}),
    ...(part.above.length ? { above: part.above } : {}),
  });
  const noted = force.headers.filter((header) => header.comment || header.above.length);
  const document = {
    ...Object.fromEntries(force.headers.map((header) => [header.key, /^(0|[1-9]\d{0,8})$/.test(header.value) ? Number(header.value) : header.value])),
    ...(noted.length ? { remarks: Object.fromEntries(noted.map((header) => [header.key, margin(header)])) } : {}),
    groups: force.groups.map((group) => ({
      name: group.name,
      ...margin(group),
      units: group.units.map((unit) => ({
        kind: unit.kind,
        code: unit.code,
        ...(unit.upgrades.length ? { upgrades: unit.upgrades } : {}),
        ...margin(unit),
        models: unit.models.map((entry) => ({
          model: entry.model,
          count: entry.count,
          ...(entry.upgrades.length ? { upgrades: entry.upgrades } : {}),
          ...margin(entry),
        })),
      })),
    })),
    ...(force.below.length ? { below: force.below } : {}),
  };
  return JSON.stringify(document, null, 2) + "\n";
}

/** Where a part stands. */
export interface Place {
  group: Group;
  unit?: Unit;
  entry?: Entry;
}

export function findPart(force: Force, id: number): Place | null {
  for (const group of force.groups) {
    if (group.id === id) return { group };
    for (const unit of group.units) {
      if (unit.id === id) return { group, unit };
      const entry = unit.models.find((each) => each.id === id);
      if (entry) return { group, unit, entry };
    }
  }
  return null;
}

/** Take a part out. */
export function remove(force: Force, id: number): void {
  const without = <T extends Placed>(parts: T[]) => {
    const at = parts.findIndex((part) => part.id === id);
    if (at >= 0) parts.splice(at, 1);
  };
  without(force.groups);
  for (const group of force.groups) {
    without(group.units);
    for (const unit of group.units) without(unit.models);
  }
}

/** Move models to another unit, or a unit to another group; to the end of it, or before another. */
export function move(force: Force, id: number, target: number): boolean {
  const [from, to] = [findPart(force, id), findPart(force, target)];
  if (!from || !to || id === target) return false;
  if (from.entry && to.unit) {
    remove(force, id);
    const at = to.entry ? to.unit.models.findIndex((each) => each.id === target) : to.unit.models.length;
    to.unit.models.splice(at < 0 ? to.unit.models.length : at, 0, from.entry);
    return true;
  }
  if (from.unit && !from.entry) {
    remove(force, id);
    const at = to.unit ? to.group.units.findIndex((each) => each.id === to.unit!.id) : to.group.units.length;
    to.group.units.splice(at < 0 ? to.group.units.length : at, 0, from.unit);
    return true;
  }
  return false;
}

/** A copy of a part, with marks of its own. */
export function copyOf<T extends Entry | Unit | Group>(part: T): T {
  const copy = JSON.parse(JSON.stringify(part)) as T;
  const renew = (each: Placed) => (each.id = ++last);
  renew(copy);
  if ("units" in copy) for (const unit of copy.units) renewUnit(unit);
  if ("models" in copy) copy.models.forEach(renew);
  function renewUnit(unit: Unit): void {
    renew(unit);
    unit.models.forEach(renew);
  }
  return copy;
}

/** Names for groups, one after another. */
export const NAMES = ["Alpha", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf", "Hotel", "India", "Juliet", "Kilo"];
export function freeName(force: Force): string {
  return NAMES.find((name) => !force.groups.some((group) => group.name === name)) ?? `Group ${force.groups.length + 1}`;
}

/** Whether a group is one that every force of its kind has unsaid: nothing but a place for units. */
export function isBare(force: Force): boolean {
  return force.groups.length === 1 && !force.groups[0]!.name;
}
