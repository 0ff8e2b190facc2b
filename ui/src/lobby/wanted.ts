import { keepSystem } from "../desk/systems";
import type { Scenario, SystemInfo, Wanted } from "../wire";

/** Who plays a seat: I do, somebody I send a link to, or a bot by its name. */
export type Chair = "me" | "link" | `bot:${string}`;

/** A side's force: what the scenario brings, the first side's again, a ready-made roster by name, or a roster as text. */
export type Force =
  { kind: "usual" } | { kind: "same" } | { kind: "ready-made"; name: string } | { kind: "text"; text: string };

/** A battle as it is being set up. */
export interface Draft {
  chairs: Record<string, Chair>;
  forces: Record<string, Force>;
  options: Record<string, string>;
  seed: string;
  /** People roll real dice and type what they show. */
  typed?: boolean;
  /** Minutes on the clock of each person; none for no clocks. */
  minutes?: string;
  /** Seconds more for each turn. */
  extra?: string;
  /** What happens when the time of one is over. */
  out?: "warn" | "lose";
  /** Files of one's own that options name: a map from the editor, for one. */
  files?: Record<string, string>;
}

/** What the form begins with: I play the first seat, the best bot the others. */
export function freshDraft(system: SystemInfo): Draft {
  const bot = (system.bots.at(-1)?.player ?? "link") as Chair;
  const chairs = Object.fromEntries(system.seats.map((seat, number) => [seat, number === 0 ? "me" : bot]));
  const forces = Object.fromEntries(system.seats.map((seat) => [seat, { kind: "usual" } as Force]));
  return { chairs, forces, options: {}, seed: "" };
}

/** The options of a scenario that are not about a side's force. */
export function plainOptions(system: SystemInfo, scenario: Scenario): [string, string][] {
  const isForce = (name: string) => scenario.forces && system.seats.includes(name);
  return Object.entries(scenario.options).filter(([name]) => !isForce(name));
}

/** The request that lays a drafted battle out; texts travel as files that the options name. */
export function wantedOf(system: SystemInfo, scenario: Scenario, draft: Draft): Wanted {
  const options: Record<string, string> = {};
  const files: Record<string, string> = {};
  for (const [name] of plainOptions(system, scenario)) {
    const value = draft.options[name]?.trim();
    if (!value) continue;
    options[name] = value;
    if (draft.files?.[value]) files[value] = draft.files[value];
  }
  for (const seat of scenario.forces ? system.seats : []) {
    const force = draft.forces[seat];
    if (force?.kind === "same") options[seat] = "same";
    if (force?.kind === "ready-made") options[seat] = force.name;
    if (force?.kind === "text") {
      options[seat] = `${seat}.txt`;
      files[`${seat}.txt`] = force.text;
    }
  }
  const players = Object.fromEntries(
    system.seats.map((seat) => {
      const chair = draft.chairs[seat] ?? "me";
      return [seat, chair === "me" || chair === "link" ? "human" : chair];
    }),
  );
  const seed = draft.seed.trim() === "" ? null : Number(draft.seed);
  const clocks = draft.minutes?.trim() ? { minutes: Number(draft.minutes), extra: Number(draft.extra ?? 0) || 0, out: draft.out ?? "warn" } : null;
  const extras = { ...(draft.typed ? { dice: "typed" as const } : {}), ...(clocks && !draft.typed ? { clocks } : {}) };
  return { system: system.id, scenario: scenario.id, players, options, files, seed, ...extras };
}

/** The seats this browser will hold. */
export function mySeats(draft: Draft): string[] {
  return Object.keys(draft.chairs).filter((seat) => draft.chairs[seat] === "me");
}

/** The seats to send links for. */
export function linkedSeats(draft: Draft): string[] {
  return Object.keys(draft.chairs).filter((seat) => draft.chairs[seat] === "link");
}

/** Why a draft cannot be started as it stands; nothing if it can. */
export function faultOf(draft: Draft): string {
  const seed = draft.seed.trim();
  if (seed !== "" && !/^\d{1,9}$/.test(seed)) return "The seed is a number of up to nine digits, or left out.";
  const minutes = draft.minutes?.trim() ?? "";
  if (minutes !== "" && !/^[1-9]\d{0,2}$/.test(minutes)) return "The clock has 1 to 999 minutes, or is left out.";
  const empty = Object.entries(draft.forces).find(([, force]) => force.kind === "text" && !force.text.trim());
  if (empty) return `The roster of ${empty[0]} is empty: paste one, or choose another force.`;
  return "";
}

/** The same battle once more, with other dice; with the sides swapped each plays what the other did. */
export function rematchOf(wanted: Wanted, swapped: boolean): Wanted {
  const seats = Object.keys(wanted.players ?? {});
  const other = (seat: string) => (swapped ? (seats[(seats.indexOf(seat) + 1) % seats.length] ?? seat) : seat);
  const players = Object.fromEntries(seats.map((seat) => [seat, (wanted.players ?? {})[other(seat)] ?? "human"]));
  const options = Object.fromEntries(Object.entries(wanted.options ?? {}).map(([name, value]) => [seats.includes(name) && value !== "same" ? other(name) : name, value]));
  return { ...wanted, players, options, seed: null };
}

const SHELF = "gearlock.lobby";

/** How the lobby was left last: game, scenario and draft. */
export interface LastLobby {
  system: string;
  scenario: string;
  draft: Draft;
}

export function lastLobby(systems: readonly SystemInfo[], shelf: Storage | undefined = globalThis.localStorage): LastLobby | null {
  try {
    const read = JSON.parse(shelf?.getItem(SHELF) ?? "null") as LastLobby | null;
    const system = systems.find((each) => each.id === read?.system);
    const scenario = system?.scenarios.some((each) => each.id === read?.scenario);
    const whole = system && scenario && system.seats.every((seat) => read!.draft.chairs[seat] && read!.draft.forces[seat]);
    const bots = system?.bots.map((bot) => bot.player) ?? [];
    const known = (chair: string) => chair === "me" || chair === "link" || bots.some((bot) => chair === bot || chair.startsWith(`${bot}:`));
    return whole && Object.values(read!.draft.chairs).every(known) ? read : null;
  } catch {
    return null;
  }
}

/** The lobby will be found like this, with this game before one's eyes. */
export function keepLobby(last: LastLobby, shelf: Storage | undefined = globalThis.localStorage): void {
  keepSystem(last.system, shelf);
  try {
    shelf?.setItem(SHELF, JSON.stringify(last));
  } catch {
    // A browser that keeps nothing begins afresh.
  }
}
