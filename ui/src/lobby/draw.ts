// A scenario that dice draw before play: which options are rolls, whose they are, and what a draw is asked with.
import type { GeneratorInfo, Scenario } from "../wire";

/** The roll that an option stands for; of a second one of its kind (`name-2`) the first. Nothing if it is no roll. */
export function rollOf(name: string, generator: GeneratorInfo | null): string {
  const rolls = generator?.rolls ?? {};
  const first = name.replace(/-\d+$/, "");
  return name in rolls ? name : first in rolls ? first : "";
}

/** Whether this is the scenario that the generator draws. */
export function isDrawn(scenario: Scenario, generator: GeneratorInfo | null): generator is GeneratorInfo {
  const names = Object.keys(generator?.rolls ?? {});
  return names.length > 0 && names.every((name) => name in scenario.options);
}

/** Whose roll it is: a seat's, or nobody's. */
export function ownerOf(name: string, seats: readonly string[]): string {
  return seats.find((seat) => name.split("-").includes(seat)) ?? "";
}

/** A roll in the column of its owner needs no name in it. */
export function rollWords(name: string, seats: readonly string[]): string {
  const words = name.split("-").filter((word) => !seats.includes(word)).join(" ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** What a draw is asked with: what is said already, as far as the generator heeds it. */
export function asked(options: Readonly<Record<string, string>>, generator: GeneratorInfo): Record<string, string> {
  const heeded = ([name, value]: [string, string]) => value.trim() !== "" && (generator.sizes.includes(name) || rollOf(name, generator) !== "");
  return Object.fromEntries(Object.entries(options).filter(heeded));
}
