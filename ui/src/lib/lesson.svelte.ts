import type { Asked, Step } from "../wire";

/** What has been done at the table that a step of a lesson may wait for. */
export interface Deeds {
  asked: Asked | null;
  /** The kind of order that is planned, and ready to be given. */
  planned: string;
  card: boolean;
  eye: boolean;
  over: boolean;
}

/** The words of a lesson for a mouse and keys, or for a finger: there one taps, and keys are of no use. */
export function worded(text: string, finger: boolean): string {
  if (!finger) return text;
  return text
    .replace(/ \((?:Enter|Esc|Space|[a-z?])\)/gi, "")
    .replace(/\bClick\b/g, "Tap")
    .replace(/\bclick\b/g, "tap");
}

const SHELF = "gearlock.lesson.";
/** What somebody who has left a lesson comes back to is kept as its negative, less one. */
const left = (at: number) => -at - 1;
/** A decision before the first: every question is later. */
const BEFORE_ALL = -1;

/** A guided battle: which step it has come to. Kept in the browser, so that it goes on where it was left. */
export class Lesson {
  at = $state(0);
  /** Left for now: only a small reminder stays. */
  folded = $state(false);
  #decision = 0;

  constructor(
    readonly steps: readonly Step[],
    readonly battle: string,
    private readonly shelf: Storage | undefined = globalThis.localStorage,
  ) {
    const kept = Number(this.#read() ?? 0);
    this.folded = kept < 0;
    this.at = Math.min(steps.length, Math.max(0, kept < 0 ? left(kept) : kept || 0));
  }

  get step(): Step | null {
    return this.steps[this.at] ?? null;
  }

  /** Whether the step at hand waits for something, and the lesson was not left. */
  waits(way: string): boolean {
    return !this.folded && this.#waitsFor(way);
  }

  /** Kinds of orders that the lesson teaches: others are folded away while it lasts. */
  get taught(): ReadonlySet<string> {
    const ways = this.steps.flatMap((step) => step.until.split(" or "));
    return new Set(ways.flatMap((way) => /^(?:ordered|planned) (.+)$/.exec(way)?.[1] ?? []));
  }

  /** Whether it only has to be read. */
  get toRead(): boolean {
    return this.step?.until === "read";
  }

  /**
   * The next step. A question that was there when an order was given does not count for it; after something was read
   * it does: what the step waits for may have come meanwhile.
   */
  next(decision = 0): void {
    this.#decision = this.toRead ? BEFORE_ALL : decision;
    this.at = Math.min(this.at + 1, this.steps.length);
    this.#keep();
  }

  back(): void {
    this.at = Math.max(0, this.at - 1);
    this.#keep();
  }

  fold(folded: boolean): void {
    this.folded = folded;
    this.#keep();
  }

  /** An order of this kind was given. What was given at once needed no planning first. */
  ordered(kind: string, decision: number): void {
    if (this.#waitsFor(`planned ${kind}`)) this.next(decision);
    if (this.#waitsFor(`ordered ${kind}`)) this.next(decision);
  }

  /** How things stand: a step that waited for this is over. A question that was there before it does not count. */
  look(deeds: Deeds): void {
    const { asked } = deeds;
    this.#decision ||= asked?.decision ?? 0;
    const fresh = asked && asked.decision !== this.#decision;
    const met = [
      fresh ? `asked ${asked.ask.kind}` : "",
      deeds.planned ? `planned ${deeds.planned}` : "",
      deeds.card ? "card" : "",
      deeds.eye ? "eye" : "",
      deeds.over ? "over" : "",
    ];
    if (met.some((way) => way && this.#waitsFor(way))) this.next(asked?.decision ?? 0);
  }

  #waitsFor(way: string): boolean {
    return this.step?.until.split(" or ").includes(way) ?? false;
  }

  #read(): string | null {
    try {
      return this.shelf?.getItem(SHELF + this.battle) ?? null;
    } catch {
      return null;
    }
  }

  #keep(): void {
    try {
      this.shelf?.setItem(SHELF + this.battle, String(this.folded ? left(this.at) : this.at));
    } catch {
      // A browser that keeps nothing begins a lesson anew.
    }
  }
}

/** How far a lesson has come in this browser; null if it was never begun. */
export function lessonAt(battle: string): number | null {
  try {
    const kept = localStorage.getItem(SHELF + battle);
    if (kept === null) return null;
    const at = Number(kept);
    return at < 0 ? left(at) : at;
  } catch {
    return null;
  }
}
