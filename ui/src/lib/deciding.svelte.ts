import type { Asked, Band, Piece, Preview, Route, Short, Suggestion, Way } from "../wire";
import type { Battle } from "./battle.svelte";
import { angleBetween, type Place } from "./geometry";
import { Latest } from "./latest";
import { Leads } from "./leads.svelte";
import { No } from "./link";
import { helpsOnAverage, isReroll, mayHelp } from "./offers";
import { isDecline, isOpen, ownHurt, type Option } from "./options";
import { StandingOrders, type Reason } from "./standingorders.svelte";

/** Why something cannot be, and where the pointer was when it was asked. */
export interface Refusal {
  message: string;
  rule: string;
  at: Place | null;
}

/** Tenths of a degree that nobody minds. */
const A_LITTLE = 50;
/** Suggestions shown: as many as have a letter to be taken by. */
const MOST_WAYS = 5;

/** A decision on its way: an option is chosen, completed on the table if it is open, weighed, and then committed. */
export class Deciding {
  /** The number of the chosen option, or null. */
  chosen: number | null = $state(null);
  /** The decision that is being made. */
  decision = $state(0);
  /** The order as it would be given, and what it would mean. */
  order: unknown = $state.raw(null);
  preview: Preview | null = $state.raw(null);
  /** Whether the order stays when the pointer moves on. */
  pinned = $state(false);
  /** Waypoints on the way. */
  via: Place[] = $state.raw([]);
  refusal: Refusal | null = $state.raw(null);
  /** Another facing was wished for, and the rules do not give it. */
  stiff = $state(false);
  shorts: ReadonlyMap<number, Short> = $state.raw(new Map());
  /** Questions the table has not answered yet. */
  open = $state(0);
  ways: Suggestion[] | null = $state.raw(null);
  bands: Band[] = $state.raw([]);
  readonly leads: Leads;
  /** Where the option looked at could lead, or else the chosen one. */
  readonly shownBands: Band[] = $derived.by(() => {
    const completing = this.option !== null && isOpen(this.option);
    return (!completing && this.leads.seen) || this.bands;
  });
  readonly orders: StandingOrders;
  /** Told when an order is given. */
  oncommit: (() => void) | null = null;
  /** Once more was said that one's own side may be hurt. */
  sure = $state(false);
  /** The decision that a standing order answers, or has answered. */
  byOrder = $state(0);
  /** The way the planned order goes. */
  readonly route: Route | null = $derived(this.preview?.route ?? null);
  #place: Place | null = null;
  #turn = 0;
  readonly #latest = new Latest();

  constructor(private readonly battle: Battle) {
    this.leads = new Leads(battle);
    this.orders = new StandingOrders(battle.token);
  }

  get asked(): Asked | null {
    return this.battle.standing?.now.asked ?? null;
  }

  get option(): Option | null {
    return this.chosen === null ? null : (this.asked?.options[this.chosen] ?? null);
  }

  /** Another decision has come, or none: forget the plan; weigh what there is to choose from. */
  begin(asked: Asked | null): void {
    this.drop();
    this.decision = asked?.decision ?? 0;
    this.byOrder = 0;
    this.shorts = new Map();
    this.leads.forget();
    if (!asked) return;
    const decline = asked.ask.optional ? asked.options.find(isDecline) : undefined;
    const habit = decline ? this.orders.of(asked.ask.kind) : "always";
    if (decline && habit === "never") return this.#turnDown(asked, decline, "ordered");
    if (decline && habit !== "always") return void this.#consider(asked, decline, habit === "average");
    if (asked.ask.optional || asked.options.some((option) => option.kind === "target")) void this.#weighAll();
    const [only] = asked.options;
    if (asked.options.length === 1 && only && isOpen(only)) this.choose(0);
  }

