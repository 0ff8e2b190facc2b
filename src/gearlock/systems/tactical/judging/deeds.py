"""What other deeds of arms would mean: blows, throws, rams, saturation, observing, marking, a new clip."""

from __future__ import annotations

import msgspec

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Modifier, Preview
from gearlock.systems.tactical.attacks.ammunition import rounds_left
from gearlock.systems.tactical.attacks.clips import refuse_clip
from gearlock.systems.tactical.attacks.designating import designating_lines, designating_pair, refuse_designating
from gearlock.systems.tactical.attacks.exchange import dm_of
from gearlock.systems.tactical.attacks.modifiers import rolls_defense
from gearlock.systems.tactical.attacks.observing import could_fire_for, refuse_observing
from gearlock.systems.tactical.attacks.orders import INDIRECT, ChangeClip, Designate, Observe
from gearlock.systems.tactical.attacks.pairs import Pair
from gearlock.systems.tactical.attacks.uses import Use, band_of, fires_indirectly
from gearlock.systems.tactical.damage.amounts import dm_now, hit_damage, multiplied
from gearlock.systems.tactical.damage.armor import base_armor
from gearlock.systems.tactical.ground_targets.aiming import point_lines, use_at
from gearlock.systems.tactical.ground_targets.events import SATURATION
from gearlock.systems.tactical.ground_targets.orders import Saturate
from gearlock.systems.tactical.ground_targets.saturated_zones import RADIUS, is_in_zone
from gearlock.systems.tactical.ground_targets.saturation import refuse_saturation, saturation_bonus
from gearlock.systems.tactical.infantry.massed_fire import rof_of
from gearlock.systems.tactical.judging.attacks import as_friend, joined, shot_preview
from gearlock.systems.tactical.judging.odds import duel_of, mean_lost
from gearlock.systems.tactical.line_of_sight.measuring import distance
from gearlock.systems.tactical.melee.orders import KICK, Strike, Throw
from gearlock.systems.tactical.melee.ramming import RAM, collision_speed, inches_into, ram_dm, ram_lines, weight_dm
from gearlock.systems.tactical.melee.strikes import refuse_strike, strike_dm, strike_lines, strike_pair
from gearlock.systems.tactical.melee.throwing import refuse_throw, throw_lines, throw_pair
from gearlock.systems.tactical.melee.walls import ram_size
from gearlock.systems.tactical.movement.orders import Ram
from gearlock.systems.tactical.movement.rams import judge_ram
from gearlock.systems.tactical.state import SKIRMISH_SCALE, State, Unit
from gearlock.systems.tactical.under_way import Patch

DENIED = 0.03
"""What it is worth that others keep out of a zone."""
FOR_OTHERS = 0.8
"""What the attack of a friend counts that has still to be made."""
MARKED, RELOADED = 0.1, 0.25
USUAL_ROLL = 4
"""What two dice mostly come to."""


@heeds("tactical.2.6.8")
def preview_strike(state: State, _seat: str, order: Strike) -> Preview:
    """Lines and odds of a blow."""
    if refuse_strike(state, order) is not None:
        return Preview()
    unit, target = state.units[order.unit], state.units[order.target]
    dm, lines = strike_dm(unit, target, order), strike_lines(state, unit, target, order.how)
    pair = strike_pair(state, unit, target, order.how)
    shown = shot_preview(pair, lines, lambda margin: multiplied(dm, margin), f"x{dm} times the margin")
    doubled = order.how == KICK and not rolls_defense(target)
    notes = ("It cannot defend itself: the kick is doubled",) if doubled else ()
    return msgspec.structs.replace(shown, notes=notes)


@heeds("tactical.2.6.8-throw")
def preview_throw(state: State, _seat: str, order: Throw) -> Preview:
    """Lines and odds of a throw at its target; where it lands beside it nobody knows."""
    if refuse_throw(state, order) is not None:
        return Preview()
    unit, target = state.units[order.unit], state.units[order.target]
    mount = unit.mount(order.weapon)
    assert mount is not None, "the throw was found possible"
    dm, lines = dm_now(unit, mount.weapon), throw_lines(state, unit, target, mount)
    pair = throw_pair(state, unit, target, mount)
    return shot_preview(pair, lines, lambda margin: multiplied(dm, margin), f"x{dm} times the margin")


@heeds("tactical.2.6.8-ramming")
def preview_ram(state: State, _seat: str, order: Ram) -> Preview:
    """What a ram does to the other and to oneself, from where it ends."""
    course = judge_ram(state, order)
    if isinstance(course, Refusal):
        return Preview(notes=(course.message,))
    unit, target = course.unit, state.units.get(order.target)
    if target is None:
        return _into_a_wall(state, unit, order.target, inches_into(course.gone))
    speed = collision_speed(state, unit, target, inches_into(course.gone))
    dms = (ram_dm(unit, speed), ram_dm(target, speed)) if speed > 0 else (0, 0)
    pair, lines = Pair(state, unit, target, Use(RAM, "")), ram_lines(unit, target)
    shown = shot_preview(pair, lines, lambda margin: multiplied(dms[0], margin), f"x{dms[0]} times the margin")
    back = Pair(state, target, unit, Use(RAM, ""))
    risk = mean_lost(back, duel_of(pair, lines), lambda margin: multiplied(dms[1], margin))
    notes = (f"Impact speed {speed}: the {unit.name} takes x{dms[1]} times the margin itself",)
    return msgspec.structs.replace(shown, risks=risk, notes=notes, ends=(unit.x, unit.y, unit.facing))


