"""Attacks one after another: each begins in every state the ones before it can leave, with exact weights."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from gearlock.kernel.errors import BadInput
from gearlock.kernel.gunnery import Branch, Gunnery, Outcomes, Share, Terms, Toll, gathered, merged
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.registry import AnySystem

WIDEST = 20_000
"""How many different states are followed at most."""


class Course(NamedTuple):
    """Attacks to be made on one target, and how: with an answer each time or none, with an aid on the first."""

    orders: tuple[Order, ...]
    target: str
    reply: bool = False
    aid: str = ""


def gunnery_of(system: AnySystem) -> Gunnery[Any]:
    """The gunnery of a system; one without any says so."""
    if system.gunnery is None:
        raise BadInput(f"{system.name} has no odds of laid-out attacks.")
    return system.gunnery


def follow(system: AnySystem, state: Any, course: Course) -> Iterator[Outcomes[Any]]:
    """What has come of a course after its first attack, after its second, and so on.

    Whoever can no longer attack, or has nothing left to attack, does not.
    """
    held = Outcomes(1, [_unhurt(state)])
    for number, order in enumerate(course.orders):
        last = number + 1 == len(course.orders)
        aid = "" if number else course.aid
        shares: list[Share[Any]] = []
        for branch in held.branches:
            for share in _attacked(gunnery_of(system), branch, order, course, Terms(None, aid, (), not last)):
                ways, out_of = branch.weight * share.ways, held.total * share.out_of
                shares.append(Share(ways, out_of, share.tolls, share.state))
        held = gathered(merged(shares, None if last else system.encode))
        if len(held.branches) > WIDEST:
            raise BadInput(f"After {number + 1} attacks more than {WIDEST} different things can have happened.")
        yield held


def _unhurt(state: Any) -> Any:
    return gathered([Share(1, 1, {}, state)]).branches[0]


def _attacked(
    gunnery: Gunnery[Any], branch: Branch[Any], order: Order, course: Course, terms: Terms
) -> Iterator[Share[Any]]:
    """All that one more attack leads to from here."""
    ready, tolls = gunnery.ready(branch.state, order), branch.tolls
    if isinstance(ready, Refusal) or tolls.get(course.target, Toll()).destroyed:
        yield Share(1, 1, tolls, branch.state)
        return
    reply = best_reply(gunnery, ready, order) if course.reply else None
    about = (course.target,) if reply is None else (course.target, getattr(order, "unit", ""))
    found = gunnery.outcomes(ready, order, terms._replace(reply=reply, about=about))
    for new in found.branches:
        both = {unit: tolls.get(unit, Toll()).then(toll) for unit, toll in new.tolls.items()}
        yield Share(new.weight, found.total, {**tolls, **both}, new.state)


def best_reply(gunnery: Gunnery[Any], state: Any, order: Order) -> Order | None:
    """The answer that costs the attacker most on average; None if there is none."""
    attacker, best, most = getattr(order, "unit", ""), None, -1.0
    for reply in gunnery.replies(state, order):
        found = gunnery.outcomes(state, order, Terms(reply, about=(attacker,), ends=False))
        mean = sum(branch.weight * branch.tolls[attacker].damage for branch in found.branches) / found.total
        if mean > most:
            best, most = reply, mean
    return best
