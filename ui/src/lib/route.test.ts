import { afterEach, expect, test, vi } from "vitest";
import { battleLink, deskLink, isLoopback, ownBattleLink, readRoute, replayLink } from "./route";
import { ownToken, rememberBattle } from "./seats";
import { fakeShelf } from "./fakeshelf";

afterEach(() => vi.unstubAllGlobals());

test("a link to a seat leads back to that seat", () => {
  expect(readRoute(battleLink("a-b_1", "t/o=k en"))).toEqual({ page: "battle", id: "a-b_1", token: "t/o=k en" });
  expect(readRoute(battleLink("x"))).toEqual({ page: "battle", id: "x", token: "" });
});

test("a link to a replay keeps its frame", () => {
  expect(readRoute(replayLink("x", "", 12))).toEqual({ page: "replay", id: "x", token: "", frame: 12 });
  expect(readRoute(replayLink("x", "tok"))).toEqual({ page: "replay", id: "x", token: "tok", frame: 0 });
});

test("what is not known leads to the lobby", () => {
  for (const hash of ["", "#", "#/", "#/nonsense/1", "#/battle", "#battle//"]) {
    expect(readRoute(hash)).toEqual({ page: "lobby" });
  }
  expect(readRoute("#/replay/x?frame=-4")).toMatchObject({ frame: 0 });
});

test("an address of this machine alone is known as one", () => {
  const known = ["http://localhost:8420/#/", "http://127.0.0.1/", "http://[::1]:80/", "http://192.168.0.7:8420/", "https://localhost.example/", "no address", "http://0.0.0.0:8420/"];
  expect(known.map(isLoopback)).toEqual([true, true, true, false, false, false, true]);
});

test("pages around the table are found by their links, with all that is asked", () => {
  expect(readRoute(deskLink("rules", "wagons", "wagons.1.2-a"))).toEqual({ page: "rules", id: "wagons", part: "wagons.1.2-a", asked: {} });
  expect(readRoute(deskLink("odds", "wagons", "", { a: "x:LAC x2|y:z", t: "ä" }))).toEqual({ page: "odds", id: "wagons", part: "", asked: { a: "x:LAC x2|y:z", t: "ä" } });
  expect(readRoute("#/hangar")).toEqual({ page: "hangar", id: "", part: "", asked: {} });
  expect(readRoute("#/rules/w/%E0%A4%A")).toMatchObject({ part: "%E0%A4%A" });
});

test("a token that this browser keeps stands in no address; the seat still is found", () => {
  vi.stubGlobal("localStorage", fakeShelf());
  rememberBattle({ battle: "x", seats: { red: "key" }, title: "" });
  expect(replayLink("x", "key", 3)).toBe("#/replay/x?frame=3");
  expect(ownBattleLink("x", "key")).toBe("#/battle/x");
  expect(replayLink("x", "a friend's")).toContain("seat=a+friend");
  expect(battleLink("x", "key")).toBe("#/battle/x?seat=key"); // an invitation carries it
});

test("of several seats in one browser the address names the seat and not its token", () => {
  vi.stubGlobal("localStorage", fakeShelf());
  rememberBattle({ battle: "x", seats: { red: "r", blue: "b" }, title: "" });
  expect(ownBattleLink("x", "b")).toBe("#/battle/x?as=blue");
  expect(replayLink("x", "b", 2)).toBe("#/replay/x?as=blue&frame=2");
  const route = readRoute(replayLink("x", "b", 2));
  expect(route).toEqual({ page: "replay", id: "x", token: "", frame: 2, as: "blue" });
  expect([ownToken("x", "blue"), ownToken("x", "red"), ownToken("x"), ownToken("x", "green")]).toEqual(["b", "r", "r", "r"]);
});
