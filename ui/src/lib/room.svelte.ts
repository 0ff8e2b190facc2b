import { untrack } from "svelte";
import type { Piece, Shape, Sightline } from "../wire";
import type { Battle } from "./battle.svelte";
import { cameraOf, type Camera } from "./camera.svelte";
import { readCommand } from "./commands";
import { Counsel } from "./counsel.svelte";
import { Deciding } from "./deciding.svelte";
import { apart, facingToward, layOf, type Lay, type Place, type Spot } from "./geometry";
import { isWreck, pieceMarks } from "./looks";
import { Objections } from "./objections.svelte";
import { putPieces } from "./layout";
import { isOpen, numberedOptions, percent, subjectOf } from "./options";
import { ringsOf, type Ring } from "./rings";
import { ruleDesk } from "./rules.svelte";
import type { Standing } from "./standing";
import { shapeAt } from "./terrain";
import { Surveying } from "./surveying.svelte";

/** What one does at a table besides deciding: look, select, measure, type. */
export class Room {
  readonly camera: Camera;
  readonly deciding: Deciding;
  readonly surveying = new Surveying(this);
  readonly objections: Objections;
  readonly counsel: Counsel;
  selected = $state("");
  /** Where the pointer is on the table. */
  pointer: Spot | null = $state.raw(null);
  hovered = $state("");
  /** The line of the story whose dice were asked for last. */
  unfolded = $state(-1);
  /** Whether the legend lies open. */
  legend = $state(false);
  /** Where a ruler lies, when one does. */
  ruler: Spot | null = $state.raw(null);
  readonly standing: Standing = $derived.by(() => this.battle.standing!);
  readonly lay: Lay = $derived(layOf(this.standing.table));
  readonly seats: string[] = $derived(this.standing.now.seats.map((info) => info.seat));
  readonly marks: ReadonlyMap<string, string> = $derived(pieceMarks(this.standing.pieces));
  /** The options of the decision by their numbers as shown, from 0. */
  readonly numbered: number[] = $derived.by(() => numberedOptions(this.standing.now.asked, this.battle.pieces));
  /** Where pieces are drawn: near their places, so that none covers another. */
  readonly puts: ReadonlyMap<string, Spot> = $derived.by(() => putPieces(this.standing.pieces, this.lay, this.camera.zoom, [this.acting, this.selected]));
  /** The line from the attacker to the target of the attack that is planned. */
  aim: Sightline | null = $state.raw(null);
  /** What can be chosen on the table. */
  readonly rings: Ring[] = $derived.by(() => ringsOf(this.deciding, this.battle.pieces));
  /** The chances to hit that stand beside the marks of pieces; of the attack that is planned it stands at its target. */
  readonly chances: ReadonlyMap<string, string> = $derived.by(() => {
    const told = this.rings.filter((ring) => ring.chance !== null && !ring.chosen && ring.kind !== "wreck");
    return new Map(told.map((ring) => [ring.piece.id, percent(ring.chance!)]));
  });
  /** The ground at the pointer, while nothing else is. */
  readonly ground: Shape | null = $derived.by(() =>
    this.pointer && !this.hovered ? shapeAt(this.standing.table, this.lay, this.pointer) : null,
  );
  /** What lies at the pointer of what the battle is about. */
  readonly marker: Shape | null = $derived.by(() => {
    const { markers } = this.standing.now;
    return this.pointer && !this.hovered ? shapeAt({ ...this.standing.table, shapes: markers }, this.lay, this.pointer) : null;
  });
  /** The piece the decision is about. */
  readonly acting: string = $derived.by(() => {
    const unit = this.deciding.option?.order.unit;
    if (typeof unit === "string" && this.battle.pieces.has(unit)) return unit;
    return this.standing.now.asked?.ask.unit ?? "";
  });

  constructor(readonly battle: Battle) {
    this.deciding = new Deciding(battle);
    this.camera = cameraOf(battle.id, battle.standing?.facts.hidden ? battle.standing.facts.you : "");
    this.objections = new Objections(battle);
    this.counsel = new Counsel(battle);
  }

