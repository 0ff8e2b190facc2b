import { expect, test } from "vitest";
import { keepOrders, readOrders, StandingOrders } from "./standingorders.svelte";

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

test("usually one is asked when it may help; after taking back always, and then the order stands again", () => {
  const orders = new StandingOrders("red");
  expect(orders.of("reroll")).toBe("help");
  orders.set("reroll", "never");
  orders.paused = true;
  expect(orders.of("reroll")).toBe("always");
  orders.paused = false;
  expect(orders.of("reroll")).toBe("never");
});
