"""States as bytes and back. Ground and cards are shared and come from the set-up; only their names are written."""

from __future__ import annotations

from functools import cache

import msgspec

from gearlock.kernel.files import data_fingerprint
from gearlock.kernel.states import Fields
from gearlock.kernel.system import Setup
from gearlock.kernel.typed import typed_decoder
from gearlock.systems.fieldmanual.battles import shared_parts
from gearlock.systems.fieldmanual.state import State, Unit
from gearlock.systems.fieldmanual.table_effects import SAND, sanded

_FIELDS = Fields(State, without=("ground", "units", "stock", "notes"))
_UNIT = Fields(Unit, without=("card",))


class _Written(msgspec.Struct):
    """A state as it is written: its ground by its fingerprint, its models in their order by card, and all the rest."""

    ground: str
    models: list[tuple[str, _UNIT.form]]  # type: ignore[name-defined]
    rest: _FIELDS.form  # type: ignore[name-defined]


_ENCODER = msgspec.json.Encoder(order="deterministic")
_DECODER = typed_decoder(_Written)


def encode(state: State) -> bytes:
    """A state in bytes; equal states have equal bytes."""
    models = [(unit.card.id, _UNIT.taken(unit)) for unit in state.units.values()]
    return _ENCODER.encode(_Written(state.ground.digest, models, _FIELDS.taken(state)))


def decode(data: bytes, setup: Setup) -> State:
    """The state that bytes stand for, in a battle of this set-up."""
    ground, cards = shared_parts(setup)
    written = _DECODER.decode(data)
    rest = _FIELDS.given(written.rest)
    ground = sanded(ground, rest["switches"].get(SAND, ""))
    assert written.ground == ground.digest, "this state was fought on another ground"
    units = [Unit(card=cards[card], **_UNIT.given(form)) for card, form in written.models]
    return State(ground, {unit.id: unit for unit in units}, stock=cards, **rest)


@cache
def data_digest() -> str:
    """A fingerprint of the cards, weapons and perks this version plays with."""
    return data_fingerprint("gearlock.systems.fieldmanual", without=("maps", "rosters"))
