"""Concealment: what interferes with Lock. Terrain, models, weather and darkness, what the target does, and Stealth."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.systems.fieldmanual.lock_and_cover.contact import has_left
from gearlock.systems.fieldmanual.lock_and_cover.cover import OPEN, PARTIAL, SOME, cover_of
from gearlock.systems.fieldmanual.lock_and_cover.looks import Sighting
from gearlock.systems.fieldmanual.lock_and_cover.measuring import distance
from gearlock.systems.fieldmanual.lock_and_cover.sightings import boom_looks
from gearlock.systems.fieldmanual.state import FIRED, FIRED_MB, HIDING, STATIONARY, TOP, State, Unit
from gearlock.systems.fieldmanual.table_effects import effects
from gearlock.table.measure import INCH, inches_text

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
    return effects.is_dark(state) and not target.token(SEARCHLIT)


@rule("fieldmanual.concealment-conditions")
@heeds("fieldmanual.effect-night", "fieldmanual.effect-dawn-dusk", "fieldmanual.effect-fog", "fieldmanual.effect-storm")
def condition_lines(state: State, terrain: int, mils: int, target: Unit) -> list[Modifier]:
    """What darkness and weather do: Night doubles terrain, at least to 1; dawn and dusk add 1; fog 1 for every 6 in."""
    lines = []
    if is_dark_for(state, target):
        if effects.is_night(state):
            lines.append(result(max(terrain, 1 - terrain), "Night", "fieldmanual.effect-night"))
        else:
            lines.append(result(1, "Dawn or Dusk", "fieldmanual.effect-dawn-dusk"))
    if fog := effects.fog_concealment(state, mils):
        lines.append(result(fog, f"{inches_text(mils)} in of fog or storm", "fieldmanual.effect-fog"))
    flash = effects.muzzle_flash(state) if target.token(FIRED_MB) else 0
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
        lines.append(result(1, "Night" if effects.is_night(state) else "Dawn or Dusk", "fieldmanual.effect-night"))
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
