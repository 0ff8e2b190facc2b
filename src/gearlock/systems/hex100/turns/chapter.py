"""The sequence of play: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, accept
from gearlock.systems.hex100.acting_unit import acting
from gearlock.systems.hex100.actions import change_ammo, lend_hand
from gearlock.systems.hex100.lines import own_deed
from gearlock.systems.hex100.state import State
from gearlock.systems.hex100.turns import events as e
from gearlock.systems.hex100.turns import words as w
from gearlock.systems.hex100.turns.acting import resolve_end, resolve_look_around
from gearlock.systems.hex100.turns.answers import refuse_activate, refuse_change_ammo, refuse_commander, refuse_focus
from gearlock.systems.hex100.turns.orders import Activate, ChangeAmmo, EndTurn, Focus, HandsOn, LookAround

TURNS: Chapter[State] = Chapter(
    "The sequence of play",
    orders=(
        OrderRules(Focus, "focus", refuse_focus),
        OrderRules(Activate, "unit", refuse_activate),
        OrderRules(ChangeAmmo, "act", acting(refuse_change_ammo), change_ammo),
        OrderRules(LookAround, "act", acting(refuse_commander), resolve_look_around),
        OrderRules(HandsOn, "act", acting(refuse_commander), lend_hand),
        OrderRules(EndTurn, "act", accept, resolve_end),
    ),
    events=(
        e.InitiativeRolled,
        e.DeploymentEnded,
        e.PhaseBegan,
        e.FocusDeclared,
        e.Activated,
        e.ActionsSpent,
        e.LookedAround,
        e.HandLent,
        e.AmmoChanged,
        e.TurnFinished,
        e.PhaseEnded,
        e.AftermathEnded,
    ),
    words={
        e.InitiativeRolled: w.initiative,
        e.PhaseBegan: w.phase_began,
        e.FocusDeclared: w.focus,
        e.Activated: own_deed("begins its turn", "hex100.turn-structure"),
        e.LookedAround: own_deed("has its commander look around", "hex100.commander-look-around"),
        e.HandLent: own_deed("gets a hand from its commander", "hex100.commander-hands-on"),
        e.AmmoChanged: own_deed("loads other ammunition", "hex100.variable-ammo-tank"),
    },
)
