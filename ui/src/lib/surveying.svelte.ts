import type { Danger, Field, Heated, Menace, Piece, Sightline, Spot } from "../wire";
import { apart } from "./geometry";
import { No } from "./link";
import { isWreck } from "./looks";
import { isOpen } from "./options";
import type { Room } from "./room.svelte";

/** What one surveys: what a piece sees, where its weapons bear, what the enemy could do to it. */
export type Tool = "" | "sight" | "fields" | "threat";

/** The piece one surveys for, and the spot it would stand at if the plan were carried out. */
export interface Stand {
  piece: string;
  spot: Spot | null;
}

/** The piece of mine one looks at, or else the one that decides; at the end of its plan if it has one. */
export function standOf(
  pieces: ReadonlyMap<string, Piece>,
  you: string,
  looked: readonly string[],
  planned: string,
  ends: readonly [number, number, number] | null,
): Stand | null {
  // Who looks on may survey for either side.
  const piece = looked.find((id) => (you ? pieces.get(id)?.side === you : pieces.has(id)));
  if (!piece) return null;
  const spot = ends && piece === planned ? { x: ends[0], y: ends[1], facing: ends[2] } : null;
  return { piece, spot };
}

/** Surveying the table before deciding, from where a piece stands or from where its plan ends. */
export class Surveying {
  tool: Tool = $state("");
  /** The piece looked at through the sight tool. */
  target = $state("");
  /** Which weapon's field is shown. */
  weapon = $state(0);
  line: Sightline | null = $state.raw(null);
  fields: Field[] | null = $state.raw(null);
  menaces: Menace[] | null = $state.raw(null);
  /** How dangerous the ground around the piece is. */
  heat: Heated | null = $state.raw(null);
  refusal: No | null = $state.raw(null);
  readonly stand: Stand | null = $derived.by(() => {
    const { battle, deciding, standing, selected, acting } = this.room;
    const open = deciding.option && isOpen(deciding.option);
    const ends = open && !deciding.preview?.spot ? (deciding.preview?.ends ?? null) : null;
    return standOf(battle.pieces, standing.facts.you, [selected, this.#last, acting], acting, ends);
  });
  readonly field: Field | null = $derived(this.fields?.[this.weapon] ?? this.fields?.[0] ?? null);
  /** The pieces that could be looked at: enemies first, the nearest of them before the others. */
  readonly targets: Piece[] = $derived.by(() => {
    const stand = this.stand;
    const own = stand && this.room.battle.pieces.get(stand.piece);
    if (!own) return [];
    const from = this.room.lay.toSpot(stand.spot?.x ?? own.x, stand.spot?.y ?? own.y);
    const far = (piece: Piece) => apart(from, this.room.lay.toSpot(piece.x, piece.y));
    const others = this.room.standing.pieces.filter((piece) => piece.id !== own.id && !isWreck(piece));
    const rank = (piece: Piece) => Number(piece.side === own.side);
    return others.sort((a, b) => rank(a) - rank(b) || far(a) - far(b));
  });
  #last = $state("");
  /** For which piece, and how the battle stood, when the ground was last looked at. */
  #heated = "";
  #busy = false;
  #again = false;

  constructor(private readonly room: Room) {}

  /** Take a tool up; the one in hand is put away. */
  toggle(tool: Tool): void {
    const taken = this.tool === tool ? "" : tool;
    this.close();
    this.tool = taken;
    this.#last = this.stand?.piece ?? "";
    this.target = taken === "sight" ? (this.targets[0]?.id ?? "") : "";
    if (!taken) return;
    this.room.card = ""; // it would lie over what is surveyed
    this.#bringIntoView();
  }

  /** Put the tool away. Whether there was one in hand. */
  close(): boolean {
    const had = this.tool !== "";
    this.tool = this.target = this.#last = "";
    this.weapon = 0;
    this.#clear();
    this.heat = null;
    this.#heated = "";
    return had;
  }

  /** With the sight tool in hand, a piece pointed at is looked at. Whether it was. */
  aimAt(id: string): boolean {
    if (this.tool !== "sight" || !this.targets.some((piece) => piece.id === id)) return false;
    this.target = id;
    return true;
  }

  /** The next target or weapon, or the one before. */
  step(by: 1 | -1): void {
    if (this.tool === "fields" && this.fields?.length) {
      const count = this.fields.length;
      this.weapon = (this.weapon + by + count) % count;
    }
    if (this.tool !== "sight" || !this.targets.length) return;
    const at = this.targets.findIndex((piece) => piece.id === this.target);
    const next = at < 0 ? 0 : (at + by + this.targets.length) % this.targets.length;
    this.target = this.targets[next]!.id;
    this.#bringIntoView();
  }

  /** Ask the table anew. While an answer is awaited only one more question waits: the latest. */
  survey(): void {
    if (this.#busy) {
      this.#again = true;
      return;
    }
    this.#busy = true;
    void this.#ask().finally(() => {
      this.#busy = false;
      if (!this.#again) return;
      this.#again = false;
      this.survey();
    });
  }

  /** Step back from the table if what is surveyed lies outside the view: the target, or for other tools the enemies. */
  #bringIntoView(): void {
    const { camera, lay, standing } = this.room;
    const enemies = this.targets.filter((piece) => piece.side !== standing.facts.you);
    const matter = this.target ? this.targets.filter((piece) => piece.id === this.target) : enemies;
    if (!matter.every((piece) => camera.shows(lay.toSpot(piece.x, piece.y)))) camera.fit();
  }

  async #ask(): Promise<void> {
    const { tool, stand, target } = this;
    const { battle } = this.room;
    if (!tool || !stand || (tool === "sight" && !target)) return this.#clear();
    this.#last = stand.piece;
    try {
      if (tool === "sight") {
        const { line } = await battle.look(stand.piece, target, stand.spot);
        if (tool === this.tool) this.#show({ line });
      } else if (tool === "fields") {
        const { fields } = await battle.bear(stand.piece, stand.spot);
        if (tool === this.tool) this.#show({ fields });
      } else {
        const { menaces } = await battle.fear(stand.piece, stand.spot);
        if (tool !== this.tool) return;
        this.#show({ menaces });
        if (this.#heated === this.#heatKey(stand.piece)) return;
        const heat = await battle.heat(stand.piece).catch(() => null);
        if (tool === this.tool && this.stand?.piece === stand.piece) [this.heat, this.#heated] = [heat, this.#heatKey(stand.piece)];
      }
    } catch (no) {
      this.#clear();
      if (tool === this.tool) this.refusal = no instanceof No ? no : new No("broken", "That could not be surveyed; try again.", "");
    }
  }

  #heatKey(piece: string): string {
    return `${piece} ${this.room.standing.story.length} ${this.room.standing.now.asked?.decision ?? 0}`;
  }

  /** What the enemies could do at a spot of the table, where that was looked at. */
  dangerAt(x: number, y: number): Danger | null {
    if (this.tool !== "threat" || !this.heat) return null;
    const { step, spots } = this.heat;
    if (step === 1) return spots.find((spot) => spot.x === x && spot.y === y) ?? null;
    return spots.find((spot) => Math.abs(spot.x - x) <= step / 2 && Math.abs(spot.y - y) <= step / 2) ?? null;
  }

  #show(found: { line?: Sightline; fields?: Field[]; menaces?: Menace[] }): void {
    this.line = found.line ?? null;
    this.fields = found.fields ?? null;
    this.menaces = found.menaces ?? null;
    this.refusal = null;
  }

  #clear(): void {
    this.line = this.fields = this.menaces = this.refusal = null;
  }
}
