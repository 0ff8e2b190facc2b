import { expect, test } from "vitest";
import { Refusal } from "./http";
import { whyShut } from "./shut";

const CUT = "The link is cut off, or the battle was taken away, or it is";
const refusing = (code: string) => () => Promise.reject(new Refusal(code, "words of the server"));

test("an unknown battle is told in whole sentences, whatever the closed line says", async () => {
  expect(await whyShut("x", "", CUT, refusing("unknown-name"))).toEqual({ title: "Battle not found", words: "The link may be incomplete, or the battle was deleted." });
});

test("a link that opens no seat and a server that is away are told apart", async () => {
  expect((await whyShut("x", "t", CUT, refusing("unauthorized"))).title).toBe("This link opens no seat");
  expect((await whyShut("x", "t", CUT, refusing("no-server"))).words).toBe("words of the server");
  const there = () => Promise.resolve({ battle: "x", system: "w", seat: "red", eyes: "red", over: false });
  expect(await whyShut("x", "t", "This page may not play here.", there)).toEqual({ title: "You cannot join this table", words: "This page may not play here." });
});
