"""4.0a and 16.0: scenarios of the book: the meeting engagement, and battles that are generated or agreed on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from gearlock.kernel.errors import BadInput, UnknownName, shortened
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import SAME, Scenario
from gearlock.mechanics.placing.zones import MARKED, kind_agreed
from gearlock.systems.blitz.cards import ModelCard
from gearlock.systems.blitz.conditions.weather import CONDITIONS
from gearlock.systems.blitz.deployment.zones import ZONES
from gearlock.systems.blitz.dice_tests.sand import WEATHER
from gearlock.systems.blitz.objectives.choosing import METHOD, NUMBER, objectives_for
from gearlock.systems.blitz.objectives.generating import DECLARED, ROLL
from gearlock.systems.blitz.objectives.slots import METHODS
from gearlock.systems.blitz.objectives.winning import BATTLE, MEETING
from gearlock.systems.blitz.setup.forces import RANDOM, muster_all, side_text
from gearlock.systems.blitz.setup.grounds import DEPTH, ground_for, map_faults
from gearlock.systems.blitz.setup.lineup import Groups
from gearlock.table.terrain import Ground

STANDARD: Final = 6
MOST_ROUNDS: Final = 10
"""How long a battle goes on at most whose last round nobody declares."""
_SIDES = {
    "size": "how many TV the game allows a side (default that of the rosters, else 100)",
    "red": side_text(),
    "blue": f"the same for blue, or {SAME}: red's force again",
    "unchecked": "yes fields rosters of your own that break rules, and marks them",
    "map": "random, a hand-made map by name, or a map file of your own (.toml)",
}
_BATTLE = {
    **_SIDES,
    "zones": f"{', '.join(ZONES)}, or {ROLL} (default; {MARKED} where a map of your own marks them)",
    "rounds": f"how many rounds, {ROLL} for 5 to 7 (default), or {DECLARED}: from round 4 on initiative decides",
    "condition": f"{', '.join(CONDITIONS)}, or {ROLL} (default)",
    "objectives": "mirrored: both roll the same; individual: each rolls; secret: each chooses and tells nobody",
    "number": "how many objectives each side has: 1 to 3 (default one up to 50 TV, two up to 100, else three)",
}
_CHOICES = {
    "unchecked": ("no", "yes"),
    "zones": (ROLL, *ZONES),
    "rounds": (ROLL, "5", "6", "7", DECLARED),
    "condition": (ROLL, *CONDITIONS),
    "objectives": METHODS,
}


def full_battles(maps: tuple[str, ...]) -> dict[str, Scenario]:
    """The scenarios of the book with their options explained."""
    meeting = Scenario(
        MEETING, "Meeting engagement", "Two forces, four tokens between them, reserves of every kind.", _SIDES,
        "Hold three of four tokens in a Cleanup phase from round 2 on; after round 6 most tokens win, then most "
        "actions left on the table.", long=True, choices={"unchecked": ("no", "yes"), "map": maps}, forces=True,
    )  # fmt: skip
    battle = Scenario(
        BATTLE, "Battle", "A scenario rolled or agreed on: zones, rounds, conditions, and objectives, open or secret.",
        _BATTLE, "Score more victory points than the enemy: one for each objective, two for the primary one, and one "
        "for Casualties, which also breaks ties.", long=True, choices={**_CHOICES, "map": maps}, forces=True,
    )  # fmt: skip
    return {MEETING: meeting, BATTLE: battle}


class Plan(NamedTuple):
    """A battle before it begins."""

    ground: Ground
    forces: dict[str, Groups]
    rounds: int
    cards: dict[str, ModelCard]
    switches: dict[str, str]
    banners: dict[str, str]


@heeds("blitz.16.0", "blitz.4.0a", "blitz.3.0a", "blitz.3.0c")
def plan_battle(scenario: str, seed: int, options: Mapping[str, str], known: Mapping[str, str]) -> Plan:
    """Everything two players agree on before a battle; all that is wrong is said at once."""
    wrong = [f"There is no option '{name}': there are {', '.join(known)}." for name in options if name not in known]
    name = options.get("map", RANDOM)
    wrong += map_faults(name)
    size, forces = muster_all(seed, options, wrong)
    switches = {} if scenario == MEETING else _switches(options, size, wrong)
    if wrong:
        raise BadInput("\n".join(wrong))
    ground = ground_for(name, seed, size)
    switches |= _agreed_zones(ground, scenario, options)
    if scenario == BATTLE and min(ground.width, ground.height) < DEPTH:
        raise BadInput("A battle needs a table of at least 36 by 36 in: markers lie more than 12 in from every edge.")
    rounds = {ROLL: STANDARD, DECLARED: MOST_ROUNDS}.get(switches.get("rounds", ROLL))
    return Plan(
        ground,
        {seat: force.groups for seat, force in forces.items()},
        int(switches["rounds"]) if rounds is None else rounds,
        {name: card for force in forces.values() for name, card in force.cards.items()},
        switches,
        {seat: force.banner for seat, force in forces.items() if force.banner},
    )


def _agreed_zones(ground: Ground, scenario: str, options: Mapping[str, str]) -> dict[str, str]:
    """The zones of the battle, where the map has a say in them."""
    kind = kind_agreed(ground, options.get("zones", ""), ROLL if scenario == BATTLE else "")
    return {"zones": kind} if kind else {}


def _switches(options: Mapping[str, str], size: int, wrong: list[str]) -> dict[str, str]:
    """What is agreed on, and what is left to dice."""
    zones, condition = options.get("zones", ROLL), options.get("condition", ROLL)
    method, rounds = options.get("objectives", METHODS[0]), options.get("rounds", ROLL)
    number = options.get("number", str(objectives_for(size)))
    for what, value, allowed in (
        ("kind of deployment zone", zones, (ROLL, MARKED, *ZONES)),
        ("condition", condition, (ROLL, *CONDITIONS)),
        ("way to choose objectives", method, METHODS),
    ):
        if value not in allowed:
            wrong.append(str(UnknownName(what, value, allowed)))
    if rounds not in (ROLL, DECLARED) and not (re.fullmatch(r"[0-9]{1,2}", rounds) and int(rounds)):
        wrong.append(f"'rounds={shortened(rounds)}': a number from 1 to 99, {ROLL} or {DECLARED}.")
    if number not in ("1", "2", "3"):
        wrong.append(f"'number={shortened(number)}': each side has 1, 2 or 3 objectives.")
    return {"zones": zones, WEATHER: condition, "rounds": rounds, METHOD: method, NUMBER: number}
