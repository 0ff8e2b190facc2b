"""Surveying the table: what a model sees from a place, how weapons bear, who could strike there."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.survey import ALL_ROUND, Field, Menace, Sightline, Survey
from gearlock.kernel.system import Aim
from gearlock.mechanics.figures import ruled
from gearlock.mechanics.judging.danger import once_passive
from gearlock.mechanics.judging.menaces import worst_of_each
from gearlock.mechanics.judging.surveyed import pair_at, put_at
from gearlock.systems.blitz.attacks.aiming import Sight, refuse_bearing
from gearlock.systems.blitz.attacks.heights import attack_distance
from gearlock.systems.blitz.attacks.modifiers import Use, duel_of
from gearlock.systems.blitz.attacks.pairs import Pair
from gearlock.systems.blitz.general_concepts.arcs import ARCS
from gearlock.systems.blitz.judging.attempting import attempts
from gearlock.systems.blitz.judging.errands import ground_in_reach
from gearlock.systems.blitz.judging.outlook import stakes, standing
from gearlock.systems.blitz.judging.reaching import reach
from gearlock.systems.blitz.judging.strikes import odds_card, strike_of
from gearlock.systems.blitz.lock_and_cover.cover import gaze_at_model, look_at
from gearlock.systems.blitz.lock_and_cover.sensing import has_lock, reach_to
from gearlock.systems.blitz.state import State, Unit, opponent
from gearlock.systems.blitz.weapons import Weapon
from gearlock.table.measure import FULL_TURN, inches_text

RULES = {"table": "blitz.6.0", "no-such-piece": ""}


def _own(state: State, seat: str, piece: str, spot: Aim | None) -> tuple[State, Unit] | Refusal:
    """A model of the seat's own, put where it might go, and the state with it there."""
    return ruled(put_at(state, seat, piece, spot), RULES)


@heeds("blitz.7.1", "blitz.7.3", "blitz.7.5")
def sight(state: State, seat: str, piece: str, spot: Aim | None, target: str) -> Sightline | Refusal:
    """What a model would see of another, the cover between them, and whether it has Lock."""
    found = ruled(pair_at(state, seat, piece, spot, target), RULES)
    if isinstance(found, Refusal):
        return found
    after, unit, other = found
    look, view = look_at(after, unit, other), Sight(after, unit, other)
    dice = look.adjacent + look.additional
    cover = f"+{dice}D6 of cover ({look.adjacent} adjacent, {look.additional} additional)" if dice else "no cover"
    locked = has_lock(after, unit, other, look)
    detected = f"detected within {inches_text(reach_to(after, unit, other))} in"
    if look.blocked:
        verdict = "Full heavy cover: no Lock, and direct attacks are stopped."
    elif look.full:
        verdict = f"Full cover, {'Lock' if locked else 'no Lock'}: {detected}; {cover}."
    else:
        verdict = f"In Lock; {cover}."
    ends = (unit.x, unit.y), (other.x, other.y)
    away = f"{inches_text((view.distance + 50) // 100 * 100)} in"
    gaze = gaze_at_model(after, unit, other)
    return Sightline(*ends, away, verdict, locked, None, "blitz.7.1", look.screens, gaze=gaze)


@heeds("blitz.2.11", "blitz.8.2b")
def fields(state: State, seat: str, piece: str, spot: Aim | None) -> tuple[Field, ...] | Refusal:
    """Arc, optimal range and maximum range of every weapon."""
    found = _own(state, seat, piece, spot)
    if isinstance(found, Refusal):
        return found
    unit = found[1]
    return tuple(_field(unit, weapon) for weapon in unit.line.weapons.values())


def _field(unit: Unit, weapon: Weapon) -> Field:
    """Where one weapon bears; of an arc made of several the narrowest is drawn."""
    bands = ("optimal", weapon.far), ("maximum", max(weapon.most, weapon.proximity))
    parts = [ARCS.arc(part.split("/")[0], unit.is_infantry) for part in weapon.arc.split("+")]
    arcs = [arc for arc in parts if arc is not None]
    if weapon.proximity or not arcs:
        return Field(weapon.id, bands, 0, ALL_ROUND, 0 if weapon.proximity else weapon.near)
    arc = min(arcs, key=lambda each: each.half)
    return Field(weapon.id, bands, (unit.facing + arc.middle) % FULL_TURN, arc.half, weapon.near)


def menaces(state: State, seat: str, piece: str, spot: Aim | None) -> tuple[Menace, ...] | Refusal:
    """The best attack of each enemy on a passive model there, if it stayed and only turned to it."""
    found = _own(state, seat, piece, spot)
    if isinstance(found, Refusal):
        return found
    after, unit = once_passive(*found)
    return worst_of_each(_odds(after, enemy, unit) for enemy in after.fielded(opponent(seat)))


def _odds(state: State, enemy: Unit, unit: Unit) -> Iterator[Menace]:
    sight = Sight(state, enemy, unit)
    for weapon in enemy.line.weapons.values():
        for load, used in weapon.loads.items():
            if weapon.proximity or refuse_bearing(sight, used, any_arc=True) is not None:
                continue
            pair = Pair(state, enemy, unit, used)
            duel = duel_of(state, Use(used, used.is_optimal(attack_distance(state, enemy, unit, used))), pair)
            card = odds_card(strike_of(state, enemy, used, unit, duel), unit)
            yield Menace(enemy.id, f"{weapon.id}{f' ({load})' if load else ''}", card)


SURVEY: Survey[State] = Survey(reach, sight, fields, menaces, attempts, standing, ground_in_reach, stakes)
