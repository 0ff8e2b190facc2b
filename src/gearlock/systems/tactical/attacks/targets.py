"""2.6.7: who may attack whom, with what: Actions, sight, arc, range and ammunition."""

from __future__ import annotations

from collections.abc import Collection

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.attacks.acting import refuse_acting
from gearlock.systems.tactical.attacks.ammunition import refuse_ammunition, rof_paid
from gearlock.systems.tactical.attacks.areas import is_blast
from gearlock.systems.tactical.attacks.called import refuse_called
from gearlock.systems.tactical.attacks.linked import linked_with, refuse_link, worst_of
from gearlock.systems.tactical.attacks.observing import observers_of
from gearlock.systems.tactical.attacks.orders import DIRECT, INDIRECT, Attack
from gearlock.systems.tactical.attacks.uses import Use, band_of, fires_indirectly, is_too_near
from gearlock.systems.tactical.attacks.walking import refuse_walked
from gearlock.systems.tactical.cards import Mount
from gearlock.systems.tactical.damage.condition import arc_now, can_use
from gearlock.systems.tactical.damage.hull_down import HIDDEN_WHOLE
from gearlock.systems.tactical.infantry.massed_fire import refuse_volley, rof_of, rof_played
from gearlock.systems.tactical.line_of_sight.arcs import ARC_WORDS, in_arc
from gearlock.systems.tactical.line_of_sight.looks import refuse_sight
from gearlock.systems.tactical.line_of_sight.measuring import distance
from gearlock.systems.tactical.plots import refuse_loved
from gearlock.systems.tactical.state import HULL_DOWN, SKIRMISH_SCALE, TOP, State, Unit, pace_of
from gearlock.systems.tactical.switches import INDIRECT_FIRE
from gearlock.systems.tactical.weapons import FRAGMENTATION, MIN_RANGE
from gearlock.table.measure import INCH, inches_text

RULE = "tactical.2.6.7"
WAYS = (DIRECT, INDIRECT)


@rule("tactical.2.6.7")
def refuse_attack(state: State, order: Attack, only: str = "") -> Refusal | None:
    """Why an attack cannot be made; `only` is the one unit that may be fired at, where it is not free to choose."""
    refusal = refuse_shot(state, order, only)
    unit = state.units.get(order.unit)
    if unit is not None and (refusal is None or refusal.code != "unit"):
        return refuse_acting(unit, cost_of(order)) or refusal
    return refusal


@heeds("tactical.2.6.7", "tactical.3.4.5-walking")
def refuse_shot(state: State, order: Attack, only: str = "", shots: Collection[str] = ()) -> Refusal | None:
    """The same without the Action; `shots` are those of a squad's volley so far, as "weapon:target"."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded or unit.carrier:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no unit on the table.")
    mount = unit.mount(order.weapon)
    if mount is None:
        return Refusal("weapon", RULE, f"The {unit.name} has no weapon '{order.weapon}'.")
    refusal, fired = refuse_weapon(state, unit, mount, order), list(shots)
    for name in (order.target, *order.others):
        refusal = refusal or refuse_target(state, unit, mount, name, order, only, fired)
        fired.append(f"walked:{name}")
    return refusal


@heeds("tactical.2.6.2-snap-fire", "tactical.3.6.4")
def refuse_target(
    state: State, unit: Unit, mount: Mount, name: str, order: Attack, only: str, fired: Collection[str]
) -> Refusal | None:
    """Why a unit cannot be a target of an attack: no enemy on the table, not the one on the move, a squad's third."""
    target = state.units.get(name)
    if target is None or not target.is_fielded or target.seat == unit.seat or target.carrier:
        return Refusal("target", RULE, f"{name or 'Nobody'} is no enemy on the table.")
    loved = refuse_loved(unit, target)
    if loved is not None:
        return loved
    if only and name != only:
        message = f"Snap Fire goes at the unit on the move, the {state.units[only].name}, and nobody else."
        return Refusal("target", "tactical.2.6.2-snap-fire", message)
    refusal = refuse_volley(unit, mount.id, name, fired) if unit.is_infantry else None
    return refusal or refuse_pair(state, unit, mount, target, order)


@heeds("tactical.3.8.3-careful")
def cost_of(order: Attack) -> int:
    """Actions an attack takes."""
    return 2 if order.careful else 1


