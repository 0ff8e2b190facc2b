"""The sequence of play: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, accept
from gearlock.systems.hex100.lines import own_deed
from gearlock.systems.hex100.state import State
from gearlock.systems.hex100.turns import events as e
from gearlock.systems.hex100.turns import words as w
from gearlock.systems.hex100.turns.answers import refuse_activate, refuse_focus, resolve_end
from gearlock.systems.hex100.turns.orders import Activate, EndTurn, Focus

TURNS: Chapter[State] = Chapter(
    "The sequence of play",
    orders=(
        OrderRules(Focus, "focus", refuse_focus),
        OrderRules(Activate, "unit", refuse_activate),
        OrderRules(EndTurn, "act", accept, resolve_end),
    ),
    events={
        e.InitiativeRolled: w.initiative,
        e.DeploymentEnded: None,
        e.PhaseBegan: w.phase_began,
        e.FocusDeclared: w.focus,
        e.Activated: own_deed("begins its turn", "hex100.turn-structure"),
        e.PhaseEnded: None,
        e.AftermathEnded: None,
    },
)
