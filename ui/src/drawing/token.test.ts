import { expect, test } from "vitest";
import { ABOVE, PARTS_ABOVE, shapesAbove } from "./above";
import { PARTS_STANDING, STANDING } from "./standing";
import { basePath, contactSvg, figureOf, ringBoxes, shownSigns, SIGNS, standingSvg, tokenSvg } from "./token";

const GEAR = { kind: "gear-medium", side: 0, size: 40, tracks: [[3, 4], [2, 2]] as const };
const count = (text: string, part: RegExp) => (text.match(part) ?? []).length;

test("every kind of figure is drawn from above and standing, with every part, and without a broken number", () => {
  const kinds = Object.keys(STANDING);
  expect(kinds.filter((kind) => !(kind in ABOVE))).toEqual([]);
  expect(Object.keys(PARTS_ABOVE).sort()).toEqual(Object.keys(PARTS_STANDING).sort());
  for (const kind of kinds)
    for (const parts of [[], ...Object.keys(PARTS_ABOVE).map((part) => [part])])
      for (const drawn of [tokenSvg({ ...GEAR, kind, parts }), standingSvg(kind, parts)]) expect(drawn).not.toMatch(/NaN|undefined|Infinity/);
});

test("figures of different kinds are different, and parts add to them", () => {
  const drawn = Object.keys(STANDING).map((kind) => tokenSvg({ ...GEAR, kind }));
  expect(new Set(drawn).size).toBe(drawn.length);
  expect(shapesAbove("gear-medium", ["pod"]).length).toBeGreaterThan(shapesAbove("gear-medium").length);
  expect(shapesAbove("gear-medium", ["no such part"])).toEqual(shapesAbove("gear-medium"));
});

test("a kind nobody has heard of is still drawn", () => {
  expect(tokenSvg({ ...GEAR, kind: "submarine" })).toContain("<path");
  expect(figureOf({ figure: "submarine", radius: 0, height: 0 })).toBe("mech-medium");
  expect(figureOf({ figure: "", radius: 1200, height: 1500 })).toBe("tank");
  expect(figureOf({ figure: "", radius: 400, height: 500 })).toBe("drone");
  expect(figureOf({ figure: "hover", radius: 400, height: 500 })).toBe("hover");
});

test("the ring has a box for each point, the first track in the side's colour, lost ones dark, long tracks in eight steps", () => {
  expect(ringBoxes([[3, 4], [1, 2]])).toEqual(["h", "h", "h", "x", "t", "x"]);
  expect(ringBoxes([[32, 32]])).toEqual(Array(8).fill("h"));
  expect(ringBoxes([[1, 32]])).toEqual(["h", ...Array(7).fill("x")]);
  expect(ringBoxes([[0, 4]])).toEqual(Array(4).fill("x"));
  expect(count(tokenSvg(GEAR), /class="sg h"/g)).toBe(3);
  expect(tokenSvg({ ...GEAR, ring: false })).not.toContain('class="sg');
});

test("sides have shapes of their own: cut corners, a circle, a hexagon", () => {
  const [square, circle, hexagon] = [0, 1, 2].map((side) => basePath(side, 10));
  expect(circle).toContain("A10 10");
  expect(square).not.toContain("A");
  expect(count(square!, /[HLV]/g)).toBe(8);
  expect(count(hexagon!, /[LV]/g)).toBe(5);
});

test("three signs at most, the gravest first, each once", () => {
  expect(shownSigns(["leader", "standby", "fire", "jammed", "fire", "no such sign"])).toEqual(["jammed", "fire", "leader"]);
  expect(shownSigns(["done", "standby"])).toEqual(["standby", "done"]);
  expect(count(tokenSvg({ ...GEAR, signs: Object.keys(SIGNS) }), /class="mk/g)).toBe(3);
});

test("the figure turns with its facing, and the ring never does", () => {
  const [north, east] = [tokenSvg({ ...GEAR, facing: 0 }), tokenSvg({ ...GEAR, facing: 90 })];
  expect(east).toContain("rotate(90)");
  const ring = (text: string) => text.match(/<path class="sg[^>]*>/g);
  expect(ring(north)).toEqual(ring(east));
});

test("a wreck lies crossed and without ring, nose and signs; what is crippled has a crack", () => {
  const wreck = tokenSvg({ ...GEAR, state: "wreck", signs: ["fire"] });
  expect(wreck).toContain('class="cross"');
  expect(wreck).not.toMatch(/class="(nose|sg|mk)/);
  expect(tokenSvg({ ...GEAR, state: "crippled" })).toContain('class="crack"');
  expect(tokenSvg({ ...GEAR, still: true })).not.toContain('class="nose"');
});

test("a mark cannot break out of the drawing", () => {
  expect(contactSvg(0, 22, '<b onload="x">', false)).not.toContain("<b");
});
