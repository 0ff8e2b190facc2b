import type { Now } from "../wire";

/** At a screen that several seats share: whose it should be now. It stays with `you` where nobody else is needed. */
export function seatToTake(now: Pick<Now, "waiting_for" | "wish" | "draw" | "outcome">, you: string, own: readonly string[]): string {
  if (now.outcome || !own.includes(you)) return you;
  if (now.draw) return own.find((seat) => seat !== now.draw) ?? you;
  if (now.wish) return own.find((seat) => seat !== now.wish) ?? you;
  if (now.waiting_for.includes(you)) return you;
  return own.find((seat) => now.waiting_for.includes(seat)) ?? you;
}
