"""4.2: scenarios linked into a campaign: who begins, who takes the field, what a battle brings home, and who wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from gearlock.kernel.campaigning import Campaign, Change, Homecoming, Member, Plan, Side
from gearlock.kernel.errors import BadInput
from gearlock.kernel.events import Outcome
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.system import Setup
from gearlock.mechanics.turns import higher
from gearlock.muster.standing_forces import FORCES, brought_home, enrolled, fielded, taking_the_field, whole
from gearlock.systems.tactical.assets import BARRED
from gearlock.systems.tactical.campaign_rules.agreements import (
    LABOR,
    VICTORY_POINTS,
    battles_agreed,
    check_all,
    days_between,
    is_resupplied,
    is_weather_lasting,
    labor_a_day,
    mission_points,
    ratings_of,
    technician_tv,
)
from gearlock.systems.tactical.campaign_rules.armies import army_data, posts_of, standing
from gearlock.systems.tactical.campaign_rules.dueling import DUEL, NO_HELP, duelist_of, may_duel
from gearlock.systems.tactical.campaign_rules.effects import effects_on
from gearlock.systems.tactical.campaign_rules.members import (
    CARDS,
    carried_over,
    left_with,
    reason_away,
    resupplied,
    unit_of,
)
from gearlock.systems.tactical.campaign_rules.printed_next import is_lent, printed_for
from gearlock.systems.tactical.campaign_rules.workshop import repairs
from gearlock.systems.tactical.generator.record import BATTLE, TV
from gearlock.systems.tactical.missions.aims import has_missions
from gearlock.systems.tactical.missions.victory import victory_points
from gearlock.systems.tactical.scenarios.printed import PRINTED, printed_of
from gearlock.systems.tactical.setup.scenario import begin, prepare, scenarios
from gearlock.systems.tactical.setup.toys import GAMES
from gearlock.systems.tactical.state import SEATS, State, Unit
from gearlock.systems.tactical.switches import DETAILED_DAMAGE
from gearlock.systems.tactical.victory_points.events import SPENT, WHOLE_BATTLE
from gearlock.systems.tactical.victory_points.pools import EARNED, POOL

TITLE = "a battle of a campaign"
PLAIN = "duel"
GLORY = "glory-"
"""An option of a generated battle, with a seat behind it."""
FORCES_NAMED = ("units", *SEATS, TV)
"""Options that say who fights: in a campaign that is settled at its beginning."""


@heeds("tactical.4.2", "tactical.4.2.1")
def muster(plan: Plan) -> Campaign:
    """Both forces as they begin, and the labor of their technicians on the first day."""
    check_all(plan.options)
    if plan.scenario in GAMES:
        others = ", ".join(name for name in scenarios() if name not in GAMES)
        words = f"Toys are not damaged for good, so there are no campaigns of them: choose one of {others}."
        raise BadInput(f"{words} [tactical.4.2]")
    setup = prepare(plan.scenario, plan.seed, plan.battle)
    units = begin(setup).units
    sides = {}
    for seat in SEATS:
        ratings = ratings_of(plan.options, seat)
        members = tuple(each for each in enrolled(setup, units, seat) if not is_lent(setup, seat, each))
        worth = sum(member.worth for member in members) + sum(map(technician_tv, ratings))
        banner = f"{worth} TV, technicians {', '.join(map(str, ratings)) or 'none'}"
        pools = {VICTORY_POINTS: 0, LABOR: labor_a_day(ratings) * days_between(plan.options)}
        sides[seat] = Side(members, pools, banner)
    modules = sorted(name for name, word in setup.data["switches"].items() if word == "yes")
    data = {CARDS: setup.data["cards"], "modules": modules, **army_data(setup)}
    return Campaign(plan.scenario, {**plan.battle, **plan.options}, sides, data=data)


def next_battles(campaign: Campaign) -> Mapping[str, str]:
    """The scenario it was begun with, one of the generator, the printed ones, and by custom of factions the duel."""
    found = {campaign.scenario: scenarios()[campaign.scenario].title}
    found.setdefault(BATTLE, "a battle drawn by the scenario generator, with a secret mission for each side")
    if may_duel(campaign):
        found[DUEL] = "the Duelists of both regiments, by agreement: it ends the campaign"
    for name, one in PRINTED.items():
        found.setdefault(name, one.title)
    return found


@heeds("tactical.4.2", "tactical.6.1.2-duel")
def lay_out(campaign: Campaign, scenario: str, seed: int, options: Mapping[str, str]) -> Setup:
    """The scenario with who is left, as they are: those without crew or frame sit it out."""
    refuse_other_forces(options)
    refuse_nobody(campaign)
    dueling = scenario == DUEL
    chosen = _duel_ground(campaign) if dueling else scenario
    fought = duelists_alone(campaign) if dueling else campaign
    said = {**_agreed(campaign, chosen), **options}
    if chosen in PRINTED:
        setup = printed_for(fought, chosen, seed, said, TITLE)
    else:
        setup = fielded(
            drawn(fought, seed, said) if chosen == BATTLE else plain(fought, chosen, seed, said), fought, TITLE
        )
    lent = setup.data[CARDS] if chosen in PRINTED else {}
    pools = {POOL + seat: campaign.sides[seat].pools.get(VICTORY_POINTS, 0) for seat in SEATS}
    more = {WHOLE_BATTLE: "yes"} if is_weather_lasting(campaign.options) else {}
    more |= same_damage(campaign, setup)
    more |= {f"{BARRED}both": "+".join(NO_HELP)} if dueling else {}
    data = {
        **setup.data,
        FORCES: {seat: with_ranks(fought, seat, groups) for seat, groups in setup.data[FORCES].items()},
        CARDS: {**lent, **campaign.data[CARDS]},
        "points": {**setup.data.get("points", {}), **pools},
        "switches": {**setup.data["switches"], **more},
    }
    return msgspec.structs.replace(setup, data=data)


@heeds("tactical.4.2", "tactical.3.5")
def same_damage(campaign: Campaign, setup: Setup) -> dict[str, str]:
    """The damage system of a campaign is that of all its battles: wounds of one are not carried into the other.

    Raises BadInput for detailed damage in a campaign of counters.
    """
    if DETAILED_DAMAGE in campaign.data.get("modules", ()):
        return {DETAILED_DAMAGE: "yes"}
    if setup.data["switches"].get(DETAILED_DAMAGE) == "yes":
        words = (
            f"This campaign is played with the counters of the Quick Start: leave '{DETAILED_DAMAGE}' out of a battle"
        )
        raise BadInput(f"{words}, or begin a campaign with it. [tactical.4.2]")
    return {}


@heeds("tactical.4.2", "tactical.2.6.2-step0-commander")
def with_ranks(campaign: Campaign, seat: str, groups: list[list[dict[str, Any]]]) -> list[list[dict[str, Any]]]:
    """Combat groups as they are, or with nobody named: where the Commander or the Second sits out both are anew."""
    ranked = [member for member in campaign.sides[seat].members if member.post.get("rank")]
    if not any(member.away for member in ranked):
        return groups
    return [[{**post, "rank": ""} for post in group] for group in groups]


@heeds("tactical.4.1.1-glory")
def _agreed(campaign: Campaign, scenario: str) -> dict[str, str]:
    """What was agreed for every battle and this scenario knows; a map only for the scenario it was named with.

    Who wanted to fight with less than it could have has no glory in a battle that is not larger than that.
    """
    known = set(scenarios()[scenario].options) - {*FORCES_NAMED, *(() if scenario == campaign.scenario else ("map",))}
    agreed = {name: value for name, value in campaign.options.items() if name in known}
    largest = max(strength_left(campaign, seat) for seat in SEATS)
    vain = [
        name for name in agreed if name.startswith(GLORY) and agreed[name].isdecimal() and int(agreed[name]) > largest
    ]
    return {name: value for name, value in agreed.items() if name not in vain}


def refuse_other_forces(options: Mapping[str, str]) -> None:
    """The forces of a campaign are those it has: a single battle names no others."""
    for name in FORCES_NAMED:
        if name in options:
            words = f"'{name}': the forces of a campaign are those it has; buy reinforcements between battles."
            raise BadInput(f"{words} [tactical.4.2]")


def refuse_nobody(campaign: Campaign) -> None:
    """Both sides need somebody. Raises BadInput."""
    for seat in SEATS:
        if not taking_the_field(campaign, seat):
            ways = "Repair a unit, buy reinforcements or end the campaign"
            raise BadInput(f"The force of {seat} cannot fight on. {ways}. [tactical.4.2]")


def _duel_ground(campaign: Campaign) -> str:
    """Where Duelists meet: in the scenario of the campaign, or in a plain one where that has missions of its own."""
    return PLAIN if campaign.scenario in (BATTLE, *PRINTED) else campaign.scenario


@heeds("tactical.4.2", "tactical.4.1", "tactical.4.1.1")
def drawn(campaign: Campaign, seed: int, options: Mapping[str, str]) -> Setup:
    """A generated battle for the forces as they stand, as large as the larger of them is now.

    Whoever has less fights with what it has. Location, battlefield and weather come from the seed of the battle,
    missions and subplots from its dice, and any of them may be agreed upon instead.
    """
    largest = max(strength_left(campaign, seat) for seat in SEATS)
    sides = {seat: standing(campaign, seat, campaign.sides[seat].banner) for seat in SEATS}
    return prepare(BATTLE, seed, {TV: str(max(1, largest)), **options}, sides)


@heeds("tactical.4.2", "tactical.4.1.3-support")
def plain(campaign: Campaign, scenario: str, seed: int, options: Mapping[str, str]) -> Setup:
    """A scenario of units typed by hand; support is reckoned by the forces as they stand."""
    sides = {seat: standing(campaign, seat, "", posts_of(campaign, seat)) for seat in SEATS}
    return prepare(scenario, seed, options, sides)


def duelists_alone(campaign: Campaign) -> Campaign:
    """The campaign with everybody else looking on."""
    for seat in SEATS:
        chosen = duelist_of(campaign, seat)
        kept = tuple(
            member if chosen is not None and member.id == chosen.id else msgspec.structs.replace(member, away="watches")
            for member in campaign.sides[seat].members
        )
        campaign = campaign.side(seat, members=kept)
    return campaign


@heeds("tactical.4.2", "tactical.4.2.2")
def carry_over(campaign: Campaign, setup: Setup, state: State, outcome: Outcome) -> dict[str, Homecoming]:
    """Damage, crew, men and ammunition of everybody who took the field, and the Victory Points of each side."""
    fresh = begin(whole(setup)).units

    def told(unit: Unit, _suffix: str) -> tuple[dict[str, Any], str]:
        hurt = carried_over(fresh[unit.id], unit)
        return hurt, reason_away(left_with(unit, hurt))

    dueling = campaign.marching is not None and campaign.marching.scenario == DUEL
    fought = duelists_alone(campaign) if dueling else campaign
    earned = {seat: 0 if dueling else points_earned(state, outcome, seat, campaign.options) for seat in SEATS}
    found = {seat: brought_home(fought, seat, state.units, told) for seat in SEATS}
    spent = {seat: state.points.get(SPENT + seat, 0) for seat in SEATS}
    return {
        seat: msgspec.structs.replace(home, earned={VICTORY_POINTS: earned[seat] - spent[seat]})
        for seat, home in found.items()
    }


@rule("tactical.4.2.2")
def points_earned(state: State, outcome: Outcome, seat: str, options: Mapping[str, str]) -> int:
    """What a scenario gives for its objectives, or takes; where it counts none, a mission's points for the winner.

    A printed scenario gives each side what it prints, also to who has lost. One that was given up gives what was earned
    in it so far, and to the winner a mission's points at least.
    """
    if has_missions(state):
        return _mission_earned(state, outcome, seat)
    so_far = {name: points for name, points in state.points.items() if name.startswith(EARNED)}
    if printed_of(state) is not None:
        least = mission_points(options) if outcome.winner == seat else 0
        return outcome.score.get(seat, 0) if outcome.score else max(least, so_far.get(EARNED + seat, 0))
    if so_far:
        return so_far.get(EARNED + seat, 0)
    return mission_points(options) if outcome.winner == seat else 0


@heeds("tactical.4.2.2", "tactical.4.1.2-reading", "tactical.4.1.1-glory")
def _mission_earned(state: State, outcome: Outcome, seat: str) -> int:
    """The points of a generated battle. Where the enemy gave it up nobody is left to hinder one's own mission."""
    if seat in outcome.score:
        return outcome.score[seat]
    return victory_points(state, seat, unhindered=outcome.winner == seat)


