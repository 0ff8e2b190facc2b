"""9.2 to 9.4: drones, transport and fortifications: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.brigands.companions import answers as a
from gearlock.systems.brigands.companions import events as e
from gearlock.systems.brigands.companions import words as w
from gearlock.systems.brigands.companions.bailing_out import refuse_bail_out
from gearlock.systems.brigands.companions.drones import refuse_place_drone
from gearlock.systems.brigands.companions.orders import BailOut, Disembark, Embark, PlaceDrone
from gearlock.systems.brigands.companions.transport import refuse_disembark, resolve_disembark
from gearlock.systems.brigands.state import State

COMPANIONS: Chapter[State] = Chapter(
    "9.2 to 9.4: drones, transport and fortifications",
    orders=(
        OrderRules(
            PlaceDrone,
            "drone",
            by_order(refuse_place_drone),
            guess=a.guess_drone,
            aim=a.aim_drone,
        ),
        OrderRules(Embark, "embark", a.refuse_embarking),
        OrderRules(
            Disembark,
            "act",
            by_order(refuse_disembark),
            resolve_disembark,
            a.guess_disembark,
            aim=a.aim_disembark,
        ),
        OrderRules(
            BailOut,
            "bail-out",
            by_order(refuse_bail_out),
            guess=a.guess_bail_out,
            aim=a.aim_bail_out,
        ),
    ),
    events=(e.DronePlaced, e.DronePushed, e.DroneRecalled, e.DroneLost, e.Embarked, e.Disembarked),
    words={
        e.DronePlaced: w.placed,
        e.DronePushed: w.pushed,
        e.DroneRecalled: w.recalled,
        e.DroneLost: w.lost,
        e.Embarked: w.embarked,
        e.Disembarked: w.disembarked,
    },
)
