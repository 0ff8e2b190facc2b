"""Asks are the questions a script puts to seats; options are the ways a seat may answer."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.orders import Decline, Order


class Ask(msgspec.Struct, frozen=True):
    """One seat decides. Options are worked out only when somebody looks, so re-running a script stays cheap.

    An `optional` ask may be declined; when declining is all that is left, the battle declines by itself and says so in
    the log.
    """

    seat: str
    kind: str
    unit: str = ""
    about: tuple[str, ...] = ()
    rule: str = ""
    prompt: str = ""
    optional: bool = False


class AskSealed(msgspec.Struct, frozen=True):
    """Several seats decide at once; no answer is known to another seat until all are in."""

    asks: tuple[Ask, ...]


class Option(msgspec.Struct, frozen=True, tag_field="kind"):
    """One way to answer. `order` is the answer itself or, for open kinds, the template the seat completes."""

    label: str
    order: Order
    rule: str = ""


class Pick(Option, frozen=True, tag="pick"):
    """Choose this, as it stands."""


class Target(Option, frozen=True, tag="target"):
    """Choose this target for this weapon; the preview of the order shows modifiers and exact odds."""

    unit: str = ""
    weapon: str = ""


class Path(Option, frozen=True, tag="path"):
    """Move along a path; the seat (or a sampler) completes the template with waypoints and facings."""

    unit: str = ""
    budget: int = 0


class Place(Option, frozen=True, tag="place"):
    """Put a unit on a spot of a zone, facing some way."""

    unit: str = ""
    zone: str = ""


class Facing(Option, frozen=True, tag="facing"):
    """Turn a unit."""

    unit: str = ""
    limit: int = 3600


class Amount(Option, frozen=True, tag="amount"):
    """Choose a number from `low` to `high`."""

    low: int = 0
    high: int = 0


OPEN_OPTIONS = (Path, Place, Facing, Amount)
AnyOption: TypeAlias = Pick | Target | Path | Place | Facing | Amount


def decline(label: str = "No", rule: str = "") -> Pick:
    """The option that turns an offer down."""
    return Pick(label=label, order=Decline(), rule=rule)


def only_declines(options: tuple[Option, ...]) -> bool:
    """Nothing can be done here but to decline."""
    return len(options) == 1 and isinstance(options[0].order, Decline)


def named_option(options: tuple[Option, ...], wanted: str) -> Option:
    """The option of this number or label, or the only one that has these words in its label. Raises BadInput."""
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 6:
        if not 1 <= int(wanted) <= len(options):
            raise BadInput(f"There is no option {wanted}: they are numbered 1 to {len(options)}.")
        return options[int(wanted) - 1]
    words = wanted.strip().lower()
    named = [option for option in options if option.label.lower() == words]
    near = named or [option for option in options if words and words in option.label.lower()]
    if not near:
        raise UnknownName("option", wanted, [option.label for option in options])
    if len(near) > 1:
        raise BadInput(f"'{wanted}' may be {' or '.join(option.label for option in near[:5])}: say which.")
    return near[0]
