import { deskLink } from "../lib/route";
import type { CampaignPage, Choice, MemberView, Repair, Scenario, SideView } from "../wire";

/** The link to a campaign for others: whoever has the token of a seat may decide for it. */
export function campaignLink(system: string, id: string, token = ""): string {
  return deskLink("campaigns", system, id, token ? { seat: token } : {});
}

/** How likely a repair is: works, does not, and does harm, in percent with one digit; and the same as counts. */
export interface Odds {
  good: string;
  bad: string;
  fumble: string;
  counted: string;
  shares: [number, number, number];
}

export function oddsOf({ chances: [good, fails, fumbles, all] }: Pick<Repair, "chances">): Odds {
  const share = (count: number) => (100 * count) / Math.max(all, 1);
  const words = (count: number) => `${share(count).toFixed(1).replace(/\.0$/, "")} %`;
  return { good: words(good), bad: words(fails), fumble: words(fumbles), counted: `${good} of ${all}`, shares: [share(good), share(fails), share(fumbles)] };
}

/** What is rolled: 3d6 +1 above 4. */
export function rollWords({ dice, bonus, threshold }: Pick<Repair, "dice" | "bonus" | "threshold">): string {
  const more = bonus ? ` ${bonus > 0 ? "+" : "−"}${Math.abs(bonus)}` : "";
  return `${dice}d6${more} above ${threshold}`;
}

/** So many of a pool whose name is in the plural: 3 Victory Points, 1 Victory Point. */
export function counted(amount: number, name: string, sign = ""): string {
  return `${sign}${amount} ${amount === 1 ? name.replace(/s$/, "") : name}`;
}

/** A price in words: 3 Victory Points. */
export function priceWords(price: Record<string, number>): string {
  return Object.entries(price)
    .map(([name, amount]) => counted(amount, name))
    .join(", ");
}

/** The members of a force by their groups, in order. */
export function byGroup(side: Pick<SideView, "members">): [number, MemberView[]][] {
  const found = new Map<number, MemberView[]>();
  for (const member of side.members) found.set(member.group, [...(found.get(member.group) ?? []), member]);
  return [...found].sort(([one], [other]) => one - other);
}

/** What a member has suffered, without what its boxes show already. */
export function woundWords({ wounds, tracks, away }: Pick<MemberView, "wounds" | "tracks" | "away">): string[] {
  const shown = away ? [] : tracks.map((track) => `${track.name} ${track.now}`.toLowerCase());
  return wounds.filter((wound) => !shown.includes(wound.toLowerCase()));
}

/** Repairs by the member they are for; members that need none are left out. */
export function byMember(repairs: readonly Repair[]): [string, Repair[]][] {
  const found = new Map<string, Repair[]>();
  for (const repair of repairs) found.set(repair.member, [...(found.get(repair.member) ?? []), repair]);
  return [...found];
}

/** How a campaign stands, in a few words. */
export function standingWords({ view }: Pick<CampaignPage, "view">): string {
  if (view.over) return view.over.winner ? `${view.over.winner} has won the campaign` : "The campaign ended in a draw";
  const fought = view.of ? `${view.battles.length} of ${view.of} battles fought` : `${view.battles.length} battles fought`;
  return `Day ${view.day}, ${fought}`;
}

/** The name of a battle: that of its scenario, or the words the rules have for it. */
export function battleName(id: string, scenarios: readonly Pick<Scenario, "id" | "title">[], choices: readonly Choice[] = []): string {
  return scenarios.find((each) => each.id === id)?.title ?? choices.find((each) => each.id === id)?.about ?? id;
}

/** A side in the singular, as it stands in headings. */
export function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
