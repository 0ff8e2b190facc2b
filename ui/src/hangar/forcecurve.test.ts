import { afterEach, expect, test, vi } from "vitest";
import type { DamageCurve, SheetModel, Ware } from "../wire";
import { added, forceCurve, kindsOf } from "./forcecurve";
import type { Unit } from "./roster";

const point = (range: number, mean: number) => ({ range, mean, weapon: "whip" });
const curve = (unit: string, ...points: [number, number][]): DamageCurve => ({ unit, target: "Cart", cover: [["cover", "none"]], points: points.map(([range, mean]) => point(range, mean)) });

afterEach(() => vi.unstubAllGlobals());

test("each model adds its damage at every range that it reaches", () => {
  const sum = added([
    [curve("Wagon", [0, 1], [4, 2]), 3],
    [curve("Cart", [4, 1], [9, 0.5]), 1],
  ]);
  expect(sum.points.map(({ range, mean }) => [range, mean])).toEqual([[0, 3], [4, 7], [9, 0.5]]);
  expect([sum.target, sum.cover]).toEqual(["Cart", [["cover", "none"]]]);
});

test("models of a kind are counted together; what somebody armed is told apart", () => {
  const ware = (name: string, mounts: string[] = []) => ({ name, shelf: "West", mounts: mounts.map((each) => ({ name: each })) }) as unknown as Ware;
  const wares: Record<string, Ware> = { wagon: ware("Wagon"), frame: ware("Frame", ["arm"]) };
  const entry = (id: number, model: string, upgrades: string[] = []) => ({ id, model, upgrades, count: 1 });
  const unit = (id: number, code: string, models: unknown[]) => ({ id, code, upgrades: [], models }) as unknown as Unit;
  const force = {
    headers: [],
    below: [],
    groups: [{ units: [unit(1, "", [entry(2, "wagon"), entry(3, "wagon")]), unit(4, "frame", []), unit(5, "frame", [entry(6, "arm", ["gun"])])] }],
  };
  const priced = new Map([2, 3, 4, 5].map((id) => [id, { model: { count: id === 3 ? 2 : 1 } as SheetModel, unit: "" }]));
  const bench = { force, priced, wareOf: (name: string) => wares[name] } as unknown as Parameters<typeof kindsOf>[0];
  expect(kindsOf(bench)).toEqual({ kinds: [{ name: "Wagon", shelf: "West", count: 3 }, { name: "Frame", shelf: "West", count: 1 }], unknown: 1 });
});

test("a force is asked about model by model, and says how many it knows of", async () => {
  const told: Record<string, DamageCurve> = { Wagon: curve("Wagon", [0, 1], [4, 2]), Cart: curve("Cart") };
  let now = 0;
  let most = 0;
  vi.stubGlobal("fetch", async (path: string) => {
    most = Math.max(most, ++now);
    await Promise.resolve();
    now--;
    return Response.json(told[path.split("/").at(-1)!.split("?")[0]!]);
  });
  const kinds = [{ name: "Wagon", shelf: "", count: 3 }, { name: "Cart", shelf: "", count: 2 }];
  const found = await forceCurve("carts", kinds, 1, () => true);
  expect(found).toMatchObject({ counted: 3, of: 6 });
  expect(found!.curve.points.map(({ mean }) => mean)).toEqual([3, 6]);
  expect(most).toBe(1);
  expect(await forceCurve("carts", kinds.slice(1), 0, () => true)).toBeNull();
  expect(await forceCurve("carts", kinds, 0, () => false)).toBeNull();
});
