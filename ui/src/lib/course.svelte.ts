import type { Asked, Band, Piece } from "../wire";
import { bestAt } from "./options";
import type { Battle } from "./battle.svelte";
import type { Deciding } from "./deciding.svelte";
import { isInside } from "../drawing/relief";
import { hexDistance, type Place } from "./geometry";

/** Mils, or hexes, from where one pointed that still count as there. */
const NEAR = { inches: 60, hexes: 0 };
/** Options whose reach is asked for when a piece is taken in hand. */
const MOST = 10;

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

/** How far bands lead from a place: in inches, or in hexes. */
export function extent(bands: readonly Band[], from: Place, kind: "inches" | "hexes"): number {
  if (kind === "hexes") return Math.max(0, ...bands.flatMap((band) => band.hexes.map((hex) => hexDistance(hex, from))));
  const spots = bands.flatMap((band) => band.outlines.flat());
  return Math.max(0, ...spots.map(([x, y]) => Math.hypot(x - from[0], y - from[1]))) / 1000;
}

/** Why nothing that a piece may begin leads to a place, and what to do instead. */
export function outOfReach(most: number, far: number, kind: "inches" | "hexes"): string {
  if (!most) return "It cannot move now. Choose what it does in the list.";
  if (far <= most) return "It cannot stop there. Click in the green area.";
  const unit = kind === "inches" ? "in" : most === 1 ? "hex" : "hexes";
  return `Too far: ${Math.round(most)} ${unit} at most.`;
}

/**
 * What clicks on the table meant beyond the decision at hand: where a piece goes once it may, whom it attacks from
 * there. It plans and never answers: what was planned so far goes on, decision by decision, once the player has
 * confirmed it, and is forgotten where it leads nowhere.
 */
export class Course {
  unit = $state("");
  /** Where one pointed, and whom at. */
  place: Place | null = $state.raw(null);
  target = $state("");
  /** Where the piece in hand could go. */
  bands: Band[] = $state.raw([]);
  /** Where the piece that acts could go. */
  around: Band[] = $state.raw([]);
  /** Questions that are not answered yet. */
  busy = $state(0);
  /** The player has confirmed that the piece goes to the place. */
  #confirmed = false;
  #reaches: ReadonlyMap<number, Band[]> = $state.raw(new Map());

  constructor(
    private readonly battle: Battle,
    private readonly deciding: Deciding,
  ) {}

  forget(): void {
    this.unit = this.target = "";
    this.place = null;
    this.bands = [];
    this.#confirmed = false;
  }

  /** Where the piece in hand goes after what is chosen now; nowhere if what is chosen does not lead there. */
  get then(): Place | null {
    const { asked, chosen } = this.deciding;
    if (!asked || chosen === null || !this.place || !beginnings(asked, this.unit).includes(chosen)) return null;
    return within(this.#reaches.get(chosen) ?? [], this.place) ? this.place : null;
  }

  /** The player has given an order: what was planned after it is confirmed with it, or forgotten. */
  confirm(): void {
    const { asked, option } = this.deciding;
    if (asked?.ask.optional) return;
    if (this.then) this.#confirmed = true;
    else if (option?.kind === "path" && this.target) this.place = null;
    else this.forget();
  }

  /** Another decision has come: offers in between leave a course as it is, anything else that is not about its piece ends it. */
  goOn(asked: Asked | null): void {
    this.bands = this.around = [];
    this.#reaches = new Map();
    if (asked?.ask.optional) return;
    if (asked) void this.#survey(asked);
    if (!asked || !this.unit) return;
    if (asked.ask.unit !== this.unit) return this.forget();
    const { unit, place, target } = this;
    if (place) {
      const confirmed = this.#confirmed;
      this.place = null;
      this.#confirmed = false;
      void this.planMove(asked, unit, place, confirmed);
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
    await this.#learn(options);
    if (this.unit === unit && this.#current(asked)) this.bands = this.#farthest(options, unit);
  }

  /** The piece in hand is to go there: plan what leads so far, the least that does. Nothing is answered yet. */
  async begin(asked: Asked, unit: string, place: Place): Promise<void> {
    this.unit = unit;
    this.place = place;
    const options = beginnings(asked, unit).slice(0, MOST);
    await this.#learn(options);
    if (this.place !== place || !this.#current(asked)) return;
    this.bands = this.#farthest(options, unit);
    const leading = options.filter((at) => within(this.#reaches.get(at)!, place)).sort((a, b) => this.#extent(a, unit) - this.#extent(b, unit));
    if (leading[0] !== undefined) return this.deciding.choose(leading[0]);
    this.place = null;
    const here = this.#place(unit);
    const far = this.#kind === "hexes" ? hexDistance(place, here) : Math.hypot(place[0] - here[0], place[1] - here[1]) / 1000;
    this.deciding.refuse(outOfReach(extent(this.bands, here, this.#kind), far, this.#kind), place);
  }

  /** Plan a move to a place by the first kind that leads there, or else by the one that comes nearest. */
  async planMove(asked: Asked, unit: string, place: Place, confirmed = false): Promise<boolean> {
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
    // What was confirmed is done if it ends where it was to end; else it is shown first.
    if (confirmed && nearest && nearest.off <= NEAR[this.#kind]) this.deciding.answerAt(place, null);
    else this.deciding.point(place, null, true);
    return true;
  }

  /** Plan the best attack at a piece; whether there is one. */
  attack(asked: Asked, target: string): boolean {
    const best = bestAt(asked, this.deciding.shorts, target);
    if (best === null) return false;
    this.deciding.choose(best);
    return true;
  }

  get #kind(): "inches" | "hexes" {
    return this.battle.standing?.table.kind === "hexes" ? "hexes" : "inches";
  }

  /** Where who acts could go. */
  async #survey(asked: Asked): Promise<void> {
    const options = moves(asked, asked.ask.unit).slice(0, MOST);
    await this.#learn(options);
    if (options.length && this.#current(asked)) this.around = this.#farthest(options, asked.ask.unit);
  }

  /** Ask where options lead, each once in a decision. */
  async #learn(options: readonly number[]): Promise<void> {
    this.busy++;
    for (const at of options) {
      if (this.#reaches.has(at)) continue;
      const bands = await this.deciding.leads.find(at);
      this.#reaches = new Map(this.#reaches).set(at, bands);
    }
    this.busy--;
  }

  #current(asked: Asked): boolean {
    return this.battle.standing?.now.asked === asked;
  }

  #place(unit: string): Place {
    const piece = this.battle.pieces?.get(unit);
    return [piece?.x ?? 0, piece?.y ?? 0];
  }

  #extent(option: number, unit: string): number {
    return extent(this.#reaches.get(option) ?? [], this.#place(unit), this.#kind);
  }

  /** The bands of the option that leads farthest. */
  #farthest(options: readonly number[], unit: string): Band[] {
    const [best] = [...options].sort((a, b) => this.#extent(b, unit) - this.#extent(a, unit));
    return best === undefined ? [] : (this.#reaches.get(best) ?? []);
  }
}

/** Whether a piece can be taken in hand now: it is one's own, and the decision is about what it may do. */
export function inHand(asked: Asked | null, piece: Piece | undefined, you: string): boolean {
  if (!asked || !piece || piece.side !== you) return false;
  return asked.ask.unit === piece.id ? moves(asked, piece.id).length > 0 : beginnings(asked, piece.id).length > 0;
}
