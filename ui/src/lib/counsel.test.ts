import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Way } from "../wire";
import type { Battle } from "./battle.svelte";
import { areAlike, Counsel, distinctWays, isWeighed, NOTICEABLE } from "./counsel.svelte";
import { layOf } from "./geometry";
import { No } from "./link";

const way = { steps: ["Wait"], worth: 0, terms: [], option: 0, order: {}, ends: null } as Way;
const consult = vi.fn();
let counsel: Counsel;

beforeEach(() => {
  vi.useFakeTimers();
  consult.mockReset();
  counsel = new Counsel({ consult } as unknown as Battle);
});
afterEach(() => vi.useRealTimers());

function later<T>(): { promise: Promise<T>; tell: (value: T) => void } {
  let tell!: (value: T) => void;
  const promise = new Promise<T>((resolve) => (tell = resolve));
  return { promise, tell };
}

test("one who waits is told so after a while, and asks once", async () => {
  const answer = later<{ ways: Way[] }>();
  consult.mockReturnValue(answer.promise);
  const asked = counsel.ask();
  void counsel.ask();
  expect(consult).toHaveBeenCalledTimes(1);
  expect(counsel.slow).toBe(false);
  vi.advanceTimersByTime(NOTICEABLE);
  expect(counsel.slow).toBe(true);
  answer.tell({ ways: [way] });
  await asked;
  expect([counsel.ways, counsel.slow, counsel.asking]).toEqual([[way], false, false]);
});

test("advice for a decision that is past is dropped", async () => {
  const answer = later<{ ways: Way[] }>();
  consult.mockReturnValue(answer.promise);
  const asked = counsel.ask();
  counsel.forget();
  answer.tell({ ways: [way] });
  await asked;
  expect([counsel.ways, counsel.asking]).toEqual([null, false]);
  vi.advanceTimersByTime(NOTICEABLE);
  expect(counsel.slow).toBe(false);
});

test("why there is no advice is said", async () => {
  consult.mockRejectedValue(new No("no-advice", "The tactician broke down.", ""));
  await counsel.ask("greedy");
  expect(consult).toHaveBeenCalledWith("greedy");
  expect([counsel.problem, counsel.asking]).toEqual(["The tactician broke down.", false]);
});

const worth = (...found: number[]): Way[] => found.map((value) => ({ ...way, worth: value }));

test("ways are alike when their figures read the same; a single way is advice", () => {
  expect(areAlike(worth(0, 0.001, -0.004))).toBe(true);
  expect(areAlike(worth(0.3, 0.3))).toBe(true);
  expect(areAlike(worth(0.3, 0.3, -0.3))).toBe(false);
  expect(areAlike(worth(0))).toBe(false);
});

test("ways are weighed when something speaks for or against one of them, even if it comes to nought", () => {
  expect(isWeighed(worth(0, -0.004))).toBe(false);
  expect(isWeighed(worth(0, -0.01))).toBe(true);
  expect(isWeighed([{ ...way, terms: [{ name: "danger", value: -0.2, meaning: "" }, { name: "damage", value: 0.2, meaning: "" }] }])).toBe(true);
});

test("ways that a reader cannot tell apart are one way, the best of them", () => {
  const lay = layOf({ kind: "inches", width: 48_000, height: 48_000 });
  const turn = (worth: number, facing: number, steps = ["Turn", "End"]) => ({ ...way, worth, steps, ends: [23_500, 9_600, facing] }) as Way;
  const ways = [turn(0.3, 1300), turn(0.2, 1310), turn(0.1, 2700), turn(0.1, 1300, ["Turn", "Fire"])];
  expect(distinctWays(ways, lay)).toEqual([ways[0], ways[2], ways[3]]);
});
