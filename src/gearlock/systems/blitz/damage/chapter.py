"""9: damage: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.blitz.damage import events as e
from gearlock.systems.blitz.damage import words as w
from gearlock.systems.blitz.damage.orders import DamageControl, Douse, MeetTrouble
from gearlock.systems.blitz.damage.persistent import refuse_damage_control, refuse_douse, resolve_damage_control
from gearlock.systems.blitz.damage.trouble import refuse_trouble
from gearlock.systems.blitz.state import State

DAMAGE: Chapter[State] = Chapter(
    "9: damage",
    orders=(
        OrderRules(DamageControl, "act", by_order(refuse_damage_control), resolve_damage_control),
        OrderRules(Douse, "douse", refuse_douse),
        OrderRules(MeetTrouble, "trouble", refuse_trouble),
    ),
    events={
        e.Damaged: w.damaged,
        e.MarginalHitRolled: w.marginal,
        e.BlastRolled: w.blast,
        e.Kindled: w.kindled,
        e.LingeringThrown: w.thrown,
        e.Lingered: w.lingered,
        e.Doused: w.doused,
        e.DamageControlled: None,
        e.TroubleTaken: w.taken,
        e.TroubleMet: w.trouble,
    },
)
