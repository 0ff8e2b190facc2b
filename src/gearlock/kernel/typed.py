"""Reading into types: bytes, or plain values, as records.

msgspec learns what a type is made of when it is first read into. That takes a while, another thread may run meanwhile,
and one that reads into the half-learned type crashes the process. So types are learned here, by one thread at a time,
and nobody reads into one before it is known.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import Any, TypeAlias, TypeVar, cast, overload

import msgspec

T = TypeVar("T")
Restore: TypeAlias = Callable[[type, Any], Any]
_KNOWN: dict[Any, msgspec.json.Decoder[Any]] = {}
_LEARNING = RLock()


@overload
def typed_decoder(kind: type[T]) -> msgspec.json.Decoder[T]: ...
@overload
def typed_decoder(kind: Any) -> msgspec.json.Decoder[Any]: ...
def typed_decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """What reads JSON into a type, made once."""
    found = _KNOWN.get(kind)
    if found is None:
        with _LEARNING:
            found = _KNOWN.setdefault(kind, msgspec.json.Decoder(kind))
    return found


@overload
def read_typed(raw: bytes | str, kind: type[T], restore: Restore | None = None) -> T: ...
@overload
def read_typed(raw: bytes | str, kind: Any, restore: Restore | None = None) -> Any: ...
def read_typed(raw: bytes | str, kind: Any, restore: Restore | None = None) -> Any:
    """JSON as a value of this type. Raises msgspec.DecodeError or ValidationError.

    `restore` makes what stands in the JSON in some short form of its own: it is given the type and what is written.
    """
    decoder = typed_decoder(kind)
    return decoder.decode(raw) if restore is None else msgspec.json.decode(raw, type=kind, dec_hook=restore)


def as_typed(value: Any, kind: type[T], **ways: Any) -> T:
    """A plain value as one of this type; `ways` are those of `msgspec.convert`. Raises msgspec.ValidationError."""
    typed_decoder(kind)
    return cast("T", msgspec.convert(value, kind, **ways))
