"""Artillery: called by Forward Observations, coming down one side after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from gearlock.kernel.asks import Ask, Option, Pick, Place, Target, decline
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line, Modifier
from gearlock.mechanics.pools.lines import dice, result
from gearlock.mechanics.scatter import astray, direction_of, landing
from gearlock.mechanics.turns import higher
from gearlock.systems.fieldmanual.army.upgrades import support_options
from gearlock.systems.fieldmanual.attacks.defense import Fire
from gearlock.systems.fieldmanual.attacks.kinds import resolve_landing
from gearlock.systems.fieldmanual.attacks.weapons_in_use import INDIRECT, OPTIMAL, Terms, Use
from gearlock.systems.fieldmanual.command_points.tests import resolve_comm_event, resolve_other, resolve_test
from gearlock.systems.fieldmanual.datacards import Card, Skills
from gearlock.systems.fieldmanual.deployment import Segment, home_edges
from gearlock.systems.fieldmanual.dice_tests import (
    LEADERSHIP,
    Test,
    damage_lines,
    margin,
    skill_dice,
    stun_lines,
    succeeds,
    throw_test,
)
from gearlock.systems.fieldmanual.electronic_warfare import is_designated
from gearlock.systems.fieldmanual.lock_and_cover.lock import sees_point
from gearlock.systems.fieldmanual.paying import refuse_idle
from gearlock.systems.fieldmanual.reactions import answer_observation
from gearlock.systems.fieldmanual.sensors import Observed, designates, has_active_lock, is_free
from gearlock.systems.fieldmanual.state import ALOFT, FIELDED, SEATS, State, Unit, opponent
from gearlock.systems.fieldmanual.support.airstrikes import (
    AirstrikeCalled,
    AirstrikeCrashed,
    AirstrikeLeft,
    AirstrikePlaced,
    FlightEnded,
)
from gearlock.systems.fieldmanual.support.points import (
    ARTILLERY,
    FRIENDLY,
    HEAVY,
    LIGHT,
    MEDIUM,
    STRIKE,
    ActionAssigned,
    ArrivalSettled,
    AssetRaised,
    Bought,
    CallArtillery,
    CallPaid,
    Choice,
    CorrectFire,
    DroneAssigned,
    Dropped,
    DropPointChosen,
    Entered,
    FireCorrected,
    FireStrike,
    FriendlyFireRolled,
    GunsReady,
    ReservesTried,
    Shell,
    StageBegun,
    StrikeCalled,
    StrikeLanded,
    SupportSettled,
    SupportShown,
    entries,
    read_choice,
    used_key,
)
from gearlock.systems.fieldmanual.table_effects import FRIENDLY_FIRE, has, indirect_penalty
from gearlock.systems.fieldmanual.weapons import BOARD, Weapon
from gearlock.table.measure import bearing, distance, inches_text

STEP_5 = "fieldmanual.step5-support-points"


def choice_words(state: State, choice: Choice) -> str:
    """A choice in words."""
    option = support_options().get(choice.option)
    words = choice.option if option is None else option.name
    if choice.group:
        words += f" (Combat Group {choice.group})"
    if choice.unit in state.units:
        words += f" ({state.units[choice.unit].name})"
    return f"{'guided ' * choice.guided}{words}{', infiltrating' * choice.infiltrates}"


def bought(state: State, event: Bought, seat: str | None) -> Line | None:
    """A choice, for whoever may read it."""
    if seat not in (None, event.seat):
        return None
    when = f", for round {event.round}" if event.round else ""
    text = f"{event.seat.capitalize()} buys: {choice_words(state, read_choice(event.choice))}{when}."
    return Line(text, (), STEP_5)


def shown(state: State, event: SupportShown, _seat: str | None) -> Line:
    """Choices that are open now."""
    sides: dict[str, list[str]] = {}
    for key in event.keys:
        sides.setdefault(key.split(":")[1], []).append(choice_words(state, read_choice(state.facts[key].value)))
    text = "; ".join(f"{seat.capitalize()}: {', '.join(names)}" for seat, names in sides.items())
    return Line(f"Support is shown. {text}.", (), STEP_5)


def settled(_state: State, event: SupportSettled, _seat: str | None) -> Line:
    """The Command Points of both."""
    return Line(f"Command Points: red {event.red}, blue {event.blue}.", (), "fieldmanual.cp-pool")


def asset(_state: State, event: AssetRaised, _seat: str | None) -> Line:
    """An asset."""
    return Line(f"{event.name} is to be deployed.", (), "fieldmanual.defensive-assets")


def drone(state: State, event: DroneAssigned, _seat: str | None) -> Line:
    """A drone."""
    text = f"{state.units[event.owner].name} has an AA drone."
    return Line(text, (event.owner,), "fieldmanual.aa-drone")


def arrival(_state: State, event: ArrivalSettled, _seat: str | None) -> Line:
    """A group that does not deploy with the others."""
    how = "is held in reserve" if event.reserve else "infiltrates"
    rule = "fieldmanual.reserves" if event.reserve else "fieldmanual.infiltrators"
    return Line(f"{event.seat.capitalize()}'s Combat Group {event.group} {how}.", (), rule)


def _unit(state: State, name: str) -> str:
    return state.units[name].name if name in state.units else "Somebody"


def stage(_state: State, event: StageBegun, _seat: str | None) -> Line | None:
    """A phase of Step 3."""
    names = {"reserves": "Support: reserves.", "placing": "Support: airstrikes.", "artillery": "Support: artillery."}
    return Line(names[event.stage], (), "fieldmanual.support-events") if event.stage in names else None


def tried(_state: State, event: ReservesTried, _seat: str | None) -> Line:
    """A call for reserves."""
    what = "arrives" if event.comes else "does not arrive"
    return Line(f"{event.seat.capitalize()}'s Combat Group {event.group} {what}.", (), "fieldmanual.reserves")


def entered(state: State, event: Entered, _seat: str | None) -> Line:
    """A model at the edge."""
    return Line(f"{_unit(state, event.unit)} comes onto the table.", (event.unit,), "fieldmanual.reserves")


def drop_point(_state: State, event: DropPointChosen, _seat: str | None) -> Line:
    """Where a group comes down."""
    where = f"{inches_text(event.x)}, {inches_text(event.y)} in"
    text = f"{event.seat.capitalize()}'s Combat Group {event.group} drops around {where}."
    return Line(text, (), "fieldmanual.airdrop")


def dropped(state: State, event: Dropped, _seat: str | None) -> Line:
    """A model on the ground."""
    text = f"{_unit(state, event.unit)} comes down"
    if event.length:
        text += f", {inches_text(event.length)} in astray [{event.direction}, {event.distance}]"
    return Line(f"{text}.", (event.unit,), "fieldmanual.airdrop")


def paid(state: State, event: CallPaid, _seat: str | None) -> Line:
    """A call."""
    return Line(f"{_unit(state, event.unit)} calls for {event.what}.", (event.unit,), STEP_5)


def strike_called(state: State, event: StrikeCalled, _seat: str | None) -> Line:
    """A strike on its way."""
    what = choice_words(state, read_choice(event.written))
    whom = f" on {_unit(state, event.target)}" if event.target else ""
    where = f"{inches_text(event.x)}, {inches_text(event.y)} in"
    return Line(
        f"{event.seat.capitalize()}'s {what} is on its way{whom}, to {where}.", (), "fieldmanual.artillery-call"
    )


def corrected(_state: State, event: FireCorrected, _seat: str | None) -> Line:
    """A correction."""
    good = event.margin > 0
    what = f"{event.margin} in off its scatter" if good else f"{-event.margin} off its attack"
    return Line(f"The fire is corrected: {what}.", (), "fieldmanual.artillery-call")


def strike_landed(_state: State, event: StrikeLanded, _seat: str | None) -> Line:
    """A strike."""
    where = f"{inches_text(event.x)}, {inches_text(event.y)} in"
    astray = f", {inches_text(event.length)} in astray [{event.direction}, {event.distance}]" if event.direction else ""
    return Line(f"{event.weapon} comes down at {where}{astray}.", (), "fieldmanual.artillery-resolve")


def friendly(_state: State, event: FriendlyFireRolled, _seat: str | None) -> Line:
    """A die."""
    what = f"{event.seat} directs it" if event.seat else "nothing comes"
    return Line(f"Friendly fire: [{event.face}], {what}.", (), "fieldmanual.event-friendly-fire")


def air_called(_state: State, event: AirstrikeCalled, _seat: str | None) -> Line:
    """An airstrike that comes."""
    where = "from any edge but the enemy's" if event.anywhere else "from the home edge"
    return Line(f"{event.name} is ready, {where}.", (), "fieldmanual.airstrike-call")


def air_placed(state: State, event: AirstrikePlaced, _seat: str | None) -> Line:
    """It is there."""
    return Line(f"{_unit(state, event.unit)} appears.", (event.unit,), "fieldmanual.airstrike-move")


def flight_ended(state: State, event: FlightEnded, _seat: str | None) -> Line | None:
    """A move and a Turn."""
    if not event.turned:
        return None
    return Line(f"{_unit(state, event.unit)} turns.", (event.unit,), "fieldmanual.airstrike-move")


def air_left(state: State, event: AirstrikeLeft, _seat: str | None) -> Line:
    """Gone."""
    return Line(f"{_unit(state, event.unit)} leaves the table.", (event.unit,), "fieldmanual.airstrike-move")


def crashed(state: State, event: AirstrikeCrashed, _seat: str | None) -> Line:
    """Down."""
    where = (
        f" crashes at {inches_text(event.x)}, {inches_text(event.y)} in" if event.direction else " is blown to pieces"
    )
    return Line(f"{_unit(state, event.unit)}{where}.", (event.unit,), "fieldmanual.airstrike-damage")


def assigned(state: State, event: ActionAssigned, _seat: str | None) -> Line:
    """A turret's task."""
    what = "stands by for coordinates" if event.weapon else "keeps its Action for Reaction Fire"
    return Line(f"{_unit(state, event.unit)} {what}.", (event.unit,), "fieldmanual.defensive-assets")


