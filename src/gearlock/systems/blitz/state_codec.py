"""States as bytes and back. Ground and stat lines are shared and come from the set-up; only their names are written."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from gearlock.kernel.files import data_fingerprint
from gearlock.kernel.states import Fields, StateCodec
from gearlock.kernel.system import Setup
from gearlock.systems.blitz.battles import shared_parts
from gearlock.systems.blitz.conditions import ground_of
from gearlock.systems.blitz.destructible_terrain import collapsed
from gearlock.systems.blitz.models import Model
from gearlock.systems.blitz.state import State, Unit
from gearlock.table.terrain import Ground

_FIELDS = Fields(State, without=("ground", "units", "notes"))


@dataclass
class _Written:
    """A state as it is written: its ground by its fingerprint, its models in their order, and all the rest."""

    ground: str
    models: list[Unit]
    rest: _FIELDS.form  # type: ignore[name-defined]


_CODEC = StateCodec(_Written, {Model: lambda line: line.id})


def encode(state: State) -> bytes:
    """A state in bytes; equal states have equal bytes."""
    return _CODEC.encode(_Written(state.ground.digest, [*state.units.values()], _FIELDS.taken(state)))


def decode(data: bytes, setup: Setup) -> State:
    """The state these bytes stand for, in a battle of this set-up."""
    printed, models = shared_parts(setup)
    written = _CODEC.decode(data, {Model: models.__getitem__})
    state = State(printed, {model.id: model for model in written.models}, **_FIELDS.given(written.rest))
    state.ground = as_fought_over(printed, state)
    assert written.ground == state.ground.digest, "the state was fought on another ground"
    return state


def as_fought_over(ground: Ground, state: State) -> Ground:
    """The ground of a set-up as the battle has changed it: dangers found in it, terrain in ruins."""
    ground = ground_of(ground, state.switches)
    for piece, left in state.damaged.items():
        ground = collapsed(ground, piece) if left <= 0 else ground
    return ground


@cache
def data_digest() -> str:
    """A fingerprint of the stat lines, weapons, traits and upgrades this version plays with."""
    return data_fingerprint("gearlock.systems.blitz", without=("maps", "odds", "rosters"))
