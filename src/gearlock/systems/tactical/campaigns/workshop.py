"""4.2.1 and 4.2.2: repairs between battles, and what Victory Points buy."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from typing import NamedTuple

import msgspec

from gearlock.kernel.asks import Ask
from gearlock.kernel.campaigning import Campaign, Change, Member, Repair, Ware, Work
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.errors import BadInput, cited, shortened
from gearlock.kernel.orders import Decline
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.mechanics.silhouette.rolls import SIDES, Skill, fumble_odds, margin_odds, result_of
from gearlock.systems.tactical.attacks.weapons_in_use import SPARE
from gearlock.systems.tactical.battles.generated import MOST_UNITS, Post, read_groups
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.campaigns.members import (
    CARDS,
    LABOR,
    VICTORY_POINTS,
    bench,
    card_of,
    ratings_of,
    reason_away,
    unit_of,
    with_hurt,
)
from gearlock.systems.tactical.damage.condition import (
    ACCURACY,
    AUX,
    COMPARTMENT,
    FIRE_CONTROL,
    FRAME,
    GONE,
    LOST,
    MANEUVER,
    MINUS,
    POWER,
    RUPTURED,
    WRECKED,
)
from gearlock.systems.tactical.damage.condition import MP_CONDITION as MP
from gearlock.systems.tactical.damage.damage import repair_bonus
from gearlock.systems.tactical.damage.resolving import inflict
from gearlock.systems.tactical.damage.systems_damage import system_name
from gearlock.systems.tactical.datacards import MODE_WORDS
from gearlock.systems.tactical.state import HEAVY, LIGHT, NO_SPEEDS, State, Unit
from gearlock.systems.tactical.switches import MODULES
from gearlock.systems.tactical.unit_files import all_cards
from gearlock.systems.tactical.victory_points import (
    A_POINT_BUYS,
    ANYBODY,
    clip_tv,
    is_recruit,
    price_of_reinforcements,
    recruit_tv,
)

# --- 4.2.1: the repair table: what each damage effect asks of technicians, and what is gone when it is mended

ARMOR, SYSTEM, WEAPON = "armor", "auxiliary system", "weapon destroyed"
SIZE = -1
"""In place of a labor modifier: the Size of the vehicle once more."""


class Row(NamedTuple):
    """A row of the table: labor and Threshold, each a fixed part and so much for every point."""

    labor: int
    labor_a_point: int
    threshold: int
    threshold_a_point: int


TABLE = {
    ARMOR: Row(0, 1, 0, 1),
    MP: Row(0, 1, 1, 1),
    MANEUVER: Row(0, 2, 2, 2),
    ACCURACY: Row(0, 1, 2, 1),
    WEAPON: Row(5, 0, 5, 0),
    FIRE_CONTROL: Row(6, 0, 6, 0),
    POWER: Row(5, 0, 5, 0),
    COMPARTMENT: Row(10, 0, 7, 0),
    FRAME: Row(SIZE, 0, 8, 0),
    SYSTEM: Row(3, 0, 4, 0),
}


class Effect(NamedTuple):
    """Something that is broken: its name, its row, what mending it does to the unit, and how many points of it."""

    id: str
    words: str
    row: str
    mend: Callable[[Unit], None]
    points: int = 1


@rule("tactical.4.2.1-table")
def labor_for(size: int, row: str, points: int) -> int:
    """The Labor Points of one attempt: the vehicle's Size and the modifier of the effect."""
    found = TABLE[row]
    return size + (size if found.labor == SIZE else found.labor) + found.labor_a_point * points


@heeds("tactical.4.2.1-table")
def threshold_for(row: str, points: int) -> int:
    """What technicians must roll more than."""
    return TABLE[row].threshold + TABLE[row].threshold_a_point * points


def _without(*names: str) -> Callable[[Unit], None]:
    def mend(unit: Unit) -> None:
        for name in names:
            unit.harm.pop(name, None)

    return mend


def _one_less(token: str) -> Callable[[Unit], None]:
    def mend(unit: Unit) -> None:
        unit.tokens = {name: count - (name == token) for name, count in unit.tokens.items() if count > (name == token)}

    return mend


def _new_armor(unit: Unit) -> None:
    unit.armor_lost = 0


