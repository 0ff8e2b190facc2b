"""The table surveyed: where a unit could go, what it sees, how weapons bear, who could strike there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.orders import Refusal
from gearlock.kernel.survey import ALL_ROUND, Attempt, Band, Field, Menace, Sightline, Survey
from gearlock.kernel.system import Aim
from gearlock.mechanics.figures import ruled
from gearlock.mechanics.going.reach import farthest, rays
from gearlock.mechanics.judging.menaces import worst_of_each
from gearlock.mechanics.judging.surveyed import pair_at, put_at
from gearlock.systems.tactical.advice.attack_odds import duel_of, guns_of, odds_card, stakes, standing, turned_to
from gearlock.systems.tactical.advice.attacks_and_moves import at_pace
from gearlock.systems.tactical.advice.objectives import ground_in_reach
from gearlock.systems.tactical.advice.toys import attempts as toy_attempts
from gearlock.systems.tactical.advice.toys import fields as toy_fields
from gearlock.systems.tactical.advice.toys import ground
from gearlock.systems.tactical.advice.toys import menaces as toy_menaces
from gearlock.systems.tactical.advice.toys import reach as toy_reach
from gearlock.systems.tactical.advice.toys import sight as toy_sight
from gearlock.systems.tactical.advice.toys import stakes as toy_stakes
from gearlock.systems.tactical.advice.toys import standing as toy_standing
from gearlock.systems.tactical.attacks.targets import Pair
from gearlock.systems.tactical.attacks.weapons_in_use import BANDS, Attack, Use, band_of
from gearlock.systems.tactical.damage.condition import PACE_WORDS, arc_now, refuse_pace
from gearlock.systems.tactical.datacards import MODE_WORDS, Mount
from gearlock.systems.tactical.line_of_sight.seeing import ARCS, hears, look
from gearlock.systems.tactical.line_of_sight.terrain import distance
from gearlock.systems.tactical.movement.climbing_and_ramming import aim_move, mils_left
from gearlock.systems.tactical.movement.course import Move
from gearlock.systems.tactical.movement.moving import judge
from gearlock.systems.tactical.rounds.round import Activate
from gearlock.systems.tactical.state import CLASSES, State, Unit, opponent
from gearlock.systems.tactical.toy_battles.toys import is_toy_battle
from gearlock.systems.tactical.weapons import MIN_RANGE
from gearlock.table.measure import FULL_TURN, INCH, inches_text

RULES = {"table": "tactical.2.4", "no-such-piece": ""}
RAYS, FEW_RAYS = 48, 24


def reach(state: State, ask: Ask, option: Option) -> tuple[Band, ...]:
    """The ground that a move, or a pace, leads to."""
    order = option.order
    if isinstance(order, Move) and order.unit in state.units:
        unit = state.units[order.unit]
        label = f"{MODE_WORDS[unit.mode]}, {inches_text(mils_left(state, unit))} in at most"
        return (Band(label, outlines=(_outline(state, ask, unit, RAYS),)),)
    if isinstance(order, Activate) and order.unit in state.units:
        unit = state.units[order.unit]
        if refuse_pace(state, unit, order.pace) is None and unit.card.modes:
            after = at_pace(state, unit, order.pace)
            return (Band(PACE_WORDS[order.pace], outlines=(_outline(after, ask, unit, FEW_RAYS),)),)
    return ()


def _outline(state: State, ask: Ask, unit: Unit, count: int) -> tuple[tuple[int, int], ...]:
    """The farthest places around a unit."""

    def go(x: int, y: int) -> Unit | Refusal:
        order = aim_move(state, ask, Move(unit.id), Aim(x, y))
        course = judge(state, order) if isinstance(order, Move) else Refusal("path", "", "There is no way.")
        return course if isinstance(course, Refusal) else course.unit

    ends = [farthest(unit, angle, mils_left(state, unit), go) or unit for angle in rays(count)]
    return tuple((end.x, end.y) for end in ends)


def sight(state: State, seat: str, piece: str, spot: Aim | None, target: str) -> Sightline | Refusal:
    """What a unit would see of another: Concealment against its Detection Rating."""
    found = ruled(pair_at(state, seat, piece, spot, target), RULES)
    if isinstance(found, Refusal):
        return found
    after, unit, other = found
    seen = look(after, unit, other)
    against = f"Concealment {seen.concealment} against Detection {seen.detection}"
    verdict = f"Line of sight: {against}." if seen.reason is None else f"{seen.reason.message} {against}."
    verdict += " It is heard, so that it is known where it is." if seen.reason and hears(after, unit, other) else ""
    away = f"{inches_text((seen.distance + 50) // 100 * 100)} in"
    rule = "tactical.2.6.6" if seen.reason is None else seen.reason.rule
    return Sightline((unit.x, unit.y), (other.x, other.y), away, verdict, seen.reason is None, None, rule)


def fields(state: State, seat: str, piece: str, spot: Aim | None) -> tuple[Field, ...] | Refusal:
    """Arc and range bands of every weapon that shoots."""
    found = ruled(put_at(state, seat, piece, spot), RULES)
    if isinstance(found, Refusal):
        return found
    return tuple(_field(found[1], mount) for mount in guns_of(found[1].card))


def _field(unit: Unit, mount: Mount) -> Field:
    """Where one weapon bears."""
    bands = tuple(zip(BANDS[1:], mount.weapon.band_ends(), strict=True))
    arc, least = ARCS[arc_now(unit, mount)], mount.weapon.traits.get(MIN_RANGE, 0) * INCH
    if unit.is_infantry or arc.half >= ALL_ROUND:
        return Field(mount.id, bands, 0, ALL_ROUND, least)
    return Field(mount.id, bands, (unit.facing + arc.middle) % FULL_TURN, arc.half, least)


def menaces(state: State, seat: str, piece: str, spot: Aim | None) -> tuple[Menace, ...] | Refusal:
    """The best attack of each enemy on a unit there, if it stayed and only turned to it."""
    found = ruled(put_at(state, seat, piece, spot), RULES)
    if isinstance(found, Refusal):
        return found
    after, unit = found
    return worst_of_each(_threats(after, enemy, unit) for enemy in after.fielded(opponent(seat)))


def _threats(state: State, enemy: Unit, unit: Unit) -> Iterator[Menace]:
    """Every shot of an enemy that sight and range allow."""
    enemy = turned_to(enemy, unit)
    if look(state, enemy, unit).reason is not None:
        return
    for mount in guns_of(enemy.card):
        band = band_of(mount.weapon, distance(state, enemy, unit))
        if band is not None:
            pair = Pair(state, enemy, unit, Use(mount.weapon, mount.id, band))
            yield Menace(enemy.id, mount.id, odds_card(pair, duel_of(pair)))


def attempts(state: State, ask: Ask, piece: str) -> Iterator[Attempt]:
    """Attacks on an enemy with every weapon of whoever is asked; activating a unit of one's own at every pace."""
    target = state.units.get(piece)
    if target is None or not target.is_fielded:
        return
    if target.seat == ask.seat:
        if ask.kind == "activate":
            yield from (Attempt(PACE_WORDS[pace], Activate(piece, pace)) for pace in CLASSES)
        return
    unit = state.units.get(ask.unit)
    if unit is None or ask.kind != "act":
        yield Attempt("Attack", Attack(ask.unit, "", piece))
        return
    yield from (Attempt(mount.id, Attack(unit.id, mount.id, piece)) for mount in guns_of(unit.card))


T = TypeVar("T")


def by_scale(usual: Callable[..., T], of_toys: Callable[..., T]) -> Callable[..., T]:
    """A survey of the table, or of a field of toys."""
    return lambda state, *asked: (of_toys if is_toy_battle(state) else usual)(state, *asked)


SURVEY: Survey[State] = Survey(
    by_scale(reach, toy_reach),
    by_scale(sight, toy_sight),
    by_scale(fields, toy_fields),
    by_scale(menaces, toy_menaces),
    by_scale(attempts, toy_attempts),
    by_scale(standing, toy_standing),
    by_scale(ground_in_reach, ground),
    by_scale(stakes, toy_stakes),
)
