"""Missions: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.fieldmanual.missions import events as e
from gearlock.systems.fieldmanual.missions import words as w
from gearlock.systems.fieldmanual.missions.choosing import refuse_objective
from gearlock.systems.fieldmanual.missions.escaping import refuse_leave, resolve_leave
from gearlock.systems.fieldmanual.missions.orders import ChooseObjective, Leave, Scout
from gearlock.systems.fieldmanual.missions.scouting import refuse_scout, resolve_scout
from gearlock.systems.fieldmanual.state import State

MISSIONS: Chapter[State] = Chapter(
    "Scenarios: missions and victory",
    orders=(
        OrderRules(ChooseObjective, "objective", refuse_objective),
        OrderRules(Leave, "act", by_order(refuse_leave), resolve_leave),
        OrderRules(Scout, "act", by_order(refuse_scout), resolve_scout),
    ),
    events={
        e.TableRolled: w.table,
        e.EffectsSettled: w.effects,
        e.ZonesSettled: w.zones,
        e.MissionRolled: w.mission,
        e.ObjectivesTurn: None,
        e.ObjectiveChosen: w.chosen,
        e.ObjectivesRevealed: w.revealed,
        e.ObjectiveSettled: w.target,
        e.Prepared: None,
        e.Escaped: w.escaped,
        e.ObservationPaid: None,
        e.Scouted: w.scouted,
        e.LengthRolled: w.length,
    },
)
