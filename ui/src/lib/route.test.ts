import { expect, test } from "vitest";
import { battleLink, deskLink, isLoopback, readRoute, replayLink } from "./route";

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
