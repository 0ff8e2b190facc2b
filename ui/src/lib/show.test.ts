import { expect, test } from "vitest";
import { shotSvg, TIMES, jolt, trayWidth, type ShotScene as Picture } from "../drawing/shot";
import type { Line, Piece } from "../wire";
import { scenesOf, Show, sumOf, wordOf, type ShotScene } from "./show.svelte";

const piece = (id: string, more: Partial<Piece> = {}): Piece =>
  ({ id, name: id, side: id.split("-")[0]!, x: 0, y: 0, facing: 0, status: "", tracks: [{ name: "Hull", now: 4, full: 4 }], ...more }) as Piece;
const hull = (now: number) => [{ name: "Hull", now, full: 4 }];
const roll = (faces: number[], total: string) => ({ label: "", faces, sides: 6, counts: faces.map((face) => face === Math.max(...faces)), modifiers: [], total, rule: "" });
const attack = (hits: boolean): Line => ({ text: "", units: [], rule: "", rolls: [roll([6, 3], "6"), roll([4], "4")], shots: [{ look: "burst", by: "red-1", at: "blue-1", hits }] });
const side = (name: string) => (name === "red" ? 0 : 1);

test("an attack becomes a scene with the dice as they fell and what came of it", () => {
  const before = [piece("red-1"), piece("blue-1")];
  const after = [piece("red-1"), piece("blue-1", { tracks: hull(2) })];
  const [scene] = scenesOf(before, after, [attack(true)], side, "inches") as ShotScene[];
  expect(scene).toMatchObject({ kind: "shot", id: "blue-1", by: "red-1", look: "burst", hits: true, kills: false, word: "HIT −2" });
  expect(scene!.dice.map(({ faces, side: whose, total }) => [faces, whose, total])).toEqual([[[6, 3], 0, "= 6"], [[4], 1, "= 4"]]);
  const [missed] = scenesOf(before, before, [attack(false)], side, "inches") as ShotScene[];
  expect(missed!.word).toBe("MISS");
});

test("who is destroyed is said so, whether a wreck lies there or nothing", () => {
  const before = piece("blue-1");
  expect(wordOf(true, before, piece("blue-1", { status: "destroyed", tracks: hull(0) }), false)).toEqual({ word: "DESTROYED", kills: true });
  expect(wordOf(true, before, undefined, true)).toEqual({ word: "DESTROYED", kills: true });
  expect(wordOf(true, before, before, false)).toEqual({ word: "HIT", kills: false });
});

test("moves are scenes if they are more than a twitch, and harm that no dice tell of is a word", () => {
  const before = [piece("red-1"), piece("red-2"), piece("blue-1")];
  const after = [piece("red-1", { x: 3000 }), piece("red-2", { x: 60 }), piece("blue-1", { tracks: hull(3) })];
  const scenes = scenesOf(before, after, [], side, "inches");
  expect(scenes.map(({ kind, id, long }) => [kind, id, long])).toEqual([["move", "red-1", 360], ["shot", "blue-1", 1100]]);
  expect((scenes[1] as ShotScene).word).toBe("−1");
});

test("what is still to be shown looks as it was, and all is as it is once it is skipped", () => {
  globalThis.requestAnimationFrame ??= () => 1;
  globalThis.cancelAnimationFrame ??= () => undefined;
  const [before, after] = [[piece("red-1"), piece("blue-1")], [piece("red-1", { x: 4000 })]];
  const show = new Show(false);
  show.add(scenesOf(before, after, [attack(true)], side, "inches"));
  expect(show.display(after).map(({ id, x }) => [id, x])).toEqual([["red-1", 0], ["blue-1", 0]]);
  show.t = 240;
  expect(show.display(after)[0]!.x).toBeCloseTo(2000);
  show.skip();
  expect(show.display(after)).toEqual(after);
  const calm = new Show(true);
  calm.add(scenesOf(before, after, [attack(true)], side, "inches"));
  expect(calm.display(after)).toEqual(after);
  calm.skip();
});

const PICTURE: Picture = {
  look: "burst", from: [0, 0], to: [300, 100], hits: true, kills: false, word: "HIT −2", left: false,
  dice: [{ faces: [6, 3], sides: 6, counts: [true, false], total: "= 6", side: 0 }, { faces: [47], sides: 100, counts: [], total: "needs under 60", side: 1 }],
};
const faces = (svg: string) => [...svg.matchAll(/data-face="(\d+)"/g)].map(([, face]) => Number(face));

test("dice come to rest on the faces that were rolled, and no result is told before them", () => {
  for (const look of ["burst", "beam", "rocket", "shell", "flame", "blade", "", "no such look"])
    for (const hits of [true, false])
      for (let t = 0; t <= TIMES.end; t += 50) expect(shotSvg({ ...PICTURE, look, hits, kills: hits }, t, false)).not.toMatch(/NaN|undefined|Infinity/);
  expect(shotSvg(PICTURE, TIMES.rest - 100, false)).not.toContain("HIT");
  expect(faces(shotSvg(PICTURE, TIMES.word + 200, false))).toEqual([6, 3, 47]);
  expect(shotSvg(PICTURE, TIMES.word + 200, false)).toContain("HIT −2");
});

test("where nothing shall move the line, the dice and the word are there at once, and stay", () => {
  const calm = shotSvg(PICTURE, 0, true);
  expect(faces(calm)).toEqual([6, 3, 47]);
  expect(calm).toContain("HIT −2");
  expect(calm).toBe(shotSvg(PICTURE, 900, true));
});

test("a hit throws its target a little along the line of fire, and only then", () => {
  expect(jolt(PICTURE, TIMES.land + 30)).not.toEqual([0, 0]);
  expect(jolt(PICTURE, TIMES.land - 10)).toEqual([0, 0]);
  expect(jolt({ ...PICTURE, hits: false }, TIMES.land + 30)).toEqual([0, 0]);
});

test("a strike from where nobody was seen has no line", () => {
  expect(shotSvg({ ...PICTURE, from: null }, 100, false)).not.toContain("stroke-dasharray");
});

test("beside the dice lies what they came to, not how it adds up, so that the tray fits on a narrow table", () => {
  expect(["6", "6 highest, +1 for others of 4+ = 7", "24, needs under 75"].map(sumOf)).toEqual(["= 6", "= 7", "24, needs under 75"]);
  const dice = { faces: [6, 4, 2], sides: 6, counts: [], total: sumOf("6 highest, +1 for others of 4+ = 7"), side: 0 };
  expect(trayWidth([dice])).toBeLessThan(200);
  expect(trayWidth([{ ...dice, faces: [] }])).toBe(0);
});
