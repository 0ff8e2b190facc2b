import type { Asked, Band } from "../wire";
import type { Battle } from "./battle.svelte";
import { isOpen } from "./options";

/** Milliseconds that one looks at an option before it is worth asking where it leads. */
const A_MOMENT = 120;

/** Where options lead: asked for once in a decision, for one that is chosen or looked at for a moment. */
export class Leads {
  /** The option looked at without being chosen. */
  peeked: number | null = $state(null);
  #found: ReadonlyMap<number, Band[]> = $state.raw(new Map());

  constructor(private readonly battle: Battle) {}

  /** Where the option looked at leads, as far as that is known. */
  get seen(): Band[] | undefined {
    return this.peeked === null ? undefined : this.#found.get(this.peeked);
  }

  /** Another decision has come: nothing is known of its options. */
  forget(): void {
    this.#found = new Map();
    this.peeked = null;
  }

  /** Look at an option that is complete as it stands, or at none. */
  peek(index: number | null): void {
    this.peeked = index;
    const option = index === null ? null : this.#asked?.options[index];
    if (!option || isOpen(option)) return;
    setTimeout(() => {
      if (this.peeked === index) void this.find(index!);
    }, A_MOMENT);
  }

  async find(index: number): Promise<Band[]> {
    const known = this.#found.get(index);
    if (known) return known;
    const decision = this.#asked?.decision;
    const { bands } = await this.battle.reach(index).catch(() => ({ bands: [] }));
    if (decision !== this.#asked?.decision) return [];
    this.#found = new Map(this.#found).set(index, bands);
    return bands;
  }

  get #asked(): Asked | null {
    return this.battle.standing?.now.asked ?? null;
  }
}
