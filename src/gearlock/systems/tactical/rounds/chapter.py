"""2.6.2: what is declared of it."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, accept
from gearlock.systems.tactical.rounds import events as e
from gearlock.systems.tactical.rounds import hiding as h
from gearlock.systems.tactical.rounds import words as w
from gearlock.systems.tactical.rounds.activation import (
    ACT,
    ACTIVATE,
    refuse_activate,
    refuse_end,
    refuse_pass,
    refuse_settling,
    resolve_end,
    resolve_settling,
)
from gearlock.systems.tactical.rounds.declaration import DECLARE, refuse_declare
from gearlock.systems.tactical.rounds.initiative import FIRST, refuse_first
from gearlock.systems.tactical.rounds.orders import (
    Activate,
    ChooseFirst,
    Declare,
    EndActivation,
    EndDeclaring,
    PassGroup,
    Settle,
)
from gearlock.systems.tactical.rounds.sheltering import Sheltered, told_sheltered
from gearlock.systems.tactical.state import State

ROUNDS: Chapter[State] = Chapter(
    "2.6.2: The Combat Round",
    orders=(
        OrderRules(Declare, DECLARE, refuse_declare),
        OrderRules(EndDeclaring, DECLARE, accept),
        OrderRules(ChooseFirst, FIRST, refuse_first),
        OrderRules(Activate, ACTIVATE, refuse_activate),
        OrderRules(PassGroup, ACTIVATE, refuse_pass),
        OrderRules(h.Reveal, ACTIVATE, h.refuse_reveal),
        OrderRules(Settle, ACT, refuse_settling, resolve_settling),
        OrderRules(EndActivation, ACT, refuse_end, resolve_end),
    ),
    events={
        e.RoundBegun: w.round_begun,
        e.Declared: w.declared,
        e.DeclaringEnded: None,
        e.InitiativeRolled: w.initiative,
        e.FirstChosen: w.first_chosen,
        e.Activated: w.activated,
        e.Settled: w.settled,
        e.ActivationEnded: w.ended,
        e.GroupPassed: w.passed,
        e.TurnPassed: None,
        e.RoundEnded: None,
        h.UnitHidden: h.told_hidden,
        Sheltered: told_sheltered,
        h.UnitRevealed: h.told_revealed,
    },
)
