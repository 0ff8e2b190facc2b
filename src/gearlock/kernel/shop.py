"""What a force is built of, as somebody who builds one is shown it: models with their figures, upgrades, items.

All of it is data that a system hands over. Whether something may be bought here is never said: the rules are asked.
"""

from __future__ import annotations

import msgspec

from gearlock.kernel.force import SheetModel

MODEL, UNIT, MOUNT = "model", "unit", "mount"
"""What a good is bought for: one line of models, a whole unit, a place on a machine."""


class Mount(msgspec.Struct, frozen=True):
    """A place on a machine that takes items, as rosters name it, and what goes there in words."""

    name: str
    about: str = ""


class Ware(msgspec.Struct, frozen=True):
    """A model, or a unit that stands alone, by the name rosters call it."""

    name: str
    model: SheetModel
    shelf: str = ""
    """Whose list it stands in: a faction, or a word for what everybody may have."""
    kind: str = ""
    figure: str = ""
    parts: tuple[str, ...] = ()
    opens: str = ""
    """The word that opens a unit of this name; empty for a model, which stands in a unit."""
    brings: tuple[tuple[str, int], ...] = ()
    """The models that such a unit begins with, and how many of each."""
    mounts: tuple[Mount, ...] = ()
    """Where items go on it."""
    codes: tuple[str, ...] = ()
    """The codes of units it is meant for; none where that is no question."""


class Good(msgspec.Struct, frozen=True):
    """An upgrade or an item as rosters name it."""

    name: str
    sort: str = ""
    """The heading it is listed under."""
    goes: str = MODEL
    about: str = ""
    rule: str = ""
    choice: str = ""
    """What must be said with it, in words."""
    rare: bool = False
    """Of no interest where it does not fit: one of many that are each for somebody else."""


class Opening(msgspec.Struct, frozen=True):
    """A way to begin a unit: the word and the code that stand on its line, and what it means."""

    word: str
    code: str
    title: str


class Saying(msgspec.Struct, frozen=True):
    """A word about the whole force besides name, faction and size: what it means, and values if there are a few."""

    key: str
    about: str
    values: tuple[str, ...] = ()


class Shop(msgspec.Struct, frozen=True):
    """Everything a builder offers."""

    wares: tuple[Ware, ...]
    goods: tuple[Good, ...] = ()
    openings: tuple[Opening, ...] = ()
    says: tuple[Saying, ...] = ()
    currency: str = "points"
    measure: str = "in"
    """What ranges are counted in."""
    everybody: tuple[str, ...] = ()
    """Shelves from which every faction takes."""
    notes: tuple[str, ...] = ()
