import { describe, expect, test } from "vitest";
import type { Asked, Step } from "../wire";
import { Lesson, worded } from "./lesson.svelte";

const step = (until: string): Step => ({ say: "", title: "", at: "", until, unit: "", row: "", spot: null });
const STEPS = [step("read"), step("card"), step("planned move or asked activate"), step("ordered move or asked activate"), step("read")];
const NOTHING = { asked: null, planned: "", card: false, eye: false, over: false };
const asked = (kind: string, decision: number) => ({ decision, ask: { kind } }) as unknown as Asked;

function shelf(): Storage {
  const kept = new Map<string, string>();
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) } as Storage;
}

describe("a lesson", () => {
  test("goes on when what a step waits for is done", () => {
    const lesson = new Lesson(STEPS, "b", shelf());
    lesson.look({ ...NOTHING, card: true });
    expect(lesson.at).toBe(0);
    lesson.next();
    lesson.look({ ...NOTHING, card: true });
    expect(lesson.at).toBe(2);
    lesson.look({ ...NOTHING, planned: "attack" });
    expect(lesson.at).toBe(2);
    lesson.look({ ...NOTHING, planned: "move" });
    lesson.ordered("move", 3);
    expect(lesson.at).toBe(4);
  });
  test("does not take a question for new that was there before", () => {
    const lesson = new Lesson(STEPS, "b", shelf());
    lesson.next(7);
    lesson.next(7);
    lesson.look({ ...NOTHING, asked: asked("activate", 7) });
    expect(lesson.at).toBe(2);
    lesson.look({ ...NOTHING, asked: asked("activate", 8) });
    expect(lesson.at).toBe(3);
  });
  test("goes on where it was left", () => {
    const kept = shelf();
    const lesson = new Lesson(STEPS, "b", kept);
    lesson.next();
    lesson.next();
    lesson.fold(true);
    const again = new Lesson(STEPS, "b", kept);
    expect([again.at, again.folded]).toEqual([2, true]);
    again.fold(false);
    expect(new Lesson(STEPS, "b", kept).folded).toBe(false);
    expect(new Lesson(STEPS, "other", kept).at).toBe(0);
  });
  test("does not wait for what has come while something was read", () => {
    const lesson = new Lesson([step("read"), step("ordered end-activation or asked activate"), step("read")], "b", shelf());
    lesson.next(7);
    lesson.look({ ...NOTHING, asked: asked("activate", 7) });
    expect(lesson.at).toBe(2);
  });
  test("goes past the planning of what was done at once", () => {
    const lesson = new Lesson(STEPS.slice(2), "b", shelf());
    lesson.ordered("move", 3);
    expect(lesson.at).toBe(2);
  });
  test("teaches the orders that its steps wait for", () => {
    expect([...new Lesson(STEPS, "b", shelf()).taught]).toEqual(["move"]);
  });
  test("says tap and names no keys where there is a finger", () => {
    expect(worded("Close the picture (Esc), click Do it", true)).toBe("Close the picture, tap Do it");
    expect(worded("Click Do it (Enter)", true)).toBe("Tap Do it");
    expect(worded("Click Do it (Enter)", false)).toBe("Click Do it (Enter)");
  });
});
