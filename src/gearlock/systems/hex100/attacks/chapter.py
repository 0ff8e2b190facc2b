"""Attacks, blasts, artillery and reserves: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.hex100.actions.acting_unit import TRIES, acting
from gearlock.systems.hex100.attacks import answers as a
from gearlock.systems.hex100.attacks import artillery
from gearlock.systems.hex100.attacks import events as e
from gearlock.systems.hex100.attacks import orders as o
from gearlock.systems.hex100.attacks import words as w
from gearlock.systems.hex100.attacks.answers import aim_bombardment, guess_bombardment
from gearlock.systems.hex100.attacks.attack_action import resolve_attack, resolve_bombard
from gearlock.systems.hex100.attacks.reserve import refuse_hold_back, refuse_reserve, reserve, resolve_hold_back
from gearlock.systems.hex100.lines import own_deed
from gearlock.systems.hex100.state import State

ATTACKS: Chapter[State] = Chapter(
    "Attacks, blasts, artillery and reserves",
    orders=(
        OrderRules(o.Attack, "act", acting(a.refuse_attack_now), resolve_attack),
        OrderRules(
            o.Bombard,
            "act",
            acting(a.refuse_bombard),
            resolve_bombard,
            guess_bombardment,
            aim=aim_bombardment,
            tries=TRIES,
        ),
        OrderRules(o.HoldBack, "act", acting(refuse_hold_back), resolve_hold_back),
        OrderRules(o.Reserve, "act", acting(refuse_reserve), reserve),
        OrderRules(o.Reserve, "reserve", a.refuse_reserve_asked),
        OrderRules(o.FireReserve, "overwatch", a.refuse_overwatch),
        OrderRules(o.EnterSiege, "act", acting(artillery.refuse_siege), artillery.enter_siege),
        OrderRules(o.LeaveSiege, "act", acting(artillery.refuse_leaving), artillery.leave_siege),
        OrderRules(o.PlotFire, "act", acting(artillery.refuse_plotting), artillery.plot_fire),
    ),
    events={
        e.Reserved: own_deed("holds an action in reserve", "hex100.reserve"),
        e.ReserveSpent: None,
        e.AttackDeclared: w.attack,
        e.Fired: w.fired,
        e.Scattered: w.scattered,
        e.Burst: w.burst,
        e.TerrainRazed: w.razed,
        e.SiegeEntered: w.siege,
        e.SiegeLeft: w.siege,
        e.FirePlotted: w.fire_plotted,
    },
)
