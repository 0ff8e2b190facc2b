"""4.1.3: what is declared of support."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.tactical.rounds.activation import ACT
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.support import air as a
from gearlock.systems.tactical.support import buying as b
from gearlock.systems.tactical.support import calling as c
from gearlock.systems.tactical.support import events as e
from gearlock.systems.tactical.support import interception as i
from gearlock.systems.tactical.support import orders as o
from gearlock.systems.tactical.support import words as w

SUPPORT: Chapter[State] = Chapter(
    "4.1.3: Support",
    orders=(
        OrderRules(o.BuySupport, b.BUY, b.refuse_buying),
        OrderRules(o.NameSpotter, b.SPOT, b.refuse_spotter),
        OrderRules(o.CallBarrage, (ACT, c.CALL), c.refuse_call, c.resolve_call, guess=c.guess_call, aim=c.aim_call),
        OrderRules(o.Fly, i.FLY, i.refuse_flight, guess=i.guess_flight, aim=i.aim_flight),
        OrderRules(o.Strafe, a.STRAFE, a.refuse_strafe),
        OrderRules(o.Intercept, i.INTERCEPT, i.refuse_interception),
    ),
    events={
        e.SupportBought: w.bought,
        e.SpotterNamed: w.spotter,
        e.BuyingDone: None,
        e.IntelligenceGiven: w.intelligence,
        e.SupportSettled: w.settled,
        e.BarrageCalled: w.called,
        e.CallAnswered: w.answered,
        e.BarrageLanded: w.landed,
        e.BarrageMet: w.barrage_met,
        e.StepFourWent: None,
        e.ReservesCame: None,
        e.Arrived: w.arrived,
        e.ClipsCame: w.clips_came,
        e.RunFlown: w.flown,
        e.AirAttackMet: w.air_met,
        e.PlaneSent: w.sent,
        e.RunEnded: w.ended,
        e.Intercepted: w.intercepted,
    },
)
