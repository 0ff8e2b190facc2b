import type { Way } from "../wire";
import type { Battle } from "./battle.svelte";
import { arrow, placeText, type Lay } from "./geometry";
import { No } from "./link";
import { signedWorth } from "./options";

/** Milliseconds after which somebody who waits is told so. */
export const NOTICEABLE = 300;

export const ADVISER = "tactician";

/** Whether nothing speaks for one of these ways rather than another, as far as the figures tell. */
export function areAlike(ways: readonly Way[]): boolean {
  return ways.length > 1 && new Set(ways.map((way) => signedWorth(way.worth))).size === 1;
}

/** Whether anything at all speaks for or against one of these ways: else their figures are a column of noughts. */
export function isWeighed(ways: readonly Way[]): boolean {
  return ways.some((way) => way.terms.length > 0 || Number(way.worth.toFixed(2)) !== 0);
}

/** A way as it is shown: what a reader cannot tell apart is the same. */
export function saidAs(way: Way, lay: Lay): string {
  const ends = way.ends && `${placeText(lay, way.ends[0], way.ends[1])} ${arrow(way.ends[2])}`;
  return `${way.steps.join("|")} ${ends ?? ""}`;
}

/** Ways without those that say the same in the same words; the first of them, the best, stays. */
export function distinctWays(ways: readonly Way[], lay: Lay): Way[] {
  const said = ways.map((way) => saidAs(way, lay));
  return ways.filter((_, at) => said.indexOf(said[at]!) === at);
}

/** A bot asked for advice on the decision at hand: the ways it weighed, or why there are none. */
export class Counsel {
  ways: Way[] | null = $state.raw(null);
  /** Who is asked. */
  bot = $state(ADVISER);
  problem = $state("");
  /** Whether the bot has been at it for a while. */
  slow = $state(false);
  asking = $state(false);
  /** The way that is pointed at: where it leads is drawn. */
  pointed: Way | null = $state.raw(null);
  #turn = 0;

  constructor(private readonly battle: Battle) {}

  /** Another decision has come, or none: what was said of the last one is of no use. */
  forget(): void {
    this.#turn++;
    this.ways = this.pointed = null;
    this.problem = "";
    this.asking = this.slow = false;
  }

  async ask(bot = ADVISER): Promise<void> {
    if (this.asking) return;
    this.bot = bot;
    const turn = ++this.#turn;
    this.ways = null;
    this.problem = "";
    this.asking = true;
    const timer = setTimeout(() => (this.slow = turn === this.#turn), NOTICEABLE);
    try {
      const { ways } = await this.battle.consult(bot);
      if (turn === this.#turn) this.ways = ways;
    } catch (no) {
      if (turn === this.#turn) this.problem = no instanceof No ? no.message : "Something went wrong; try again.";
    } finally {
      clearTimeout(timer);
      if (turn === this.#turn) this.asking = this.slow = false;
    }
  }
}
