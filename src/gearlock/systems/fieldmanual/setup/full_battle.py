"""Scenarios of the book: the Straight Up Brawl, and battles that the scenario generator makes or players agree on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from gearlock.kernel.errors import BadInput, UnknownName, shortened
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import SAME, Scenario
from gearlock.mechanics.placing.zones import MARKED, kind_agreed
from gearlock.systems.fieldmanual.cards import Card
from gearlock.systems.fieldmanual.deployment.zones import EDGE
from gearlock.systems.fieldmanual.deployment.zones import KINDS as ZONES
from gearlock.systems.fieldmanual.missions.generating import ROLL
from gearlock.systems.fieldmanual.missions.tables import MISSIONS, rounds_for
from gearlock.systems.fieldmanual.setup.grounds import ground_for, map_faults
from gearlock.systems.fieldmanual.setup.lineup import Groups
from gearlock.systems.fieldmanual.setup.optional import OPTION_TEXT, read_optional
from gearlock.systems.fieldmanual.setup.sides import RANDOM, USUAL_LEVEL, muster_all, side_text
from gearlock.systems.fieldmanual.state import SEATS
from gearlock.systems.fieldmanual.support.guns import GUNS
from gearlock.systems.fieldmanual.support.options import AA_DRONE, AIRSTRIKES, ASSETS
from gearlock.systems.fieldmanual.table_effects.effects import NAMES
from gearlock.table.terrain import Ground

BRAWL, BATTLE = "brawl", "battle"
BRAWL_ROUNDS: Final = 5
BRAWL_LEVEL: Final = 2
BRAWL_LEAST, BRAWL_MOST = 500, 1000
LEVELS: Final = ("1", "2", "3", "4")
NONE: Final = "none"
SUPPORT_CARDS: Final = (*AIRSTRIKES, *ASSETS, AA_DRONE, GUNS)
"""Cards that come to a battle by Support Points."""
_SIDES = {
    "size": "how many TV a side may field (default that of the rosters, else 600)",
    "red": side_text(),
    "blue": f"the same for blue, or {SAME}: red's force again",
    "unchecked": "yes fields rosters of your own that break rules, and marks them",
    "map": "random, a hand-made map by name, or a map file of your own (.toml)",
    "optional": OPTION_TEXT,
}
_BATTLE = {
    **_SIDES,
    "level": "the Priority Level of both sides, 1 to 4 (default that of the rosters, else 2)",
    "red-level": "the Priority Level of red alone",
    "blue-level": "the Priority Level of blue alone",
    "zones": f"{', '.join(kind for kind in ZONES if kind != EDGE)}, or {ROLL} (default; {MARKED} where a map has them)",
    "effects": f"table effects and events with spaces between ({', '.join(NAMES)}), {NONE}, or {ROLL} (default)",
    "red-mission": f"{', '.join(MISSIONS)}, or {ROLL} (default)",
    "blue-mission": f"{', '.join(MISSIONS)}, or {ROLL} (default)",
    "rounds": "how many rounds (default 4, and one for every full 1000 TV)",
}


class Plan(NamedTuple):
    """Everything two players agree on before a battle."""

    ground: Ground
    forces: dict[str, Groups]
    rounds: int
    cards: dict[str, Card]
    switches: dict[str, str]
    banners: dict[str, str]
    also: tuple[str, ...] = ()
    """Further cards that may come to the battle."""


def full_battles(maps: tuple[str, ...]) -> dict[str, Scenario]:
    """The scenarios of the book with their options explained."""
    brawl = Scenario(
        BRAWL, "Straight Up Brawl", "Two forces across the table from each other, for five rounds.", _SIDES,
        "After five rounds the side with fewer models crippled or destroyed wins; or leave the enemy nothing.",
        choices={"map": maps, "unchecked": ("no", "yes")}, forces=True, open=True, long=True,
    )  # fmt: skip
    battle = Scenario(
        BATTLE, "Battle", "The scenario generator: table effects, zones, missions with objectives, support points.",
        _BATTLE, "The larger share of one's own objectives wins; a tie goes to the lower Priority Level.",
        choices={
            "map": maps, "unchecked": ("no", "yes"), "level": LEVELS, "red-level": LEVELS, "blue-level": LEVELS,
            "zones": (ROLL, *(kind for kind in ZONES if kind != EDGE)), "effects": (ROLL, NONE, *NAMES),
            "red-mission": (ROLL, *MISSIONS), "blue-mission": (ROLL, *MISSIONS),
        },
        forces=True, long=True,
    )  # fmt: skip
    return {BRAWL: brawl, BATTLE: battle}


@heeds("fieldmanual.straight-up-brawl", "fieldmanual.scenario-generator", "fieldmanual.before-the-game")
def plan_battle(scenario: str, seed: int, options: Mapping[str, str], known: Mapping[str, str]) -> Plan:
    """Everything two players agree on before a battle; all that is wrong is said at once."""
    wrong = [f"There is no option '{name}': there are {', '.join(known)}." for name in options if name not in known]
    name = options.get("map", RANDOM)
    wrong += map_faults(name)
    wanted = {seat: _level(scenario, options, seat, wrong) for seat in SEATS}
    limit, forces = muster_all(seed, options, wanted, wrong)
    if scenario == BRAWL and not BRAWL_LEAST <= limit <= BRAWL_MOST:
        wrong.append(f"A Straight Up Brawl is fought with {BRAWL_LEAST} to {BRAWL_MOST} TV a side, not with {limit}.")
    levels = {seat: wanted[seat] or (forces[seat].level if seat in forces else 0) or USUAL_LEVEL for seat in SEATS}
    switches = {"limit": str(limit), **{f"PL:{seat}": str(level) for seat, level in levels.items()}}
    switches |= {"zones": EDGE, "begins": "sides"} if scenario == BRAWL else _switches(options, wrong)
    switches |= read_optional(options.get("optional", ""), wrong)
    rounds = BRAWL_ROUNDS if scenario == BRAWL else _rounds(options, limit, wrong)
    if wrong:
        raise BadInput("\n".join(wrong))
    ground = ground_for(name, seed, limit)
    switches["zones"] = kind_agreed(ground, options.get("zones", ""), switches["zones"])
    return Plan(
        ground,
        {seat: force.groups for seat, force in forces.items()},
        rounds,
        {name: card for force in forces.values() for name, card in force.cards.items()},
        switches,
        {seat: force.banner for seat, force in forces.items() if force.banner},
        () if scenario == BRAWL else SUPPORT_CARDS,
    )


def _level(scenario: str, options: Mapping[str, str], seat: str, wrong: list[str]) -> int:
    """The Priority Level that is asked for; 0 where it is left to the force."""
    if scenario == BRAWL:
        return BRAWL_LEVEL
    text = options.get(f"{seat}-level", options.get("level", ""))
    if text and text not in LEVELS:
        wrong.append(f"'{shortened(text)}' is no Priority Level: there are {', '.join(LEVELS)}.")
        return 0
    return int(text or 0)


def _rounds(options: Mapping[str, str], limit: int, wrong: list[str]) -> int:
    text = options.get("rounds", "")
    if text and not (re.fullmatch(r"[0-9]{1,2}", text) and int(text)):
        wrong.append(f"'rounds={shortened(text)}' is no number of rounds: say 1 to 99.")
        return BRAWL_ROUNDS
    return int(text) if text else rounds_for(limit)


def _switches(options: Mapping[str, str], wrong: list[str]) -> dict[str, str]:
    """What is agreed on, and what is left to dice."""
    zones, effects = options.get("zones", ROLL), options.get("effects", ROLL)
    if zones not in (ROLL, MARKED, *ZONES[1:]):
        wrong.append(str(UnknownName("kind of deployment zone", zones, (ROLL, *ZONES[1:]))))
    words = [] if effects == NONE else effects.split()
    for word in words:
        if word not in (ROLL, *NAMES):
            wrong.append(str(UnknownName("table effect", word, (ROLL, NONE, *NAMES))))
    found = {"zones": zones, "effects": " ".join(words), "begins": "table", "after deployment": "eve"}
    for seat in SEATS:
        mission = options.get(f"{seat}-mission", ROLL)
        if mission not in (ROLL, *MISSIONS):
            wrong.append(str(UnknownName("mission", mission, (ROLL, *MISSIONS))))
        elif mission != ROLL:
            found[f"mission:{seat}"] = mission
    return found