@heeds("tactical.4.2", "tactical.4.2.1", "tactical.6.1.2-duel")
def settle(campaign: Campaign) -> Change:
    """Who has won the battle; days pass: new labor, what was left of the old is lost; and perhaps the campaign ends."""
    campaign, told = _judged(campaign)
    days = days_between(campaign.options)
    for seat in SEATS:
        labor = labor_a_day(ratings_of(campaign.options, seat)) * days
        campaign = campaign.side(seat, pools={**campaign.sides[seat].pools, LABOR: labor})
        if is_resupplied(campaign.options):
            for member in campaign.sides[seat].members:
                campaign = resupplied(campaign, seat, member)
    campaign = msgspec.structs.replace(campaign, day=campaign.day + days)
    spent = [seat for seat in SEATS if is_spent(campaign, seat)]
    dueled = campaign.battles[-1].scenario == DUEL
    if not dueled and not spent and len(campaign.battles) < battles_agreed(campaign.options):
        return Change(campaign, told)
    found = winner(campaign)
    why = f"{' and '.join(spent)} can bring nothing to the field any more; " if spent and not dueled else ""
    return Change(msgspec.structs.replace(campaign, over=found), (*told, f"The campaign is over: {why}{found.reason}."))


@heeds("tactical.4.2.2", "tactical.4.3.4")
def _judged(campaign: Campaign) -> tuple[Campaign, tuple[str, ...]]:
    """Who has won the last battle, where its scenario counts points: who earned more, whoever held the field."""
    last = campaign.battles[-1]
    if last.scenario not in PRINTED or not last.outcome.score:
        return campaign, ()
    won, held = higher(*(last.outcome.score.get(seat, 0) for seat in SEATS)), last.outcome.winner
    outcome = msgspec.structs.replace(last.outcome, winner=won)
    fought = msgspec.structs.replace(last, outcome=outcome)
    campaign = msgspec.structs.replace(campaign, battles=(*campaign.battles[:-1], fought))
    return campaign, by_points(held, won)


