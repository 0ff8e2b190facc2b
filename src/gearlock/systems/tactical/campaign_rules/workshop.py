"""4.2.1: the workshop: what technicians may try, with which odds, and what comes of it."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping

import msgspec

from gearlock.kernel.asks import Ask
from gearlock.kernel.campaigning import Campaign, Change, Member, Repair, Work
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.orders import Decline
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx
from gearlock.mechanics.silhouette.rolls import SIDES, Skill, fumble_odds, margin_odds, result_of
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.campaign_rules.agreements import LABOR, ratings_of
from gearlock.systems.tactical.campaign_rules.effects import Effect, effects_on, labor_for, threshold_for
from gearlock.systems.tactical.campaign_rules.members import bench, reason_away, unit_of, with_hurt
from gearlock.systems.tactical.damage.repairing import repair_bonus
from gearlock.systems.tactical.damage.resolving import inflict
from gearlock.systems.tactical.state import LIGHT, State, Unit
from gearlock.systems.tactical.switches import MODULES

RULE = "tactical.4.2.1"


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
    refused = "" if have >= labor else f"This takes {labor} {LABOR}; {seat} has {have} left today. [{RULE}]"
    if not ratings:
        refused = f"{seat} has no technicians: they are agreed on before a campaign. [{RULE}]"
    odds = chances(skill, threshold) if ratings else (0, 1, 0, 1)
    id = f"{unit.id}:{effect.id}".replace(" ", "-").lower()
    said = (id, unit.id, effect.words, {LABOR: labor}, skill.dice, skill.modifier, threshold, odds, RULE)
    if refused or odds[0]:
        return Repair(*said, refused)
    words = f"No roll of the technicians beats {threshold}. Keep the {LABOR} for another repair. [{RULE}]"
    return Repair(*said, words, hopeless=True)


@heeds("tactical.4.2.1", "tactical.2.3.1", "tactical.7.2-easy-to-modify")
def mend(campaign: Campaign, seat: str, repair: Repair) -> Work:
    """Pay the labor, then roll: above the Threshold the effect is gone; a Fumble is a Light Damage on top."""
    (labor,) = repair.cost.values()
    campaign = campaign.paid(seat, LABOR, -labor)
    member = member_of(campaign, seat, repair.member)
    faces = yield Roll(f"repair {repair.id}", repair.dice, SIDES, 1, seat, repair.member, RULE, step=SIDES)
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
    script = inflict(ctx, member.id, LIGHT, rule_id=RULE, cause="a repair that went wrong")
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
