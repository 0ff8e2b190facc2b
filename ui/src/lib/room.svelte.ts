import { untrack } from "svelte";
import type { Band, Line, Piece, Shape, Sightline } from "../wire";
import type { Battle } from "./battle.svelte";
import { cameraOf, type Camera, type Insets } from "./camera.svelte";
import { readCommand } from "./commands";
import { jolt } from "../drawing/shot";
import { Counsel } from "./counsel.svelte";
import { Course, inHand, moves } from "./course.svelte";
import { Deciding } from "./deciding.svelte";
import { Gazing } from "./gazing.svelte";
import { apart, facingToward, fromOffset, layOf, middleOf, type Lay, type Place, type Spot } from "./geometry";
import { isWreck, pieceMarks, sideLook } from "./looks";
import { Objections } from "./objections.svelte";
import { putPieces } from "./layout";
import { Lesson } from "./lesson.svelte";
import { isOpen, numberedOptions, percent, subjectOf } from "./options";
import { ringsOf, type Ring } from "./rings";
import { ruleDesk } from "./rules.svelte";
import type { Standing } from "./standing";
import { scenesOf, Show, type ShotScene } from "./show.svelte";
import { shapeAt } from "./terrain";
import { SETTLING, verbsOf, type Verb } from "./verbs";
import { Surveying } from "./surveying.svelte";

/** Pixels that the record card takes from the table. */
const CARD_WIDTH = 304;