@heeds("tactical.4.2", "tactical.4.2.1-table")
def _new_compartment(unit: Unit) -> None:
    """The crew that it cost is back; men lost to hits on the crew stay lost."""
    unit.crew_lost = max(0, unit.crew_lost - unit.harm.pop(COMPARTMENT, 0))


@heeds("tactical.4.2.1-table")
def effects_on(unit: Unit) -> Iterator[Effect]:
    """Everything of a vehicle that technicians can mend, one attempt each: all points of one rating at once.

    A squad has nothing to mend: its men come back as Reinforcements only.
    """
    if unit.is_infantry:
        return
    yield from _counters(unit)
    if unit.armor_lost:
        yield Effect(ARMOR, f"{unit.armor_lost} Armor lost", ARMOR, _new_armor, unit.armor_lost)
    yield from _movement(unit)
    if unit.harm.get(MANEUVER):
        points = unit.harm[MANEUVER]
        yield Effect(MANEUVER, f"{points} Maneuver lost", MANEUVER, _without(MANEUVER), points)
    yield from _weapons(unit)
    for name, words, row in (
        (FIRE_CONTROL, "Fire Control destroyed", FIRE_CONTROL),
        (POWER, "power transfer failed", POWER),
        (RUPTURED, "fuel and ammunition storage ruptured", POWER),
    ):
        if unit.harm.get(name):
            yield Effect(name, words, row, _without(name))
    if unit.harm.get(COMPARTMENT):
        yield Effect(COMPARTMENT, "crew compartment collapsed", COMPARTMENT, _new_compartment)
    if unit.harm.get(FRAME):
        yield Effect(FRAME, "complete structural failure", FRAME, _without(FRAME))
    yield from _auxiliary(unit)


@heeds("tactical.4.2.1-table", "tactical.2.6.10-light", "tactical.2.6.10-heavy")
def _counters(unit: Unit) -> Iterator[Effect]:
    """The counters of the Quick Start: Light as an auxiliary system, Heavy as a power transfer failure."""
    if unit.token(LIGHT):
        yield Effect(LIGHT, "Light Damage", SYSTEM, _one_less(LIGHT))
    if unit.token(HEAVY):
        yield Effect(HEAVY, "Heavy Damage", POWER, _one_less(HEAVY))


@heeds("tactical.4.2.1-table", "tactical.3.5.1-movement")
def _movement(unit: Unit) -> Iterator[Effect]:
    """MP of each movement system; one that is destroyed has lost them all."""
    for mode in unit.card.modes:
        top = unit.card.modes.get(mode, NO_SPEEDS).top
        points = top if unit.harm.get(GONE + mode) else min(top, unit.harm.get(MP + mode, 0))
        if points:
            mend = _without(MP + mode, MINUS + mode, GONE + mode)
            yield Effect(MP + mode, f"{points} MP lost in {MODE_WORDS[mode]} movement", MP, mend, points)


@heeds("tactical.4.2.1-table", "tactical.3.5.1-fire-control")
def _weapons(unit: Unit) -> Iterator[Effect]:
    """Weapons out of true, and weapons that are gone: destroyed at once, or more than 5 Accuracy off."""
    for mount in unit.card.weapons:
        points, name = unit.harm.get(ACCURACY + mount.id, 0), system_name(unit, mount.id)
        if unit.harm.get(LOST + mount.id) or points > WRECKED:
            mend = _without(LOST + mount.id, ACCURACY + mount.id)
            yield Effect(LOST + mount.id, f"{name} destroyed", WEAPON, mend)
        elif points:
            mend = _without(ACCURACY + mount.id)
            yield Effect(ACCURACY + mount.id, f"{points} Accuracy lost of the {name}", ACCURACY, mend, points)


@heeds("tactical.4.2.1-table", "tactical.3.5.1-auxiliary")
def _auxiliary(unit: Unit) -> Iterator[Effect]:
    """Auxiliary systems, and perks that have done what they do once."""
    for name, points in unit.harm.items():
        system = name.removeprefix(AUX)
        if system != name and points:
            words = " destroyed" if points >= WRECKED else f": {points} less"
            yield Effect(name, f"{system_name(unit, system)}{words}", SYSTEM, _without(name))
        perk = name.removeprefix(LOST)
        if perk != name and unit.mount(perk) is None:
            yield Effect(name, f"{perk} used up", SYSTEM, _without(name))


# --- 4.2.1: the workshop: what technicians may try, with which odds, and what comes of it


