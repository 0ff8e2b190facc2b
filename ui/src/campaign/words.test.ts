import { expect, test } from "vitest";
import { readRoute } from "../lib/route";
import type { CampaignView, MemberView, Repair } from "../wire";
import { ownCampaigns, rememberCampaign } from "./memory";
import { battleName, byGroup, byMember, campaignLink, oddsOf, priceWords, rollWords, standingWords, woundWords } from "./words";

const REPAIR: Repair = { id: "red-1:armor", member: "red-1", effect: "2 Armor lost", cost: { "Labor Points": 8 }, dice: 3, bonus: 0, threshold: 2, chances: [208, 7, 1, 216], rule: "x.1", refused: "", hopeless: false, returns: false };

function shelf(): Storage {
  const kept = new Map<string, string>();
  return { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, value: string) => void kept.set(name, value) } as unknown as Storage;
}

test("the odds of a repair are told exactly, and their shares fill the bar", () => {
  const odds = oddsOf(REPAIR);
  expect(odds).toMatchObject({ good: "96.3 %", bad: "3.2 %", fumble: "0.5 %", counted: "208 of 216" });
  expect(odds.shares.reduce((one, other) => one + other)).toBeCloseTo(100);
  expect(oddsOf({ chances: [0, 1, 0, 1] })).toMatchObject({ good: "0 %", bad: "100 %" });
  expect(oddsOf({ chances: [0, 0, 0, 0] }).good).toBe("0 %");
});

test("what is rolled and what is paid is said in words", () => {
  expect(rollWords(REPAIR)).toBe("3d6 above 2");
  expect(rollWords({ dice: 4, bonus: -1, threshold: 8 })).toBe("4d6 −1 above 8");
  expect(priceWords({ "Victory Points": 3 })).toBe("3 Victory Points");
  expect(priceWords({ "Victory Points": 1 })).toBe("1 Victory Point");
  expect(priceWords({})).toBe("");
  expect(priceWords({ "Victory Points": 1, "battles won": 1 })).toBe("1 Victory Point, 1 battles won");
});

test("members stand in their groups and repairs with their members", () => {
  const member = (id: string, group: number) => ({ id, group }) as MemberView;
  expect(byGroup({ members: [member("a", 2), member("b", 1), member("c", 2)] }).map(([group, all]) => [group, all.map((each) => each.id)])).toEqual([[1, ["b"]], [2, ["a", "c"]]]);
  expect(byMember([REPAIR, { ...REPAIR, id: "x", member: "red-2" }, REPAIR]).map(([id, all]) => [id, all.length])).toEqual([["red-1", 2], ["red-2", 1]]);
});

test("what the boxes of a member show is not said twice, unless it lies lost", () => {
  const member = { wounds: ["hull 3", "LAC 4 used"], tracks: [{ name: "Hull", now: 3, full: 4 }], away: "" };
  expect(woundWords(member)).toEqual(["LAC 4 used"]);
  expect(woundWords({ ...member, away: "lost" })).toHaveLength(2);
});

test("how it stands is said for campaigns under way, won and drawn", () => {
  const view = { day: 2, of: 3, battles: [{}], over: null } as unknown as CampaignView;
  expect(standingWords({ view })).toBe("Day 2, 1 of 3 battles fought");
  expect(standingWords({ view: { ...view, over: { winner: "red", reason: "", score: {} } } })).toBe("red has won the campaign");
  expect(standingWords({ view: { ...view, over: { winner: "", reason: "", score: {} } } })).toContain("draw");
});

test("battles are called by their scenario, or as the rules call them", () => {
  expect(battleName("duel", [{ id: "duel", title: "Duel" }])).toBe("Duel");
  expect(battleName("wagons", [], [{ id: "wagons", about: "a raid on wagons" }])).toBe("a raid on wagons");
  expect(battleName("gone", [])).toBe("gone");
});

test("a link to a campaign leads back to its seat", () => {
  expect(readRoute(campaignLink("wagons", "a-b_1", "t/o=k"))).toEqual({ page: "campaigns", id: "wagons", part: "a-b_1", asked: { seat: "t/o=k" } });
});

test("campaigns are remembered with all seats one was ever given, and nonsense is left out", () => {
  const kept = shelf();
  rememberCampaign({ campaign: "a", system: "wagons", title: "A", seats: { red: "1" }, invited: { blue: "2" } }, kept);
  rememberCampaign({ campaign: "b", system: "wagons", title: "B", seats: {} }, kept);
  rememberCampaign({ campaign: "a", system: "wagons", title: "A", seats: { blue: "2" } }, kept);
  expect(ownCampaigns(kept).map((own) => own.campaign)).toEqual(["a", "b"]);
  expect(ownCampaigns(kept)[0]).toMatchObject({ seats: { red: "1", blue: "2" }, invited: { blue: "2" } });
  kept.setItem("gearlock.campaigns", '[1, {"campaign": "x"}, {"campaign": "c", "system": "s", "seats": {}}]');
  expect(ownCampaigns(kept)).toHaveLength(1);
  kept.setItem("gearlock.campaigns", "{");
  expect(ownCampaigns(kept)).toEqual([]);
});
