import { fromOffset } from "./geometry";

/** A line typed into the command box, understood. Options count from 0 here, from 1 as typed. */
export type Command =
  | { do: "choose"; option: number }
  | { do: "point"; option: number; x: number; y: number; facing: number | null }
  | { do: "amount"; option: number; amount: number }
  | { do: "odds"; option: number }
  | { do: "card" | "why"; mark: string }
  | { do: "rule"; rule: string }
  | { do: "ask"; bot: string }
  | { do: "dice"; line: number | null }
  | { do: "undo" | "concede" | "help" | "leave" | "fit" }
  | { do: "say"; text: string }
  | { do: "no"; why: string };

const WORDS: Record<string, Command["do"] & ("undo" | "concede" | "help" | "leave" | "fit")> = {
  u: "undo",
  undo: "undo",
  concede: "concede",
  "?": "help",
  h: "help",
  help: "help",
  q: "leave",
  quit: "leave",
  m: "fit",
};

/** Read a line: it takes what the terminal game takes, and `say`. `kinds` are the kinds of the options on offer. */
export function readCommand(line: string, tableKind: string, kinds: string[]): Command {
  const [word = "", ...rest] = line.trim().split(/\s+/);
  const low = word.toLowerCase();
  const plain = WORDS[low];
  if (plain) return { do: plain };
  if (/^\d{1,4}$/.test(word)) return chosen(Number(word), rest, tableKind, kinds);
  if (low === "o") return known(rest[0], kinds, (option) => ({ do: "odds", option }));
  if (low === "i") return rest[0] ? { do: "card", mark: rest[0] } : no("Which piece? Type i and its mark, e.g. i R1.");
  if (low === "w" || low === "why") return rest[0] ? { do: "why", mark: rest[0] } : no("Which piece? Type w and its mark, e.g. w B2.");
  if (low === "r") return rest[0] ? { do: "rule", rule: rest[0] } : no("Which rule? Its id stands beside every line.");
  if (low === "l") return diceOf(rest[0]);
  if (low === "a" || low === "ask") return { do: "ask", bot: rest[0]?.toLowerCase() ?? "" };
  if (low === "say" && rest.length) return { do: "say", text: rest.join(" ") };
  return no(word ? `'${word.slice(0, 20)}' is not understood: type an option's number, or ? for help.` : "");
}

function chosen(number: number, rest: string[], tableKind: string, kinds: string[]): Command {
  return known(String(number), kinds, (option) => {
    if (!rest.length) return { do: "choose", option };
    const kind = kinds[option];
    if (kind === "pick" || kind === "target") return no(`Option ${number} takes nothing more: type ${number} alone.`);
    const numbers = rest.join(" ").replaceAll(",", " ").split(/\s+/).map(readNumber);
    if (kind === "amount") {
      const [amount] = numbers;
      return numbers.length === 1 && Number.isInteger(amount) ? { do: "amount", option, amount: amount! } : no("Type a whole number.");
    }
    return aimed(option, numbers, tableKind);
  });
}

function aimed(option: number, numbers: number[], tableKind: string): Command {
  const [x, y, facing] = numbers;
  if (numbers.some(Number.isNaN) || x === undefined || y === undefined || numbers.length > 3)
    return no("Two numbers say where, a third which way to face: e.g. 2 24 30 90.");
  if (tableKind !== "hexes") {
    const turn = facing === undefined ? null : ((Math.round(facing * 10) % 3600) + 3600) % 3600;
    return { do: "point", option, x: Math.round(x * 1000), y: Math.round(y * 1000), facing: turn };
  }
  if (!numbers.every(Number.isInteger)) return no("Hexes are counted in whole columns, rows and hexsides.");
  if (facing !== undefined && (facing < 0 || facing > 5)) return no("A hexside is a number from 0 (east) to 5, counter-clockwise.");
  const [q, r] = fromOffset(x, y);
  return { do: "point", option, x: q, y: r, facing: facing === undefined ? null : facing * 600 };
}

function known(word: string | undefined, kinds: string[], then: (option: number) => Command): Command {
  const number = Number(word);
  if (!kinds.length) return no("There is nothing for you to decide now.");
  return Number.isInteger(number) && number >= 1 && number <= kinds.length
    ? then(number - 1)
    : no(`There are options 1 to ${kinds.length}.`);
}

/** The dice of a line of the story, counted from 1, or of the newest that has any. */
function diceOf(word: string | undefined): Command {
  if (word === undefined) return { do: "dice", line: null };
  return /^\d{1,5}$/.test(word) ? { do: "dice", line: Number(word) } : no("Which line? Type l and its number, or l alone for the last roll.");
}

function readNumber(word: string): number {
  return /^-?\d{1,6}(\.\d{1,4})?°?$/.test(word) ? parseFloat(word) : NaN;
}

function no(why: string): Command {
  return { do: "no", why };
}
