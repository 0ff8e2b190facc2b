import { expect, test } from "vitest";
import { watchLink } from "./seats";

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
