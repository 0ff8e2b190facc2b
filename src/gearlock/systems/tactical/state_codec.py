"""States as bytes and back. Ground and cards are shared and come from the set-up; only their names are written."""

from __future__ import annotations

from functools import cache

import msgspec

from gearlock.kernel.files import data_fingerprint
from gearlock.kernel.states import Fields
from gearlock.kernel.system import Setup
from gearlock.kernel.typed import typed_decoder
from gearlock.systems.tactical.battles.battles import shared_parts
from gearlock.systems.tactical.damage.structures import ground_of
from gearlock.systems.tactical.state import State, Unit

_STATE = Fields(State, without=("ground", "units", "stock", "notes"))
_UNIT = Fields(Unit, without=("card",))


class _Written(msgspec.Struct):
    """A state as it is written: its units in their order, each by its card, and everything else."""

    units: list[tuple[str, _UNIT.form]]  # type: ignore[name-defined]
    rest: _STATE.form  # type: ignore[name-defined]


_ENCODER = msgspec.json.Encoder(order="deterministic")
_DECODER = typed_decoder(_Written)


def encode(state: State) -> bytes:
    """A state in bytes; equal states have equal bytes."""
    units = [(unit.card.id, _UNIT.taken(unit)) for unit in state.units.values()]
    return _ENCODER.encode(_Written(units, _STATE.taken(state)))


def decode(data: bytes, setup: Setup) -> State:
    """The state that bytes stand for, in a battle of this set-up."""
    ground, cards = shared_parts(setup)
    written = _DECODER.decode(data)
    units = {form.id: Unit(card=cards[card], **_UNIT.given(form)) for card, form in written.units}
    state = State(ground, units, stock=cards, **_STATE.given(written.rest))
    state.ground = ground_of(ground, state)
    return state


@cache
def data_digest() -> str:
    """A fingerprint of the cards, weapons and tables this version plays with."""
    return data_fingerprint("gearlock.systems.tactical", without=("maps", "rosters"))
