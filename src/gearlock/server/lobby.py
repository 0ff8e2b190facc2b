"""What the lobby shows: systems with their scenarios, forces and bots; rules; rosters and their faults."""

from __future__ import annotations

import msgspec
from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from gearlock.bots.choosing import BotInfo, bots_to_choose
from gearlock.kernel.errors import UnknownName
from gearlock.kernel.registry import AnySystem, all_systems, get_system
from gearlock.kernel.rulebook import RuleEntry, load_rulebook
from gearlock.kernel.system import Scenario
from gearlock.server.errands import Recruiting, RosterVerdict
from gearlock.server.rooms import File
from gearlock.server.wire import Count, Name


class ForceChoices(msgspec.Struct, frozen=True):
    """What a force can be made from: factions, styles of recruiting, ready-made rosters by name."""

    factions: tuple[str, ...]
    styles: dict[str, str]
    ready_made: tuple[str, ...]
    sizes: tuple[int, ...] = ()
    """What games are usually played with, the usual one first."""


class GeneratorInfo(msgspec.Struct, frozen=True):
    """What a scenario generator rolls, with all that each roll can give, and the options that it heeds beside."""

    rolls: dict[str, tuple[str, ...]]
    sizes: tuple[str, ...]


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
    generator: GeneratorInfo | None = None


class RosterText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A roster as somebody typed, pasted or uploaded it, or as it was made up; it names its system itself."""

    text: File
    system: Name = ""
    """The game it is for, if that is chosen already: a roster of another is refused then."""


class Recruits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A force to be made up at random."""

    system: Name
    faction: Name = ""
    size: Count = 100
    style: Name = ""


@get("/api/systems", sync_to_thread=True)
def systems() -> tuple[SystemInfo, ...]:
    """Every system that can be played here."""
    return tuple(_info(system) for system in all_systems())


def _info(system: AnySystem) -> SystemInfo:
    force = system.force
    choices = (
        ForceChoices(force.factions(), dict(force.styles), tuple(force.ready_made()), force.sizes) if force else None
    )
    scenarios = tuple(system.scenarios().values())
    about = (system.id, system.name, system.edition, system.about, system.seats, system.hidden)
    drawn = GeneratorInfo(dict(system.generator.results), system.generator.sizes) if system.generator else None
    return SystemInfo(*about, scenarios, bots_to_choose(), choices, drawn)


@get("/api/rules/{rule:str}", sync_to_thread=False)
def rule_page(rule: FromPath[str]) -> RuleEntry:
    """A rule in our words, with its ruling."""
    system = get_system(rule.partition(".")[0])
    found = load_rulebook(system.package)
    if rule not in found:
        raise UnknownName("rule", rule, found)
    return found[rule]


@post("/api/rosters/check", status_code=200)
async def check_roster(data: JSONBody[RosterText], state: State) -> RosterVerdict:
    """What is wrong with a roster, and its sheet."""
    verdict: RosterVerdict = await state.rooms.readers.inspect(data.text, data.system)
    return verdict


@post("/api/rosters/random", status_code=200)
async def recruit(data: JSONBody[Recruits], state: State) -> RosterText:
    """A legal force at random, as text."""
    return RosterText(await state.rooms.readers.recruit(Recruiting(data.system, data.faction, data.size, data.style)))