# --- Artillery: the three types, and the guns beyond the table that fire them

GUNS: Final = "artillery"
"""The id and the kind of the card of the guns."""
SKILL: Final = 2


class Type(NamedTuple):
    """A type of artillery: its DM, the radius of its Blast in inches, and how many strikes one choice brings."""

    multiplier: int
    blast: int
    strikes: int = 1


@rule("fieldmanual.artillery-types")
def type_of(option: str) -> Type:
    """Light x12 with Blast 2, two strikes a choice; Medium x18 with Blast 3; Heavy x22 with Blast 4."""
    return {LIGHT: Type(12, 2, 2), MEDIUM: Type(18, 3), HEAVY: Type(22, 4)}[option]


def shell(option: str, guided: bool) -> Weapon:
    """What a strike is fired with."""
    kind, name = type_of(option), option.replace("-", " ").capitalize()
    traits = {"IF": 1, "Blast": kind.blast, **({"G": 1} if guided else {})}
    return Weapon(name, name, "support", GUNS, 0, BOARD, BOARD, BOARD, kind.multiplier, False, 0, 0, traits)


def guns_card() -> Card:
    """The card of guns that nobody sees: Attack Skill 2, no Sensors."""
    return Card(
        id=GUNS, name="Artillery", family="Artillery", faction="any", kind=GUNS, tv=0, sp=0, size=0, actions=0, rows={},
        attack=(0, 0, 0), detect=0, sensors=0, comm=0, auto_comm=0, armor=0, boxes="", overkill=0,
        skills=Skills(SKILL, 0, 0, 0), perks={}, flaws={}, aux=(), details={}, weapons=(), radius=0, height=0,
    )  # fmt: skip


