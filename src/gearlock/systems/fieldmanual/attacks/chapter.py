"""Ranged combat: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.fieldmanual.attacks import events as e
from gearlock.systems.fieldmanual.attacks import words as w
from gearlock.systems.fieldmanual.attacks.aiming import refuse_attack
from gearlock.systems.fieldmanual.attacks.ammunition import refuse_reload, resolve_reload
from gearlock.systems.fieldmanual.attacks.answers import aim_attack, guess_attack
from gearlock.systems.fieldmanual.attacks.ap_charges import ASKED, refuse_charges
from gearlock.systems.fieldmanual.attacks.counter_battery import ANSWER, refuse_counter
from gearlock.systems.fieldmanual.attacks.orders import Attack, FireCharges, Reload
from gearlock.systems.fieldmanual.attacks.ranged import resolve_attack
from gearlock.systems.fieldmanual.attacks.squads import ALSO, refuse_follow_up
from gearlock.systems.fieldmanual.state import State

ATTACKS: Chapter[State] = Chapter(
    "Ranged Combat",
    orders=(
        OrderRules(Attack, "act", by_order(refuse_attack), resolve_attack, guess_attack, aim=aim_attack),
        OrderRules(Attack, ANSWER, refuse_counter),
        OrderRules(Attack, ALSO, refuse_follow_up),
        OrderRules(Reload, "act", by_order(refuse_reload), resolve_reload),
        OrderRules(FireCharges, ASKED, refuse_charges),
    ),
    events={
        e.AttackDeclared: w.declared,
        e.AttackMade: None,
        e.TargetDrawn: w.drawn,
        e.Deviated: w.deviated,
        e.AttackMet: w.met,
        e.RanOut: w.ran_out,
        e.Reloaded: w.reloaded,
        e.ChargePlaced: w.placed,
        e.ChargesGoneOff: None,
        e.ChargesFired: w.charges,
        e.BackTraced: w.traced,
    },
)
