"""8, 10 and 11: attacks: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.blitz.attacks import events as e
from gearlock.systems.blitz.attacks import words as w
from gearlock.systems.blitz.attacks.answers import refuse_attack
from gearlock.systems.blitz.attacks.exchange import resolve_attack, resolve_trace
from gearlock.systems.blitz.attacks.indirect_fire import refuse_chained, refuse_trace
from gearlock.systems.blitz.attacks.orders import Attack, IndirectFire, RollFirst, SnapFire, StandBy
from gearlock.systems.blitz.attacks.sequence import refuse_first
from gearlock.systems.blitz.attacks.snap_fire import refuse_snap_fire
from gearlock.systems.blitz.attacks.standby import refuse_stand_by, resolve_stand_by
from gearlock.systems.blitz.state import State

ATTACKS: Chapter[State] = Chapter(
    "8, 10, 11: attacks",
    orders=(
        OrderRules(Attack, "act", by_order(refuse_attack), resolve_attack),
        OrderRules(SnapFire, "snap", refuse_snap_fire),
        OrderRules(IndirectFire, "act", by_order(refuse_trace), resolve_trace),
        OrderRules(IndirectFire, "chain", refuse_chained),
        OrderRules(RollFirst, "exchange", refuse_first),
        OrderRules(StandBy, "act", by_order(refuse_stand_by), resolve_stand_by),
    ),
    events={
        e.AttackDeclared: w.declared,
        e.AttackRolled: w.rolled,
        e.ExchangeEnded: None,
        e.RangeMeasured: w.measured,
        e.StoodBy: w.stood_by,
        e.StandbyLost: w.standby_lost,
    },
)
