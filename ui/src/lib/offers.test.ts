import { expect, test } from "vitest";
import type { Short } from "../wire";
import { helpsOnAverage, helpsYou, isBettering, isContest, mayHelp, offerRows, targetOf, tellsOdds } from "./offers";
import type { Option } from "./options";
import real from "./fixtures/offers.json";

const pick = (label: string, order: string): Option => ({ kind: "pick", label, rule: "", order: { order } }) as unknown as Option;
const short = (option: number, more: Partial<Short>): Short =>
  ({ option, gives: 0, risks: 0, p_hit: null, mean_damage: 0, p_destroyed: 0, cost: "", without: null, target: "", touches: [], least: 0, most: 0, ...more }) as Short;
const stands = { p_hit: 1, mean_damage: 2, damage: { 2: 1 }, p_crippled: 0, p_destroyed: 0.5 };

test("an offer says what it costs and how it changes the chances, and what stands without it", () => {
  const options = [pick("Let it stand", "decline"), pick("Reroll", "reroll")];
  const again = short(1, { p_hit: 0.4, mean_damage: 0.5, p_destroyed: 0.1, cost: "1 point", without: stands });
  const [reroll, stay] = offerRows(options, new Map([[0, short(0, {})], [1, again]]));
  expect(reroll).toMatchObject({ without: false, cost: "1 point", odds: { hit: 0.4 } });
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

test("where nothing is rolled there is nothing to compare: the answers themselves say all", () => {
  const options = [pick("Activate the Jäger now", "command"), pick("No", "decline")];
  const dear = offerRows(options, new Map([[0, short(0, { cost: "1 Command Point of 2", gives: 0.1 })], [1, short(1, {})]]));
  expect(tellsOdds(dear)).toBe(false);
  expect(tellsOdds(offerRows(options, new Map([[0, short(0, { p_hit: 0.5 })]])))).toBe(true);
});

test("odds about one piece name it, and nobody is named where they differ", () => {
  const two = [short(0, { target: "blue-1" }), short(1, {}), short(2, { target: "blue-1" })];
  expect(targetOf(new Map(two.map((each) => [each.option, each])))).toBe("blue-1");
  expect(targetOf(new Map([...two, short(3, { target: "blue-2" })].map((each) => [each.option, each])))).toBe("");
  expect(targetOf(new Map())).toBe("");
});

test("a chance of better dice is told as that, and not as one to hit", () => {
  const dice = new Map([[0, short(0, { p_hit: 0.33 })], [1, short(1, {})]]);
  expect([isBettering(dice), isContest(dice)]).toEqual([true, true]);
  expect(isBettering(new Map([[0, short(0, { p_hit: 0.33, target: "blue-1" })]]))).toBe(false);
});

test("a roll that harms nobody is a contest, an attack is none even where armour stops it", () => {
  expect(isContest(new Map([[0, short(0, { without: { ...stands, damage: {} } })], [1, short(1, {})]]))).toBe(true);
  expect(isContest(new Map([[0, short(0, { without: { ...stands, damage: { 0: 1 } } })]]))).toBe(false);
  expect(isContest(new Map([[0, short(0, {})]]))).toBe(false);
});

const REROLL = [pick("Reroll", "reroll"), pick("Let it stand", "decline")];
const helps = (offer: Partial<Short>, mine: boolean | null) => mayHelp(REROLL, new Map([[0, short(0, { target: "one", ...offer })], [1, short(1, {})]]), () => mine);
const card = (p_hit: number, damage: number) => ({ p_hit, mean_damage: damage, damage: { [damage]: 1 }, p_crippled: 0, p_destroyed: 0 });

test("a reroll of my defence against a miss can only hurt; against a hit it may help", () => {
  expect(helps({ p_hit: 0.4, least: 0, most: 3, without: card(0, 0) }, true)).toBe(false);
  expect(helps({ p_hit: 0.86, least: 0, most: 9, without: card(1, 5) }, true)).toBe(true);
  expect(helps({ p_hit: 1, least: 2, most: 9, without: card(1, 2) }, true)).toBe(false);
  expect(helps({ p_hit: 1, least: 1, most: 9, without: card(1, 2) }, true)).toBe(true);
});

test("a reroll of my attack may help after a miss, and after a hit only where it can harm more", () => {
  expect(helps({ p_hit: 0.1, least: 0, most: 1, without: card(0, 0) }, false)).toBe(true);
  expect(helps({ p_hit: 0, least: 0, most: 0, without: card(0, 0) }, false)).toBe(false);
  expect(helps({ p_hit: 0.2, least: 0, most: 4, without: card(1, 4) }, false)).toBe(false);
  expect(helps({ p_hit: 0.2, least: 0, most: 5, without: card(1, 4) }, false)).toBe(true);
});

test("what cannot be compared may help, and where one can only decline nothing does", () => {
  expect(helps({ p_hit: 0.5, without: null }, false)).toBe(true);
  expect(helps({ p_hit: 0.5, without: card(1, 4) }, null)).toBe(true);
  expect(mayHelp([pick("No", "decline")], new Map(), () => true)).toBe(false);
});

test("what I roll more of is good for me, what is rolled more of against me is not", () => {
  expect([helpsYou({ value: 1 }, true), helpsYou({ value: -1 }, true), helpsYou({ value: 1 }, false), helpsYou({ value: -1 }, false)]).toEqual([true, false, false, true]);
});

test.each(real.map((offer) => [offer.system, offer.ask.prompt, offer] as const))("a real offer of %s: %s", (_system, _prompt, offer) => {
  const sides: Partial<Record<string, string>> = offer.sides;
  const isMine = (piece: string) => (sides[piece] ? sides[piece] === offer.ask.seat : null);
  const shorts = new Map((offer.shorts as unknown as Short[]).map((each) => [each.option, each]));
  const options = offer.options as unknown as Option[];
  expect(mayHelp(options, shorts, isMine, offer.ask)).toBe(offer.may);
  expect(helpsOnAverage(options, shorts, isMine, offer.ask)).toBe(offer.average);
});

const average = (offer: Partial<Short>, mine: boolean | null) => helpsOnAverage(REROLL, new Map([[0, short(0, { target: "one", ...offer })], [1, short(1, {})]]), () => mine);

test("a reroll that may help in one case of many does not help on average", () => {
  // A hit that new dice would better in few cases, and a hit on me that would mostly be worse.
  expect(helps({ p_hit: 0.58, mean_damage: 0.6, least: 0, most: 5, without: card(1, 1) }, false)).toBe(true);
  expect(average({ p_hit: 0.58, mean_damage: 0.6, least: 0, most: 5, without: card(1, 1) }, false)).toBe(false);
  expect(helps({ p_hit: 1, mean_damage: 1.5, least: 0, most: 4, without: card(1, 0.5) }, true)).toBe(true);
  expect(average({ p_hit: 1, mean_damage: 1.5, least: 0, most: 4, without: card(1, 0.5) }, true)).toBe(false);
  expect(average({ p_hit: 0.5, mean_damage: 1.5, least: 0, most: 4, without: card(1, 2) }, true)).toBe(true);
  expect(average({ p_hit: 0.5, mean_damage: 1.5, least: 0, most: 4, without: card(0, 0) }, false)).toBe(true);
});

test("where the damage is the same on average the hits decide, and what is all the same does not help", () => {
  const contest = { p_hit: 0, mean_damage: 0, damage: {}, p_crippled: 0, p_destroyed: 0 };
  expect(average({ p_hit: 0.3, without: contest }, false)).toBe(true);
  expect(average({ p_hit: 0, without: contest }, false)).toBe(false);
  expect(average({ p_hit: 0.3, without: contest }, true)).toBe(false);
});
