"""1: the turn sequence: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, accept
from gearlock.systems.brigands.rounds import events as e
from gearlock.systems.brigands.rounds import words as w
from gearlock.systems.brigands.rounds.activation import resolve_end
from gearlock.systems.brigands.rounds.answers import refuse_activate, refuse_first
from gearlock.systems.brigands.rounds.orders import Activate, ChooseFirst, EndActivation, KeepOverwatch
from gearlock.systems.brigands.state import State

ROUNDS: Chapter[State] = Chapter(
    "1: the turn sequence",
    orders=(
        OrderRules(ChooseFirst, "first", refuse_first),
        OrderRules(KeepOverwatch, "keep", accept),
        OrderRules(Activate, "activate", refuse_activate),
        OrderRules(EndActivation, "act", accept, resolve_end),
    ),
    events={
        e.RoundBegun: w.round_begun,
        e.InitiativeRolled: w.initiative,
        e.OverwatchKept: w.kept,
        e.RoundReadied: None,
        e.FirstChosen: w.first,
        e.Activated: w.activated,
        e.ActivationEnded: None,
        e.TurnPassed: None,
    },
)
