import { expect, test } from "vitest";
import type { Asked, Piece, Short } from "../wire";
import { differ, groupOptions, heading, isOpen, minus, numberedOptions, ownHurt, percent, signedWorth, spotWords, stepsText, type Option } from "./options";

const pieces = new Map(
  [
    { id: "red-1", name: "Red One", side: "red", status: "" },
    { id: "red-2", name: "Red Two", side: "red", status: "" },
    { id: "blue-1", name: "Blue One", side: "blue", status: "" },
    { id: "blue-2", name: "Blue Two", side: "blue", status: "destroyed" },
  ].map((piece) => [piece.id, piece as Piece]),
);
const option = (kind: Option["kind"], label: string, order: object, more: object = {}): Option =>
  ({ kind, label, order: { order: "do", ...order }, rule: "", ...more }) as Option;
const asked = (unit: string, ...options: Option[]): Asked => ({
  decision: 1,
  ask: { seat: "red", kind: "act", unit, about: [], rule: "", prompt: "", optional: false },
  options,
});

test("options about pieces stand under those pieces, without saying the name again", () => {
  const groups = groupOptions(
    asked(
      "",
      option("pick", "Red One: braced", { unit: "red-1" }),
      option("pick", "Red Two: braced", { unit: "red-2" }),
      option("pick", "Red One: top speed", { unit: "red-1" }),
    ),
    pieces,
    new Map(),
  );
  expect(groups.map((group) => [group.title, group.choices.map((choice) => choice.label)])).toEqual([
    ["Red One", ["Braced", "Top speed"]],
    ["Red Two", ["Braced"]],
  ]);
  expect(groups[0]!.choices.map(({ index, number }) => [index, number])).toEqual([[0, 1], [2, 2]]);
  expect(groups[1]!.choices.map(({ index, number }) => [index, number])).toEqual([[1, 3]]);
});

test("what the acting piece can do is grouped by kind, targets by target, declining last", () => {
  const groups = groupOptions(
    asked(
      "red-1",
      option("pick", "No", { order: "decline" }),
      option("path", "Walk", { unit: "red-1" }),
      option("target", "Gun at the Blue One", { unit: "red-1" }, { unit: "blue-1", weapon: "gun" }),
      option("pick", "Stand by", { unit: "red-1" }),
      option("target", "Fire rockets at Blue One", { unit: "red-1" }, { unit: "blue-1", weapon: "rockets" }),
    ),
    pieces,
    new Map([[2, { option: 2, gives: 0, risks: 0, p_hit: 0.5, mean_damage: 1, p_destroyed: 0, cost: "", without: null, target: "", touches: [], least: 0, most: 0 }]]),
  );
  expect(groups.map((group) => group.title)).toEqual(["At Blue One", "Move", "Do", ""]);
  expect(groups[0]!.choices[0]).toMatchObject({ label: "Gun", short: { p_hit: 0.5 } });
  expect(groups[0]!.choices[1]!.label).toBe("Fire rockets");
});

test("a heading says nothing that its choices say, and nothing empty", () => {
  const groups = groupOptions(
    asked("red-1", option("path", "Move: Walker", {}), option("facing", "Spin", {}), option("pick", "Stand by", {}), option("place", "Aim there", {})),
    pieces,
    new Map(),
  );
  expect(groups.map(heading)).toEqual(["", "Turn", "", ""]);
});

test("who waits heads the choices of putting it on the table where there are several", () => {
  const put = (unit: string, label: string) => option("place", label, { unit });
  const all = [put("red-1", "Place the Red One at speed"), put("red-1", "Place the Red One standing"), put("red-2", "Place the Red Two")];
  const groups = groupOptions(asked("", ...all), pieces, new Map());
  expect(groups.map((group) => [heading(group), group.choices.map(({ label }) => label)])).toEqual([
    ["", ["Place the Red Two"]],
    ["Red One", ["Place at speed", "Place standing"]],
  ]);
});

