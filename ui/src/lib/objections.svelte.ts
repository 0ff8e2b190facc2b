import type { Objection } from "../wire";
import type { Battle } from "./battle.svelte";

/** Why what one may have in mind with a piece cannot be done: asked for once in a decision, and then known. */
export class Objections {
  #told: ReadonlyMap<string, Objection[]> = $state.raw(new Map());
  #decision = 0;
  #asked = new Set<string>();

  constructor(private readonly battle: Battle) {}

  /** What is known to be in the way at a piece; nothing as long as nobody has asked. */
  of(piece: string): Objection[] {
    const now = this.battle.standing?.now.asked?.decision ?? 0;
    return now === this.#decision ? (this.#told.get(piece) ?? []) : [];
  }

  /** Ask about a piece, unless that was done in this decision. */
  look(piece: string): void {
    const now = this.battle.standing?.now.asked?.decision ?? 0;
    if (now !== this.#decision) {
      this.#decision = now;
      this.#asked.clear();
      this.#told = new Map();
    }
    if (!now || !piece || this.#asked.has(piece)) return;
    this.#asked.add(piece);
    this.battle.whyNot(piece).then(
      ({ objections }) => {
        if (now === this.#decision) this.#told = new Map(this.#told).set(piece, objections);
      },
      () => this.#asked.delete(piece),
    );
  }
}
