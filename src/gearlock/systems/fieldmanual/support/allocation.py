"""Step 5: both sides spend half of their Support Points or more in secret, show it, and spend the rest unseen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.secrets import is_known
from gearlock.systems.fieldmanual.state import SEATS, State
from gearlock.systems.fieldmanual.support.events import (
    ALLOCATION,
    FIRST_SHOWN,
    Allocated,
    AllocationTurn,
    Bought,
    SupportSettled,
    SupportShown,
)
from gearlock.systems.fieldmanual.support.options import (
    AA_DRONE,
    AIRSTRIKES,
    ARTILLERY,
    ASSETS,
    BOMBER,
    BOMBERS_FROM,
    COMMAND_POINT,
    GUARANTEED,
    INFILTRATORS,
    OPTIONS,
    RESERVE,
    Choice,
    cost_of,
    cost_of_all,
    first_half,
    groups_of,
    has_drone,
    models_of,
)
from gearlock.systems.fieldmanual.support.orders import Buy, EndAllocation
from gearlock.systems.fieldmanual.support.raising import command_points, raise_support
from gearlock.systems.fieldmanual.support.sheet import choices, entries, key_of, level_of, points_left, points_of

RULE = "fieldmanual.step5-support-points"
EARLIEST = 2
"""Nothing held in reserve comes in the first round."""


def allocations(state: State, seat: str) -> int:
    """How many allocations a side has finished."""
    return state.points.get(f"{ALLOCATION}:{seat}", 0)


@heeds("fieldmanual.step5-support-points")
def resolve_allocation(ctx: Ctx[State]) -> Script[None]:
    """The next choice of whoever allocates; when both have, the first choices are shown; at last all take effect."""
    now = min(allocations(ctx.state, seat) for seat in SEATS)
    if now == 1 and not ctx.state.points.get(FIRST_SHOWN):
        ctx.emit(SupportShown(_written(ctx.state), first=True))
        return
    if now == 2:
        raise_support(ctx)
        ctx.emit(SupportSettled(command_points(ctx.state, "red"), command_points(ctx.state, "blue")))
        return
    seat = next(each for each in SEATS if allocations(ctx.state, each) == now)
    if ctx.state.turn != seat:
        ctx.emit(AllocationTurn(seat))
    if not points_left(ctx.state, seat):
        ctx.emit(Allocated(seat))
        return
    least = max(0, first_half(points_of(ctx.state, seat)) - cost_of_all(choices(ctx.state, seat))) if not now else 0
    must = f", and spend at least {least} now" if least else ""
    prompt = f"Support: you have {points_left(ctx.state, seat)} Support Points{must}. What do you buy?"
    order = yield from ask(Ask(seat, "support", rule=RULE, prompt=prompt))
    if isinstance(order, EndAllocation):
        ctx.emit(Allocated(seat))
        return
    assert isinstance(order, Buy), f"{order} buys nothing"
    number = len(choices(ctx.state, seat)) + 1
    ctx.emit(Bought(seat, number, choice_of(order).written(), order.group, order.round))


def _written(state: State) -> tuple[str, ...]:
    """What stands on both sheets."""
    return tuple(key_of(seat, number) for seat in SEATS for number, _ in entries(state, seat))


def choice_of(order: Buy) -> Choice:
    """What an order puts on the sheet."""
    return Choice(order.option, order.group, order.unit, order.guided, order.infiltrates)


def refuse_buy(state: State, ask: Ask, order: Buy) -> Refusal | None:
    """Why something cannot be bought: there is none, it makes no sense so, it is barred, or costs too much."""
    seat = ask.seat
    if order.option not in OPTIONS:
        return Refusal("option", RULE, f"There is no support option '{order.option}': there are {', '.join(OPTIONS)}.")
    choice = choice_of(order)
    refusal = _refuse_form(order) or refuse_choice(state, seat, choice, choices(state, seat))
    if refusal is not None:
        return refusal
    if order.option == GUARANTEED and not EARLIEST <= order.round <= state.rounds:
        message = f"A guaranteed reserve arrives in a round from {EARLIEST} to {state.rounds}, not in {order.round}."
        return Refusal("round", "fieldmanual.guaranteed-reserve", message, {"round": order.round})
    if cost_of(choice) > points_left(state, seat):
        message = f"This costs {cost_of(choice)} Support Points; {points_left(state, seat)} are left."
        return Refusal("points", RULE, message, {"cost": cost_of(choice), "left": points_left(state, seat)})
    return None


def _refuse_form(order: Buy) -> Refusal | None:
    """What cannot be said of an option: only strikes are guided, only assets infiltrate by themselves."""
    if order.guided and order.option not in ARTILLERY:
        return Refusal("guided", "fieldmanual.artillery-types", "Only artillery strikes are guided.")
    if order.infiltrates and order.option not in ASSETS:
        message = f"Buy {INFILTRATORS} for a Combat Group; this mark is for Defensive Assets."
        return Refusal("infiltrates", "fieldmanual.infiltrators", message)
    if bool(order.group) != (order.option in (INFILTRATORS, RESERVE, GUARANTEED)):
        return Refusal("group", RULE, f"'{order.option}' is {'not ' if order.group else ''}for a Combat Group.")
    if bool(order.unit) != (order.option == AA_DRONE):
        return Refusal("unit", RULE, f"'{order.option}' is {'not ' if order.unit else ''}for a model.")
    if bool(order.round) != (order.option == GUARANTEED):
        return Refusal("round", RULE, f"'{order.option}' has {'no' if order.round else 'a'} round.")
    return None


@rule("fieldmanual.airstrike-types")
@heeds("fieldmanual.infiltrators", "fieldmanual.reserves", "fieldmanual.aa-drone", "fieldmanual.guaranteed-reserve")
def refuse_choice(state: State, seat: str, choice: Choice, bought: Iterable[Choice]) -> Refusal | None:
    """Why the rules do not let a side have this beside what it bought: its Priority Level, or too many of a kind."""
    have, level = list(bought), level_of(state, seat)
    if choice.option == BOMBER and level < BOMBERS_FROM:
        message = f"Bombers fly for Priority Level {BOMBERS_FROM} and above; yours is {level}."
        return Refusal("level", "fieldmanual.airstrike-types", message, {"level": level})
    if choice.option == AA_DRONE:
        return _refuse_drone(state, seat, choice, have)
    infiltrating = sum(each.option == INFILTRATORS or each.infiltrates for each in have)
    if (choice.option == INFILTRATORS or choice.infiltrates) and infiltrating >= level:
        message = f"At most {level} groups infiltrate at Priority Level {level}."
        return Refusal("infiltrators", "fieldmanual.infiltrators", message, {"most": level})
    if not choice.group:
        return None
    if choice.group not in groups_of(state, seat):
        return Refusal("group", RULE, f"You have no Combat Group {choice.group}.")
    if any(each.group == choice.group for each in have):
        return Refusal("taken", RULE, f"Combat Group {choice.group} infiltrates or is in reserve already.")
    held = sum(each.option in (RESERVE, GUARANTEED) for each in have)
    most = len(groups_of(state, seat)) // 2
    if choice.option in (RESERVE, GUARANTEED) and held >= most:
        message = f"At most half of your Combat Groups, {most}, are held in reserve."
        return Refusal("reserves", "fieldmanual.reserves", message, {"most": most})
    return None


@rule("fieldmanual.aa-drone")
def _refuse_drone(state: State, seat: str, choice: Choice, have: list[Choice]) -> Refusal | None:
    """One AA drone a Combat Group, for a model of one's own that has no drone; infantry has none."""
    unit = state.units.get(choice.unit)
    if unit is None or unit.seat != seat or unit.team or unit.is_static or not unit.group:
        return Refusal("unit", "fieldmanual.aa-drone", f"{choice.unit or 'Nobody'} is no model that takes an AA drone.")
    if has_drone(state, unit):
        return Refusal("drone", "fieldmanual.aa-drone", f"The {unit.name} has a drone already.")
    if any(each.unit and state.units[each.unit].group == unit.group for each in have):
        message = f"Combat Group {unit.group} has its AA drone already: there is one for a group."
        return Refusal("drone", "fieldmanual.aa-drone", message)
    return None