def guns_of(seat: str) -> str:
    """The id of a side's guns."""
    return f"{seat}-guns"


@heeds("fieldmanual.artillery-resolve", "fieldmanual.step3-zones")
def gun_line(state: State, seat: str, x: int, y: int) -> tuple[int, int]:
    """Where strikes at a point come from: the middle of the home edge; of several the one nearest to the point."""

    def middle(part: Segment) -> tuple[int, int]:
        return (part[0] + part[2]) // 2, (part[1] + part[3]) // 2

    def away(part: Segment) -> int:
        near = min(max(x, part[0]), part[2]), min(max(y, part[1]), part[3])
        return distance(x, y, *near)

    return middle(min(home_edges(state, seat), key=away))


# --- Artillery: any model calls it by a Forward Observation, of a model or of a place, and may correct its fire

THRESHOLD = 4


def strikes_left(state: State, seat: str) -> list[tuple[int, Choice]]:
    """The artillery choices of a side that have a strike left, by number."""
    found = [(number, read_choice(fact.value)) for number, fact in entries(state, seat)]
    guns = [(number, choice) for number, choice in found if choice.option in ARTILLERY]
    return [
        (n, choice) for n, choice in guns if state.points.get(used_key(seat, n), 0) < type_of(choice.option).strikes
    ]