@heeds("tactical.4.2.1", "tactical.2.3.3")
def chances(skill: Skill, threshold: int) -> tuple[int, int, int, int]:
    """Of all rolls: how many pass the Threshold, fail without a Fumble, are Fumbles; and how many there are.

    A tie is a failure.
    """
    odds = margin_odds(skill, threshold)
    fumbles, total = fumble_odds(skill)
    good = odds.at_least(1) * total // odds.total
    return good, total - good - fumbles, fumbles, total


def member_of(campaign: Campaign, seat: str, id: str) -> Member:
    """A member of a force by its id."""
    return next(member for member in campaign.sides[seat].members if member.id == id)


@heeds("tactical.4.2.1", "tactical.4.2.1-table", "tactical.7.2-easy-to-modify")
def repairs(campaign: Campaign, seat: str) -> tuple[Repair, ...]:
    """Everything that is broken in a force, with the labor of an attempt, its Threshold and exact odds."""
    found: list[Repair] = []
    for member in campaign.sides[seat].members:
        unit = unit_of(campaign, seat, member)
        offers = {effect: _offer(campaign, seat, unit, effect) for effect in effects_on(unit)}
        found += _with_returns(unit, offers) if member.away else offers.values()
    return tuple(found)


@heeds("tactical.4.2", "tactical.4.2.1")
def _with_returns(unit: Unit, offers: Mapping[Effect, Repair]) -> Iterator[Repair]:
    """The offers for a member that is out, those marked without which it stays out and with which it can come back."""
    possible = [effect for effect, offer in offers.items() if offer.chances[0]]
    for effect, offer in offers.items():
        rest = unit.clone()
        for other in possible:
            if other != effect:
                other.mend(rest)
        stays = bool(reason_away(rest))
        effect.mend(rest)
        yield msgspec.structs.replace(offer, returns=effect in possible and stays and not reason_away(rest))


def _offer(campaign: Campaign, seat: str, unit: Unit, effect: Effect) -> Repair:
    ratings = ratings_of(campaign.options, seat)
    labor = labor_for(unit.card.size, effect.row, effect.points)
    threshold = threshold_for(effect.row, effect.points)
    skill = Skill(max(ratings, default=0), repair_bonus(unit.card))
    have = campaign.sides[seat].pools.get(LABOR, 0)
    refused = "" if have >= labor else f"This takes {labor} {LABOR}; {seat} has {have} left today. [{'tactical.4.2.1'}]"
    if not ratings:
        refused = f"{seat} has no technicians: they are agreed on before a campaign. [{'tactical.4.2.1'}]"
    odds = chances(skill, threshold) if ratings else (0, 1, 0, 1)
    id = f"{unit.id}:{effect.id}".replace(" ", "-").lower()
    said = (id, unit.id, effect.words, {LABOR: labor}, skill.dice, skill.modifier, threshold, odds, "tactical.4.2.1")
    if refused or odds[0]:
        return Repair(*said, refused)
    words = f"No roll of the technicians beats {threshold}. Keep the {LABOR} for another repair. [{'tactical.4.2.1'}]"
    return Repair(*said, words, hopeless=True)


@heeds("tactical.4.2.1", "tactical.2.3.1", "tactical.7.2-easy-to-modify")
def mend(campaign: Campaign, seat: str, repair: Repair) -> Work:
    """Pay the labor, then roll: above the Threshold the effect is gone; a Fumble is a Light Damage on top."""
    (labor,) = repair.cost.values()
    campaign = campaign.paid(seat, LABOR, -labor)
    member = member_of(campaign, seat, repair.member)
    faces = yield Roll(f"repair {repair.id}", repair.dice, SIDES, 1, seat, repair.member, "tactical.4.2.1", step=SIDES)
    result = result_of(faces, Skill(repair.dice, repair.bonus))
    shown = f"{member.name}, {repair.effect}: {labor} {LABOR}, rolled {' '.join(map(str, faces))}"
    if result.fumbled:
        campaign, told = yield from _fumbled(campaign, seat, member)
        return Change(campaign, (f"{shown}: a Fumble. It is not repaired, and Light Damage is done.", *told))
    if result.total <= repair.threshold:
        return Change(campaign, (f"{shown}, {result.total} against {repair.threshold}: not repaired.",))
    unit = unit_of(campaign, seat, member)
    ids = {f"{unit.id}:{effect.id}".replace(" ", "-").lower(): effect for effect in effects_on(unit)}
    ids[repair.id].mend(unit)
    return Change(
        with_hurt(campaign, seat, member, unit), (f"{shown}, {result.total} against {repair.threshold}: repaired.",)
    )