/** What one does at a table besides deciding: look, select, measure, type. */
export class Room {
  readonly camera: Camera;
  readonly deciding: Deciding;
  readonly surveying = new Surveying(this);
  readonly gazing = new Gazing(this);
  readonly objections: Objections;
  readonly counsel: Counsel;
  readonly course: Course;
  readonly show = new Show();
  /** The guided battle that this is, if it is one. */
  readonly lesson: Lesson | null;
  /** The pieces as they are drawn: those that something is still to be shown of look as they did. */
  readonly pieces: Piece[] = $derived.by(() => this.show.display(this.standing.pieces));
  /** The piece one looks at: what it has to do with the decision comes first. */
  selected = $state("");
  /** The piece whose record card lies open. */
  card = $state("");
  /** Where the pointer is on the table. */
  pointer: Spot | null = $state.raw(null);
  hovered = $state("");
  /** A piece whose name is pointed at in the log. */
  lit = $state("");
  /** How many lines of the story there were when one decided last. */
  since = $state(0);
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
  /** The pieces that options may be about: on the table, or waiting to come there. */
  readonly known: ReadonlyMap<string, Piece> = $derived.by(() => new Map([...this.standing.now.waiting.map((piece) => [piece.id, piece] as const), ...this.battle.pieces]));
  /** The options of the decision by their numbers as shown, from 0. */
  readonly numbered: number[] = $derived.by(() => numberedOptions(this.standing.now.asked, this.known, this.deciding.shorts));
  /** What stands around the piece in hand: what it could do, or whether to do what is chosen. */
  readonly verbs: readonly Verb[] = $derived.by(() => {
    if (this.surveying.tool || this.ruler) return [];
    const { chosen, option, order, pinned, refusal } = this.deciding;
    if (chosen === null) return verbsOf(this.standing.now.asked, this.battle.pieces, this.deciding.shorts, this.selected);
    return option?.kind === "pick" && order && pinned && !refusal && !this.standing.now.asked?.ask.optional ? SETTLING : [];
  });
  /** The piece that the verbs stand around: who acts, or who is looked at and may begin. */
  readonly inHand: string = $derived.by(() => this.standing.now.asked?.ask.unit || (this.deciding.chosen === null ? this.selected : this.acting));
  /** Whether panels float over the table, as they do in a wide window. */
  floats = $state(false);
  /** Whether table and sheet share a small screen: there the verbs stand with the sheet, and not on the table. */
  narrow = $state(false);
  /** The part of the window that nothing lies over: a record card lies beside the decision. */
  readonly clear: Insets = $derived.by(() => {
    const { free } = this.camera;
    return this.floats && this.card ? { ...free, right: free.right - CARD_WIDTH } : free;
  });
  /** How often the keys were to go to the verbs. */
  ringWanted = $state(0);
  /** Where pieces are drawn: near their places, so that none covers another. */
  readonly puts: ReadonlyMap<string, Spot> = $derived.by(() =>
    this.#thrown(putPieces(this.pieces, this.lay, this.camera.zoom, [this.acting, this.selected])),
  );
  /** The line from the attacker to the target of the attack that is planned. */
  aim: Sightline | null = $state.raw(null);
  /** The ground that is tinted: where what is planned leads, or else where who acts, or is in hand, could go. */
  readonly bands: Band[] = $derived.by(() => {
    if (this.deciding.shownBands.length) return this.deciding.shownBands;
    if (this.course.bands.length) return this.course.bands;
    return this.deciding.chosen === null ? this.course.around : [];
  });
  /** What can be chosen on the table. */
  readonly rings: Ring[] = $derived.by(() => ringsOf(this.deciding, this.battle.pieces, this.course.target));
  /** The spot on the table that the lesson speaks of. */
  readonly goal: Spot | null = $derived.by(() => {
    const spot = this.lesson?.folded ? null : this.lesson?.step?.spot;
    if (!spot) return null;
    const [x, y] = spot;
    return this.lay.toSpot(...(this.lay.kind === "hexes" ? fromOffset(x, y) : ([x * 1000, y * 1000] as const)));
  });
  /** What follows once what is planned is done, in words. */
  readonly follows: string = $derived.by(() => {
    const { then, target } = this.course;
    const attack = target ? `the attack on ${this.marks.get(target) ?? "the enemy"} is planned` : "";
    if (then) return `Then it moves to the spot you clicked${attack ? `, and ${attack}` : ""}.`;
    return attack && this.deciding.option?.kind === "path" ? `Then ${attack}.` : "";
  });
  /** The chances to hit that stand beside the marks of pieces; of the attack that is planned it stands at its target. */
  readonly chances: ReadonlyMap<string, string> = $derived.by(() => {
    const told = this.rings.filter((ring) => ring.chance !== null && !ring.chosen && ring.kind !== "wreck");
    return new Map(told.map((ring) => [ring.piece.id, percent(ring.chance!)]));
  });
  /** The ground at the pointer, while nothing else is. */
  readonly ground: Shape | null = $derived.by(() =>
    this.pointer && !this.hovered ? shapeAt(this.standing.table, this.lay, this.pointer) : null,
  );
  /** The ground that a refusal speaks of: the piece of that name nearest to where one pointed. */
  readonly blamed: Shape | null = $derived.by(() => {
    const { refusal } = this.deciding;
    if (!refusal?.at) return null;
    const spot = this.lay.toSpot(...refusal.at);
    const named = this.standing.table.shapes.filter((shape) => shape.label && shape.outline.length && refusal.message.includes(shape.label));
    return named.reduce<Shape | null>((best, shape) => {
      const off = (one: Shape) => apart(middleOf(this.lay, one), spot);
      return best && off(best) <= off(shape) ? best : shape;
    }, null);
  });
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
    this.course = new Course(battle, this.deciding);
    const steps = battle.standing?.facts.lesson ?? [];
    const lesson = (this.lesson = steps.length ? new Lesson(steps, battle.id) : null);
    if (lesson) battle.onanswer = (order, decision) => lesson.ordered(String((order as { order?: string }).order ?? ""), decision);
    this.deciding.oncommit = () => {
      this.course.confirm();
      this.show.skip();
      this.card = "";
      this.show.happened = [];
      this.since = this.standing.story.length;
    };
    this.camera = cameraOf(battle.id, battle.standing?.facts.hidden ? battle.standing.facts.you : "");
    battle.onchange = (before, after, fresh) => this.#watch(before, after, fresh);
    this.show.onscene = (scene) => {
      const piece = scene.after ?? scene.before;
      if (piece) this.camera.reveal(this.lay.toSpot(piece.x, piece.y));
    };
    this.objections = new Objections(battle);
    this.counsel = new Counsel(battle);
  }

  /** Something happened: show it, and keep what others did for a recap. */
  #watch(before: Standing, after: Standing, fresh: Line[]): void {
    const { you } = after.facts;
    const kind = after.table.kind === "hexes" ? "hexes" : "inches";
    const seats = after.now.seats.map((info) => info.seat);
    const scenes = scenesOf(before.pieces, after.pieces, fresh, (side) => sideLook(side, seats), kind);
    if (after.story.length < before.story.length) this.show.skip();
    this.show.add(scenes);
    if (!you) return;
    const marks = pieceMarks([...after.pieces]);
    const theirs = scenes.flatMap((scene) => (scene.kind === "shot" && scene.look && this.battle.pieces.get(scene.by)?.side !== you ? [scene] : []));
    const text = (scene: ShotScene) => `${marks.get(scene.by) ?? "Somebody"} at ${marks.get(scene.id) ?? scene.before?.name ?? ""}:`;
    if (theirs.length) this.show.happened = [...this.show.happened, ...theirs.map((scene) => ({ text: text(scene), scene }))];
  }

  /** What is hit right now is thrown a little along the line of fire. */
  #thrown(puts: Map<string, Spot>): Map<string, Spot> {
    const { scene, t, calm } = this.show;
    const [to, from] = [puts.get(scene?.id ?? ""), puts.get(scene?.kind === "shot" ? scene.by : "")];
    if (calm || scene?.kind !== "shot" || !to || !from) return puts;
    const [dx, dy] = jolt({ hits: scene.hits, from: [from.x, from.y], to: [to.x, to.y] }, t);
    if (dx || dy) puts.set(scene.id, { x: to.x + dx / this.camera.zoom, y: to.y + dy / this.camera.zoom });
    return puts;
  }

  /** Look at a piece, wherever it is. */
  locate(ids: readonly string[]): void {
    const piece = ids.map((id) => this.battle.pieces.get(id)).find((found) => found);
    if (!piece) return;
    this.selected = this.card = piece.id;
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
    if (this.#completing && !this.#goesFor(id, own)) return this.pointAt(spot, false);
    const { asked } = this.deciding;
    if (this.#completing) return;
    if (!own && this.course.then) {
      this.course.target = id;
      return;
    }
    this.selected = id;
    this.card = "";
    if (!asked || (own && this.lesson?.waits("card"))) {
      this.card = id;
      return;
    }
    if (inHand(asked, this.battle.pieces.get(id), this.standing.facts.you)) {
      if (asked.ask.unit !== id) void this.course.hold(asked, id);
      return;
    }
    this.course.forget();
    const about = asked.options.some((option) => subjectOf(option, asked, this.battle.pieces) === id);
    if (!this.course.attack(asked, id) && !about) this.card = id;
  }

  /** While a move is planned an enemy was clicked: it is attacked from there, after the move; or at once if no way is planned yet. */
  #goesFor(id: string, own: boolean): boolean {
    const { asked, option, order, pinned, refusal } = this.deciding;
    if (own || !asked || option?.kind !== "path") return false;
    if (order && pinned && !refusal) {
      [this.course.unit, this.course.target, this.course.place] = [this.acting, id, null];
      return true;
    }
    return !pinned && this.course.attack(asked, id);
  }

  /** The table was clicked. With `more` the way goes on from there. */
  pointAt(spot: Spot, more: boolean): void {
    if (this.ruler) {
      this.ruler = null;
      return;
    }
    if (!this.#completing) return this.#send(spot);
    if (more && this.deciding.option?.kind === "path") this.deciding.goBy(this.#placeOf(spot));
    else this.deciding.point(this.#placeOf(spot), null, true);
  }

  /** The ground was clicked while nothing is planned: whoever acts, or is in hand, shall go there. */
  #send(spot: Spot): void {
    const { asked } = this.deciding;
    const place = this.#placeOf(spot);
    const acting = asked?.ask.unit ?? "";
    const [x, y] = [spot.x / this.lay.width, spot.y / this.lay.height];
    const onTable = x >= 0 && y >= 0 && x <= 1 && y <= 1;
    if (asked && onTable && moves(asked, acting).length) void this.course.planMove(asked, acting, place);
    else if (asked && onTable && this.course.unit) void this.course.begin(asked, this.course.unit, place);
    else {
      this.selected = this.card = "";
      this.course.forget();
    }
  }

  /** A piece of one's own is dragged somewhere: it shall go there. */
  carry(id: string, spot: Spot): void {
    const { asked } = this.deciding;
    if (!asked || !this.carries(id)) return;
    this.deciding.drop();
    this.selected = id;
    const place = this.#placeOf(spot);
    if (asked.ask.unit === id) void this.course.planMove(asked, id, place);
    else void this.course.begin(asked, id, place);
  }

  /** Whether dragging a piece plans a move of it; else it drags the table. */
  carries(id: string): boolean {
    return inHand(this.deciding.asked, this.battle.pieces.get(id), this.standing.facts.you);
  }

  hover(spot: Spot | null, piece: string): void {
    this.pointer = spot;
    this.hovered = piece;
    if (spot && this.#completing && !this.deciding.pinned) this.deciding.point(this.#placeOf(spot), null, false);
  }

  /** A finger rests on the table: the card of a piece, or what the ground there is. */
  inform(piece: string, spot: Spot): void {
    if (piece) this.selected = this.card = piece;
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

  /** A verb around a piece is taken. */
  take(verb: Pick<Verb, "does" | "option">): void {
    if (verb.does === "commit") this.deciding.commit();
    else if (verb.does === "back") this.deciding.back();
    else this.deciding.choose(verb.option);
  }

  /** The next piece of mine that is ready. */
  next(): void {
    const { you } = this.standing.facts;
    const ready = this.standing.pieces.filter((piece) => piece.side === you && piece.ready && !isWreck(piece));
    if (!ready.length) return;
    const at = ready.findIndex((piece) => piece.id === this.selected);
    const piece = ready[(at + 1) % ready.length]!;
    const { asked } = this.deciding;
    // Who can be taken in hand is, and may begin; of others there is but the card.
    if (!asked || asked.ask.unit || this.#completing || !inHand(asked, piece, you)) return this.locate([piece.id]);
    this.pick(piece.id, this.lay.toSpot(piece.x, piece.y));
    this.camera.reveal(this.lay.toSpot(piece.x, piece.y));
  }

  /** Lay a ruler at the pointer, or at the piece looked at; once more takes it away. */
  measure(): void {
    const piece: Piece | undefined = this.battle.pieces.get(this.selected || this.acting);
    const from = piece ? this.lay.toSpot(piece.x, piece.y) : this.pointer;
    this.ruler = this.ruler ? null : from;
  }

  takeBack(): void {
    if (!this.standing.now.undo) return;
    this.deciding.orders.paused = true;
    this.course.forget();
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
