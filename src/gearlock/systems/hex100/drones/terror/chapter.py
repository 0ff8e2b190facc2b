"""Terror drones: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.hex100.actions.acting_unit import acting
from gearlock.systems.hex100.drones.terror import events as e
from gearlock.systems.hex100.drones.terror import orders as o
from gearlock.systems.hex100.drones.terror import words as w
from gearlock.systems.hex100.drones.terror.removal import (
    refuse_pull,
    refuse_shake,
    refuse_shoot,
    resolve_pull,
    resolve_shake,
    resolve_shoot,
)
from gearlock.systems.hex100.state import State

TERROR_DRONES: Chapter[State] = Chapter(
    "Terror drones",
    orders=(
        OrderRules(o.ShakeOff, "act", acting(refuse_shake), resolve_shake),
        OrderRules(o.PullOff, "act", acting(refuse_pull), resolve_pull),
        OrderRules(o.ShootOff, "act", acting(refuse_shoot), resolve_shoot),
    ),
    events={
        e.Pounced: w.pounced,
        e.LetGo: w.let_go,
        e.Gnawed: w.gnawed,
        e.ShakeTried: w.shake_tried,
        e.Strayed: w.strayed,
    },
)
