import { fetchJson } from "./http";

/** A part of a text: as it stands, with the rule that explains it if it is a word of the game. */
export interface Part {
  text: string;
  rule: string;
}

/** A text in parts, the words of a game apart, each of them once. Longer words go before shorter ones. */
export function partsOf(text: string, words: ReadonlyMap<string, string>, pattern: RegExp | null): Part[] {
  if (!pattern) return [{ text, rule: "" }];
  const parts: Part[] = [];
  const told = new Set<string>();
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const rule = words.get(match[0].toLowerCase()) ?? "";
    if (!rule || told.has(rule)) continue;
    told.add(rule);
    if (match.index > from) parts.push({ text: text.slice(from, match.index), rule: "" });
    parts.push({ text: match[0], rule });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), rule: "" });
  return parts;
}

/** What finds words in a text; nothing if there are none. */
export function patternOf(words: ReadonlyMap<string, string>): RegExp | null {
  const all = [...words.keys()].sort((a, b) => b.length - a.length).map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
  return all.length ? new RegExp(`(?<![\\p{L}\\d])(?:${all.join("|")})(?![\\p{L}])`, "giu") : null;
}

/** The words of the game that is played. */
class WordDesk {
  #words: ReadonlyMap<string, string> = $state.raw(new Map());
  readonly #pattern: RegExp | null = $derived(patternOf(this.#words));
  #system = "";

  /** Lay the words of a game ready. Without them texts are as they are. */
  async open(system: string): Promise<void> {
    if (this.#system === system) return;
    this.#system = system;
    this.#words = new Map();
    try {
      const found = await fetchJson<Record<string, string>>(`/api/rulebooks/${encodeURIComponent(system)}/words`);
      if (this.#system === system) this.#words = new Map(Object.entries(found));
    } catch {
      this.#system = "";
    }
  }

  parts(text: string): Part[] {
    return partsOf(text, this.#words, this.#pattern);
  }
}

export const wordDesk = new WordDesk();
