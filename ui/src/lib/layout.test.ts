import { expect, test } from "vitest";
import { placeNames, type Name } from "./layout";

const name = (id: string, x: number, y: number, rank = 0): Name => ({ id, text: id, side: 0, x, y, radius: 14, rank });
const box = ({ left, top, width }: { left: number; top: number; width: number }) => ({ left, top, right: left + width, bottom: top + 15 });

test("no name covers a token or another name; the most important finds its place first", () => {
  const names = [name("R1", 0, 0), name("R2", 30, 0), name("R3", 15, 30), name("R4", 0, 31, 5), name("R5", 40, 25)];
  const placed = placeNames(names);
  expect(placed[0]!.id).toBe("R4");
  const tokens = names.map(({ x, y }) => ({ left: x - 14, top: y - 14, right: x + 14, bottom: y + 14 }));
  const taken = [...tokens, ...placed.map(box)];
  placed.map(box).forEach((one, at) => {
    const others = taken.filter((_, other) => other !== tokens.length + at);
    expect(others.some((other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom)).toBe(false);
  });
});

test("a name keeps clear of the chance above a target", () => {
  const target = { ...name("B1", 0, 0, 5), crowned: true };
  const [, above] = placeNames([target, name("R1", 0, -70)]).sort((a, b) => b.rank - a.rank);
  expect(placeNames([{ ...target, crowned: false }, name("R1", 0, -70)]).find(({ id }) => id === "R1")!.top).toBeGreaterThan(-70);
  expect(above!.top + 15).toBeLessThanOrEqual(-70);
});

test("a name without a free place stays away", () => {
  const crowd = Array.from({ length: 49 }, (_, at) => name(`R${at}`, (at % 7) * 22, Math.floor(at / 7) * 22));
  expect(placeNames(crowd).length).toBeLessThan(49);
});
