"""Step 5: both sides buy support, partly in secret, and what was bought takes effect."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Chooser
from gearlock.mechanics.secrets import Sealed, is_known
from gearlock.systems.fieldmanual.command_points.tests import starting_points
from gearlock.systems.fieldmanual.datacards import Card
from gearlock.systems.fieldmanual.reactions import StandByBegun
from gearlock.systems.fieldmanual.state import FIELDED, NO_GROUP, SEATS, State, Unit, opponent
from gearlock.systems.fieldmanual.state import RESERVE as HELD
from gearlock.systems.fieldmanual.support.points import (
    AA_DRONE,
    AIRSTRIKES,
    ALLOCATION,
    ARTILLERY,
    ASSETS,
    ASSIGNED,
    BOMBER,
    BOMBERS_FROM,
    COMMAND_POINT,
    FIRST_SHOWN,
    GUARANTEED,
    INFILTRATORS,
    LIMIT,
    OPTIONS,
    RESERVE,
    ROUND,
    UNSEEN,
    ActionAssigned,
    Allocated,
    AllocationTurn,
    ArrivalSettled,
    AssetRaised,
    AssignAction,
    Bought,
    Buy,
    Choice,
    DroneAssigned,
    EndAllocation,
    SupportSettled,
    SupportShown,
    choices,
    cost_of,
    cost_of_all,
    entries,
    first_half,
    groups_of,
    has_drone,
    key_of,
    level_of,
    models_of,
    points_left,
    points_of,
    read_choice,
)

# --- Step 5: secrets: what a seat does not know of the enemy's sheet, drawn anew from what it could have bought
# What is drawn depends on what everybody has seen alone: Support Points, what was shown and used, which groups wait.

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


# --- Step 5: both sides spend half of their Support Points or more in secret, show it, and spend the rest unseen

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
    order = yield from ask(Ask(seat, "support", rule="fieldmanual.step5-support-points", prompt=prompt))
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
        return Refusal(
            "option",
            "fieldmanual.step5-support-points",
            f"There is no support option '{order.option}': there are {', '.join(OPTIONS)}.",
        )
    choice = choice_of(order)
    refusal = _refuse_form(order) or refuse_choice(state, seat, choice, choices(state, seat))
    if refusal is not None:
        return refusal
    if order.option == GUARANTEED and not EARLIEST <= order.round <= state.rounds:
        message = f"A guaranteed reserve arrives in a round from {EARLIEST} to {state.rounds}, not in {order.round}."
        return Refusal("round", "fieldmanual.guaranteed-reserve", message, {"round": order.round})
    if cost_of(choice) > points_left(state, seat):
        message = f"This costs {cost_of(choice)} Support Points; {points_left(state, seat)} are left."
        return Refusal(
            "points",
            "fieldmanual.step5-support-points",
            message,
            {"cost": cost_of(choice), "left": points_left(state, seat)},
        )
    return None


def _refuse_form(order: Buy) -> Refusal | None:
    """What cannot be said of an option: only strikes are guided, only assets infiltrate by themselves."""
    if order.guided and order.option not in ARTILLERY:
        return Refusal("guided", "fieldmanual.artillery-types", "Only artillery strikes are guided.")
    if order.infiltrates and order.option not in ASSETS:
        message = f"Buy {INFILTRATORS} for a Combat Group; this mark is for Defensive Assets."
        return Refusal("infiltrates", "fieldmanual.infiltrators", message)
    if bool(order.group) != (order.option in (INFILTRATORS, RESERVE, GUARANTEED)):
        return Refusal(
            "group",
            "fieldmanual.step5-support-points",
            f"'{order.option}' is {'not ' if order.group else ''}for a Combat Group.",
        )
    if bool(order.unit) != (order.option == AA_DRONE):
        return Refusal(
            "unit",
            "fieldmanual.step5-support-points",
            f"'{order.option}' is {'not ' if order.unit else ''}for a model.",
        )
    if bool(order.round) != (order.option == GUARANTEED):
        return Refusal(
            "round", "fieldmanual.step5-support-points", f"'{order.option}' has {'no' if order.round else 'a'} round."
        )
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
        return Refusal("group", "fieldmanual.step5-support-points", f"You have no Combat Group {choice.group}.")
    if any(each.group == choice.group for each in have):
        return Refusal(
            "taken",
            "fieldmanual.step5-support-points",
            f"Combat Group {choice.group} infiltrates or is in reserve already.",
        )
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
    return Refusal("half", "fieldmanual.step5-support-points", message, {"spent": spent, "least": least})


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
            yield Pick(f"{order_words(state, order)} ({cost} SP)", order, "fieldmanual.step5-support-points")
    end = EndAllocation()
    if refuse_end_allocation(state, ask, end) is None:
        yield Pick("Buy nothing more now", end, "fieldmanual.step5-support-points")


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


# --- Step 5 to Step 6: what was bought takes effect


@rule("fieldmanual.defensive-assets")
@heeds("fieldmanual.aa-drone", "fieldmanual.buy-command-points", "fieldmanual.reserves", "fieldmanual.infiltrators")
def raise_support(ctx: Ctx[State]) -> None:
    """Whatever stands on the table, stays off it or lies open shows itself; airstrikes and artillery stay unseen.

    That a group waits is seen; whether its arrival is settled, and when, is not.
    """
    shown = tuple(key for seat in SEATS for key in _open_keys(ctx.state, seat))
    if shown:
        ctx.emit(SupportShown(shown))
    for seat in SEATS:
        bought = choices(ctx.state, seat)
        for number, choice in enumerate(bought, 1):
            _raise(ctx, seat, number, choice)


@heeds("fieldmanual.cp-pool", "fieldmanual.buy-command-points")
def command_points(state: State, seat: str) -> int:
    """The Command Points a side begins with: those of its force, and one for every Support Point spent on them."""
    commander = state.commander(seat)
    leadership = 0 if commander is None else commander.card.skills.leadership
    mine, theirs = (len(groups_of(state, each)) for each in (seat, opponent(seat)))
    bought = sum(choice.option == COMMAND_POINT for choice in choices(state, seat))
    return starting_points(leadership, int(state.switches.get(LIMIT, "0")), mine, theirs) + bought


def _open_keys(state: State, seat: str) -> list[str]:
    """Choices of the second allocation that everybody is about to see."""
    hidden = [(n, read_choice(fact.value).option) for n, fact in entries(state, seat) if len(fact.knows) < 2]
    return [key_of(seat, n) for n, option in hidden if option not in (*UNSEEN, RESERVE, GUARANTEED)]


@rule("fieldmanual.aa-turret", "fieldmanual.asset-hac-turret", "fieldmanual.asset-hrp-turret")
@rule("fieldmanual.asset-observation-bunker", "fieldmanual.asset-heavy-bunker")
def asset_card(state: State, option: str) -> Card:
    """The card of an asset: turrets, bunkers and Blinds have the figures of their cards and nothing of their own."""
    return state.stock[option]


def _raise(ctx: Ctx[State], seat: str, number: int, choice: Choice) -> None:
    if choice.option in ASSETS:
        card = asset_card(ctx.state, choice.option)
        name = f"{seat}-asset-{number}"
        ctx.emit(AssetRaised(name, seat, card.id, f"{seat.title()} {card.name} {number}", choice.infiltrates))
    elif choice.option == AA_DRONE:
        owner = ctx.state.units[choice.unit]
        card = ctx.state.stock[AA_DRONE]
        ctx.emit(DroneAssigned(f"{owner.id}-drone", owner.id, card.id, f"{owner.name}'s {card.name}"))
    elif choice.option in (INFILTRATORS, RESERVE, GUARANTEED):
        ctx.emit(ArrivalSettled(seat, choice.group, choice.option != INFILTRATORS))


# --- Defensive assets: before each round a turret's Action is set aside for Reaction Fire or to stand by


def indirect_mounts(unit: Unit) -> list[str]:
    """The weapons of a turret that can stand by for coordinates, and are not out of ammunition."""
    return [m.id for m in unit.card.weapons if "IF" in m.weapon.traits and m.id not in unit.lost]


def unassigned(state: State) -> Unit | None:
    """The next turret whose Action is still to be set aside in this round; one without such a weapon has no choice."""
    for unit in state.units.values():
        waits = unit.is_static and unit.group == NO_GROUP and unit.status == FIELDED and unit.actions
        if waits and indirect_mounts(unit) and unit.token(ASSIGNED) != state.round:
            return unit
    return None


@heeds("fieldmanual.defensive-assets", "fieldmanual.stand-by")
def resolve_assets(ctx: Ctx[State]) -> Script[None] | None:
    """Before anybody goes first: what the Action of each turret is for. None if nothing is to be settled."""
    if ctx.state.phase != "order" or ctx.state.winner or unassigned(ctx.state) is None:
        return None
    return _assign(ctx)


def _assign(ctx: Ctx[State]) -> Script[None]:
    unit = unassigned(ctx.state)
    assert unit is not None, "a turret is to be told"
    prompt = f"Does the {unit.name} keep its Action for Reaction Fire, or stand by for coordinates?"
    order = yield from ask(Ask(unit.seat, "assign action", unit.id, rule="fieldmanual.defensive-assets", prompt=prompt))
    assert isinstance(order, AssignAction), f"{order} assigns nothing"
    ctx.emit(ActionAssigned(order.unit, order.weapon, ctx.state.round))
    if order.weapon:
        ctx.emit(StandByBegun(order.unit, order.weapon))


def refuse_assign(state: State, question: Ask, order: AssignAction) -> Refusal | None:
    """Nothing, for Reaction Fire, or a weapon with indirect fire."""
    unit = state.units.get(order.unit)
    if unit is None or unit.id != question.unit:
        return Refusal(
            "unit",
            "fieldmanual.defensive-assets",
            f"The question is about {question.unit}, not about {order.unit or 'nobody'}.",
        )
    if not order.weapon or order.weapon in indirect_mounts(unit):
        return None
    names = ", ".join(indirect_mounts(unit))
    return Refusal(
        "weapon", "fieldmanual.defensive-assets", f"The {unit.name} can stand by with {names}, not with {order.weapon}."
    )


def offer_assignments(state: State, question: Ask) -> Iterator[Option]:
    """Reaction Fire, or each weapon that may stand by."""
    unit = state.units[question.unit]
    yield Pick("Keep the Action for Reaction Fire", AssignAction(unit.id), "fieldmanual.defensive-assets")
    for mount in indirect_mounts(unit):
        yield Pick(f"Stand by for coordinates with the {mount}", AssignAction(unit.id, mount), "fieldmanual.stand-by")
