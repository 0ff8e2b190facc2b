import { expect, test } from "vitest";
import type { Short } from "../wire";
import { isContest, offerRows, targetOf } from "./offers";
import type { Option } from "./options";

const pick = (label: string, order: string): Option => ({ kind: "pick", label, rule: "", order: { order } }) as unknown as Option;
const short = (option: number, more: Partial<Short>): Short =>
  ({ option, gives: 0, risks: 0, p_hit: null, mean_damage: 0, p_destroyed: 0, cost: "", without: null, target: "", ...more }) as Short;
const stands = { p_hit: 1, mean_damage: 2, damage: { 2: 1 }, p_crippled: 0, p_destroyed: 0.5 };

test("an offer says what it costs and how it changes the chances, and what stands without it", () => {
  const options = [pick("Let it stand", "decline"), pick("Reroll", "reroll")];
  const again = short(1, { p_hit: 0.4, mean_damage: 0.5, p_destroyed: 0.1, cost: "1 point", without: stands, gives: 0.2 });
  const [reroll, stay] = offerRows(options, new Map([[0, short(0, {})], [1, again]]));
  expect(reroll).toMatchObject({ without: false, cost: "1 point", worth: 0.2, odds: { hit: 0.4 } });
  expect(reroll!.change!.hit).toBeCloseTo(-0.6);
  expect(reroll!.change!.damage).toBeCloseTo(-1.5);
  expect(stay).toMatchObject({ without: true, odds: { hit: 1, damage: 2, destroyed: 0.5 }, change: null });
});

test("an offer of something new has nothing to be compared with", () => {
  const [fire, hold] = offerRows([pick("Fire", "fire"), pick("Hold", "decline")], new Map([[0, short(0, { p_hit: 0.6 })], [1, short(1, {})]]));
  expect(fire).toMatchObject({ odds: { hit: 0.6 }, change: null });
  expect(hold!.odds).toBeNull();
  expect(offerRows([pick("Fire", "fire")], new Map())).toEqual([]);
});

test("odds about one piece name it, and nobody is named where they differ", () => {
  const two = [short(0, { target: "blue-1" }), short(1, {}), short(2, { target: "blue-1" })];
  expect(targetOf(new Map(two.map((each) => [each.option, each])))).toBe("blue-1");
  expect(targetOf(new Map([...two, short(3, { target: "blue-2" })].map((each) => [each.option, each])))).toBe("");
  expect(targetOf(new Map())).toBe("");
});

test("a roll that harms nobody is a contest, an attack is none even where armour stops it", () => {
  expect(isContest(new Map([[0, short(0, { without: { ...stands, damage: {} } })], [1, short(1, {})]]))).toBe(true);
  expect(isContest(new Map([[0, short(0, { without: { ...stands, damage: { 0: 1 } } })]]))).toBe(false);
  expect(isContest(new Map([[0, short(0, {})]]))).toBe(false);
});
