import { expect, test } from "vitest";
import { warningsOf } from "./warnings";

test("warnings are told apart from other notes of a sheet", () => {
  expect(warningsOf(["A line about it", "Warning: Tegu MBT carries no weapon.", "* Reconstructed"])).toEqual(["Tegu MBT carries no weapon."]);
  expect(warningsOf([])).toEqual([]);
});
