import { expect, test, vi } from "vitest";
import { pressKey, type Keys } from "./keys";

const NAMES = ["choose", "way", "commit", "back", "undo", "next", "pan", "zoom", "fit", "measure", "legend", "skip", "sound", "type", "help"] as const;
const keys = () => Object.fromEntries(NAMES.map((name) => [name, vi.fn()])) as unknown as Keys;
const press = (key: string, on: Keys, more: object = {}) => {
  const event = { key, target: null, preventDefault: vi.fn(), ...more };
  pressKey(event as unknown as KeyboardEvent, on);
  return event;
};

test("numbers choose options, letters take suggestions, Enter commits", () => {
  const on = keys();
  press("3", on);
  press("b", on);
  press("Enter", on);
  expect(on.choose).toHaveBeenCalledWith(2);
  expect(on.way).toHaveBeenCalledWith(1);
  expect(on.commit).toHaveBeenCalled();
});

test("f is the whole table, not a suggestion", () => {
  const on = keys();
  press("f", on);
  expect(on.fit).toHaveBeenCalled();
  expect(on.way).not.toHaveBeenCalled();
});

test("keys are left alone while somebody types, and with Ctrl", () => {
  const on = keys();
  const input = { closest: (what: string) => (what.includes("input") ? {} : null) };
  expect(press("u", on, { target: input }).preventDefault).not.toHaveBeenCalled();
  press("u", on, { ctrlKey: true });
  expect(on.undo).not.toHaveBeenCalled();
});

test("Enter on a button is that button's", () => {
  const on = keys();
  const button = { closest: (what: string) => (what.includes("button") ? {} : null) };
  press("Enter", on, { target: button });
  expect(on.commit).not.toHaveBeenCalled();
  press("Escape", on, { target: button });
  expect(on.back).toHaveBeenCalled();
});

test("a key without a meaning is passed on", () => {
  expect(press("z", keys()).preventDefault).not.toHaveBeenCalled();
});
