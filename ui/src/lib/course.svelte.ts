import type { Asked, Band, Piece } from "../wire";
import { attackWorth } from "./options";
import type { Battle } from "./battle.svelte";
import type { Deciding } from "./deciding.svelte";
import { isInside } from "../drawing/relief";
import type { Place } from "./geometry";

/** Mils, or hexes, from where one pointed that still count as there. */
const NEAR = { inches: 60, hexes: 0 };
/** Options whose reach is asked for when a piece is taken in hand. */
const MOST = 6;

/** Whether a place lies in one of these bands. */
export function within(bands: readonly Band[], [x, y]: Place): boolean {
  return bands.some((band) => band.hexes.some(([q, r]) => q === x && r === y) || band.outlines.some((outline) => isInside([x, y], outline)));
}

/** The options that make a piece begin something, by their numbers: a posture, a turn. */
export function beginnings(asked: Asked, unit: string): number[] {
  return asked.options.flatMap((option, at) => (option.kind === "pick" && option.order["unit"] === unit && asked.ask.unit !== unit ? [at] : []));
}

/** The options that move a piece, by their numbers. */
export function moves(asked: Asked, unit: string): number[] {
  return asked.options.flatMap((option, at) => (option.kind === "path" && (option.unit === unit || option.order["unit"] === unit) ? [at] : []));
}

/**
 * What clicks on the table meant beyond the decision at hand: where a piece shall go once it may, whom it shall attack
 * from there. Decision by decision it is carried on, and forgotten where it leads nowhere.
 */
export class Course {
  unit = $state("");
  /** Where one pointed, and whom at. */
  place: Place | null = $state.raw(null);
  target = $state("");
  /** Where the piece in hand could go. */
  bands: Band[] = $state.raw([]);
  /** Questions that are not answered yet. */
  busy = $state(0);
  #reaches = new Map<number, Band[]>();

  constructor(
    private readonly battle: Battle,
    private readonly deciding: Deciding,
  ) {}

  forget(): void {
    this.unit = this.target = "";
    this.place = null;
    this.bands = [];
  }

  /** Another decision has come: offers in between leave a course as it is, anything else that is not about its piece ends it. */
  goOn(asked: Asked | null): void {
    this.bands = [];
    this.#reaches.clear();
    if (!asked || !this.unit || asked.ask.optional) return;
    if (asked.ask.unit !== this.unit) return this.forget();
    const { unit, place, target } = this;
    if (place) {
      this.place = null;
      void this.planMove(asked, unit, place);
    } else if (target) {
      this.forget();
      this.attack(asked, target);
    } else this.forget();
  }

  /** A piece of one's own is taken in hand: show where it could go. */
  async hold(asked: Asked, unit: string): Promise<void> {
    this.forget();
    const options = beginnings(asked, unit).slice(0, MOST);
    if (!options.length) return;
    this.unit = unit;
    this.busy++;
    for (const at of options) if (!this.#reaches.has(at)) this.#reaches.set(at, await this.deciding.leads.find(at));
    this.busy--;
    if (this.unit === unit && this.battle.standing?.now.asked === asked) this.bands = this.#widest(options);
  }

  /** The piece in hand shall go there: it begins what leads so far, and moves then. */
  async begin(asked: Asked, unit: string, place: Place): Promise<void> {
    this.unit = unit;
    this.place = place;
    const options = beginnings(asked, unit).slice(0, MOST);
    this.busy++;
    for (const at of options) if (!this.#reaches.has(at)) this.#reaches.set(at, await this.deciding.leads.find(at));
    this.busy--;
    if (this.place !== place || this.battle.standing?.now.asked !== asked) return;
    const leading = options.filter((at) => this.#reaches.get(at)!.length);
    const fewest = [...leading].sort((a, b) => this.#reaches.get(a)!.length - this.#reaches.get(b)!.length);
    const found = fewest.find((at) => within(this.#reaches.get(at)!, place)) ?? fewest.at(-1);
    const option = found === undefined ? undefined : asked.options[found];
    if (option) this.battle.answer(option.order);
    else this.forget();
  }

  /** Plan a move to a place by the first kind that leads there, or else by the one that comes nearest. */
  async planMove(asked: Asked, unit: string, place: Place): Promise<boolean> {
    const options = moves(asked, unit);
    let nearest: { at: number; off: number } | null = null;
    this.busy++;
    for (const at of options) {
      const found = await this.battle.point(at, place[0], place[1], null, [], true).catch(() => null);
      if (this.battle.standing?.now.asked !== asked) break;
      const ends = found?.preview.ends;
      if (!ends) continue;
      const off = Math.hypot(ends[0] - place[0], ends[1] - place[1]);
      if (!nearest || off < nearest.off) nearest = { at, off };
      if (off <= NEAR[this.#kind]) break;
    }
    this.busy--;
    if (this.battle.standing?.now.asked !== asked || !options.length) return false;
    this.deciding.choose(nearest?.at ?? options[0]!);
    this.deciding.point(place, null, true);
    return true;
  }

  /** Plan the best attack at a piece; whether there is one. */
  attack(asked: Asked, target: string): boolean {
    const found = asked.options.flatMap((option, at) => (option.kind === "target" && option.unit === target ? [at] : []));
    const [best] = [...found].sort((a, b) => attackWorth(this.deciding.shorts.get(b)) - attackWorth(this.deciding.shorts.get(a)));
    if (best === undefined) return false;
    this.deciding.choose(best);
    return true;
  }

  get #kind(): "inches" | "hexes" {
    return this.battle.standing?.table.kind === "hexes" ? "hexes" : "inches";
  }

  #widest(options: readonly number[]): Band[] {
    return options.map((at) => this.#reaches.get(at) ?? []).reduce((most, bands) => (bands.length > most.length ? bands : most), []);
  }
}

/** Whether a piece can be taken in hand now: it is one's own, and the decision is about what it may do. */
export function inHand(asked: Asked | null, piece: Piece | undefined, you: string): boolean {
  if (!asked || !piece || piece.side !== you) return false;
  return asked.ask.unit === piece.id ? moves(asked, piece.id).length > 0 : beginnings(asked, piece.id).length > 0;
}
