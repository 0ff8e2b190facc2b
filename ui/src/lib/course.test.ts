import { expect, test } from "vitest";
import type { Asked, Band, Piece } from "../wire";
import { beginnings, inHand, moves, within } from "./course.svelte";

const asked = (unit: string, ...options: object[]): Asked =>
  ({ decision: 1, ask: { seat: "red", kind: "act", unit, about: [], rule: "", prompt: "", optional: false }, options }) as unknown as Asked;
const pick = (unit: string) => ({ kind: "pick", label: "", rule: "", order: { order: "activate", unit } });
const path = (unit: string) => ({ kind: "path", label: "", rule: "", unit, order: { order: "move", unit } });
const piece = (id: string, side: string) => ({ id, side }) as Piece;

test("a piece is in hand where the decision is about what it may begin, or how it moves", () => {
  const choosing = asked("", pick("red-1"), pick("red-2"), pick("red-1"));
  expect(beginnings(choosing, "red-1")).toEqual([0, 2]);
  expect(inHand(choosing, piece("red-1", "red"), "red")).toBe(true);
  expect(inHand(choosing, piece("red-3", "red"), "red")).toBe(false);
  expect(inHand(choosing, piece("red-1", "red"), "blue")).toBe(false);
  const acting = asked("red-1", pick("red-1"), path("red-1"));
  expect(beginnings(acting, "red-1")).toEqual([]);
  expect(moves(acting, "red-1")).toEqual([1]);
  expect(inHand(acting, piece("red-1", "red"), "red")).toBe(true);
  expect(inHand(null, piece("red-1", "red"), "red")).toBe(false);
});

test("a place lies in a band of outlines, or of hexes", () => {
  const bands: Band[] = [
    { label: "one", hexes: [], outlines: [[[0, 0], [10, 0], [10, 10], [0, 10]]] },
    { label: "two", hexes: [[40, 3]], outlines: [] },
  ];
  expect([within(bands, [5, 5]), within(bands, [15, 5]), within(bands, [40, 3])]).toEqual([true, false, true]);
});
