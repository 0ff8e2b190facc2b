"""States as bytes and back. Ground and stat lines are shared and come from the set-up; only their ids are written."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any, get_type_hints

import msgspec

from gearlock.kernel.files import data_fingerprint
from gearlock.kernel.system import Setup
from gearlock.systems.blitz.conditions.dangers import ground_of
from gearlock.systems.blitz.models import Model
from gearlock.systems.blitz.setup.scenario import shared_parts
from gearlock.systems.blitz.state import State, Unit


def _write(part: object) -> object:
    assert isinstance(part, Model), f"{part!r} has no short form"
    return part.id


_ENCODER = msgspec.json.Encoder(enc_hook=_write)
_TYPES = get_type_hints(State)
_PARTS = tuple(field.name for field in fields(State) if field.name not in ("ground", "units", "notes"))
_Changing = msgspec.defstruct("_Changing", [(name, _TYPES[name]) for name in _PARTS])
"""The parts of a state that change, but for the models."""


class _Whole(msgspec.Struct, frozen=True):
    """A state as it is written: its ground by its fingerprint, its models as a list."""

    ground: str
    units: list[Unit]
    rest: Any


def encode(state: State) -> bytes:
    """A state in bytes; equal states have equal bytes."""
    rest = {name: _ordered(getattr(state, name)) for name in _PARTS}
    units = [_sorted(unit) for unit in state.units.values()]
    return _ENCODER.encode(_Whole(state.ground.digest, units, rest))


def _sorted(unit: Unit) -> Unit:
    """The same model with its tokens in one order, however they came."""
    copy = unit.clone()
    copy.tokens, copy.expended = dict(sorted(unit.tokens.items())), dict(sorted(unit.expended.items()))
    return copy


def _ordered(part: object) -> object:
    return dict(sorted(part.items())) if isinstance(part, dict) else part


def decode(data: bytes, setup: Setup) -> State:
    """The state these bytes stand for, in a battle of this set-up."""
    ground, models = shared_parts(setup)

    def read(kind: type, value: Any) -> object:
        assert kind is Model, f"{kind} has no short form"
        return models[value]

    found = msgspec.json.decode(data, type=_Whole, dec_hook=read)
    rest = msgspec.convert(found.rest, _Changing)
    parts: dict[str, Any] = {name: getattr(rest, name) for name in _PARTS}
    ground = ground_of(ground, parts["switches"])
    assert found.ground == ground.digest, "the state was fought on another ground"
    return State(ground, {unit.id: unit for unit in found.units}, **parts)


@cache
def data_digest() -> str:
    """A fingerprint of the stat lines, weapons, traits and upgrades this version plays with."""
    return data_fingerprint("gearlock.systems.blitz", without=("maps", "odds", "rosters"))