@rule("fieldmanual.artillery-call")
@heeds("fieldmanual.forward-observation", "fieldmanual.active-lock")
def refuse_call(state: State, order: CallArtillery) -> Refusal | None:
    """Why a strike cannot be called: none left, nothing observed, or no Action.

    A model must be under Active Lock, whose free Action pays; a place must be seen, and costs an Action.
    """
    unit = state.units.get(order.unit)
    if unit is None or not state.is_active(unit) or unit.status not in (FIELDED, ALOFT):
        return Refusal("unit", "fieldmanual.artillery-call", f"{order.unit or 'Nobody'} is not being activated.")
    if order.number not in [number for number, _ in strikes_left(state, unit.seat)]:
        return Refusal(
            "choice",
            "fieldmanual.artillery-call",
            f"Number {order.number} on your sheet is no artillery with a strike left.",
        )
    if not order.target:
        return refuse_idle(unit, 1, "fieldmanual.artillery-call") or _refuse_place(state, unit, order)
    target = state.units.get(order.target)
    if target is None or target.seat == unit.seat or target.status != FIELDED:
        return Refusal("target", "fieldmanual.artillery-call", f"{order.target} is no enemy on the table.")
    if not has_active_lock(unit, target):
        message = f"The {unit.name} has no Active Lock on the {target.name}: that comes before a Forward Observation."
        return Refusal("lock", "fieldmanual.artillery-call", message)
    return None if is_free(state, unit, target.id) else refuse_idle(unit, 1, "fieldmanual.artillery-call")


def _refuse_place(state: State, unit: Unit, order: CallArtillery) -> Refusal | None:
    if not (0 <= order.x <= state.ground.width and 0 <= order.y <= state.ground.height):
        return Refusal(
            "table", "fieldmanual.artillery-call", "This point is not on the table.", {"x": order.x, "y": order.y}
        )
    if not sees_point(state, unit, order.x, order.y, state.ground.elevation(order.x, order.y)):
        return Refusal("sight", "fieldmanual.artillery-call", f"Solid objects hide this point from the {unit.name}.")
    return None


@heeds("fieldmanual.artillery-call", "fieldmanual.comm-events", "fieldmanual.perk-target-designator")
@heeds("fieldmanual.stand-by")
def resolve_call(ctx: Ctx[State], order: CallArtillery) -> Script[None]:
    """An Action and a Comm Event. The observation of a model serves all; that of a place artillery alone."""
    unit = ctx.state.units[order.unit]
    free = bool(order.target) and is_free(ctx.state, unit, order.target)
    ctx.emit(CallPaid(order.unit, "artillery", free))
    if not (yield from resolve_comm_event(ctx, order.unit, "Forward Observation")):
        return
    state, unit = ctx.state, ctx.state.units[order.unit]
    seat, x, y = unit.seat, order.x, order.y
    if order.target:
        target = state.units[order.target]
        x, y = target.x, target.y
        ctx.emit(Observed(unit.id, target.id, designates(state, unit, target, False)))
        yield from answer_observation(ctx, order.unit, order.target)
    written = dict(strikes_left(ctx.state, seat))[order.number].written()
    number = next_strike(ctx.state, seat)
    ctx.emit(StrikeCalled(seat, number, order.number, written, order.unit, order.target, x, y))
    yield from resolve_correction(ctx, order.unit, number)


def next_strike(state: State, seat: str) -> int:
    """The number of the next strike of a side in this round."""
    number = 1
    while f"{STRIKE}:{seat}:{number}" in state.facts:
        number += 1
    return number