  /** Look at a piece, wherever it is. */
  locate(ids: readonly string[]): void {
    const piece = ids.map((id) => this.battle.pieces.get(id)).find((found) => found);
    if (!piece) return;
    this.selected = piece.id;
    this.camera.reveal(this.lay.toSpot(piece.x, piece.y));
  }

  /** Bring the piece the decision is about into view. */
  showActing(): void {
    const piece = this.battle.pieces.get(this.standing.now.asked?.ask.unit ?? "");
    if (piece) this.camera.reveal(this.lay.toSpot(piece.x, piece.y));
  }

  /** Look along the attack that is planned. */
  async lookAlong(): Promise<void> {
    const { option, preview } = this.deciding;
    const target = option?.kind === "target" ? option.unit : (preview?.target ?? "");
    const from = this.acting;
    this.aim = null;
    if (option?.kind !== "target" || !this.battle.pieces.has(target) || !from || target === from) return;
    const found = await this.battle.look(from, target, null).catch(() => null);
    if (this.deciding.option === option && found) this.aim = found.line;
  }

  /** Come near where a chosen option could lead; go back when it is done or dropped. */
  approachReach(): void {
    const places = this.deciding.bands.flatMap((band) => [...band.hexes, ...band.outlines.flat()]);
    const { option } = this.deciding;
    if (!option || !isOpen(option)) untrack(() => this.camera.comeBack());
    else untrack(() => this.camera.approach(places.map(([x, y]) => this.lay.toSpot(x, y))));
  }

