"""4.2: scenarios linked into a campaign: who begins, who takes the field, what a battle brings home."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from gearlock.kernel.campaigning import Campaign, CampaignRules, Change, Homecoming, Member, Plan, Report, Side, Told
from gearlock.kernel.errors import BadInput, shortened
from gearlock.kernel.events import Outcome
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.system import Setup
from gearlock.mechanics.turns import higher
from gearlock.muster.standing_forces import FORCES, brought_home, enrolled, fielded, taking_the_field, whole
from gearlock.systems.tactical.battles.battles import begin, prepare, scenarios
from gearlock.systems.tactical.battles.generated import Brought
from gearlock.systems.tactical.battles.toys import GAMES
from gearlock.systems.tactical.campaigns.members import (
    CARDS,
    DUEL,
    LABOR,
    NO_HELP,
    OPTIONS,
    SELF,
    VICTORY_POINTS,
    army_data,
    battles_agreed,
    card_of,
    carried_over,
    check_all,
    days_between,
    duelist_of,
    fresh_unit,
    is_band,
    is_resupplied,
    is_weather_lasting,
    labor_a_day,
    lay_wounds,
    left_with,
    lose,
    may_duel,
    mission_points,
    posts_of,
    ratings_of,
    reason_away,
    resupplied,
    standing,
    technician_tv,
    unit_of,
    why_away,
)
from gearlock.systems.tactical.campaigns.workshop import buy, effects_on, mend, repairs, wares
from gearlock.systems.tactical.datacards import GEAR
from gearlock.systems.tactical.printed_scenarios.the_six import (
    CHITS,
    LAST_STAND,
    NORTH,
    PRINTED,
    SOUTH,
    VILLAGE,
    printed_of,
)
from gearlock.systems.tactical.scenario_generator.missions import has_missions
from gearlock.systems.tactical.scenario_generator.priorities import victory_points
from gearlock.systems.tactical.scenario_generator.tables import BATTLE, TV
from gearlock.systems.tactical.state import HEAVY, LIGHT, SEATS, State, Unit
from gearlock.systems.tactical.support_assets import ARTILLERY, BARRED
from gearlock.systems.tactical.switches import DETAILED_DAMAGE, FOG, NIGHT
from gearlock.systems.tactical.victory_points import (
    CANCELLING,
    COVERS,
    EARNED,
    MOST_RATING,
    OVERKILL,
    POOL,
    PRIORITY_PRICE,
    RULE,
    SALVOS,
    SPENT,
    WHOLE_BATTLE,
    price_of_reinforcements,
)

# --- 4.2, 4.2.2: a battle at the players' own table: what they tell of it, held to the rules, and what it brings home

BY_PLAYERS = "told by the players"
CONDITION_PRICES = {FOG: 3, NIGHT: 2, "rain": 1, "heavy rain": 2}
MOST_OF_ONE, MOST_TV = 50, 100_000
_WARE = re.compile(r"(?:cancel(?:s|led)? (?:one |a )?)?([a-z ]*?[a-z])(?: damage)?(?: (\d{1,6}))?(?: ?\* ?(\d{1,2}))?")


@heeds("tactical.4.2", "tactical.4.2.2", "tactical.6.1.2-duel")
def reported(campaign: Campaign, report: Report) -> Told:
    """Wounds of those who were there, and points: what was earned, less what was bought in the battle."""
    refuse_nobody(campaign)
    march = campaign.marching
    assert march is not None, "a battle is told of that is under way"
    dueling = march.scenario == DUEL
    fought = duelists_alone(campaign) if dueling else campaign
    home, told = _wounded(fought, report)
    earned = _earned(campaign, report, march.scenario)
    refuse_barred(campaign, report, march.scenario)
    spent, bought = _spent(campaign, report, earned)
    won, words = _winner(report, earned, dueling)
    outcome = Outcome(won, shortened(report.because) or BY_PLAYERS, dict(report.points))
    net = {seat: {VICTORY_POINTS: earned[seat] - spent[seat]} for seat in SEATS}
    homes = {seat: msgspec.structs.replace(home[seat], earned=net[seat]) for seat in SEATS}
    return Told(outcome, homes, (*told, *bought, *words))


def _wounded(campaign: Campaign, report: Report) -> tuple[dict[str, Homecoming], list[str]]:
    """How everybody is who is spoken of, and what became of those who will not fight the next battle."""
    detailed = DETAILED_DAMAGE in campaign.data.get("modules", ())
    homes, told = dict[str, Homecoming](), list[str]()
    for seat in SEATS:
        hurts, aways = dict[str, dict[str, dict[str, Any]]](), dict[str, str]()
        for member in campaign.sides[seat].members:
            if member.id not in report.harm and member.id not in report.lost:
                continue
            if member.away:
                raise BadInput(f"{member.id}, {member.name}, was not in this battle: {member.away}. [tactical.4.2]")
            unit = unit_of(campaign, seat, member)
            lay_wounds(unit, report.harm.get(member.id, ""), detailed)
            if member.id in report.lost:
                lose(unit)
            hurt = carried_over(fresh_unit(campaign, seat, member), unit)
            hurts[member.id] = {SELF: hurt} if hurt else {}
            if why := reason_away(left_with(unit, hurt)):
                aways[member.id] = why
                told.append(f"{member.name}: {why}.")
        homes[seat] = Homecoming(hurts, aways)
    return homes, told


@heeds("tactical.4.2.2", "tactical.6.1.2-duel")
def _earned(campaign: Campaign, report: Report, scenario: str) -> dict[str, int]:
    """What each side is said to have earned; a mission's points for the winner where nothing is said of points."""
    if scenario == DUEL:
        if any(report.points.values()):
            raise BadInput("A duel earns no Victory Points: it ends the campaign for its winner. [tactical.6.1.2-duel]")
        return dict.fromkeys(SEATS, 0)
    if report.points:
        return {seat: report.points.get(seat, 0) for seat in SEATS}
    if report.won and (scenario in PRINTED or scenario == BATTLE):
        words = f"'{scenario}' counts {VICTORY_POINTS} itself: say what each side earned, as {report.won}=4"
        raise BadInput(f"{words}. [tactical.4.2.2]")
    return {seat: mission_points(campaign.options) if seat == report.won else 0 for seat in SEATS}


