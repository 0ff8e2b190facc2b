"""3.2.5, 3.4.5: what is declared of attacks on structures, the ground and zones."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.tactical.attacks.firing import refuse_further
from gearlock.systems.tactical.attacks.orders import Attack
from gearlock.systems.tactical.ground_targets import words as w
from gearlock.systems.tactical.ground_targets.demolition import (
    aim_demolition,
    guess_demolition,
    refuse_demolition,
)
from gearlock.systems.tactical.ground_targets.events import PointFired, SaturationOver, ZoneSaturated
from gearlock.systems.tactical.ground_targets.orders import Demolish, Saturate
from gearlock.systems.tactical.ground_targets.saturation import (
    aim_saturation,
    guess_saturation,
    refuse_saturation,
)
from gearlock.systems.tactical.ground_targets.volleys import FURTHER, refuse_further_shot, resolve_point_shot
from gearlock.systems.tactical.state import State

GROUND_TARGETS: Chapter[State] = Chapter(
    "3.2.5: Structures and Zones as Targets",
    orders=(
        OrderRules(
            Demolish, "act", by_order(refuse_demolition), resolve_point_shot, guess=guess_demolition, aim=aim_demolition
        ),
        OrderRules(
            Saturate, "act", by_order(refuse_saturation), resolve_point_shot, guess=guess_saturation, aim=aim_saturation
        ),
        OrderRules(Attack, FURTHER, refuse_further),
        OrderRules(Demolish, FURTHER, refuse_further_shot),
        OrderRules(Saturate, FURTHER, refuse_further_shot),
    ),
    events={PointFired: w.fired, ZoneSaturated: w.saturated, SaturationOver: None},
)
