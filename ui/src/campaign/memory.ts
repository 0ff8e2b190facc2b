import { deskLink, seatQuery } from "../lib/route";
import { seatAmong } from "../lib/seats";

/** A campaign one has a seat at, as this browser remembers it. */
export interface OwnCampaign {
  campaign: string;
  system: string;
  title: string;
  /** Seat to token: of the seats that were dealt to this browser. */
  seats: Record<string, string>;
  /** Tokens of the seats that others were invited to: the links can be sent again. */
  invited?: Record<string, string>;
  /** Tokens that let others look on, by seat. */
  watch?: Record<string, string>;
}

const SHELF = "gearlock.campaigns";
const MOST = 50;

/** The campaigns this browser has seats at, the latest first. */
export function ownCampaigns(shelf: Storage | undefined = globalThis.localStorage): OwnCampaign[] {
  try {
    const read: unknown = JSON.parse(shelf?.getItem(SHELF) ?? "[]");
    return Array.isArray(read) ? read.filter(isOwn) : [];
  } catch {
    return [];
  }
}

/** Remember a seat at a campaign; seats that were known before stay known. */
export function rememberCampaign(own: OwnCampaign, shelf: Storage | undefined = globalThis.localStorage): OwnCampaign {
  const all = ownCampaigns(shelf);
  const known = all.find((other) => other.campaign === own.campaign);
  const kept = { ...known, ...own, seats: { ...known?.seats, ...own.seats } };
  try {
    shelf?.setItem(SHELF, JSON.stringify([kept, ...all.filter((other) => other.campaign !== own.campaign)].slice(0, MOST)));
  } catch {
    // A browser that keeps nothing still plays: the link itself holds the token.
  }
  return kept;
}

/** The token of a seat of mine at a campaign: of the seat that is named, else of the first. */
export function campaignToken(id: string, as = "", shelf: Storage | undefined = globalThis.localStorage): string {
  const seats = ownCampaigns(shelf).find((own) => own.campaign === id)?.seats ?? {};
  return seats[as] || Object.values(seats).find(Boolean) || "";
}

/** The way to a campaign as it stands in the address: without the token where this browser keeps it. */
export function ownCampaignLink(system: string, id: string, token = "", shelf: Storage | undefined = globalThis.localStorage): string {
  const kept = seatAmong(ownCampaigns(shelf).find((own) => own.campaign === id)?.seats ?? {}, token);
  return deskLink("campaigns", system, id, Object.fromEntries(seatQuery(kept, token)));
}

function isOwn(read: unknown): read is OwnCampaign {
  const own = read as OwnCampaign;
  return typeof own?.campaign === "string" && typeof own.system === "string" && typeof own.seats === "object" && own.seats !== null;
}
