import { describe, expect, it } from "vitest";
import { benchOf, forgetHere, keepBench, keepHere, keptHere, packed, unpacked } from "./kept";

function shelf(): Storage {
  const kept = new Map<string, string>();
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) } as Storage;
}
const one = { id: "a", system: "wagons", title: "One", facts: "", text: "system wagons\n", changed: 1 };

describe("forces kept here", () => {
  it("are found again, the latest first, each once", () => {
    const here = shelf();
    keepHere(one, here);
    keepHere({ ...one, id: "b" }, here);
    keepHere({ ...one, title: "Uno" }, here);
    expect(keptHere(here).map((each) => [each.id, each.title])).toEqual([["a", "Uno"], ["b", "One"]]);
    forgetHere("a", here);
    expect(keptHere(here).map((each) => each.id)).toEqual(["b"]);
  });
  it("are none where somebody wrote nonsense", () => {
    const here = shelf();
    here.setItem("gearlock.forces", '[{"id": 3}, null]');
    expect(keptHere(here)).toEqual([]);
    here.setItem("gearlock.forces", "{");
    expect(keptHere(here)).toEqual([]);
  });
  it("lie on the bench until they are finished", () => {
    const here = shelf();
    expect(benchOf("wagons", here)).toBeNull();
    keepBench("wagons", { text: "x", kept: "" }, here);
    expect(benchOf("wagons", here)?.text).toBe("x");
  });
});

describe("a link", () => {
  it("carries a whole roster, whatever letters it has", async () => {
    const text = 'system wagons\nname Jäger "Eins"\n'.repeat(40);
    const letters = await packed(text);
    expect(letters).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(letters.length).toBeLessThan(200);
    expect(await unpacked(letters)).toBe(text);
  });
  it("that is broken says so", async () => {
    await expect(unpacked("not a roster")).rejects.toThrow();
    await expect(unpacked(await packed("x".repeat(300_000)))).rejects.toThrow();
  });
});
