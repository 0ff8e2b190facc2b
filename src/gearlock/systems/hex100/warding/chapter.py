"""Interceptors, smoke, mines and special armour: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.hex100.actions.acting_unit import TRIES, acting
from gearlock.systems.hex100.state import State
from gearlock.systems.hex100.warding import events as e
from gearlock.systems.hex100.warding import launcher as l
from gearlock.systems.hex100.warding import orders as o
from gearlock.systems.hex100.warding import siege as s
from gearlock.systems.hex100.warding import words as w
from gearlock.systems.hex100.warding.interceptors import refuse_interception, refuse_ward, ward
from gearlock.systems.hex100.warding.reactive import refuse_charges
from gearlock.systems.hex100.warding.smoke import refuse_smoke, resolve_smoke

WARDING: Chapter[State] = Chapter(
    "Interceptors, smoke, mines and special armour",
    orders=(
        OrderRules(o.Ward, "act", acting(refuse_ward), ward),
        OrderRules(o.LaySmoke, "act", acting(refuse_smoke), resolve_smoke),
        OrderRules(o.EnterSiege, "act", acting(s.refuse_siege), s.enter_siege),
        OrderRules(o.LeaveSiege, "act", acting(s.refuse_leaving), s.leave_siege),
        OrderRules(o.PlotFire, "act", acting(s.refuse_plotting), s.plot_fire),
        OrderRules(
            o.Launch,
            "act",
            acting(l.refuse_launch),
            l.resolve_launch,
            l.guess_launch,
            aim=l.aim_launch,
            tries=TRIES,
        ),
        OrderRules(o.SwitchRounds, "act", acting(l.refuse_switch), l.switch_rounds),
        OrderRules(
            o.Intercept,
            "intercept",
            refuse_interception,
        ),
        OrderRules(o.SpendCharges, "reactive", refuse_charges),
    ),
    events=(
        e.GunsWarding,
        e.ShotsAnnounced,
        e.ShotsStopped,
        e.SmokeLaid,
        e.SmokeCleared,
        e.HitsCounted,
        e.ChargesSpent,
        e.SiegeEntered,
        e.SiegeLeft,
        e.FirePlotted,
        e.RoundsSwitched,
        e.MinesLaid,
        e.MineGone,
    ),
    words={
        e.GunsWarding: w.guns_warding,
        e.ShotsStopped: w.shots_stopped,
        e.SmokeLaid: w.smoke_laid,
        e.SmokeCleared: w.smoke_cleared,
        e.ChargesSpent: w.charges_spent,
        e.SiegeEntered: w.siege,
        e.SiegeLeft: w.siege,
        e.FirePlotted: w.fire_plotted,
        e.RoundsSwitched: w.rounds_switched,
        e.MinesLaid: w.mines_laid,
        e.MineGone: w.mine_gone,
    },
)
