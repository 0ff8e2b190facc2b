"""Melee Range: who is near enough to strike, and with whom somebody is in melee."""

from __future__ import annotations

from collections.abc import Iterable

from gearlock.kernel.rulebook import heeds
from gearlock.systems.fieldmanual.lock_and_cover.measuring import gap, range_to
from gearlock.systems.fieldmanual.state import FIELDED, State, Unit
from gearlock.systems.fieldmanual.under_way import Activation
from gearlock.systems.fieldmanual.weapons import MELEE_RANGE

IN_MELEE = "melee"


@heeds("fieldmanual.melee-attack")
def is_in_melee_range(state: State, a: Unit, b: Unit) -> bool:
    """Whether two models are within 3 in of each other."""
    return range_to(state, a, b) <= MELEE_RANGE


@heeds("fieldmanual.melee-attack", "fieldmanual.perk-drone")
def enemies_in_reach(state: State, unit: Unit) -> list[Unit]:
    """Enemies on the table within Melee Range of this figure."""
    others = (other for other in state.units.values() if other.seat != unit.seat and other.status == FIELDED)
    return [other for other in others if other.card.kind != "drone" and gap(unit, other) <= MELEE_RANGE]


def melee_mark(figure: str, other: str = "") -> str:
    """The mark of an activation for an enemy that a figure is in melee with."""
    return f"{IN_MELEE}:{figure}:{other}"


def foes_of(now: Activation, figure: str) -> list[str]:
    """With whom a figure is in melee in this activation."""
    prefix = melee_mark(figure)
    return [mark[len(prefix) :] for mark in now.marks if mark.startswith(prefix)]


def note_foes(now: Activation, figure: str, others: Iterable[str]) -> None:
    """Remember with whom a figure is in melee. For the `change` of events alone."""
    for mark in (melee_mark(figure, other) for other in others):
        if mark not in now.marks:
            now.marks.append(mark)


@heeds("fieldmanual.free-strikes")
def newly_engaged(state: State, unit: Unit) -> tuple[str, ...]:
    """Enemies in Melee Range of a figure that has not moved in this activation: it is in melee with them."""
    now = state.activation
    if now is None or now.gone.get(unit.id, 0):
        return ()
    return tuple(other.id for other in enemies_in_reach(state, unit) if not other.is_static)
