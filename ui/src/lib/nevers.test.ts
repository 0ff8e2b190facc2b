import { expect, test } from "vitest";
import { keepNever, readNever } from "./nevers.svelte";

function shelf(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
}

test("what is always turned down is remembered for each seat by itself", () => {
  const here = shelf();
  keepNever("red", ["snap"], here);
  expect(readNever("red", here)).toEqual(["snap"]);
  expect(readNever("blue", here)).toEqual([]);
  keepNever("red", [], here);
  expect(readNever("red", here)).toEqual([]);
});

test("what cannot be read or kept is forgotten", () => {
  const here = shelf();
  here.setItem("gearlock.never.red", "{");
  expect(readNever("red", here)).toEqual([]);
  here.setItem("gearlock.never.red", '["snap", 3]');
  expect(readNever("red", here)).toEqual(["snap"]);
  const full = { setItem: () => { throw new Error("full"); } } as unknown as Storage;
  expect(() => keepNever("red", ["snap"], full)).not.toThrow();
});
