import { beforeEach, expect, test, vi } from "vitest";
import type { Asked, Suggestion, Way } from "../wire";
import type { Battle } from "./battle.svelte";
import { Deciding } from "./deciding.svelte";
import { No } from "./link";

const asked = (decision: number, kinds: string[], optional = false): Asked =>
  ({
    decision,
    ask: { seat: "red", kind: "act", unit: "", about: [], rule: "", prompt: "", optional },
    options: kinds.map((kind, at) => ({
      kind,
      label: kind,
      order: { order: kind === "pick" && optional && at ? "decline" : `do-${at}` },
      rule: "",
    })),
  }) as unknown as Asked;

const calls = { reach: vi.fn(), point: vi.fn(), answer: vi.fn(), weigh: vi.fn(), weighAll: vi.fn() };
let standing: { now: { asked: Asked | null } };
let deciding: Deciding;
const pieces = new Map<string, object>();

function pointed(x: number, y: number, facing: number | null) {
  return { order: { order: "go", x, y }, preview: { ends: [x, y, facing ?? 0], spot: null, route: null } };
}

function begin(question: Asked): void {
  standing.now.asked = question;
  deciding.begin(question);
}

const settled = () => new Promise((done) => setTimeout(done));

beforeEach(() => {
  vi.clearAllMocks();
  pieces.clear();
  standing = { now: { asked: null } };
  calls.point.mockImplementation((_, x, y, facing) => Promise.resolve(pointed(x, y, facing)));
  calls.reach.mockImplementation((option) => Promise.resolve({ bands: [{ label: `band ${option}`, hexes: [], outlines: [] }] }));
  calls.weigh.mockResolvedValue({ preview: { ends: null } });
  calls.weighAll.mockResolvedValue({ options: [{ option: 0, p_hit: 0.5 }] });
  const battle = {
    get standing() {
      return standing;
    },
    pieces,
    suggest: () => Promise.resolve({ ways: [] }),
    ...calls,
  };
  deciding = new Deciding(battle as unknown as Battle);
});

test("a complete option is weighed when chosen, and given when committed", async () => {
  begin(asked(1, ["pick", "pick"]));
  expect(deciding.commit()).toBe(false);
  deciding.choose(1);
  await settled();
  expect(calls.weigh).toHaveBeenCalledWith({ order: "do-1" });
  expect(deciding.commit()).toBe(true);
  expect(calls.answer).toHaveBeenCalledWith({ order: "do-1" });
});

test("a bot's way plans the order it begins with, completed as the bot meant it", async () => {
  begin(asked(1, ["pick", "path"]));
  calls.weigh.mockResolvedValue({ preview: { ends: [3, 4, 0], spot: null } });
  deciding.adopt({ option: 1, order: { order: "go", x: 3 } } as unknown as Way);
  await settled();
  expect(calls.weigh).toHaveBeenCalledWith({ order: "go", x: 3 });
  expect([deciding.chosen, deciding.pinned, deciding.preview?.ends]).toEqual([1, true, [3, 4, 0]]);
  deciding.turn(900);
  await settled();
  expect(calls.point.mock.lastCall).toEqual([1, 3, 4, 900, [], true]);
  deciding.adopt({ option: 0, order: { order: "do-0" } } as unknown as Way);
  expect(deciding.commit()).toBe(true);
  expect(calls.answer).toHaveBeenCalledWith({ order: "do-0" });
});

test("an open option follows the pointer until it is pinned, and only then can be given", async () => {
  begin(asked(1, ["path"]));
  expect(deciding.chosen).toBe(0);
  deciding.point([1, 1], null, false);
  await settled();
  expect(deciding.order).toMatchObject({ x: 1 });
  expect(deciding.commit()).toBe(false);
  deciding.point([2, 2], null, true);
  await settled();
  deciding.point([3, 3], null, false);
  await settled();
  expect(deciding.order).toMatchObject({ x: 2 });
  expect(deciding.commit()).toBe(true);
});

test("of many places pointed at while one is asked about, only the last is asked about next", async () => {
  begin(asked(1, ["path"]));
  for (let x = 0; x < 20; x++) deciding.point([x, 0], null, false);
  await settled();
  expect(calls.point.mock.calls.map((call) => call[1])).toEqual([0, 19]);
});

test("a place the rules refuse says why, and pins nothing", async () => {
  begin(asked(1, ["path"]));
  calls.point.mockRejectedValue(new No("far", "Too far.", "x.1"));
  deciding.point([9, 9], null, true);
  await settled();
  expect(deciding.refusal).toMatchObject({ message: "Too far.", rule: "x.1", at: [9, 9] });
  expect(deciding.pinned).toBe(false);
  expect(deciding.commit()).toBe(false);
});

