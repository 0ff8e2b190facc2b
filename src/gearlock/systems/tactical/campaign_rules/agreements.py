"""4.2: what players agree on before a campaign: technicians, days, supplies, how many battles."""

from __future__ import annotations

from collections.abc import Mapping

from gearlock.kernel.errors import BadInput, shortened
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.state import SEATS

BATTLES, DAYS, TECHNICIANS, RESUPPLY = "battles", "days", "technicians", "resupply"
MISSION, WEATHER = "mission", "bought-weather"
VICTORY_POINTS, LABOR = "Victory Points", "Labor Points"
USUAL_RATINGS = "3"
MOST_TECHNICIANS, BEST_RATING, MOST_BATTLES, MOST_DAYS, MOST_POINTS = 20, 9, 50, 30, 20
OPTIONS = {
    BATTLES: f"how many battles are fought (default 3, 1 to {MOST_BATTLES})",
    DAYS: f"days between two battles, each with its Labor Points (default 1, up to {MOST_DAYS})",
    TECHNICIANS: f"ratings of each side's technicians, with commas (default {USUAL_RATINGS}; none for no repairs)",
    **{f"{TECHNICIANS}-{seat}": f"ratings of {seat}'s technicians alone" for seat in SEATS},
    RESUPPLY: "no: ammunition used is gone (the usual reading); yes: every machine is full again in the next battle",
    MISSION: "Victory Points for winning a battle whose scenario counts none itself (default 5, as a mission's)",
    WEATHER: "how long fog, night or rain last that Victory Points buy: round (the usual reading) or battle",
}


@rule("tactical.4.2.1")
def technician_tv(rating: int) -> int:
    """The Threat Value of a technician: 50, doubled for each rating above the first."""
    return 50 << (rating - 1)


@heeds("tactical.4.2.1")
def labor_a_day(ratings: tuple[int, ...]) -> int:
    """The Labor Points of technicians in a day: five times the rating of each."""
    return sum(5 * rating for rating in ratings)


def ratings_of(options: Mapping[str, str], seat: str) -> tuple[int, ...]:
    """The technicians of a side, the best first. Raises BadInput."""
    text = options.get(f"{TECHNICIANS}-{seat}", options.get(TECHNICIANS, USUAL_RATINGS))
    if text.strip() == "none":
        return ()
    ratings = [part.strip() for part in text.split(",")]
    known = [str(rating) for rating in range(1, BEST_RATING + 1)]
    if len(ratings) > MOST_TECHNICIANS or not all(rating in known for rating in ratings):
        raise BadInput(
            f"'{TECHNICIANS}={shortened(text)}' names no technicians: say ratings from 1 to {BEST_RATING} with commas, "
            f"{MOST_TECHNICIANS} at most, or none. [tactical.4.2.1]"
        )
    return tuple(sorted(map(int, ratings), reverse=True))


def whole_number(options: Mapping[str, str], name: str, usual: int, least: int, most: int) -> int:
    """A number that was agreed. Raises BadInput."""
    text = options.get(name, str(usual))
    if not (text.isascii() and text.isdigit() and len(text) < 5 and least <= int(text) <= most):
        raise BadInput(f"'{name}={shortened(text)}': say a number from {least} to {most}. [tactical.4.2]")
    return int(text)


def battles_agreed(options: Mapping[str, str]) -> int:
    """How many battles are fought."""
    return whole_number(options, BATTLES, 3, 1, MOST_BATTLES)


@heeds("tactical.4.2.1")
def days_between(options: Mapping[str, str]) -> int:
    """Days between two battles: one, unless more were agreed."""
    return whole_number(options, DAYS, 1, 1, MOST_DAYS)


def mission_points(options: Mapping[str, str]) -> int:
    """What a victory earns where the scenario has no objectives of its own."""
    return whole_number(options, MISSION, 5, 0, MOST_POINTS)


def is_resupplied(options: Mapping[str, str]) -> bool:
    """Whether ammunition is filled up between battles."""
    said = options.get(RESUPPLY, "no")
    if said not in ("yes", "no"):
        raise BadInput(f"'{RESUPPLY}={shortened(said)}': say yes or no. [tactical.4.2]")
    return said == "yes"


@heeds("tactical.4.2.2-spending")
def is_weather_lasting(options: Mapping[str, str]) -> bool:
    """Whether bought weather lasts for the rest of the battle."""
    said = options.get(WEATHER, "round")
    if said not in ("round", "battle"):
        raise BadInput(f"'{WEATHER}={shortened(said)}': say round or battle. [tactical.4.2.2-spending]")
    return said == "battle"


def check_all(options: Mapping[str, str]) -> None:
    """Everything that was agreed can be used. Raises BadInput."""
    for seat in SEATS:
        ratings_of(options, seat)
    battles_agreed(options)
    days_between(options)
    mission_points(options)
    is_resupplied(options)
    is_weather_lasting(options)
