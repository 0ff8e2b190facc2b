// The force on the bench: what is being built, what the rules say of it, and what could be bought where one looks.
import { fetchJson, Refusal, sendJson } from "../lib/http";
import type { Judged, Mends, Offer, Offers, RosterForm, RosterVerdict, SheetModel, Shop, SystemInfo, Violation, Ware } from "../wire";
import { usualOpening } from "./finding";
import { benchOf, keepBench } from "./kept";
import { copyOf, findPart, freeName, fromDocument, move, newEntry, newForce, newGroup, newUnit, remove, say, says, writeText, type Force, type Group, type Unit } from "./roster";

const PAUSE = 160;
/** Refusals that are over in a moment, and how long a moment is. */
const AGAIN = new Set(["too-fast", "http-503", "no-server"]);
const WAIT = 2000;
const MOST_UNDONE = 60;

/** What the sheet says of a part, by its id. */
export interface Priced {
  model: SheetModel;
  unit: string;
}

export class Bench {
  readonly system: SystemInfo;
  readonly shop: Shop;
  force: Force = $state({ headers: [], groups: [], below: [] });
  verdict: RosterVerdict | null = $state.raw(null);
  mends: Mends[] = $state.raw([]);
  /** What could be bought on the chosen line; of which line that is. */
  offers: Offers | null = $state.raw(null);
  mount = $state("");
  chosen = $state(0);
  /** The name it is kept under in this browser. */
  kept = $state("");
  problem = $state("");
  busy = $state(false);
  #asked = 0;
  #wanted = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #past: string[] = [];
  undone = $state(0);

  readonly lines = $derived(writeText(this.force));
  readonly cost = $derived(this.verdict?.sheet?.cost ?? 0);
  /** What the game allows; nothing as long as that is no number of a game. */
  readonly size = $derived(/^\s*\d{1,6}\s*$/.test(says(this.force, "size")) ? Number(says(this.force, "size")) : 0);
  /** Nothing is in it yet: whoever has not begun has not broken any rule. */
  readonly empty = $derived(!this.force.groups.some((group) => group.units.length));
  readonly faction = $derived(says(this.force, "faction"));
  readonly place = $derived(this.chosen ? findPart(this.force, this.chosen) : null);
  /** What the rules say of the parts, by their ids; 0 is for the whole. */
  readonly findings = $derived.by(() => {
    const found = new Map<number, Violation[]>();
    for (const violation of this.verdict?.violations ?? []) {
      const id = this.#judged.partOn.get(violation.line) ?? 0;
      found.set(id, [...(found.get(id) ?? []), violation]);
    }
    return found;
  });
  readonly priced = $derived.by(() => {
    const found = new Map<number, Priced>();
    for (const group of this.verdict?.sheet?.groups ?? [])
      for (const unit of group.units)
        for (const model of unit.models) {
          const id = this.#judged.partOn.get(model.line);
          if (id) found.set(id, { model, unit: unit.title });
        }
    return found;
  });
  /** Titles of units as the sheet has them, by the id of the unit. */
  readonly titles = $derived.by(() => {
    const found = new Map<number, string>();
    for (const group of this.force.groups)
      for (const unit of group.units) {
        const title = unit.models.map((entry) => this.priced.get(entry.id)?.unit).find(Boolean);
        if (title) found.set(unit.id, title);
      }
    return found;
  });
  /** The lines the verdict speaks of: those of the text that was judged. */
  #judged = $state.raw(writeText({ headers: [], groups: [], below: [] }));

  readonly #wares: Map<string, Ware>;

  constructor(system: SystemInfo, shop: Shop) {
    this.system = system;
    this.shop = shop;
    this.#wares = new Map(shop.wares.map((ware) => [ware.name.toLowerCase(), ware]));
  }

  /** The ware that a part of the force is made of; of two with one name the faction's own. */
  wareOf(name: string): Ware | undefined {
    const wanted = name.toLowerCase().replace(/\s*".*"\s*$/, "").replace(/^\d+\s*[x×]\s*/, "");
    const own = this.shop.wares.find((ware) => ware.name.toLowerCase() === wanted && ware.shelf === this.faction);
    return own ?? this.#wares.get(wanted);
  }

  /** Begin with what lay here last, or with nothing. */
  async begin(): Promise<void> {
    const last = benchOf(this.system.id);
    if (last) {
      await this.read(last.text, last.kept).catch(() => this.fresh());
    } else this.fresh();
  }

