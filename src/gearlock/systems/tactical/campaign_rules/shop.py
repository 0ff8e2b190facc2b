"""4.2.2: what Victory Points buy between battles: labor and reinforcements, units and clips."""

from __future__ import annotations

import msgspec

from gearlock.kernel.campaigning import Campaign, Change, Member, Ware, Work
from gearlock.kernel.errors import BadInput, cited, shortened
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.attacks.ammunition import SPARE
from gearlock.systems.tactical.campaign_rules.agreements import LABOR, VICTORY_POINTS
from gearlock.systems.tactical.campaign_rules.members import CARDS, card_of, unit_of, with_hurt
from gearlock.systems.tactical.setup.lineup import MOST_UNITS, Post, read_groups
from gearlock.systems.tactical.state import Unit
from gearlock.systems.tactical.unit_files import all_cards
from gearlock.systems.tactical.victory_points.wares import (
    A_POINT_BUYS,
    ANYBODY,
    clip_tv,
    is_recruit,
    price_of_reinforcements,
    recruit_tv,
)

RULE = "tactical.4.2.2-spending"
LABOR_WARE, REINFORCEMENTS, CLIPS = "labor", "reinforcements", "clips"
MOST_CLIPS = 50
USUAL_LABOR = (1, 2, 3, 5, 10)


def wares(campaign: Campaign, seat: str) -> tuple[Ware, ...]:
    """What can be bought between battles; the rest of the table is for the middle of one."""
    labor = {str(points): labor_words(points) for points in USUAL_LABOR}
    return (
        Ware(LABOR_WARE, "additional Labor Points for today", "1 a point", "how many", RULE, labor),
        Ware(
            REINFORCEMENTS,
            "units that join the force",
            f"1 for every {A_POINT_BUYS} TV",
            "units, as hunter*2",
            RULE,
            recruits(campaign, seat),
        ),
        Ware(
            CLIPS,
            "spare clips, in the next battle and after it",
            f"1 for every {A_POINT_BUYS} TV",
            "whose weapon, as red-1 LAC*3",
            RULE,
            clips_offered(campaign, seat),
        ),
    )


def labor_words(points: int) -> str:
    """So much labor, as it is offered."""
    return "1 Labor Point" if points == 1 else f"{points} {LABOR}"


@heeds("tactical.4.2.2-spending", "tactical.2.3.6")
def clips_offered(campaign: Campaign, seat: str) -> dict[str, str]:
    """A clip for each weapon that has fired."""
    found = {}
    for member in campaign.sides[seat].members:
        unit = unit_of(campaign, seat, member)
        for mount in unit.card.weapons:
            if unit.used.get(mount.id) and clip_tv(unit, mount.id):
                words = f"a clip for the {mount.id} of {member.name}, {clip_tv(unit, mount.id)} TV"
                found[f"{member.id} {mount.id}"] = words
    return found


@heeds("tactical.4.2.2-spending")
def recruits(campaign: Campaign, seat: str) -> dict[str, str]:
    """Units that are usually asked for: those of the side's own factions with their usual crews, the cheapest first."""
    own = {card_of(campaign, member).faction for member in campaign.sides[seat].members} | {ANYBODY}
    prices = {card.id: recruit_tv(card) for card in all_cards().values() if card.faction in own and is_recruit(card)}
    return {id: f"{all_cards()[id].name}, {tv} TV" for id, tv in sorted(prices.items(), key=lambda one: one[::-1])}


def buy(campaign: Campaign, seat: str, ware: Ware, what: str) -> Work:
    """Pay at once; nothing is bought on credit."""
    yield from ()
    if ware.id == LABOR_WARE:
        return buy_labor(campaign, seat, what)
    return buy_clips(campaign, seat, what) if ware.id == CLIPS else reinforce(campaign, seat, what)


@heeds("tactical.4.2.2-spending", "tactical.4.2.2")
def pay(campaign: Campaign, seat: str, price: int) -> Campaign:
    """Take Victory Points out of a pool. Raises BadInput where there are too few."""
    have = campaign.sides[seat].pools.get(VICTORY_POINTS, 0)
    if price > have:
        raise BadInput(f"This costs {price} {VICTORY_POINTS}; {seat} has {have}. [{RULE}]")
    return campaign.paid(seat, VICTORY_POINTS, -price)