@heeds("tactical.4.2.2")
def by_points(held: str, won: str) -> tuple[str, ...]:
    """What is told of who held the field and has not earned more."""
    if not held or held == won:
        return ()
    if not won:
        return (f"{held} held the field; equal points are a draw.",)
    return (f"{held} held the field, but {won} earned more: a technical victory.",)


@heeds("tactical.4.2", "tactical.4.2.1", "tactical.4.2.2-spending")
def is_spent(campaign: Campaign, seat: str) -> bool:
    """Whether a side has nothing left: nobody to take the field, nothing to repair, no point to buy anybody with."""
    if taking_the_field(campaign, seat) or campaign.sides[seat].pools.get(VICTORY_POINTS, 0):
        return False
    return all(offer.refused and not offer.hopeless for offer in repairs(campaign, seat))


@rule("tactical.4.2.2-winner")
@heeds("tactical.6.1.2-duel")
def winner(campaign: Campaign) -> Outcome:
    """Who has most unspent Victory Points, whatever the battles' results; equal pools are a draw.

    A duel that was won ends the campaign for the winner.
    """
    points = {seat: campaign.sides[seat].pools.get(VICTORY_POINTS, 0) for seat in SEATS}
    last = campaign.battles[-1] if campaign.battles else None
    if last is not None and last.scenario == DUEL and last.outcome.winner:
        return Outcome(last.outcome.winner, f"{last.outcome.winner} won the duel", points)
    reason = f"unspent {VICTORY_POINTS}: red {points['red']}, blue {points['blue']}"
    return Outcome(higher(points["red"], points["blue"]), reason, points)


def wounds(campaign: Campaign, seat: str, member: Member) -> tuple[str, ...]:
    """What is broken, who is missing and what was fired, in words."""
    unit = unit_of(campaign, seat, member)
    found = [effect.words for effect in effects_on(unit)]
    if unit.crew_lost:
        found.append(f"{unit.crew_lost} of {unit.card.crew} crew lost")
    if unit.is_infantry and member.hurt:
        found.append(f"{sum(1 for left in unit.troopers if left)} of {len(unit.troopers)} men left")
    found += [f"{name} {count} used" for name, count in sorted(unit.used.items())]
    return (f"sits out: {member.away}", *found) if member.away else tuple(found)


def strength_left(campaign: Campaign, seat: str) -> int:
    """The Threat Value that could take the field now."""
    return sum(member.worth for group in taking_the_field(campaign, seat) for member in group)
