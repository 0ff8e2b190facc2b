"""2.6.4: what is declared of it."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.tactical.command import events as e
from gearlock.systems.tactical.command import words as w
from gearlock.systems.tactical.command.orders import SpendPoint, Warn
from gearlock.systems.tactical.command.points import (
    WARNING,
    WINDOW,
    aim_spending,
    guess_spending,
    refuse_spending,
    refuse_warn,
    resolve_spending,
)
from gearlock.systems.tactical.state import State

COMMAND: Chapter[State] = Chapter(
    "2.6.4: Command Points",
    orders=(
        OrderRules(
            SpendPoint,
            ("act", WINDOW, "snap fire", "activate"),
            refuse_spending,
            resolve_spending,
            guess_spending,
            aim=aim_spending,
        ),
        OrderRules(Warn, WARNING, refuse_warn),
    ),
    events={e.TacticsRolled: w.tactics, e.PointSpent: w.spent},
)