@heeds("tactical.4.2.1", "tactical.2.6.10-light", "tactical.3.5.1-light-table")
def _fumbled(campaign: Campaign, seat: str, member: Member) -> Generator[Roll, Faces, tuple[Campaign, tuple[str, ...]]]:
    """Light Damage in the damage system of the campaign: a counter, or armor and a roll on the tables.

    A wreck has nothing that could be hurt any more.
    """
    state = bench(campaign, seat, member, modules_of(campaign))
    ctx: Ctx[State] = Ctx(state, BOOK.apply)
    if member.away == "destroyed":
        return campaign, ()
    script = inflict(ctx, member.id, LIGHT, rule_id="tactical.4.2.1", cause="a repair that went wrong")
    answer: object = None
    while True:
        try:
            step = script.send(answer)
        except StopIteration:
            break
        if isinstance(step, Roll):
            answer = yield step
        else:
            assert isinstance(step, Ask), "damage asks one seat at a time"
            answer = _answer(state, step)
    lines = [BOOK.tell(state, event, None) for event in ctx.events]
    told = tuple(line.text for line in lines if line is not None)
    return with_hurt(campaign, seat, member, state.units[member.id]), told


def _answer(state: State, question: Ask) -> object:
    """Nobody is at the table: what may be declined is, else the first thing that can be said is said."""
    if question.optional:
        return Decline()
    return next(option.order for option in BOOK.options(state, question) if hasattr(option, "order"))


def modules_of(campaign: Campaign) -> dict[str, str]:
    """The advanced modules that a campaign is played with."""
    return {name: "yes" for name in campaign.data.get("modules", ()) if name in MODULES}


# --- 4.2.2: what Victory Points buy between battles: labor and reinforcements, units and clips

LABOR_WARE, REINFORCEMENTS, CLIPS = "labor", "reinforcements", "clips"
MOST_CLIPS = 50
USUAL_LABOR = (1, 2, 3, 5, 10)


def wares(campaign: Campaign, seat: str) -> tuple[Ware, ...]:
    """What can be bought between battles; the rest of the table is for the middle of one."""
    labor = {str(points): labor_words(points) for points in USUAL_LABOR}
    return (
        Ware(
            LABOR_WARE, "additional Labor Points for today", "1 a point", "how many", "tactical.4.2.2-spending", labor
        ),
        Ware(
            REINFORCEMENTS,
            "units that join the force",
            f"1 for every {A_POINT_BUYS} TV",
            "units, as hunter*2",
            "tactical.4.2.2-spending",
            recruits(campaign, seat),
        ),
        Ware(
            CLIPS,
            "spare clips, in the next battle and after it",
            f"1 for every {A_POINT_BUYS} TV",
            "whose weapon, as red-1 LAC*3",
            "tactical.4.2.2-spending",
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
        raise BadInput(f"This costs {price} {VICTORY_POINTS}; {seat} has {have}. [{'tactical.4.2.2-spending'}]")
    return campaign.paid(seat, VICTORY_POINTS, -price)


@heeds("tactical.4.2.2-spending")
def buy_labor(campaign: Campaign, seat: str, what: str) -> Change:
    """Labor Points, a Victory Point each."""
    text = what.strip() or "1"
    if not (text.isascii() and text.isdigit() and len(text) < 4 and int(text) > 0):
        raise BadInput(f"'{shortened(what)}' is no number of {LABOR}: say 1 to 999. [{'tactical.4.2.2-spending'}]")
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
                f"with how many up to {MOST_CLIPS}, as {seat}-1 LAC*3. [{'tactical.4.2.2-spending'}]"
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
        raise BadInput("\n".join(cited(each, "tactical.4.2.2-spending") for each in wrong))
    posts = [(number, post) for number, group in enumerate(groups, 1) for post in group]
    members = campaign.sides[seat].members
    if len(members) + len(posts) > MOST_UNITS:
        raise BadInput(f"{seat} would have more than {MOST_UNITS} units. [{'tactical.4.2.2-spending'}]")
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
