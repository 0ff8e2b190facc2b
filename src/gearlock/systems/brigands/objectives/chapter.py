"""11.3: Objectives: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.brigands.objectives import answers as a
from gearlock.systems.brigands.objectives import events as e
from gearlock.systems.brigands.objectives import words as w
from gearlock.systems.brigands.objectives.markers import refuse_marker
from gearlock.systems.brigands.objectives.orders import ChooseObjective, PlaceMarker
from gearlock.systems.brigands.state import State

OBJECTIVES: Chapter[State] = Chapter(
    "11.3: Objectives",
    orders=(
        OrderRules(ChooseObjective, "objective", a.refuse_choice),
        OrderRules(
            PlaceMarker,
            "marker",
            refuse_marker,
            guess=a.guess_marker,
            aim=a.aim_marker,
        ),
    ),
    events={
        e.ObjectiveChosen: w.chosen,
        e.MarkerPlaced: w.placed,
        e.ObjectivesSettled: None,
        e.MarkerCaptured: w.captured,
        e.ObjectiveAchieved: w.achieved,
        e.ObjectiveLost: w.lost,
        e.BattleEnded: w.ended,
    },
)