@rule("tactical.3.8.3-careful")
def refuse_careful(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot fire carefully: at skirmish scale alone, and not by who went faster than Combat Speed.

    The last move counts: until it has moved in its activation, that of the round before.
    """
    if state.scale != SKIRMISH_SCALE:
        return Refusal("careful", "tactical.3.8.3-careful", "Careful fire is for the skirmish scale of 10 m an inch.")
    now = state.activation
    stands = now is not None and now.unit == unit.id and not now.spent and not unit.has_moved
    if TOP in (pace_of(state, unit), unit.went if stands else ""):
        message = f"The {unit.name} goes too fast to fire carefully, or went so when it last moved."
        return Refusal("careful", "tactical.3.8.3-careful", message)
    return None


@heeds("tactical.3.4.5", "tactical.2.3.4-rof", "tactical.3.8.3-careful", "tactical.7.2-weapon-link")
def refuse_weapon(state: State, unit: Unit, mount: Mount, order: Attack) -> Refusal | None:
    """Why the weapon cannot be used so: broken, empty, a ROF it has not, hidden behind cover."""
    most = rof_played(state, unit, mount)
    if order.way not in WAYS:
        return Refusal("way", RULE, f"'{order.way}' is no way to fire: {' or '.join(WAYS)}.")
    if not 0 <= order.rof <= most:
        message = f"The {mount.id} uses up to ROF {most} here, not {order.rof}."
        return Refusal("rof", "tactical.3.4.5", message, {"rof": order.rof, "most": most})
    if order.fragments and not mount.weapon.has(FRAGMENTATION):
        return Refusal("fragments", "tactical.7.2.2-fragmentation", f"The {mount.id} has no such ammunition.")
    refusal = refuse_careful(state, unit) if order.careful else None
    refusal = refusal or (refuse_link(unit, mount) if order.linked else None)
    refusal = refusal or refuse_walked(state, unit, mount, order)
    return refusal or refuse_gun(unit, mount, order.way)


@heeds("tactical.3.2.4", "tactical.3.2.4-effects", "tactical.7.2.2-undescribed")
def refuse_gun(unit: Unit, mount: Mount, way: str = DIRECT) -> Refusal | None:
    """Why a weapon does not shoot at all: made for melee, broken, empty, or its carrier hides completely."""
    if mount.weapon.is_physical or not mount.weapon.base:
        return Refusal("melee", "tactical.2.6.8", f"The {mount.id} is used in base contact, or thrown.")
    if unit.token(HULL_DOWN) == HIDDEN_WHOLE and way != INDIRECT:
        message = f"The {unit.name} hides completely: it can only fire indirectly, by an observer's word."
        return Refusal("hidden", "tactical.3.2.4", message)
    return can_use(unit, mount) or refuse_ammunition(unit, mount)


@heeds("tactical.2.6.6", "tactical.2.6.6-firing-arcs", "tactical.2.6.7-range", "tactical.7.2.2-minimum-range")
def refuse_pair(state: State, unit: Unit, mount: Mount, target: Unit, order: Attack) -> Refusal | None:
    """Why this target cannot be attacked with it: out of the arc, out of range, too near, unseen."""
    guns = linked_with(unit, mount) if order.linked else (mount,)
    base = worst_of(unit, guns)[1] if order.linked else 0
    far = distance(state, unit, target)
    for gun in guns:
        refusal = refuse_reach(unit, gun, target.x, target.y, far, f"The {target.name}", (order.careful, base))
        if refusal is not None:
            return refusal
    refusal = refuse_called(state, target, order.called)
    if refusal is not None:
        return refusal
    if order.way == INDIRECT:
        return refuse_indirect(state, unit, mount, target, order.observer)
    return refuse_sight(state, unit, target)


def refuse_reach(
    unit: Unit, mount: Mount, x: int, y: int, far: int, what: str, reach: tuple[bool, int] = (False, 0)
) -> Refusal | None:
    """Why a weapon does not reach a point: its arc, its range, its minimum range; `reach`: carefully, another base."""
    arc = arc_now(unit, mount)
    if not in_arc(unit, arc, x, y):
        frozen = "" if arc == mount.arc else ": its turret is frozen there"
        message = f"{what} is outside the {ARC_WORDS[arc]} arc of the {mount.id}{frozen}."
        return Refusal("arc", "tactical.2.6.6-firing-arcs", message, {"arc": arc})
    if band_of(mount.weapon, far, *reach) is None:
        most = inches_text(8 * (reach[1] or mount.weapon.base) * (5 if reach[0] else 1))
        message = f"{what} is {inches_text(far)} in away; the {mount.id} reaches {most} in."
        return Refusal("range", "tactical.2.3.4-range-bands", message, {"distance": far})
    if is_too_near(mount.weapon, far):
        least = inches_text(mount.weapon.traits[MIN_RANGE] * INCH)
        message = f"{what} is {inches_text(far)} in away, too near: the {mount.id} has a minimum range of {least} in."
        return Refusal("near", "tactical.7.2.2-minimum-range", message, {"distance": far})
    return None


@rule("tactical.7.2.2-indirect-fire")
@heeds("tactical.3.4.3", "tactical.7.2.2-guided")
def refuse_indirect(state: State, unit: Unit, mount: Mount, target: Unit, observer: str = "") -> Refusal | None:
    """Indirect fire needs a weapon for it, and a friend who observed the target this round and sees it."""
    if not state.switch(INDIRECT_FIRE) or not fires_indirectly(mount.weapon):
        message = f"The {mount.id} does not fire indirectly here."
        return Refusal("indirect", "tactical.7.2.2-indirect-fire", message)
    found = observers_of(state, unit, target)
    if found and (not observer or any(friend.id == observer for friend in found)):
        return None
    message = f"Nobody has observed the {target.name} for indirect fire: a friend who sees it spends an Action first."
    return Refusal("observer", "tactical.3.4.3", message)


@heeds("tactical.7.2-weapon-link", "tactical.3.4.5-walking", "tactical.3.4.1")
def use_of(state: State, unit: Unit, mount: Mount, target: Unit, order: Attack) -> Use:
    """The weapon as an order uses it at a target; a walk with fragments may use up some of the ROF they add."""
    guns = linked_with(unit, mount) if order.linked else (mount,)
    accuracy, base = worst_of(unit, guns) if order.linked else (None, 0)
    band = band_of(mount.weapon, distance(state, unit, target), order.careful, base)
    assert band is not None, "the attack was found possible"
    rof = rof_paid(state, unit, mount, min(order.rof, rof_of(unit, mount))) - len(order.others)
    spread = is_blast(state, mount.weapon)
    return Use(mount.weapon, mount.id, band, rof, order.way, order.called, order.fragments, 0, accuracy, spread)
