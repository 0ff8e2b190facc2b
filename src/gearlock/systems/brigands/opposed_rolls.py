"""1.2b and 1.2i: Opposed Rolls. Both roll their pools, then each may reroll, attacker first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

import msgspec

from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier, Throw
from gearlock.mechanics.pools import shown
from gearlock.mechanics.pools.lines import dice
from gearlock.mechanics.pools.rerolling import margins_again
from gearlock.mechanics.pools.throwing import throw_pool
from gearlock.odds.pools import Pools
from gearlock.systems.brigands.command import offer_reroll
from gearlock.systems.brigands.dice import BASE_DICE, STEP
from gearlock.systems.brigands.state import State

# --- 1.2: the dice behind a line of the story, with what this book says of every pool

BASE = dice(BASE_DICE, "Base Dice", "brigands.1.2d")


def pool_throw(
    label: str, faces: tuple[int, ...], lines: Sequence[Modifier], result: int, step: int = STEP, rule: str = ""
) -> Throw:
    """A pool, its lines told from the Base Dice on. An event of an older log knows its dice alone."""
    throw = shown.pool_throw(label, faces, (BASE, *lines) if lines else (), result, step)
    return msgspec.structs.replace(throw, rule=rule or "brigands.1.2b")


def dice_text(faces: tuple[int, ...], step: int = STEP) -> str:
    """The faces of a roll, and from which on dice add if that is not the usual one."""
    adding = f" ({step}+ adds)" if step != STEP else ""
    return f"[{' '.join(map(str, faces))}]{adding}" if faces else "no dice"


# --- 1.2b and 1.2i: an Opposed Roll. Both throw their pools; then, attacker first, each may reroll until neither does

NEVER = -99
"""A margin that no attack hits with."""


Report = TypeVar("Report", bound=Event)


class Sides(NamedTuple):
    """Who rolls against whom with which pools, and what each may reroll for nothing."""

    attacker: str
    defender: str
    pools: Pools
    spare: list[str]
    guard: list[str]
    comes_to: Callable[[int], float]
    """What a margin comes to: more is better for the attacker, and a margin that is no better brings no more."""


class Results(NamedTuple):
    """What lies on the table."""

    attack: int
    defence: int


@heeds("brigands.1.2i")
def could_gain(sides: Sides, results: Results, friendly: bool) -> bool:
    """Whether another roll could bring the attacker more; who has hit a friend would rather bring it less."""
    now = sides.comes_to(results.attack - results.defence)
    others = (sides.comes_to(margin) for margin, _ in margins_again(sides.pools, *results, True).items())
    return any(other < now if friendly else other > now for other in others)


@heeds("brigands.1.2i")
def could_spare(sides: Sides, results: Results) -> bool:
    """Whether another roll could spare the defender anything: a defence that holds need not be rolled again.

    If the attacker rolls again and hits the defender is asked then, with the new attack on the table.
    """
    now = sides.comes_to(results.attack - results.defence)
    others = margins_again(sides.pools, *results, False)
    return any(sides.comes_to(margin) < now for margin, _ in others.items())


@rule("brigands.1.2b")
@heeds("brigands.1.2h", "brigands.1.2i", "brigands.8.2b")
def resolve_opposed_roll(
    ctx: Ctx[State], sides: Sides, report: Callable[[Faces, Faces], tuple[Report, str, Results]]
) -> Script[Report]:
    """Roll and reroll; `report` says what two throws come to: event, words and numbers. The last report stands.

    The attacker's Reroll, and what it takes to get one, is settled before the defender decides; both then roll at once.
    Nobody is asked who could gain nothing by it: whose attack does all it can, or whose defence holds.
    """
    pools = sides.pools
    friendly = ctx.state.units[sides.attacker].seat == ctx.state.units[sides.defender].seat
    step = None if friendly else pools.attack_step
    ours = roll_of(ctx.state, "attack", sides.attacker, pools.attack, step)
    theirs = roll_of(ctx.state, "defence", sides.defender, pools.defence, pools.defence_step)
    attack = yield from throw_pool(ours)
    defence = yield from throw_pool(theirs)
    while True:
        event, shown, results = report(attack, defence)
        ctx.emit(event)
        again = guard = False
        if attack and could_gain(sides, results, friendly):
            again = yield from offer_reroll(ctx, sides.attacker, "attack", shown, sides.spare)
        if defence and could_spare(sides, results):
            guard = yield from offer_reroll(ctx, sides.defender, "defence", shown, sides.guard)
        if again:
            attack = yield from throw_pool(ours)
        if guard:
            defence = yield from throw_pool(theirs)
        if not again and not guard:
            return event


def roll_of(state: State, purpose: str, unit_id: str, count: int, step: int | None) -> Roll:
    """One side's pool. Without a step nobody's luck is measured by it."""
    return Roll(purpose, count, 6, 1, state.units[unit_id].seat, unit_id, "brigands.1.2b", step=step)
