/** Questions asked one after another: of those that wait for an answer only the last is asked. */
export class Latest {
  #busy = false;
  #next: (() => Promise<void>) | null = null;

  ask(question: () => Promise<void>): void {
    if (this.#busy) {
      this.#next = question;
      return;
    }
    this.#busy = true;
    void question().finally(() => {
      this.#busy = false;
      const next = this.#next;
      this.#next = null;
      if (next) this.ask(next);
    });
  }

  /** What still waits is of no use any more. */
  forget(): void {
    this.#next = null;
  }
}
