"""Defense of Combined Models: one pool for all bases that an attack affects, peeled from the top base by base."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.dice import Faces
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice, sum_of
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.systems.fieldmanual.combined_models.events import PoolShared
from gearlock.systems.fieldmanual.combined_models.orders import DefendNext
from gearlock.systems.fieldmanual.dice_tests.tests import SIX, Test
from gearlock.systems.fieldmanual.state import State

RULE = "fieldmanual.combined-defense"
NEXT = "defend next"
"""The question which of several bases with equal Cover the next best dice are for."""
Throw: TypeAlias = Callable[[Ctx[State], Test], Script[Result]]
"""How a test is thrown, with whatever may be done to it."""


class Defender(NamedTuple):
    """A base that an attack affects: its Cover, the lines of its own Defense, the least it comes to."""

    base: str
    cover: tuple[int, bool]
    """Level, and whether Solid terrain is part of it: the greatest is the best."""
    lines: tuple[Modifier, ...]
    least: int = 0
    attack: int = 0
    """What it defends against."""


@rule("fieldmanual.combined-defense")
def peeled(faces: Faces, bases: int, skill: int) -> list[int]:
    """What the dice of a pool come to for one base after another, the highest left out each time; 0 is a Fumble.

    Each 6 beyond the first adds 1, but no base counts more of them than its Defense Skill.
    """
    left = sorted(faces, reverse=True)
    found = []
    for number in range(bases):
        rest = left[number:]
        sixes = min(rest.count(SIX), max(skill, 1))
        found.append(0 if not rest or rest[0] == 1 else rest[0] + max(0, sixes - 1))
    return found


@heeds("fieldmanual.combined-defense", "fieldmanual.dice-modifiers", "fieldmanual.hull-down")
def total_of(bare: int, defender: Defender) -> int:
    """A base's Defense: its dice with its own modifiers, nothing added to a Fumble, and never less than its minimum."""
    return max(max(0, bare + sum_of(defender.lines)[1]) if bare else 0, defender.least)


@heeds("fieldmanual.combined-defense")
def resolve_defense(ctx: Ctx[State], defenders: Sequence[Defender], test: Test, throw: Throw) -> Script[dict[str, int]]:
    """Throw one pool for several bases of a Combined Model, and give each its total, the best Cover first.

    `test` is that of a single base: a die is added for every other. Of bases with equal Cover the defending player
    says which is next, where that can matter.
    """
    more = dice(len(defenders) - 1, "more bases affected", RULE)
    skill = ctx.state.units[defenders[0].base].card.skills.defense

    def held(faces: Faces) -> bool:
        """Whether every base comes through, whichever dice it uses."""
        bare = peeled(faces, len(defenders), skill)
        return all(total_of(each, base) > base.attack for each in bare for base in defenders)

    yield from throw(ctx, test._replace(lines=(*test.lines, more), held=held))
    rolled = ctx.state.rolled
    assert rolled is not None, "the dice of the pool lie on the table"
    results = peeled(rolled.faces, len(defenders), skill)
    totals: dict[str, int] = {}
    waiting = sorted(defenders, key=lambda each: each.cover, reverse=True)
    while waiting:
        equals = [each for each in waiting if each.cover == waiting[0].cover]
        chosen = yield from _next_of(ctx, equals, results[len(totals) :])
        totals[chosen.base] = total_of(results[len(totals)], chosen)
        waiting.remove(chosen)
    ctx.emit(PoolShared(test.unit, tuple(totals), tuple(totals.values())))
    return totals


@heeds("fieldmanual.combined-defense")
def _next_of(ctx: Ctx[State], equals: list[Defender], results: list[int]) -> Script[Defender]:
    """Which of several bases with equal Cover uses the next dice: asked where it makes a difference to any of them."""
    if len(equals) == 1 or not _matters(equals, results):
        return equals[0]
    names = tuple(each.base for each in equals)
    unit = ctx.state.units[names[0]]
    best = max(total_of(results[0], each) for each in equals)
    prompt = f"Equal Cover: which base of the {unit.name} defends with the best dice left ({best})?"
    order = yield from ask(Ask(unit.seat, NEXT, unit.id, names, RULE, prompt, True))
    wanted = order.base if isinstance(order, DefendNext) else names[0]
    return next(each for each in equals if each.base == wanted)


def _matters(equals: list[Defender], results: list[int]) -> bool:
    """Whether the order changes who is hit: not if all of them come through, or none does, whichever dice they use."""
    outcomes = {each.attack > total_of(bare, each) for each in equals for bare in results[: len(equals)]}
    return len(outcomes) > 1


def refuse_next(_state: State, asked: Ask, order: DefendNext) -> Refusal | None:
    """One of the bases that were asked about."""
    if order.base in asked.about:
        return None
    return Refusal("base", RULE, f"{order.base or 'Nobody'} is none of the bases with equal Cover.")


def offer_next(state: State, asked: Ask) -> Iterator[Option]:
    """Each of them; declining takes the first."""
    for name in asked.about:
        yield Pick(f"{state.units[name].name}", DefendNext(name), RULE)
    yield decline(f"As they stand, {state.units[asked.about[0]].name} first", RULE)
