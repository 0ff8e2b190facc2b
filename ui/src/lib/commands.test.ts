import { expect, test } from "vitest";
import { readCommand } from "./commands";

const KINDS = ["pick", "path", "target", "amount"];
const inches = (line: string) => readCommand(line, "inches", KINDS);
const hexes = (line: string) => readCommand(line, "hexes", KINDS);

test("a number chooses an option", () => {
  expect(inches("3")).toEqual({ do: "choose", option: 2 });
  expect(inches("5")).toEqual({ do: "no", why: "There are options 1 to 4." });
  expect(inches("0")).toMatchObject({ do: "no" });
  expect(readCommand("1", "inches", [])).toMatchObject({ do: "no" });
});

test("more numbers say where, and which way to face", () => {
  expect(inches("2 24 30")).toEqual({ do: "point", option: 1, x: 24000, y: 30000, facing: null });
  expect(inches("2 24.5, 30 -90")).toEqual({ do: "point", option: 1, x: 24500, y: 30000, facing: 2700 });
  expect(hexes("2 4 6 5")).toEqual({ do: "point", option: 1, x: 1, y: 6, facing: 3000 });
  expect(hexes("2 4.5 6")).toMatchObject({ do: "no" });
  expect(hexes("2 4 6 7")).toMatchObject({ do: "no" });
  expect(inches("2 nan 3")).toMatchObject({ do: "no" });
  expect(inches("1 4 5")).toMatchObject({ do: "no" });
});

test("an amount takes one whole number", () => {
  expect(inches("4 7")).toEqual({ do: "amount", option: 3, amount: 7 });
  expect(inches("4 7.5")).toMatchObject({ do: "no" });
});

test("letters show odds, cards and rules, and take back", () => {
  expect(inches("o 3")).toEqual({ do: "odds", option: 2 });
  expect(inches("i R1")).toEqual({ do: "card", mark: "R1" });
  expect(inches("w B2")).toEqual({ do: "why", mark: "B2" });
  expect(inches("why")).toMatchObject({ do: "no" });
  expect(inches("r 5.2a")).toEqual({ do: "rule", rule: "5.2a" });
  expect(inches("a")).toEqual({ do: "ask", bot: "" });
  expect(inches("ask Greedy")).toEqual({ do: "ask", bot: "greedy" });
  expect(inches("U")).toEqual({ do: "undo" });
  expect(inches("concede")).toEqual({ do: "concede" });
  expect(inches("say hello there")).toEqual({ do: "say", text: "hello there" });
  expect(inches("i")).toMatchObject({ do: "no" });
  expect(inches("<script>")).toMatchObject({ do: "no" });
});

test("the dice of the last roll, or of a line, can be asked for", () => {
  expect(readCommand("l", "inches", [])).toEqual({ do: "dice", line: null });
  expect(readCommand("L 12", "inches", [])).toEqual({ do: "dice", line: 12 });
  expect(readCommand("l x", "inches", [])).toMatchObject({ do: "no" });
});
