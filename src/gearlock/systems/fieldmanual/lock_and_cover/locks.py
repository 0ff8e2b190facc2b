"""Lock: Combat Lock, which is passive and free, and what counts as Lock in general."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.lock_and_cover.concealment import concealment
from gearlock.systems.fieldmanual.lock_and_cover.looks import ALL
from gearlock.systems.fieldmanual.lock_and_cover.measuring import closest_base, distance
from gearlock.systems.fieldmanual.lock_and_cover.shelters import body_toward
from gearlock.systems.fieldmanual.lock_and_cover.sightings import BOOM, boom_looks, look_at, look_between
from gearlock.systems.fieldmanual.state import ALOFT, FIELDED, LOCKED, OUT, State, Unit
from gearlock.table.bodies import Body
from gearlock.table.measure import INCH

PRESENT: Final = (FIELDED, ALOFT)
"""Who can be looked at and can look: not wrecks, nor passengers of transports."""
HATCH: Final = "hatch"
"""A token of a Sensor Dependent model that has popped its hatch in this round."""


@rule("fieldmanual.concealment-solid")
@heeds("fieldmanual.cover-solid")
def is_walled_off(state: State, looker: Unit, target: Unit) -> bool:
    """Whether Solid objects hide all of a target from where a model stands: no direct attack can be made."""
    return look_at(state, closest_base(state, looker, target), target).is_walled


@heeds("fieldmanual.concealment-solid", "fieldmanual.perk-sensor-boom")
def is_beyond_lock(state: State, looker: Unit, target: Unit) -> bool:
    """Whether Solid objects hide all of a target from every place that a model can look from: no Lock is possible."""
    if not looker.team and not looker.perk(BOOM):
        return look_at(state, looker, target).is_walled
    bases = state.bases(looker) or [looker]
    return all(look.is_walled for base in bases for look in boom_looks(state, base, target))


@rule("fieldmanual.combat-lock")
@heeds("fieldmanual.card-electronics", "fieldmanual.card-size", "fieldmanual.perk-drone-recon")
def has_combat_lock(state: State, looker: Unit, target: Unit) -> bool:
    """Whether a model detects another without an Action, itself or through its Recon Drone."""
    if looker.status not in PRESENT or target.status not in PRESENT:
        return False
    key = (looker.id, looker.x, looker.y, looker.z, target.id, target.x, target.y, target.z)
    known: bool | None = state.notes.get(key)
    if known is None:
        known = _detects(state, looker, target) or any(
            _detects(state, eye, target) for eye in recon_drones(state, looker)
        )
        state.notes[key] = known
    return known


def _detects(state: State, looker: Unit, target: Unit) -> bool:
    """No Solid wall, and no Concealment, or within the target's Size in inches, or Detect above Concealment."""
    if is_beyond_lock(state, looker, target):
        return False
    if is_close(state, looker, target):
        return True
    hidden = concealment(state, looker, target)
    return hidden == 0 or looker.card.detect > hidden


@rule("fieldmanual.flaw-sensor-dependent")
@heeds("fieldmanual.combat-lock", "fieldmanual.card-size")
def is_close(state: State, looker: Unit, target: Unit) -> bool:
    """Whether a target is so near that its Size gives it away; Sensor Dependent crews must open the hatch for that."""
    if looker.perk("Sensor Dependent") and not looker.token(HATCH):
        return False
    return any(distance(state, base, target) <= target.card.size * INCH for base in state.bases(looker) or [looker])


@rule("fieldmanual.lock")
def has_lock(state: State, looker: Unit, target: Unit) -> bool:
    """Whether a model has Lock on another: Combat Lock, or an Active Lock that still holds."""
    if target.tokens and any(target.token(f"{LOCKED}:{part.id}") for part in state.parts(looker)):
        return True
    return has_combat_lock(state, looker, target)


@heeds("fieldmanual.perk-drone-recon")
def recon_drones(state: State, owner: Unit) -> list[Unit]:
    """The Recon Drones of a model that are out: it may look from where they are."""
    if not owner.perk("Recon Drone"):
        return []
    return [
        unit for unit in state.units.values()
        if unit.parent == owner.id and unit.status == OUT and "Recon" in unit.card.name
    ]  # fmt: skip


@heeds("fieldmanual.rof-spray")
def sees_point(state: State, looker: Unit, x: int, y: int, z: int) -> bool:
    """Whether a model has a line of sight to a point of the table: no Solid object hides it."""
    spot = Body(x, y, z, 0, 1)
    bases = state.bases(looker) or [looker]
    return any(look_between(state, body_toward(state, base, x, y), spot, (base,)).solid < ALL for base in bases)


@heeds("fieldmanual.rof-spray", "fieldmanual.cover-solid")
def is_shielded(state: State, x: int, y: int, z: int, target: Unit) -> bool:
    """Whether a model has Full Solid Cover from a point of the table: a Spray does not bend around it."""
    return look_between(state, Body(x, y, z, 0, 1), body_toward(state, target, x, y), (target,)).is_walled
