import { expect, test } from "vitest";
import { along, bandsOf, otherRows } from "./bands";

const gun = { name: "LAC", best: [6, 18] as [number, number], most: 36, strength: [], traits: [] };

test("near ranges get more room than far ones", () => {
  expect(along(0, 72)).toBe(0);
  expect(along(18, 72)).toBe(150);
  expect(along(72, 72)).toBe(300);
  expect(along(999, 72)).toBe(300);
  expect(along(-1, 72)).toBe(300);
});

test("a bar has its bands in order and says them in words", () => {
  const bar = bandsOf(gun, 72);
  expect(bar.from).toBeLessThan(bar.to);
  expect(bar.to).toBeLessThan(bar.most);
  expect(bar.marks.map((mark) => mark.text)).toEqual(["36", "18", "6"]);
  expect(bar.words("″")).toBe("best 6 to 18″, at most 36″");
  expect(bandsOf({ ...gun, best: [0, 0], most: 0 }, 72).words("″")).toBe("melee");
  expect(bandsOf({ ...gun, most: -1 }, 72).marks[0]?.text).toBe("∞");
});

test("figures do not stand over each other", () => {
  expect(bandsOf({ ...gun, best: [35, 36], most: 37 }, 72).marks.length).toBe(1);
});

test("what a bar shows is not said again", () => {
  const model = { rows: [["  LAC", "a line"], ["built in: LAC", "x"], ["traits", "Arms"]] as [string, string][], arms: [gun] };
  expect(otherRows(model as never).map(([head]) => head)).toEqual(["traits"]);
});