@heeds("fieldmanual.artillery-call")
def resolve_correction(ctx: Ctx[State], unit_id: str, number: int) -> Script[None]:
    """With the free Action of the observation: Leadership against 4, for better or worse."""
    unit = ctx.state.units[unit_id]
    prompt = f"Does the {unit.name} roll Leadership against {THRESHOLD} to correct the fire? A failure makes it worse."
    answer = yield from ask(
        Ask(unit.seat, "correct fire", unit_id, rule="fieldmanual.artillery-call", prompt=prompt, optional=True)
    )
    if not isinstance(answer, CorrectFire):
        return
    unit = ctx.state.units[unit_id]
    lines = (skill_dice(unit, LEADERSHIP), *damage_lines(unit), *stun_lines(unit, LEADERSHIP))
    made = yield from resolve_test(ctx, Test("correct fire", unit_id, lines, "fieldmanual.artillery-call", THRESHOLD))
    ctx.emit(FireCorrected(ctx.state.units[unit_id].seat, number, margin(made.total, THRESHOLD)))


def refuse_correction(_state: State, question: Ask, order: CorrectFire) -> Refusal | None:
    """The observer itself."""
    if order.unit == question.unit:
        return None
    return Refusal(
        "unit",
        "fieldmanual.artillery-call",
        f"The question is about {question.unit}, not about {order.unit or 'nobody'}.",
    )


def offer_correction(_state: State, question: Ask) -> Iterator[Option]:
    """To roll, or not."""
    yield Pick("Roll Leadership to correct the fire", CorrectFire(question.unit), "fieldmanual.artillery-call")
    yield decline("Let it come as it is", "fieldmanual.artillery-call")


def offer_calls(state: State, unit: Unit) -> Iterator[Option]:
    """Each type of artillery that is left: on whoever is under Active Lock, or on a place."""
    seen: set[str] = set()
    for number, choice in strikes_left(state, unit.seat):
        if choice.written() in seen:
            continue
        seen.add(choice.written())
        name = f"{'guided ' * choice.guided}{choice.option.replace('-', ' ')}"
        for target in state.fielded(opponent(unit.seat)):
            order = CallArtillery(unit.id, number, target.id)
            if refuse_call(state, order) is None:
                yield Target(f"Call {name} on the {target.name}", order, "fieldmanual.artillery-call", target.id)
        if refuse_idle(unit) is None:
            yield Place(
                f"Call {name} on a place",
                CallArtillery(unit.id, number),
                "fieldmanual.artillery-call",
                unit.id,
                "table",
            )


def guess_call(state: State, _ask: Ask, order: CallArtillery, chooser: Chooser, _attempt: int) -> Order | None:
    """Some place near some enemy."""
    if order.target:
        return order
    enemies = list(state.fielded(opponent(state.units[order.unit].seat)))
    if not enemies:
        return None
    near = chooser.choice(enemies)
    x, y = near.x + chooser.randrange(-2000, 2001), near.y + chooser.randrange(-2000, 2001)
    x, y = min(max(0, x), state.ground.width), min(max(0, y), state.ground.height)
    return CallArtillery(order.unit, order.number, "", x, y)


def aim_call(_state: State, _ask: Ask, order: CallArtillery, spot: Aim) -> Order:
    """The spot."""
    return CallArtillery(order.unit, order.number, order.target, spot.x, spot.y)


# --- The Artillery phase: strikes come down, one side after the other, and friendly fire before all others

RULE, FRIENDLY_RULE = "fieldmanual.artillery-resolve", "fieldmanual.event-friendly-fire"
THRESHOLD_STRIKES, COMES = 5, 4
BARRAGE = Terms("artillery", 0, (INDIRECT,), coordinated=False)
ONE_POINT = (LIGHT, MEDIUM)
"""What 1 Support Point of artillery may be."""


def strikes_of(state: State, seat: str) -> list[int]:
    """The strikes of a side that are on their way, by number."""
    prefix = f"{STRIKE}:{seat}:"
    return sorted(int(key.removeprefix(prefix)) for key in state.facts if key.startswith(prefix))


