import type { Spot } from "./geometry";

const CLOSEST = 6;
const MARGIN = 28;
/** Pixels at the right that the column of tools covers. */
const TOOLS = 56;
const EDGE = 16;
/** Pixels across that an area needs to be pointed at well. */
const SMALL = 110;
const GLIDE = 260;

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

  /** The whole table, beside the tools. */
  fit(): void {
    this.#touched = false;
    this.#before = null;
    this.zoom = this.#whole;
    const wide = this.#drawing.width * this.zoom;
    this.left = Math.min((this.width - wide) / 2, this.width - TOOLS - wide);
    this.top = (this.height - this.#drawing.height * this.zoom) / 2;
  }

  /** Nearer or farther, with the spot under the pointer staying there; without one the middle stays. */
  zoomBy(factor: number, x = this.width / 2, y = this.height / 2): void {
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
    this.left = within(this.width / 2 - spot.x * this.zoom, this.width, this.#drawing.width * this.zoom);
    this.top = within(this.height / 2 - spot.y * this.zoom, this.height, this.#drawing.height * this.zoom);
  }

  /** Centre a spot unless it is well in view already. */
  reveal(spot: Spot): void {
    if (!this.shows(spot)) this.centre(spot);
  }

  /** Whether a spot is well in view. */
  shows(spot: Spot): boolean {
    const { x, y } = this.screenAt(spot);
    return x >= EDGE && y >= EDGE && x <= this.width - EDGE && y <= this.height - EDGE;
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
    this.zoom = Math.min((Math.min(this.width, this.height) * 0.55) / long, this.zoom * 3, CLOSEST);
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
    const [across, down] = [(this.width - MARGIN - TOOLS) / width, (this.height - MARGIN * 2) / height];
    return Math.max(Math.min(across, down), 0.05);
  }

  /** A corner of the table can reach the middle of the window, no farther. */
  #keepInSight(): void {
    const { width, height } = this.#drawing;
    this.left = Math.min(Math.max(this.left, this.width / 2 - width * this.zoom), this.width / 2);
    this.top = Math.min(Math.max(this.top, this.height / 2 - height * this.zoom), this.height / 2);
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
