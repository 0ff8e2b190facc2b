"""2.6.7 and 3.4: what is declared of attacks."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.tactical.attacks import events as e
from gearlock.systems.tactical.attacks import words as w
from gearlock.systems.tactical.attacks.answers import refuse_own
from gearlock.systems.tactical.attacks.clips import offer_clips, refuse_clip, resolve_clip
from gearlock.systems.tactical.attacks.designating import offer_designating, refuse_designating, resolve_designating
from gearlock.systems.tactical.attacks.firing import VOLLEY, refuse_further, resolve_attack
from gearlock.systems.tactical.attacks.observing import offer_observing, refuse_observing, resolve_observing
from gearlock.systems.tactical.attacks.orders import (
    Attack,
    ChangeClip,
    Designate,
    HoldFire,
    Observe,
)
from gearlock.systems.tactical.attacks.snap_fire import SNAP, refuse_hold, refuse_snap
from gearlock.systems.tactical.sensors.orders import Sweep
from gearlock.systems.tactical.state import State, Unit

ATTACKS: Chapter[State] = Chapter(
    "2.6.7: Ranged Combat",
    orders=(
        OrderRules(Attack, "act", refuse_own, resolve_attack),
        OrderRules(Attack, SNAP, refuse_snap),
        OrderRules(Attack, VOLLEY, refuse_further),
        OrderRules(HoldFire, SNAP, refuse_hold),
        OrderRules(Observe, "act", by_order(refuse_observing), resolve_observing),
        OrderRules(Observe, SNAP, refuse_snap),
        OrderRules(Sweep, SNAP, refuse_snap),
        OrderRules(Designate, "act", by_order(refuse_designating), resolve_designating),
        OrderRules(Designate, SNAP, refuse_snap),
        OrderRules(ChangeClip, "act", by_order(refuse_clip), resolve_clip),
    ),
    events={
        e.AttackDeclared: w.declared,
        e.AttackMet: w.met,
        e.LinkMissed: w.link_missed,
        e.BlastSpread: w.blast,
        e.Concussed: w.concussed,
        e.Scattered: w.scattered,
        e.TinyHit: w.tiny,
        e.ObservingBegun: w.observing,
        e.FireObserved: w.observed,
        e.DesignationBegun: w.designating,
        e.Designated: w.designated,
        e.ClipChanged: w.clip,
        e.FireHeld: None,
        e.MovementEnded: None,
    },
)


def offer_other_fire(state: State, unit: Unit) -> Iterator[Option]:
    """What else a unit may do with an Action of its weapons: observe, mark, reload."""
    yield from offer_observing(state, unit)
    yield from offer_designating(state, unit)
    yield from offer_clips(state, unit)
