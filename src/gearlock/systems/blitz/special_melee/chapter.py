"""12: special melee attacks: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.blitz.special_melee import events as e
from gearlock.systems.blitz.special_melee import words as w
from gearlock.systems.blitz.special_melee.bodies import refuse_brute_force, refuse_crush, refuse_ram
from gearlock.systems.blitz.special_melee.orders import BruteForce, Crush, Ram, Shove
from gearlock.systems.blitz.special_melee.special_melee import (
    refuse_free_ram,
    refuse_shove,
    resolve_brute_force,
    resolve_crush,
    resolve_ram,
)
from gearlock.systems.blitz.state import State

SPECIAL_MELEE: Chapter[State] = Chapter(
    "12: special melee attacks",
    orders=(
        OrderRules(BruteForce, "act", by_order(refuse_brute_force), resolve_brute_force),
        OrderRules(Shove, "shove", refuse_shove),
        OrderRules(Ram, "act", by_order(refuse_ram), resolve_ram),
        OrderRules(Ram, "free-ram", refuse_free_ram),
        OrderRules(Crush, "act", by_order(refuse_crush), resolve_crush),
    ),
    events={e.Grappled: w.grappled, e.Pressed: w.pressed},
)
