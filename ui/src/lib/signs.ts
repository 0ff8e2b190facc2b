/** Signs for what can be done besides attacking and moving, as paths around the middle of a circle of radius 10. */
export const SIGNS = {
  star: "M0 -7L2 -2H7L3 1L4.5 6.5L0 3.5L-4.5 6.5L-3 1L-7 -2H-2Z",
  lock: "M0 -8V-4M0 4V8M-8 0H-4M4 0H8M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0",
  bolt: "M2 -8L-4.5 1.5H0L-2 8L4.5 -2H0Z",
  plus: "M0 -7V7M-7 0H7",
  shield: "M-6 -6H6V0Q6 5 0 7Q-6 5 -6 0Z",
  eye: "M-8 0Q0 -9 8 0Q0 9 -8 0ZM-2 0a2 2 0 1 0 4 0a2 2 0 1 0 -4 0",
  speed: "M-6 -5L-1 0L-6 5M1 -5L6 0L1 5",
  more: "M-6 0h.01M0 0h.01M6 0h.01",
} as const;
export type Sign = keyof typeof SIGNS;

/** What the words of a choice are about: the first that fits. */
const WORDS: readonly [RegExp, Sign][] = [
  [/command point|commander|\border\b|coordinated/i, "star"],
  [/lock\b|designate|\bmark\b/i, "lock"],
  [/scramble|jam\b|jamming|hack|disable|interfere/i, "bolt"],
  [/repair|rally|recover|reload|extinguish|mend|patch/i, "plus"],
  [/hide|hull down|brace|cover|take guard/i, "shield"],
  [/stand ?by|overwatch|look|sensor|detect|scan|spot|observ|sweep|searchlight/i, "eye"],
  [/speed|stationary|walker|ground|hover|switch|top\b/i, "speed"],
];

/** The sign of a choice by its words; none where they are about nothing that has one. */
export function signOf(label: string): Sign | null {
  return /\bunscramble/i.test(label) ? "plus" : (WORDS.find(([words]) => words.test(label))?.[1] ?? null);
}
