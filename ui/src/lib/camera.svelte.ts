import type { Spot } from "./geometry";

const CLOSEST = 6;
const MARGIN = 26;
const EDGE = 16;
/** Pixels across that an area needs to be pointed at well. */
const SMALL = 110;
const GLIDE = 260;

/** Pixels at the edges of the window that panels cover. */
export interface Insets {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Which part of the drawing is looked at, and how closely. Measures in pixels of the screen and units of the drawing. */
export class Camera {
  zoom = $state(1);
  /** Where the drawing's corner lies on the screen. */
  left = $state(0);
  top = $state(0);
  width = $state(0);
  height = $state(0);
  /** While the view moves by itself: it glides, so that one sees where it goes. */
  gliding = $state(false);
  /** What panels cover: the whole table fits into what is free. */
  insets: Insets = $state.raw({ left: 0, top: 0, right: 0, bottom: 0 });
  #drawing = { width: 1, height: 1 };
  #before: { zoom: number; left: number; top: number } | null = null;
  #glide: ReturnType<typeof setTimeout> | undefined;
  #touched = false;

  /** The window has this size; as long as nobody moved the view, all of the table stays in it. */
  frame(width: number, height: number, drawing: { width: number; height: number }): void {
    const changed = width !== this.width || height !== this.height;
    const other = drawing.width !== this.#drawing.width || drawing.height !== this.#drawing.height;
    this.width = width;
    this.height = height;
    this.#drawing = { width: drawing.width, height: drawing.height };
    if (other || (changed && !this.#touched)) this.fit();
  }

  /** Panels cover other edges than before. */
  inset(insets: Insets): void {
    const same = (["left", "top", "right", "bottom"] as const).every((edge) => insets[edge] === this.insets[edge]);
    if (same) return;
    this.insets = insets;
    if (!this.#touched && this.width) this.fit();
  }

  /** The part of the window that no panel covers, by its edges. */
  get free(): Insets {
    const { left, top, right, bottom } = this.insets;
    return { left, top, right: this.width - right, bottom: this.height - bottom };
  }

  /** The whole table, in what is free. */
  fit(): void {
    this.#touched = false;
    this.#before = null;
    this.zoom = this.#whole;
    const { left, top, right, bottom } = this.free;
    this.left = (left + right - this.#drawing.width * this.zoom) / 2;
    this.top = (top + bottom - this.#drawing.height * this.zoom) / 2;
  }

  /** Nearer or farther, with the spot under the pointer staying there; without one the middle stays. */
  zoomBy(factor: number, x = this.#middle.x, y = this.#middle.y): void {
    const zoom = Math.min(Math.max(this.zoom * factor, this.#whole * 0.6), CLOSEST);
    const spot = this.spotAt(x, y);
    this.#touched = true;
    this.#before = null;
    this.zoom = zoom;
    this.left = x - spot.x * zoom;
    this.top = y - spot.y * zoom;
    this.#keepInSight();
  }

  panBy(dx: number, dy: number): void {
    this.#touched = true;
    this.#before = null;
    this.left += dx;
    this.top += dy;
    this.#keepInSight();
  }

  /** Bring a spot towards the middle, as far as the table fills the window. */
  centre(spot: Spot): void {
    this.#touched = true;
    const { left, top, right, bottom } = this.free;
    const { x, y } = this.#middle;
    this.left = left + within(x - left - spot.x * this.zoom, right - left, this.#drawing.width * this.zoom);
    this.top = top + within(y - top - spot.y * this.zoom, bottom - top, this.#drawing.height * this.zoom);
  }

  /** Centre a spot unless it is well in view already. */
  reveal(spot: Spot): void {
    if (!this.shows(spot)) this.centre(spot);
  }

  /** Whether a spot is well in view. */
  shows(spot: Spot): boolean {
    const { x, y } = this.screenAt(spot);
    const { left, top, right, bottom } = this.free;
    return x >= left + EDGE && y >= top + EDGE && x <= right - EDGE && y <= bottom - EDGE;
  }

  /** Come near an area that is too small to point at well; `comeBack` goes back to where one looked from. */
  approach(spots: readonly Spot[]): void {
    if (!spots.length) return;
    const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
    const long = Math.max(right - left, bottom - top, 1);
    if (long * this.zoom > SMALL) return;
    this.#before ??= { zoom: this.zoom, left: this.left, top: this.top };
    this.#start();
    const { left: from, top: above, right: to, bottom: below } = this.free;
    this.zoom = Math.min((Math.min(to - from, below - above) * 0.55) / long, this.zoom * 3, CLOSEST);
    this.centre({ x: (left + right) / 2, y: (top + bottom) / 2 });
  }

  /** Back to where one looked from before coming near, unless one has moved since. */
  comeBack(): void {
    if (!this.#before) return;
    this.#start();
    Object.assign(this, this.#before);
    this.#before = null;
  }

  #start(): void {
    this.gliding = true;
    clearTimeout(this.#glide);
    this.#glide = setTimeout(() => (this.gliding = false), GLIDE);
  }

  spotAt(x: number, y: number): Spot {
    return { x: (x - this.left) / this.zoom, y: (y - this.top) / this.zoom };
  }

  screenAt(spot: Spot): Spot {
    return { x: spot.x * this.zoom + this.left, y: spot.y * this.zoom + this.top };
  }

  get #whole(): number {
    const { width, height } = this.#drawing;
    const { left, top, right, bottom } = this.free;
    const [across, down] = [(right - left - MARGIN * 2) / width, (bottom - top - MARGIN * 2) / height];
    return Math.max(Math.min(across, down), 0.05);
  }

  get #middle(): Spot {
    const { left, top, right, bottom } = this.free;
    return { x: (left + right) / 2, y: (top + bottom) / 2 };
  }

  /** A table that fits does not leave what is free; of a larger one an edge can reach its middle, no farther. */
  #keepInSight(): void {
    const { width, height } = this.#drawing;
    const { left, top, right, bottom } = this.free;
    this.left = held(this.left, left, right, width * this.zoom);
    this.top = held(this.top, top, bottom, height * this.zoom);
  }
}

const MOST = 8;
const cameras = new Map<string, Camera>();

/**
 * The camera of a battle: whoever comes back to it, or takes the screen over, looks where it was looked last. Where
 * seats know different things each has its own, for where one looks tells what one knows.
 */
export function cameraOf(battle: string, seat: string): Camera {
  const key = `${battle} ${seat}`;
  const camera = cameras.get(key) ?? new Camera();
  cameras.delete(key);
  cameras.set(key, camera);
  for (const old of cameras.keys()) if (cameras.size > MOST) cameras.delete(old);
  return camera;
}

/** Where a drawing begins that fills its window: in the middle if it is the smaller. */
function within(wanted: number, window: number, drawing: number): number {
  if (drawing + MARGIN * 2 <= window) return (window - drawing) / 2;
  return Math.min(Math.max(wanted, window - drawing - MARGIN), MARGIN);
}

/** Where a drawing may begin that is dragged about in a window from `from` to `to`. */
function held(wanted: number, from: number, to: number, drawing: number): number {
  const room = to - from - drawing;
  if (room >= 0) return Math.min(Math.max(wanted, from), to - drawing);
  const middle = (from + to) / 2;
  return Math.min(Math.max(wanted, middle - drawing), middle);
}