@heeds("fieldmanual.step5-support-points")
def refuse_end_allocation(state: State, ask: Ask, _order: EndAllocation) -> Refusal | None:
    """In the first allocation at least half is spent."""
    spent, least = cost_of_all(choices(state, ask.seat)), first_half(points_of(state, ask.seat))
    if allocations(state, ask.seat) or spent >= least:
        return None
    message = f"Spend at least {least} Support Points in the first allocation; you have spent {spent}."
    return Refusal("half", RULE, message, {"spent": spent, "least": least})


def all_orders(state: State, seat: str) -> Iterator[Buy]:
    """Everything there is to be bought, affordable or not."""
    for option in (*AIRSTRIKES, COMMAND_POINT):
        yield Buy(option)
    for option in ARTILLERY:
        yield from (Buy(option), Buy(option, guided=True))
    for option in ASSETS:
        yield from (Buy(option), Buy(option, infiltrates=True))
    for group in groups_of(state, seat):
        yield from (Buy(INFILTRATORS, group), Buy(RESERVE, group))
        yield from (Buy(GUARANTEED, group, round=number) for number in range(EARLIEST, min(state.rounds, 12) + 1))
        yield from (Buy(AA_DRONE, unit=unit.id) for unit in models_of(state, seat, group))


def offer_support(state: State, ask: Ask) -> Iterator[Option]:
    """Everything one can buy now, and to stop."""
    for order in all_orders(state, ask.seat):
        if refuse_buy(state, ask, order) is None:
            cost = cost_of(choice_of(order))
            yield Pick(f"{order_words(state, order)} ({cost} SP)", order, RULE)
    end = EndAllocation()
    if refuse_end_allocation(state, ask, end) is None:
        yield Pick("Buy nothing more now", end, RULE)


def order_words(state: State, order: Buy) -> str:
    """What is bought, in words."""
    words = order.option.replace("-", " ").capitalize()
    words = f"{words}: Combat Group {order.group}" if order.group else words
    words = f"{words} in round {order.round}" if order.round else words
    words = f"{words} for the {state.units[order.unit].name}" if order.unit in state.units else words
    return f"{words}{', guided' * order.guided}{', infiltrating' * order.infiltrates}"


def hidden_from(state: State, seat: str, reader: str) -> list[str]:
    """The keys of a side's choices that a reader does not know."""
    return [key_of(seat, number) for number, fact in entries(state, seat) if not is_known(fact, reader)]
