import { TIMES, type Dice } from "../drawing/shot";
import type { Line, Piece, Shot, Throw } from "../wire";
import { isWreck } from "./looks";
import { playShot } from "./sounds";

/** How fast what others do is shown. */
export const SPEEDS = ["instant", "brisk", "slow"] as const;
export type Speed = (typeof SPEEDS)[number];
const PACE: Record<Speed, number> = { instant: 0, brisk: 1, slow: 2 };
const SHELF = "gearlock.speed";
/** Milliseconds an inch or a hex of a move takes, and a whole move at most. */
const AN_INCH = 120;
const LONGEST_MOVE = 900;
const HARM = 1100;
/** How long a picture stands where nothing shall move. */
const CALM = 1600;
/** Moves shorter than this are not shown: mils, or hexes. */
const A_STEP = { inches: 100, hexes: 1 };
const MOST_SCENES = 40;

export interface MoveScene {
  kind: "move";
  id: string;
  before: Piece;
  after: Piece;
  long: number;
}
export interface ShotScene {
  kind: "shot";
  id: string;
  by: string;
  look: string;
  hits: boolean;
  kills: boolean;
  word: string;
  dice: Dice[];
  before: Piece | null;
  after: Piece | null;
  long: number;
}
export type Scene = MoveScene | ShotScene;

/** One line of what happened while one waited, and the scene that shows it again. */
export interface Happened {
  text: string;
  scene: ShotScene;
}

function left(piece: Piece | undefined): number {
  return piece ? piece.tracks.slice(0, 2).reduce((sum, track) => sum + Math.max(track.now, 0), 0) : 0;
}

/** What became of a piece, as it floats above it. */
export function wordOf(hits: boolean, before: Piece | undefined, after: Piece | undefined, gone: boolean): { word: string; kills: boolean } {
  const kills = !!before && !isWreck(before) && (gone || (!!after && isWreck(after)));
  const lost = left(before) - left(after);
  if (kills) return { word: "DESTROYED", kills };
  if (lost > 0 && !gone) return { word: `${hits ? "HIT " : ""}−${lost}`, kills };
  return { word: hits ? "HIT" : "MISS", kills };
}

/** What dice came to, as it lies beside them: the sum alone; how it adds up stands in the log. */
export function sumOf(total: string): string {
  const sum = /(?:^|=\s*)(-?\d+)$/.exec(total);
  return sum ? `= ${sum[1]}` : total;
}

function diceOf(roll: Throw | undefined, side: number): Dice[] {
  if (!roll?.faces.length) return [];
  return [{ faces: roll.faces, sides: roll.sides, counts: roll.counts, total: sumOf(roll.total), side }];
}

/** The scenes in a change: moves first, then attacks with their dice, then harm that no attack tells of. */
export function scenesOf(
  before: readonly Piece[],
  after: readonly Piece[],
  lines: readonly Line[],
  sideOf: (side: string) => number,
  table: "inches" | "hexes",
): Scene[] {
  const [old, now] = [new Map(before.map((piece) => [piece.id, piece])), new Map(after.map((piece) => [piece.id, piece]))];
  const scenes: Scene[] = [];
  for (const piece of after) {
    const from = old.get(piece.id);
    const far = from ? Math.hypot(piece.x - from.x, piece.y - from.y) : 0;
    if (!from || far < A_STEP[table] || isWreck(piece)) continue;
    const inches = table === "inches" ? far / 1000 : far;
    scenes.push({ kind: "move", id: piece.id, before: from, after: piece, long: Math.min(inches * AN_INCH, LONGEST_MOVE) });
  }
  const shots = lines.flatMap((line) => line.shots.map((shot, at) => ({ shot, line, at })));
  const lastAt = new Map(shots.map(({ shot }, number) => [shot.at, number]));
  shots.forEach(({ shot, line, at }, number) => scenes.push(shotScene(shot, line, at, lastAt.get(shot.at) === number, old, now, sideOf)));
  for (const piece of after) {
    const from = old.get(piece.id);
    if (from && left(piece) < left(from) && !lastAt.has(piece.id)) scenes.push(harm(piece.id, from, piece));
  }
  return scenes;
}