@heeds("tactical.4.2.2-spending")
def buy_labor(campaign: Campaign, seat: str, what: str) -> Change:
    """Labor Points, a Victory Point each."""
    text = what.strip() or "1"
    if not (text.isascii() and text.isdigit() and len(text) < 4 and int(text) > 0):
        raise BadInput(f"'{shortened(what)}' is no number of {LABOR}: say 1 to 999. [{RULE}]")
    points = int(text)
    campaign = pay(campaign, seat, points).paid(seat, LABOR, points)
    return Change(campaign, (f"{seat} buys {points} {LABOR} for {points} {VICTORY_POINTS}.",))


@heeds("tactical.4.2.2-spending", "tactical.4.2", "tactical.2.3.6")
def buy_clips(campaign: Campaign, seat: str, what: str) -> Change:
    """Spare clips for weapons of members, all of them for one price. A change takes an Action in the battle."""
    members = {member.id: member for member in campaign.sides[seat].members}
    changed, tv, words = dict[str, Unit](), 0, list[str]()
    for part in what.split(","):
        id, _, said = part.strip().partition(" ")
        weapon, _, times = said.strip().partition("*")
        count = int(times) if times.isascii() and times.isdigit() and len(times) < 3 else 0 if times else 1
        if id in members and id not in changed:
            changed[id] = unit_of(campaign, seat, members[id])
        price = clip_tv(changed[id], weapon) if id in changed else 0
        if not price or not 0 < count <= MOST_CLIPS:
            raise BadInput(
                f"'{shortened(part.strip())}' is no clip to be had: say a member and a weapon that takes clips, "
                f"with how many up to {MOST_CLIPS}, as {seat}-1 LAC*3. [{RULE}]"
            )
        unit = changed[id]
        unit.tokens = {**unit.tokens, SPARE + weapon: unit.token(SPARE + weapon) + count}
        tv += price * count
        words.append(f"{count} for the {weapon} of {members[id].name}")
    cost = price_of_reinforcements(tv)
    campaign = pay(campaign, seat, cost)
    for id, unit in changed.items():
        campaign = with_hurt(campaign, seat, members[id], unit)
    return Change(campaign, (f"{seat} spends {cost} {VICTORY_POINTS}: spare clips, {', '.join(words)}.",))


@heeds("tactical.4.2.2-spending", "tactical.4.2")
def reinforce(campaign: Campaign, seat: str, what: str) -> Change:
    """Units that join the force before the next battle, each + a combat group of its own."""
    wrong: list[str] = []
    cards = all_cards()
    groups = read_groups(what.strip() or "nobody", seat, cards, wrong)
    strange = {
        post.card for group in groups for post in group if post.card in cards and not is_recruit(cards[post.card])
    }
    wrong += [f"{cards[name].name} comes with a scenario; no force buys it." for name in sorted(strange)]
    if any(post.rank for group in groups for post in group):
        wrong.append("Who commands is named before a battle, not bought: leave the rank out.")
    if wrong:
        raise BadInput("\n".join(cited(each, RULE) for each in wrong))
    posts = [(number, post) for number, group in enumerate(groups, 1) for post in group]
    members = campaign.sides[seat].members
    if len(members) + len(posts) > MOST_UNITS:
        raise BadInput(f"{seat} would have more than {MOST_UNITS} units. [{RULE}]")
    price = price_of_reinforcements(sum(post.tv for _, post in posts))
    campaign = pay(campaign, seat, price)
    last = max((member.group for member in members), default=0)
    new = tuple(_recruit(seat, len(members) + at, last + number, post) for at, (number, post) in enumerate(posts, 1))
    kept = {**campaign.data[CARDS], **{post.card: msgspec.to_builtins(cards[post.card]) for _, post in posts}}
    campaign = msgspec.structs.replace(
        campaign.side(seat, members=(*members, *new)), data={**campaign.data, CARDS: kept}
    )
    names = ", ".join(member.name for member in new)
    return Change(campaign, (f"{seat} spends {price} {VICTORY_POINTS}: {names} join the force.",))


def _recruit(seat: str, number: int, group: int, post: Post) -> Member:
    name = f"{seat.title()} {all_cards()[post.card].name} {number}"
    return Member(f"{seat}-{number}", name, group, msgspec.to_builtins(post), post.tv)
