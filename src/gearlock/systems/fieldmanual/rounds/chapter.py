"""The game round: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, accept
from gearlock.systems.fieldmanual.rounds import events as e
from gearlock.systems.fieldmanual.rounds import words as w
from gearlock.systems.fieldmanual.rounds.activation import refuse_activate, refuse_end, refuse_pass, resolve_end
from gearlock.systems.fieldmanual.rounds.orders import Activate, ChooseFirst, EndActivation, Pass, SplitGroups
from gearlock.systems.fieldmanual.rounds.player_order import refuse_first
from gearlock.systems.fieldmanual.rounds.sub_squads import SPLIT
from gearlock.systems.fieldmanual.state import State

ROUNDS: Chapter[State] = Chapter(
    "The Game Round",
    orders=(
        OrderRules(ChooseFirst, "first", refuse_first),
        OrderRules(Activate, "activate", refuse_activate),
        OrderRules(Pass, "activate", refuse_pass),
        OrderRules(SplitGroups, SPLIT, accept),
        OrderRules(EndActivation, "act", refuse_end, resolve_end),
    ),
    events={
        e.RoundBegun: w.round_begun,
        e.OrderThrown: None,
        e.OrderRolled: w.order_rolled,
        e.FirstChosen: w.first_chosen,
        e.GroupsSplit: w.groups_split,
        e.Activated: w.activated,
        e.ActivationEnded: None,
        e.TurnPassed: None,
        e.Passed: w.passed,
        e.MiscellaneousBegun: w.miscellaneous,
        e.RoundEnded: None,
    },
)
