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

function isOwn(read: unknown): read is OwnCampaign {
  const own = read as OwnCampaign;
  return typeof own?.campaign === "string" && typeof own.system === "string" && typeof own.seats === "object" && own.seats !== null;
}
