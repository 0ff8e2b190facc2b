"""The lines of a campaign's log: header, first state, then one line for each decision.

Every line carries the fingerprint of the state after it and a link, made of everything before it: whatever is changed,
left out or moved shows at its line.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

import msgspec

from gearlock.kernel.campaigning import Campaign, Homecoming, Plan, Report
from gearlock.kernel.dice import Faces, Seeded
from gearlock.kernel.events import Outcome
from gearlock.kernel.typed import read_typed

FORMAT = 2
"""1 had no seal of the header in its second line; it is read like any other."""
ByHand: TypeAlias = Literal["", "hand", "other"]
"""Where dice came from, if not from the seed: players typed what theirs showed, or a program laid them out."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which game a campaign is of, what it was begun with, and the seed that all its dice come from."""

    campaign: Annotated[int, msgspec.Meta(ge=1)]
    system: str
    edition: str
    data: str
    plan: Plan
    seed: str
    commitment: str
    """Binds the seed: it may be told to others before the campaign, and the seed after it."""
    players: dict[str, str] = {}
    files: dict[str, str] = {}
    """Rosters and maps of the players' own, in full: the campaign needs no file but its own and its battles' logs."""


class _Decision(msgspec.Struct, frozen=True, tag_field="did", forbid_unknown_fields=True):
    pass


class Mend(_Decision, frozen=True, tag="repair", omit_defaults=True):
    """Somebody tries a repair."""

    seat: str
    repair: str
    dice: ByHand = ""


class Buy(_Decision, frozen=True, tag="buy"):
    """Somebody buys something."""

    seat: str
    ware: str
    what: str = ""


class March(_Decision, frozen=True, tag="march"):
    """The next battle is begun; its seed is thrown."""

    scenario: str
    options: dict[str, str] = {}


class Return(_Decision, frozen=True, tag="return", omit_defaults=True):
    """A battle has come home: what its log says, and the log's fingerprint."""

    log: str
    outcome: Outcome
    home: dict[str, Homecoming]
    dice: ByHand = ""


class Tell(_Decision, frozen=True, tag="tell", omit_defaults=True):
    """The players tell what came of a battle at a table of their own: the one under way, or the next one."""

    report: Report
    scenario: str = ""


class Finish(_Decision, frozen=True, tag="finish"):
    """All players agree that it ends here."""


Decision: TypeAlias = Mend | Buy | March | Return | Tell | Finish


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision, what the dice showed for it, what came of it in words, and what binds it."""

    decision: Decision
    faces: tuple[Faces, ...]
    told: tuple[str, ...]
    hash: str
    link: str = ""


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The second line: the campaign as it begins, and the seal of the header: it says which of both was changed."""

    start: Campaign
    link: str = ""
    head: str | msgspec.UnsetType = msgspec.UNSET


_encoder = msgspec.json.Encoder(order="deterministic")


def fingerprint(campaign: Campaign) -> str:
    """A short fingerprint; equal campaigns have equal ones on every machine."""
    return hashlib.blake2b(_encoder.encode(campaign), digest_size=12).hexdigest()


def log_print(raw: bytes) -> str:
    """The fingerprint of a battle's log, as it stands in a campaign."""
    return hashlib.blake2b(raw, digest_size=16).hexdigest()


def encoded(line: Any) -> bytes:
    """A line as it is written."""
    return _encoder.encode(line)


_Written = TypeVar("_Written", Line, Start)


def as_written(line: _Written) -> _Written:
    """A line as its file gives it back: a campaign in memory is told in the same order as one that was read."""
    return read_typed(encoded(line), type(line))


def linked(before: str, line: Line | Start, dice: Seeded) -> Line | Start:
    """A line with the link that binds it to everything before it, and to the seed."""
    bare = msgspec.structs.replace(line, link="")
    return msgspec.structs.replace(line, link=dice.seal(before.encode() + b"\n" + encoded(bare)))


def header_link(header: Header, dice: Seeded) -> str:
    """What the first link is made of."""
    return dice.seal(encoded(header))
