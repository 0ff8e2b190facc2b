// What the hand holds: a brush, a form to draw in, a zone to mark, a model to put down.
import type { Place } from "../lib/geometry";
import type { Brush, MapDesk, SystemInfo } from "../wire";
import type { Chart } from "./chart.svelte";
import { band, blob, distinct, rectangle, zoneBox, type Outline } from "./shapes";

export type Mode = "draw" | "pick" | "zone" | "marker" | "model";
export type Form = "blob" | "box" | "corners" | "band";
/** Kinds of ground that are drawn along a line, and those that are built square. */
const BANDS = new Set(["road", "wall", "water"]);
const BOXES = new Set(["building", "box"]);

export class Tools {
  mode: Mode = $state("draw");
  form: Form = $state("blob");
  brush: Brush = $state.raw({ name: "", kind: "", drawing: "", dense: false, top: 0, rating: "", footing: false, props: {}, facts: [] });
  /** What the next marker is called. */
  marker = $state("");
  radius = $state(0);
  filling = $state(false);
  zone = $state("");
  erasing = $state(false);
  side = $state("");
  model = $state("");
  breadth = $state(2000);
  /** Corners set so far, or where a drag began and is now. */
  dots: Place[] = $state([]);
  seed = 1;

  constructor(desk: MapDesk, system: SystemInfo) {
    this.take(desk.brushes.find((each) => each.drawing) ?? desk.brushes[0]!);
    this.zone = desk.zones[0] ?? "";
    this.side = system.seats[0] ?? "";
    this.model = Object.keys(desk.models)[0] ?? "";
  }

  take(brush: Brush): void {
    this.brush = brush;
    this.mode = "draw";
    this.form = BANDS.has(brush.drawing) && brush.drawing !== "water" ? "band" : BOXES.has(brush.drawing) ? "box" : "blob";
    this.cancel();
  }
  turnTo(mode: Mode): void {
    this.mode = mode;
    this.cancel();
  }
  cancel(): void {
    this.dots = [];
  }

  /** What would be drawn now. */
  outline(chart: Chart): Outline {
    const { width, height } = chart.sketch;
    const [first, last] = [this.dots[0], this.dots.at(-1)];
    if (!first || !last) return [];
    if (this.mode === "zone") return zoneBox(first, last, width, height);
    if (this.form === "corners") return distinct(this.dots);
    if (this.form === "band") return this.dots.length > 1 ? band(this.dots, this.breadth, width, height) : [];
    return this.form === "box" ? rectangle(first, last, width, height) : blob(first, last, width, height, this.seed);
  }

  finish(chart: Chart): void {
    const outline = this.outline(chart);
    const [first, last] = [this.dots[0], this.dots.at(-1)];
    this.cancel();
    if (this.mode === "zone") {
      if (first && last && (first[0] !== last[0] || first[1] !== last[1])) chart.zoneBox(this.zone, outline);
      return;
    }
    this.seed += 1;
    if (outline.length > 2) chart.draw(this.brush, outline);
  }
}
