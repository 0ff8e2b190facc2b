"""3.6.4: infantry Actions: one attack for each type of weapon, two targets at most, and what many guns add."""

from __future__ import annotations

from collections.abc import Collection

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.cards import Mount
from gearlock.systems.tactical.squads import carriers
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.switches import BURST_FIRE, INFANTRY_RULES

BONUSES = ((8, 3), (4, 2), (2, 1))
"""From so many troopers on with the same weapon, so much ROF."""
MOST_TARGETS = 2


@rule("tactical.3.6.4-mass-fire")
def mass_bonus(troopers: int) -> int:
    """The ROF that troopers who fire the same type of weapon have in addition."""
    return next((bonus for least, bonus in BONUSES if troopers >= least), 0)


@heeds("tactical.3.6.4-mass-fire", "tactical.3.6.5-casualties")
def rof_of(unit: Unit, mount: Mount) -> int:
    """The whole ROF of a weapon: its own, and of a squad what the number of its carriers adds."""
    return mount.weapon.rof + (mass_bonus(carriers(unit, mount.id)) if unit.is_infantry else 0)


@heeds("tactical.3.4.5", "tactical.3.6.4-mass-fire", "tactical.3.1")
def rof_played(state: State, unit: Unit, mount: Mount) -> int:
    """The ROF that the modules of a battle allow: all with bursts; with infantry alone what many guns add to a squad's.

    The Quick Start knows none.
    """
    if state.switch(BURST_FIRE):
        return rof_of(unit, mount)
    massed = unit.is_infantry and state.switch(INFANTRY_RULES)
    return mass_bonus(carriers(unit, mount.id)) if massed else 0


@heeds("tactical.3.6.4", "tactical.3.6.5-casualties")
def types_carried(unit: Unit) -> tuple[str, ...]:
    """The types of weapon that somebody who is up carries, in the order of the card."""
    return tuple(mount.id for mount in unit.card.weapons if carriers(unit, mount.id))


@rule("tactical.3.6.4")
def refuse_volley(unit: Unit, mount_id: str, target: str, shots: Collection[str]) -> Refusal | None:
    """Why a squad cannot attack a target with a type of weapon; `shots` are those of the same Action, "type:target".

    All weapons of a type fire once, together, and the squad attacks no third target.
    """
    rule_id = "tactical.3.6.4"
    if not carriers(unit, mount_id):
        mount = unit.mount(mount_id)
        name = mount_id if mount is None else mount.weapon.name
        return Refusal("no-carrier", rule_id, f"Nobody in {unit.name} who is up carries the {name}.")
    if any(shot.partition(":")[0] == mount_id for shot in shots):
        return Refusal("fired", rule_id, f"All troopers of {unit.name} with this weapon have fired in this Action.")
    targets = {shot.partition(":")[2] for shot in shots}
    if target not in targets and len(targets) >= MOST_TARGETS:
        words = (
            f"{unit.name} has attacked {len(targets)} targets in this Action; a squad attacks {MOST_TARGETS} at most."
        )
        return Refusal("targets", rule_id, words, {"targets": len(targets)})
    return None
