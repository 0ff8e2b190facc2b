"""Ammo tracking: Out of Ammo, Limited Ammo, Reloads, and what Rate of Fire does to them."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.systems.fieldmanual.attacks.events import RanOut, Reloaded
from gearlock.systems.fieldmanual.attacks.orders import Reload
from gearlock.systems.fieldmanual.cards import Mount
from gearlock.systems.fieldmanual.paying import refuse_idle
from gearlock.systems.fieldmanual.state import EMPTY, State, Unit

FUMBLED, LITTLE, MUCH, ALL = 0, 2, 3, 4
FRAG_CANNON = "FGC"


def rounds_left(unit: Unit, mount: Mount) -> int | None:
    """Rounds of limited ammunition that are left; None where nothing limits them."""
    return None if mount.rounds is None else mount.rounds - unit.expended.get(mount.id, 0)


@rule("fieldmanual.limited-ammo")
@heeds("fieldmanual.out-of-ammo", "fieldmanual.wt-reloads")
def refuse_ammunition(unit: Unit, mount: Mount) -> Refusal | None:
    """Why a weapon has nothing to fire: crossed off, waiting to be reloaded, or its last round is gone."""
    if mount.id in unit.lost:
        message = f"The {mount.name} of the {unit.name} ran out of ammunition for good: it has no Reloads."
        return Refusal("crossed-off", "fieldmanual.out-of-ammo", message, {"weapon": mount.id})
    if unit.token(f"{EMPTY}:{mount.id}"):
        message = f"The {mount.name} of the {unit.name} is Out of Ammo: reload it first, for an Action."
        return Refusal("out-of-ammo", "fieldmanual.out-of-ammo", message, {"weapon": mount.id})
    if rounds_left(unit, mount) == 0:
        message = f"The {mount.name} of the {unit.name} has fired all its {mount.rounds} rounds."
        return Refusal("ammunition", "fieldmanual.limited-ammo", message, {"rounds": mount.rounds or 0})
    return None


@rule("fieldmanual.ammo-check-rof", "fieldmanual.frag-cannon")
def ammo_limit(mount: Mount, rof: int, used: int) -> int:
    """The highest roll that empties the weapon: 0 stands for a Fumble alone. `rof` is its rating in this attack.

    RoF makes it worse: 2 for less than half of it, 3 for half or more, 4 for all of it, but 3 where all of it is 1. Of
    frag cannons it is choke, not ammunition.
    """
    if not used or mount.weapon.id == FRAG_CANNON:
        return FUMBLED
    if used >= rof:
        return MUCH if rof == 1 else ALL
    return MUCH if 2 * used >= rof else LITTLE


@rule("fieldmanual.out-of-ammo")
@heeds("fieldmanual.infantry", "fieldmanual.limited-ammo")
def can_run_out(unit: Unit, mount: Mount) -> bool:
    """Whether ammunition is checked at all: not of infantry, nor where rounds are counted."""
    return not unit.is_infantry and mount.rounds is None


@heeds("fieldmanual.out-of-ammo", "fieldmanual.ammo-check-rof", "fieldmanual.wt-reloads")
def check_ammunition(ctx: Ctx[State], unit_id: str, mounts: list[Mount], bare: int, limit: int) -> None:
    """After the attack: a roll that low empties the weapon. Without Reloads it is crossed off."""
    unit = ctx.state.units[unit_id]
    for mount in mounts:
        if bare <= limit and can_run_out(unit, mount):
            ctx.emit(RanOut(unit_id, mount.id, "R" not in mount.weapon.traits))


@rule("fieldmanual.wt-reloads")
def refuse_reload(state: State, order: Reload) -> Refusal | None:
    """Only a weapon that is Out of Ammo and has Reloads, for an Action."""
    unit = state.units[order.unit]
    mount = unit.card.weapon(order.weapon)
    if mount is None:
        carried = ", ".join(each.id for each in unit.card.weapons)
        message = f"The {unit.name} carries no {order.weapon}: it has {carried}."
        return Refusal("no-weapon", "fieldmanual.card-weapons", message)
    if not unit.token(f"{EMPTY}:{mount.id}"):
        gone = mount.id in unit.lost or rounds_left(unit, mount) == 0
        words = "cannot be reloaded" if gone else "is not Out of Ammo"
        return Refusal("reload", "fieldmanual.wt-reloads", f"The {mount.name} of the {unit.name} {words}.")
    return refuse_idle(unit, 1, "fieldmanual.wt-reloads")


def resolve_reload(ctx: Ctx[State], order: Reload) -> None:
    """It can fire again."""
    ctx.emit(Reloaded(order.unit, order.weapon))
