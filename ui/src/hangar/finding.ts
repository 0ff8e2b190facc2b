// Finding wares: by words anywhere in their line, by kind, by whose list they stand in.
import type { Opening, Shop, Ware } from "../wire";

const texts = new WeakMap<Ware, string>();
function textOf(ware: Ware): string {
  let text = texts.get(ware);
  if (text === undefined) {
    const { model } = ware;
    const parts = [ware.name, ware.kind, ware.shelf, model.title, ...ware.codes, ...model.stats.flat(), ...model.rows.flat(), ...model.arms.flatMap((arm) => [arm.name, ...arm.traits])];
    text = parts.join(" ").toLowerCase();
    texts.set(ware, text);
  }
  return text;
}

/** The wares with all these words, of a kind if one is named; those whose name begins so come first. */
export function found(wares: readonly Ware[], words: string, kind: string): Ware[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const listed = wares.filter((ware) => (!kind || ware.kind === kind) && wanted.every((word) => textOf(ware).includes(word)));
  if (!wanted.length) return listed;
  const named = (ware: Ware) => Number(!wanted.every((word) => ware.name.toLowerCase().includes(word)));
  return listed.map((ware) => ({ ware, rank: named(ware) })).sort((a, b) => a.rank - b.rank).map((each) => each.ware);
}

/** The kinds there are, the commonest first. */
export function kindsOf(wares: readonly Ware[]): string[] {
  const counted = new Map<string, number>();
  for (const ware of wares) if (ware.kind) counted.set(ware.kind, (counted.get(ware.kind) ?? 0) + 1);
  return [...counted].sort((a, b) => b[1] - a[1]).map(([kind]) => kind).slice(0, 8);
}

/** The lists there are, and those a force of a faction takes from; all where no list goes by its name. */
export function shelvesOf(shop: Shop, faction: string): { all: string[]; own: string[] } {
  const all = [...new Set(shop.wares.map((ware) => ware.shelf))];
  const own = all.filter((shelf) => shelf.toLowerCase() === faction.toLowerCase());
  return { all, own: own.length ? [...own, ...all.filter((shelf) => shop.everybody.includes(shelf))] : all };
}

const MANY = 8;

/** The units a ware serves in, in a few letters. */
export function codesOf(ware: Ware): string {
  return ware.codes.length > MANY ? "any unit" : ware.codes.join(" ");
}

/** The unit that most of these codes mean, of several the first named; where none fits, the first there is. */
export function usualOpening(shop: Shop, codes: readonly string[]): Opening | undefined {
  const counted = new Map<string, number>();
  for (const code of codes) counted.set(code, (counted.get(code) ?? 0) + 1);
  const [code] = [...counted].filter(([each]) => shop.openings.some((opening) => opening.code === each)).sort((a, b) => b[1] - a[1])[0] ?? [];
  return shop.openings.find((opening) => opening.code === code) ?? shop.openings[0];
}
