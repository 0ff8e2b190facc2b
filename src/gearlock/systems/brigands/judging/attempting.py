"""What a player who points at a model may have in mind: orders that the rules take, or refuse with a reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gearlock.kernel.asks import Ask
from gearlock.kernel.survey import Attempt
from gearlock.systems.brigands.attacking.orders import Attack, SnapFire
from gearlock.systems.brigands.rounds.answers import POSTURES
from gearlock.systems.brigands.rounds.orders import Activate
from gearlock.systems.brigands.state import FIELDED, WRECK, State, Unit


def attempts(state: State, ask: Ask, piece: str) -> Iterator[Attempt]:
    """Attacks on an enemy or a wreck with every weapon of whoever is asked, activating a model of one's own."""
    target = state.units.get(piece)
    if target is None or target.status not in (FIELDED, WRECK):
        return
    if target.seat == ask.seat and target.is_fielded:
        if ask.kind == "activate":
            yield from (Attempt(posture, Activate(piece, posture)) for posture in POSTURES)
        return
    meant = _MEANT.get(ask.kind)
    if meant is not None:
        yield from meant(state, ask, target)
    else:
        yield Attempt("Attack", Attack(ask.unit, "", "", (piece,)))


def _attacks(state: State, ask: Ask, target: Unit) -> Iterator[Attempt]:
    """Every weapon in each way it attacks, those of drones too."""
    for unit in (state.units[ask.unit], *state.drones(ask.unit)):
        whose = "" if unit.id == ask.unit else f"{unit.name}: "
        for weapon in unit.line.weapons.values():
            for category in weapon.categories:
                yield Attempt(f"{whose}{weapon.id}", Attack(unit.id, weapon.id, category, (target.id,)))


def _reactions(state: State, ask: Ask, target: Unit) -> Iterator[Attempt]:
    """Every weapon that might answer, Snap or not; a Low Profile model may stand up for it."""
    unit = state.units[ask.unit]
    named = "" if state.active() is target else target.id
    for weapon in unit.line.weapons.values():
        for category in weapon.categories:
            for tall in (False, True) if "Low Profile" in unit.line.traits else (False,):
                yield Attempt(f"Snap Fire, {weapon.id}", SnapFire(unit.id, weapon.id, category, tall, named))


_MEANT: dict[str, Callable[[State, Ask, Unit], Iterator[Attempt]]] = {"act": _attacks, "snap": _reactions}