test("waypoints are sent along, and Escape steps back over them one by one", async () => {
  begin(asked(1, ["path", "pick"]));
  deciding.choose(0);
  deciding.point([1, 0], null, true);
  await settled();
  deciding.addWaypoint();
  deciding.point([2, 0], null, true);
  await settled();
  expect(calls.point.mock.lastCall).toEqual([0, 2, 0, null, [[1, 0]], true]);
  expect(deciding.back()).toBe(true);
  expect(deciding.via).toEqual([]);
  expect(deciding.chosen).toBe(0);
  expect(deciding.back()).toBe(true);
  expect(deciding.chosen).toBe(null);
  expect(deciding.back()).toBe(false);
});

test("a facing that the rules do not give is told", async () => {
  begin(asked(1, ["place"]));
  deciding.point([1, 0], null, true);
  await settled();
  deciding.turn(900);
  await settled();
  expect(deciding.stiff).toBe(false);
  calls.point.mockResolvedValue(pointed(1, 0, 1800));
  deciding.turn(900);
  await settled();
  expect(deciding.stiff).toBe(true);
});

test("what comes back after another decision has come is dropped", async () => {
  begin(asked(1, ["path"]));
  deciding.point([1, 0], null, true);
  begin(asked(2, ["pick", "pick"]));
  await settled();
  expect(deciding.order).toBe(null);
});

test("targets are weighed at once", async () => {
  begin(asked(1, ["target", "pick"]));
  await settled();
  expect(deciding.shorts.get(0)).toMatchObject({ p_hit: 0.5 });
});

test("as long as the table owes an answer, that is known", async () => {
  begin(asked(3, ["target", "path"]));
  expect(deciding.open).toBe(1);
  calls.weigh.mockRejectedValue(new No("far", "It is too far away.", ""));
  deciding.choose(0);
  expect(deciding.open).toBe(2);
  await settled();
  expect(deciding.open).toBe(0);
  expect(deciding.refusal?.message).toBe("It is too far away.");
  calls.weighAll.mockRejectedValue(new No("stale", "The battle has moved on.", ""));
  begin(asked(4, ["target"]));
  await settled();
  expect([deciding.open, deciding.shorts.size]).toEqual([0, 0]);
});

test("an offer that is always turned down is not asked again, until one wants to be asked", () => {
  begin(asked(1, ["pick", "pick"], true));
  deciding.orders.set("act", "never");
  begin(asked(2, ["pick", "pick"], true));
  expect(calls.answer).toHaveBeenCalledWith({ order: "decline" });
  deciding.orders.askNext("act");
  calls.answer.mockClear();
  begin(asked(3, ["pick", "pick"], true));
  expect(calls.answer).not.toHaveBeenCalled();
});

const stands = (p_hit: number, damage: number) => ({ p_hit, mean_damage: damage, damage: { [damage]: 1 }, p_crippled: 0, p_destroyed: 0 });
const offer = (without: object) => ({ options: [{ option: 0, target: "blue-1", touches: ["blue-1"], p_hit: 0.5, least: 0, most: 2, without }] });

test("an offer that can only hurt is turned down once that is known, one that may help is put", async () => {
  pieces.set("blue-1", { id: "blue-1", side: "blue", status: "" });
  calls.weighAll.mockResolvedValue(offer(stands(1, 2)));
  begin(asked(1, ["pick", "pick"], true));
  expect(deciding.byOrder).toBe(1);
  await settled();
  expect(calls.answer).toHaveBeenCalledWith({ order: "decline" });
  expect(deciding.orders.skipped).toEqual([{ kind: "act", reroll: false, why: "hopeless", times: 1, at: 0 }]);
  calls.answer.mockClear();
  calls.weighAll.mockResolvedValue(offer(stands(0, 0)));
  begin(asked(2, ["pick", "pick"], true));
  await settled();
  expect(calls.answer).not.toHaveBeenCalled();
  expect(deciding.byOrder).toBe(0);
  calls.weighAll.mockResolvedValue(offer(stands(1, 2)));
  deciding.orders.set("act", "always");
  begin(asked(3, ["pick", "pick"], true));
  await settled();
  expect(calls.answer).not.toHaveBeenCalled();
});

test("an offer that is worse on average is turned down by default, and put where one wants to hear of all that may help", async () => {
  pieces.set("blue-1", { id: "blue-1", side: "blue", status: "" });
  const worse = { options: [{ option: 0, target: "blue-1", touches: ["blue-1"], p_hit: 0.5, mean_damage: 0.8, least: 0, most: 9, without: stands(1, 2) }] };
  calls.weighAll.mockResolvedValue(worse);
  begin(asked(1, ["pick", "pick"], true));
  await settled();
  expect(calls.answer).toHaveBeenCalledWith({ order: "decline" });
  expect(deciding.orders.skipped).toMatchObject([{ why: "average" }]);
  calls.answer.mockClear();
  deciding.orders.set("act", "help");
  begin(asked(2, ["pick", "pick"], true));
  await settled();
  expect(calls.answer).not.toHaveBeenCalled();
});

