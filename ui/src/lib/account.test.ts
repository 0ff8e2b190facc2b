import { describe, expect, it } from "vitest";
import type { Line } from "../wire";
import { percent, tellingLines } from "./account";

const line = (text: string, hits?: boolean): Line => ({ text, units: [], rule: "", rolls: [], shots: hits === undefined ? [] : [{ look: "", by: "a", at: "b", hits }] });

describe("the account of a battle", () => {
  it("never rounds something to nothing, nor a scratch away", () => {
    expect([0, 0.001, 0.5, 0.999, 1].map(percent)).toEqual(["0%", "1%", "50%", "99%", "100%"]);
  });

  it("tells an exchange from the hit on, in a few lines", () => {
    const told = [line("walks"), line("misses", false), line("hits", true), line("two damage"), line("crippled"), line("wrecked"), line("next")];
    expect(tellingLines(told).map(({ text }) => text)).toEqual(["hits", "two damage", "crippled", "wrecked"]);
    expect(tellingLines(told.slice(0, 2)).map(({ text }) => text)).toEqual(["walks", "misses"]);
  });

  it("tells of many blows at one piece only the last", () => {
    const blow = (text: string): Line => ({ ...line(text), units: ["b"] });
    expect(tellingLines([line("hits", true), blow("32 left"), blow("30 left"), blow("28 left")]).map(({ text }) => text)).toEqual(["hits", "28 left"]);
  });
});
