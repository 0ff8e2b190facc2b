"""Lock, Concealment and Cover."""

from __future__ import annotations

from typing import Final, NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.systems.fieldmanual.lock_and_cover.contact import DEFENSES, has_left, hiding_in_contact
from gearlock.systems.fieldmanual.lock_and_cover.looks import (
    ALL,
    BASE,
    BOOM,
    Sighting,
    body_toward,
    boom_looks,
    closest_base,
    distance,
    is_shielded_by,
    look_at,
    look_between,
)
from gearlock.systems.fieldmanual.lock_and_cover.looks import HAIR as HAIR_OF_A_LOOK
from gearlock.systems.fieldmanual.state import (
    ALOFT,
    FIELDED,
    FIRED,
    FIRED_MB,
    HIDING,
    HULL_DOWN,
    LOCKED,
    OUT,
    STATIONARY,
    TOP,
    State,
    Unit,
)
from gearlock.systems.fieldmanual.table_effects import fog_concealment, is_dark, is_never_open, is_night, muzzle_flash
from gearlock.table.bodies import Body
from gearlock.table.measure import INCH, inches_text
from gearlock.table.sight import WHOLE

# --- Concealment: what interferes with Lock. Terrain, models, weather and darkness, what the target does, and Stealth

SEARCHLIT, LIGHT_USED = "searchlit", "searchlight used"
"""Tokens of whoever is lit by a searchlight or uses one in this round, and of who has used its own."""
HAIR: Final = 1
"""A mil: what a length on a slanting line may be off by rounding."""


