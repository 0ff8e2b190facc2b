const SHELF = "gearlock.offers.";

/** What is done about offers of a kind: asked when it may help, asked always, or turned down. */
export const HABITS = ["help", "always", "never"] as const;
export type Habit = (typeof HABITS)[number];

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

/** What a seat has ordered to be done about offers, kind by kind; usually it is asked when one may help. */
export class StandingOrders {
  kept: Record<string, Habit> = $state.raw({});
  /** The kinds of offers that were turned down without asking, in this battle. */
  silent: string[] = $state.raw([]);
  /** Something was taken back: every offer is asked about until the next answer, or one could not go back past it. */
  paused = false;

  constructor(private readonly token: string) {
    this.kept = readOrders(token);
  }

  of(kind: string): Habit {
    return this.paused ? "always" : (this.kept[kind] ?? "help");
  }

  set(kind: string, habit: Habit): void {
    this.kept = { ...this.kept, [kind]: habit };
    keepOrders(this.token, this.kept);
  }

  turnedDown(kind: string): void {
    this.silent = [...new Set([...this.silent, kind])];
  }

  /** Everything as usual again. */
  clear(): void {
    this.kept = {};
    this.silent = [];
    keepOrders(this.token, this.kept);
  }
}
