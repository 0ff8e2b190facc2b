"""8.1, 8.3 and 8.4: electronic warfare: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.brigands.electronic_warfare import events as e
from gearlock.systems.brigands.electronic_warfare import orders as o
from gearlock.systems.brigands.electronic_warfare import words as w
from gearlock.systems.brigands.electronic_warfare.answers import refuse_raising_now
from gearlock.systems.brigands.electronic_warfare.contest import refuse_jam
from gearlock.systems.brigands.electronic_warfare.defending import (
    refuse_defense,
    refuse_disabling,
    resolve_disabling,
    resolve_raising,
)
from gearlock.systems.brigands.electronic_warfare.scanning import refuse_scan, resolve_scan
from gearlock.systems.brigands.electronic_warfare.scrambling import (
    refuse_scramble,
    refuse_unscramble,
    resolve_scramble,
    resolve_unscramble,
)
from gearlock.systems.brigands.state import State

ELECTRONIC_WARFARE: Chapter[State] = Chapter(
    "8.1, 8.3 and 8.4: electronic warfare",
    orders=(
        OrderRules(o.Jam, "jam", refuse_jam),
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
    events={
        e.ActiveEcmDeclared: w.jammed,
        e.EwDeclared: w.declared,
        e.Contested: w.contested,
        e.Scanned: w.scanned,
        e.Scrambled: w.scrambled,
        e.Unscrambled: w.unscrambled,
        e.DefenseRaised: w.raised,
        e.DefenseLost: w.lost,
        e.DefensePhaseOpened: None,
        e.DefenseFirstChosen: None,
        e.DefensePassed: w.passed,
    },
)
