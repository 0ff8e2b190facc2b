import { expect, test } from "vitest";
import type { Piece } from "../wire";
import { isRound, isTwitch, partsOf, plainNumbers, type Known } from "./telling";

const piece = (id: string, name: string, side: string) => [id, { id, name, side } as Piece] as const;
const known: Known = {
  pieces: new Map([piece("red-1", "Red Hunter 1", "red"), piece("red-10", "Red Hunter 10", "red"), piece("blue-1", "Blue (x)", "blue")]),
  marks: new Map(),
  side: (name) => (name === "red" ? 0 : 1),
};

test("names become parts of their own, the longest first, and brackets in them do no harm", () => {
  const parts = partsOf({ text: "Red Hunter 10 fires at Blue (x), past Red Hunter 1.", units: ["red-10", "blue-1", "red-1"] }, known);
  expect(parts.map(({ text, piece: id }) => [text, id])).toEqual([
    ["Red Hunter 10", "red-10"],
    [" fires at ", ""],
    ["Blue (x)", "blue-1"],
    [", past ", ""],
    ["Red Hunter 1", "red-1"],
    [".", ""],
  ]);
});

test("a line begins with a capital, also where it begins with a side", () => {
  expect(partsOf({ text: "red raises no defence.", units: [] }, known)[0]!.text).toBe("Red raises no defence.");
});

test("whoever is not known is told in words", () => {
  expect(partsOf({ text: "Somebody moves.", units: ["red-7"] }, known)).toEqual([{ text: "Somebody moves.", piece: "", side: 0 }]);
  expect(partsOf({ text: "Red Hunter 1 moves.", units: ["red-1"] })).toHaveLength(1);
});

test("lengths are told to a tenth, and moves below that not at all", () => {
  expect(plainNumbers("moves 2.627 in to 34.955, 43.885, cost 1.5")).toBe("moves 2.6 in to 35, 43.9, cost 1.5");
  expect(isTwitch("Blue Hunter 1 moves 0.01 in as Walker to 11.249, 36.761.")).toBe(true);
  expect(isTwitch("Blue Hunter 1 moves 0.1 in as Walker.")).toBe(false);
  expect([isRound("Round 2."), isRound("Rounds off")]).toEqual([true, false]);
});
