"""4.1.3: artillery called and coming down, reinforcements, and the order of Step Four."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from gearlock.kernel.asks import Ask, Option, Pick, Place, decline
from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice, result
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.systems.tactical.attacks.exchange import defend
from gearlock.systems.tactical.attacks.targets import Pair
from gearlock.systems.tactical.attacks.weapons_in_use import (
    SHORT,
    Caught,
    Use,
    blast_reach,
    caught_in,
    refuse_acting,
    structures_in,
)
from gearlock.systems.tactical.command import low_priority_lines
from gearlock.systems.tactical.damage.amounts import Blow, sided
from gearlock.systems.tactical.damage.condition import comms_now, extra_lines, refuse_comms
from gearlock.systems.tactical.damage.resolving import resolve_damage
from gearlock.systems.tactical.damage.structures import resolve_structure_damage
from gearlock.systems.tactical.deployment import DEPLOY, Deploy, DeployAboard, StartedAboard, faces, place, waiting
from gearlock.systems.tactical.dice_tests import LEADERSHIP, Test, skill_lines, throw_dice, throw_test
from gearlock.systems.tactical.line_of_sight.seeing import look_at_point
from gearlock.systems.tactical.rounds.activation import ACT, on_table, reveal
from gearlock.systems.tactical.rounds.round import STEP_FOUR
from gearlock.systems.tactical.sensors.sensors import BY_HAND, jamming_threshold
from gearlock.systems.tactical.state import HIDDEN, RESERVE, SEATS, Patch, State, Unit, opponent
from gearlock.systems.tactical.support.aircraft import (
    FAR,
    FLY,
    INTERCEPT,
    STRAFE,
    aim_flight,
    from_afar,
    guess_flight,
    ready_to_fly,
    refuse_flight,
    refuse_interception,
    refuse_strafe,
    resolve_air_support,
)
from gearlock.systems.tactical.support.buying import (
    AGAIN,
    BUY,
    FLIGHT,
    MISSED,
    NOTHING_TO_DO,
    PASSED,
    SPOT,
    AirAttackMet,
    Arrived,
    BarrageCalled,
    BarrageLanded,
    BarrageMet,
    BuyingDone,
    BuySupport,
    CallAnswered,
    CallBarrage,
    ClipsCame,
    Fly,
    IntelligenceGiven,
    Intercept,
    Intercepted,
    NameSpotter,
    PlaneSent,
    ReservesCame,
    RunEnded,
    RunFlown,
    SpotterNamed,
    StepFourWent,
    Strafe,
    SupportBought,
    SupportSettled,
    air_met,
    answered,
    arrived,
    barrage_met,
    bought,
    called,
    clips_came,
    ended,
    flown,
    intelligence,
    intercepted,
    is_barrage,
    landed,
    refuse_buying,
    refuse_spotter,
    sent,
    settled,
    spotter,
)
from gearlock.systems.tactical.support_assets import ARTILLERY, is_barred, salvos, spotter_of, stock_of
from gearlock.systems.tactical.switches import STRUCTURES
from gearlock.systems.tactical.victory_points import ARRIVES, CLIP_DUE
from gearlock.systems.tactical.weapons import Weapon
from gearlock.table.measure import INCH, advance, turned

# --- 4.1.3: artillery is called by one spotter, with an Action and a Leadership roll

RULE: Final = "tactical.4.1.3-artillery"

CALL: Final = "call"
"""The question at the end of Step Three, for a spotter who has kept an Action."""

THRESHOLD: Final = 5

REPEATED: Final = 1

OFFERED: Final = 5
"""Points that are offered ready-made for each size of salvo."""


@heeds("tactical.4.1.3-artillery", "tactical.4.1.4-low-priority")
def call_lines(state: State, unit: Unit) -> tuple[Modifier, ...]:
    """Leadership and the Communications of the spotter; 1 more in the round right after a call that was not heard."""
    rating = BY_HAND if unit.is_infantry else comms_now(unit)
    again = state.points.get(MISSED + unit.seat, 0)
    repeated = REPEATED if again and again == state.round - 1 else 0
    added = (result(rating, "Communications", RULE), result(repeated, "Called last round", RULE))
    more = (*low_priority_lines(state, unit.seat), *extra_lines(unit))
    return (*skill_lines(unit, LEADERSHIP), *(line for line in added if line.value), *more)


@heeds("tactical.4.1.3-artillery", "tactical.3.3.1-ecm", "tactical.2.3.3")
def call_threshold(state: State, unit: Unit) -> int:
    """What a call has to beat: 5, or enemy ECM over the spotter that is stronger."""
    return max(THRESHOLD, jamming_threshold(state, unit))


@rule("tactical.4.1.3-artillery")
def refuse_call(state: State, question: Ask, order: CallBarrage) -> Refusal | None:
    """Why a call cannot be made: who calls, what for, the Action, the radio, and the sight of the point."""
    unit, seat = state.units.get(order.unit), question.seat
    if unit is None or unit.seat != seat or not unit.is_fielded or unit.carrier:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no unit of yours on the table.")
    if unit.id != spotter_of(state, seat):
        return Refusal("spotter", RULE, f"The {unit.name} is not the spotter of your side: no other may call.")
    if is_barred(state, seat, ARTILLERY):
        return Refusal("barred", RULE, "Your side has no artillery in this battle.")
    if not stock_of(state, seat).salvos.get(order.salvo):
        have = stock_of(state, seat).words()
        return Refusal("salvo", RULE, f"You have no '{order.salvo[:30]}' left; of your support there is {have}.")
    refusal = refuse_acting(unit, hanging=True) or refuse_comms(unit)
    return refusal or refuse_point(state, unit, order.x, order.y)


@heeds("tactical.4.1.3-artillery", "tactical.2.6.6-firing-arcs")
def refuse_point(state: State, unit: Unit, x: int | None, y: int | None) -> Refusal | None:
    """A point of the table that the spotter sees, in the arc of one of its weapons."""
    if x is None or y is None:
        return Refusal("point", RULE, "Name the point: a place, a feature or a building, never a unit.")
    if not (0 <= x <= state.ground.width and 0 <= y <= state.ground.height):
        return Refusal("table", RULE, "This point is off the table.")
    return look_at_point(state, unit, x, y).reason


@heeds("tactical.4.1.3-artillery", "tactical.3.3.1-ecm", "tactical.ref-fumble-effects")
def resolve_call(ctx: Ctx[State], order: CallBarrage) -> Script[None]:
    """An Action and a Leadership roll: more than 5, and the salvo comes down in Step Four of this round."""
    assert order.x is not None and order.y is not None, "the order was judged before"  # noqa: PT018 - one fact
    ctx.emit(BarrageCalled(order.unit))
    unit = ctx.state.units[order.unit]
    against = call_threshold(ctx.state, unit)
    test = Test("call for artillery", unit.id, call_lines(ctx.state, unit), RULE, against)
    rolled = yield from throw_test(ctx, test)
    heard = not rolled.fumbled and rolled.total > against
    reach = blast_reach(ctx.state, salvos()[order.salvo].weapon)
    ctx.emit(CallAnswered(order.unit, order.salvo, order.x, order.y, reach, heard))


def ready_spotter(state: State, seat: str) -> Unit | None:
    """The spotter of a side, if there is anything it could call now."""
    unit = state.units.get(spotter_of(state, seat))
    if unit is None or unit.seat != seat or not unit.is_fielded or unit.carrier or not stock_of(state, seat).salvos:
        return None
    if is_barred(state, seat, ARTILLERY) or refuse_acting(unit, hanging=True) is not None:
        return None
    return unit if refuse_comms(unit) is None else None


@heeds("tactical.4.1.3-artillery")
def resolve_late_call(ctx: Ctx[State], seat: str) -> Script[str]:
    """At the end of Step Three a spotter who has kept Actions may call: it does so at any time."""
    unit = ready_spotter(ctx.state, seat)
    if unit is None:
        return NOTHING_TO_DO
    prompt = f"The {unit.name} has an Action left: call for artillery?"
    order = yield from ask(Ask(seat, CALL, unit.id, rule=RULE, prompt=prompt, optional=True))
    if not isinstance(order, CallBarrage):
        return PASSED
    yield from resolve_call(ctx, order)
    return AGAIN


def offer_calls(state: State, unit: Unit) -> Iterator[Option]:
    """Salvos on the places where enemies stand that are seen, and on any other point in sight."""
    if unit.id != spotter_of(state, unit.seat) or ready_spotter(state, unit.seat) is None:
        return
    question = Ask(unit.seat, CALL, unit.id)
    for name in stock_of(state, unit.seat).salvos:
        orders = ((foe, CallBarrage(unit.id, name, foe.x, foe.y)) for foe in state.fielded(opponent(unit.seat)))
        seen = [(foe, order) for foe, order in orders if refuse_call(state, question, order) is None]
        for foe, order in seen[:OFFERED]:
            yield Pick(f"Call a {name} on the place where the {foe.name} stands", order, RULE)
        yield Place(f"Call a {name} on a point in sight", CallBarrage(unit.id, name), RULE, unit.id, "table")


def offer_late_calls(state: State, question: Ask) -> Iterator[Option]:
    """The same, or none."""
    yield from offer_calls(state, state.units[question.unit])
    yield decline("No call", RULE)


def guess_call(state: State, _ask: Ask, order: CallBarrage, chooser: Chooser, _attempt: int) -> Order | None:
    """Where some enemy stands."""
    foes = list(state.fielded(opponent(state.units[order.unit].seat)))
    if not foes:
        return None
    foe = chooser.choice(foes)
    return CallBarrage(order.unit, order.salvo, foe.x, foe.y)


def aim_call(_state: State, _ask: Ask, order: CallBarrage, spot: Aim) -> Order:
    """At the point somebody pointed at."""
    return CallBarrage(order.unit, order.salvo, spot.x, spot.y)


# --- 4.1.3: barrages come down in Step Four: two dice say where, and how hard they are to live through

RULE_LANDING: Final = "tactical.4.1.3-artillery-effect"

ON_TARGET: Final = 6

SIXTH: Final = 600


def barrage_lines() -> tuple[Modifier, ...]:
    """What a barrage is rolled with: two dice."""
    return (dice(2, "Barrage", RULE_LANDING),)


@heeds("tactical.4.1.3-artillery-effect")
def deviation(total: int) -> int:
    """Inches that a salvo comes down off its point: by as much as the dice are below 6."""
    return max(0, ON_TARGET - total)


@heeds("tactical.4.1.3-artillery-effect")
def landing_point(state: State, seat: str, x: int, y: int, face: int, total: int) -> tuple[int, int]:
    """Where a salvo comes down: 1 is straight on from the home edge of the firer, each more a sixth clockwise."""
    return advance(x, y, turned(faces(state, seat), -SIXTH * (face - 1)), deviation(total) * INCH)


@rule("tactical.4.1.3-artillery-effect")
def barrage_damage(dm: int, threshold: int, defense: int) -> int:
    """The damage of a barrage: DM times what the defense is short of its dice; who defends takes the full DM."""
    return dm * max(1, threshold - defense)


@heeds("tactical.4.1.3-artillery", "tactical.2.6.2-step4")
def resolve_next_barrage(ctx: Ctx[State], _seat: str = "") -> Script[str]:
    """Whatever was called this round comes down, in the order of the calls."""
    patch = next(filter(is_barrage, ctx.state.patches), None)
    if patch is None:
        return NOTHING_TO_DO
    yield from resolve_barrage(ctx, patch)
    return AGAIN


@heeds("tactical.4.1.3-artillery-effect")
def resolve_barrage(ctx: Ctx[State], patch: Patch) -> Script[None]:
    """Two dice against 6; below it the salvo lands off its point. Off the table it is lost."""
    test = Test("barrage", "", barrage_lines(), RULE_LANDING, ON_TARGET, seat=patch.seat)
    rolled = yield from throw_test(ctx, test)
    x, y, face, weapon = patch.x, patch.y, 0, salvos()[patch.word].weapon
    if deviation(rolled.total):
        (face,) = yield from throw_dice(ctx, "direction of the barrage", 1, patch.seat, "", RULE_LANDING)
        x, y = landing_point(ctx.state, patch.seat, x, y, face, rolled.total)
    inside = 0 <= x <= ctx.state.ground.width and 0 <= y <= ctx.state.ground.height
    if inside:
        _bring_to_light(ctx, weapon, x, y)
    struck = caught_in(ctx.state, weapon, x, y) if inside else []
    names = tuple(caught.unit.id for caught in struck)
    where = (x, y, rolled.total, face, deviation(rolled.total), inside, names)
    ctx.emit(BarrageLanded(patch.seat, patch.word, *where))
    for caught in struck:
        if ctx.state.units[caught.unit.id].is_fielded:
            yield from resolve_struck(ctx, patch.seat, weapon, rolled, caught)
    if inside:
        yield from resolve_ruins(ctx, weapon, rolled.total, x, y)


@heeds("tactical.4.1.3-artillery-effect", "tactical.4.1.3-scouting")
def _bring_to_light(ctx: Ctx[State], weapon: Weapon, x: int, y: int) -> None:
    """Whoever is hidden where a salvo comes down is struck by it, and hidden no more."""
    for unit in [unit for unit in ctx.state.units.values() if unit.status == HIDDEN]:
        there = ctx.state.with_unit(on_table(unit))
        if any(caught.unit.id == unit.id for caught in caught_in(there, weapon, x, y)):
            reveal(ctx, unit.id)


def barrage_pair(state: State, seat: str, weapon: Weapon, target: Unit) -> Pair:
    """A salvo as it comes at a unit: from the home edge of who fires it."""
    x, y = advance(target.x, target.y, faces(state, seat), -FAR)
    attacker = from_afar(seat, f"{seat}-artillery", "artillery", weapon, x, y)
    return Pair(state, attacker, target, Use(weapon, weapon.id, SHORT, spread=True))


@heeds("tactical.4.1.3-artillery-effect", "tactical.3.8.3-area")
def resolve_struck(ctx: Ctx[State], seat: str, weapon: Weapon, rolled: Result, caught: Caught) -> Script[None]:
    """A unit in a barrage defends against its dice; who is in it only in part has nothing to defend against."""
    target_id = caught.unit.id
    pair = barrage_pair(ctx.state, seat, weapon, ctx.state.units[target_id])
    arc = sided(pair.arc, pair.target, pair.attacker.x, pair.attacker.y)
    total = rolled.total
    if caught.wholly:
        total = (yield from defend(ctx, pair, rolled)).total
    amount, margin = barrage_damage(weapon.dm, rolled.total, total), max(0, rolled.total - total)
    ctx.emit(BarrageMet(target_id, weapon.name, rolled.total, total, margin, amount))
    blow = Blow(amount, margin, arc=arc, rule=RULE_LANDING, cause=f"a {weapon.name}", arms=weapon, seat=seat)
    yield from resolve_damage(ctx, target_id, blow)


@heeds("tactical.4.1.3-artillery-effect", "tactical.3.2.5")
def resolve_ruins(ctx: Ctx[State], weapon: Weapon, total: int, x: int, y: int) -> Script[None]:
    """Structures in the area take it too: they have a Defense of 0."""
    if not ctx.state.switch(STRUCTURES):
        return
    for part in structures_in(ctx.state, weapon, x, y):
        yield from resolve_structure_damage(ctx, part, barrage_damage(weapon.dm, total, 0))


# --- 4.2.2: units that arrive in the middle of a battle: they come on at their home edge

RULE_REINFORCEMENTS: Final = "tactical.4.2.2-spending"

DEPTH: Final = 3
"""Inches of the home edge that new units come onto."""


@heeds("tactical.4.2.2-spending")
def bring_clips(ctx: Ctx[State]) -> None:
    """At the beginning of a round, before anything new is bought: clips of the last one are there."""
    due = tuple(unit.id for unit in ctx.state.units.values() if any(name.startswith(CLIP_DUE) for name in unit.tokens))
    if due:
        ctx.emit(ClipsCame(due))


def is_due(state: State, unit: Unit) -> bool:
    """Whether a unit that was on its way is there now."""
    return unit.status == RESERVE and 0 < unit.token(ARRIVES) <= state.round


@heeds("tactical.4.2.2-spending")
def resolve_arrivals(ctx: Ctx[State]) -> Script[None]:
    """At the beginning of a round whoever is due is placed within 3 in of its home edge, red before blue."""
    due = tuple(unit.id for unit in ctx.state.units.values() if is_due(ctx.state, unit))
    if due:
        ctx.emit(ReservesCame(due, DEPTH))
    for seat in SEATS:
        while units := [unit for unit in waiting(ctx.state, seat) if unit.id in due]:
            prompt = f"Place the {units[0].name} at your home edge."
            order = yield from ask(Ask(seat, DEPLOY, units[0].id, rule=RULE_REINFORCEMENTS, prompt=prompt))
            assert isinstance(order, Deploy | DeployAboard), f"{order} places nobody"
            if isinstance(order, DeployAboard):
                ctx.emit(StartedAboard(order.unit, order.carrier))
            else:
                place(ctx, order)
            ctx.emit(Arrived(order.unit))


# --- 2.6.2, Step Four: artillery and aircraft, one thing at a time, so that nobody learns who else was asked


class Stage(NamedTuple):
    """A part of Step Four: whether there is anything of it, how it goes, and whether it is for who activated first."""

    is_due: Callable[[State, str], bool]
    resolve: Callable[[Ctx[State], str], Script[str]]
    is_first: bool = True


def may_call(state: State, seat: str) -> bool:
    """Whether a spotter has kept an Action."""
    return ready_spotter(state, seat) is not None


def may_land(state: State, _seat: str) -> bool:
    """Whether anything is still to come down."""
    return any(map(is_barrage, state.patches))


def may_fly(state: State, seat: str) -> bool:
    """Whether an aircraft is in the air, or could be sent."""
    return any(patch.kind == FLIGHT for patch in state.patches) or bool(ready_to_fly(state, seat))


STAGES: Final = (
    Stage(may_call, resolve_late_call),
    Stage(may_call, resolve_late_call, False),
    Stage(may_land, resolve_next_barrage),
    Stage(may_fly, resolve_air_support),
    Stage(may_fly, resolve_air_support, False),
)


@heeds("tactical.2.6.2-step4", "tactical.4.1.3-artillery", "tactical.4.1.3-air")
def resolve_step_four(ctx: Ctx[State]) -> Script[bool]:
    """One call, one salvo or one flight; False when there is nothing more of it in this round.

    Whoever is asked finds the same stage noted, whether others were asked before it or not.
    """
    first, now = ctx.state.first or SEATS[0], ctx.state.points.get(STEP_FOUR, 0)
    for number, stage in list(enumerate(STAGES))[now:]:
        seat = first if stage.is_first else opponent(first)
        if not stage.is_due(ctx.state, seat):
            continue
        found = AGAIN if number != now else (yield from stage.resolve(ctx, seat))
        ctx.emit(StepFourWent(number + 1 if found == PASSED else number))
        return True
    return False


# --- The contents of the chapter

SUPPORT: Chapter[State] = Chapter(
    "4.1.3: Support",
    orders=(
        OrderRules(BuySupport, BUY, refuse_buying),
        OrderRules(NameSpotter, SPOT, refuse_spotter),
        OrderRules(CallBarrage, (ACT, CALL), refuse_call, resolve_call, guess=guess_call, aim=aim_call),
        OrderRules(Fly, FLY, refuse_flight, guess=guess_flight, aim=aim_flight),
        OrderRules(Strafe, STRAFE, refuse_strafe),
        OrderRules(Intercept, INTERCEPT, refuse_interception),
    ),
    events={
        SupportBought: bought,
        SpotterNamed: spotter,
        BuyingDone: None,
        IntelligenceGiven: intelligence,
        SupportSettled: settled,
        BarrageCalled: called,
        CallAnswered: answered,
        BarrageLanded: landed,
        BarrageMet: barrage_met,
        StepFourWent: None,
        ReservesCame: None,
        Arrived: arrived,
        ClipsCame: clips_came,
        RunFlown: flown,
        AirAttackMet: air_met,
        PlaneSent: sent,
        RunEnded: ended,
        Intercepted: intercepted,
    },
)
