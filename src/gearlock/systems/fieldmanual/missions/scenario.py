"""The scenario generator: Table Effects and missions rolled, objectives chosen, and who has won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.dice import Roll
from gearlock.kernel.events import Outcome
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.kernel.system import Chooser
from gearlock.kernel.view import Goal, Line, Throw
from gearlock.mechanics.secrets import Sealed, is_known
from gearlock.mechanics.turns import higher
from gearlock.systems.fieldmanual.command_points.tests import resolve_comm_event
from gearlock.systems.fieldmanual.deployment import Segment, resolve_deployment, resolve_sides
from gearlock.systems.fieldmanual.lock_and_cover.lock import sees_point
from gearlock.systems.fieldmanual.missions.objectives import (
    ASSASSINATION,
    DONE,
    ESCAPE,
    HOLD,
    MISSION,
    OBJECTIVE,
    PROTECT,
    RECON,
    SCOUT,
    SEIZE,
    SURVIVE,
    TARGET,
    WIPE,
    ChooseObjective,
    EffectsSettled,
    Escaped,
    Leave,
    LengthRolled,
    MissionRolled,
    ObjectiveChosen,
    ObjectiveSettled,
    ObjectivesRevealed,
    ObjectivesTurn,
    ObservationPaid,
    Prepared,
    Scout,
    Scouted,
    Slot,
    TableRolled,
    ZonesSettled,
    all_slots,
    effect_of,
    effect_rolls,
    effects_together,
    event_of,
    has_objective,
    known_name,
    level_of,
    mission_of,
    name_of,
    named,
    objectives,
    points_taken,
    points_wanted,
    rule_of,
    slots_of,
    stacks,
    target_of,
    title_of,
    zones_of,
)
from gearlock.systems.fieldmanual.missions.progress import (
    distance_to_target,
    escapers,
    groups_of,
    is_crippled,
    leaders_of,
    members,
    middle_of,
    places,
    progress_of,
    resolve_target,
    undrawn,
    victory_points,
    ways_out,
)
from gearlock.systems.fieldmanual.movement.terrain import most_mp
from gearlock.systems.fieldmanual.paying import refuse_idle
from gearlock.systems.fieldmanual.state import FIELDED, IN_PLAY, NO_GROUP, SEATS, STATIONARY, State, Unit, opponent
from gearlock.systems.fieldmanual.support.allocation import resolve_allocation, suppose_support
from gearlock.systems.fieldmanual.table_effects import (
    NIGHT,
    TWILIGHT,
    VARIABLE_FROM,
    has_variable_length,
    is_called_off,
    resolve_white_sand,
)
from gearlock.table.measure import INCH, distance, inches_text

STEP_2, STEP_4 = "fieldmanual.step2-table", "fieldmanual.step4-mission"


def table(_state: State, event: TableRolled, _seat: str | None) -> Line:
    """A die on a table."""
    throw = Throw(event.kind, (event.face,), 6, (), (), event.means, event.rule)
    return Line(
        f"{event.kind.capitalize()}: [{event.face}], {event.means.replace('-', ' ')}.", (), event.rule, (throw,)
    )


def effects(_state: State, event: EffectsSettled, _seat: str | None) -> Line:
    """The table as it is."""
    return Line(f"Table effects: {', '.join(event.effects).replace('-', ' ') or 'none, an average day'}.", (), STEP_2)


def zones(_state: State, event: ZonesSettled, _seat: str | None) -> Line:
    """The kind of zones."""
    return Line(f"Deployment: {event.kind}.", (), "fieldmanual.step3-zones")


def mission(_state: State, event: MissionRolled, _seat: str | None) -> Line:
    """A mission type."""
    throw = Throw("mission", (event.face,), 6, (), (), event.mission, STEP_4)
    kind = f"an {event.mission}" if event.mission[0] in "aeio" else f"a {event.mission}"
    return Line(f"{event.seat.capitalize()}: [{event.face}], {kind} mission.", (), STEP_4, (throw,))


def chosen(_state: State, event: ObjectiveChosen, seat: str | None) -> Line | None:
    """An objective, for whoever may read it."""
    if seat not in (None, event.seat):
        return None
    text = f"{event.seat.capitalize()} takes the objective {title_of(event.name)}."
    return Line(text, (), rule_of(event.name))


def revealed(state: State, event: ObjectivesRevealed, _seat: str | None) -> Line:
    """All objectives."""
    sides: dict[str, list[str]] = {}
    for key in event.keys:
        _, seat, number = key.split(":")
        sides.setdefault(seat, []).append(title_of(name_of(state, Slot(seat, int(number)))))
    text = "; ".join(f"{seat}: {', '.join(names)}" for seat, names in sides.items())
    return Line(f"Objectives are shown. {text[:1].upper()}{text[1:]}.", (), "fieldmanual.objective-points")


def target(state: State, event: ObjectiveSettled, _seat: str | None) -> Line:
    """What an objective is about."""
    slot = Slot(event.seat, event.number)
    name = state.facts[slot.key(OBJECTIVE)].value
    about = target_words(state, slot, name, event.target)
    return Line(f"{event.seat.capitalize()}'s {title_of(name)} is about {about}.", (), rule_of(name))


def escaped(state: State, event: Escaped, _seat: str | None) -> Line:
    """A model is away."""
    return Line(f"{state.units[event.unit].name} leaves the table.", (event.unit,), "fieldmanual.obj-escape")


def scouted(state: State, event: Scouted, _seat: str | None) -> Line:
    """An observation that counts."""
    text = f"{state.units[event.unit].name} scouts what {event.seat}'s objective {event.number} is about."
    return Line(text, (event.unit,), "fieldmanual.obj-scout")


def length(_state: State, event: LengthRolled, _seat: str | None) -> Line:
    """How long it goes on."""
    means = f"round {event.last} is the last" if event.last else "the battle goes on"
    throw = Throw("variable time limit", (event.face,), 6, (), (), means, "fieldmanual.event-variable-time")
    return Line(f"Variable time limit: [{event.face}], {means}.", (), "fieldmanual.event-variable-time", (throw,))


# --- What objectives are about, and how they stand, in words for whoever may know


def target_words(state: State, slot: Slot, name: str, target: str) -> str:
    """A target in words."""
    if not target:
        return "nothing that is here"
    if name in (ESCAPE, SURVIVE, RECON, WIPE):
        whose = slot.seat if name in (ESCAPE, SURVIVE) else opponent(slot.seat)
        return f"{whose}'s Combat Group {target}"
    if target in state.units:
        return state.units[target].name
    pieces = [piece.name or piece.id for piece in state.ground.pieces if piece.id == target]
    return f"the {pieces[0]}" if pieces else target


def objectives_shown(state: State, seat: str | None) -> Iterator[Goal]:
    """How all objectives stand that a seat knows of."""
    for side in SEATS:
        for slot in slots_of(state, side):
            name = known_name(state, slot, seat)
            if not name:
                continue
            title, target = title_of(name), target_of(state, slot)
            about = f", {target_words(state, slot, name, target)}" if slot.key(TARGET) in state.facts else ""
            most = objectives()[name].points
            worth, secret = f"{most} VP", not known_name(state, slot, opponent(side))
            line = f"{side}: {title}{about}"
            if not state.round:
                yield Goal(title, side, 0, most, about[2:], worth, secret, line=line)
                continue
            now = progress_of(state, slot)
            line += f": {now.earned} of {now.most} VP ({now.words})"
            words = f"{about[2:]}: {now.words}" if about else now.words
            yield Goal(title, side, now.earned, now.most, words, worth, secret, line=line)


# --- Steps 2 and 3: Table Effects, Unusual Events and the kind of deployment zones are rolled

ROLL = "roll"

STEP_2_GENERATING, STEP_3 = "fieldmanual.step2-table", "fieldmanual.step3-zones"


def _die(purpose: str, rule_id: str) -> Script[int]:
    (face,) = yield from throw(Roll(purpose, 1, 6, rule=rule_id))
    return face


@rule("fieldmanual.scenario-generator")
@heeds("fieldmanual.event-white-sand")
def resolve_table(ctx: Ctx[State]) -> Script[None]:
    """Step 2 and Step 3, as far as they are left to dice; missions follow."""
    if ctx.state.switches.get("effects") == ROLL:
        ctx.emit(EffectsSettled((yield from resolve_effects(ctx))))
        return
    sand = resolve_white_sand(ctx)
    if sand is not None:
        yield from sand
        return
    kind = ctx.state.switches.get("zones", ROLL)
    ctx.emit(ZonesSettled((yield from resolve_zones(ctx)) if kind == ROLL else kind))


@rule("fieldmanual.step2-table")
@heeds("fieldmanual.effect-dawn-dusk")
def resolve_effects(ctx: Ctx[State]) -> Script[tuple[str, ...]]:
    """How many effects there are, which, and what they make of each other."""
    face = yield from _die("table effects", STEP_2_GENERATING)
    count, events = effect_rolls(face), list[str]()
    ctx.emit(
        TableRolled("number of table effects", face, "an unusual event" if face == 6 else str(count), STEP_2_GENERATING)
    )
    if face == 6:
        which = yield from _die("unusual event", STEP_2_GENERATING)
        events.append(event_of(which))
        ctx.emit(TableRolled("unusual event", which, events[0], f"fieldmanual.event-{events[0]}"))
        again = yield from _die("table effects", STEP_2_GENERATING)
        count = effect_rolls(again)
        ctx.emit(TableRolled("number of table effects", again, str(count), STEP_2_GENERATING))
    found: list[str] = []
    while len(found) < count:
        which = yield from _die("table effect", STEP_2_GENERATING)
        effect = effect_of(which)
        doubled = effect in found and not stacks(effect)
        ctx.emit(
            TableRolled("table effect", which, f"{effect}, rolled again" if doubled else effect, STEP_2_GENERATING)
        )
        found += [] if doubled else [effect]
    dark = 0
    if NIGHT in found and TWILIGHT in found:
        dark = yield from _die("dawn or dusk", "fieldmanual.effect-dawn-dusk")
        means = "dusk, then night" if dark < 4 else "dawn, then day"
        ctx.emit(TableRolled("dawn or dusk", dark, means, "fieldmanual.effect-dawn-dusk"))
    return named((*effects_together(found, dark), *events))


@heeds("fieldmanual.step3-zones", "fieldmanual.zone-surrounded")
def resolve_zones(ctx: Ctx[State]) -> Script[str]:
    """The kind of zones; a 6 surrounds one side, and the next roll that is no 6 says how."""
    face = yield from _die("deployment zones", STEP_3)
    second = 0
    while face == 6 and second in (0, 6):
        second = yield from _die("deployment zones", STEP_3)
    kind = zones_of(face, second)
    ctx.emit(TableRolled("deployment zones", face, kind, STEP_3))
    return kind


# --- Step 4: the mission roll, and objectives for exactly the Objective Points of the force, chosen in secret


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
    order = yield from ask(Ask(seat, "objective", rule="fieldmanual.objective-points", prompt=prompt))
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


# --- The steps of the scenario generator as phases of a battle, and the eve of the first round


@rule("fieldmanual.step7-battle")
@heeds("fieldmanual.scenario-generator", "fieldmanual.objective-points")
def resolve_eve(ctx: Ctx[State]) -> Script[None]:
    """All have deployed: targets of objectives are drawn, and then the rounds are played."""
    slot = undrawn(ctx.state)
    if slot is not None:
        yield from resolve_target(ctx, slot)
        return
    ctx.emit(Prepared())


PHASES: dict[str, Callable[[Ctx[State]], Script[None]]] = {
    "table": resolve_table,
    "mission": resolve_mission,
    "allocation": resolve_allocation,
    "sides": resolve_sides,
    "deployment": resolve_deployment,
    "eve": resolve_eve,
}
"""What each phase before the first round is about; `State.phase` of a generated battle begins with "table"."""


# --- Secrets of a battle: what a seat does not know of objectives and support, drawn anew from what it might be


def suppose(state: State, seat: str, chooser: Chooser) -> State:
    """A copy in which all that a seat does not know is drawn anew from what it might be."""
    twin, enemy = state.clone(), opponent(seat)
    _draw_objectives(twin, seat, enemy, chooser)
    suppose_support(twin, seat, enemy, chooser)
    return twin


def _draw_objectives(state: State, seat: str, enemy: str, chooser: Chooser) -> None:
    """Before they are shown: a full set for who has finished, none yet for who is choosing."""
    hidden = [slot for slot in slots_of(state, enemy) if not is_known(state.facts[slot.key(OBJECTIVE)], seat)]
    if not hidden:
        return
    finished = state.turn != enemy
    for slot in hidden:
        del state.facts[slot.key(OBJECTIVE)]
    while finished and points_taken(state, enemy) < points_wanted(state):
        chosen = chosen_by(state, enemy)
        possible = [name for name in objectives() if completes(state, enemy, [*chosen, name])]
        slot = Slot(enemy, len(chosen) + 1)
        state.facts[slot.key(OBJECTIVE)] = Sealed(chooser.choice(possible), (enemy,))


# --- Escape!: a model leaves the table by the enemy's edge

STRIDE = INCH
"""How near to the edge a model that leaves must be, and what it takes of its movement."""


def is_escaping(state: State, unit: Unit) -> bool:
    """Whether a model is of a Combat Group that is to escape."""
    return any(target_of(state, slot) == str(unit.group) for slot in has_objective(state, unit.seat, ESCAPE))


def gap_to_segment(unit: Unit, part: Segment) -> int:
    """From the edge of a base to a part of a table edge."""
    x = min(max(unit.x, part[0]), part[2])
    y = min(max(unit.y, part[1]), part[3])
    return max(0, distance(unit.x, unit.y, x, y) - unit.card.radius)


@heeds("fieldmanual.obj-escape")
def refuse_leave(state: State, order: Leave) -> Refusal | None:
    """Why a model cannot leave: not its turn or not told to, too far from the enemy's edge, or no movement left."""
    unit = state.units.get(order.unit)
    now = state.activation
    if unit is None or now is None or now.unit != unit.id or now.extra or unit.status != FIELDED:
        return Refusal("unit", "fieldmanual.obj-escape", f"{order.unit or 'Nobody'} is not being activated.")
    if not is_escaping(state, unit):
        return Refusal("objective", "fieldmanual.obj-escape", f"The {unit.name} is not told to escape.")
    if unit.band == STATIONARY or most_mp(unit, now) - now.spent.get(unit.id, 0) < STRIDE:
        return Refusal(
            "movement", "fieldmanual.obj-escape", f"The {unit.name} needs an inch of movement to leave the table."
        )
    bases = state.bases(unit)
    away = max(min(gap_to_segment(base, part) for part in ways_out(state, unit.seat)) for base in bases)
    if away > STRIDE:
        message = f"The {unit.name} is {inches_text(away)} in from the enemy's table edge; it leaves from within 1 in."
        return Refusal("edge", "fieldmanual.obj-escape", message, {"distance": away})
    return None