@rule("fieldmanual.concealment-types")
def terrain_lines(look: Sighting) -> list[Modifier]:
    """What terrain on the line adds, each type by its total length.

    Light 1 for every full 4 in, at least 1 from 2 in on; Medium for every 2 in, at least 1 from 1 in on; Heavy 1 for
    every full inch.
    """
    parts = (
        ("Light", look.light, max((look.light + HAIR) // (4 * INCH), int(look.light + HAIR >= 2 * INCH))),
        ("Medium", look.medium, max((look.medium + HAIR) // (2 * INCH), int(look.medium + HAIR >= INCH))),
        ("Heavy", look.heavy, (look.heavy + HAIR) // INCH),
    )
    rule_id = "fieldmanual.concealment-types"
    return [result(value, f"{name}, {inches_text(mils)} in", rule_id) for name, mils, value in parts if value]


@heeds("fieldmanual.concealment-types")
def model_lines(look: Sighting) -> list[Modifier]:
    """One for each model between that hides at least half of the target."""
    if not look.models:
        return []
    label = "a model between" if look.models == 1 else f"{look.models} models between"
    return [result(look.models, label, "fieldmanual.concealment-types")]


@rule("fieldmanual.concealment-modifiers")
def target_lines(target: Unit) -> list[Modifier]:
    """What the target's speed and fire take away: Combat Speed 1, Top Speed 2, a ranged attack in this round 1."""
    rule_id, lines = "fieldmanual.concealment-modifiers", []
    if target.band == TOP:
        lines.append(result(-2, "Top Speed", rule_id))
    elif target.band != STATIONARY:
        lines.append(result(-1, "Combat Speed", rule_id))
    if target.fired or target.token(FIRED):
        lines.append(result(-1, "made a ranged attack", rule_id))
    return lines


def is_hiding(state: State, target: Unit) -> bool:
    """Whether it hides and is still where it does."""
    return bool(target.token(HIDING)) and not has_left(state, target, HIDING)


@rule("fieldmanual.hiding")
@heeds("fieldmanual.perk-low-profile")
def hiding_lines(state: State, target: Unit) -> list[Modifier]:
    """What Hiding gives: 2 when Stationary, 1 at Combat Speed, 1 more with a Low Profile."""
    if not is_hiding(state, target):
        return []
    lines = [result(2 if target.band == STATIONARY else 1, "Hiding", "fieldmanual.hiding")]
    if target.perk("Low Profile"):
        lines.append(result(1, "Low Profile", "fieldmanual.perk-low-profile"))
    return lines


@heeds("fieldmanual.effect-night", "fieldmanual.effect-dawn-dusk", "fieldmanual.perk-searchlight")
def is_dark_for(state: State, target: Unit) -> bool:
    """Whether darkness hides a target: not while it is lit by a searchlight or uses one."""
    return is_dark(state) and not target.token(SEARCHLIT)


@rule("fieldmanual.concealment-conditions")
@heeds("fieldmanual.effect-night", "fieldmanual.effect-dawn-dusk", "fieldmanual.effect-fog", "fieldmanual.effect-storm")
def condition_lines(state: State, terrain: int, mils: int, target: Unit) -> list[Modifier]:
    """What darkness and weather do: Night doubles terrain, at least to 1; dawn and dusk add 1; fog 1 for every 6 in."""
    lines = []
    if is_dark_for(state, target):
        if is_night(state):
            lines.append(result(max(terrain, 1 - terrain), "Night", "fieldmanual.effect-night"))
        else:
            lines.append(result(1, "Dawn or Dusk", "fieldmanual.effect-dawn-dusk"))
    if fog := fog_concealment(state, mils):
        lines.append(result(fog, f"{inches_text(mils)} in of fog or storm", "fieldmanual.effect-fog"))
    flash = muzzle_flash(state) if target.token(FIRED_MB) else 0
    if flash:
        rule_id = "fieldmanual.effect-storm" if flash > 1 else "fieldmanual.effect-fog"
        lines.append(result(-flash, "fired an MB weapon", rule_id))
    return lines


@rule("fieldmanual.perk-stealth")
@heeds("fieldmanual.effect-night", "fieldmanual.asset-observation-bunker")
def stealth_lines(state: State, looker: Unit, target: Unit) -> list[Modifier]:
    """The Stealth rating and all that changes it; nothing if it cannot be used: in the open, but for the dark.

    Bunkers count theirs at all times, in the open as in Some Cover.
    """
    rating, rule_id = target.perk("Stealth"), "fieldmanual.perk-stealth"
    if not rating:
        return []
    level, dark = cover_of(state, looker, target).level, is_dark_for(state, target)
    if level == OPEN and not dark and not target.is_static:
        return []
    lines = [result(rating, "Stealth", rule_id)]
    cover = -1 if level <= SOME else 0 if level == PARTIAL else 1
    if cover:
        lines.append(result(cover, "Full Cover" if cover > 0 else "Some Cover" if level else "in the open", rule_id))
    if target.band in (STATIONARY, TOP):
        lines.append(
            result(1, "Stationary", rule_id) if target.band == STATIONARY else result(-1, "Top Speed", rule_id)
        )
    if is_hiding(state, target):
        lines.append(result(1, "Hiding", rule_id))
    if dark:
        lines.append(result(1, "Night" if is_night(state) else "Dawn or Dusk", "fieldmanual.effect-night"))
    return lines


@heeds("fieldmanual.flaw-lsp")
def profile_lines(target: Unit) -> list[Modifier]:
    """What a Large Sensor Profile takes off for Active Lock attempts."""
    size = target.perk("Large Sensor Profile")
    return [result(-size, "Large Sensor Profile", "fieldmanual.flaw-lsp")] if size else []


def _look_lines(state: State, look: Sighting, mils: int, target: Unit) -> list[Modifier]:
    """All that makes up the Concealment of a target in one look."""
    ground = terrain_lines(look)
    terrain = sum([line.value for line in ground])
    weather = condition_lines(state, terrain, mils, target)
    return [*ground, *model_lines(look), *weather, *target_lines(target), *hiding_lines(state, target)]


@heeds("fieldmanual.concealment", "fieldmanual.perk-stealth", "fieldmanual.flaw-lsp", "fieldmanual.perk-sensor-boom")
def concealment_lines(state: State, looker: Unit, target: Unit, active: bool = False) -> list[Modifier]:
    """The Concealment of a target to one who looks, line by line: terrain and all else, or Stealth where that is more.

    Of several bases, or places for a Sensor Boom, the one that finds it best. `active`: for an attempt at Active Lock.
    """
    best: list[Modifier] | None = None
    for base in state.bases(looker) or [looker]:
        mils = distance(state, base, target)
        lines = min((_look_lines(state, look, mils, target) for look in boom_looks(state, base, target)), key=_sum)
        stealth = stealth_lines(state, base, target)
        lines = stealth if stealth and _sum(stealth) > _sum(lines) else lines
        best = lines if best is None or _sum(lines) < _sum(best) else best
    found = best or []
    return [*found, *profile_lines(target)] if active else found


def _sum(lines: list[Modifier]) -> int:
    return max(0, sum([line.value for line in lines]))


@rule("fieldmanual.flaw-lsp")
@heeds("fieldmanual.concealment-modifiers")
def concealment(state: State, looker: Unit, target: Unit, active: bool = False) -> int:
    """The Concealment of a target to one who looks, never below 0."""
    if not active:
        return _sum(concealment_lines(state, looker, target))
    return max(0, concealment(state, looker, target) - target.perk("Large Sensor Profile"))


# --- Cover: how much of a target the attacker sees, in four levels, and the minimum Defense of whoever is Hull Down

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
    return PARTIAL if hidden > WHOLE // 2 + HAIR_OF_A_LOOK else SOME if hidden > HAIR_OF_A_LOOK else OPEN


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
    if is_never_open(state) or look_at(state, looker, target).is_smoked:
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


# --- Lock: Combat Lock, which is passive and free, and what counts as Lock in general

PRESENT: Final = (FIELDED, ALOFT)
"""Who can be looked at and can look: not wrecks, nor passengers of transports."""
HATCH: Final = "hatch"
"""A token of a Sensor Dependent model that has popped its hatch in this round."""


@rule("fieldmanual.concealment-solid")
@heeds("fieldmanual.cover-solid")
def is_walled_off(state: State, looker: Unit, target: Unit) -> bool:
    """Whether Solid objects hide all of a target from where a model stands: no direct attack can be made."""
    return look_at(state, closest_base(state, looker, target), target).is_walled


@heeds("fieldmanual.concealment-solid", "fieldmanual.perk-sensor-boom")
def is_beyond_lock(state: State, looker: Unit, target: Unit) -> bool:
    """Whether Solid objects hide all of a target from every place that a model can look from: no Lock is possible."""
    if not looker.team and not looker.perk(BOOM):
        return look_at(state, looker, target).is_walled
    bases = state.bases(looker) or [looker]
    return all(look.is_walled for base in bases for look in boom_looks(state, base, target))


@rule("fieldmanual.combat-lock")
@heeds("fieldmanual.card-electronics", "fieldmanual.card-size", "fieldmanual.perk-drone-recon")
def has_combat_lock(state: State, looker: Unit, target: Unit) -> bool:
    """Whether a model detects another without an Action, itself or through its Recon Drone."""
    if looker.status not in PRESENT or target.status not in PRESENT:
        return False
    key = (looker.id, looker.x, looker.y, looker.z, target.id, target.x, target.y, target.z)
    known: bool | None = state.notes.get(key)
    if known is None:
        known = _detects(state, looker, target) or any(
            _detects(state, eye, target) for eye in recon_drones(state, looker)
        )
        state.notes[key] = known
    return known


def _detects(state: State, looker: Unit, target: Unit) -> bool:
    """No Solid wall, and no Concealment, or within the target's Size in inches, or Detect above Concealment."""
    if is_beyond_lock(state, looker, target):
        return False
    if is_close(state, looker, target):
        return True
    hidden = concealment(state, looker, target)
    return hidden == 0 or looker.card.detect > hidden


@rule("fieldmanual.flaw-sensor-dependent")
@heeds("fieldmanual.combat-lock", "fieldmanual.card-size")
def is_close(state: State, looker: Unit, target: Unit) -> bool:
    """Whether a target is so near that its Size gives it away; Sensor Dependent crews must open the hatch for that."""
    if looker.perk("Sensor Dependent") and not looker.token(HATCH):
        return False
    return any(distance(state, base, target) <= target.card.size * INCH for base in state.bases(looker) or [looker])


@rule("fieldmanual.lock")
def has_lock(state: State, looker: Unit, target: Unit) -> bool:
    """Whether a model has Lock on another: Combat Lock, or an Active Lock that still holds."""
    if target.tokens and any(target.token(f"{LOCKED}:{part.id}") for part in state.parts(looker)):
        return True
    return has_combat_lock(state, looker, target)


@heeds("fieldmanual.perk-drone-recon")
def recon_drones(state: State, owner: Unit) -> list[Unit]:
    """The Recon Drones of a model that are out: it may look from where they are."""
    if not owner.perk("Recon Drone"):
        return []
    return [
        unit for unit in state.units.values()
        if unit.parent == owner.id and unit.status == OUT and "Recon" in unit.card.name
    ]  # fmt: skip


@heeds("fieldmanual.rof-spray")
def sees_point(state: State, looker: Unit, x: int, y: int, z: int) -> bool:
    """Whether a model has a line of sight to a point of the table: no Solid object hides it."""
    spot = Body(x, y, z, 0, 1)
    bases = state.bases(looker) or [looker]
    return any(look_between(state, body_toward(state, base, x, y), spot, (base,)).solid < ALL for base in bases)


@heeds("fieldmanual.rof-spray", "fieldmanual.cover-solid")
def is_shielded(state: State, x: int, y: int, z: int, target: Unit) -> bool:
    """Whether a model has Full Solid Cover from a point of the table: a Spray does not bend around it."""
    return look_between(state, Body(x, y, z, 0, 1), body_toward(state, target, x, y), (target,)).is_walled
