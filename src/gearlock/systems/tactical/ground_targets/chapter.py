"""3.2.5: what is declared of attacks on structures and the ground."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.tactical.ground_targets import words as w
from gearlock.systems.tactical.ground_targets.demolition import (
    aim_demolition,
    guess_demolition,
    refuse_demolition,
    resolve_demolition,
)
from gearlock.systems.tactical.ground_targets.events import PointFired
from gearlock.systems.tactical.ground_targets.orders import Demolish
from gearlock.systems.tactical.state import State

GROUND_TARGETS: Chapter[State] = Chapter(
    "3.2.5: Structures as Targets",
    orders=(
        OrderRules(
            Demolish, "act", by_order(refuse_demolition), resolve_demolition, guess=guess_demolition, aim=aim_demolition
        ),
    ),
    events={PointFired: w.fired},
)
