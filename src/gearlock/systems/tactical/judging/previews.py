"""What every order would mean before it is given, and what it is paid with: one table of each."""

from __future__ import annotations

from typing import Any

from gearlock.kernel.chapters import Previews
from gearlock.kernel.orders import Order
from gearlock.kernel.view import Preview
from gearlock.systems.tactical.attacks.orders import Attack, ChangeClip, Designate, Observe
from gearlock.systems.tactical.attacks.targets import cost_of
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.command.orders import SpendPoint, Warn
from gearlock.systems.tactical.deployment.orders import Deploy, Hide
from gearlock.systems.tactical.dice_tests.intelligence import UseIntelligence
from gearlock.systems.tactical.fires.orders import SetFire
from gearlock.systems.tactical.ground_targets.orders import Demolish, Saturate
from gearlock.systems.tactical.judging import deeds as d
from gearlock.systems.tactical.judging import moves as m
from gearlock.systems.tactical.judging import support as s
from gearlock.systems.tactical.judging.attacks import preview_attack
from gearlock.systems.tactical.judging.minding import minded, preview_leaving, preview_taking, preview_wrecking
from gearlock.systems.tactical.judging.paying_off import cancelling_cost, preview_cancelling
from gearlock.systems.tactical.judging.toy_previews import TOY_PREVIEWS
from gearlock.systems.tactical.melee.orders import Strike, Throw
from gearlock.systems.tactical.missions.orders import LeaveTable, TakeObject, WreckObject
from gearlock.systems.tactical.movement.orders import Move, Ram, ShiftSpeed
from gearlock.systems.tactical.rounds.hiding import Reveal
from gearlock.systems.tactical.rounds.orders import Activate, Declare, EndActivation, Settle
from gearlock.systems.tactical.sensors.orders import LaunchSmoke
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.subplots.orders import CallTraitor, ClearWeapon, Rally
from gearlock.systems.tactical.support.orders import BuySupport, CallBarrage, Fly, Intercept, NameSpotter, Strafe
from gearlock.systems.tactical.victory_points.orders import (
    BuyClip,
    BuyCondition,
    BuyCover,
    BuyPriority,
    BuyReinforcement,
    BuySalvo,
    CancelDamage,
)

FOUGHT_ON = 0.5
"""What a unit more is worth in the line."""
WARNED = 0.1
"""What two points of defense are worth, roughly, before the dice."""


def preview_nothing(_state: State, _seat: str, _order: Order) -> Preview:
    """An order that says all by itself."""
    return Preview()


def preview_warning(_state: State, _seat: str, _order: Warn) -> Preview:
    """Two points of defense, less the Command Point."""
    return Preview(gives=WARNED - m.A_POINT)


def preview_condition(_state: State, _seat: str, _order: Order) -> Preview:
    """Weather for both sides is worth nothing by itself, nor is the rest worth points that win campaigns."""
    return Preview(gives=-WARNED)


def preview_rally(_state: State, _seat: str, _order: Rally) -> Preview:
    """Somebody fights on."""
    return Preview(gives=FOUGHT_ON)


def preview_traitor(_state: State, _seat: str, _order: CallTraitor) -> Preview:
    """A unit more, and the enemy one fewer: better now than later, when it may be lost."""
    return Preview(gives=2 * FOUGHT_ON)


def action_cost(state: State, _seat: str, order: Any) -> str:
    """So many Actions of those left."""
    unit = state.units.get(order.unit)
    count = cost_of(order) if isinstance(order, Attack) else 1
    return "" if unit is None else f"{count} Action{'s' * (count != 1)} of {unit.actions}"


def point_cost(state: State, seat: str, _order: Any) -> str:
    """A Command Point of those left."""
    left = {kind: state.points.get(f"{kind}:{seat}", 0) for kind in ("ICP", "TCP")}
    return f"1 Command Point of {sum(left.values())}"


PREVIEWS: Previews[State] = Previews(
    {
        **dict.fromkeys(BOOK.orders, m.staying(preview_nothing)),
        Attack: m.staying(minded(preview_attack)),
        Strike: m.staying(minded(d.preview_strike)),
        Throw: m.staying(minded(d.preview_throw)),
        Ram: d.preview_ram,
        Saturate: m.staying(minded(d.preview_saturation)),
        Demolish: m.staying(minded(preview_nothing)),
        SetFire: m.staying(minded(preview_nothing)),
        Observe: m.staying(minded(d.preview_observing)),
        Designate: m.staying(minded(d.preview_designating)),
        LeaveTable: preview_leaving,
        WreckObject: m.staying(preview_wrecking),
        TakeObject: m.staying(preview_taking),
        ChangeClip: m.staying(d.preview_clip),
        Move: m.preview_move,
        Settle: m.preview_settling,
        ShiftSpeed: m.preview_shift,
        LaunchSmoke: m.preview_smoke,
        EndActivation: m.preview_waiting,
        Activate: m.preview_activation,
        Declare: m.preview_declaring,
        Deploy: m.preview_deploy,
        Hide: m.preview_deploy,
        SpendPoint: m.preview_point,
        Warn: preview_warning,
        CancelDamage: preview_cancelling,
        **TOY_PREVIEWS,
        **dict.fromkeys((BuyCondition, BuySalvo, BuyCover, BuyReinforcement, BuyPriority, BuyClip), preview_condition),
        BuySupport: s.preview_buying,
        NameSpotter: s.preview_spotter,
        CallBarrage: m.staying(minded(s.preview_call)),
        Fly: s.preview_fly,
        Strafe: s.preview_strafe,
        Intercept: s.preview_intercept,
        UseIntelligence: s.preview_reroll,
        Reveal: s.preview_reveal,
        Rally: preview_rally,
        CallTraitor: preview_traitor,
    },
    {
        **dict.fromkeys(
            (Attack, Strike, Throw, Ram, Saturate, Observe, Designate, ChangeClip, CallBarrage, ClearWeapon),
            action_cost,
        ),
        SpendPoint: point_cost,
        Warn: point_cost,
        CancelDamage: cancelling_cost,
    },
)
