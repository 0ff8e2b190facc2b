import type { Way } from "../wire";
import type { Battle } from "./battle.svelte";
import { No } from "./link";

/** Milliseconds after which somebody who waits is told so. */
export const NOTICEABLE = 300;

export const ADVISER = "tactician";

/** A bot asked for advice on the decision at hand: the ways it weighed, or why there are none. */
export class Counsel {
  ways: Way[] | null = $state.raw(null);
  /** Who is asked. */
  bot = $state(ADVISER);
  problem = $state("");
  /** Whether the bot has been at it for a while. */
  slow = $state(false);
  asking = $state(false);
  #turn = 0;

  constructor(private readonly battle: Battle) {}

  /** Another decision has come, or none: what was said of the last one is of no use. */
  forget(): void {
    this.#turn++;
    this.ways = null;
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
