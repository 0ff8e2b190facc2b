import { fetchJson } from "../lib/http";
import type { SystemInfo } from "../wire";

let found: Promise<SystemInfo[]> | null = null;

/** The games that can be played here, asked for once. */
export function systems(): Promise<SystemInfo[]> {
  if (!found) {
    found = fetchJson<SystemInfo[]>("/api/systems");
    found.catch(() => (found = null));
  }
  return found;
}

const SHELF = "gearlock.desk";

/** The game one looked at last. */
export function lastSystem(all: readonly SystemInfo[], shelf: Storage | undefined = globalThis.localStorage): string {
  try {
    const last = shelf?.getItem(SHELF) ?? "";
    return all.some((each) => each.id === last) ? last : (all[0]?.id ?? "");
  } catch {
    return all[0]?.id ?? "";
  }
}
export function keepSystem(id: string, shelf: Storage | undefined = globalThis.localStorage): void {
  try {
    shelf?.setItem(SHELF, id);
  } catch {
    // The next visit begins with the first game.
  }
}
