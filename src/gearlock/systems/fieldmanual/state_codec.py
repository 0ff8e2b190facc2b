"""States as bytes and back. Ground and cards are shared and come from the set-up; only their names are written."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from gearlock.kernel.files import data_fingerprint
from gearlock.kernel.states import Fields, StateCodec
from gearlock.kernel.system import Setup
from gearlock.systems.fieldmanual.cards import Card
from gearlock.systems.fieldmanual.setup.scenario import shared_parts
from gearlock.systems.fieldmanual.state import State, Unit

_FIELDS = Fields(State, without=("ground", "units", "notes"))


@dataclass
class _Written:
    """A state as it is written: its ground by its fingerprint, its models in their order, and all the rest."""

    ground: str
    models: list[Unit]
    rest: _FIELDS.form  # type: ignore[name-defined]


_CODEC = StateCodec(_Written, {Card: lambda card: card.id})


def encode(state: State) -> bytes:
    """A state in bytes; equal states have equal bytes."""
    return _CODEC.encode(_Written(state.ground.digest, list(state.units.values()), _FIELDS.taken(state)))


def decode(data: bytes, setup: Setup) -> State:
    """The state that bytes stand for, in a battle of this set-up."""
    ground, cards = shared_parts(setup)
    written = _CODEC.decode(data, {Card: cards.__getitem__})
    assert written.ground == ground.digest, "this state was fought on another ground"
    return State(ground, {unit.id: unit for unit in written.models}, **_FIELDS.given(written.rest))


@cache
def data_digest() -> str:
    """A fingerprint of the cards, weapons and perks this version plays with."""
    return data_fingerprint("gearlock.systems.fieldmanual", without=("maps", "rosters"))
