"""3.4.5: walking fire: one Action with a burst over several targets."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.attacks.ammunition import rof_paid
from gearlock.systems.tactical.attacks.orders import Attack
from gearlock.systems.tactical.cards import Mount
from gearlock.systems.tactical.damage.amounts import fragmented
from gearlock.systems.tactical.infantry.massed_fire import rof_of
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.switches import BURST_FIRE
from gearlock.table.measure import distance

RULE = "tactical.3.4.5-walking"
WALKED = "walked"
"""Behind the target in `Unit.fired`: it was attacked by walking fire."""


@rule("tactical.3.4.5-walking")
@heeds("tactical.7.2.2-fragmentation", "tactical.3.4.5")
def refuse_walked(state: State, unit: Unit, mount: Mount, order: Attack) -> Refusal | None:
    """Why fire cannot be walked so: a point of ROF for each further target, nobody twice, nothing else besides.

    Only ROF that the rounds left pay for counts, with what fragments add to it; a weapon without a ROF of its own does
    not walk them. And whom walking fire attacks the same weapon attacks once a round.
    """
    for target in (order.target, *order.others):
        walked = f"{mount.id}:{target}:{WALKED}" in unit.fired
        if walked or (order.others and f"{mount.id}:{target}" in unit.fired):
            message = f"With walking fire the {mount.id} attacks each target once a round; {target} was one."
            return Refusal("twice", RULE, message, {"target": target})
    if not order.others:
        return None
    if order.fragments and mount.weapon.rof < 1:
        message = f"The {mount.id} has no ROF of its own: it does not walk its fragments over several targets."
        return Refusal("fragments", "tactical.7.2.2-fragmentation", message)
    rof = rof_paid(state, unit, mount, order.rof)
    if order.fragments:
        _, rof = fragmented(0, rof)
    if not state.switch(BURST_FIRE) or len(order.others) > rof:
        message = f"Each target after the first takes a point of ROF: with ROF {rof} the {mount.id} walks over "
        return Refusal("walking", RULE, message + f"{rof + 1} target{'s' * (rof > 0)} at most.", {"rof": rof})
    if len({order.target, *order.others}) <= len(order.others):
        return Refusal("twice", RULE, "Walking fire attacks each target once.")
    if order.called or order.linked:
        return Refusal("walking", RULE, "Walking fire is neither called at a system nor fired by a link.")
    return None


@heeds("tactical.3.4.5-walking")
def most_targets(unit: Unit, mount: Mount) -> int:
    """How many targets a weapon could walk over."""
    return 1 + rof_of(unit, mount)


def walks(unit: Unit, targets: list[Unit], rof: int) -> Iterator[tuple[str, ...]]:
    """Sets of targets worth offering: each with the one nearest to it, and as many as there can be, nearest first."""
    seen: set[frozenset[str]] = set()
    for first in targets:
        others = _nearest(first, [other for other in targets if other.id != first.id])
        if others and frozenset((first.id, others[0].id)) not in seen:
            seen.add(frozenset((first.id, others[0].id)))
            yield first.id, others[0].id
    every = tuple(other.id for other in _nearest(unit, targets)[: 1 + rof])
    if len(every) > 2:
        yield every


def _nearest(to: Unit, others: list[Unit]) -> list[Unit]:
    return sorted(others, key=lambda other: (distance(to.x, to.y, other.x, other.y), other.id))