  /** Take up an option; one that is complete as it stands is weighed at once. */
  choose(index: number): void {
    const option = this.asked?.options[index];
    if (!option) return;
    this.drop();
    this.chosen = index;
    void this.leads.find(index).then((bands) => {
      if (this.chosen === index) this.bands = bands;
    });
    if (isOpen(option)) {
      void this.#ask(() => this.battle.suggest(index), ({ ways }) => (this.ways = ways.slice(0, MOST_WAYS)), true);
    } else {
      this.order = option.order;
      this.pinned = true;
      void this.#ask(() => this.battle.weigh(option.order), ({ preview }) => (this.preview = preview));
    }
  }

  /** What was pointed at will not do: say so at the place, and plan nothing. */
  refuse(message: string, at: Place): void {
    this.drop();
    this.refusal = { message, rule: "", at };
  }

  /** Point at a place for the open option; the latest wish counts, older ones are dropped on the way. */
  point(place: Place, facing: number | null, pin: boolean): void {
    const index = this.chosen;
    if (index === null || (this.pinned && !pin)) return;
    if (pin) this.pinned = true;
    this.#place = place;
    this.#latest.ask(() => this.#askFor(index, place, facing));
  }

  /** Complete the open option as typed, and give the order at once if there is one. */
  answerAt(place: Place, facing: number | null): void {
    this.#pinAt(place, facing, () => this.commit());
  }

  /** The same place, facing another way. */
  turn(facing: number): void {
    const ends = this.preview?.ends;
    const place: Place | null = this.#place ?? (ends ? [ends[0], ends[1]] : null);
    if (place) this.point(place, facing, true);
  }

  /** Where the plan ends becomes a waypoint; the way goes on from there. What is refused ends nowhere. */
  addWaypoint(): void {
    const ends = this.order && this.pinned ? this.preview?.ends : null;
    if (!ends) return;
    this.via = [...this.via, [ends[0], ends[1]]];
    this.pinned = false;
  }

  /** Point at a place that becomes a waypoint, if there is a way to it. */
  goBy(place: Place): void {
    this.#pinAt(place, null, () => !this.refusal && this.addWaypoint());
  }

  /** The last waypoint is not gone by after all. Whether there was one. */
  dropWaypoint(): boolean {
    if (!this.via.length) return false;
    this.via = this.via.slice(0, -1);
    if (this.#place) this.point(this.#place, null, this.pinned);
    return true;
  }

  /** One of the ways that were suggested. */
  take(way: Suggestion): void {
    this.#turn++;
    this.#latest.forget();
    const ends = way.preview.spot ?? way.preview.ends;
    this.#place = ends ? [ends[0], ends[1]] : null;
    this.via = [];
    this.order = way.order;
    this.preview = way.preview;
    this.pinned = true;
    this.refusal = null;
  }

  /** Plan the order that a bot's way begins with. */
  adopt(way: Way): void {
    this.choose(way.option);
    if (this.chosen !== way.option) return;
    this.order = way.order;
    this.pinned = true;
    const keep = ({ preview }: { preview: Preview }) => {
      const ends = preview.spot ?? preview.ends;
      this.#place = ends ? [ends[0], ends[1]] : null;
      this.preview = preview;
    };
    void this.#ask(() => this.battle.weigh(way.order), keep);
  }

  takeNumber(number: number): void {
    const way = this.ways?.[number];
    if (way) this.take(way);
  }

  /** Give the order. What would hurt one's own side has to be said twice. */
  commit(): boolean {
    if (!this.order || !this.pinned || this.refusal) return false;
    if (this.hurt.length && !this.sure) {
      this.sure = true;
      return false;
    }
    this.orders.paused = false;
    if (this.asked) this.orders.answered(this.asked.ask.kind);
    this.oncommit?.();
    this.battle.answer(this.order);
    return true;
  }

  /** Models of one's own that the planned order would hurt. */
  get hurt(): Piece[] {
    const { asked, battle } = this;
    if (!asked || this.chosen === null || !battle.pieces) return [];
    const rolls = this.preview?.odds ? [this.preview, ...this.preview.also] : [];
    const touches = rolls.length ? rolls.map((roll) => roll.target) : (this.shorts.get(this.chosen)?.touches ?? []);
    return asked.ask.optional ? [] : ownHurt({ touches }, battle.pieces, asked.ask.seat);
  }

  /** An offer that cannot help, or with `average` would not on average, is turned down; any other is put. */
  async #consider(asked: Asked, decline: Option, average: boolean): Promise<void> {
    this.byOrder = asked.decision;
    await this.#weighAll();
    if (this.asked?.decision !== asked.decision) return;
    const isMine = (id: string) => {
      const side = this.battle.pieces?.get(id)?.side;
      return side ? side === asked.ask.seat : null;
    };
    const { ask, options } = asked;
    if (this.shorts.size && !mayHelp(options, this.shorts, isMine, ask)) this.#turnDown(asked, decline, "hopeless");
    else if (this.shorts.size && average && !helpsOnAverage(options, this.shorts, isMine, ask)) this.#turnDown(asked, decline, "average");
    else this.byOrder = 0;
  }

