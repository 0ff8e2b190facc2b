import { keptSeat, type SeatWay } from "./seats";

/** Where one is: the lobby, a battle with the token of a seat, a replay. All of it stands behind the `#`. A token in the
 * address comes by an invitation; `as` only names one of the seats whose tokens this browser keeps. */
export type Route =
  | { page: "lobby" }
  | { page: "battle"; id: string; token: string; as?: string }
  | { page: "replay"; id: string; token: string; frame: number; as?: string }
  | { page: Desk; id: string; part: string; asked: Record<string, string> };

/** Pages around the table, each loaded when somebody goes there. */
export const DESKS = ["hangar", "rules", "odds", "editor", "campaigns"] as const;
export type Desk = (typeof DESKS)[number];

/** The route a location's hash names; anything unknown leads to the lobby. */
export function readRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#/, "").split("?", 2);
  const [page = "", id = ""] = path.split("/").filter(Boolean);
  const asked = new URLSearchParams(query);
  const token = asked.get("seat") ?? "";
  const as = asked.get("as") ? { as: asked.get("as")! } : {};
  if (page === "battle" && id) return { page, id, token, ...as };
  if (page === "replay" && id) return { page, id, token, frame: Math.max(0, Number(asked.get("frame")) || 0), ...as };
  const desk = DESKS.find((each) => each === page);
  if (desk) return { page: desk, id, part: decoded(path.split("/").filter(Boolean).slice(2).join("/")), asked: Object.fromEntries(asked) };
  return { page: "lobby" };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The link to a page around the table. */
export function deskLink(desk: Desk, id = "", part = "", asked: Record<string, string> = {}): string {
  const query = new URLSearchParams(asked).toString();
  const path = [desk, id, part].filter(Boolean).map(encodeURIComponent).join("/");
  return `#/${path}${query ? `?${query}` : ""}`;
}

/** The link to a battle; whoever has the token of a seat may play it: an invitation. */
export function battleLink(id: string, token = ""): string {
  return `#/battle/${id}${token ? `?seat=${encodeURIComponent(token)}` : ""}`;
}

/** The way to a battle as it stands in the address: without the token where this browser keeps it. */
export function ownBattleLink(id: string, token: string): string {
  const query = seatQuery(keptSeat(id, token), token).toString();
  return `#/battle/${id}${query ? `?${query}` : ""}`;
}

/** The way of a kept seat in an address: its name where there are several, nothing where it is the only one; else the token. */
export function seatQuery(kept: SeatWay | null, token: string): URLSearchParams {
  const asked = new URLSearchParams();
  if (!kept && token) asked.set("seat", token);
  if (kept && kept.several) asked.set("as", kept.seat);
  return asked;
}

/** The link to a replay at a frame. A token that this browser keeps does not stand in it: it may be shown to anybody. */
export function replayLink(id: string, token = "", frame = 0): string {
  const asked = seatQuery(keptSeat(id, token), token);
  if (frame) asked.set("frame", String(frame));
  const query = asked.toString();
  return `#/replay/${id}${query ? `?${query}` : ""}`;
}

/** Whether an address leads nowhere but to the machine it is opened on. */
export function isLoopback(address: string): boolean {
  try {
    const { hostname } = new URL(address);
    return ["localhost", "[::1]", "[::]", "0.0.0.0"].includes(hostname) || /^127\./.test(hostname);
  } catch {
    return false;
  }
}