@heeds("tactical.4.2.2")
def _winner(report: Report, earned: dict[str, int], dueling: bool) -> tuple[str, tuple[str, ...]]:
    """Who earned most points, whoever held the field; a duel is won by whoever won it."""
    if dueling or not report.points:
        return report.won, ()
    won = higher(earned["red"], earned["blue"])
    return won, by_points(report.won, won)


# --- what was bought in it


@heeds("tactical.4.2.2-spending", "tactical.4.2.2")
def _spent(campaign: Campaign, report: Report, earned: dict[str, int]) -> tuple[dict[str, int], list[str]]:
    """What each side paid, out of its pool and of what it earned; nothing on credit."""
    prices, told = dict.fromkeys(SEATS, 0), list[str]()
    for seat, bought in report.spent.items():
        prices[seat] = price = sum(price_of(ware) for ware in bought)
        have = campaign.sides[seat].pools.get(VICTORY_POINTS, 0) + max(0, earned[seat])
        if price > have:
            raise BadInput(f"{seat} cannot have spent {price} {VICTORY_POINTS}: there were {have}. [{RULE}]")
        if price:
            told.append(f"{seat} spent {price} {VICTORY_POINTS} in the battle: {', '.join(bought)}.")
    return prices, told


@heeds("tactical.4.2.2-spending", "tactical.6.5.1", "tactical.4.3.6", "tactical.6.1.2-duel")
def refuse_barred(campaign: Campaign, report: Report, scenario: str) -> None:
    """Salvos are nothing for Rovers, nor where a scenario bars artillery; nobody helps in a duel. Raises BadInput."""
    one, dueling = PRINTED.get(scenario), scenario == DUEL
    barred = one is not None and ARTILLERY in one.switches.get(f"{BARRED}both", "").split("+")
    everybody = dueling or barred
    for seat, bought in report.spent.items():
        helper = next((ware for ware in bought if "reinforcement" in ware.casefold()), "")
        if helper and dueling:
            raise BadInput(f"'{shortened(helper)}': nobody is called in to a duel. [{RULE}]")
        shot = next((ware for ware in bought if any(name.casefold() in ware.casefold() for name in SALVOS)), "")
        if shot and (everybody or is_band(campaign, seat)):
            raise BadInput(f"'{shortened(shot)}': {seat} had no artillery in this battle, bought or not. [{RULE}]")


@heeds("tactical.4.2.2-spending")
def price_of(ware: str) -> int:
    """What a ware of the table costs in a battle; a number alone is a number of points. Raises BadInput."""
    said = " ".join(ware.casefold().split())
    if said.isascii() and said.isdigit() and len(said) < 4:
        return int(said)
    found = _WARE.fullmatch(said)
    if found is None:
        raise _unknown(ware)
    name, number, times = found[1], int(found[2] or 0), int(found[3] or 1)
    each = _price_of_one(name, number)
    if each is None or not 0 < times <= MOST_OF_ONE:
        raise _unknown(ware)
    return each * times


