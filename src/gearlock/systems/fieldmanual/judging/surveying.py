"""Surveying the table: what a model sees from a place, how weapons bear, who could strike there."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.survey import ALL_ROUND, Field, Menace, Sightline, Survey
from gearlock.kernel.system import Aim
from gearlock.mechanics.figures import ruled
from gearlock.mechanics.judging.menaces import worst_of_each
from gearlock.mechanics.judging.surveyed import pair_at, put_at
from gearlock.systems.fieldmanual.attacks.defending import Fire
from gearlock.systems.fieldmanual.attacks.orders import DIRECT
from gearlock.systems.fieldmanual.attacks.pairs import Pair
from gearlock.systems.fieldmanual.attacks.targets import seen_mount
from gearlock.systems.fieldmanual.attacks.uses import MINIMUM, band_of, rof_of, use_of
from gearlock.systems.fieldmanual.cards import Mount
from gearlock.systems.fieldmanual.judging.attempting import attempts
from gearlock.systems.fieldmanual.judging.errands import ground_in_reach
from gearlock.systems.fieldmanual.judging.gazing import gaze_of
from gearlock.systems.fieldmanual.judging.outlook import stakes, standing
from gearlock.systems.fieldmanual.judging.reaching import reach
from gearlock.systems.fieldmanual.judging.reckoning import guns_of
from gearlock.systems.fieldmanual.judging.strikes import duel_of, hit_of, margins, odds_card, toll_of
from gearlock.systems.fieldmanual.lock_and_cover.arcs import ARCS
from gearlock.systems.fieldmanual.lock_and_cover.concealment import concealment
from gearlock.systems.fieldmanual.lock_and_cover.cover import cover_of
from gearlock.systems.fieldmanual.lock_and_cover.locks import has_combat_lock, is_walled_off
from gearlock.systems.fieldmanual.lock_and_cover.measuring import range_to
from gearlock.systems.fieldmanual.lock_and_cover.sightings import look_at
from gearlock.systems.fieldmanual.state import State, Unit, opponent
from gearlock.table.measure import FULL_TURN, INCH, inches_text
from gearlock.table.sight import WHOLE

RULES = {"table": "fieldmanual.table-size", "no-such-piece": ""}
DRAWN = 120 * INCH
"""How far a range without end is drawn."""


@heeds("fieldmanual.combat-lock", "fieldmanual.concealment", "fieldmanual.cover")
def sight(state: State, seat: str, piece: str, spot: Aim | None, target: str) -> Sightline | Refusal:
    """What a model would see of another: its Cover, its Concealment against Detect, and whether there is Lock."""
    found = ruled(pair_at(state, seat, piece, spot, target), RULES)
    if isinstance(found, Refusal):
        return found
    after, unit, other = found
    look, hides = look_at(after, unit, other), concealment(after, unit, other)
    locked = has_combat_lock(after, unit, other)
    against = f"Concealment {hides} against Detect {unit.card.detect}"
    if is_walled_off(after, unit, other):
        verdict = "Solid terrain hides all of it: no Lock."
    else:
        verdict = f"{'Combat Lock' if locked else 'No Combat Lock'}: {against}; {cover_of(after, unit, other).name}."
    ends = (unit.x, unit.y), (other.x, other.y)
    away = f"{inches_text((range_to(after, unit, other) + 50) // 100 * 100)} in"
    hidden = round(100 * look.hidden / WHOLE)
    between = tuple(name for name, _ in look.screens if not name.startswith("#"))
    gaze = gaze_of(after, unit, other, look)
    return Sightline(*ends, away, verdict, locked, hidden, "fieldmanual.combat-lock", between, gaze=gaze)


@heeds("fieldmanual.arcs", "fieldmanual.range-bands")
def fields(state: State, seat: str, piece: str, spot: Aim | None) -> tuple[Field, ...] | Refusal:
    """Arc and range bands of every weapon."""
    found = ruled(put_at(state, seat, piece, spot), RULES)
    if isinstance(found, Refusal):
        return found
    after, unit = found
    return tuple(_field(unit, seen_mount(after, unit, mount)) for mount in unit.card.weapons)


def _field(unit: Unit, mount: Mount) -> Field:
    """Where one weapon bears."""
    near, far, most = mount.weapon.ranges(unit.card.size)
    bands = [("Combat Optimal", near), ("Suboptimal", far)]
    bands += [("Extreme", min(most, DRAWN))] if most is not None else []
    arc, least = (None if unit.team else ARCS.arc(mount.arc)), MINIMUM if "MR" in mount.weapon.traits else 0
    if arc is None or arc.half >= ALL_ROUND:
        return Field(mount.id, tuple(bands), 0, ALL_ROUND, least)
    return Field(mount.id, tuple(bands), (unit.facing + arc.middle) % FULL_TURN, arc.half, least)


def menaces(state: State, seat: str, piece: str, spot: Aim | None) -> tuple[Menace, ...] | Refusal:
    """The best attack of each enemy on a model there, if it stayed and only turned to it."""
    found = ruled(put_at(state, seat, piece, spot), RULES)
    if isinstance(found, Refusal):
        return found
    after, unit = found
    return worst_of_each(_odds(after, enemy, unit) for enemy in after.fielded(opponent(seat)))


def _odds(state: State, enemy: Unit, unit: Unit) -> Iterator[Menace]:
    """Every direct attack of an enemy that Lock and range allow, with a full Burst."""
    if is_walled_off(state, enemy, unit) or not has_combat_lock(state, enemy, unit):
        return
    distance = range_to(state, enemy, unit)
    for mount in guns_of(enemy.card):
        band = band_of(mount.weapon, enemy.card.size, distance)
        if band is None or ("MR" in mount.weapon.traits and distance <= MINIMUM):
            continue
        use = use_of(state, enemy, mount, band, DIRECT, (0, rof_of(state, enemy, mount), 0))
        pair, fire = Pair(state, enemy, unit, use), Fire(enemy.id, use)
        toll = toll_of(unit, hit_of(pair, fire), margins(duel_of(pair)))
        yield Menace(enemy.id, mount.id, odds_card(unit, toll))


SURVEY: Survey[State] = Survey(reach, sight, fields, menaces, attempts, standing, ground_in_reach, stakes)
