"""Step 4: the mission roll, and objectives for exactly the Objective Points of the force, chosen in secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.systems.fieldmanual.missions.events import (
    MissionRolled,
    ObjectiveChosen,
    ObjectivesRevealed,
    ObjectivesTurn,
)
from gearlock.systems.fieldmanual.missions.orders import ChooseObjective
from gearlock.systems.fieldmanual.missions.slots import (
    ASSASSINATION,
    ESCAPE,
    HOLD,
    MISSION,
    OBJECTIVE,
    PROTECT,
    RECON,
    SCOUT,
    SEIZE,
    SURVIVE,
    WIPE,
    all_slots,
    level_of,
    name_of,
    objectives,
    points_taken,
    points_wanted,
    slots_of,
    title_of,
)
from gearlock.systems.fieldmanual.missions.tables import mission_of
from gearlock.systems.fieldmanual.missions.targets import escapers, groups_of, leaders_of, places
from gearlock.systems.fieldmanual.state import SEATS, State, opponent

RULE = "fieldmanual.objective-points"


@heeds("fieldmanual.step4-mission", "fieldmanual.objective-points")
def resolve_mission(ctx: Ctx[State]) -> Script[None]:
    """Both roll for a mission; then each in turn writes its objectives down, and all are shown."""
    unrolled = next((seat for seat in SEATS if f"{MISSION}:{seat}" not in ctx.state.switches), "")
    if unrolled:
        (face,) = yield from throw(Roll("mission", 1, 6, 1, unrolled, rule="fieldmanual.step4-mission"))
        ctx.emit(MissionRolled(unrolled, face, mission_of(level_of(ctx.state, unrolled), face)))
        return
    seat = next((seat for seat in SEATS if points_taken(ctx.state, seat) < points_wanted(ctx.state)), "")
    if not seat:
        ctx.emit(ObjectivesRevealed(tuple(slot.key(OBJECTIVE) for slot in all_slots(ctx.state))))
        return
    if ctx.state.turn != seat:
        ctx.emit(ObjectivesTurn(seat))
    left = points_wanted(ctx.state) - points_taken(ctx.state, seat)
    mission = mission_for(ctx.state, seat)
    prompt = f"{mission.capitalize()} mission: choose an objective; {left} Objective Points are left."
    order = yield from ask(Ask(seat, "objective", rule=RULE, prompt=prompt))
    assert isinstance(order, ChooseObjective), f"{order} chooses no objective"
    ctx.emit(ObjectiveChosen(seat, len(slots_of(ctx.state, seat)) + 1, order.name))


def mission_for(state: State, seat: str) -> str:
    """The type of a side's mission."""
    return state.switches[f"{MISSION}:{seat}"]


@heeds("fieldmanual.objective-points")
def most_of(state: State, seat: str, name: str) -> int:
    """How often a side may take an objective: once, or as often as there are targets that do not overlap."""
    if objectives()[name].once:
        return 1
    enemy = opponent(seat)
    if name == ESCAPE:
        return len(escapers(state, seat))
    if name in (RECON, WIPE):
        return len(groups_of(state, enemy))
    if name == SURVIVE:
        return len(groups_of(state, seat))
    if name in (PROTECT, ASSASSINATION):
        return len(leaders_of(state, seat if name == PROTECT else enemy))
    assert name in (SCOUT, HOLD, SEIZE), f"{name} is about something else"
    return len(places(state))


@rule("fieldmanual.objective-points")
def completes(state: State, seat: str, chosen: Sequence[str]) -> bool:
    """Whether objectives can be made up to exactly the points wanted, at least half of them of the own mission."""
    wanted, mission = points_wanted(state), mission_for(state, seat)
    taken = Counter(chosen)
    if any(count > most_of(state, seat, name) for name, count in taken.items()):
        return False
    spent = [(objectives()[name].points, objectives()[name].mission == mission) for name in chosen]
    left = wanted - sum(points for points, _ in spent)
    others = wanted // 2 - sum(points for points, own in spent if not own)
    if left < 0 or others < 0:
        return False
    reached = {(left, others)}
    for name, one in objectives().items():
        more = most_of(state, seat, name) - taken[name]
        own = one.mission == mission
        reached |= {
            (rest - count * one.points, free if own else free - count * one.points)
            for rest, free in reached
            for count in range(1, min(more, rest // one.points) + 1)
            if own or free >= count * one.points
        }
    return any(rest == 0 for rest, _ in reached)


def chosen_by(state: State, seat: str) -> list[str]:
    """The objectives a side has taken so far."""
    return [name_of(state, slot) for slot in slots_of(state, seat)]


def refuse_objective(state: State, ask: Ask, order: ChooseObjective) -> Refusal | None:
    """Why an objective cannot be taken: there is none, no target is left for it, or the points would not come out."""
    known = objectives()
    if order.name not in known:
        return Refusal("objective", ask.rule, f"There is no objective '{order.name}': there are {', '.join(known)}.")
    one, chosen = known[order.name], chosen_by(state, ask.seat)
    left = points_wanted(state) - points_taken(state, ask.seat)
    if one.points > left:
        message = f"{one.title} is {one.points} Objective Points; {left} are left, and they must be met exactly."
        return Refusal("points", ask.rule, message, {"points": one.points, "left": left})
    most = most_of(state, ask.seat, order.name)
    if chosen.count(order.name) >= most:
        message = f"{one.title} can be taken {most} time{'s' * (most != 1)} here: targets do not overlap."
        return Refusal("overlap", ask.rule, message, {"most": most})
    if not completes(state, ask.seat, [*chosen, order.name]):
        message = (
            f"With {one.title} half of the points would not be of your {mission_for(state, ask.seat)} mission, or "
        )
        return Refusal("half", ask.rule, f"{message}would not come to exactly {points_wanted(state)}.")
    return None


def offer_objectives(state: State, ask: Ask) -> Iterator[Option]:
    """Every objective that can still be taken."""
    for name, one in objectives().items():
        order = ChooseObjective(name)
        if refuse_objective(state, ask, order) is None:
            yield Pick(f"{title_of(name)} ({one.points} OP, {one.mission})", order, f"fieldmanual.obj-{name}")
