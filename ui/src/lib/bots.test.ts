import { describe, expect, it } from "vitest";
import type { BotInfo } from "../wire";
import { botName, botOf, temperOf, withTemper } from "./bots";

const plain: BotInfo = { player: "bot:plain", about: "", tempers: {} };
const tempered: BotInfo = { player: "bot:tempered", about: "", tempers: { calm: "Waits.", wild: "Does not." } };

describe("bots as they are written", () => {
  it("are found with and without a temper, and people are none", () => {
    expect(botOf([plain, tempered], "bot:tempered")).toBe(tempered);
    expect(botOf([plain, tempered], "bot:tempered:wild")).toBe(tempered);
    expect(botOf([plain, tempered], "bot:temperedish")).toBeUndefined();
    expect(botOf([plain, tempered], "human")).toBeUndefined();
  });

  it("have the first temper unless another is written", () => {
    expect(temperOf(tempered, "bot:tempered")).toBe("calm");
    expect(temperOf(tempered, "bot:tempered:wild")).toBe("wild");
    expect(temperOf(plain, "bot:plain")).toBe("");
    for (const temper of Object.keys(tempered.tempers)) expect(temperOf(tempered, withTemper(tempered, temper))).toBe(temper);
    expect(withTemper(tempered, "calm")).toBe("bot:tempered");
  });

  it("are named in words", () => {
    expect(botName("bot:tempered:wild")).toBe("tempered, wild");
  });
});
