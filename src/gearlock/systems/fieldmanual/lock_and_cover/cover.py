"""Cover: how much of a target the attacker sees, in four levels, and the minimum Defense of whoever is Hull Down."""

from __future__ import annotations

from typing import Final, NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.systems.fieldmanual.lock_and_cover.contact import DEFENSES, hiding_in_contact
from gearlock.systems.fieldmanual.lock_and_cover.looks import ALL, BASE, HAIR, Sighting
from gearlock.systems.fieldmanual.lock_and_cover.measuring import closest_base
from gearlock.systems.fieldmanual.lock_and_cover.shelters import is_shielded_by
from gearlock.systems.fieldmanual.lock_and_cover.sightings import boom_looks, look_at
from gearlock.systems.fieldmanual.state import HULL_DOWN, State, Unit
from gearlock.systems.fieldmanual.table_effects import effects
from gearlock.table.sight import WHOLE

OPEN, SOME, PARTIAL, FULL = range(4)
NAMES: Final = ("Open target", "Some Cover", "Partial Cover", "Full Cover")
MODIFIERS: Final = (1, 0, -1, -2)


class Cover(NamedTuple):
    """How well a target is covered against one attacker."""

    level: int = OPEN
    solid: bool = False
    """Whether Solid terrain provides part of it."""

    @property
    def name(self) -> str:
        """As players say it."""
        return NAMES[self.level] + (" (Solid)" if self.solid else "")


@rule("fieldmanual.cover")
def level_of(hidden: int) -> int:
    """The level for a share that is hidden: none at all, up to half, more than half, all but a weapon or a limb."""
    if hidden >= ALL:
        return FULL
    return PARTIAL if hidden > WHOLE // 2 + HAIR else SOME if hidden > HAIR else OPEN


@rule("fieldmanual.cover-solid")
def is_solid_cover(look: Sighting, height: int) -> bool:
    """Whether Solid terrain provides part of the cover: it hides more than the base."""
    return look.solid * height > BASE * WHOLE


def cover_of(state: State, looker: Unit, target: Unit) -> Cover:
    """The cover of a target in the eyes of an attacker or observer; of a Combined Model, of its closest base."""
    key = ("cover", looker.id, looker.x, looker.y, looker.z, target.id, target.x, target.y, target.z)
    known: Cover | None = state.notes.get(key)
    if known is None:
        eyes = closest_base(state, looker, target)
        looks = boom_looks(state, eyes, target)
        found = min(Cover(level_of(look.hidden), is_solid_cover(look, target.height)) for look in looks)
        known = state.notes[key] = Cover(max(found.level, least_level(state, eyes, target)), found.solid)
    return known


@heeds("fieldmanual.perk-smoke", "fieldmanual.effect-storm", "fieldmanual.infantry-structures")
def least_level(state: State, looker: Unit, target: Unit) -> int:
    """The cover a target has at the least: some in smoke and in blizzards, Partial when Hull Down in a building."""
    if target.token(HULL_DOWN) and is_shielded_by(state, target, looker.x, looker.y):
        return PARTIAL
    if effects.is_never_open(state) or look_at(state, looker, target).is_smoked:
        return SOME
    return OPEN


@heeds("fieldmanual.cover", "fieldmanual.cover-solid", "fieldmanual.attack-modifiers")
def cover_lines(state: State, looker: Unit, target: Unit) -> list[Modifier]:
    """What the target's cover does to the result of an attack."""
    cover = cover_of(state, looker, target)
    lines = [result(MODIFIERS[cover.level], NAMES[cover.level], "fieldmanual.cover")] if MODIFIERS[cover.level] else []
    return [*lines, result(-1, "Solid Cover", "fieldmanual.cover-solid")] if cover.solid else lines


@rule("fieldmanual.perk-low-profile")
@heeds("fieldmanual.hull-down")
def hull_down_minimum(state: State, attacker: Unit, target: Unit) -> int:
    """The least Defense total of a model that is Hull Down, against this attacker; 0 if it has none.

    It counts for terrain in contact that covers at least half of it from there; inside a building from all directions.
    """
    if not target.token(HULL_DOWN):
        return 0
    eyes = closest_base(state, attacker, target)
    least = max((DEFENSES[name] for name in hiding_in_contact(state, eyes, target)), default=0)
    return least + 1 if least and target.perk("Low Profile") else least
