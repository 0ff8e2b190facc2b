"""2.6.3, 3.2.7: what is declared of transports."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.transports import events as e
from gearlock.systems.tactical.transports import words as w
from gearlock.systems.tactical.transports.hitching import refuse_hitch, refuse_unhitch, resolve_hitch, resolve_unhitch
from gearlock.systems.tactical.transports.orders import Board, Disembark, Hitch, Unhitch
from gearlock.systems.tactical.transports.passengers import (
    aim_disembark,
    guess_disembark,
    refuse_board,
    refuse_disembark,
    resolve_board,
    resolve_disembark,
)

TRANSPORTS: Chapter[State] = Chapter(
    "3.2.7: Passengers and Towing",
    orders=(
        OrderRules(Board, "act", by_order(refuse_board), resolve_board),
        OrderRules(Disembark, "act", by_order(refuse_disembark), resolve_disembark, guess_disembark, aim=aim_disembark),
        OrderRules(Hitch, "act", by_order(refuse_hitch), resolve_hitch),
        OrderRules(Unhitch, "act", by_order(refuse_unhitch), resolve_unhitch),
    ),
    events={
        e.Boarded: w.boarded,
        e.Disembarked: w.disembarked,
        e.Hitched: w.hitched,
        e.Unhitched: w.unhitched,
    },
)
