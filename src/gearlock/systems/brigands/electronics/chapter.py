"""8: electronic warfare: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.brigands.electronics import events as e
from gearlock.systems.brigands.electronics import orders as o
from gearlock.systems.brigands.electronics import words as w
from gearlock.systems.brigands.electronics.answers import refuse_raising_now
from gearlock.systems.brigands.electronics.boosting import refuse_boost
from gearlock.systems.brigands.electronics.contest import refuse_jam
from gearlock.systems.brigands.electronics.defending import refuse_disabling, resolve_disabling, resolve_raising
from gearlock.systems.brigands.electronics.defense_phase import refuse_defense
from gearlock.systems.brigands.electronics.scanning import refuse_scan, resolve_scan
from gearlock.systems.brigands.electronics.scrambling import (
    refuse_scramble,
    refuse_unscramble,
    resolve_scramble,
    resolve_unscramble,
)
from gearlock.systems.brigands.state import State

ELECTRONICS: Chapter[State] = Chapter(
    "8: electronic warfare",
    orders=(
        OrderRules(o.Jam, "jam", refuse_jam),
        OrderRules(o.Boost, "boost", refuse_boost),
        OrderRules(
            o.DetailedScan,
            "act",
            by_order(refuse_scan),
            resolve_scan,
        ),
        OrderRules(
            o.Scramble,
            "act",
            by_order(refuse_scramble),
            resolve_scramble,
        ),
        OrderRules(
            o.Unscramble,
            "act",
            by_order(refuse_unscramble),
            resolve_unscramble,
        ),
        OrderRules(
            o.RaiseDefense,
            "act",
            refuse_raising_now,
            resolve_raising,
        ),
        OrderRules(o.RaiseDefense, "defense", refuse_defense),
        OrderRules(
            o.DisableDefense,
            "act",
            by_order(refuse_disabling),
            resolve_disabling,
        ),
    ),
    events=(
        e.ActiveEcmDeclared,
        e.CommsBoosted,
        e.Authorized,
        e.EwDeclared,
        e.Contested,
        e.Scanned,
        e.Scrambled,
        e.Unscrambled,
        e.DefenseRaised,
        e.DefenseLost,
        e.DefensePhaseOpened,
        e.DefenseFirstChosen,
        e.DefensePassed,
    ),
    words={
        e.ActiveEcmDeclared: w.jammed,
        e.CommsBoosted: w.boosted,
        e.Authorized: w.authorized,
        e.EwDeclared: w.declared,
        e.Contested: w.contested,
        e.Scanned: w.scanned,
        e.Scrambled: w.scrambled,
        e.Unscrambled: w.unscrambled,
        e.DefenseRaised: w.raised,
        e.DefenseLost: w.lost,
        e.DefensePassed: w.passed,
    },
)
