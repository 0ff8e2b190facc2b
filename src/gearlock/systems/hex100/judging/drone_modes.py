"""What the modes of drones are worth to a side, by what it knows, and what a command would mean."""

from __future__ import annotations

from collections.abc import Callable

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Preview
from gearlock.systems.hex100.detection.locks import LOCK_RANGE
from gearlock.systems.hex100.detection.sight import is_small
from gearlock.systems.hex100.drones.behaviour import POINT, Named, named_by
from gearlock.systems.hex100.drones.commands import named_in, own_drone, refuse_mode
from gearlock.systems.hex100.drones.modes import modes_of
from gearlock.systems.hex100.drones.orders import Command, Reactivate, TurnDrone
from gearlock.systems.hex100.drones.point_defence import CRAM_REACH
from gearlock.systems.hex100.drones.repair import BATCH, SUPPORT, TRIAGE, missing
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.judging.attack_worth import danger
from gearlock.systems.hex100.judging.terror_drones import attack_worth, lurk_worth, search_worth
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex, distance

SAFETY = 0.02
"""What it is worth to bring a drone home that is in danger."""
LOCKING, FOLLOWING, SCOUTING = 0.04, 0.01, 0.02
"""What it is worth to hold a lock, to stand by for one, to look where nobody has looked yet."""
FAR_FLIGHT = 12
"""Hexes that a drone covers in two turns; beyond, a point is worth half."""
COVERED, GUARDED = 0.01, 0.002
"""What it is worth to have a unit within reach of the turret, and to go wherever one unit goes besides."""
REPAIRING, ATTENDING = 0.06, 0.002
"""What six hit points to be repaired are worth, and being with a unit that may need them."""
FAR_WALK = 6
"""Hexes beyond which a point is worth half."""
IDLE = 0.002
"""The risk put on commands that gain nothing: the action is better kept."""
READINESS = 0.2
"""A new mode must be better than the old one by this share of its worth to be worth an action."""
RESTARTING = 0.05
"""What it is worth to have a drone back."""


def _recall_worth(state: State, seat: str, drone: Unit, named: Named) -> float:  # noqa: ARG001 - one of the worths
    """Something while enemies in sight could destroy it; nothing to a hacker."""
    return min(SAFETY, SAFETY * danger(state, seat, drone)) if seat == drone.seat else 0.0


def _could_lock(state: State, hex_: Hex, enemy: Unit) -> bool:
    near = distance(hex_, enemy.hex) <= LOCK_RANGE and not is_small(state, enemy)
    return near and state.land.is_clear(hex_, enemy.hex)


def _loiter_worth(state: State, seat: str, drone: Unit, named: Named) -> float:
    """A point from which contacts can be locked; while there are none, one towards the far edge."""
    point = named.point
    if point is None:
        return 0.0
    share = 0.5 if not drone.docked and distance(drone.hex, point) > FAR_FLIGHT else 1.0
    if not state.known[seat]:
        rows = state.land.ground.rows - 1
        return SCOUTING * share * (rows - point[1] if seat == "red" else point[1]) / rows
    return LOCKING * share * any(_could_lock(state, point, state.units[enemy]) for enemy in state.known[seat])


def _recon_support_worth(state: State, seat: str, drone: Unit, named: Named) -> float:  # noqa: ARG001 - one of the worths
    """An ally that has attacked somebody whom the drone could lock beside it."""
    if named.charge not in state.units:
        return 0.0
    ally = state.units[named.charge]
    if ally.quarry in state.known[seat] and _could_lock(state, ally.hex, state.units[ally.quarry]):
        return LOCKING
    return FOLLOWING if state.known[seat] else 0.0


@heeds("hex100.drone-point-defence-modes")
def _covered(state: State, seat: str, drone: Unit, hex_: Hex) -> float:
    """The units of a side that the turret would protect from a hex; nobody shoots before there are enemies about."""
    near = [each for each in state.standing(seat) if each.id != drone.id and distance(each.hex, hex_) <= CRAM_REACH]
    return COVERED * len(near) if state.known[seat] else 0.0


