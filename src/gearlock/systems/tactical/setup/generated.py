"""4.1: a battle that the scenario generator draws, and whatever players say in place of its rolls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from gearlock.kernel.errors import BadInput, shortened
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import SAME, Scenario
from gearlock.systems.tactical.cards import Card
from gearlock.systems.tactical.generator import drawing as d
from gearlock.systems.tactical.generator.battlefields import draw_ground
from gearlock.systems.tactical.generator.record import BATTLE, TV, meaning, read_extra, read_tv, seeded_die
from gearlock.systems.tactical.line_of_sight.conditions import switches_of
from gearlock.systems.tactical.setup.grounds import (
    LARGE,
    MANY,
    SMALL,
    ground_for,
    map_faults,
    zones_marked,
)
from gearlock.systems.tactical.setup.lineup import Groups
from gearlock.systems.tactical.setup.modules import OPTION_TEXT, SEVERAL, read_modules
from gearlock.systems.tactical.setup.sides import Brought, barred_to, bring_all, set_aside, side_text
from gearlock.systems.tactical.setup.surroundings import CHOICES, SCALE, SCALE_OPTION, read_scale, read_temperature
from gearlock.systems.tactical.state import SEATS
from gearlock.table.terrain import Ground

DRAWN: Final = "drawn"
MOST_ROUNDS: Final = 12
"""Rounds that players have time for, where they say nothing else."""
_FIXED: Final = (d.LOCATION, d.BATTLEFIELD, d.CONDITION)


def battle_options() -> dict[str, str]:
    """Everything that can be said about a generated battle."""
    found = {
        TV: "Threat Value a side (default that of the rosters, else 2000)",
        "red": side_text(),
        "blue": f"the same for blue, or {SAME}: red's force again",
        "map": "drawn (from the battlefield), a map by name, a size such as 72x48, or a map file of your own (.toml)",
        "rounds": f"how many rounds there is time for (default {MOST_ROUNDS})",
        "modules": OPTION_TEXT,
        "bidding": "yes: both sides bid with how little they would fight",
        **SCALE_OPTION,
    }
    for seat in SEATS:
        found[f"glory-{seat}"] = f"the TV that {seat} fights with of its own will, for more Victory Points"
        found[f"extra-{seat}"] = f"extra subplots that {seat} buys, at a tenth of the TV each"
    return found | {name: meaning(name) for name in d.roll_names({seat: d.MOST_EXTRA for seat in SEATS})}


def battle_scenario(maps: tuple[str, ...]) -> Scenario:
    """The generated battle with its options explained."""
    return Scenario(
        BATTLE, "Generated battle", "Location, battlefield, weather, a secret mission and a subplot for each side.",
        battle_options(), "More Victory Points win: 5 for one's own mission.",
        choices={"map": (DRAWN, *maps), "bidding": ("no", "yes"), SCALE: CHOICES[SCALE]},
        forces=True, long=True, several=SEVERAL,
    )  # fmt: skip


class Plan(NamedTuple):
    """Everything that is settled before a generated battle."""

    ground: Ground
    forces: dict[str, Groups]
    rounds: int
    switches: dict[str, str]
    more: dict[str, Any]
    cards: dict[str, Card]


@heeds("tactical.4.1", "tactical.4.1.1", "tactical.4.1.2-location")
def plan_battle(
    seed: int, options: Mapping[str, str], rounds: int, wrong: list[str], standing: Mapping[str, Brought] | None = None
) -> Plan:
    """The table and the forces; missions and subplots that nobody named are left to the dice of the battle.

    Forces that stand already are neither read nor drawn: `tv` says how large the battle is then.
    """
    extra = read_extra(options, wrong)
    tv = read_tv(options[TV], wrong) if TV in options else 0
    tv, sides = (tv, standing) if standing else bring_all(seed, options, tv, wrong)
    rolls = _fixed_rolls(seed, options, wrong)
    switches = read_modules(options.get("modules", ""), wrong) | read_temperature(options, wrong)
    scale = read_scale(options, wrong)
    switches |= {"leaving": "yes", d.LOCATION: rolls[d.LOCATION], **switches_of(rolls[d.CONDITION])}
    switches |= _said(options, extra, rolls[d.LOCATION], wrong)
    points = {"TV:agreed": tv, **{f"extra:{seat}": number for seat, number in extra.items() if number}}
    points |= _glory(options, tv, wrong)
    points |= set_aside(sides)
    switches |= barred_to(sides)
    name = options.get("map", DRAWN)
    wrong += [] if name == DRAWN else map_faults(name)
    if wrong:
        raise BadInput("\n".join(wrong))
    wide, high = LARGE if tv >= MANY else SMALL
    drawn = name == DRAWN
    ground = draw_ground(rolls[d.BATTLEFIELD], wide, high, seed) if drawn else ground_for(name, seed, tv)
    begins = "bidding" if options.get("bidding") == "yes" else "missions"
    banners = {seat: side.banner for seat, side in sides.items() if side.banner}
    cards = {name: card for side in sides.values() for name, card in side.cards.items()}
    more = {**zones_marked(ground), "points": points, "begins": begins, "banners": banners, **scale}
    return Plan(ground, {seat: side.groups for seat, side in sides.items()}, rounds, switches, more, cards)


def _fixed_rolls(seed: int, options: Mapping[str, str], wrong: list[str]) -> dict[str, str]:
    """Location, battlefield and condition: as said, or as the seed draws them."""
    die, found = seeded_die(seed), dict[str, str]()
    for name in _FIXED:
        location = found.get(d.LOCATION, "")
        try:
            where = d.roll_location(options, die) if name == d.LOCATION else None
            found[name] = (where or d.one_roll(name, options.get(name, ""), location, die)).value
        except BadInput as error:
            wrong.append(str(error))
            found[name] = d.one_roll(name, "", location, die).value
    return found


def _said(options: Mapping[str, str], extra: Mapping[str, int], location: str, wrong: list[str]) -> dict[str, str]:
    """Parts of missions and subplots that players agreed on."""
    found: dict[str, str] = {}
    for name in d.roll_names({seat: d.MOST_EXTRA for seat in SEATS}):
        if name not in options or name in _FIXED:
            continue
        kind, seat = name.split("-")[:2]
        try:
            value = d.one_roll(name, options[name], location, seeded_die(0)).value
        except BadInput as error:
            wrong.append(str(error))
            continue
        if kind != d.SUBPLOT:
            found[f"{kind}:{seat}"] = value
            continue
        plots = [*filter(None, found.get(f"subplots:{seat}", "").split("+")), value]
        found[f"subplots:{seat}"] = "+".join(plots)
        if len(plots) > 1 + extra.get(seat, 0):
            wrong.append(f"{seat} has {1 + extra.get(seat, 0)} subplots; {value} is one more (extra-{seat}).")
    return found


def _glory(options: Mapping[str, str], tv: int, wrong: list[str]) -> dict[str, int]:
    """The smaller forces that sides choose for glory."""
    found = {}
    for seat in SEATS:
        text = options.get(f"glory-{seat}", "")
        if not text:
            continue
        if text.isascii() and text.isdigit() and len(text) < 6 and 0 < int(text) <= tv:
            found[f"glory:{seat}"] = int(text)
        else:
            wrong.append(f"'glory-{seat}={shortened(text)}': say with how many of the {tv} TV it fights.")
    return found
