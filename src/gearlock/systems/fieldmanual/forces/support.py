"""The list of what Support Points buy: prices, limits and figures. How they are spent is the chapter on support."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from gearlock.kernel.files import data_records
from gearlock.kernel.rulebook import heeds
from gearlock.systems.fieldmanual.weapons import PACKAGE

AIRSTRIKE, ASSET, ARTILLERY, SHELLS, GROUP, COMMAND = "airstrike", "asset", "artillery", "shells", "group", "command"
USES = (AIRSTRIKE, ASSET, ARTILLERY, SHELLS, GROUP, COMMAND)


class Support(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something Support Points buy."""

    id: str
    name: str
    sp: int
    use: str
    """An airstrike or asset on the table, strikes of artillery, shells for them, a whole group, or a Command Point."""
    rule: str
    card: str = ""
    """The card of an airstrike, asset or drone, by id."""
    level: int = 0
    """The least Priority Level."""
    per_group: int = 0
    """How often it may be bought for one Combat Group; 0 for what is not for groups."""
    by_level: bool = False
    """Whether at most as many groups may have it as the Priority Level."""
    half: bool = False
    """Whether at most half of the groups may have it, together with all else of that kind."""
    strikes: int = 0
    dm: int = 0
    blast: int = 0

    @property
    def words(self) -> str:
        """Its bounds and figures, for lists."""
        parts = [f"Priority Level {self.level} or higher"] if self.level else []
        parts += ["for a Combat Group"] if self.per_group else []
        parts += ["at most as many groups as the Priority Level"] if self.by_level else []
        parts += ["at most half of the groups"] if self.half else []
        parts += [f"{self.strikes} x{self.dm} Blast {self.blast}"] if self.strikes else []
        return ", ".join(parts)


@cache
@heeds("fieldmanual.step5-support-points")
def support_options() -> Mapping[str, Support]:
    """The 18 things Support Points buy, by id, in book order."""
    return {option.id: option for option in data_records(PACKAGE, "support.toml", "support", Support)}
