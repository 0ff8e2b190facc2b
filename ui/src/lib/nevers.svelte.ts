const SHELF = "gearlock.never.";

/** The kinds of offers that a seat turns down without asking, as this tab of the browser remembers them. */
export function readNever(token: string, shelf: Storage | undefined = globalThis.sessionStorage): string[] {
  try {
    const read: unknown = JSON.parse(shelf?.getItem(SHELF + token) ?? "[]");
    return Array.isArray(read) ? read.filter((kind) => typeof kind === "string") : [];
  } catch {
    return [];
  }
}

/** Remember them over a reload. */
export function keepNever(token: string, kinds: readonly string[], shelf: Storage | undefined = globalThis.sessionStorage): void {
  try {
    if (kinds.length) shelf?.setItem(SHELF + token, JSON.stringify(kinds));
    else shelf?.removeItem(SHELF + token);
  } catch {
    // A browser that keeps nothing asks again after a reload.
  }
}

/** Kinds of offers that a seat turns down without asking. */
export class Nevers {
  kinds: string[] = $state.raw([]);

  constructor(private readonly token: string) {
    this.kinds = readNever(token);
  }

  add(kind: string): void {
    this.kinds = [...new Set([...this.kinds, kind])];
    keepNever(this.token, this.kinds);
  }

  /** Every offer is asked about again. */
  clear(): void {
    this.kinds = [];
    keepNever(this.token, this.kinds);
  }
}
