import { expect, test, vi } from "vitest";
import type { Asked, Band, Piece } from "../wire";
import type { Battle } from "./battle.svelte";
import { beginnings, Course, extent, inHand, moves, outOfReach, within } from "./course.svelte";
import { Deciding } from "./deciding.svelte";

const asked = (unit: string, ...options: object[]): Asked =>
  ({ decision: 1, ask: { seat: "red", kind: "act", unit, about: [], rule: "", prompt: "", optional: false }, options }) as unknown as Asked;
const pick = (unit: string) => ({ kind: "pick", label: "", rule: "", order: { order: "activate", unit } });
const path = (unit: string) => ({ kind: "path", label: "", rule: "", unit, order: { order: "move", unit } });
const piece = (id: string, side: string) => ({ id, side }) as Piece;

test("a piece is in hand where the decision is about what it may begin, or how it moves", () => {
  const choosing = asked("", pick("red-1"), pick("red-2"), pick("red-1"));
  expect(beginnings(choosing, "red-1")).toEqual([0, 2]);
  expect(inHand(choosing, piece("red-1", "red"), "red")).toBe(true);
  expect(inHand(choosing, piece("red-3", "red"), "red")).toBe(false);
  expect(inHand(choosing, piece("red-1", "red"), "blue")).toBe(false);
  const acting = asked("red-1", pick("red-1"), path("red-1"));
  expect(beginnings(acting, "red-1")).toEqual([]);
  expect(moves(acting, "red-1")).toEqual([1]);
  expect(inHand(acting, piece("red-1", "red"), "red")).toBe(true);
  expect(inHand(null, piece("red-1", "red"), "red")).toBe(false);
});

test("a place lies in a band of outlines, or of hexes", () => {
  const bands: Band[] = [
    { label: "one", hexes: [], outlines: [[[0, 0], [10, 0], [10, 10], [0, 10]]] },
    { label: "two", hexes: [[40, 3]], outlines: [] },
  ];
  expect([within(bands, [5, 5]), within(bands, [15, 5]), within(bands, [40, 3])]).toEqual([true, false, true]);
});

function table(options: object[], bands: Record<number, Band[]>) {
  const question = asked("", ...options);
  const standing = { now: { asked: question as Asked | null }, table: { kind: "inches" }, story: [] };
  const answer = vi.fn();
  const point = vi.fn((_: number, x: number, y: number) => Promise.resolve({ order: { order: "go", x, y }, preview: { ends: [x, y, 0], spot: null, route: null } }));
  const battle = {
    standing,
    pieces: new Map([["red-1", { id: "red-1", side: "red", x: 0, y: 0 }], ["blue-1", { id: "blue-1", side: "blue", x: 0, y: 20000 }]]),
    reach: (at: number) => Promise.resolve({ bands: bands[at] ?? [] }),
    weigh: () => Promise.resolve({ preview: { ends: null } }),
    weighAll: () => Promise.resolve({ options: [] }),
    suggest: () => Promise.resolve({ ways: [] }),
    token: "",
    point,
    answer,
  } as unknown as Battle;
  const deciding = new Deciding(battle);
  const course = new Course(battle, deciding);
  deciding.oncommit = () => course.confirm();
  const ask = (next: Asked) => {
    standing.now.asked = next;
    deciding.begin(next);
    course.goOn(next);
  };
  return { question, deciding, course, answer, point, ask };
}

const reaches = (inches: number): Band[] => [{ label: "", hexes: [], outlines: [[[-inches, -inches], [inches, -inches], [inches, inches], [-inches, inches]].map(([x, y]) => [x! * 1000, y! * 1000] as [number, number])] }];
const POSTURES = { 1: reaches(6), 2: reaches(12) };
const settled = () => new Promise((done) => setTimeout(done, 5));

test("a click on the ground answers nothing: it plans the least that leads there", async () => {
  const { question, deciding, course, answer } = table([pick("red-1"), pick("red-1"), pick("red-1")], POSTURES);
  await course.begin(question, "red-1", [0, 9000]);
  expect(deciding.chosen).toBe(2);
  expect(course.then).toEqual([0, 9000]);
  await course.begin(question, "red-1", [0, 4000]);
  expect(deciding.chosen).toBe(1);
  expect(answer).not.toHaveBeenCalled();
});

