"""What answers to a player's questions are made of: options in short, suggestions, and ways as a bot weighs them."""

from __future__ import annotations

import msgspec

from gearlock.kernel.view import OddsCard, Preview


class Short(msgspec.Struct, frozen=True):
    """An option in short: chance to hit, mean damage, what it gives and risks, costs, and the odds without it."""

    option: int
    gives: float
    risks: float
    p_hit: float | None = None
    mean_damage: float = 0.0
    p_destroyed: float = 0.0
    cost: str = ""
    without: OddsCard | None = None
    target: str = ""
    """Whom the odds are about."""
    touches: tuple[str, ...] = ()
    """Everybody whom a roll of it is about."""
    least: int = 0
    """The damage that is the least there can be, and the most."""
    most: int = 0


class Suggestion(msgspec.Struct, frozen=True):
    """One way to complete an open option; who types `place` comes to it too."""

    order: msgspec.Raw
    preview: Preview
    place: tuple[int, int] | None = None


class Term(msgspec.Struct, frozen=True):
    """Something that counts for a way, or below nought against it, and what it means in words."""

    name: str
    value: float
    meaning: str


class Way(msgspec.Struct, frozen=True):
    """A way to go on, order by order, as a bot weighs it; in shares of a whole unit."""

    steps: tuple[str, ...]
    worth: float
    terms: tuple[Term, ...]
    """What counts most comes first."""
    option: int
    """The option it begins with; -1 if that is not one of those offered."""
    order: msgspec.Raw
    """The order it begins with."""
    ends: tuple[int, int, int] | None = None


class Danger(msgspec.Struct, frozen=True):
    """A spot: what all known enemies could do there to a piece, once each, from where they are."""

    x: int
    y: int
    damage: float
    by: int
    """How many of them."""
