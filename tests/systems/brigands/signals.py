"""Models with radios and jammers laid out for tests of electronic warfare."""

from __future__ import annotations

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Scripted
from gearlock.systems.brigands.state import State
from systems.brigands.company import Side, lined_up
from systems.brigands.field import remodel

PAIR: Side = [[("hunter/foc", 10, 10), ("hunter", 12, 10)]]
FOE: Side = [[("hunter/foc", 10, 22), ("hunter", 12, 22)]]


def fit(battle: Battle[State], **traits: str) -> None:
    """Give models traits by id, `red_1="Comms:1, SatUp"`; everybody named keeps what the stat line has besides."""
    for name, text in traits.items():
        unit = battle.state.units[name.replace("_", "-")]
        remodel(unit, traits=listed(text))


def listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def wired(red: Side = PAIR, blue: Side = FOE, **traits: str) -> Battle[State]:
    """A battle with these traits; nobody has Command Points, so that nobody is asked about Rerolls."""
    fitted = {name.replace("_", "-"): {"stats": {"traits": listed(text)}} for name, text in traits.items()}
    return lined_up(red, blue, models=fitted, command=0).battle(Scripted())
