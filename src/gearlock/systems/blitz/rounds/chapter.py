"""3: sequence of play: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.blitz.rounds import events as e
from gearlock.systems.blitz.rounds import words as w
from gearlock.systems.blitz.rounds.activation import refuse_activate, refuse_end, refuse_first, resolve_end
from gearlock.systems.blitz.rounds.orders import Activate, Appoint, ChooseFirst, EndActivation
from gearlock.systems.blitz.rounds.succession import refuse_appoint
from gearlock.systems.blitz.state import State

ROUNDS: Chapter[State] = Chapter(
    "3: sequence of play",
    orders=(
        OrderRules(ChooseFirst, "first", refuse_first),
        OrderRules(Activate, "activate", refuse_activate),
        OrderRules(Appoint, "appoint", refuse_appoint),
        OrderRules(EndActivation, ("act", "scout"), by_order(refuse_end), resolve_end),
    ),
    events={
        e.RoundBegun: w.round_begun,
        e.InitiativeThrown: w.thrown,
        e.InitiativeRolled: w.initiative,
        e.PointsRestored: w.restored,
        e.FirstChosen: w.first,
        e.Activated: w.activated,
        e.ActivationEnded: None,
        e.TurnPassed: None,
        e.CleanupBegun: w.cleanup,
        e.EffectsResolved: None,
        e.PointsRefilled: None,
        e.RoundEnded: None,
        e.SteppedUp: w.stepped_up,
        e.Appointed: w.appointed,
        e.PrideLost: w.humbled,
    },
)