  /** A piece was clicked: for an open option it is a place; else what it has to do with the decision is taken up. */
  pick(id: string, spot: Spot): void {
    const own = this.battle.pieces.get(id)?.side === this.standing.facts.you;
    if (!own && this.surveying.aimAt(id)) return;
    if (this.#completing) return this.pointAt(spot, false);
    this.selected = id;
    const { asked } = this.deciding;
    if (!asked) return;
    const about = asked.options.flatMap((option, index) =>
      subjectOf(option, asked, this.battle.pieces) === id ? [index] : [],
    );
    const targets = about.filter((index) => asked.options[index]?.kind === "target");
    const [best] = targets.sort((a, b) => this.#hits(b) - this.#hits(a));
    if (best !== undefined) this.deciding.choose(best);
  }

  /** The table was clicked. With `more` the way goes on from there. */
  pointAt(spot: Spot, more: boolean): void {
    if (this.ruler) {
      this.ruler = null;
      return;
    }
    if (!this.#completing) {
      this.selected = "";
      return;
    }
    if (more && this.deciding.option?.kind === "path") this.deciding.goBy(this.#placeOf(spot));
    else this.deciding.point(this.#placeOf(spot), null, true);
  }

  hover(spot: Spot | null, piece: string): void {
    this.pointer = spot;
    this.hovered = piece;
    if (spot && this.#completing && !this.deciding.pinned) this.deciding.point(this.#placeOf(spot), null, false);
  }

  /** A finger rests on the table: the card of a piece, or what the ground there is. */
  inform(piece: string, spot: Spot): void {
    if (piece) this.selected = piece;
    else [this.pointer, this.hovered] = [spot, ""];
  }

  /** Something of the plan is dragged: the facing, or one of the suggestions is tapped. */
  drag(handle: string, spot: Spot): void {
    if (handle !== "facing") return;
    const ends = this.deciding.preview?.ends;
    if (!ends) return;
    const from = this.lay.toSpot(ends[0], ends[1]);
    if (apart(from, spot) > 2) this.deciding.turn(facingToward(this.lay, from, spot));
  }

  /** The next piece of mine that is ready. */
  next(): void {
    const { you } = this.standing.facts;
    const ready = this.standing.pieces.filter((piece) => piece.side === you && piece.ready && !isWreck(piece));
    if (!ready.length) return;
    const at = ready.findIndex((piece) => piece.id === this.selected);
    this.locate([ready[(at + 1) % ready.length]!.id]);
  }

  /** Lay a ruler at the pointer, or at the piece looked at; once more takes it away. */
  measure(): void {
    const piece: Piece | undefined = this.battle.pieces.get(this.selected || this.acting);
    const from = piece ? this.lay.toSpot(piece.x, piece.y) : this.pointer;
    this.ruler = this.ruler ? null : from;
  }

  takeBack(): void {
    if (!this.standing.now.undo) return;
    this.deciding.nevers.clear();
    this.battle.takeBack();
  }

  /** Do what a typed line says; what to tell in return. */
  run(line: string, help: () => void): string {
    const { asked } = this.deciding;
    const command = readCommand(line, this.standing.table.kind, this.numbered.map((index) => asked?.options[index]?.kind ?? ""));
    const option = "option" in command ? (this.numbered[command.option] ?? -1) : -1;
    switch (command.do) {
      case "no":
        return command.why;
      case "choose":
        if (this.deciding.chosen === option && this.deciding.commit()) return "";
        this.deciding.choose(option);
        return this.deciding.option && isOpen(this.deciding.option)
          ? `Say where: ${command.option + 1} and two numbers, or point on the table.`
          : "Enter the same once more to do it.";
      case "odds":
        this.deciding.choose(option);
        return "";
      case "point":
        return this.#answerAt(option, [command.x, command.y], command.facing);
      case "amount":
        return this.#answerAt(option, [command.amount, 0], null);
      case "card":
      case "why":
        return this.#showCard(command.mark);
      case "rule":
        ruleDesk.show(this.#ruleId(command.rule));
        return "";
      case "dice":
        return this.#unfold(command.line);
      case "ask":
        if (!asked) return "There is nothing for you to decide now.";
        void this.counsel.ask(command.bot || undefined);
        return "";
      case "undo":
        this.takeBack();
        return this.standing.now.undo ? "" : "There is nothing of yours to take back.";
      case "concede":
        if (confirm("Give this battle up?")) this.battle.answer({ order: "concede" });
        return "";
      case "say":
        this.battle.say(command.text);
        return "";
      case "help":
        help();
        return "";
      case "leave":
        location.hash = "#/";
        return "";
      case "fit":
        this.camera.fit();
        return "";
    }
  }

  get #completing(): boolean {
    const option = this.deciding.option;
    return !!option && isOpen(option) && option.kind !== "amount";
  }

  #placeOf(spot: Spot): Place {
    return this.lay.toPlace(spot);
  }

  #ruleId(typed: string): string {
    const { system } = this.standing.facts;
    return typed.startsWith(`${system}.`) ? typed : `${system}.${typed}`;
  }

  #hits(option: number): number {
    return this.deciding.shorts.get(option)?.p_hit ?? 0;
  }

  #answerAt(option: number, place: Place, facing: number | null): string {
    this.deciding.choose(option);
    this.deciding.answerAt(place, facing);
    return "";
  }

  /** Unfold the dice of a line, or of the newest that has any. */
  #unfold(line: number | null): string {
    const { story } = this.standing;
    const at = line === null ? story.findLastIndex((told) => told.rolls.length > 0) : line - 1;
    if (!story[at]) return line === null ? "No dice have been rolled yet." : `The story has ${story.length} lines.`;
    if (!story[at].rolls.length) return "There are no dice behind that line.";
    this.unfolded = at;
    return "";
  }

  #showCard(mark: string): string {
    const wanted = mark.toLowerCase();
    const found = [...this.marks].find(([id, short]) => short.toLowerCase() === wanted || id.toLowerCase() === wanted);
    if (!found) return `No piece is marked '${mark.slice(0, 12)}'. There are: ${[...this.marks.values()].join(", ")}.`;
    this.locate([found[0]]);
    return "";
  }
}
