"""5 and 6.3: attacking, and Snap Fire in answer: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.brigands.attacking import events as e
from gearlock.systems.brigands.attacking import words as w
from gearlock.systems.brigands.attacking.answers import aim_point, guess_point, refuse_attack
from gearlock.systems.brigands.attacking.demolition import refuse_demolition
from gearlock.systems.brigands.attacking.exchange import resolve_attack
from gearlock.systems.brigands.attacking.orders import Attack, Demolish, SnapFire
from gearlock.systems.brigands.attacking.siege import resolve_demolition
from gearlock.systems.brigands.attacking.siege_answers import aim_building, guess_building
from gearlock.systems.brigands.attacking.snap_fire import refuse_snap_fire
from gearlock.systems.brigands.state import State

ATTACKING: Chapter[State] = Chapter(
    "5 and 6.3: attacking, and Snap Fire in answer",
    orders=(
        OrderRules(
            Attack,
            "act",
            refuse_attack,
            resolve_attack,
            guess_point,
            aim=aim_point,
        ),
        OrderRules(Demolish, "act", by_order(refuse_demolition), resolve_demolition, guess_building, aim=aim_building),
        OrderRules(SnapFire, "snap", refuse_snap_fire),
    ),
    events={
        e.AttackDeclared: w.attack,
        e.AttackRolled: w.rolled,
        e.BuildingRolled: w.building_rolled,
        e.SnapFireDeclared: w.snap,
        e.ExchangeEnded: None,
    },
)
