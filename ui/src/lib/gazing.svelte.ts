import type { Piece, Sightline, Spot } from "../wire";
import { No } from "./link";
import { isWreck } from "./looks";
import type { Room } from "./room.svelte";

/** Looking through a model's eye at another: whose, at whom, from where, and what the rules say of it. */
export class Gazing {
  /** Whose eye it is; nobody's while the picture is closed. */
  looker = $state("");
  target = $state("");
  /** Inches to the right of where it stands or its plan ends. */
  aside = $state(0);
  line: Sightline | null = $state.raw(null);
  /** Whom the line is about. */
  told = $state("");
  /** Where the look was taken from, if not from where the looker stands. */
  from: Spot | null = $state.raw(null);
  refusal: No | null = $state.raw(null);
  #turn = 0;

  constructor(private readonly room: Room) {}

  get open(): boolean {
    return this.looker !== "";
  }

  /** Whom one can look at: enemies first, the nearest before the others. */
  get targets(): Piece[] {
    const own = this.room.battle.pieces.get(this.looker);
    return own ? this.#others(own) : [];
  }

  /** Open the picture for what is planned, pointed at or nearest; close it if it is open. */
  toggle(): void {
    if (this.open) return void this.close();
    const { surveying, battle, selected, hovered, aim, deciding } = this.room;
    const stand = surveying.stand;
    const planned = deciding.option?.kind === "target" && aim ? deciding.option.unit : "";
    const looker = planned ? this.room.acting : (stand?.piece ?? "");
    const own = battle.pieces.get(looker) ?? this.room.standing.pieces.find((piece) => piece.side === this.room.standing.facts.you && !isWreck(piece));
    if (!own) return;
    const named = [planned, surveying.target, hovered, selected].find((id) => id && id !== own.id && battle.pieces.has(id));
    const target = named ?? this.#others(own)[0]?.id;
    if (target) this.show(own.id, target);
  }

  show(looker: string, target: string): void {
    [this.looker, this.target, this.aside] = [looker, target, 0];
    void this.look();
  }

  /** Close it. Whether it was open. */
  close(): boolean {
    const was = this.open;
    this.looker = this.target = "";
    this.line = this.refusal = this.from = null;
    this.#turn++;
    return was;
  }

  aimAt(id: string): void {
    this.target = id;
    this.aside = 0;
    void this.look();
  }

  step(by: 1 | -1): boolean {
    const { targets } = this;
    if (!this.open || !targets.length) return this.open;
    const at = targets.findIndex((piece) => piece.id === this.target);
    this.aimAt(targets[(at + by + targets.length) % targets.length]!.id);
    return true;
  }

  stepAside(inches: number): void {
    this.aside = inches;
    void this.look();
  }

  /** Ask the rules what is seen. Of several questions the answer to the last counts. */
  async look(): Promise<void> {
    const turn = ++this.#turn;
    const [looker, target] = [this.room.battle.pieces.get(this.looker), this.room.battle.pieces.get(this.target)];
    if (!looker || !target) return;
    const stand = this.room.surveying.stand;
    const ends = stand?.piece === looker.id ? stand.spot : null;
    const from = this.#moved(looker, target, ends);
    try {
      const { line } = await this.room.battle.look(looker.id, target.id, from);
      if (turn !== this.#turn) return;
      [this.line, this.told, this.from, this.refusal] = [line, target.id, from, null];
    } catch (no) {
      if (turn === this.#turn) this.refusal = no instanceof No ? no : new No("broken", "That could not be looked at; try again.", "");
    }
  }

  #moved(looker: Piece, target: Piece, ends: Spot | null): Spot | null {
    if (!this.aside || this.room.lay.kind !== "inches") return ends;
    const [x, y] = [ends?.x ?? looker.x, ends?.y ?? looker.y];
    const [dx, dy] = [target.x - x, target.y - y];
    const away = Math.max(1, Math.hypot(dx, dy));
    const { width, height } = this.room.standing.table;
    const within = (value: number, most: number) => Math.round(Math.max(looker.radius, Math.min(value, most - looker.radius)));
    return { x: within(x + (dy / away) * this.aside * 1000, width), y: within(y - (dx / away) * this.aside * 1000, height), facing: ends?.facing ?? looker.facing };
  }

  #others(own: Piece): Piece[] {
    const far = (piece: Piece) => Math.hypot(piece.x - own.x, piece.y - own.y);
    const rank = (piece: Piece) => Number(piece.side === own.side);
    return this.room.standing.pieces.filter((piece) => piece.id !== own.id && !isWreck(piece)).sort((a, b) => rank(a) - rank(b) || far(a) - far(b));
  }
}
