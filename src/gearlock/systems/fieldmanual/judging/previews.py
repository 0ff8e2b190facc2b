"""What every order would mean before it is given, and what it is paid with: one table of each."""

from __future__ import annotations

from gearlock.kernel.chapters import Previews, Show
from gearlock.kernel.orders import Order
from gearlock.systems.fieldmanual.attacks.orders import Attack, Reload
from gearlock.systems.fieldmanual.book import BOOK
from gearlock.systems.fieldmanual.command.orders import Command, Reroll, RerollOther, Uplink
from gearlock.systems.fieldmanual.damage.orders import ShakeStun
from gearlock.systems.fieldmanual.deployment.orders import Deploy
from gearlock.systems.fieldmanual.electronic_warfare.orders import Counter, Home, Jam
from gearlock.systems.fieldmanual.impacts.orders import CountAsRam, Ram
from gearlock.systems.fieldmanual.judging import moves
from gearlock.systems.fieldmanual.judging.afterwards import LEFT, afterwards, left_by_attack
from gearlock.systems.fieldmanual.judging.attacks import preview_answer
from gearlock.systems.fieldmanual.judging.costs import action_cost, penalty_cost, point_cost
from gearlock.systems.fieldmanual.judging.decisions import preview_nothing
from gearlock.systems.fieldmanual.judging.keeping import KEEPING, STAYING
from gearlock.systems.fieldmanual.judging.melee import preview_count, preview_ram, preview_strike
from gearlock.systems.fieldmanual.judging.moves import staying
from gearlock.systems.fieldmanual.judging.signals import ANSWERS, SIGNALS
from gearlock.systems.fieldmanual.melee.orders import Strike
from gearlock.systems.fieldmanual.missions.orders import Scout
from gearlock.systems.fieldmanual.movement.orders import Climb, Decelerate, Jump, Move, QuickTurn
from gearlock.systems.fieldmanual.reactions.orders import DeclareFire, StandBy, TakePartingShot
from gearlock.systems.fieldmanual.rounds.orders import Activate, EndActivation
from gearlock.systems.fieldmanual.sensors.orders import ActiveLock, ForwardObserve
from gearlock.systems.fieldmanual.smoke_and_light.orders import LaunchSmoke
from gearlock.systems.fieldmanual.special_actions.orders import Coordinate, GoHullDown, Hide, OffsetPenalty
from gearlock.systems.fieldmanual.state import State

PAID_WITH_ACTIONS = (
    Attack, Strike, Ram, ActiveLock, ForwardObserve, Coordinate, StandBy, Uplink, Jam, Counter, Home, GoHullDown, Hide,
    LaunchSmoke, Reload, Scout, DeclareFire, ShakeStun,
)  # fmt: skip


def _where_it_is(order: type[Order], shown: Show[State]) -> Show[State]:
    """An order that leaves the model where it is, with the danger it is in afterwards."""
    return afterwards(shown, LEFT[order]) if order in LEFT else staying(shown)


PREVIEWS: Previews[State] = Previews(
    {
        **{order: _where_it_is(order, preview_nothing) for order in BOOK.orders},
        **{order: _where_it_is(order, shown) for order, shown in (*SIGNALS.items(), *STAYING.items())},
        **KEEPING,
        **ANSWERS,
        Attack: afterwards(preview_answer, left_by_attack),
        Strike: staying(preview_strike),
        Ram: staying(preview_ram),
        CountAsRam: preview_count,
        **dict.fromkeys((Move, Climb, Jump), moves.preview_move),
        **dict.fromkeys((Decelerate, QuickTurn), moves.preview_quick),
        EndActivation: moves.preview_waiting,
        Activate: moves.preview_activation,
        Deploy: moves.preview_deploy,
    },
    {
        **dict.fromkeys(PAID_WITH_ACTIONS, action_cost),
        **dict.fromkeys((Command, Reroll, RerollOther, TakePartingShot), point_cost),
        OffsetPenalty: penalty_cost,
    },
)
