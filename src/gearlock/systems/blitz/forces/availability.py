"""5.1, 5.2: unit availability. In which units a model serves, how often, and on what terms."""

from __future__ import annotations

import re
from functools import cache

import msgspec

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.files import data_records
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.blitz.cards import ModelCard
from gearlock.systems.blitz.weapons import PACKAGE

STANDARD = 2
"""How often an unmarked model may be in a primary unit."""
ANY = "ANY"
"""The code of units of generic support, which may follow any code."""
_SAME_AS = {"OT": "OA"}
_ENTRY = re.compile(r"(\w+)(?: \((.*)\))?")
_COUNT = re.compile(r"(\d+)(?:-(\d+)|(\+))")


class Limit(msgspec.Struct, frozen=True):
    """How often a unit may have a model: at least, at most (None: any number), and on what terms."""

    least: int = 0
    most: int | None = STANDARD
    commander: bool = False
    support: bool = False
    veteran: bool = False
    fixed: bool = False
    """Whether a support unit may have as many as a primary unit."""

    @rule("blitz.5.2")
    def bounds(self, primary: bool) -> tuple[int, int | None]:
        """Fewest and most in a unit. Support units have one less, but not of models made for them."""
        if primary or self.support or self.fixed:
            return self.least, self.most
        return max(self.least - 1, 0), None if self.most is None else self.most - 1

    def text(self) -> str:
        """As the lists print it."""
        count = f"{self.least}+" if self.most is None else f"{self.least}-{self.most}"
        marks = (("CMD", self.commander), ("SU", self.support), ("Vet", self.veteran))
        return ", ".join([*(name for name, marked in marks if marked), count])


class Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit availability code and what it stands for."""

    code: str
    meaning: str
    explained: bool = True


@cache
@rule("blitz.units.ua-codes")
def codes() -> dict[str, str]:
    """Every code that a unit can have, with its meaning."""
    return {each.code: each.meaning for each in data_records(PACKAGE, "codes.toml", "code", Code)}


@heeds("blitz.5.2")
def read_limit(text: str) -> Limit:
    """`0+`, `0-3`, `CMD`, `CMD 0-1`, `0+, Vet`, `SU`; RSU is read as SU, X as any number."""
    words = re.findall(r"[\w+-]+", text)
    counts = [found for word in words if (found := _COUNT.fullmatch(word))]
    marks = {word for word in words if not _COUNT.fullmatch(word)}
    if len(counts) > 1 or marks - {"CMD", "SU", "RSU", "Vet", "X"}:
        raise UnknownName("limit", text, ("0+", "0-1", "CMD", "CMD 0-1", "SU", "Vet"))
    least, most = 0, STANDARD if not marks & {"SU", "RSU", "X"} else None
    if counts:
        least = int(counts[0][1])
        most = None if counts[0][3] else int(counts[0][2])
    return Limit(least, most, "CMD" in marks, bool(marks & {"SU", "RSU"}), "Vet" in marks)


def read_ua(text: str) -> tuple[str, Limit]:
    """An entry of the UA column as code and limit. Verder prints SU for its code, command upgrades CMD: any code."""
    found = _ENTRY.fullmatch(text)
    code = _SAME_AS.get(found[1], found[1]) if found else text
    if found is None or (code not in codes() and code not in ("SU", "CMD", "Any")):
        raise UnknownName("unit availability", text, codes())
    limit = read_limit(found[2] or "")
    if code == "SU":
        return ANY, Limit(limit.least, limit.most, support=True)
    if code == "CMD":
        return ANY, Limit(limit.least, limit.most, commander=True)
    if code == "Any":
        return ANY, Limit(0, STANDARD - 1, support=True)
    return code, limit


@cache
@rule("blitz.5.1")
def limits(card: ModelCard) -> dict[str, Limit]:
    """The units in which a model serves, by code; under ANY a limit that holds in every one."""
    return dict(read_ua(text) for text in card.ua)


def limit_in(card: ModelCard, code: str) -> Limit | None:
    """How often a unit of this code may have the model; None if it may not."""
    served = limits(card)
    return served.get(code) or served.get(ANY)
