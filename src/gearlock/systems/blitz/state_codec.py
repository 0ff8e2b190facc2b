"""States as bytes and back. Ground and stat lines are shared and come from the set-up; only their names are written."""

from __future__ import annotations

from functools import cache

from gearlock.kernel.files import data_fingerprint
from gearlock.kernel.states import StateCodec
from gearlock.kernel.system import Setup
from gearlock.systems.blitz.conditions.dangers import ground_of
from gearlock.systems.blitz.models import Model
from gearlock.systems.blitz.setup.scenario import shared_parts
from gearlock.systems.blitz.state import State
from gearlock.table.terrain import Ground

_CODEC = StateCodec(State, {Model: lambda line: line.id, Ground: lambda ground: ground.digest}, without=("notes",))


def encode(state: State) -> bytes:
    """A state in bytes; equal states have equal bytes."""
    return _CODEC.encode(state)


def decode(data: bytes, setup: Setup) -> State:
    """The state these bytes stand for, in a battle of this set-up: on its ground, as the battle has changed it."""
    ground, models = shared_parts(setup)
    written: list[str] = []

    def laid_out(digest: str) -> Ground:
        written.append(digest)
        return ground

    state = _CODEC.decode(data, {Ground: laid_out, Model: models.__getitem__})
    state.ground = ground_of(ground, state.switches)
    assert written == [state.ground.digest], "the state was fought on another ground"
    return state


@cache
def data_digest() -> str:
    """A fingerprint of the stat lines, weapons, traits and upgrades this version plays with."""
    return data_fingerprint("gearlock.systems.blitz", without=("maps", "odds", "rosters"))
