"""11.3: choosing Objectives. Openly and in turn; afterwards their markers are placed, and only then anybody deploys."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.brigands.chain_of_command.lineup import FORCE_COMMANDER
from gearlock.systems.brigands.objectives.demolitions import target_id
from gearlock.systems.brigands.objectives.events import MarkerPlaced, ObjectiveChosen, ObjectivesSettled
from gearlock.systems.brigands.objectives.markers import has_room, missing_marker, placer_of
from gearlock.systems.brigands.objectives.orders import ChooseObjective, PlaceMarker
from gearlock.systems.brigands.pursuit import (
    ASSASSINATE,
    DEMOLITIONS,
    LEAD_BY_EXAMPLE,
    WIPE_THEM_OUT,
    Objective,
    objectives,
)
from gearlock.systems.brigands.state import NO_GROUP, State, Unit, opponent

SMALL = 100
"""Battles of fewer TV are fought for fewer Objectives."""


def force_of(state: State, seat: str) -> Iterator[Unit]:
    """All models a seat has brought, whatever became of them; a Demolitions target is none of its Force."""
    return (unit for unit in state.units.values() if unit.seat == seat and unit.group != NO_GROUP)


@heeds("brigands.11.3")
def allowance(state: State) -> int:
    """How many Objectives each seat chooses: two in a battle below 100 TV, otherwise three."""
    size = state.size or max(sum(unit.tv for unit in force_of(state, seat)) for seat in ("red", "blue"))
    return 2 if size < SMALL else 3


@heeds("brigands.11.3", "brigands.11.3-lead-by-example")
def refuse_objective(state: State, seat: str, order: ChooseObjective) -> Refusal | None:
    """Why a seat cannot choose an Objective: it has it already, its Force is not made for it, or there is no room."""
    wanted = objectives().get(order.name)
    if wanted is None:
        known = ", ".join(objectives())
        return Refusal("objective", "brigands.11.3", f"There is no Objective {order.name or 'nothing'}: {known}.")
    if any(pursuit.seat == seat and pursuit.name == wanted.name for pursuit in state.pursuits):
        return Refusal("chosen", "brigands.11.3", f"You have chosen {wanted.name} already; each counts once.")
    refusal = _refuse_force(state, seat, wanted)
    if refusal is not None:
        return refusal
    if wanted.markers and not has_room(state, placer_of(wanted, seat), wanted):
        return Refusal("room", wanted.rule, f"This table has no room for the markers of {wanted.name}.")
    if wanted.name == WIPE_THEM_OUT:
        return _refuse_group(state, seat, order.group)
    if order.group:
        return Refusal("group", wanted.rule, f"{wanted.name} is not about one Combat Group.")
    return None


@heeds("brigands.11.3", "brigands.11.3-lead-by-example")
def _refuse_force(state: State, seat: str, wanted: Objective) -> Refusal | None:
    """One Unit must have been taken as one of the listed Unit Availabilities, or there must be a Duelist."""
    if wanted.name == LEAD_BY_EXAMPLE:
        if duelist_of(state, seat) is not None:
            return None
        return Refusal("duelist", wanted.rule, "Your Force has no Duelist to lead by example.")
    have = sorted({unit.code for unit in force_of(state, seat) if unit.code})
    if any(code in wanted.codes for code in have):
        return None
    message = f"{wanted.name} needs a Unit of {', '.join(wanted.codes)}; your Units are {', '.join(have) or 'of none'}."
    return Refusal("units", wanted.rule, message)


def duelist_of(state: State, seat: str) -> Unit | None:
    """The Duelist of a Force; there is never more than one."""
    return next((unit for unit in force_of(state, seat) if "Duelist" in unit.line.traits), None)


@rule("brigands.11.3-wipe-them-out")
def dearest_groups(state: State, seat: str) -> list[int]:
    """The Combat Groups of a seat with the highest TV, drones and all; several only if they cost the same."""
    costs: dict[int, int] = {}
    for unit in force_of(state, seat):
        costs[unit.group] = costs.get(unit.group, 0) + unit.tv
    return [group for group, cost in costs.items() if cost == max(costs.values())]


@heeds("brigands.11.3-wipe-them-out")
def _refuse_group(state: State, seat: str, group: int) -> Refusal | None:
    """It must be the dearest of the enemy's; it need not be named unless several are."""
    dearest = dearest_groups(state, opponent(seat))
    if group in dearest or (group == 0 and len(dearest) == 1):
        return None
    which = " or ".join(map(str, dearest))
    message = f"The dearest enemy Combat Group is number {which}, not {group or 'none'}."
    return Refusal("group", "brigands.11.3-wipe-them-out", message, {"group": group})