def offer_leaving(state: State, unit: Unit) -> Iterator[Option]:
    """The way off the table, for whoever may take it."""
    if is_escaping(state, unit) and refuse_leave(state, Leave(unit.id)) is None:
        yield Pick("Leave the table by the enemy's edge", Leave(unit.id), "fieldmanual.obj-escape")


def resolve_leave(ctx: Ctx[State], order: Leave) -> None:
    """It is gone, and has escaped."""
    ctx.emit(Escaped(order.unit))


# --- Scout: Forward Observation of a terrain piece or a Static model from within the observer's Detect rating


def spot_of(state: State, target: str) -> tuple[int, int, int] | None:
    """Where a target is, as somebody would look at it: its middle, half way up."""
    if target in state.units:
        unit = state.units[target]
        return unit.x, unit.y, unit.z + unit.height // 2
    piece = next((piece for piece in state.ground.pieces if piece.id == target), None)
    return None if piece is None else (*middle_of(piece), (piece.base + piece.top) // 2)


@heeds("fieldmanual.obj-scout", "fieldmanual.forward-observation")
def refuse_scout(state: State, order: Scout) -> Refusal | None:
    """Why a model cannot observe a target: too far for its Detect rating, out of sight, or no Action left."""
    unit = state.units.get(order.unit)
    if unit is None or not state.is_active(unit):
        return Refusal("unit", "fieldmanual.obj-scout", f"{order.unit or 'Nobody'} is not being activated.")
    slot = Slot(unit.seat, order.number)
    spot = spot_of(state, target_of(state, slot)) if slot in has_objective(state, unit.seat, SCOUT) else None
    if spot is None:
        return Refusal("objective", "fieldmanual.obj-scout", f"Objective {order.number} of yours is nothing to scout.")
    idle = refuse_idle(unit)
    if idle is not None:
        return idle
    away = distance_to_target(state, unit.body, target_of(state, slot))
    if away > unit.card.detect * INCH:
        message = (
            f"It is {inches_text(away)} in away; the {unit.name} scouts from within its Detect, {unit.card.detect} in."
        )
        return Refusal("range", "fieldmanual.obj-scout", message, {"distance": away})
    if target_of(state, slot) in state.units and not sees_point(state, unit, *spot):
        return Refusal("sight", "fieldmanual.obj-scout", f"The {unit.name} does not see it.")
    return None


def offer_scouting(state: State, unit: Unit) -> Iterator[Option]:
    """What is to be scouted and can be from here."""
    for slot in has_objective(state, unit.seat, SCOUT):
        order = Scout(unit.id, slot.number)
        if not state.points.get(slot.key(DONE)) and refuse_scout(state, order) is None:
            yield Pick(f"Scout objective {slot.number}", order, "fieldmanual.obj-scout")


@heeds("fieldmanual.obj-scout", "fieldmanual.comm-events")
def resolve_scout(ctx: Ctx[State], order: Scout) -> Script[None]:
    """An Action and a Comm Event; unless that is blocked, the observation counts."""
    seat = ctx.state.units[order.unit].seat
    ctx.emit(ObservationPaid(order.unit))
    if (yield from resolve_comm_event(ctx, order.unit, "forward observation")):
        ctx.emit(Scouted(order.unit, seat, order.number, ctx.state.round))


# --- Step 8 and the Straight Up Brawl: when a battle ends, and who has won it


@rule("fieldmanual.game-overview")
def is_over(state: State) -> bool:
    """Whether the battle ends with the round that is being ended: the last one, or one side is wiped out."""
    return state.round >= state.rounds or any(is_wiped_out(state, seat) for seat in SEATS)


@heeds("fieldmanual.game-overview", "fieldmanual.straight-up-brawl")
def is_wiped_out(state: State, seat: str) -> bool:
    """Whether nothing is left of the Combat Groups of a side, on the table or to come."""
    mine = (unit for unit in state.units.values() if unit.seat == seat and unit.group != NO_GROUP and not unit.parent)
    return not any(unit.status in IN_PLAY for unit in mine)


@heeds("fieldmanual.event-variable-time", "fieldmanual.step8-length")
def resolve_length(ctx: Ctx[State]) -> Script[None]:
    """With a variable time limit: at the end of round 4 and of later ones a die; on 4 or more the next is the last."""
    state = ctx.state
    if not has_variable_length(state) or state.round < VARIABLE_FROM:
        return
    if state.round >= state.rounds or state.rounds == state.round + 1:
        return
    roll = Roll("variable time limit", 1, 6, rule="fieldmanual.event-variable-time", marks=(4,))
    (face,) = yield from throw(roll)
    ctx.emit(LengthRolled(face, ctx.state.round + 1 if is_called_off(face) else 0))


def crippled_count(state: State, seat: str) -> int:
    """Models of a side that are critically damaged, dead or destroyed."""
    models = (unit for group in groups_of(state, seat) for unit in members(state, seat, group))
    return sum(is_crippled(state, unit) for unit in models)


@heeds("fieldmanual.straight-up-brawl")
def winner_of_brawl(state: State) -> Outcome:
    """The side with fewer crippled or destroyed models; a draw if both have as many. Scored is what each did."""
    lost = {seat: crippled_count(state, seat) for seat in SEATS}
    reason = f"red has {lost['red']} models crippled or destroyed, blue {lost['blue']}"
    return Outcome(higher(lost["blue"], lost["red"]), reason, {seat: lost[opponent(seat)] for seat in SEATS})


@rule("fieldmanual.step8-victory")
@heeds("fieldmanual.game-overview")
def winner_of_battle(state: State) -> Outcome:
    """The larger share of one's own Objective Points; a tie goes to the lower Priority Level, else it is a draw."""
    earned = {seat: victory_points(state, seat) for seat in SEATS}
    whole = {seat: max(1, points_taken(state, seat)) for seat in SEATS}
    words = " to ".join(f"{earned[seat]} of {whole[seat]}" for seat in SEATS)
    winner = higher(earned["red"] * whole["blue"], earned["blue"] * whole["red"])
    if winner:
        return Outcome(winner, f"Victory Points {words}", earned)
    levels = {seat: level_of(state, seat) for seat in SEATS}
    winner = higher(levels["blue"], levels["red"])
    tie = f"Victory Points {words}, Priority Level {levels['red']} to {levels['blue']}"
    return Outcome(winner, tie, earned)


def outcome_of(state: State) -> Outcome:
    """Who has won a battle that is over: by objectives where there are any, else by what is left."""
    return winner_of_battle(state) if any(slots_of(state, seat) for seat in SEATS) else winner_of_brawl(state)


# --- The contents of the chapter

MISSIONS: Chapter[State] = Chapter(
    "Scenarios: missions and victory",
    orders=(
        OrderRules(ChooseObjective, "objective", refuse_objective),
        OrderRules(Leave, "act", by_order(refuse_leave), resolve_leave),
        OrderRules(Scout, "act", by_order(refuse_scout), resolve_scout),
    ),
    events={
        TableRolled: table,
        EffectsSettled: effects,
        ZonesSettled: zones,
        MissionRolled: mission,
        ObjectivesTurn: None,
        ObjectiveChosen: chosen,
        ObjectivesRevealed: revealed,
        ObjectiveSettled: target,
        Prepared: None,
        Escaped: escaped,
        ObservationPaid: None,
        Scouted: scouted,
        LengthRolled: length,
    },
)
