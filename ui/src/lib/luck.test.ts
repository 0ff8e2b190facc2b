import { expect, test } from "vitest";
import { chanceOf } from "./luck";

test("a chance is told in per cent, and what is rarer as one in so many", () => {
  expect(chanceOf(1)).toBe("100.0 %");
  expect(chanceOf(0.3664)).toBe("36.6 %");
  expect(chanceOf(0.001)).toBe("0.1 %");
  expect(chanceOf(1 / 12345)).toBe("1 in 12,345");
});