test("who asks for the next one is asked once, and the order stands again after the answer", async () => {
  pieces.set("blue-1", { id: "blue-1", side: "blue", status: "" });
  calls.weighAll.mockResolvedValue(offer(stands(1, 2)));
  deciding.orders.askNext("act");
  begin(asked(1, ["pick", "pick"], true));
  await settled();
  expect(calls.answer).not.toHaveBeenCalled();
  deciding.choose(1);
  expect(deciding.commit()).toBe(true);
  calls.answer.mockClear();
  begin(asked(2, ["pick", "pick"], true));
  await settled();
  expect(calls.answer).toHaveBeenCalledWith({ order: "decline" });
});

test("what would hurt one's own side has to be said twice", async () => {
  pieces.set("red-2", { id: "red-2", side: "red", status: "" });
  calls.weigh.mockResolvedValue({ preview: { ends: null, odds: {}, target: "red-2", also: [] } });
  begin(asked(1, ["pick", "pick"]));
  deciding.choose(0);
  await settled();
  expect(deciding.hurt.map(({ id }) => id)).toEqual(["red-2"]);
  expect(deciding.commit()).toBe(false);
  expect(deciding.sure).toBe(true);
  expect(calls.answer).not.toHaveBeenCalled();
  expect(deciding.commit()).toBe(true);
  deciding.choose(1);
  expect(deciding.sure).toBe(false);
});

test("an order typed in full is given at once, unless it is refused", async () => {
  begin(asked(1, ["path", "pick"]));
  deciding.choose(0);
  deciding.answerAt([5, 6], 900);
  await settled();
  expect(calls.answer).toHaveBeenCalledWith({ order: "go", x: 5, y: 6 });
  calls.answer.mockClear();
  calls.point.mockRejectedValue(new No("far", "Too far.", ""));
  deciding.answerAt([50, 60], null);
  await settled();
  expect(calls.answer).not.toHaveBeenCalled();
});

test("waypoints are gone by in turn, and the last can be dropped", async () => {
  begin(asked(1, ["path", "pick"]));
  deciding.choose(0);
  deciding.goBy([3, 4]);
  await settled();
  deciding.point([5, 6], null, true);
  await settled();
  expect(calls.point).toHaveBeenLastCalledWith(0, 5, 6, null, [[3, 4]], true);
  expect(deciding.dropWaypoint()).toBe(true);
  await settled();
  expect(calls.point).toHaveBeenLastCalledWith(0, 5, 6, null, [], true);
  expect(deciding.pinned).toBe(true);
  expect(deciding.dropWaypoint()).toBe(false);
});

test("a refused place is no waypoint, nor one that was not reached", async () => {
  begin(asked(1, ["path", "pick"]));
  deciding.choose(0);
  calls.point.mockRejectedValueOnce(new No("far", "Too far.", ""));
  deciding.goBy([9, 9]);
  await settled();
  expect(deciding.refusal).toMatchObject({ message: "Too far." });
  expect(deciding.via).toEqual([]);
  calls.point.mockResolvedValueOnce(pointed(4, 4, null));
  deciding.goBy([9, 9]);
  await settled();
  expect(deciding.via).toEqual([[4, 4]]);
  expect(deciding.pinned).toBe(false);
});

test("looking at a complete option for a moment shows where it leads, asked once", async () => {
  vi.useFakeTimers();
  begin(asked(1, ["pick", "pick", "path"]));
  deciding.leads.peek(0);
  deciding.leads.peek(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(calls.reach.mock.calls).toEqual([[1]]);
  expect(deciding.shownBands).toMatchObject([{ label: "band 1" }]);
  deciding.leads.peek(null);
  expect(deciding.shownBands).toEqual([]);
  deciding.leads.peek(1);
  await vi.advanceTimersByTimeAsync(200);
  deciding.choose(2);
  await vi.advanceTimersByTimeAsync(0);
  expect(calls.reach.mock.calls).toEqual([[1], [2]]);
  expect(deciding.shownBands).toMatchObject([{ label: "band 2" }]);
  vi.useRealTimers();
});

test("a way taken while a waypoint or a typed place is still asked about stays as it was taken", async () => {
  const way = { order: { order: "go", x: 9 }, preview: { ends: [9, 9, 0], spot: null, route: null } };
  for (const ask of [() => deciding.goBy([1, 1]), () => deciding.answerAt([1, 1], null)]) {
    begin(asked(1, ["pick", "path"]));
    deciding.choose(1);
    await settled();
    let answer: (found: ReturnType<typeof pointed>) => void = () => {};
    calls.point.mockImplementationOnce(() => new Promise((done) => (answer = done)));
    ask();
    deciding.take(way as unknown as Suggestion);
    answer(pointed(1, 1, null));
    await settled();
    expect([deciding.order, deciding.pinned, deciding.via]).toEqual([way.order, true, []]);
    expect(calls.answer).not.toHaveBeenCalled();
  }
});