def strike_choice(state: State, seat: str, number: int) -> tuple[Choice, str]:
    """What kind of strike it is, and the model it was called on."""
    written, _, target = state.facts[f"{STRIKE}:{seat}:{number}"].value.rpartition("/")
    return read_choice(written), target


@heeds("fieldmanual.artillery-resolve")
def resolve_next_strike(ctx: Ctx[State], seat: str) -> Script[None]:
    """A side lets one of its strikes come down; which, it says where there are several."""
    waiting = strikes_of(ctx.state, seat)
    number = waiting[0]
    if len(waiting) > 1:
        prompt = "Artillery: which strike comes down next?"
        order = yield from ask(Ask(seat, "strike", rule=RULE, prompt=prompt))
        assert isinstance(order, FireStrike), f"{order} fires nothing"
        number = order.number
    yield from resolve_strike(ctx, seat, number)


@heeds("fieldmanual.artillery-resolve", "fieldmanual.artillery-call", "fieldmanual.wt-guided")
def strike_lines(state: State, seat: str, number: int) -> tuple[Modifier, ...]:
    """Attack Skill 2 and nothing else, but for a poor correction, a severe storm, and a designator for Guided ones."""
    choice, target = strike_choice(state, seat, number)
    lines = [dice(SKILL, "Artillery", RULE)]
    corrected = state.points.get(f"{STRIKE}:{seat}:{number}", 1)
    if corrected < 0:
        lines.append(result(corrected, "Poor correction", "fieldmanual.artillery-call"))
    if indirect_penalty(state):
        lines.append(result(-indirect_penalty(state), "Severe storm", "fieldmanual.effect-storm"))
    unit, guns = state.units.get(target), state.units.get(guns_of(seat))
    if choice.guided and unit is not None and guns is not None and is_designated(state, unit, guns):
        lines.append(result(1, "Guided to a Designated target", "fieldmanual.wt-guided"))
    return tuple(lines)


@rule("fieldmanual.artillery-resolve")
@heeds("fieldmanual.indirect-attack", "fieldmanual.deviation", "fieldmanual.artillery-types")
def resolve_strike(ctx: Ctx[State], seat: str, number: int) -> Script[None]:
    """Against Threshold 5 it lands on its point, else astray; whoever is there defends against the raw roll."""
    choice, target = strike_choice(ctx.state, seat, number)
    x, y = ctx.state.markers[f"{STRIKE}:{seat}:{number}"]
    lay_guns(ctx, seat, x, y)
    guns, weapon = guns_of(seat), shell(choice.option, choice.guided)
    lines, better = strike_lines(ctx.state, seat, number), max(0, ctx.state.points.get(f"{STRIKE}:{seat}:{number}", 0))
    made = yield from throw_test(ctx, Test("artillery", guns, lines, RULE, THRESHOLD_STRIKES, target, weapon.id, seat))
    shown, length = [0, 0], 0
    if not succeeds(made.total, THRESHOLD_STRIKES):
        for at, what in enumerate(("artillery, direction", "artillery, distance")):
            seen: list[Faces] = []
            roll = Roll(what, 1, 6, 1, seat, guns, "fieldmanual.deviation")
            shown[at] = (yield from resolve_other(ctx, roll, seen.append))[0]
        length = astray(shown[1], THRESHOLD_STRIKES - made.total, better)
        line = bearing(*gun_line(ctx.state, seat, x, y), x, y)
        x, y = landing(x, y, direction_of(shown[0], line), length)
    ctx.emit(StrikeLanded(seat, number, weapon.id, x, y, shown[0], shown[1], length))
    use = Use(weapon, OPTIMAL, INDIRECT, multiplier=type_of(choice.option).multiplier)
    point = (x, y, ctx.state.ground.elevation(x, y))
    yield from resolve_landing(ctx, Fire(guns, use, BARRAGE), point, made.bare)


def lay_guns(ctx: Ctx[State], seat: str, x: int, y: int) -> None:
    """The guns of a side fire from the middle of its home edge."""
    ctx.emit(GunsReady(guns_of(seat), seat, GUNS, *gun_line(ctx.state, seat, x, y)))


