import { expect, test } from "vitest";
import { keepOrders, readOrders, skippedWords, StandingOrders } from "./standingorders.svelte";

function shelf(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
}

test("standing orders are remembered for each seat by itself", () => {
  const here = shelf();
  keepOrders("red", { snap: "never", reroll: "always" }, here);
  expect(readOrders("red", here)).toEqual({ snap: "never", reroll: "always" });
  expect(readOrders("blue", here)).toEqual({});
  keepOrders("red", {}, here);
  expect(readOrders("red", here)).toEqual({});
});

test("what cannot be read or kept is forgotten", () => {
  const here = shelf();
  here.setItem("gearlock.offers.red", "{");
  expect(readOrders("red", here)).toEqual({});
  here.setItem("gearlock.offers.red", '{"snap": "never", "reroll": 3}');
  expect(readOrders("red", here)).toEqual({ snap: "never" });
  const full = { setItem: () => { throw new Error("full"); } } as unknown as Storage;
  expect(() => keepOrders("red", { snap: "never" }, full)).not.toThrow();
});

test("usually one is asked when it helps on average; after taking back always, and then the order stands again", () => {
  const orders = new StandingOrders("red");
  expect(orders.of("reroll")).toBe("average");
  orders.set("reroll", "never");
  orders.paused = true;
  expect(orders.of("reroll")).toBe("always");
  orders.paused = false;
  expect(orders.of("reroll")).toBe("never");
});

test("skipped offers are told by what they were and why, those in a row together", () => {
  const orders = new StandingOrders("red");
  orders.turnedDown("reroll", true, "hopeless", 4);
  orders.turnedDown("reroll", true, "hopeless", 4);
  orders.turnedDown("snap", false, "ordered", 4);
  orders.turnedDown("reroll", true, "average", 6);
  expect(orders.skipped.map(({ at, times }) => [at, times])).toEqual([[4, 2], [4, 1], [6, 1]]);
  expect(orders.skipped.map(skippedWords)).toEqual([
    "Skipped 2 rerolls that could not help.",
    "Skipped a question, as you ordered.",
    "Skipped a reroll that would not help on average.",
  ]);
  orders.askNext("reroll");
  expect([orders.of("reroll"), orders.of("snap"), orders.standing("reroll")]).toEqual(["always", "average", "average"]);
  orders.answered("reroll");
  expect(orders.of("reroll")).toBe("average");
});
