import { expect, test } from "vitest";
import type { Line } from "../wire";
import { isLoss, lossesOf } from "./losses";

const line = (text: string, units: string[] = [], more: Partial<Line> = {}): Line => ({ text, units, rule: "", rolls: [], shots: [], ...more });

test("who was lost is known with the round and who struck last", () => {
  const story = [
    line("Round 2."),
    line("Blue 1 attacks Red 1.", ["blue-1"], { shots: [{ look: "burst", by: "blue-1", at: "red-1", hits: true }] }),
    line("Red 1 is destroyed.", ["red-1"]),
    line("Red 2 is hit.", ["red-2"]),
  ];
  expect(lossesOf(story)).toEqual([{ unit: "red-1", words: "Red 1 is destroyed.", round: 2, by: "blue-1" }]);
});

test("whoever is lost stands first in the line, whatever the game calls it; what else is lost does not count", () => {
  const lost = ["Red 1 takes 3 damage and is destroyed.", "Red 3 is Destroyed (HG, 60 damage).", "Red 4 is Dead (LAC). A wreck is left.", "Red 2 is out of the battle (Overkill).", "Drone 1 is lost with the Hunter.", "Squad 2 is removed (fire)."];
  const kept = ["Crocodile loses its lock: the target is destroyed.", "Crocodile loses its lock: the contact is lost.", "Hunter: Sensors takes the hit and is lost until repaired.", "The warning is lost in enemy ECM.", "Red has lost its Army Commander.", "Red 1 is not destroyed."];
  expect(lost.map(isLoss)).toEqual(lost.map(() => true));
  expect(kept.map(isLoss)).toEqual(kept.map(() => false));
});

test("one that was never made out is lost all the same, and who did it may stand in the line itself", () => {
  const story = [line("Blue's Cobra is destroyed."), line("Red 3 is Destroyed (HG).", ["red-3", "blue-4"])];
  expect(lossesOf(story).map(({ unit, by, words }) => [unit, by, words])).toEqual([["", "", "Blue's Cobra is destroyed."], ["red-3", "blue-4", "Red 3 is Destroyed (HG)."]]);
});
