import { expect, test } from "vitest";
import type { Line, Now, Piece, Update, Welcome } from "../wire";
import { heard, updated, welcomed } from "./standing";

const piece = (id: string, x = 0): Piece => ({ id, x }) as Piece;
const line = (text: string): Line => ({ text, units: [], rule: "", rolls: [], shots: [] });
const welcome = {
  kind: "welcome",
  number: 3,
  battle: "b",
  you: "red",
  table: { kind: "inches", width: 1, height: 1, shapes: [] },
  pieces: [piece("a"), piece("b"), piece("c")],
  now: { round: 1 } as Now,
  keeps: 0,
  story: [line("one"), line("two")],
  said: [],
} as unknown as Welcome;
const update = (parts: Partial<Update>): Update => ({
  kind: "update",
  number: 4,
  pieces: [],
  gone: [],
  now: { round: 2 } as Now,
  keeps: 2,
  story: [],
  table: null,
  ...parts,
});

test("a welcome holds the facts of the battle and how it stands", () => {
  const standing = welcomed(null, welcome);
  expect(standing.facts.you).toBe("red");
  expect(standing.facts).not.toHaveProperty("pieces");
  expect(standing.story.map((told) => told.text)).toEqual(["one", "two"]);
});

test("a second welcome keeps the lines it says are shown already", () => {
  const again = welcomed(welcomed(null, welcome), { ...welcome, keeps: 1, story: [line("other")] });
  expect(again.story.map((told) => told.text)).toEqual(["one", "other"]);
});

test("an update changes pieces in their places, drops those gone and adds new ones", () => {
  const after = updated(welcomed(null, welcome), update({ pieces: [piece("d"), piece("b", 5)], gone: ["a"] }));
  expect(after.pieces.map((known) => [known.id, known.x])).toEqual([
    ["b", 5],
    ["c", 0],
    ["d", 0],
  ]);
  expect(after.now.round).toBe(2);
});

test("an update tells on, or takes lines back", () => {
  const more = updated(welcomed(null, welcome), update({ keeps: 2, story: [line("three")] }));
  expect(more.story).toHaveLength(3);
  const back = updated(more, update({ keeps: 1, story: [] }));
  expect(back.story.map((told) => told.text)).toEqual(["one"]);
});

test("what did not change stays the same object, so that nothing is drawn again", () => {
  const before = welcomed(null, welcome);
  const after = updated(before, update({}));
  expect(after.pieces).toBe(before.pieces);
  expect(after.story).toBe(before.story);
  expect(after.table).toBe(before.table);
});

test("what is said is added", () => {
  const after = heard(welcomed(null, welcome), { kind: "said", seat: "red", text: "hello" });
  expect(after.said).toHaveLength(1);
});
