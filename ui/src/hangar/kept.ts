// Forces kept in this browser, and links that carry a whole roster.

export interface KeptHere {
  id: string;
  system: string;
  title: string;
  facts: string;
  text: string;
  changed: number;
  /** Where it is kept on the server, if it is. */
  server?: { id: string; key: string; listed: boolean };
}

const SHELF = "gearlock.forces";
const DRAFT = "gearlock.hangar.";
const MOST = 100;

/** The forces kept here, the latest first. */
export function keptHere(shelf: Storage | undefined = globalThis.localStorage): KeptHere[] {
  try {
    const found = JSON.parse(shelf?.getItem(SHELF) ?? "[]") as KeptHere[];
    return Array.isArray(found) ? found.filter((each) => typeof each?.text === "string" && typeof each.system === "string") : [];
  } catch {
    return [];
  }
}

/** Keep a force; one of the same id gives way. */
export function keepHere(force: KeptHere, shelf: Storage | undefined = globalThis.localStorage): boolean {
  const others = keptHere(shelf).filter((each) => each.id !== force.id);
  return store(shelf, [force, ...others].slice(0, MOST));
}

export function forgetHere(id: string, shelf: Storage | undefined = globalThis.localStorage): void {
  store(shelf, keptHere(shelf).filter((each) => each.id !== id));
}

function store(shelf: Storage | undefined, forces: KeptHere[]): boolean {
  try {
    shelf?.setItem(SHELF, JSON.stringify(forces));
    return !!shelf;
  } catch {
    return false;
  }
}

/** What lies on the bench, so that nothing is lost by leaving the page. */
export interface Bench {
  text: string;
  kept: string;
}
export function benchOf(system: string, shelf: Storage | undefined = globalThis.localStorage): Bench | null {
  try {
    const found = JSON.parse(shelf?.getItem(DRAFT + system) ?? "null") as Bench | null;
    return found && typeof found.text === "string" ? found : null;
  } catch {
    return null;
  }
}
export function keepBench(system: string, bench: Bench, shelf: Storage | undefined = globalThis.localStorage): void {
  try {
    shelf?.setItem(DRAFT + system, JSON.stringify(bench));
  } catch {
    // A browser that keeps nothing begins afresh.
  }
}

/** Letters of a link beyond which some programs cut it off. */
export const LONGEST_LINK = 6000;

/** A roster packed into the letters of a link. */
export async function packed(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

const LARGEST = 200_000;

/** The roster of a link; throws for what is none. */
export async function unpacked(letters: string): Promise<string> {
  const bytes = Uint8Array.from(atob(letters.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(new Uint8Array(read.value));
    size += read.value.length;
    if (size > LARGEST) throw new Error("too large");
  }
  return new Blob(parts).text();
}