def _price_of_one(name: str, number: int) -> int | None:
    if name in COVERS:
        return COVERS[name] * number if 0 < number <= MOST_RATING else None
    if name in ("reinforcement", "reinforcements"):
        return price_of_reinforcements(number) if 0 < number <= MOST_TV else None
    salvos = {salvo.casefold(): price for salvo, price in SALVOS.items()}
    levels = {LIGHT: CANCELLING[LIGHT], HEAVY: CANCELLING[HEAVY], OVERKILL: CANCELLING[OVERKILL]}
    known = {**CONDITION_PRICES, **salvos, **levels, "priority point": PRIORITY_PRICE}
    return None if number else known.get(name)


def _unknown(ware: str) -> BadInput:
    names = "cancel light, cancel heavy, cancel overkill, light salvo, medium salvo, heavy salvo, ecm 2, eccm 2, fog, "
    more = "night, rain, heavy rain, priority point, reinforcements 301 (their TV), each also as fog*2"
    return BadInput(f"'{shortened(ware)}' is nothing that points buy in a battle: say {names}{more}. [{RULE}]")


# --- 4.2: scenarios linked into a campaign: who begins, who takes the field, what a battle brings home, and who wins

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


# --- 4.2, 4.3: a printed scenario as a battle of a campaign: the campaign's forces fight it, what it adds is its own

GEARS_NEEDED = {VILLAGE: 2, CHITS: 1}
"""Northern Gears without which a scenario cannot be won as printed: two to be destroyed, one to plant the virus."""


def is_lent(setup: Setup, seat: str, member: Member) -> bool:
    """Whether a unit is the scenario's own and no member of a force."""
    return f"{seat}:{member.group}" in setup.data.get("roles", {})


@heeds("tactical.4.2", "tactical.4.3.1", "tactical.4.3.2", "tactical.4.3.3", "tactical.4.3.4", "tactical.4.3.5",
       "tactical.4.3.6")  # fmt: skip
def printed_for(campaign: Campaign, scenario: str, seed: int, options: Mapping[str, str], title: str) -> Setup:
    """A printed scenario for the forces as they stand, red as the South; what it adds comes after them, whole."""
    setup = prepare(scenario, seed, options, {seat: _standing(campaign, scenario, seat) for seat in SEATS})
    lent = {seat: setup.data[FORCES][seat][len(taking_the_field(campaign, seat)) :] for seat in SEATS}
    setup = fielded(setup, campaign, title)
    refuse_unplayable(campaign, scenario)
    forces = {seat: [*groups, *lent[seat]] for seat, groups in setup.data[FORCES].items()}
    return msgspec.structs.replace(setup, data={**setup.data, FORCES: forces})


def _standing(campaign: Campaign, scenario: str, seat: str) -> Brought:
    """Who takes the field, as a side that is brought to a scenario."""
    groups = taking_the_field(campaign, seat)
    cards = {member.post["card"]: card_of(campaign, member) for group in groups for member in group}
    name = "South" if seat == SOUTH else "North"
    banner = f"{name} in {PRINTED[scenario].title}: {campaign.sides[seat].banner}"
    return standing(campaign, seat, banner, posts_of(campaign, seat), cards)


def refuse_unplayable(campaign: Campaign, scenario: str) -> None:
    """What a scenario needs and the campaign has not, with what helps. Raises BadInput."""
    one = PRINTED[scenario]
    if DETAILED_DAMAGE in one.modules and DETAILED_DAMAGE not in campaign.data.get("modules", ()):
        raise BadInput(
            f"{one.title} is played with detailed damage, this campaign with the counters of the Quick Start: choose "
            f"another scenario, or begin a campaign with -o modules='{DETAILED_DAMAGE}'. [{one.rule}]"
        )
    cards = [card_of(campaign, member) for group in taking_the_field(campaign, NORTH) for member in group]
    gears, needed = sum(1 for card in cards if card.kind == GEAR), GEARS_NEEDED.get(scenario, 0)
    remedy = "repair some, or buy reinforcements between battles"
    if gears < needed:
        raise BadInput(
            f"{one.title} needs {needed} Gears of {NORTH}, the North; it has {gears}: {remedy}. [{one.rule}]"
        )
    if scenario == LAST_STAND and all(card.is_infantry for card in cards):
        raise BadInput(f"{one.title} needs a vehicle of {NORTH} for Colonel Stevens: {remedy}. [{one.rule}]")


# --- 4.2: how campaigns go, as the layer above the systems asks it

CAMPAIGN = CampaignRules(
    about=(
        "Linked scenarios by chapter 4.2: damage, crew and ammunition carry over, technicians repair between battles, "
        "Victory Points are earned, kept and spent, and most unspent ones win."
    ),
    options=OPTIONS,
    muster=muster,
    scenarios=next_battles,
    prepare=lay_out,
    carry_over=carry_over,
    settle=settle,
    wounds=wounds,
    winner=winner,
    repairs=repairs,
    mend=mend,
    wares=wares,
    buy=buy,
    why_away=why_away,
    reported=reported,
)
