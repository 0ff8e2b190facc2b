"""4 and 16.0: scenarios and objectives: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, accept
from gearlock.systems.blitz.objectives import events as e
from gearlock.systems.blitz.objectives import words as w
from gearlock.systems.blitz.objectives.choosing import refuse_objectives, refuse_primary
from gearlock.systems.blitz.objectives.markers import TRIES, aim_marker, guess_marker, refuse_marker, refuse_real
from gearlock.systems.blitz.objectives.orders import (
    ChooseMarker,
    ChooseObjectives,
    ChoosePrimary,
    DeclareLast,
    PlaceMarker,
)
from gearlock.systems.blitz.state import State

OBJECTIVES: Chapter[State] = Chapter(
    "4, 16.0: scenarios and objectives",
    orders=(
        OrderRules(ChooseObjectives, "objectives", refuse_objectives),
        OrderRules(ChoosePrimary, "primary", refuse_primary),
        OrderRules(PlaceMarker, "marker", refuse_marker, None, guess_marker, TRIES + 1, aim_marker),
        OrderRules(ChooseMarker, "real marker", refuse_real),
        OrderRules(DeclareLast, "last", accept),
    ),
    events={
        e.ParameterRolled: w.parameter,
        e.ScenarioSettled: None,
        e.ObjectivesSet: w.objectives,
        e.PrimarySet: w.primary,
        e.ObjectivesShown: w.revealed,
        e.MarkerPlaced: w.placed,
        e.MarkerChosen: w.chosen,
        e.MarkersSettled: None,
        e.TargetDrawn: w.drawn,
        e.Noted: None,
        e.MarkersChecked: w.checked,
        e.Achieved: w.achieved,
        e.LastDeclared: w.last,
    },
)
