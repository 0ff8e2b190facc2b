"""States as bytes and back. What all states of a battle share is written as a name and put back on reading."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Generic, TypeVar, get_args, get_type_hints

import msgspec

from gearlock.kernel.typed import read_typed

S = TypeVar("S")
Names = Mapping[type, Callable[[Any], str]]
"""How the parts that are shared are called: a ground by its fingerprint, a stat line by its id."""
Parts = Mapping[type, Callable[[Any], object]]
"""What a name stands for in one battle."""


class Fields(Generic[S]):
    """The fields of a dataclass that are written, in their order; notes and other by-products are left out.

    Tables that are `listed` hold things with an `id` each, and their order counts: they are written as lists. All other
    tables are sorted.
    """

    def __init__(self, kind: type[S], without: tuple[str, ...] = (), listed: tuple[str, ...] = ()) -> None:
        types = get_type_hints(kind)
        types |= {name: list[get_args(types[name])[1]] for name in listed}  # type: ignore[misc]
        self.names = tuple(each.name for each in fields(kind) if each.name not in without)  # type: ignore[arg-type]
        self.form = msgspec.defstruct(kind.__name__, [(name, types[name]) for name in self.names])
        self._listed = listed

    def taken(self, state: S) -> msgspec.Struct:
        """What is written of a state."""
        found = {name: getattr(state, name) for name in self.names}
        found |= {name: list(found[name].values()) for name in self._listed}
        return self.form(**found)

    def given(self, form: Any) -> dict[str, Any]:
        """What was written, by name."""
        found = {name: getattr(form, name) for name in self.names}
        return found | {name: {each.id: each for each in found[name]} for name in self._listed}


class StateCodec(Generic[S]):
    """Writes and reads states that are dataclasses; equal states have equal bytes."""

    def __init__(
        self, kind: type[S], names: Names, without: tuple[str, ...] = (), listed: tuple[str, ...] = ()
    ) -> None:
        self._kind, self._names, self._fields = kind, names, Fields(kind, without, listed)
        self._encoder = msgspec.json.Encoder(enc_hook=self._name, order="deterministic")

    def encode(self, state: S) -> bytes:
        """A state in bytes."""
        return self._encoder.encode(self._fields.taken(state))

    def decode(self, data: bytes, parts: Parts) -> S:
        """The state these bytes stand for, with the parts that its battle shares."""

        def restore(kind: type, name: Any) -> object:
            assert kind in parts, f"{kind} has no short form"
            return parts[kind](name)

        form = read_typed(data, self._fields.form, restore)
        return self._kind(**self._fields.given(form))

    def _name(self, part: object) -> str:
        for kind, name in self._names.items():
            if isinstance(part, kind):
                return name(part)
        raise AssertionError(f"{type(part)} has no short form")
