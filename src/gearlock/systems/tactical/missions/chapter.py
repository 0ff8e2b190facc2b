"""4.1: the scenario generator in play: what is declared of it."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.tactical.missions import carrying as c
from gearlock.systems.tactical.missions import events as e
from gearlock.systems.tactical.missions import orders as o
from gearlock.systems.tactical.missions import preparing as p
from gearlock.systems.tactical.missions import priorities as q
from gearlock.systems.tactical.missions import words as w
from gearlock.systems.tactical.rounds.activation import ACT
from gearlock.systems.tactical.state import State

MISSIONS: Chapter[State] = Chapter(
    "4.1: Tactical Scenario Generator",
    orders=(
        OrderRules(o.Bid, p.BID, p.refuse_bid),
        OrderRules(o.Prioritise, q.PRIORITIES, q.refuse_prioritise),
        OrderRules(o.TakeRight, q.RIGHT, q.refuse_right),
        OrderRules(o.SetField, q.FIELD, q.refuse_field),
        OrderRules(o.ChooseEdge, q.EDGE, q.refuse_edge),
        OrderRules(o.LeaveBehind, q.TROOPS, q.refuse_leave_behind),
        OrderRules(o.TakeObject, ACT, c.refuse_take, c.resolve_take),
        OrderRules(o.WreckObject, ACT, c.refuse_wreck, c.resolve_wreck),
        OrderRules(o.LeaveTable, ACT, c.refuse_leave, c.resolve_leave),
    ),
    events={
        e.PhaseFollows: None,
        e.BidMade: w.bid_made,
        e.BiddingEnded: w.bidding_ended,
        e.MissionRolled: w.mission_rolled,
        e.SubplotRolled: w.subplot_rolled,
        e.PrioritiesShown: w.priorities_shown,
        e.FieldSet: w.field_set,
        e.EdgeChosen: w.edge_chosen,
        e.EdgesKept: w.edges_kept,
        e.MissionTold: w.mission_told,
        e.LeftBehind: w.left_behind,
        e.LimitsTold: w.limits_told,
        e.LimitRolled: w.limit_rolled,
        e.MissionsJudged: None,
        e.MissionDone: w.mission_done,
        e.ObjectTaken: w.object_taken,
        e.ObjectWrecked: w.object_wrecked,
        e.TableLeft: w.table_left,
    },
)
