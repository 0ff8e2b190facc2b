"""States as bytes and back. Ground and stat lines are shared and come from the set-up; only their ids are written."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from gearlock.kernel.files import data_fingerprint
from gearlock.kernel.states import Fields, StateCodec
from gearlock.kernel.system import Setup
from gearlock.systems.brigands.battles import shared_parts
from gearlock.systems.brigands.buildings import collapsed
from gearlock.systems.brigands.models import Model
from gearlock.systems.brigands.state import State, Unit

_CHANGING = Fields(State, without=("ground", "units", "notes"))


@dataclass
class _Whole:
    """A state as it is written: its ground by its fingerprint, its models as a list."""

    ground: str
    units: dict[str, Unit]
    rest: _CHANGING.form  # type: ignore[name-defined]


_CODEC = StateCodec(_Whole, {Model: lambda line: line.id}, listed=("units",))


def encode(state: State) -> bytes:
    """A state in bytes; equal states have equal bytes."""
    return _CODEC.encode(_Whole(state.ground.digest, state.units, _CHANGING.taken(state)))


def decode(data: bytes, setup: Setup) -> State:
    """The state these bytes stand for, in a battle of this set-up."""
    ground, models = shared_parts(setup)
    found = _CODEC.decode(data, {Model: models.__getitem__})
    parts = _CHANGING.given(found.rest)
    for building, left in parts["buildings"].items():
        ground = ground if any(left) else collapsed(ground, building)
    assert found.ground == ground.digest, "the state was fought on another ground"
    return State(ground, found.units, **parts)


@cache
def data_digest() -> str:
    """A fingerprint of the stat lines, weapons, traits and upgrades this version plays with."""
    return data_fingerprint("gearlock.systems.brigands", without=("maps", "odds", "rosters"))
