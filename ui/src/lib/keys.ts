/** What the keys do at a table. */
export interface Keys {
  /** Take an option up by its number as shown, from 0; do it, if it is taken up already. */
  choose(number: number): void;
  /** Take one of the suggested ways, by its letter. */
  way(number: number): void;
  commit(): void;
  back(): void;
  undo(): void;
  /** Without the last waypoint. */
  shorten(): void;
  next(): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number): void;
  fit(): void;
  measure(): void;
  survey(tool: "sight" | "fields" | "threat"): void;
  /** The next or the last target or weapon of the tool in hand. */
  step(by: 1 | -1): void;
  legend(): void;
  /** The keys go to what stands around the piece in hand. */
  around(): void;
  /** Through a model's eye. */
  eye(): void;
  /** What is shown is over. */
  skip(): void;
  /** Sounds on or off. */
  sound(): void;
  type(): void;
  help(): void;
}

const STEP = 70;

/** Do what a key means, unless somebody is typing or a control has a use for it. */
export function pressKey(event: KeyboardEvent, keys: Keys): void {
  const target = event.target as HTMLElement | null;
  if (event.ctrlKey || event.metaKey || event.altKey || target?.closest("input, textarea, select, dialog")) return;
  if ((event.key === "Enter" || event.key === " ") && target?.closest("button, a, summary")) return;
  const deed = deedOf(event.key, keys);
  if (!deed) return;
  event.preventDefault();
  deed();
}

function deedOf(key: string, keys: Keys): (() => void) | undefined {
  if (/^[1-9]$/.test(key)) return () => keys.choose(Number(key) - 1);
  if (/^[a-e]$/.test(key)) return () => keys.way("abcde".indexOf(key));
  return {
    Enter: () => keys.commit(),
    Escape: () => keys.back(),
    Backspace: () => keys.shorten(),
    ArrowLeft: () => keys.pan(STEP, 0),
    ArrowRight: () => keys.pan(-STEP, 0),
    ArrowUp: () => keys.pan(0, STEP),
    ArrowDown: () => keys.pan(0, -STEP),
    "+": () => keys.zoom(1.25),
    "=": () => keys.zoom(1.25),
    "-": () => keys.zoom(0.8),
    f: () => keys.fit(),
    n: () => keys.next(),
    r: () => keys.measure(),
    l: () => keys.survey("sight"),
    w: () => keys.survey("fields"),
    t: () => keys.survey("threat"),
    ",": () => keys.step(-1),
    ".": () => keys.step(1),
    " ": () => keys.skip(),
    m: () => keys.sound(),
    k: () => keys.legend(),
    v: () => keys.eye(),
    o: () => keys.around(),
    u: () => keys.undo(),
    "/": () => keys.type(),
    "?": () => keys.help(),
  }[key];
}
