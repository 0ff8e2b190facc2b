"""Attacks, damage and reserves: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.hex100.actions.acting_unit import TRIES, acting
from gearlock.systems.hex100.fighting import answers as a
from gearlock.systems.hex100.fighting import events as e
from gearlock.systems.hex100.fighting import words as w
from gearlock.systems.hex100.fighting.declaring import resolve_attack, resolve_bombard
from gearlock.systems.hex100.fighting.guesses import aim_bombardment, guess_bombardment
from gearlock.systems.hex100.fighting.orders import Attack, Bombard, FireReserve, HoldBack, Reserve
from gearlock.systems.hex100.fighting.reserve import refuse_hold_back, refuse_reserve, reserve, resolve_hold_back
from gearlock.systems.hex100.lines import own_deed
from gearlock.systems.hex100.state import State

FIGHTING: Chapter[State] = Chapter(
    "Attacks, damage and reserves",
    orders=(
        OrderRules(
            Attack,
            "act",
            acting(a.refuse_attack_now),
            resolve_attack,
        ),
        OrderRules(
            Bombard,
            "act",
            acting(a.refuse_bombard),
            resolve_bombard,
            guess_bombardment,
            aim=aim_bombardment,
            tries=TRIES,
        ),
        OrderRules(HoldBack, "act", acting(refuse_hold_back), resolve_hold_back),
        OrderRules(Reserve, "act", acting(refuse_reserve), reserve),
        OrderRules(Reserve, "reserve", a.refuse_reserve_asked),
        OrderRules(FireReserve, "overwatch", a.refuse_overwatch),
    ),
    events=(
        e.Reserved,
        e.ReserveSpent,
        e.AttackDeclared,
        e.Fired,
        e.Struck,
        e.Scattered,
        e.Burst,
        e.TerrainRazed,
        e.Destroyed,
    ),
    words={
        e.Reserved: own_deed("holds an action in reserve", "hex100.reserve"),
        e.AttackDeclared: w.attack,
        e.Fired: w.fired,
        e.Struck: w.struck,
        e.Burst: w.burst,
        e.Scattered: w.scattered,
        e.TerrainRazed: w.razed,
        e.Destroyed: w.destroyed,
    },
)
