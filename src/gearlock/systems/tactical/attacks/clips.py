"""2.3.6: spare clips: a change takes an Action."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx
from gearlock.systems.tactical.attacks.acting import refuse_acting
from gearlock.systems.tactical.attacks.ammunition import clips_left, rounds_left
from gearlock.systems.tactical.attacks.events import ClipChanged
from gearlock.systems.tactical.attacks.orders import ChangeClip
from gearlock.systems.tactical.damage.condition import can_use
from gearlock.systems.tactical.state import State, Unit

RULE = "tactical.2.3.6"


@heeds("tactical.2.3.6")
def refuse_clip(state: State, order: ChangeClip) -> Refusal | None:
    """Why a clip cannot be changed: an Action, a weapon with a spare one that is not full."""
    unit = state.units.get(order.unit)
    mount = None if unit is None else unit.mount(order.weapon)
    if unit is None or mount is None or not unit.is_fielded:
        return Refusal("weapon", RULE, f"There is no weapon '{order.weapon}' to put a clip into.")
    if clips_left(unit, mount) < 1:
        return Refusal("clips", RULE, f"The {unit.name} has no spare clip for its {mount.id}.")
    if rounds_left(unit, mount) == mount.ammo:
        return Refusal("full", RULE, f"The {mount.id} is full.")
    return refuse_acting(unit, hanging=True) or can_use(unit, mount)


def resolve_clip(ctx: Ctx[State], order: ChangeClip) -> None:
    """A full clip in place of the old one."""
    ctx.emit(ClipChanged(order.unit, order.weapon))


def offer_clips(state: State, unit: Unit) -> Iterator[Option]:
    """For each weapon that has fired and has a clip to spare."""
    for mount in unit.card.weapons:
        order = ChangeClip(unit.id, mount.id)
        if clips_left(unit, mount) > 0 and refuse_clip(state, order) is None:
            left = rounds_left(unit, mount)
            yield Pick(f"Change the clip of the {mount.id} ({left} rounds are in it)", order, RULE)
