"""4.3b: Sensor Sharing. A model with a Sensor Suite lends a friend the Sensor Lock it has on enemies."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.brigands.chain_of_command import has_uplink, is_near
from gearlock.systems.brigands.lock_and_cover.sight import has_sensor_lock, sensors_to
from gearlock.systems.brigands.lock_and_cover.smoke import FireSmoke, SmokeFired, refuse_smoke_now, resolve_smoke, smoke
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.inches import gap
from gearlock.table.measure import inches_text

# --- 4.3b: Sensor Sharing. A model with a Sensor Suite lends a friend the Sensor Lock it has on enemies

SENSOR_SUITE = "Sensor Suite"


@rule("brigands.trait.sensor-suite")
@heeds("brigands.4.3b", "brigands.A4", "brigands.11.4b-airdrop")
def sharing_friends(state: State, unit: Unit) -> list[Unit]:
    """The friends who could lend a model their Sensor Lock: within 6 in of it, or by satellite at any distance.

    That is a reaction, which nobody has on the way down from an Airdrop.
    """
    if state.introductory:
        return []
    return [
        friend
        for friend in state.fielded(unit.seat)
        if SENSOR_SUITE in friend.line.traits
        and friend.id != unit.id
        and not friend.is_dropping
        and friend.has(SENSOR_SUITE)
        and (is_near(friend.body, unit.body) or (has_uplink(state, friend) and has_uplink(state, unit)))
    ]


@heeds("brigands.4.3b")
def lenders_on(state: State, unit: Unit, target: Unit) -> list[Unit]:
    """The friends who could lend a model Sensor Lock on this one, which must be an enemy in play."""
    if target.seat == unit.seat or not target.is_fielded:
        return []
    return [friend for friend in sharing_friends(state, unit) if has_sensor_lock(state, friend, target)]


@heeds("brigands.4.3b")
def is_tracked_by(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a model has Sensor Lock on an enemy or may borrow it; for what costs a friend who lends it nothing."""
    return has_sensor_lock(state, unit, target) or bool(lenders_on(state, unit, target))


@heeds("brigands.4.3b")
def lent_locks(state: State, sharer_id: str, targets: tuple[str, ...]) -> tuple[str, ...]:
    """The targets on which a friend who was named lends its Sensor Lock."""
    sharer = state.units.get(sharer_id)
    if sharer is None:
        return ()
    return tuple(target for target in targets if has_sensor_lock(state, sharer, state.units[target]))


@heeds("brigands.4.3b")
def refuse_lock_on(state: State, unit: Unit, target: Unit, sharer_id: str, rule_id: str) -> Refusal | None:
    """Why a model has no Sensor Lock on another, its own or one that the named friend lends it."""
    if has_sensor_lock(state, unit, target):
        message = f"The {unit.name} has Sensor Lock on the {target.name} itself and needs nobody's."
        return Refusal("needless", "brigands.4.3b", message) if sharer_id else None
    if sharer_id:
        return refuse_sharing(state, unit, sharer_id, (target.id,))
    far, reach = gap(unit.body, target.body), sensors_to(state, unit, target, attacking=False)
    away = f"{inches_text(-(-far // 100) * 100)} in away"
    message = f"The {target.name} is {away}; the {unit.name} has Sensor Lock up to {inches_text(reach)} in."
    return Refusal("lock", rule_id, message, {"distance": far, "sensors": reach})


@rule("brigands.4.3b")
def refuse_sharing(state: State, unit: Unit, sharer_id: str, targets: tuple[str, ...]) -> Refusal | None:
    """Why a friend cannot lend a model Sensor Lock on any of these."""
    sharer = state.units.get(sharer_id)
    if sharer is None or sharer not in sharing_friends(state, unit):
        name = sharer_id if sharer is None else f"The {sharer.name}"
        message = f"{name} cannot share sensors with the {unit.name}: it takes a Sensor Suite within 6 in, or SatUp."
        return Refusal("sharer", "brigands.4.3b", message)
    if not any(sharer in lenders_on(state, unit, state.units[target]) for target in targets if target in state.units):
        return Refusal("sharer", "brigands.4.3b", f"The {sharer.name} has no Sensor Lock on such an enemy to share.")
    return None


# --- The contents of the chapter

LOCK_AND_COVER: Chapter[State] = Chapter(
    "4: silhouettes, lock and cover; Smoke",
    orders=(OrderRules(FireSmoke, "act", refuse_smoke_now, resolve_smoke),),
    events={
        SmokeFired: smoke,
    },
)
