"""What a bot cares about, as data: the same search with other weights plays another way."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from gearlock.kernel.typed import as_typed
from gearlock.kernel.view import View

USUAL = "steady"
EVENING = 2
"""The last Rounds, in which what would come later begins to count less."""


class Temper(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much each thing counts, damage being in shares of a whole unit."""

    about: str
    damage: float
    """Damage to expect of attacks."""
    kill: float
    """The chance to destroy what is attacked, besides the damage."""
    cripple: float
    progress: float
    """What else an order brings: ground gained towards objectives, electronic warfare, repairs."""
    soon: float
    """Damage to expect of enemies that act before the unit does again."""
    late: float
    """Damage to expect of enemies that have acted."""
    prospect: float
    """The attack the unit could make from where it ends, next time."""
    closing: float
    """The way to the nearest enemy, over the length of the table."""
    formation: float
    """The way to the nearest friend beyond call, over the length of the table."""
    facing: float
    """Having the nearest enemy straight behind instead of ahead."""


def at_this_hour(temper: Temper, view: View) -> Temper:
    """A temper as the end of the battle nears: what would come after it counts less and less."""
    left = view.rounds - view.round
    if not view.rounds or left >= EVENING:
        return temper
    share = max(0, left) / EVENING
    late, prospect, formation = temper.late * share, temper.prospect * share, temper.formation * share
    return msgspec.structs.replace(temper, late=late, prospect=prospect, formation=formation)


@cache
def tempers() -> dict[str, Temper]:
    """Every temper there is, by name."""
    text = files("gearlock.bots").joinpath("data", "tempers.toml").read_text(encoding="utf-8")
    return as_typed(msgspec.toml.decode(text), dict[str, Temper])