function shotScene(
  shot: Shot,
  line: Line,
  at: number,
  last: boolean,
  old: ReadonlyMap<string, Piece>,
  now: ReadonlyMap<string, Piece>,
  sideOf: (side: string) => number,
): ShotScene {
  const [before, after] = [old.get(shot.at), now.get(shot.at)];
  const side = (id: string) => sideOf((old.get(id) ?? now.get(id))?.side ?? "");
  const came = last ? wordOf(shot.hits, before, after, !after) : wordOf(shot.hits, before, before, false);
  const dice = [...diceOf(line.rolls[0], side(shot.by)), ...diceOf(line.rolls[at + 1], side(shot.at))];
  return { kind: "shot", id: shot.at, by: shot.by, look: shot.look, hits: shot.hits, ...came, dice, before: before ?? null, after: after ?? null, long: TIMES.end };
}

/** Harm by something that was told before: a roll that somebody could still change. */
function harm(id: string, before: Piece, after: Piece): ShotScene {
  const came = wordOf(false, before, after, false);
  return { kind: "shot", id, by: "", look: "", hits: true, ...came, dice: [], before, after, long: HARM };
}

/** What happens, shown one thing after the other; what is still to be shown looks as it was. */
export class Show {
  speed: Speed = $state(kept());
  queue: Scene[] = $state.raw([]);
  /** Milliseconds into the scene that is shown. */
  t = $state(0);
  /** What others did since one decided last. */
  happened: Happened[] = $state.raw([]);
  /** Where something happens that should be looked at. */
  onscene: ((scene: Scene) => void) | null = null;
  readonly calm: boolean;
  #frame = 0;
  #began = 0;

  constructor(calm = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false) {
    this.calm = calm;
  }

  readonly scene: Scene | null = $derived.by(() => this.queue[0] ?? null);

  choose(speed: Speed): void {
    this.speed = speed;
    if (speed === "instant") this.skip();
    try {
      localStorage.setItem(SHELF, speed);
    } catch {
      // Nothing is kept here; the choice holds for this visit.
    }
  }

  /** Something happened: put it on. */
  add(scenes: readonly Scene[]): void {
    if (!scenes.length || this.speed === "instant" || globalThis.document?.hidden) return;
    const idle = !this.queue.length;
    this.queue = [...this.queue, ...scenes].slice(-MOST_SCENES);
    if (idle) this.#begin();
  }

  /** Everything as it is now. */
  skip(): void {
    cancelAnimationFrame(this.#frame);
    this.queue = [];
    this.t = 0;
  }

  /** Pieces as they are to be drawn: those whose scenes are still to come as they were before them. */
  display(pieces: readonly Piece[]): Piece[] {
    if (!this.queue.length || this.calm) return pieces as Piece[];
    const instead = new Map<string, Piece>();
    this.queue.forEach((scene, at) => {
      if (instead.has(scene.id) || !scene.before) return;
      instead.set(scene.id, at ? scene.before : this.#now(scene, scene.before));
    });
    const shown = pieces.map((piece) => instead.get(piece.id) ?? piece);
    const known = new Set(pieces.map((piece) => piece.id));
    return [...shown, ...[...instead.values()].filter((piece) => !known.has(piece.id))];
  }

  /** A piece in the scene that is shown. */
  #now(scene: Scene, before: Piece): Piece {
    if (scene.kind === "shot") return this.t < this.#tells(scene) || !scene.after ? before : { ...scene.after, x: before.x, y: before.y };
    const share = scene.long ? Math.min(this.t / scene.long, 1) : 1;
    const eased = share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2;
    const along = (from: number, to: number) => Math.round((from + (to - from) * eased) * 100) / 100;
    return { ...before, x: along(before.x, scene.after.x), y: along(before.y, scene.after.y), facing: share < 0.85 ? before.facing : scene.after.facing };
  }

  #tells(scene: ShotScene): number {
    return scene.dice.length || scene.look ? TIMES.word : 0;
  }

  #begin(): void {
    const [scene] = this.queue;
    if (!scene) return;
    this.t = 0;
    this.#began = performance.now();
    this.onscene?.(scene);
    if (scene.kind === "shot" && scene.look) playShot(scene.look, scene.hits, scene.kills, PACE[this.speed]);
    this.#frame = requestAnimationFrame((now) => this.#step(now));
  }

  #step(now: number): void {
    const [scene] = this.queue;
    if (!scene) return;
    this.t = Math.max(0, (now - this.#began) / PACE[this.speed]);
    const long = this.calm ? (scene.kind === "shot" ? CALM : 0) : scene.long;
    if (this.t < long) {
      this.#frame = requestAnimationFrame((next) => this.#step(next));
      return;
    }
    this.queue = this.queue.slice(1);
    this.#begin();
  }
}

function kept(): Speed {
  try {
    const found = localStorage.getItem(SHELF);
    return SPEEDS.find((speed) => speed === found) ?? "brisk";
  } catch {
    return "brisk";
  }
}
