"""What every order would mean before it is given, and what it is paid with: one table of each."""

from __future__ import annotations

from gearlock.kernel.chapters import Previews
from gearlock.systems.fieldmanual.attacks.orders import Attack
from gearlock.systems.fieldmanual.book import BOOK
from gearlock.systems.fieldmanual.deployment.orders import Deploy
from gearlock.systems.fieldmanual.impacts.orders import CountAsRam, Ram
from gearlock.systems.fieldmanual.judging import moves
from gearlock.systems.fieldmanual.judging.attacks import preview_answer
from gearlock.systems.fieldmanual.judging.decisions import preview_nothing
from gearlock.systems.fieldmanual.judging.melee import preview_count, preview_ram, preview_strike
from gearlock.systems.fieldmanual.judging.moves import staying
from gearlock.systems.fieldmanual.judging.signals import ANSWERS, SIGNALS
from gearlock.systems.fieldmanual.melee.orders import Strike
from gearlock.systems.fieldmanual.movement.orders import Climb, Decelerate, Jump, Move, QuickTurn
from gearlock.systems.fieldmanual.rounds.orders import Activate, EndActivation
from gearlock.systems.fieldmanual.state import State

PREVIEWS: Previews[State] = Previews(
    {
        **dict.fromkeys(BOOK.orders, staying(preview_nothing)),
        **{order: staying(shown) for order, shown in SIGNALS.items()},
        **ANSWERS,
        Attack: staying(preview_answer),
        Strike: staying(preview_strike),
        Ram: staying(preview_ram),
        CountAsRam: preview_count,
        **dict.fromkeys((Move, Climb, Jump), moves.preview_move),
        **dict.fromkeys((Decelerate, QuickTurn), moves.preview_quick),
        EndActivation: moves.preview_waiting,
        Activate: moves.preview_activation,
        Deploy: moves.preview_deploy,
    },
    {},
)
