"""What a player who points at a unit may have in mind: orders that the rules take, or refuse with a reason."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask
from gearlock.kernel.survey import Attempt
from gearlock.systems.hex100.detection.orders import LockOn
from gearlock.systems.hex100.fighting.orders import Attack, FireReserve
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.turns.orders import Activate
from gearlock.systems.hex100.weapons.aux_turrets import AUX, is_aux_shot
from gearlock.systems.hex100.weapons.volleys import is_pintle_shot, volley_name


def attempts(state: State, ask: Ask, piece: str) -> Iterator[Attempt]:
    """Attacks on a contact with every weapon of whoever is asked, a lock on it, the turn of a unit of one's own.

    Nothing is meant by what is no contact of this side: whether there is such a unit must not be told.
    """
    own = state.units.get(piece)
    if own is not None and own.seat == ask.seat:
        if ask.kind == "unit" and own.standing:
            yield Attempt("Its turn", Activate(piece))
        return
    target = state.enemy_called(ask.seat, piece)
    if target is None or target.id not in state.known[ask.seat]:
        return
    if ask.kind == "act":
        unit = state.units[ask.unit]
        yield from _attacks(state, unit, piece)
        yield Attempt("Lock on", LockOn(unit.id, piece))
    elif ask.kind == "overwatch":
        yield Attempt("Reserved attack", FireReserve(ask.unit, piece))
    else:
        yield Attempt("Attack", Attack(ask.unit, (), piece))


def _attacks(state: State, unit: Unit, contact: str) -> Iterator[Attempt]:
    """Every weapon alone, for each price it might be fired at."""
    for token in state.scene.loadouts[unit.id].tokens:
        volley = (token,)
        name = volley_name(state, unit, volley)
        yield Attempt(name, Attack(unit.id, volley, contact))
        if is_aux_shot(state, unit, volley):
            yield Attempt(name, Attack(unit.id, volley, contact, AUX))
        if is_pintle_shot(state, unit, volley):
            yield Attempt(name, Attack(unit.id, volley, contact, "commander"))
