/** Where one is: the lobby, a battle with the token of a seat, a replay. All of it stands behind the `#`. */
export type Route =
  | { page: "lobby" }
  | { page: "battle"; id: string; token: string }
  | { page: "replay"; id: string; token: string; frame: number }
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
  if (page === "battle" && id) return { page, id, token };
  if (page === "replay" && id) return { page, id, token, frame: Math.max(0, Number(asked.get("frame")) || 0) };
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

/** The link to a battle; whoever has the token of a seat may play it. */
export function battleLink(id: string, token = ""): string {
  return `#/battle/${id}${token ? `?seat=${encodeURIComponent(token)}` : ""}`;
}

/** The link to a replay, with the token if secrets are still kept, at a frame. */
export function replayLink(id: string, token = "", frame = 0): string {
  const asked = new URLSearchParams();
  if (token) asked.set("seat", token);
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