  #turnDown(asked: Asked, decline: Option, why: Reason): void {
    this.byOrder = asked.decision;
    this.orders.turnedDown(asked.ask.kind, asked.options.some(isReroll), why, this.battle.standing?.story?.length ?? 0);
    this.battle.answer(decline.order);
  }

  /** One beat back: from the completed order to the option, from the option to all of them. */
  back(): boolean {
    if (this.chosen === null) return false;
    const option = this.option;
    if (option && isOpen(option) && (this.pinned || this.via.length)) {
      this.pinned = false;
      this.order = this.preview = this.refusal = null;
      this.via = this.via.slice(0, -1);
      return true;
    }
    this.drop();
    return true;
  }

  drop(): void {
    this.#turn++;
    this.#latest.forget();
    this.chosen = this.order = this.preview = this.refusal = this.ways = this.#place = null;
    this.pinned = this.stiff = this.sure = false;
    this.via = [];
    this.bands = [];
  }

  /** Point at a place and, once it is known what that comes to, go on from there. */
  #pinAt(place: Place, facing: number | null, goOn: () => void): void {
    const index = this.chosen;
    if (index === null) return;
    const turn = this.#turn;
    this.pinned = true;
    this.#place = place;
    // One question and not two: of several that wait only the last is asked.
    this.#latest.ask(async () => {
      await this.#askFor(index, place, facing);
      if (turn === this.#turn) goOn();
    });
  }

  /** What pointing there comes to. */
  #askFor(index: number, place: Place, facing: number | null): Promise<void> {
    return this.#ask(
      () => this.battle.point(index, place[0], place[1], facing, this.via, this.pinned),
      ({ order, preview }) => {
        this.order = order;
        this.preview = preview;
        this.refusal = null;
        this.stiff = facing !== null && !!preview.ends && angleBetween(preview.ends[2], facing) > A_LITTLE;
      },
    );
  }

  async #weighAll(): Promise<void> {
    const keep = (short: Short): [number, Short] => [short.option, short];
    const decision = this.asked?.decision;
    this.open++;
    const { options } = await this.battle.weighAll().catch(() => ({ options: [] }));
    this.open--;
    if (decision === this.asked?.decision) this.shorts = new Map(options.map(keep));
  }

  /** Ask; what comes back after the plan has changed is dropped, a refusal is shown unless nobody needs to hear of it. */
  async #ask<T>(question: () => Promise<T>, apply: (answer: T) => void, quietly = false): Promise<void> {
    const turn = this.#turn;
    this.open++;
    try {
      const answer = await question();
      if (turn === this.#turn) apply(answer);
    } catch (no) {
      if (turn !== this.#turn || quietly) return;
      const said = no instanceof No ? no : new No("broken", "Something went wrong; try again.", "");
      this.refusal = { message: said.message, rule: said.rule, at: this.#place };
      this.order = this.preview = null;
      this.pinned = false;
    } finally {
      this.open--;
    }
  }
}
