/** What pointers mean on the table. Places are pixels from its upper left corner. */
export interface Meaning {
  pan(dx: number, dy: number): void;
  zoom(factor: number, x: number, y: number): void;
  tap(x: number, y: number, piece: string, handle: string): void;
  /** A long press on a piece, or on the ground. */
  hold(piece: string, x: number, y: number): void;
  hover(x: number, y: number, piece: string): void;
  drag(handle: string, x: number, y: number): void;
  /** Whether a piece goes with the pointer that drags it, and where it was let go. */
  carries(piece: string): boolean;
  carry(piece: string, x: number, y: number): void;
  corner(): { left: number; top: number };
}

const STEADY = 5;
const LONG = 550;

/** Tells taps from drags, pinches and long presses. */
export class Gestures {
  #pointers = new Map<number, { x: number; y: number }>();
  #start = { x: 0, y: 0 };
  #moved = false;
  #handle = "";
  #piece = "";
  #carrying = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly means: Meaning) {}

  down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const at = this.#place(event);
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, at);
    if (this.#pointers.size > 1) return this.#forget();
    this.#start = at;
    this.#moved = false;
    this.#handle = named(event, "handle");
    this.#piece = named(event, "piece");
    const piece = this.#piece;
    this.#carrying = piece !== "" && event.pointerType === "mouse" && this.means.carries(piece);
    if (event.pointerType !== "mouse") this.#timer = setTimeout(() => this.#hold(piece, at), LONG);
  }

  move(event: PointerEvent): void {
    const at = this.#place(event);
    const before = this.#pointers.get(event.pointerId);
    if (!before) return this.means.hover(at.x, at.y, named(event, "piece"));
    if (this.#pointers.size === 2) this.#pinch(event.pointerId, before, at);
    else this.#slide(before, at);
    this.#pointers.set(event.pointerId, at);
  }

  up(event: PointerEvent): void {
    if (!this.#pointers.delete(event.pointerId)) return;
    clearTimeout(this.#timer);
    const at = this.#place(event);
    if (this.#handle && this.#moved) this.means.drag(this.#handle, at.x, at.y);
    else if (this.#carrying && this.#moved) this.means.carry(this.#piece, at.x, at.y);
    else if (!this.#moved && !this.#pointers.size) this.means.tap(at.x, at.y, this.#piece, this.#handle);
    this.#handle = "";
  }

  cancel(event: PointerEvent): void {
    this.#pointers.delete(event.pointerId);
    this.#forget();
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    const at = this.#place(event);
    this.means.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), at.x, at.y);
  }

  #slide(before: { x: number; y: number }, at: { x: number; y: number }): void {
    if (!this.#moved && Math.hypot(at.x - this.#start.x, at.y - this.#start.y) < STEADY) return;
    clearTimeout(this.#timer);
    this.#moved = true;
    if (this.#handle) this.means.drag(this.#handle, at.x, at.y);
    else if (this.#carrying) this.means.hover(at.x, at.y, this.#piece);
    else this.means.pan(at.x - before.x, at.y - before.y);
  }

  #pinch(id: number, before: { x: number; y: number }, at: { x: number; y: number }): void {
    const other = [...this.#pointers].find(([pointer]) => pointer !== id)?.[1];
    if (!other) return;
    const [was, is] = [Math.hypot(before.x - other.x, before.y - other.y), Math.hypot(at.x - other.x, at.y - other.y)];
    this.means.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
    if (was > 0) this.means.zoom(is / was, (at.x + other.x) / 2, (at.y + other.y) / 2);
  }

  #hold(piece: string, at: { x: number; y: number }): void {
    this.#moved = true;
    this.means.hold(piece, at.x, at.y);
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#moved = true;
    this.#handle = "";
  }

  #place(event: MouseEvent): { x: number; y: number } {
    const { left, top } = this.means.corner();
    return { x: event.clientX - left, y: event.clientY - top };
  }
}

/** The piece or handle an event happened on, by its data attribute. */
function named(event: Event, what: "piece" | "handle"): string {
  const found = (event.target as Element | null)?.closest<SVGElement>(`[data-${what}]`);
  return found?.dataset[what] ?? "";
}
