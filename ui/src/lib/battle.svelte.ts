import type { Line, Piece, Refused, Spot, ToClient, Update, Welcome } from "../wire";
import { calledName } from "./called";
import { Link, type Connection, type Listener } from "./link";
import { heard, updated, welcomed, type Standing } from "./standing";

/** After so many milliseconds somebody who gave an order is told that it is being carried out. */
const NOTICEABLE = 800;

/** A battle as one browser plays or watches it: how it stands, and everything that can be said to the table. */
export class Battle {
  standing: Standing | null = $state.raw(null);
  connection: Connection = $state("connecting");
  /** When the next try comes, while the connection is lost. */
  again = $state(0);
  /** Why the door is shut, when it is. */
  shut = $state("");
  /** The last thing the table refused, until something else happens. */
  refused: Refused | null = $state.raw(null);
  readonly pieces: ReadonlyMap<string, Piece> = $derived(
    new Map((this.standing?.pieces ?? []).map((piece) => [piece.id, piece])),
  );
  /** An order was given a while ago, and nothing has come of it yet: somebody may be asked something aside. */
  underWay = $state(false);
  /** Told of every change: how it stood, how it stands, and the lines that are new. After taking back there are none. */
  onchange: ((before: Standing, after: Standing, fresh: Line[]) => void) | null = null;
  /** Told of every order that is given, and to which decision. */
  onanswer: ((order: unknown, decision: number) => void) | null = null;
  readonly #link: Link;
  /** The last order, until the table has said something to it; `cut` when the connection was lost since, `twice` when it was said again. */
  #unheard: { decision: number; order: unknown; cut: boolean; twice: boolean } | null = null;
  #patience: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: string,
    readonly token: string,
    also: readonly string[] = [],
  ) {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const listener = {
      told: (message: Parameters<Listener["told"]>[0]) => this.#take(message),
      changed: (connection: Connection, reason: string, again: number) => {
        this.connection = connection;
        this.again = again;
        this.shut = reason;
        if (connection === "lost" && this.#unheard) this.#unheard.cut = true;
      },
    };
    const open = (url: string) => new WebSocket(url);
    this.#link = new Link(`${scheme}//${location.host}/api/battles/${id}/table`, token, listener, open, also, calledName);
  }

  /** Decide: the answer to the decision at hand. Without a connection it is given as soon as there is one again. */
  answer(order: unknown): void {
    const asked = this.standing?.now.asked;
    if (!asked) return;
    this.refused = null;
    const sent = this.#link.send({ kind: "answer", decision: asked.decision, order });
    this.#unheard = { decision: asked.decision, order, cut: !sent, twice: false };
    this.onanswer?.(order, asked.decision);
    if (sent) this.#patience ??= setTimeout(() => (this.underWay = true), NOTICEABLE);
    else this.#notConnected("The connection is lost; what you ordered is done as soon as it is back, if nothing else is asked by then.");
  }

  /** What the option comes to when one points there. Throws a `No` where it comes to nothing. */
  point(option: number, x: number, y: number, facing: number | null, via: [number, number][] = [], around = false) {
    return this.#link.ask({ kind: "point", decision: this.#decision, option, x, y, facing, via, around }, "pointed");
  }

  /** Where an open option could lead, band by band. */
  reach(option: number) {
    return this.#link.ask({ kind: "reach", decision: this.#decision, option }, "reached");
  }

  /** What an order would mean. */
  weigh(order: unknown) {
    return this.#link.ask({ kind: "weigh", decision: this.#decision, order }, "weighed");
  }

  /** Every complete option in short. */
  weighAll() {
    return this.#link.ask({ kind: "weigh-all", decision: this.#decision }, "weighed-all");
  }

  /** A few good ways to complete an option. */
  suggest(option: number) {
    return this.#link.ask({ kind: "suggest", decision: this.#decision, option }, "suggested");
  }

  /** What a bot would do in my place; it may think for seconds. */
  consult(bot: string) {
    return this.#link.ask({ kind: "consult", decision: this.#decision, bot }, "counselled");
  }

  /** What a piece of mine sees of another, from where it stands or from a spot. */
  look(piece: string, target: string, spot: Spot | null) {
    return this.#link.ask({ kind: "look", piece, target, spot }, "looked");
  }

  /** Where the weapons of a piece of mine bear. */
  bear(piece: string, spot: Spot | null) {
    return this.#link.ask({ kind: "bear", piece, spot }, "borne");
  }

  /** What the enemies I know of could do to a piece of mine. */
  fear(piece: string, spot: Spot | null) {
    return this.#link.ask({ kind: "fear", piece, spot }, "feared");
  }

  /** How dangerous the ground around a piece of mine is. */
  heat(piece: string) {
    return this.#link.ask({ kind: "heat", piece }, "heated");
  }

  /** What cannot be done to a piece now, and why. */
  whyNot(piece: string) {
    return this.#link.ask({ kind: "why-not", decision: this.#decision, piece }, "objected");
  }

  /** What dice show that were rolled on a real table. */
  typeDice(number: number, faces: number[]): void {
    this.refused = null;
    if (!this.#link.send({ kind: "dice", number, faces })) this.#notConnected();
  }

  /** Put my pieces on the table for me. */
  deployForMe(): void {
    if (!this.#link.send({ kind: "deploy" })) this.#notConnected();
  }

  takeBack(): void {
    this.refused = null;
    if (!this.#link.send({ kind: "take-back" })) this.#notConnected();
  }

  consent(yes: boolean): void {
    this.#link.send({ kind: "consent", yes });
  }

  /** Offer a draw or accept one; with no, turn one down or take the own offer back. */
  draw(yes: boolean): void {
    if (!this.#link.send({ kind: "draw", yes })) this.#notConnected();
  }

  /** My name has changed. */
  introduce(): void {
    this.#link.introduce();
  }

  say(text: string): void {
    this.#link.send({ kind: "say", text });
  }

  /** Somebody is there again: come back at once if the connection is lost, and make sure of it if it is not. */
  wake(): void {
    this.#link.wake();
  }

  /** Get up from the table. */
  leave(): void {
    this.#settle();
    this.#link.close();
  }

  get #decision(): number {
    return this.standing?.now.asked?.decision ?? 0;
  }

  #take(message: ToClient): void {
    const asked = this.#decision;
    if (message.kind === "welcome") this.#welcome(message);
    else if (message.kind === "refused") this.#refuse(message);
    else if (message.kind === "said" && this.standing) this.standing = heard(this.standing, message);
    else if (message.kind === "update" && this.standing) this.#change(this.standing, updated(this.standing, message), message);
    if (asked === this.#decision) return message.kind === "welcome" ? this.#sayAgain() : undefined;
    if (message.kind === "update") this.refused = null;
    this.#settle();
  }

  /** Back at the table: what was said of the connection holds no more. */
  #welcome(message: Welcome): void {
    this.standing = welcomed(this.standing, message);
    if (this.refused?.code === "not-connected") this.refused = null;
  }

  /** An order that went down with the connection is given again: had it been heard, another question would stand here. */
  #sayAgain(): void {
    const lost = this.#unheard;
    if (!lost?.cut || lost.decision !== this.#decision) return;
    this.#unheard = { ...lost, cut: false, twice: true };
    this.#link.send({ kind: "answer", decision: lost.decision, order: lost.order });
  }

  #change(before: Standing, after: Standing, message: Update): void {
    this.standing = after;
    this.onchange?.(before, after, message.keeps === before.story.length ? message.story : []);
  }

  /** An answer that came too late needs no word: the question that stands now is on the screen. Nor does one said twice. */
  #refuse(message: Refused): void {
    if (message.code === "under-way" && this.#unheard?.twice) return;
    if (message.code !== "stale") this.refused = message;
    if (message.code !== "under-way") this.#settle();
  }

  /** The order is carried out, or was refused. */
  #settle(): void {
    clearTimeout(this.#patience);
    this.#patience = undefined;
    this.#unheard = null;
    this.underWay = false;
  }

  #notConnected(message = "The connection is lost; it is being mended. Try again in a moment."): void {
    this.#link.wake();
    this.refused = { kind: "refused", code: "not-connected", message, rule: "", ref: 0 };
  }
}
