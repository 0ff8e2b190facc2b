import type { Said } from "../wire";

export interface Saying {
  seat: string;
  text: string;
  times: number;
}

/** What was said, the same words one after the other told once with how often. */
export function foldRepeats(said: readonly Said[]): Saying[] {
  const folded: Saying[] = [];
  for (const { seat, text } of said) {
    const last = folded.at(-1);
    if (last?.seat === seat && last.text === text) last.times++;
    else folded.push({ seat, text, times: 1 });
  }
  return folded;
}

/** The last words of another, or of the table itself, since so many things were said; none if there are none. */
export function lastHeard(said: readonly Said[], since: number, you: string): Saying | undefined {
  return foldRepeats(said.slice(since).filter(({ seat }) => !seat || seat !== you)).at(-1);
}