@heeds("tactical.3.8.1-buildings", "tactical.3.8.1-walls")
def _into_a_wall(state: State, unit: Unit, name: str, speed: int) -> Preview:
    """What it costs to run into a building or wall, which always is hit."""
    theirs, mine = weight_dm(ram_size(state, name), speed), ram_dm(unit, speed)
    risk = min(1.0, USUAL_ROLL * theirs / (3 * max(1, base_armor(unit))))
    note = f"Impact speed {speed}: it takes x{mine}, the {unit.name} x{theirs}, each times what the roll comes to"
    return Preview(ram_lines(unit), risks=risk, notes=(note,), ends=(unit.x, unit.y, unit.facing))


@heeds("tactical.3.4.5-saturation", "tactical.3.8.3-rof")
def preview_saturation(state: State, _seat: str, order: Saturate) -> Preview:
    """The odds against everybody who is in the zone now; friends are a risk."""
    if refuse_saturation(state, order) is not None or order.x is None or order.y is None:
        return Preview()
    unit = state.units[order.unit]
    mount = unit.mount(order.weapon)
    assert mount is not None, "the order was found possible"
    use = use_at(state, unit, mount, (order.x, order.y), 0)._replace(bonus=saturation_bonus(rof_of(unit, mount)))
    lines = point_lines(state, unit, mount, (order.x, order.y), use)
    word = str(order.facing) if state.scale == SKIRMISH_SCALE else ""
    zone, shown = Patch(SATURATION, order.x, order.y, RADIUS, word=word), []
    for other in state.units.values():
        if other.is_fielded and not other.carrier and is_in_zone(zone, other.x, other.y):
            shown.append(_in_zone(state, unit, other, use, lines))
    spot = (order.x, order.y, order.facing)
    found = joined(shown) if shown else Preview(tuple(lines), notes=("Nobody is in this zone now",))
    return msgspec.structs.replace(found, gives=found.gives + DENIED, spot=spot)


def _in_zone(state: State, unit: Unit, other: Unit, use: Use, lines: tuple[Modifier, ...]) -> Preview:
    pair, dm = Pair(state, unit, other, use), dm_of(Pair(state, unit, unit, use))

    def amount(margin: int) -> int:
        return hit_damage(state, use.weapon, dm, margin, 0, other.is_infantry) if margin > 0 else 0

    shown = shot_preview(pair, lines, amount, f"x{dm} times the margin")
    return as_friend(shown) if other.seat == unit.seat else shown


@heeds("tactical.3.4.3")
def preview_observing(state: State, _seat: str, order: Observe) -> Preview:
    """The best indirect attack of a friend that it would make possible."""
    if refuse_observing(state, order) is not None:
        return Preview()
    observer, target = state.units[order.unit], state.units[order.target]
    best = 0.0
    for friend in state.fielded(observer.seat):
        if friend.id == observer.id or not could_fire_for(state, friend, target):
            continue
        for mount in friend.card.weapons:
            band = band_of(mount.weapon, distance(state, friend, target))
            if band is not None and fires_indirectly(mount.weapon):
                pair = Pair(state, friend, target, Use(mount.weapon, mount.id, band, way=INDIRECT), observer)
                best = max(best, mean_lost(pair, duel_of(pair)))
    return Preview(gives=FOR_OTHERS * best, hoped=FOR_OTHERS * best, target=target.id)


@heeds("tactical.7.2-target-designator")
def preview_designating(state: State, _seat: str, order: Designate) -> Preview:
    """The chance to mark the target."""
    if refuse_designating(state, order) is not None:
        return Preview()
    pair = designating_pair(state, state.units[order.unit], state.units[order.target])
    shown = shot_preview(pair, designating_lines(pair), lambda _margin: 0, "no damage")
    chance = shown.odds.p_hit if shown.odds is not None else 0.0
    return msgspec.structs.replace(shown, gives=MARKED * chance, harm="A success marks it for Guided weapons")


def preview_clip(state: State, _seat: str, order: ChangeClip) -> Preview:
    """Worth something when the weapon is empty."""
    unit = state.units.get(order.unit)
    mount = None if unit is None else unit.mount(order.weapon)
    if unit is None or mount is None or refuse_clip(state, order) is not None:
        return Preview()
    return Preview(gives=RELOADED if rounds_left(unit, mount) == 0 else 0.0)
