"""Step 5: secrets: what a seat does not know of the enemy's sheet, drawn anew from what it could have bought.

What is drawn depends on what everybody has seen alone: Support Points, what was shown and used, which groups wait.
"""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.system import Chooser
from gearlock.mechanics.secrets import Sealed, is_known
from gearlock.systems.fieldmanual.state import RESERVE as HELD
from gearlock.systems.fieldmanual.state import State
from gearlock.systems.fieldmanual.support.allocation import (
    EARLIEST,
    all_orders,
    allocations,
    choice_of,
    refuse_buy,
)
from gearlock.systems.fieldmanual.support.options import (
    GUARANTEED,
    RESERVE,
    Choice,
    cost_of,
    cost_of_all,
    first_half,
    groups_of,
    models_of,
    read_choice,
)
from gearlock.systems.fieldmanual.support.orders import Buy
from gearlock.systems.fieldmanual.support.sheet import ROUND, UNSEEN, entries, key_of, points_of

STOPS = 3
"""One in so many who could buy more does not."""


def suppose_support(state: State, seat: str, enemy: str, chooser: Chooser) -> None:
    """Write the enemy's sheet anew in a copy, but for what the seat knows of it."""
    if not points_of(state, enemy) or not any(key.startswith("support:") for key in state.facts):
        return
    known = [fact for _, fact in entries(state, enemy) if is_known(fact, seat)]
    numbers = [number for number, fact in entries(state, enemy) if is_known(fact, seat)]
    for number, _ in list(entries(state, enemy)):
        del state.facts[key_of(enemy, number)]
    rounds = [key for key in state.facts if key.startswith(f"{ROUND}:{enemy}:")]
    for key in rounds:
        if not is_known(state.facts[key], seat):
            del state.facts[key]
    _move_uses(state, enemy, numbers)
    for number, fact in enumerate(known, 1):
        state.facts[key_of(enemy, number)] = fact
    if state.phase == "allocation":
        _allocate(state, enemy, chooser)
    else:
        _fill(state, enemy, chooser)


def _move_uses(state: State, enemy: str, numbers: list[int]) -> None:
    """What was used of choices that keep no number of their own goes with them."""
    uses = {n: state.points.pop(f"used:{key_of(enemy, n)}", 0) for n in range(1, max(numbers, default=0) + 1)}
    for at, number in enumerate(numbers, 1):
        if uses[number]:
            state.points[f"used:{key_of(enemy, at)}"] = uses[number]


def _write(state: State, enemy: str, choice: Choice, number: int) -> None:
    state.facts[key_of(enemy, number)] = Sealed(choice.written(), (enemy,))


def _allocate(state: State, enemy: str, chooser: Chooser) -> None:
    """While Support Points are spent: something legal for each allocation the enemy has finished."""
    for finished in range(allocations(state, enemy)):
        least = first_half(points_of(state, enemy)) if not finished else 0
        _spend(state, enemy, least, chooser, state.points.get("allocation:shown", 0) > finished)
    return


def _spend(state: State, enemy: str, least: int, chooser: Chooser, is_shown: bool) -> None:
    if is_shown:
        return
    ask = Ask(enemy, "support")
    while True:
        bought = [read_choice(fact.value) for _, fact in entries(state, enemy)]
        if cost_of_all(bought) >= least and chooser.randrange(0, STOPS) == 0:
            return
        orders = [order for order in all_orders(state, enemy) if refuse_buy(state, ask, order) is None]
        if not orders:
            return
        order: Buy = chooser.choice(orders)
        _write(state, enemy, choice_of(order), len(bought) + 1)
        if order.round:
            state.facts[f"{ROUND}:{enemy}:{order.group}"] = Sealed(str(order.round), (enemy,))


def _fill(state: State, enemy: str, chooser: Chooser) -> None:
    """In the battle: groups that wait are plain or guaranteed reserves, and the rest of the points is air and guns."""
    bought = [read_choice(fact.value) for _, fact in entries(state, enemy)]
    left = points_of(state, enemy) - cost_of_all(bought)
    settled = {choice.group: choice.option for choice in bought if choice.group}
    waiting = [group for group in groups_of(state, enemy) if _is_waiting(state, enemy, group)]
    new = [group for group in waiting if group not in settled]
    left -= len(new)
    for group in new:
        guaranteed = left > 0 and chooser.randrange(0, 2) == 0
        left -= int(guaranteed)
        choice = Choice(GUARANTEED if guaranteed else RESERVE, group)
        _write(state, enemy, choice, len(bought) + 1)
        bought.append(choice)
        settled[group] = choice.option
    for group in waiting:
        key = f"{ROUND}:{enemy}:{group}"
        if settled[group] == GUARANTEED and key not in state.facts:
            first = max(EARLIEST, state.round)
            state.facts[key] = Sealed(str(chooser.randrange(first, max(first, min(state.rounds, 12)) + 1)), (enemy,))
    orders = [order for order in all_orders(state, enemy) if order.option in UNSEEN]
    while left > 0 and chooser.randrange(0, STOPS):
        legal = [order for order in orders if cost_of(choice_of(order)) <= left]
        ask = Ask(enemy, "support")
        legal = [order for order in legal if refuse_buy(state, ask, order) is None]
        if not legal:
            return
        choice = choice_of(chooser.choice(legal))
        _write(state, enemy, choice, len(bought) + 1)
        bought.append(choice)
        left -= cost_of(choice)


def _is_waiting(state: State, seat: str, group: int) -> bool:
    return any(unit.status == HELD for unit in models_of(state, seat, group))
