import { expect, test } from "vitest";
import { cameraOf } from "./camera.svelte";

const DRAWING = { width: 400, height: 300 };

test("a battle is looked at again from where one looked last", () => {
  const camera = cameraOf("one", "");
  camera.frame(800, 600, DRAWING);
  camera.zoomBy(2);
  camera.panBy(30, -20);
  const { zoom, left, top } = camera;
  const again = cameraOf("one", "");
  // The table is not laid out yet when the screen changes hands: it has no size for a moment.
  again.frame(0, 0, DRAWING);
  again.frame(800, 600, DRAWING);
  expect({ zoom: again.zoom, left: again.left, top: again.top }).toEqual({ zoom, left, top });
});

test("another battle, and another seat where there are secrets, has a view of its own", () => {
  const red = cameraOf("two", "red");
  red.frame(800, 600, DRAWING);
  red.zoomBy(3);
  for (const other of [cameraOf("two", "blue"), cameraOf("three", "red")]) {
    other.frame(800, 600, DRAWING);
    expect(other.zoom).not.toBe(red.zoom);
  }
  expect(cameraOf("two", "red")).toBe(red);
});

test("the whole table stands in what panels leave free, in the middle where there is room", () => {
  const camera = cameraOf("four", "");
  camera.frame(400, 900, DRAWING);
  expect(camera.screenAt({ x: 0, y: 0 }).x).toBeCloseTo(26);
  expect(camera.screenAt({ x: 400, y: 0 }).x).toBeCloseTo(400 - 26);
  camera.frame(1600, 600, DRAWING);
  expect(camera.screenAt({ x: 200, y: 150 })).toEqual({ x: 800, y: 300 });
  camera.inset({ left: 200, top: 40, right: 400, bottom: 0 });
  expect(camera.screenAt({ x: 200, y: 150 })).toEqual({ x: 700, y: 320 });
  expect(camera.shows({ x: 200, y: 150 })).toBe(true);
  expect(camera.shows(camera.spotAt(150, 320))).toBe(false);
});

test("a table that fits cannot be dragged out of its window", () => {
  const camera = cameraOf("five", "");
  camera.frame(800, 600, DRAWING);
  camera.panBy(5000, -5000);
  expect(camera.screenAt({ x: 400, y: 0 }).x).toBeCloseTo(800);
  expect(camera.screenAt({ x: 0, y: 0 }).y).toBeCloseTo(0);
});
