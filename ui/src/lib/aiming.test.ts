import { expect, test } from "vitest";
import { enters } from "./aiming";

const WALL = [{ x: 40, y: -10 }, { x: 60, y: -10 }, { x: 60, y: 10 }, { x: 40, y: 10 }];

test("a line enters the first outline in its way, and none that lies beside it", () => {
  const far = WALL.map(({ x, y }) => ({ x: x + 30, y }));
  expect(enters({ x: 0, y: 0 }, { x: 100, y: 0 }, [far, WALL])).toBeCloseTo(0.4);
  expect(enters({ x: 0, y: 20 }, { x: 100, y: 20 }, [WALL])).toBeNull();
  expect(enters({ x: 0, y: 0 }, { x: 100, y: 0 }, [])).toBeNull();
});
