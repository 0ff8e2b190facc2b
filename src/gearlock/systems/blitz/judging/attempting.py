"""What a player who points at a model may have in mind: orders that the rules take, or refuse with a reason."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask
from gearlock.kernel.survey import Attempt
from gearlock.systems.blitz.attacks.orders import Attack, SnapFire
from gearlock.systems.blitz.rounds.orders import Activate
from gearlock.systems.blitz.state import FIELDED, OFF_BOARD, POSTURES, WRECK, State


def attempts(state: State, ask: Ask, piece: str) -> Iterator[Attempt]:
    """Attacks on an enemy or a wreck with every weapon of whoever is asked, activating a model of one's own."""
    target = state.units.get(piece)
    if target is None or target.status not in (FIELDED, WRECK, OFF_BOARD):
        return
    if target.seat == ask.seat and target.is_fielded:
        if ask.kind == "activate":
            yield from (Attempt(posture, Activate(piece, posture)) for posture in POSTURES)
        return
    unit = state.units.get(ask.unit)
    if unit is None or ask.kind not in ("act", "snap"):
        yield Attempt("Attack", Attack(ask.unit, "", (piece,)))
        return
    for weapon in unit.line.weapons.values():
        targets = () if weapon.proximity else (piece,)
        for load in weapon.loads:
            if ask.kind == "snap":
                yield Attempt(f"Snap fire, {weapon.id}", SnapFire(unit.id, weapon.id, piece, load))
            else:
                yield Attempt(weapon.id, Attack(unit.id, weapon.id, targets, load))
                yield Attempt(weapon.id, Attack(unit.id, weapon.id, targets, load, True))
