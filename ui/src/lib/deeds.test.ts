import { describe, expect, test } from "vitest";
import type { Line } from "../wire";
import { deedsOf } from "./telling";

const line = (text: string, units: string[] = [], shots: Line["shots"] = []): Line => ({ text, units, rule: "", rolls: [], shots });

describe("the story by activations", () => {
  test("has what each piece did, how far it went and whom it shot at", () => {
    const story = [
      line("Round 1."),
      line("Red Hunter 1 activates at combat speed.", ["red-1"]),
      line("Red Hunter 1 moves 2.25 in as Walker to 1, 2.", ["red-1"]),
      line("Red Hunter 1 moves 1 in as Walker to 1, 3.", ["red-1"]),
      line("Red Hunter 1 attacks Blue Hunter 1.", ["red-1", "blue-1"], [{ look: "burst", by: "red-1", at: "blue-1", hits: true }]),
      line("Blue Hunter 2 activates, braced.", ["blue-2"]),
      line("Round 2."),
      line("Initiative: red wins."),
    ];
    expect(deedsOf(story)).toEqual([
      { from: 1, to: 5, actor: "red-1", went: "3.3", shots: [{ at: "blue-1", hits: true }] },
      { from: 5, to: 6, actor: "blue-2", went: "", shots: [] },
    ]);
  });
  test("has none where nobody acts", () => {
    expect(deedsOf([line("Round 1."), line("Initiative.")])).toEqual([]);
  });
});
