import { describe, expect, it, test } from "vitest";
import { lastSystem } from "../desk/systems";
import type { Scenario, SystemInfo } from "../wire";
import { keepLobby, lastLobby, rematchOf, faultOf, freshDraft, linkedSeats, mySeats, plainOptions, wantedOf } from "./wanted";

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
  several: {},
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
  forces: { factions: [], styles: {}, ready_made: ["wolves"], sizes: [100] },
  generator: null,
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

test("a rematch has other dice; swapped, each plays what the other did, with the other's force", () => {
  const wanted = { system: "toy", scenario: "duel", players: { red: "human", blue: "bot:best" }, options: { red: "north", blue: "south", size: "48" }, files: {}, seed: 7 };
  expect(rematchOf(wanted, false)).toEqual({ ...wanted, seed: null });
  expect(rematchOf(wanted, true)).toMatchObject({ players: { red: "bot:best", blue: "human" }, options: { blue: "north", red: "south", size: "48" }, seed: null });
});

test("the lobby is as it was left, unless what was chosen there is gone", () => {
  const kept = new Map<string, string>();
  const shelf = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) } as unknown as Storage;
  const system = { id: "toy", seats: ["red", "blue"], scenarios: [{ id: "duel" }], bots: [{ player: "bot:best" }] } as unknown as SystemInfo;
  const draft = freshDraft(system);
  expect(lastLobby([system], shelf)).toBeNull();
  keepLobby({ system: "toy", scenario: "duel", draft }, shelf);
  expect(lastLobby([system], shelf)).toMatchObject({ scenario: "duel", draft });
  expect(lastSystem([{ ...system, id: "other" }, system], shelf), "and with this game before one's eyes").toBe("toy");
  expect(lastLobby([{ ...system, scenarios: [] }], shelf)).toBeNull();
  expect(lastLobby([{ ...system, bots: [] }], shelf)).toBeNull();
  kept.set("gearlock.lobby", "{");
  expect(lastLobby([system], shelf)).toBeNull();
});
