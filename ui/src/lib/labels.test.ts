import { expect, test } from "vitest";
import { placeLabels, type Anchor, type Box, type Label } from "./labels";

const SIZE = { width: 34, height: 16 };
const body = ({ x, y }: Anchor, half = 10): Box => ({ left: x - half, top: y - half, right: x + half, bottom: y + half });

function boxes(anchors: Anchor[], labels: Label[]): Box[] {
  return labels.map(({ dx, dy }, at) => {
    const [x, y] = [anchors[at]!.x + dx, anchors[at]!.y + dy];
    return { left: x - 17, right: x + 17, top: y - 8, bottom: y + 8 };
  });
}

function meet(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

test("a label stands above its piece where there is room", () => {
  const [label] = placeLabels([{ x: 0, y: 0, radius: 16 }], SIZE, [body({ x: 0, y: 0, radius: 16 })]);
  expect(label).toEqual({ dx: 0, dy: -26, far: false });
});

test("a piece above sends it below, one below as well to the right, and one there to the left", () => {
  const anchor = { x: 0, y: 0, radius: 16 };
  const [up, down, right] = [{ x: 0, y: -28, radius: 9 }, { x: 0, y: 28, radius: 9 }, { x: 34, y: 0, radius: 9 }];
  const place = (...others: Anchor[]) => placeLabels([anchor], SIZE, others.map((other) => body(other)))[0]!;
  expect(place(up).dy).toBeGreaterThan(0);
  expect(place(up, down)).toMatchObject({ dy: 0, far: false });
  expect(place(up, down).dx).toBeGreaterThan(0);
  expect(place(up, down, right).dx).toBeLessThan(0);
});

test("in a crowd no label covers another or a piece", () => {
  const anchors: Anchor[] = [];
  for (let row = 0; row < 3; row++) for (let at = 0; at < 3; at++) anchors.push({ x: at * 44, y: row * 30, radius: 14 });
  const bodies = anchors.map((anchor) => body(anchor, 8));
  const labels = placeLabels(anchors, SIZE, bodies);
  const found = boxes(anchors, labels);
  found.forEach((box, at) => {
    expect(found.some((other, number) => number !== at && meet(box, other))).toBe(false);
    expect(bodies.some((other) => meet(box, other))).toBe(false);
  });
  expect(labels.some((label) => label.far)).toBe(true);
});

test("a piece at the edge of the window keeps its label inside", () => {
  const window = { left: 0, top: 0, right: 300, bottom: 200 };
  const anchors = [{ x: 150, y: 12, radius: 14 }, { x: 290, y: 195, radius: 14 }];
  for (const box of boxes(anchors, placeLabels(anchors, SIZE, [], window))) {
    expect(box.left).toBeGreaterThanOrEqual(0);
    expect(box.top).toBeGreaterThanOrEqual(0);
    expect(box.right).toBeLessThanOrEqual(300);
    expect(box.bottom).toBeLessThanOrEqual(200);
  }
});
