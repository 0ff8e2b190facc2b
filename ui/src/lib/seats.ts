import type { SeatInfo, Wanted } from "../wire";

/** A battle one has a seat at, as this browser remembers it. */
export interface OwnBattle {
  battle: string;
  /** Seat to token: of the seats that were dealt to this browser. */
  seats: Record<string, string>;
  title: string;
  /** Tokens that let others look on, by seat. */
  watch?: Record<string, string>;
  /** Tokens of the seats that others were invited to: the links can be sent again as long as nobody sits there. */
  invited?: Record<string, string>;
  /** What was asked for when it was laid out: for a rematch. */
  wanted?: Wanted;
  /** The game whose guided first battle it is. */
  lesson?: string;
  /** The link to the campaign it belongs to. */
  campaign?: string;
}

const SHELF = "gearlock.battles";
const MOST = 50;

/** The battles this browser has seats at, the latest first. */
export function ownBattles(): OwnBattle[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(SHELF) ?? "[]");
    return Array.isArray(read) ? read.filter(isOwn) : [];
  } catch {
    return [];
  }
}

/** Remember a seat, so that a reload or the lobby brings one back to it. */
export function rememberBattle(own: OwnBattle): void {
  const known = ownBattles().find((other) => other.battle === own.battle);
  const seats = { ...known?.seats, ...own.seats };
  const kept = { ...known, ...own, seats };
  const shelf = [kept, ...ownBattles().filter((other) => other.battle !== own.battle)].slice(0, MOST);
  try {
    localStorage.setItem(SHELF, JSON.stringify(shelf));
  } catch {
    // A browser that keeps nothing still plays: the link itself holds the token.
  }
}

/** Seat to token, of all the seats this browser has at a battle. */
export function ownSeats(battle: string): Record<string, string> {
  const own = ownBattles().find((other) => other.battle === battle);
  return Object.fromEntries(Object.entries(own?.seats ?? {}).filter(([, token]) => token));
}

/** The token of a seat of mine at a battle, if this browser has one: of the seat that is named, else of the first. */
export function ownToken(battle: string, as = ""): string {
  const seats = ownSeats(battle);
  return seats[as] ?? Object.values(seats)[0] ?? "";
}

/** A seat whose token this browser keeps, and whether it keeps several of that battle. */
export interface SeatWay {
  seat: string;
  several: boolean;
}

/** The seat of a battle that a token opens, if this browser keeps the token. */
export function keptSeat(battle: string, token: string): SeatWay | null {
  return seatAmong(ownSeats(battle), token);
}

/** The seat that a token opens, among these. */
export function seatAmong(seats: Record<string, string>, token: string): SeatWay | null {
  const seat = token ? Object.keys(seats).find((each) => seats[each] === token) : undefined;
  return seat === undefined ? null : { seat, several: Object.values(seats).filter(Boolean).length > 1 };
}

/** A link for those who look on: over whose shoulder (empty for everything), and with which token. */
export interface WatchLink {
  eyes: string;
  token: string;
}

/** The link one can give to others who want to look on: without a token where there are no secrets, else over one's
 * own shoulder. Null where one has none to give. */
export function watchLink(own: Pick<OwnBattle, "watch"> | undefined, you: string, secrets: boolean): WatchLink | null {
  if (!secrets) return { eyes: "", token: "" };
  const token = own?.watch?.[you];
  return token ? { eyes: you, token } : null;
}

/** The tokens of invited seats that nobody has taken yet, by seat. */
export function openInvitations(own: Pick<OwnBattle, "invited"> | undefined, seats: readonly SeatInfo[]): [string, string][] {
  const free = seats.filter((info) => !info.present).map((info) => info.seat);
  return Object.entries(own?.invited ?? {}).filter(([seat, token]) => token && free.includes(seat));
}

function isOwn(read: unknown): read is OwnBattle {
  const own = read as OwnBattle;
  return typeof own?.battle === "string" && typeof own.seats === "object" && own.seats !== null;
}
