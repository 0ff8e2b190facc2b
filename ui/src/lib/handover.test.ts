import { expect, test } from "vitest";
import { seatToTake } from "./handover";

const both = ["red", "blue"];
const now = (waiting: string[], wish = "", over = false, draw = "") => ({
  waiting_for: waiting,
  wish,
  draw,
  outcome: over ? { winner: "red", reason: "", score: {} } : null,
});

test("a shared screen goes to the seat that decides", () => {
  expect(seatToTake(now(["blue"]), "red", both)).toBe("blue");
  expect(seatToTake(now(["red"]), "red", both)).toBe("red");
});

test("where both decide, or neither, it stays", () => {
  expect(seatToTake(now(["red", "blue"]), "blue", both)).toBe("blue");
  expect(seatToTake(now([]), "red", both)).toBe("red");
  expect(seatToTake(now(["blue"], "", true), "red", both)).toBe("red");
});

test("it goes to the one whose consent is wanted, and back", () => {
  expect(seatToTake(now(["red"], "red"), "red", both)).toBe("blue");
  expect(seatToTake(now(["blue"], "blue"), "blue", both)).toBe("red");
  expect(seatToTake(now(["red"], "", false, "red"), "red", both)).toBe("blue");
});

test("a screen with one seat, or that only looks on, stays", () => {
  expect(seatToTake(now(["blue"]), "red", ["red"])).toBe("red");
  expect(seatToTake(now(["blue"]), "", both)).toBe("");
});
