import { expect, test } from "vitest";
import { spread } from "./spread";

const token = (id: string, x: number, y = 0, fixed = false) => ({ id, x, y, size: 20, fixed });
const apart = (puts: Map<string, { x: number; y: number }>, a: string, b: string) =>
  Math.hypot(puts.get(a)!.x - puts.get(b)!.x, puts.get(a)!.y - puts.get(b)!.y);

test("tokens that would cover one another make room, others stay where they are", () => {
  const puts = spread([token("a", 0), token("b", 6), token("c", 200)]);
  expect(apart(puts, "a", "b")).toBeGreaterThanOrEqual(20);
  expect(puts.get("a")!.moved).toBe(true);
  expect(puts.get("c")).toEqual({ x: 200, y: 0, moved: false });
});

test("what is chosen stays, and the others go", () => {
  const puts = spread([token("a", 0, 0, true), token("b", 6)]);
  expect(puts.get("a")).toEqual({ x: 0, y: 0, moved: false });
  expect(apart(puts, "a", "b")).toBeGreaterThanOrEqual(20);
});

test("tokens at one and the same place are parted too", () => {
  expect(apart(spread([token("a", 5, 5), token("b", 5, 5)]), "a", "b")).toBeGreaterThanOrEqual(20);
});

test("tokens that cover one another but a little are parted as well", () => {
  expect(apart(spread([token("a", 0), token("b", 16)]), "a", "b")).toBeGreaterThanOrEqual(20);
});
