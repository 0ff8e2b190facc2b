import { expect, test } from "vitest";
import type { Line } from "../wire";
import { lossesOf } from "./losses";

const line = (text: string, units: string[] = [], more: Partial<Line> = {}): Line => ({ text, units, rule: "", rolls: [], shots: [], ...more });

test("who was lost is known with the round and who struck last", () => {
  const story = [
    line("Round 2."),
    line("Blue 1 attacks Red 1.", ["blue-1"], { shots: [{ look: "burst", by: "blue-1", at: "red-1", hits: true }] }),
    line("Red 1 is destroyed.", ["red-1"]),
    line("Red 2 is hit.", ["red-2"]),
  ];
  expect(lossesOf(story)).toEqual([{ unit: "red-1", words: "Red 1 is destroyed.", round: 2, by: "blue-1" }]);
});
