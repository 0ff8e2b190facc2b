"""5: attacking: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.brigands.attacking import events as e
from gearlock.systems.brigands.attacking import words as w
from gearlock.systems.brigands.attacking.answers import aim_point, guess_point, refuse_attack
from gearlock.systems.brigands.attacking.exchange import resolve_attack
from gearlock.systems.brigands.attacking.orders import Attack
from gearlock.systems.brigands.state import State

ATTACKING: Chapter[State] = Chapter(
    "5: attacking",
    orders=(
        OrderRules(
            Attack,
            "act",
            refuse_attack,
            resolve_attack,
            guess_point,
            aim=aim_point,
        ),
    ),
    events=(
        e.AttackDeclared,
        e.AttackRolled,
        e.MarginalHitRolled,
        e.MarginalHitsRolled,
        e.Damaged,
        e.Afflicted,
        e.ExchangeEnded,
    ),
    words={
        e.AttackDeclared: w.attack,
        e.AttackRolled: w.rolled,
        e.MarginalHitRolled: w.marginal,
        e.MarginalHitsRolled: w.marginals,
        e.Damaged: w.damaged,
        e.Afflicted: w.afflicted,
    },
)