test("the numbers count what is shown from the top", () => {
  const options = [option("pick", "Stand by", {}), option("path", "Walk", {}), option("target", "Gun", {}, { unit: "blue-1" })];
  expect(numberedOptions(asked("red-1", ...options), pieces)).toEqual([2, 1, 0]);
  expect(numberedOptions(null, pieces)).toEqual([]);
});

test("open options are those that still need a place, a direction or a number", () => {
  expect((["pick", "target", "path", "place", "facing", "amount"] as const).map((kind) => isOpen(option(kind, "", {})))).toEqual([
    false,
    false,
    true,
    true,
    true,
    true,
  ]);
});

test("a chance is never rounded to certainty", () => {
  expect([0, 0.001, 0.5, 0.999, 1].map(percent)).toEqual(["0%", "<1%", "50%", ">99%", "100%"]);
});

test("orders that repeat are counted", () => {
  expect(stepsText(["Turn", "Move", "Move", "Fire", "Move"])).toBe("Turn → Move (2 times) → Fire → Move");
});

test("a worth has a sign unless it is nought", () => {
  expect([0.126, -0.2, -0.001, 0].map(signedWorth)).toEqual(["+0.13", "−0.20", "0.00", "0.00"]);
});

const short = (option: number, touches: string[]): Short =>
  ({ option, gives: 0, risks: 0, p_hit: 1, mean_damage: 1, p_destroyed: 0, cost: "", without: null, target: touches[0] ?? "", touches, least: 0, most: 1 });

test("living enemies stand first, wrecks and one's own side last and folded", () => {
  const question = asked(
    "red-1",
    option("target", "Gun at Red Two", { unit: "red-1" }, { unit: "red-2" }),
    option("target", "Gun at Blue Two", { unit: "red-1" }, { unit: "blue-2" }),
    option("target", "Grenades all around", { unit: "red-1" }, { unit: "" }),
    option("target", "Gun at Blue One", { unit: "red-1" }, { unit: "blue-1" }),
    option("path", "Walk", { unit: "red-1" }),
  );
  const groups = groupOptions(question, pieces, new Map([[2, short(2, ["red-2"])]]));
  expect(groups.map(({ title, aside }) => [title, aside])).toEqual([
    ["At Blue One", false],
    ["Move", false],
    ["At Blue Two, a wreck", true],
    ["At Red Two", true],
    ["Own side", true],
  ]);
});

test("an attack on friend and foe stays among attacks, and says whom of one's own it hurts", () => {
  const all = short(0, ["blue-1", "red-2", "blue-2"]);
  const [first] = groupOptions(asked("red-1", option("target", "Grenades all around", { unit: "red-1" }, { unit: "" })), pieces, new Map([[0, all]]));
  expect(first!.aside).toBe(false);
  expect(ownHurt(all, pieces, "red").map(({ id }) => id)).toEqual(["red-2"]);
  expect(ownHurt(short(0, ["blue-2"]), pieces, "blue")).toEqual([]);
  expect(ownHurt(undefined, pieces, "red")).toEqual([]);
});

test("ways that all come to the same are not good ones, and of what only lies there no shot is told", () => {
  expect(differ([])).toBe(false);
  expect(differ([{ gives: 0.4, risks: 0 }, { gives: 0.4, risks: 0.001 }])).toBe(false);
  expect(differ([{ gives: 0.4, risks: 0 }, { gives: 0.4, risks: 0.1 }])).toBe(true);
  expect(spotWords({ gives: 0.4, risks: 0 })).toBe("a good shot, out of danger");
  expect(spotWords({ gives: 0.4, risks: 0, spot: [1, 2, 0] })).toBe("");
});

test("what is taken off has the sign that readers know", () => {
  expect(["2D6 -5, mean 0.33", "-2 to hit", "1 to 2-3 (-1)", "3D6"].map(minus)).toEqual(["2D6 −5, mean 0.33", "−2 to hit", "1 to 2-3 (−1)", "3D6"]);
});