test("ground that nothing reaches is refused in words, and nothing is planned or answered", async () => {
  const { question, deciding, course, answer } = table([pick("red-1"), pick("red-1"), pick("red-1")], POSTURES);
  await course.begin(question, "red-1", [0, 26000]);
  expect([deciding.chosen, course.then, course.place]).toEqual([null, null, null]);
  expect(deciding.refusal).toMatchObject({ message: "Too far: 17 in at most.", at: [0, 26000] });
  expect(answer).not.toHaveBeenCalled();
});

test("once confirmed the piece goes to where it was to go, through an offer in between, and the attack is planned", async () => {
  const { question, deciding, course, answer, ask } = table([pick("red-1"), pick("red-1"), pick("red-1")], POSTURES);
  await course.begin(question, "red-1", [0, 4000]);
  course.target = "blue-1";
  expect(deciding.commit()).toBe(true);
  expect(answer.mock.lastCall).toEqual([{ order: "activate", unit: "red-1" }]);
  const act = asked("red-1", path("red-1"), { kind: "target", label: "", rule: "", unit: "blue-1", weapon: "gun", order: { order: "attack", unit: "red-1" } });
  ask({ ...act, decision: 2, ask: { ...act.ask, unit: "", optional: true }, options: [] });
  ask({ ...act, decision: 3 });
  await settled();
  expect(answer.mock.lastCall).toEqual([{ order: "go", x: 0, y: 4000 }]);
  ask({ ...act, decision: 4 });
  await settled();
  expect(deciding.chosen).toBe(1);
  expect(answer).toHaveBeenCalledTimes(2);
});

test("a move that ends elsewhere than it was to end is shown and waits", async () => {
  const { question, deciding, course, answer, point, ask } = table([pick("red-1"), pick("red-1"), pick("red-1")], POSTURES);
  await course.begin(question, "red-1", [0, 4000]);
  deciding.commit();
  point.mockImplementation((_: number, x: number) => Promise.resolve({ order: { order: "go", x, y: 3000 }, preview: { ends: [x, 3000, 0], spot: null, route: null } }));
  ask({ ...asked("red-1", path("red-1")), decision: 2 });
  await settled();
  expect(answer).toHaveBeenCalledTimes(1);
  expect(deciding.pinned).toBe(true);
});

test("an order that was not about the way drops it: the piece does not go there later", async () => {
  const { question, deciding, course, answer, ask } = table([pick("red-1"), pick("red-1"), pick("red-1")], POSTURES);
  await course.begin(question, "red-1", [0, 4000]);
  deciding.choose(0);
  expect(course.then).toBe(null);
  deciding.commit();
  ask({ ...asked("red-1", path("red-1"), pick("red-1")), decision: 2 });
  await settled();
  expect(answer).toHaveBeenCalledTimes(1);
  expect(deciding.chosen).toBe(null);
});

test("where who acts could go is known as long as nothing else is planned", async () => {
  const { course, ask } = table([pick("red-1")], { 0: reaches(5), 1: reaches(6) });
  ask({ ...asked("red-1", path("red-1"), path("red-1")), decision: 2 });
  await settled();
  expect(course.around).toEqual(reaches(6));
});

test("why a spot will not do: too far, or nothing can stop there, or it cannot move", () => {
  expect(extent([{ label: "", hexes: [[3, 0], [0, 2]], outlines: [] }], [0, 0], "hexes")).toBe(3);
  expect(outOfReach(12, 26, "inches")).toBe("Too far: 12 in at most.");
  expect(outOfReach(3, 9, "hexes")).toBe("Too far: 3 hexes at most.");
  expect(outOfReach(12, 4, "inches")).toBe("It cannot stop there. Click in the green area.");
  expect(outOfReach(0, 4, "inches")).toContain("cannot move");
});
