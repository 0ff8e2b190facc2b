import type { RuleEntry } from "../wire";
import { fetchJson } from "./http";

/** The rule that lies open, fetched once and kept. */
class RuleDesk {
  /** The id of the open rule; empty when none is. */
  open = $state("");
  #kept = new Map<string, Promise<RuleEntry>>();

  show(rule: string): void {
    this.open = rule;
  }

  close(): void {
    this.open = "";
  }

  entry(rule: string): Promise<RuleEntry> {
    let entry = this.#kept.get(rule);
    if (!entry) {
      entry = fetchJson<RuleEntry>(`/api/rules/${encodeURIComponent(rule)}`);
      this.#kept.set(rule, entry);
      entry.catch(() => this.#kept.delete(rule));
    }
    return entry;
  }
}

export const ruleDesk = new RuleDesk();

/** A rule's id without the system it belongs to, as it stands beside a line. */
export function shortRule(rule: string): string {
  return rule.slice(rule.indexOf(".") + 1);
}