def _cover_worth(state: State, seat: str, drone: Unit, named: Named) -> float:
    return _covered(state, seat, drone, named.point) if named.point is not None else 0.0


def _guard_worth(state: State, seat: str, drone: Unit, named: Named) -> float:
    ally = state.units.get(named.charge)
    return _covered(state, seat, drone, ally.hex) + GUARDED if ally is not None and ally.standing else 0.0


def _needed(state: State, seat: str, drone: Unit, hex_: Hex) -> float:
    """What a repair drone could do for a side from a hex, less if the way there is long."""
    near = (each for each in state.standing(seat) if each.id != drone.id and distance(each.hex, hex_) == 1)
    points = min(equipment_effect(state, drone, "repair"), sum(missing(state, each) for each in near))
    return REPAIRING * points / 6 * (0.5 if distance(drone.hex, hex_) > FAR_WALK else 1.0)


def _repair_worth(state: State, seat: str, drone: Unit, named: Named) -> float:
    return _needed(state, seat, drone, named.point) if named.point is not None else 0.0


def _repair_support_worth(state: State, seat: str, drone: Unit, named: Named) -> float:
    ally = state.units.get(named.charge)
    if ally is None or not ally.standing:
        return 0.0
    points = min(equipment_effect(state, drone, "repair"), missing(state, ally))
    share = 0.5 if distance(drone.hex, ally.hex) > FAR_WALK else 1.0
    return REPAIRING * points / 6 * share + (ATTENDING if seat == ally.seat else 0.0)


def preview_command(state: State, unit: Unit, order: Command) -> Preview:
    """A mode is worth what it adds to the present one; a docked drone, and a hacked one, does nothing by itself.

    Of what names a unit that is none of the seat's own, nothing is told.
    """
    turned = isinstance(order, TurnDrone)
    drone = state.enemy_called(unit.seat, order.drone) if turned else own_drone(state, unit, order.drone)
    if drone is None or refuse_mode(state, unit.seat, drone, order) is not None:
        return Preview()
    mode = modes_of(state, drone)[order.mode]
    spot = (order.q, order.r, 0) if mode.names == POINT else None
    worth = mode_worth(state, unit.seat, drone, order.mode, named_in(state, unit.seat, mode, order))
    present = None if turned else modes_of(state, drone).get(drone.mode)
    if present is not None:
        worth -= mode_worth(state, unit.seat, drone, drone.mode, named_by(drone)) + READINESS * worth
    if worth <= 0:
        return Preview(risks=IDLE, notes=(mode.about,), spot=spot)
    return Preview(gives=min(1.0, worth), notes=(mode.about,), spot=spot)


def preview_reactivation(state: State, unit: Unit, order: Reactivate) -> Preview:  # noqa: ARG001 - one of the previews
    """A drone that runs again."""
    return Preview(gives=RESTARTING, notes=("The drone goes on in the mode it had.",))


Worth = Callable[[State, str, Unit, Named], float]
"""What a mode would be worth to a side now, as a share of a unit, by what that side knows."""
WORTHS: dict[str, dict[str, Worth]] = {
    "recon-drone": {"loiter": _loiter_worth, "support": _recon_support_worth, "recall": _recall_worth},
    "point-defence-drone": {"point-defence": _cover_worth, "guard": _guard_worth},
    "repair-drone": {TRIAGE: _repair_worth, BATCH: _repair_worth, SUPPORT: _repair_support_worth},
    "terror-drones": {
        "search-and-destroy": search_worth,
        "attack": attack_worth,
        "lurk": lurk_worth,
        "recall": _recall_worth,
    },
}
"""By the card of the drone and its mode."""


def mode_worth(state: State, seat: str, drone: Unit, mode: str, named: Named) -> float:
    """What a mode of a drone would be worth to a side."""
    return WORTHS[state.machine(drone.id).unit.id][mode](state, seat, drone, named)
