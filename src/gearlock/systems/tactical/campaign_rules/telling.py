"""4.2, 4.2.2: a battle at the players' own table: what they tell of it, held to the rules, and what it brings home."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from gearlock.kernel.campaigning import Campaign, Homecoming, Report, Told
from gearlock.kernel.errors import BadInput, shortened
from gearlock.kernel.events import Outcome
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.turns import higher
from gearlock.systems.tactical.assets import ARTILLERY, BARRED
from gearlock.systems.tactical.campaign_rules.agreements import VICTORY_POINTS, mission_points
from gearlock.systems.tactical.campaign_rules.armies import is_band
from gearlock.systems.tactical.campaign_rules.dueling import DUEL
from gearlock.systems.tactical.campaign_rules.laid_wounds import lay_wounds, lose
from gearlock.systems.tactical.campaign_rules.linking import by_points, duelists_alone, refuse_nobody
from gearlock.systems.tactical.campaign_rules.members import (
    SELF,
    carried_over,
    fresh_unit,
    left_with,
    reason_away,
    unit_of,
)
from gearlock.systems.tactical.generator.record import BATTLE
from gearlock.systems.tactical.scenarios.printed import PRINTED
from gearlock.systems.tactical.state import HEAVY, LIGHT, SEATS
from gearlock.systems.tactical.switches import DETAILED_DAMAGE, FOG, NIGHT
from gearlock.systems.tactical.victory_points.pools import RULE
from gearlock.systems.tactical.victory_points.spending import CANCELLING, OVERKILL
from gearlock.systems.tactical.victory_points.wares import (
    COVERS,
    MOST_RATING,
    PRIORITY_PRICE,
    SALVOS,
    price_of_reinforcements,
)

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


# --- what was bought in it -------------------------------------------------------------------------------------------


@heeds("tactical.4.2.2-spending", "tactical.4.2.2")
def _spent(campaign: Campaign, report: Report, earned: dict[str, int]) -> tuple[dict[str, int], list[str]]:
    """What each side paid, out of its pool and of what it earned; nothing on credit."""
    prices, told = dict.fromkeys(SEATS, 0), list[str]()
    for seat, wares in report.spent.items():
        prices[seat] = price = sum(price_of(ware) for ware in wares)
        have = campaign.sides[seat].pools.get(VICTORY_POINTS, 0) + max(0, earned[seat])
        if price > have:
            raise BadInput(f"{seat} cannot have spent {price} {VICTORY_POINTS}: there were {have}. [{RULE}]")
        if price:
            told.append(f"{seat} spent {price} {VICTORY_POINTS} in the battle: {', '.join(wares)}.")
    return prices, told


@heeds("tactical.4.2.2-spending", "tactical.6.5.1", "tactical.4.3.6", "tactical.6.1.2-duel")
def refuse_barred(campaign: Campaign, report: Report, scenario: str) -> None:
    """Salvos are nothing for Rovers, nor where a scenario bars artillery; nobody helps in a duel. Raises BadInput."""
    one, dueling = PRINTED.get(scenario), scenario == DUEL
    barred = one is not None and ARTILLERY in one.switches.get(f"{BARRED}both", "").split("+")
    everybody = dueling or barred
    for seat, wares in report.spent.items():
        helper = next((ware for ware in wares if "reinforcement" in ware.casefold()), "")
        if helper and dueling:
            raise BadInput(f"'{shortened(helper)}': nobody is called in to a duel. [{RULE}]")
        shot = next((ware for ware in wares if any(name.casefold() in ware.casefold() for name in SALVOS)), "")
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
