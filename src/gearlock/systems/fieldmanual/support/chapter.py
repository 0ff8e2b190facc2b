"""Support: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.fieldmanual.attacks.orders import Attack
from gearlock.systems.fieldmanual.movement.moving import refuse_move
from gearlock.systems.fieldmanual.movement.orders import Move
from gearlock.systems.fieldmanual.rounds.activation import refuse_end
from gearlock.systems.fieldmanual.rounds.orders import EndActivation
from gearlock.systems.fieldmanual.sensors.orders import ActiveLock, ForwardObserve
from gearlock.systems.fieldmanual.state import State
from gearlock.systems.fieldmanual.support import air_events as a
from gearlock.systems.fieldmanual.support import airdrop, airstrikes, artillery, entering, flying, strikes
from gearlock.systems.fieldmanual.support import events as e
from gearlock.systems.fieldmanual.support import orders as o
from gearlock.systems.fieldmanual.support import words as w
from gearlock.systems.fieldmanual.support.allocation import refuse_buy, refuse_end_allocation
from gearlock.systems.fieldmanual.support.assets import refuse_assign
from gearlock.systems.fieldmanual.support.reserves import refuse_bring_in

SUPPORT: Chapter[State] = Chapter(
    "Scenarios: support",
    orders=(
        OrderRules(o.Buy, "support", refuse_buy),
        OrderRules(o.EndAllocation, "support", refuse_end_allocation),
        OrderRules(o.BringIn, "reserves", refuse_bring_in),
        OrderRules(
            o.Enter, "enter", entering.refuse_enter, None, entering.guess_enter, entering.TRIES + 1, entering.aim_enter
        ),
        OrderRules(Move, "come in", by_order(refuse_move)),
        OrderRules(EndActivation, "come in", refuse_end),
        OrderRules(
            o.AirDrop, "air drop", airdrop.refuse_air_drop, None, airdrop.guess_air_drop, airdrop.TRIES,
            airdrop.aim_air_drop,
        ),
        OrderRules(
            o.DropModel, "drop", airdrop.refuse_drop_model, None, airdrop.guess_drop, airdrop.TRIES, airdrop.aim_drop
        ),
        OrderRules(
            o.CallArtillery, "act", by_order(artillery.refuse_call), artillery.resolve_call, artillery.guess_call,
            aim=artillery.aim_call,
        ),
        OrderRules(o.CorrectFire, "correct fire", artillery.refuse_correction),
        OrderRules(o.FireStrike, "strike", strikes.refuse_strike),
        OrderRules(
            o.Shell, "friendly fire", strikes.refuse_shell, None, strikes.guess_shell, aim=strikes.aim_shell
        ),
        OrderRules(o.CallAirstrike, "act", by_order(airstrikes.refuse_airstrike), airstrikes.resolve_airstrike),
        OrderRules(
            o.PlaceAirstrike, "place airstrike", airstrikes.refuse_placing, None, airstrikes.guess_placing,
            airstrikes.TRIES, airstrikes.aim_placing,
        ),
        OrderRules(o.TakeFlight, "airstrike", flying.refuse_take_flight),
        OrderRules(o.Fly, "fly", flying.refuse_fly, None, flying.guess_fly, aim=flying.aim_fly),
        OrderRules(o.EndFlight, "fly", flying.refuse_end_flight, None, flying.guess_turn, aim=flying.aim_turn),
        OrderRules(Attack, "fly", flying.refuse_air_attack),
        OrderRules(ActiveLock, "fly", flying.refuse_air_lock),
        OrderRules(ForwardObserve, "fly", flying.refuse_air_observation),
        OrderRules(o.AssignAction, "assign action", refuse_assign),
    ),
    events={
        e.AllocationTurn: None,
        e.Bought: w.bought,
        e.Allocated: None,
        e.SupportShown: w.shown,
        e.AssetRaised: w.asset,
        e.DroneAssigned: w.drone,
        e.ArrivalSettled: w.arrival,
        e.SupportSettled: w.settled,
        e.StageBegun: w.stage,
        e.SupportTurn: None,
        e.SupportEnded: None,
        e.ReservesTried: w.tried,
        e.ReservesHeld: None,
        e.Entered: w.entered,
        e.EntryEnded: None,
        e.DropPointChosen: w.drop_point,
        e.Dropped: w.dropped,
        e.DropEnded: None,
        e.GunsReady: None,
        e.CallPaid: w.paid,
        e.StrikeCalled: w.strike_called,
        e.FireCorrected: w.corrected,
        e.StrikeLanded: w.strike_landed,
        e.FriendlyFireRolled: w.friendly,
        a.AirstrikeCalled: w.air_called,
        a.AirstrikePlaced: w.air_placed,
        a.FlightBegun: None,
        a.Flew: None,
        a.FlightEnded: w.flight_ended,
        a.PassEnded: None,
        a.AirstrikeLeft: w.air_left,
        a.AirstrikeCrashed: w.crashed,
        e.ActionAssigned: w.assigned,
    },
)  # fmt: skip
