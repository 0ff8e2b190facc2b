// Which ready-made forces a battle takes: the server tries each once and keeps what it found.
import { sendJson } from "../lib/http";
import type { ForcePreview, Scenario, SystemInfo, Unfit } from "../wire";
import { wantedOf, type Draft } from "./wanted";

const asked = new Map<string, Promise<Unfit[]>>();

/** What a battle is asked about: game, scenario, and its options but for who fights. */
export function questionOf(system: SystemInfo, scenario: Scenario, draft: Draft): string {
  const options = Object.entries(wantedOf(system, scenario, draft).options ?? {}).filter(([name]) => !system.seats.includes(name));
  return JSON.stringify({ system: system.id, scenario: scenario.id, options: Object.fromEntries(options) });
}

/** The forces that a battle refuses, with whose they would be; nobody is refused where the server does not answer. */
export function unfitFor(question: string): Promise<Unfit[]> {
  let found = asked.get(question);
  if (!found) {
    found = sendJson<Unfit[]>("/api/fitting", JSON.parse(question)).catch(() => {
      asked.delete(question);
      return [];
    });
    asked.set(question, found);
  }
  return found;
}

/** Forces of a side in order: by faction those that fit, and those that do not with the reason. */
export function inOrder(forces: readonly ForcePreview[], seat: string, unfit: readonly Unfit[]): { fit: [string, ForcePreview[]][]; not: [ForcePreview, string][] } {
  const why = new Map(unfit.filter((each) => each.seat === seat).map((each) => [each.force, each.why]));
  const fit = new Map<string, ForcePreview[]>();
  for (const each of [...forces].sort((one, other) => one.cost - other.cost)) {
    if (!why.has(each.name)) fit.set(each.faction, [...(fit.get(each.faction) ?? []), each]);
  }
  return { fit: [...fit].sort(([one], [other]) => one.localeCompare(other)), not: forces.flatMap((each): [ForcePreview, string][] => (why.has(each.name) ? [[each, why.get(each.name)!]] : [])) };
}
