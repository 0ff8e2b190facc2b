import { expect, test } from "vitest";
import { openInvitations, watchLink } from "./seats";

const own = { watch: { red: "r", blue: "b" } };

test("where there are no secrets the link to look on needs no token", () => {
  expect(watchLink(own, "red", false)).toEqual({ eyes: "", token: "" });
  expect(watchLink(undefined, "", false)).toEqual({ eyes: "", token: "" });
});

test("where there are secrets one lets others look over one's own shoulder and no other", () => {
  expect(watchLink(own, "blue", true)).toEqual({ eyes: "blue", token: "b" });
  expect(watchLink(own, "", true)).toBeNull();
  expect(watchLink(undefined, "red", true)).toBeNull();
});

test("a link is offered again until somebody sits there", () => {
  const invited = { invited: { blue: "b" } };
  const seats = (present: boolean) => [
    { seat: "red", player: "human", present: true, name: "", left: 0 },
    { seat: "blue", player: "human", present, name: "", left: 0 },
  ];
  expect(openInvitations(invited, seats(false))).toEqual([["blue", "b"]]);
  expect(openInvitations(invited, seats(true))).toEqual([]);
  expect(openInvitations(undefined, seats(false))).toEqual([]);
});
