import { expect, test } from "vitest";
import type { Said } from "../wire";
import { foldRepeats, lastHeard } from "./said";

const words = (...said: [string, string][]): Said[] => said.map(([seat, text]) => ({ kind: "said", seat, text }));

test("the same words one after the other are told once, with how often", () => {
  const said = words(["", "Late."], ["", "Late."], ["red", "Late."], ["", "Late."]);
  expect(foldRepeats(said)).toEqual([
    { seat: "", text: "Late.", times: 2 },
    { seat: "red", text: "Late.", times: 1 },
    { seat: "", text: "Late.", times: 1 },
  ]);
});

test("what another or the table said last is heard, until it is put away", () => {
  const said = words(["blue", "Hello."], ["", "Late."], ["red", "I see."], ["", "Late."]);
  expect(lastHeard(said, 0, "red")).toEqual({ seat: "", text: "Late.", times: 2 });
  expect(lastHeard(said.slice(0, 1), 0, "red")?.text).toBe("Hello.");
  expect(lastHeard(said, 4, "red")).toBeUndefined();
  expect(lastHeard(said.slice(0, 3), 2, "red")).toBeUndefined();
});

test("one who looks on hears the table too", () => {
  expect(lastHeard(words(["", "Late."]), 0, "")?.text).toBe("Late.");
});
