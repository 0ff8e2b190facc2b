import { expect, test } from "vitest";
import type { Asked, Piece, Short } from "../wire";
import { ringsOf } from "./rings";

const piece = (id: string, status = ""): Piece => ({ id, name: id, side: id.split("-")[0], status, tracks: [] }) as unknown as Piece;
const pieces = new Map([piece("red-1"), piece("red-2"), piece("blue-1"), piece("blue-2")].map((each) => [each.id, each]));
const target = (unit: string, label: string, weapon = "") => ({ kind: "target", label, rule: "", unit, weapon, order: { order: weapon ? "attack" : "other", unit: "red-1", target: unit } });
const short = (option: number, p_hit: number | null, most = 0): Short => ({ option, gives: 0, risks: 0, p_hit, mean_damage: most / 4, most, least: 0, touches: [] }) as unknown as Short;

function rings(options: object[], shorts: Short[], chosen: number | null = null) {
  const asked = { decision: 1, ask: { seat: "red", kind: "act", unit: "red-1", about: [], rule: "", prompt: "", optional: false }, options } as unknown as Asked;
  const found = ringsOf({ asked, shorts: new Map(shorts.map((each) => [each.option, each])), chosen, option: chosen === null ? null : asked.options[chosen]! }, pieces);
  return new Map(found.map((ring) => [ring.piece.id, ring]));
}

test("the figure at an enemy is the chance of the best attack, however likely an order or a lock is", () => {
  // As blitz asks it: the gun hits with 59 %, the order coordinated fire is passed with 89 %.
  const blitz = [target("blue-1", "LAC at blue-1", "LAC"), target("blue-1", "LRP at blue-1", "LRP"), target("blue-1", "Order: coordinated fire on blue-1")];
  const ring = rings(blitz, [short(0, 0.59, 7), short(1, 0.25, 7), short(2, 0.89)]).get("blue-1")!;
  expect([ring.kind, ring.chance, ring.signs]).toEqual(["target", 0.59, ["star"]]);
  // As the Field Manual asks it: an Active Lock that is certain, and a gun with 23 %.
  const manual = [target("blue-1", "LAC at blue-1", "LAC"), target("blue-1", "Active Lock on blue-1")];
  expect(rings(manual, [short(0, 0.23, 2), short(1, 1)]).get("blue-1")).toMatchObject({ chance: 0.23, signs: ["lock"] });
});

test("what is no attack leaves a sign and no figure, and what cannot succeed leaves nothing", () => {
  const options = [target("blue-1", "Active Lock on blue-1"), target("blue-2", "Active Lock on blue-2"), target("blue-2", "LAC at blue-2", "LAC")];
  const found = rings(options, [short(0, 0.5), short(1, 0), short(2, 0, 0)]);
  expect(found.get("blue-1")).toMatchObject({ chance: null, signs: ["lock"] });
  expect(found.has("blue-2")).toBe(false);
});

test("an attack that does damage comes before a likelier one that does none", () => {
  const options = [target("blue-1", "APGL at blue-1", "APGL"), target("blue-1", "LAC at blue-1", "LAC")];
  expect(rings(options, [short(0, 0.9, 0), short(1, 0.3, 4)]).get("blue-1")!.chance).toBe(0.3);
  expect(rings([options[0]!], [short(0, 0.9, 0)]).get("blue-1")!.chance).toBe(0.9);
});

test("the attack that is planned shows its own chance, and what is planned and no attack is told as that", () => {
  const options = [target("blue-1", "LAC at blue-1", "LAC"), target("blue-1", "LRP at blue-1", "LRP"), target("blue-1", "Observe blue-1")];
  const shorts = [short(0, 0.59, 7), short(1, 0.25, 7), short(2, 0.3)];
  expect(rings(options, shorts, 1).get("blue-1")).toMatchObject({ chance: 0.25, chosen: true, deed: null });
  expect(rings(options, shorts, 2).get("blue-1")).toMatchObject({ chance: null, chosen: true, deed: { sign: "eye", chance: 0.3 } });
});

test("one's own side is no target where it is not attacked", () => {
  const options = [target("red-2", "Unscramble red-2"), target("blue-1", "LAC at blue-1", "LAC")];
  expect(rings(options, [short(0, 0.8), short(1, 0.5, 3)]).get("red-2")).toMatchObject({ kind: "actor", signs: ["plus"], chance: null });
  const fire = [target("red-2", "LAC at red-2", "LAC")];
  expect(rings(fire, [short(0, 0.4, 3)]).get("red-2")).toMatchObject({ kind: "friend", chance: 0.4 });
});

test("as long as nothing is weighed enemies have a ring, and neither figure nor sign", () => {
  expect(rings([target("blue-1", "LAC at blue-1", "LAC")], []).get("blue-1")).toMatchObject({ kind: "target", chance: null, signs: [] });
});

test("an enemy that is attacked after the move is marked, with its figure still beside it and nothing to be done by a click", () => {
  const asked = { decision: 1, ask: { seat: "red", kind: "act", unit: "red-1", about: [], rule: "", prompt: "", optional: false }, options: [target("blue-1", "LAC at blue-1", "LAC")] } as unknown as Asked;
  const [ring] = ringsOf({ asked, shorts: new Map([[0, short(0, 0.59, 7)]]), chosen: null, option: null }, pieces, "blue-1");
  expect(ring).toMatchObject({ next: true, chosen: false, chance: 0.59 });
});
