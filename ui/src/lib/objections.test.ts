import { beforeEach, expect, test, vi } from "vitest";
import type { Battle } from "./battle.svelte";
import { Objections } from "./objections.svelte";

const whyNot = vi.fn();
const standing = { now: { asked: { decision: 1 } as { decision: number } | null } };
const settled = () => new Promise((done) => setTimeout(done));
const said = (message: string) => ({ objections: [{ attempt: "Gun", code: "far", message, rule: "x.1" }] });
let objections: Objections;

beforeEach(() => {
  whyNot.mockReset();
  standing.now.asked = { decision: 1 };
  objections = new Objections({ standing, whyNot } as unknown as Battle);
});

test("a piece is asked about once in a decision", async () => {
  whyNot.mockResolvedValue(said("Too far."));
  expect(objections.of("b1")).toEqual([]);
  objections.look("b1");
  objections.look("b1");
  objections.look("");
  await settled();
  objections.look("b1");
  expect(objections.of("b1")).toMatchObject([{ message: "Too far." }]);
  expect(whyNot.mock.calls).toEqual([["b1"]]);
});

test("another decision forgets what was said, and what comes too late", async () => {
  whyNot.mockResolvedValue(said("Too far."));
  objections.look("b1");
  await settled();
  standing.now.asked = { decision: 2 };
  expect(objections.of("b1")).toEqual([]);
  objections.look("b2");
  standing.now.asked = { decision: 3 };
  objections.look("");
  await settled();
  expect(objections.of("b2")).toEqual([]);
  standing.now.asked = null;
  objections.look("b1");
  expect(whyNot).toHaveBeenCalledTimes(2);
});

test("a question that failed may be asked again", async () => {
  whyNot.mockRejectedValueOnce(new Error("lost"));
  objections.look("b1");
  await settled();
  whyNot.mockResolvedValue(said("Too far."));
  objections.look("b1");
  await settled();
  expect(objections.of("b1")).toHaveLength(1);
});
