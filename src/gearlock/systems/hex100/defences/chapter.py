"""Interceptors, smoke and mines: the contents."""

from __future__ import annotations

from functools import partial

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.hex100.actions.acting_unit import TRIES, React, acting
from gearlock.systems.hex100.defences import events as e
from gearlock.systems.hex100.defences import launcher as l
from gearlock.systems.hex100.defences import orders as o
from gearlock.systems.hex100.defences import words as w
from gearlock.systems.hex100.defences.interceptors import refuse_interception, refuse_ward, ward
from gearlock.systems.hex100.defences.smoke import refuse_smoke, resolve_smoke
from gearlock.systems.hex100.state import State


def defences(react: React) -> Chapter[State]:
    """The chapter, with what may interrupt a launch."""
    return Chapter(
        "Interceptors, smoke and mines",
        orders=(
            OrderRules(o.Ward, "act", acting(refuse_ward), ward),
            OrderRules(o.LaySmoke, "act", acting(refuse_smoke), resolve_smoke),
            OrderRules(
                o.Launch,
                "act",
                acting(l.refuse_launch),
                partial(l.resolve_launch, react=react),
                l.guess_launch,
                aim=l.aim_launch,
                tries=TRIES,
            ),
            OrderRules(o.SwitchRounds, "act", acting(l.refuse_switch), l.switch_rounds),
            OrderRules(o.Intercept, "intercept", refuse_interception),
        ),
        events={
            e.GunsWarding: w.guns_warding,
            e.ShotsAnnounced: None,
            e.ShotsStopped: w.shots_stopped,
            e.SmokeLaid: w.smoke_laid,
            e.SmokeCleared: w.smoke_cleared,
            e.RoundsSwitched: w.rounds_switched,
            e.MinesLaid: w.mines_laid,
            e.MineGone: w.mine_gone,
        },
    )
