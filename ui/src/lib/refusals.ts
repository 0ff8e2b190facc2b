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
