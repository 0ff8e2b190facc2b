import type { Refused, ToClient, ToServer, Update, Welcome } from "../wire";

export const BEAT_EVERY = 20_000;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 5_000;
/** How long a table may be silent when it is asked for a sign of life. */
export const PATIENCE = 6_000;
/** And for a welcome: a long battle may have to be read back first. */
export const CALLING = 20_000;
/** Close codes after which coming back would be turned away again: another page's call, no such table or token. */
const FINAL = new Map([
  [4403, "This page may not play at that table."],
  [4404, "There is no such battle here, or this link opens no seat at it."],
]);

/** Close codes after which the page comes back by itself, and says why it has to. */
const AWHILE = new Map([[4503, "The server cannot read its battles just now."]]);

export type Connection = "connecting" | "open" | "lost" | "refused";
export type Asking = Extract<ToServer, { ref: number }>;
/** What is asked, before it has a number to be answered by. */
export type Question = Asking extends infer Q ? (Q extends Asking ? Omit<Q, "ref"> : never) : never;
type Answering = Extract<ToClient, { ref: number }>;

/** What a link tells the one who holds it. */
export interface Listener {
  told(message: Exclude<ToClient, Answering> | Refused): void;
  /** `again`: when the next try comes, while the connection is lost. */
  changed(connection: Connection, reason: string, again: number): void;
}

/** No to a question, in words for a player, with the rule. */
export class No extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly rule: string,
  ) {
    super(message);
  }
}

/** The connection to a table. It says hello, beats, notices gaps, comes back by itself, and matches answers to questions. */
export class Link {
  #socket: WebSocket | null = null;
  #number = -1;
  #ref = 0;
  #waits = FIRST_WAIT;
  #closed = false;
  #resuming = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Runs while a sign of life is awaited. */
  #watch: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #asked = new Map<number, { tell: (answer: Answering) => void; fail: (no: No) => void }>();

  constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly listener: Listener,
    private readonly open: (url: string) => WebSocket = (to) => new WebSocket(to),
    /** Tokens of other seats that are played at this screen. */
    private readonly also: readonly string[] = [],
    /** What whoever sits here wants to be called. */
    private readonly called: () => string = () => "",
  ) {
    this.#connect();
  }

  /** Say something that needs no answer of its own. Whether it could be said. */
  send(message: ToServer): boolean {
    if (this.#socket?.readyState !== 1) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Ask something; the answer, or a `No`. */
  ask<K extends Answering["kind"]>(question: Question, kind: K): Promise<Extract<Answering, { kind: K }>> {
    const ref = ++this.#ref;
    return new Promise((resolve, reject) => {
      const tell = (answer: Answering) =>
        answer.kind === kind
          ? resolve(answer as Extract<Answering, { kind: K }>)
          : reject(new No("odd", "The server answered something else.", ""));
      this.#asked.set(ref, { tell, fail: reject });
      if (!this.send({ ...question, ref } as Asking)) {
        this.#asked.delete(ref);
        reject(new No("not-connected", "The connection is lost; it is being mended.", ""));
      }
    });
  }

  /** Somebody looks at the page again, or the network is back: try at once, and see whether an open line still lives. */
  wake(): void {
    if (this.#closed) return;
    if (this.#timer !== undefined) this.#connect();
    else if (this.#socket?.readyState === 1) this.#feelPulse();
  }

  /** Say hello once more: something about oneself has changed. */
  introduce(): void {
    if (this.#socket?.readyState === 1) this.#sayHello();
  }

  /** Leave the table for good. */
  close(): void {
    this.#closed = true;
    this.#stopWaiting();
    this.#drop();
  }

  #connect(): void {
    this.#stopWaiting();
    this.listener.changed("connecting", "", 0);
    const socket = this.open(this.url);
    this.#socket = socket;
    socket.onopen = () => this.#sayHello();
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as ToClient);
    socket.onclose = (event) => this.#lost(event.code, event.reason);
    this.#beat = setInterval(() => this.#feelPulse(), BEAT_EVERY);
    this.#await(CALLING);
  }

  /** Beat, and wait for the answer: a line that died while the machine slept looks open for a long time. */
  #feelPulse(): void {
    if (this.send({ kind: "beat" })) this.#await(PATIENCE);
  }

  #await(patience: number): void {
    this.#watch ??= setTimeout(() => this.#lost(0, ""), patience);
  }

  #stopWaiting(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #hear(message: ToClient): void {
    clearTimeout(this.#watch);
    this.#watch = undefined;
    if ("ref" in message && this.#asked.has(message.ref)) return this.#answer(message);
    if (message.kind === "welcome") this.#welcomed(message);
    else if (message.kind === "update" && this.#misses(message)) return;
    else if (message.kind === "alive" && message.number > this.#number) return this.#resuming ? undefined : this.#sayHello();
    if (!("ref" in message) || message.kind === "refused") this.listener.told(message);
  }

  #answer(message: Answering): void {
    const asked = this.#asked.get(message.ref);
    this.#asked.delete(message.ref);
    if (message.kind === "refused") asked?.fail(new No(message.code, message.message, message.rule));
    else asked?.tell(message);
  }

  #welcomed(message: Welcome): void {
    this.#number = message.number;
    this.#resuming = false;
    this.#waits = FIRST_WAIT;
    this.listener.changed("open", "", 0);
  }

  /** Whether an update does not follow the last: then the whole of it is asked for again. */
  #misses(message: Update): boolean {
    if (this.#resuming) return true;
    if (message.number !== this.#number + 1) {
      this.#sayHello();
      return true;
    }
    this.#number = message.number;
    return false;
  }

  /** The whole story is asked for: while one was away, lines already shown may have been taken back. */
  #sayHello(): void {
    this.#resuming = true;
    const name = this.called();
    this.send({ kind: "hello", token: this.token, shown: 0, ...(this.also.length ? { also: [...this.also] } : {}), ...(name ? { name } : {}) });
  }

  #lost(code: number, reason: string): void {
    this.#drop();
    if (this.#closed) return;
    const final = FINAL.get(code);
    if (final) return this.listener.changed("refused", reason || final, 0);
    const wait = this.#waits * (0.75 + Math.random() / 2);
    this.listener.changed("lost", AWHILE.get(code) ?? "", Date.now() + wait);
    this.#timer = setTimeout(() => this.#connect(), wait);
    this.#waits = Math.min(this.#waits * 2, LONGEST_WAIT);
  }

  #drop(): void {
    clearInterval(this.#beat);
    clearTimeout(this.#watch);
    this.#watch = undefined;
    const socket = this.#socket;
    this.#socket = null;
    if (socket) {
      socket.onclose = socket.onmessage = socket.onopen = null;
      socket.close();
    }
    for (const { fail } of this.#asked.values()) fail(new No("not-connected", "The connection was lost.", ""));
    this.#asked.clear();
  }
}
