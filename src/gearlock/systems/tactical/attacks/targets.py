"""2.6.7: who may attack whom, with what: Actions, sight, arc, range and ammunition."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.attacks.ammunition import refuse_ammunition, rounds_left
from gearlock.systems.tactical.attacks.orders import DIRECT, INDIRECT, Attack
from gearlock.systems.tactical.attacks.uses import Use, band_of
from gearlock.systems.tactical.cards import Mount
from gearlock.systems.tactical.damage.condition import arc_now, can_use
from gearlock.systems.tactical.damage.hull_down import HIDDEN_WHOLE
from gearlock.systems.tactical.damage.systems import SYSTEMS
from gearlock.systems.tactical.infantry.massed_fire import refuse_volley, rof_of
from gearlock.systems.tactical.line_of_sight.arcs import in_arc
from gearlock.systems.tactical.line_of_sight.looks import refuse_sight
from gearlock.systems.tactical.line_of_sight.measuring import distance
from gearlock.systems.tactical.state import CLIMBING, EVADING, HULL_DOWN, OBSERVED, State, Unit
from gearlock.systems.tactical.switches import BURST_FIRE, CALLED_SHOTS, INDIRECT_FIRE
from gearlock.systems.tactical.weapons import FRAGMENTATION, GUIDED, MIN_RANGE
from gearlock.systems.tactical.weapons import INDIRECT as INDIRECT_TRAIT
from gearlock.table.measure import INCH, inches_text

RULE = "tactical.2.6.7"


@rule("tactical.2.6.7")
def refuse_attack(state: State, order: Attack, only: str = "") -> Refusal | None:
    """Why an attack cannot be made; `only` is the one unit that may be fired at, where it is not free to choose."""
    unit, target = state.units.get(order.unit), state.units.get(order.target)
    if unit is None or not unit.is_fielded or unit.carrier:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no unit on the table.")
    if target is None or not target.is_fielded or target.seat == unit.seat or target.carrier:
        return Refusal("target", RULE, f"{order.target or 'Nobody'} is no enemy on the table.")
    if only and order.target != only:
        message = f"Snap Fire goes at the unit on the move, the {state.units[only].name}, and nobody else."
        return Refusal("target", "tactical.2.6.2-snap-fire", message)
    mount = unit.mount(order.weapon)
    if mount is None:
        return Refusal("weapon", RULE, f"The {unit.name} has no weapon '{order.weapon}'.")
    refusal = refuse_acting(unit, cost_of(order)) or refuse_hidden(unit, order.way)
    refusal = refusal or refuse_weapon(state, unit, mount, order)
    return refusal or refuse_pair(state, unit, mount, target, order)


def cost_of(order: Attack) -> int:
    """Actions an attack takes."""
    return 2 if order.careful else 1


@heeds("tactical.2.6.3", "tactical.2.6.9", "tactical.3.2.1-climbing-penalty")
def refuse_acting(unit: Unit, cost: int = 1) -> Refusal | None:
    """Why a unit cannot act: it evades, hangs on a cliff, or has too few Actions left."""
    if unit.token(EVADING):
        return Refusal("evading", "tactical.2.6.9", f"The {unit.name} evades this round and does nothing else.")
    if unit.token(CLIMBING):
        return Refusal("climbing", "tactical.3.2.1-climbing-penalty", f"The {unit.name} is climbing.")
    if unit.actions < cost:
        message = f"The {unit.name} has {unit.actions} Actions left; this takes {cost}."
        return Refusal("actions", "tactical.2.6.3", message, {"left": unit.actions, "cost": cost})
    return None


@heeds("tactical.3.2.4")
def refuse_hidden(unit: Unit, way: str = DIRECT) -> Refusal | None:
    """Who hides completely behind cover fires indirectly or not at all."""
    if unit.token(HULL_DOWN) != HIDDEN_WHOLE or way == INDIRECT:
        return None
    message = f"The {unit.name} hides completely: only indirect fire is possible until it comes up again."
    return Refusal("hidden", "tactical.3.2.4", message)


@heeds("tactical.3.4.5", "tactical.2.3.4-rof", "tactical.3.6.4", "tactical.3.4.2")
def refuse_weapon(state: State, unit: Unit, mount: Mount, order: Attack) -> Refusal | None:
    """Why the weapon cannot be used so: broken, empty, a ROF it has not, a system nobody can aim at."""
    if mount.weapon.is_physical or not mount.weapon.base:
        return Refusal("melee", "tactical.2.6.8", f"The {mount.id} is used in base contact, or thrown.")
    refusal = can_use(unit, mount)
    if refusal is not None:
        return refusal
    most = rof_of(unit, mount) if state.switch(BURST_FIRE) else 0
    if not 0 <= order.rof <= most:
        message = f"The {mount.id} uses up to ROF {most} here, not {order.rof}."
        return Refusal("rof", "tactical.3.4.5", message, {"rof": order.rof, "most": most})
    if order.called and (not state.switch(CALLED_SHOTS) or order.called not in SYSTEMS):
        message = f"'{order.called}' cannot be aimed at: {', '.join(SYSTEMS)} where called shots are in use."
        return Refusal("called", "tactical.3.4.2", message)
    if order.fragments and not mount.weapon.has(FRAGMENTATION):
        return Refusal("fragments", "tactical.7.2.2-fragmentation", f"The {mount.id} has no such ammunition.")
    if unit.is_infantry:
        refusal = refuse_volley(unit, mount.id, order.target, unit.fired)
        if refusal is not None:
            return refusal
    return refuse_ammunition(unit, mount, order.rof)


@heeds("tactical.2.6.6", "tactical.2.6.6-firing-arcs", "tactical.2.6.7-range", "tactical.7.2.2-minimum-range")
def refuse_pair(state: State, unit: Unit, mount: Mount, target: Unit, order: Attack) -> Refusal | None:
    """Why this target cannot be attacked with it: out of the arc, out of range, too near, unseen."""
    if not in_arc(unit, arc_now(unit, mount), target.x, target.y):
        message = f"The {target.name} is outside the {mount.arc} arc of the {mount.id}: turn first."
        return Refusal("arc", "tactical.2.6.6-firing-arcs", message)
    far = distance(state, unit, target)
    if band_of(mount.weapon, far, order.careful) is None:
        reach = inches_text(mount.weapon.band_ends()[-1])
        message = f"The {target.name} is {inches_text(far)} in away; the {mount.id} reaches {reach} in."
        return Refusal("range", "tactical.2.3.4-range-bands", message, {"distance": far})
    least = mount.weapon.traits.get(MIN_RANGE, 0) * INCH
    if least and far <= least:
        message = (
            f"The {target.name} is {inches_text(far)} in away; the {mount.id} needs more than {inches_text(least)} in."
        )
        return Refusal("near", "tactical.7.2.2-minimum-range", message, {"distance": far})
    if order.called and target.token(HULL_DOWN):
        return Refusal("called", "tactical.3.2.4-effects", f"The {target.name} is hull-down: no called shots at it.")
    return refuse_indirect(state, unit, mount, target) if order.way == INDIRECT else refuse_sight(state, unit, target)


@rule("tactical.7.2.2-indirect-fire")
@heeds("tactical.3.4.3")
def refuse_indirect(state: State, unit: Unit, mount: Mount, target: Unit) -> Refusal | None:
    """Indirect fire needs a weapon for it, and a friend who observed the target this round."""
    if not state.switch(INDIRECT_FIRE) or not mount.weapon.has(INDIRECT_TRAIT):
        message = f"The {mount.id} does not fire indirectly here."
        return Refusal("indirect", "tactical.7.2.2-indirect-fire", message)
    if observers_of(state, unit.seat, target):
        return None
    message = f"Nobody has observed the {target.name} for indirect fire: a friend who sees it spends an Action first."
    return Refusal("observer", "tactical.3.4.3", message)


def observers_of(state: State, seat: str, target: Unit) -> list[Unit]:
    """The friends who observe a target this round and are still there."""
    prefix = f"{OBSERVED}:"
    names = [name[len(prefix) :] for name in target.tokens if name.startswith(prefix)]
    return [state.units[name] for name in names if name in state.units and state.units[name].seat == seat]


def use_of(state: State, unit: Unit, mount: Mount, target: Unit, order: Attack) -> Use:
    """The weapon as an order uses it at a target."""
    band = band_of(mount.weapon, distance(state, unit, target), order.careful)
    assert band is not None, "the attack was found possible"
    rof = min(order.rof, rounds_left(unit, mount) or order.rof)
    return Use(mount.weapon, mount.id, band, rof, order.way, order.called, order.fragments)


def is_guided(mount: Mount) -> bool:
    """Whether a designator helps it."""
    return mount.weapon.has(GUIDED)


WAYS = (DIRECT, INDIRECT)
