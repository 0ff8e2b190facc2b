"""8.5 and 4.3b: Forward Observation and Sensor Sharing: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.brigands.forward_observation import events as e
from gearlock.systems.brigands.forward_observation import words as w
from gearlock.systems.brigands.forward_observation.answers import (
    aim_observation,
    guess_observed_point,
    refuse_chained,
    refuse_designation,
)
from gearlock.systems.brigands.forward_observation.observing import refuse_observe, resolve_observation
from gearlock.systems.brigands.forward_observation.orders import ChainAttack, Designate, Observe
from gearlock.systems.brigands.state import State

FORWARD_OBSERVATION: Chapter[State] = Chapter(
    "8.5 and 4.3b: Forward Observation and Sensor Sharing",
    orders=(
        OrderRules(
            Observe,
            "act",
            by_order(refuse_observe),
            resolve_observation,
            guess_observed_point,
            aim=aim_observation,
        ),
        OrderRules(Designate, "designate", refuse_designation),
        OrderRules(ChainAttack, "chain", refuse_chained),
    ),
    events={
        e.Observed: w.observed,
        e.ObservationReceived: w.received,
    },
)
