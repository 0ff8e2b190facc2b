import { fetchJson, Refusal, sendJson } from "../lib/http";
import type { Links, Line, Reel, View } from "../wire";

/** Frames a second at the slowest; each step doubles it. */
export const SPEEDS = [1, 2, 4, 8, 16] as const;
/** Pictures fetched ahead of the one that is shown. */
const AHEAD = 3;
const MOST_KEPT = 400;

/** A replay as one watches it: which frame, whose eyes, running or not. Pictures are fetched as they are needed. */
export class Replay {
  reel: Reel | null = $state.raw(null);
  view: View | null = $state.raw(null);
  frame = $state(0);
  eyes = $state("");
  playing = $state(false);
  speed: number = $state(2);
  problem = $state("");
  /** There is no such battle here. */
  missing = $state(false);
  readonly last: number = $derived(Math.max(0, (this.reel?.frames.length ?? 1) - 1));
  readonly lines: Line[] = $derived(this.reel?.frames[this.frame]?.lines ?? []);
  /** Told when one frame follows another: what stood before, and what stands now. */
  onstep: ((before: View, after: View) => void) | null = null;
  /** Whether what a step shows is still to be seen; the film waits for it. */
  busy: () => boolean = () => false;
  #pictures = new Map<string, Promise<View>>();
  #wanted = 0;
  #clock: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: string,
    readonly token: string,
  ) {}

  /** Fetch the story through these eyes and show a frame of it; where these eyes may not look, say why. */
  async open(eyes: string, frame: number): Promise<boolean> {
    this.pause();
    try {
      this.reel = await fetchJson<Reel>(`/api/battles/${this.id}/replay?eyes=${encodeURIComponent(eyes)}`, this.token);
    } catch (error) {
      this.problem = (error as Error).message;
      this.missing = error instanceof Refusal && error.code === "unknown-name";
      return false;
    }
    this.eyes = eyes;
    this.problem = "";
    await this.show(frame);
    return true;
  }

  /** Show a frame; of several wanted in haste the last one wins. */
  async show(frame: number): Promise<void> {
    const next = Math.min(this.last, Math.max(0, Math.round(frame)));
    const turn = ++this.#wanted;
    const [follows, before] = [next === this.frame + 1, this.view];
    this.frame = next;
    try {
      const view = await this.#picture(next);
      if (turn === this.#wanted) {
        [this.view, this.problem] = [view, ""];
        if (follows && before) this.onstep?.(before, view);
      }
    } catch (error) {
      if (turn === this.#wanted) this.problem = (error as Error).message;
    }
    for (let ahead = 1; ahead <= AHEAD && next + ahead <= this.last; ahead++) void this.#picture(next + ahead).catch(() => {});
  }

  play(): void {
    if (this.frame >= this.last) this.frame = 0;
    this.playing = true;
    this.#run();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#clock);
  }

  /** A battle of its own that begins at the frame on show. */
  branch(players: Record<string, string>): Promise<Links> {
    return sendJson<Links>(`/api/battles/${this.id}/branch`, { frame: this.frame, players }, this.token);
  }

  #run(): void {
    clearTimeout(this.#clock);
    if (!this.playing) return;
    this.#clock = setTimeout(async () => {
      if (this.busy()) return this.#run();
      await this.show(this.frame + 1);
      if (this.frame >= this.last) this.pause();
      this.#run();
    }, 1000 / this.speed);
  }

  #picture(frame: number): Promise<View> {
    const key = `${this.eyes}/${frame}`;
    let found = this.#pictures.get(key);
    if (!found) {
      if (this.#pictures.size >= MOST_KEPT) this.#pictures.clear();
      const path = `/api/battles/${this.id}/replay/${frame}?eyes=${encodeURIComponent(this.eyes)}`;
      found = fetchJson<View>(path, this.token);
      found.catch(() => this.#pictures.delete(key));
      this.#pictures.set(key, found);
    }
    return found;
  }
}
