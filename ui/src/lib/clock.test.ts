import { expect, test } from "vitest";
import { clockLeft, clockWords } from "./clock.svelte";

test("a clock that runs is told by the moment it ends, one that stands by what it has", () => {
  expect(clockLeft({ seat: "red", left: 90_000, ends: 5_000 }, 2_000)).toBe(3_000);
  expect(clockLeft({ seat: "red", left: 90_000, ends: 0 }, 2_000)).toBe(90_000);
});

test.each([
  [725_000, "12:05"],
  [8_100, "0:09"],
  [-90_500, "−1:30"],
  [3_725_000, "1:02:05"],
])("%i milliseconds are %s", (left, words) => {
  expect(clockWords(left)).toBe(words);
});
