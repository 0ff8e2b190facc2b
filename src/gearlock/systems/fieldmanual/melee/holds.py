"""OPTION: Humanoid Combat: who keeps which weapon of whom from being used, as tokens on both."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.systems.fieldmanual.state import State, Unit

HOLDS, HELD = "holds", "held"
"""`holds:<model>` on who has its arms full, `held:<mount>` on whose weapon it is."""


def held_token(mount: str) -> str:
    """The token for a weapon that somebody keeps from being used."""
    return f"{HELD}:{mount}"


@heeds("fieldmanual.option-humanoid-combat")
def is_held(unit: Unit, mount: str) -> bool:
    """Whether somebody in contact keeps this weapon from being used."""
    return held_token(mount) in unit.tokens


def holds_of(unit: Unit) -> str:
    """Whom a model keeps from using a weapon; empty for nobody."""
    prefix = f"{HOLDS}:"
    return next((token[len(prefix) :] for token in unit.tokens if token.startswith(prefix)), "")


def held_weapons(unit: Unit) -> list[str]:
    """The weapons of a model that are kept from being used."""
    prefix = f"{HELD}:"
    return [token[len(prefix) :] for token in unit.tokens if token.startswith(prefix)]


def let_go(state: State, unit: Unit) -> None:
    """A model holds nobody any more. For the `change` of events alone."""
    other = state.units.get(holds_of(unit))
    if other is not None:
        unit.tokens.pop(f"{HOLDS}:{other.id}", None)
        for mount in held_weapons(other):
            other.tokens.pop(held_token(mount), None)