  /** An empty force. */
  fresh(faction = ""): void {
    const forces = this.system.forces;
    const first = faction || forces?.factions[0] || "";
    const size = String(forces?.sizes?.[0] ?? 100);
    const asked = Object.fromEntries(this.shop.says.filter((each) => each.key === "level").map((each) => [each.key, each.values[0] ?? ""]));
    this.#put(newForce(this.system.id, { ...(first ? { faction: first } : {}), name: "New force", size, ...asked }), "");
  }

  /** Read a roster in either form. Throws a refusal that can be shown. */
  async read(text: string, kept = ""): Promise<void> {
    const form = await sendJson<RosterForm>("/api/rosters/read", { text });
    if (form.system !== this.system.id) {
      location.hash = `#/hangar/${form.system}`;
      keepBench(form.system, { text: form.text, kept });
      return;
    }
    this.#put(fromDocument(form.document), kept);
  }

  #put(force: Force, kept: string): void {
    this.#remember();
    this.force = force;
    this.chosen = 0;
    this.offers = null;
    this.kept = kept;
    this.#changed();
  }

  /** Do something to the force; it is judged when the hand rests. */
  change(deed: () => void): void {
    this.#remember();
    deed();
    this.#changed();
  }

  #remember(): void {
    if (!this.force.headers.length) return;
    this.#past = [...this.#past, JSON.stringify(this.force)].slice(-MOST_UNDONE);
    this.undone = this.#past.length;
  }

  undo(): void {
    const before = this.#past.pop();
    this.undone = this.#past.length;
    if (!before) return;
    this.force = JSON.parse(before) as Force;
    if (this.chosen && !findPart(this.force, this.chosen)) this.chosen = 0;
    this.#changed();
  }

  #changed(): void {
    keepBench(this.system.id, { text: this.lines.text, kept: this.kept });
    clearTimeout(this.#timer);
    this.busy = true;
    this.#timer = setTimeout(() => void this.judge(), PAUSE);
  }

  /** Have the force judged; an answer to an older one is dropped. */
  async judge(): Promise<void> {
    const [turn, lines, looked] = [++this.#asked, this.lines, ++this.#wanted];
    const line = this.place?.unit ? (lines.lineOf.get(this.chosen) ?? 0) : 0;
    try {
      const judged = await sendJson<Judged>("/api/rosters/judge", { text: lines.text, system: this.system.id, line, mount: line ? this.mount : "" });
      if (turn !== this.#asked) return;
      [this.#judged, this.verdict, this.mends, this.problem, this.busy] = [lines, judged.verdict, judged.mends, "", false];
      if (looked === this.#wanted) this.offers = judged.offers;
    } catch (error) {
      if (turn !== this.#asked) return;
      [this.problem, this.busy] = [(error as Error).message, false];
      // Whoever builds quickly at a table for many is asked to wait; nothing is lost, and it is asked again.
      if (error instanceof Refusal && AGAIN.has(error.code)) this.#timer = setTimeout(() => void this.judge(), WAIT);
    }
  }

  choose(id: number, mount = ""): void {
    this.chosen = id;
    this.mount = mount;
    this.offers = null;
    void this.look();
  }

  /** Ask what could be bought where one looks. */
  async look(): Promise<void> {
    const turn = ++this.#wanted;
    const line = this.lines.lineOf.get(this.chosen);
    const place = this.place;
    if (!line || !place?.unit) {
      this.offers = null;
      return;
    }
    try {
      const offers = await sendJson<Offers>("/api/rosters/offers", { text: this.lines.text, line, mount: this.mount });
      if (turn === this.#wanted) this.offers = offers;
    } catch (error) {
      if (turn === this.#wanted) [this.offers, this.problem] = [null, (error as Error).message];
    }
  }

  /** What the rules have against a model where it would be added now; undefined if nobody asked. */
  against(name: string): Offer | undefined {
    return this.place?.unit && !this.place.entry ? this.offers?.models.find((offer) => offer.text === name) : undefined;
  }

  /** Put a ware into the force: into the chosen unit, or where it belongs. */
  add(ware: Ware): void {
    this.change(() => {
      if (ware.opens) return this.#addUnit(ware);
      const unit = this.#unitFor(ware);
      const same = unit.models.find((entry) => entry.model === ware.name && !entry.upgrades.length);
      if (same) same.count += 1;
      else unit.models.push(newEntry(ware.name));
    });
  }

  #addUnit(ware: Ware): void {
    const unit = newUnit(ware.opens, ware.name, ware.brings as [string, number][]);
    const own = ware.brings.length > 0 || !this.force.groups.length;
    if (own) this.force.groups.push(newGroup(ware.brings.length ? freeName(this.force) : "", [unit]));
    else (this.place?.group ?? this.force.groups.at(-1)!).units.push(unit);
    this.chosen = unit.id;
  }

  #unitFor(ware: Ware): Unit {
    if (this.place?.unit) return this.place.unit;
    const units = this.force.groups.flatMap((group) => group.units);
    const fits = units.filter((unit) => ware.codes.includes(unit.code)).at(-1);
    if (fits) return fits;
    const opening = usualOpening(this.shop, ware.codes);
    if (!opening && units.length) return units.at(-1)!;
    const unit = newUnit(opening?.word ?? this.shop.wares.find((each) => each.opens)?.opens ?? "unit", opening?.code ?? "");
    this.force.groups.push(newGroup(freeName(this.force), [unit]));
    return this.force.groups.at(-1)!.units[0]!;
  }

  addGroup(): void {
    const near = this.shop.wares.filter((ware) => !this.faction || ware.shelf.toLowerCase() === this.faction.toLowerCase());
    const first = this.shop.openings.find(({ code }) => near.some((ware) => ware.codes.includes(code))) ?? this.shop.openings[0];
    const group = newGroup(freeName(this.force), first ? [newUnit(first.word, first.code)] : []);
    this.change(() => void this.force.groups.push(group));
    this.choose(group.units[0]?.id ?? group.id);
  }

  addUnit(group: Group, word: string, code: string): void {
    const unit = newUnit(word, code);
    this.change(() => void group.units.push(unit));
    this.choose(unit.id);
  }

  remove(id: number): void {
    this.change(() => remove(this.force, id));
    if (this.chosen && !findPart(this.force, this.chosen)) this.chosen = 0;
  }

  move(id: number, target: number): void {
    this.change(() => void move(this.force, id, target));
  }

  double(id: number): void {
    const place = findPart(this.force, id);
    if (place?.entry) this.change(() => void (place.entry!.count += 1));
    else if (place?.unit) this.change(() => void place.group.units.push(copyOf(place.unit!)));
  }

  /** One of several equal models on a line of its own, so that it can be given something. */
  split(id: number): void {
    const place = findPart(this.force, id);
    if (!place?.entry || !place.unit || place.entry.count < 2) return;
    const [unit, entry] = [place.unit, place.entry];
    const one = { ...copyOf(entry), count: 1, above: [], comment: "" };
    this.change(() => {
      entry.count -= 1;
      unit.models.splice(unit.models.indexOf(entry), 0, one);
    });
    this.choose(one.id);
  }

  say(key: string, value: string): void {
    this.change(() => say(this.force, key, value));
  }

  /** Buy or give back something on the chosen line. */
  buy(text: string): void {
    const place = this.place;
    if (!place?.unit) return;
    this.change(() => {
      if (this.mount) return this.#mountOn(place.unit!, text);
      const list = (place.entry ?? place.unit!).upgrades;
      list.push(text);
    });
  }

  #mountOn(unit: Unit, text: string): void {
    let entry = unit.models.find((each) => each.model === this.mount);
    if (!entry) {
      unit.models.push(newEntry(this.mount));
      entry = unit.models.at(-1)!;
    }
    entry.upgrades.push(text);
  }

  giveBack(id: number, at: number): void {
    const place = findPart(this.force, id);
    const owner = place?.entry ?? place?.unit;
    if (!owner) return;
    this.change(() => {
      owner.upgrades.splice(at, 1);
      const isMount = place?.entry && this.wareOf(place.unit!.code)?.mounts.length;
      if (isMount && !owner.upgrades.length) remove(this.force, id);
    });
  }

  async mend(text: string): Promise<void> {
    try {
      const form = await sendJson<RosterForm>("/api/rosters/read", { text });
      const kept = this.kept;
      this.#put(fromDocument(form.document), kept);
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }
}

export async function shopOf(system: string): Promise<Shop> {
  return fetchJson<Shop>(`/api/shops/${encodeURIComponent(system)}`);
}
