"""Drones: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.hex100.actions.acting_unit import TRIES, acting
from gearlock.systems.hex100.drones import events as e
from gearlock.systems.hex100.drones import orders as o
from gearlock.systems.hex100.drones import words as w
from gearlock.systems.hex100.drones.answers import aim_point, guess_point
from gearlock.systems.hex100.drones.brought_drones import aim_fielding, guess_fielding, refuse_fielding
from gearlock.systems.hex100.drones.commands import refuse_set_mode, refuse_undock, resolve_set_mode, resolve_undock
from gearlock.systems.hex100.drones.hacked_drones import refuse_turning
from gearlock.systems.hex100.drones.reactivation import refuse_reactivation, resolve_reactivation
from gearlock.systems.hex100.state import State

DRONES: Chapter[State] = Chapter(
    "Drones",
    orders=(
        OrderRules(
            o.FieldDrone,
            "field drone",
            refuse_fielding,
            guess=guess_fielding,
            aim=aim_fielding,
            tries=TRIES,
        ),
        OrderRules(
            o.SetMode,
            "act",
            acting(refuse_set_mode),
            resolve_set_mode,
            guess_point,
            aim=aim_point,
            tries=TRIES,
        ),
        OrderRules(
            o.Undock,
            "act",
            acting(refuse_undock),
            resolve_undock,
            guess_point,
            aim=aim_point,
            tries=TRIES,
        ),
        OrderRules(
            o.TurnDrone,
            "turned drone",
            refuse_turning,
            guess=guess_point,
            aim=aim_point,
            tries=TRIES,
        ),
        OrderRules(
            o.Reactivate,
            "act",
            acting(refuse_reactivation),
            resolve_reactivation,
        ),
    ),
    events={
        e.DroneFielded: w.fielded,
        e.ModeSet: w.mode_set,
        e.Undocked: w.undocked,
        e.Docked: w.docked,
        e.Reactivated: w.reactivated,
        e.Repaired: w.repaired,
    },
)
