"""States as bytes and back. Ground and stat lines are shared and come from the set-up; only their ids are written."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from gearlock.kernel.files import data_fingerprint
from gearlock.kernel.system import Chooser, Setup
from gearlock.systems.brigands.beginning.scenario import shared_parts
from gearlock.systems.brigands.models import Model
from gearlock.systems.brigands.moving.terrain import ruined
from gearlock.systems.brigands.state import Activation, Cloud, Rolled, State, Unit


def _write(part: object) -> object:
    assert isinstance(part, Model), f"{part!r} has no short form"
    return part.id


_ENCODER = msgspec.json.Encoder(enc_hook=_write)


class _Changing(msgspec.Struct, frozen=True):
    """The parts of a state that change."""

    ground: str
    units: list[Unit]
    rounds: int
    round: int
    phase: str
    winner: str
    turn: str
    activation: Activation | None
    finished: bool
    group: int
    orders: dict[str, str]
    introductory: bool
    smoke: list[Cloud]
    buildings: dict[str, tuple[int, int]]
    rolled: Rolled | None


def encode(state: State) -> bytes:
    """A state in bytes; equal states have equal bytes."""
    units = list(state.units.values())
    return _ENCODER.encode(
        _Changing(
            state.ground.digest, units, state.rounds, state.round, state.phase, state.winner, state.turn,
            state.activation, state.finished, state.group, dict(sorted(state.orders.items())), state.introductory,
            state.smoke, dict(sorted(state.buildings.items())), state.rolled,
        )
    )  # fmt: skip


def decode(data: bytes, setup: Setup) -> State:
    """The state these bytes stand for, in a battle of this set-up."""
    ground, models = shared_parts(setup)

    def read(kind: type, value: Any) -> object:
        assert kind is Model, f"{kind} has no short form"
        return models[value]

    found = msgspec.json.decode(data, type=_Changing, dec_hook=read)
    for building, left in found.buildings.items():
        ground = ground if any(left) else ruined(ground, building)
    assert found.ground == ground.digest, "the state was fought on another ground"
    return State(
        ground, {unit.id: unit for unit in found.units}, found.rounds, found.round, found.phase, found.winner,
        found.turn, found.activation, found.finished, found.group, found.orders, found.introductory, found.smoke,
        found.buildings, found.rolled,
    )  # fmt: skip


def disguise(state: State, _seat: str, _chooser: Chooser) -> State:
    """Everybody knows everything, so no other state looks the same to a seat."""
    return state.clone()


@cache
def data_digest() -> str:
    """A fingerprint of the stat lines, weapons, traits and upgrades this version plays with."""
    return data_fingerprint("gearlock.systems.brigands", without=("maps", "odds", "rosters"))
