"""What the lobby shows: systems with their scenarios, forces and bots; rules; rosters and their faults."""

from __future__ import annotations

import random

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody

from gearlock.bots.choosing import BotInfo, bots_to_choose
from gearlock.kernel.errors import UnknownName
from gearlock.kernel.force import Sheet, Violation
from gearlock.kernel.registry import AnySystem, all_systems, get_system
from gearlock.kernel.rulebook import RuleEntry, load_rulebook
from gearlock.kernel.system import Scenario
from gearlock.muster.reading import force_rules, read_roster
from gearlock.muster.text import write_text


class ForceChoices(msgspec.Struct, frozen=True):
    """What a force can be made from: factions, styles of recruiting, ready-made rosters by name."""

    factions: tuple[str, ...]
    styles: dict[str, str]
    ready_made: tuple[str, ...]


class SystemInfo(msgspec.Struct, frozen=True):
    """A system as the lobby offers it."""

    id: str
    name: str
    edition: str
    about: str
    seats: tuple[str, ...]
    hidden: bool
    scenarios: tuple[Scenario, ...]
    bots: tuple[BotInfo, ...]
    forces: ForceChoices | None = None


class RosterText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A roster as somebody typed, pasted or uploaded it, or as it was made up; it names its system itself."""

    text: str


class RosterVerdict(msgspec.Struct, frozen=True):
    """What the rules say of a roster, and how it would be printed."""

    legal: bool
    violations: tuple[Violation, ...]
    sheet: Sheet | None


class Recruits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A force to be made up at random."""

    system: str
    faction: str = ""
    size: int = 100
    style: str = ""


@get("/api/systems", sync_to_thread=False)
def systems() -> tuple[SystemInfo, ...]:
    """Every system that can be played here."""
    return tuple(_info(system) for system in all_systems())


def _info(system: AnySystem) -> SystemInfo:
    force = system.force
    choices = ForceChoices(force.factions(), dict(force.styles), tuple(force.ready_made())) if force else None
    scenarios = tuple(system.scenarios().values())
    about = (system.id, system.name, system.edition, system.about, system.seats, system.hidden)
    return SystemInfo(*about, scenarios, bots_to_choose(), choices)


@get("/api/rules/{rule:str}", sync_to_thread=False)
def rule_page(rule: FromPath[str]) -> RuleEntry:
    """A rule in our words, with its ruling."""
    system = get_system(rule.partition(".")[0])
    found = load_rulebook(system.package)
    if rule not in found:
        raise UnknownName("rule", rule, found)
    return found[rule]


@post("/api/rosters/check", status_code=200, sync_to_thread=True)
def check_roster(data: JSONBody[RosterText]) -> RosterVerdict:
    """All that is wrong with a roster, and its sheet."""
    reading = read_roster(data.text, "roster")
    violations = tuple(reading.violations())
    return RosterVerdict(not violations, violations, reading.rules.sheet(reading.roster) if reading.rules else None)


@post("/api/rosters/random", status_code=200, sync_to_thread=True)
def recruit(data: JSONBody[Recruits]) -> RosterText:
    """A legal force at random, as text."""
    rules, chooser = force_rules(data.system), random.Random()
    if data.style and data.style not in rules.styles:
        raise UnknownName("style", data.style, rules.styles)
    faction = data.faction or chooser.choice(rules.factions() or ("",))
    roster = rules.recruit(faction, data.size, data.style or next(iter(rules.styles)), chooser)
    return RosterText(write_text(roster))