@rule("fieldmanual.event-friendly-fire")
def resolve_friendly_fire(ctx: Ctx[State], points: Callable[[State, str], int]) -> Script[None]:
    """In every Artillery phase before all else a die: on 4 or more the side with fewer Victory Points directs shells.

    It chooses one medium strike or two light ones, and where they go; after a tie in points dice decide who does.
    """
    roll = Roll("friendly fire", 1, 6, rule=FRIENDLY_RULE, marks=(COMES,))
    (face,) = yield from throw(roll)
    if face < COMES:
        ctx.emit(FriendlyFireRolled(face))
        return
    seat = higher(points(ctx.state, "blue"), points(ctx.state, "red"))
    while not seat:
        red, blue = yield from throw(Roll("friendly fire, who directs it", 2, 6, rule=FRIENDLY_RULE, ordered=True))
        seat = higher(red, blue)
    ctx.emit(FriendlyFireRolled(face, seat))
    prompt = "Friendly fire: which shells come down, and where?"
    order = yield from ask(Ask(seat, "friendly fire", "", ONE_POINT, FRIENDLY_RULE, prompt))
    assert isinstance(order, Shell), f"{order} sends no shells"
    yield from _shell(ctx, seat, order)
    for _ in range(type_of(order.option).strikes - 1):
        about = (order.option,)
        again = yield from ask(Ask(seat, "friendly fire", "", about, FRIENDLY_RULE, "Where does the next one go?"))
        assert isinstance(again, Shell), f"{again} sends no shells"
        yield from _shell(ctx, seat, again)


def _shell(ctx: Ctx[State], seat: str, order: Shell) -> Script[None]:
    number = next_strike(ctx.state, seat)
    written = Choice(order.option).written()
    ctx.emit(StrikeCalled(seat, number, 0, written, "", "", order.x, order.y))
    yield from resolve_strike(ctx, seat, number)


def is_friendly_fire_due(state: State) -> bool:
    """Whether the die of friendly fire is still to be thrown in this round."""
    return has(state, FRIENDLY_FIRE) and state.points.get(FRIENDLY) != state.round


def refuse_strike(state: State, question: Ask, order: FireStrike) -> Refusal | None:
    """One of those that are on their way."""
    waiting = strikes_of(state, question.seat)
    if order.number in waiting:
        return None
    return Refusal("strike", RULE, f"Your strikes are {', '.join(map(str, waiting))}, not {order.number}.")


def offer_strikes(state: State, question: Ask) -> Iterator[Option]:
    """Each of them."""
    for number in strikes_of(state, question.seat):
        choice, _ = strike_choice(state, question.seat, number)
        yield Pick(f"Strike {number}, {choice.option.replace('-', ' ')}", FireStrike(number), RULE)


def refuse_shell(state: State, question: Ask, order: Shell) -> Refusal | None:
    """1 Support Point of artillery, at a point of the table."""
    if order.option not in question.about:
        return Refusal("option", FRIENDLY_RULE, f"These shells are {' or '.join(question.about)}.")
    if not (0 <= order.x <= state.ground.width and 0 <= order.y <= state.ground.height):
        return Refusal("table", FRIENDLY_RULE, "This point is not on the table.", {"x": order.x, "y": order.y})
    return None


def offer_shells(_state: State, question: Ask) -> Iterator[Option]:
    """Each type, at a point."""
    for option in question.about:
        yield Place(f"{option.replace('-', ' ').capitalize()} at a point", Shell(option), FRIENDLY_RULE, zone="table")


def guess_shell(state: State, question: Ask, order: Shell, chooser: Chooser, _attempt: int) -> Order | None:
    """At some enemy, or somewhere."""
    enemies = list(state.fielded(opponent(question.seat)))
    if not enemies:
        return Shell(order.option, state.ground.width // 2, state.ground.height // 2)
    near = chooser.choice(enemies)
    return Shell(order.option, near.x, near.y)


def aim_shell(_state: State, _ask: Ask, order: Shell, spot: Aim) -> Order:
    """The spot."""
    return Shell(order.option, spot.x, spot.y)


def seats_with_strikes(state: State) -> set[str]:
    """The sides that have a strike on its way."""
    return {seat for seat in SEATS if strikes_of(state, seat)}
