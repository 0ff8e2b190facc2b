import { expect, test } from "vitest";
import type { RulePage } from "../wire";
import { areaWords, byChapter, linked, marked, nearest, search, valuesOf } from "./searching";

function page(id: string, title: string, summary: string, area = "dice", ruling = ""): RulePage {
  return { entry: { id, title, summary, area, level: "core", ruling, example: "", gap: "", note: "", lines: "1", status: "done", reason: "", line: 0 }, code: [] } as unknown as RulePage;
}
const pages = [page("wagons.1", "Rolling", "Cover is no matter here."), page("wagons.2", "Cover", "See wagons.1.", "fire", "All of it."), page("wagons.3", "Fleeing", "Runs.", "fire")];
const all = { words: "", area: "", level: "", ruled: false };

test("titles come before texts, and every word counts", () => {
  expect(search(pages, { ...all, words: "cover" }).map((each) => each.entry.id)).toEqual(["wagons.2", "wagons.1"]);
  expect(search(pages, { ...all, words: "cover matter" }).map((each) => each.entry.id)).toEqual(["wagons.1"]);
  expect(search(pages, { ...all, words: "wagons.3" }).length).toBe(1);
});

test("chapters, and rules with a ruling, can be had alone", () => {
  expect(search(pages, { ...all, area: "fire" }).length).toBe(2);
  expect(search(pages, { ...all, ruled: true }).map((each) => each.entry.id)).toEqual(["wagons.2"]);
  expect(valuesOf(pages, "area")).toEqual(["dice", "fire"]);
});

test("a chapter stays together, in the order of the book", () => {
  const mixed = [page("w.1", "A", ""), page("w.2", "B", "", "fire"), page("w.3", "C", ""), page("w.4", "D", "", "fire")];
  expect(byChapter(mixed).map((each) => each.entry.id)).toEqual(["w.1", "w.3", "w.2", "w.4"]);
});

test("rules that a text names are linked, others are not", () => {
  const known = new Set(["wagons.1"]);
  expect(linked("See wagons.1. Not wagons.9!", known, "wagons")).toEqual([
    { text: "See ", rule: "" },
    { text: "wagons.1", rule: "wagons.1" },
    { text: ". Not wagons.9!", rule: "" },
  ]);
});

test("found words are marked, whatever they are made of", () => {
  expect(marked("A cover (light)", "(light) cover")).toEqual([
    { text: "A ", hit: false },
    { text: "cover", hit: true },
    { text: " (", hit: false },
    { text: "light", hit: true },
    { text: ")", hit: false },
  ]);
  expect(marked("abc", "")).toEqual([{ text: "abc", hit: false }]);
});

test("signs around words are not looked for, and hyphens are a matter of taste", () => {
  const signed = [...pages, page("wagons.4.1", "Re-rolls of the driver", "Dice once more.")];
  expect(search(signed, { ...all, words: "§ 4.1" }).map((each) => each.entry.id)).toEqual(["wagons.4.1"]);
  expect(search(signed, { ...all, words: "“rerolls!”" }).map((each) => each.entry.id)).toEqual(["wagons.4.1"]);
});

test("where no rule has all the words the nearest ones are there", () => {
  expect(nearest(pages, { ...all, words: "covering unicorns" }).map((each) => each.entry.id)).toEqual(["wagons.2", "wagons.1"]);
  expect(nearest(pages, { ...all, words: "xylophone" })).toEqual([]);
});

test("chapters are called as readers call them", () => {
  expect(["ew", "weapon-trait", "cover", "supply-lines"].map(areaWords)).toEqual(["Electronic warfare", "Weapon traits", "Cover", "Supply lines"]);
});