def legal_objectives(state: State, seat: str) -> Iterator[ChooseObjective]:
    """Everything a seat may choose now; equally dear enemy groups are choices of their own."""
    for name in objectives():
        groups = dearest_groups(state, opponent(seat)) if name == WIPE_THEM_OUT else [0]
        for group in groups:
            order = ChooseObjective(name, group)
            if refuse_objective(state, seat, order) is None:
                yield order


@heeds("brigands.11.3")
def next_chooser(state: State) -> str:
    """The seat that chooses next, red before blue in turn; empty when both have all, or all that they may have."""
    counts = {seat: sum(pursuit.seat == seat for pursuit in state.pursuits) for seat in ("red", "blue")}
    for seat in sorted(counts, key=lambda seat: (counts[seat], seat == "blue")):
        if counts[seat] < allowance(state) and next(legal_objectives(state, seat), None) is not None:
            return seat
    return ""


@rule("brigands.11.3")
def resolve_objectives(ctx: Ctx[State]) -> Script[None]:
    """Choose one Objective more, or place one marker more; with all of them settled, deployment follows."""
    seat = next_chooser(ctx.state)
    if seat:
        yield from _resolve_choice(ctx, seat)
        return
    missing = missing_marker(ctx.state)
    if missing is None:
        ctx.emit(ObjectivesSettled())
        return
    wanted = objectives()[missing.name]
    placer = placer_of(wanted, missing.seat)
    whose = "your" if placer == missing.seat else f"{missing.seat}'s"
    prompt = f"Where do you place marker {len(missing.markers) + 1} of {wanted.markers} of {whose} {wanted.name}?"
    order = yield from ask(Ask(placer, "marker", about=(missing.seat, wanted.name), rule=wanted.rule, prompt=prompt))
    assert isinstance(order, PlaceMarker), f"{order} places no marker"
    unit = target_id(placer) if wanted.name == DEMOLITIONS else ""
    ctx.emit(MarkerPlaced(missing.seat, wanted.name, order.x, order.y, unit))


def _resolve_choice(ctx: Ctx[State], seat: str) -> Script[None]:
    number = 1 + sum(pursuit.seat == seat for pursuit in ctx.state.pursuits)
    prompt = f"Which is your Objective {number} of {allowance(ctx.state)}?"
    order = yield from ask(Ask(seat, "objective", rule="brigands.11.3", prompt=prompt))
    assert isinstance(order, ChooseObjective), f"{order} chooses no Objective"
    group = order.group
    if order.name == WIPE_THEM_OUT:
        group = order.group or dearest_groups(ctx.state, opponent(seat))[0]
    ctx.emit(ObjectiveChosen(seat, order.name, _subject(ctx.state, seat, order.name), group))


@heeds("brigands.11.3-assassinate", "brigands.11.3-demolitions", "brigands.11.3-lead-by-example")
def _subject(state: State, seat: str, name: str) -> str:
    """The one model an Objective is about. The Force Commander of this moment: no successor counts."""
    if name == ASSASSINATE:
        enemy = force_of(state, opponent(seat))
        return next((unit.id for unit in enemy if unit.rank == FORCE_COMMANDER), "")
    if name == DEMOLITIONS:
        return target_id(opponent(seat))
    duelist = duelist_of(state, seat) if name == LEAD_BY_EXAMPLE else None
    return "" if duelist is None else duelist.id
