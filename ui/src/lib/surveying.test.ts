import { expect, test, vi } from "vitest";
import type { Piece } from "../wire";
import { layOf } from "./geometry";
import { No } from "./link";
import type { Room } from "./room.svelte";
import { standOf, Surveying } from "./surveying.svelte";

const piece = (id: string, side: string, x: number, status = ""): Piece =>
  ({ id, side, x, y: 0, facing: 0, status }) as Piece;
const all = [piece("r1", "red", 0), piece("r2", "red", 1000), piece("b1", "blue", 9000), piece("b2", "blue", 4000), piece("b3", "blue", 2000, "destroyed")];
const pieces = new Map(all.map((each) => [each.id, each]));

function room() {
  return {
    battle: {
      pieces,
      look: vi.fn((_piece: string, target: string) => Promise.resolve({ line: { verdict: target } })),
      bear: vi.fn(() => Promise.resolve({ fields: [{ weapon: "a" }, { weapon: "b" }] })),
      fear: vi.fn(() => Promise.reject(new No("no", "Not here.", ""))),
    },
    deciding: { option: null, preview: null },
    standing: { facts: { you: "red" }, pieces: all },
    lay: layOf({ kind: "inches", width: 10000, height: 10000 }),
    camera: { shows: (spot: { x: number }) => spot.x < 100, fit: vi.fn() },
    selected: "r1",
    acting: "",
  };
}
const settled = () => new Promise((done) => setTimeout(done));

test("one surveys for the piece of one's own that is looked at, at the end of its plan", () => {
  expect(standOf(pieces, "red", ["b1", "r2"], "r2", [5, 6, 900])).toEqual({ piece: "r2", spot: { x: 5, y: 6, facing: 900 } });
  expect(standOf(pieces, "red", ["r1", "r2"], "r2", [5, 6, 900])).toEqual({ piece: "r1", spot: null });
  expect(standOf(pieces, "red", ["b1", ""], "", null)).toBeNull();
  expect(standOf(pieces, "", ["", "b1"], "", null), "who looks on may survey for either side").toEqual({ piece: "b1", spot: null });
});

test("sight begins at the nearest enemy that stands and steps on through the others", async () => {
  const at = room();
  const surveying = new Surveying(at as unknown as Room);
  surveying.toggle("sight");
  expect(surveying.target).toBe("b2");
  expect(at.camera.fit).not.toHaveBeenCalled();
  surveying.step(1);
  expect(surveying.target).toBe("b1");
  expect(at.camera.fit).toHaveBeenCalledOnce();
  surveying.step(1);
  expect(surveying.target).toBe("r2");
  expect(surveying.aimAt("b3")).toBe(false);
  surveying.survey();
  await settled();
  expect(surveying.line?.verdict).toBe("r2");
});

test("of questions asked while one is under way only the last is asked", async () => {
  const at = room();
  const surveying = new Surveying(at as unknown as Room);
  surveying.toggle("sight");
  surveying.survey();
  surveying.aimAt("b1");
  surveying.survey();
  surveying.aimAt("r2");
  surveying.survey();
  await settled();
  await settled();
  expect(at.battle.look.mock.calls.map(([, target]) => target)).toEqual(["b2", "r2"]);
});

test("weapons are shown one at a time, and the tool is put away with what it showed", async () => {
  const surveying = new Surveying(room() as unknown as Room);
  surveying.toggle("fields");
  surveying.survey();
  await settled();
  surveying.step(-1);
  expect(surveying.field?.weapon).toBe("b");
  expect(surveying.close()).toBe(true);
  expect(surveying.fields).toBeNull();
  expect(surveying.close()).toBe(false);
});

test("what the table refuses is told", async () => {
  const surveying = new Surveying(room() as unknown as Room);
  surveying.toggle("threat");
  surveying.survey();
  await settled();
  expect(surveying.refusal?.message).toBe("Not here.");
});
