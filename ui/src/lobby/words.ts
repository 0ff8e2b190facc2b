import { ruleApart } from "../lib/ruled";
import type { Finding } from "../wire";

/** Who plays a seat, in words: a person, or a bot by its name. */
export function playerWords(player: string): string {
  if (player === "human") return "a person";
  return player.startsWith("bot:") ? `the ${player.slice(4).replace(":", ", ")}` : player;
}

/** An option as a person reads it. */
export function optionWords(name: string): string {
  const plain = name.replace(/[-_]/g, " ");
  return plain.slice(0, 1).toUpperCase() + plain.slice(1);
}

/** The edition of a game as a person says it: a year or a version as it is, a lone number by its name. */
export function editionWords(edition: string): string {
  return /^\d{1,2}$/.test(edition) ? `Edition ${edition}` : edition;
}

function named(text: string | undefined): string[] {
  return (text ?? "").split(",").map((word) => word.trim()).filter(Boolean);
}

/** Whether a value is among those that an option names. */
export function isNamed(text: string | undefined, value: string): boolean {
  return named(text).includes(value);
}

/** What an option names when a value is added or taken away. */
export function withNamed(text: string | undefined, value: string, on: boolean): string {
  const others = named(text).filter((each) => each !== value);
  return (on ? [...others, value] : others).join(",");
}

/** What an option is about, without the values that stand beside it to be chosen. */
export function aboutOption(about: string, values: readonly string[]): string {
  const plain = values.filter((value) => about.includes(value));
  const first = plain.length > 2 ? about.indexOf(`: ${plain.find((value) => about.includes(`: ${value}`)) ?? "\0"}`) : -1;
  return first > 0 ? about.slice(0, first) : about;
}

/** One thing that stands against a battle: where, in words, and by which rule. */
export interface Refused {
  where: string;
  words: string;
  rule: string;
}

const PLACE = /^(?:[\w-]+: )?([\w-]+)\.txt(?::(\d+))?: (.*)$/;

/** What a refused battle says, line by line, without the marks that a terminal needs. */
export function refusalsOf(problem: string, findings: readonly Finding[], seats: readonly string[]): Refused[] {
  const lines = findings.length ? findings.map((each) => `${each.file}${each.line ? `:${each.line}` : ""}: ${each.message}`) : problem.split("\n").filter(Boolean);
  return lines.map((line) => {
    const [, file = "", number = "", rest = ""] = PLACE.exec(line) ?? [];
    const known = seats.includes(file);
    const message = known ? rest : line;
    const where = known ? `${file}'s force${number ? `, line ${number}` : ""}` : "";
    return { where, ...ruleApart(message) };
  });
}
