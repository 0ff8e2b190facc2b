const SHELF = "gearlock.offers.";

/** What is done about offers of a kind: asked when it helps on average, when it may help, always, or turned down. */
export const HABITS = ["average", "help", "always", "never"] as const;
export type Habit = (typeof HABITS)[number];

/** Why an offer was turned down without asking. */
export type Reason = "hopeless" | "average" | "ordered";

/** Offers that were turned down without asking, one after the other: their kind, why, and after how many lines of the story. */
export interface Skipped {
  kind: string;
  reroll: boolean;
  why: Reason;
  times: number;
  at: number;
}

/** How skipped offers are told in the log. */
export function skippedWords({ reroll, why, times }: Pick<Skipped, "reroll" | "why" | "times">): string {
  const what = times > 1 ? `${times} ${reroll ? "rerolls" : "questions"}` : reroll ? "a reroll" : "a question";
  if (why === "ordered") return `Skipped ${what}, as you ordered.`;
  if (why === "hopeless") return `Skipped ${what} that could not help.`;
  return `Skipped ${what} that would not help on average.`;
}

/** The standing orders of a seat, as this tab of the browser remembers them. */
export function readOrders(token: string, shelf: Storage | undefined = globalThis.sessionStorage): Record<string, Habit> {
  try {
    const read: unknown = JSON.parse(shelf?.getItem(SHELF + token) ?? "{}");
    const known = Object.entries(read ?? {}).filter(([, habit]) => HABITS.includes(habit as Habit));
    return Object.fromEntries(known) as Record<string, Habit>;
  } catch {
    return {};
  }
}

/** Remember them over a reload. */
export function keepOrders(token: string, orders: Record<string, Habit>, shelf: Storage | undefined = globalThis.sessionStorage): void {
  try {
    if (Object.keys(orders).length) shelf?.setItem(SHELF + token, JSON.stringify(orders));
    else shelf?.removeItem(SHELF + token);
  } catch {
    // A browser that keeps nothing does as usual after a reload.
  }
}

/** What a seat has ordered to be done about offers, kind by kind; usually it is asked when one helps on average. */
export class StandingOrders {
  kept: Record<string, Habit> = $state.raw({});
  /** What was turned down without asking, in this battle. */
  skipped: Skipped[] = $state.raw([]);
  /** Kinds of offers that are asked about next time, whatever the orders are. */
  #asked: readonly string[] = $state.raw([]);
  /** Something was taken back: every offer is asked about until the next answer, or one could not go back past it. */
  paused = false;

  constructor(private readonly token: string) {
    this.kept = readOrders(token);
  }

  of(kind: string): Habit {
    return this.paused || this.#asked.includes(kind) ? "always" : (this.kept[kind] ?? "average");
  }

  /** The order that stands for offers of a kind, whatever is done this time. */
  standing(kind: string): Habit {
    return this.kept[kind] ?? "average";
  }

  /** Ask about the next offer of a kind. */
  askNext(kind: string): void {
    this.#asked = [...this.#asked, kind];
  }

  /** Whether offers of a kind are asked about next time. */
  asksNext(kind: string): boolean {
    return this.#asked.includes(kind);
  }

  /** An offer of a kind was answered by the player: from now on its order stands again. */
  answered(kind: string): void {
    this.#asked = this.#asked.filter((each) => each !== kind);
  }

  set(kind: string, habit: Habit): void {
    this.kept = { ...this.kept, [kind]: habit };
    keepOrders(this.token, this.kept);
  }

  /** An offer was turned down without asking, after so many lines of the story. */
  turnedDown(kind: string, reroll: boolean, why: Reason, at: number): void {
    const last = this.skipped.at(-1);
    const again = last && last.kind === kind && last.why === why && last.at === at;
    this.skipped = again ? [...this.skipped.slice(0, -1), { ...last, times: last.times + 1 }] : [...this.skipped, { kind, reroll, why, times: 1, at }];
  }
}
