import { describe, expect, it } from "vitest";
import type { Scenario, SystemInfo } from "../wire";
import { faultOf, freshDraft, linkedSeats, mySeats, plainOptions, wantedOf } from "./wanted";

const scenario: Scenario = {
  id: "big",
  title: "Big battle",
  about: "",
  goal: "",
  long: true,
  forces: true,
  open: false,
  options: { red: "a roster", blue: "a roster", map: "a map" },
  choices: { map: ["random", "hill"] },
};
const system: SystemInfo = {
  id: "game",
  name: "A game",
  edition: "1",
  about: "",
  seats: ["red", "blue"],
  hidden: false,
  scenarios: [scenario],
  bots: [
    { player: "bot:random", about: "", tempers: {} },
    { player: "bot:greedy", about: "", tempers: {} },
  ],
  forces: { factions: [], styles: {}, ready_made: ["wolves"] },
};

describe("a battle that is being set up", () => {
  it("gives the second side the force of the first where that is wanted", () => {
    const draft = freshDraft(system);
    draft.forces = { red: { kind: "ready-made", name: "wolves" }, blue: { kind: "same" } };
    expect(wantedOf(system, scenario, draft).options).toEqual({ red: "wolves", blue: "same" });
  });

  it("begins with me against the best bot", () => {
    const draft = freshDraft(system);
    expect(draft.chairs).toEqual({ red: "me", blue: "bot:greedy" });
    expect(mySeats(draft)).toEqual(["red"]);
    expect(wantedOf(system, scenario, draft)).toEqual({
      system: "game",
      scenario: "big",
      players: { red: "human", blue: "bot:greedy" },
      options: {},
      files: {},
      seed: null,
    });
  });

  it("sends pasted rosters along as files and ready-made ones by name", () => {
    const draft = freshDraft(system);
    draft.forces = { red: { kind: "text", text: "system: game" }, blue: { kind: "ready-made", name: "wolves" } };
    draft.options = { map: "hill", red: "never", other: "never" };
    draft.seed = "7";
    const wanted = wantedOf(system, scenario, draft);
    expect(wanted.options).toEqual({ map: "hill", red: "red.txt", blue: "wolves" });
    expect(wanted.files).toEqual({ "red.txt": "system: game" });
    expect(wanted.seed).toBe(7);
  });

  it("leaves seats to be named as plain options where a scenario takes no rosters", () => {
    expect(plainOptions(system, scenario).map(([name]) => name)).toEqual(["map"]);
    const plain = { ...scenario, forces: false };
    expect(plainOptions(system, plain).map(([name]) => name)).toEqual(["red", "blue", "map"]);
    const draft = freshDraft(system);
    draft.forces["red"] = { kind: "ready-made", name: "wolves" };
    expect(wantedOf(system, plain, draft).options).toEqual({});
  });

  it("knows who is sent a link", () => {
    const draft = freshDraft(system);
    draft.chairs["blue"] = "link";
    expect(linkedSeats(draft)).toEqual(["blue"]);
    expect(wantedOf(system, scenario, draft).players).toEqual({ red: "human", blue: "human" });
  });

  it("says what is wrong before anything is sent", () => {
    const draft = freshDraft(system);
    expect(faultOf(draft)).toBe("");
    draft.forces["blue"] = { kind: "text", text: "  " };
    expect(faultOf(draft)).toContain("blue");
    draft.seed = "-1";
    expect(faultOf(draft)).toContain("seed");
  });
});
