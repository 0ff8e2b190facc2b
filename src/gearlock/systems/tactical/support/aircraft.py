"""4.1.3: attack runs, and interception: aircraft cross the table in Step Four."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from gearlock.kernel.asks import Ask, Option, Pick, Place, Target, decline
from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice, result
from gearlock.mechanics.silhouette.rolls import Result, Skill
from gearlock.systems.tactical.attacks.exchange import defend, outcome_of
from gearlock.systems.tactical.attacks.targets import Pair, guided
from gearlock.systems.tactical.attacks.weapons_in_use import SHORT, Use
from gearlock.systems.tactical.damage.amounts import Blow, hit_damage, sided
from gearlock.systems.tactical.damage.resolving import resolve_damage
from gearlock.systems.tactical.datacards import NAMES, QUALIFIED, Card, Mount
from gearlock.systems.tactical.deployment import faces
from gearlock.systems.tactical.dice_tests import GUNNERY, LEVELS, Test, margin, throw_test
from gearlock.systems.tactical.infantry import cover_lines
from gearlock.systems.tactical.line_of_sight.terrain import is_air_grounded
from gearlock.systems.tactical.state import Patch, State, Unit, opponent
from gearlock.systems.tactical.support.buying import (
    AGAIN,
    FLIGHT,
    NOTHING_TO_DO,
    PASSED,
    AirAttackMet,
    Fly,
    Intercept,
    Intercepted,
    PlaneSent,
    RunEnded,
    RunFlown,
    Strafe,
)
from gearlock.systems.tactical.support_assets import Aircraft, Plane, aircraft, stock_of
from gearlock.systems.tactical.weapons import Weapon, all_arms
from gearlock.table.measure import COS, FULL_TURN, HALF_TURN, INCH, SCALE_BITS, SIN, advance, bearing

# --- 4.1.3: attack runs: an aircraft crosses the table in a straight line and attacks what is near that line

RULE: Final = "tactical.4.1.3-air"
STRAFE: Final = "strafe"
"""The question whom an aircraft attacks on its run."""
CORRIDOR: Final = 2 * INCH
FAR: Final = 10_000 * INCH
Point = tuple[int, int]


class Run(NamedTuple):
    """An aircraft on its way across the table."""

    seat: str
    type: Aircraft
    level: int
    start: Point
    end: Point

    @property
    def heading(self) -> int:
        """The direction of the flight line."""
        return bearing(*self.start, *self.end)

    @property
    def weapon(self) -> Weapon:
        """What it attacks with."""
        return all_arms().vehicle[self.type.weapon]


@rule("tactical.4.1.3-air")
def is_in_corridor(start: Point, end: Point, x: int, y: int) -> bool:
    """Whether a point lies within 2 in of the flight line, the border with it."""
    (x0, y0), (x1, y1) = start, end
    across = (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)
    return across**2 <= CORRIDOR**2 * ((x1 - x0) ** 2 + (y1 - y0) ** 2)


def line_through(state: State, x: int, y: int, facing: int) -> tuple[Point, Point]:
    """Where the straight line through a point in a direction comes onto the table, and where it leaves it."""
    onward, back = _to_edge(state, x, y, facing), _to_edge(state, x, y, (facing + HALF_TURN) % FULL_TURN)
    return back, onward


def _to_edge(state: State, x: int, y: int, facing: int) -> Point:
    wide, high, tenth = state.ground.width, state.ground.height, facing % FULL_TURN
    lengths = []
    for at, most, step in ((x, wide, COS[tenth]), (y, high, SIN[tenth])):
        if step:
            lengths.append((((most - at) if step > 0 else at) << SCALE_BITS) // abs(step))
    to_x, to_y = advance(x, y, facing, min(lengths))
    return min(max(to_x, 0), wide), min(max(to_y, 0), high)


@heeds("tactical.4.1.3-air")
def targets_on(state: State, run: Run, anyone: bool = False) -> list[Unit]:
    """Who may be attacked on a run: enemies in its corridor, or everybody there."""
    found = [unit for unit in state.units.values() if unit.is_fielded and not unit.carrier]
    meant = [unit for unit in found if anyone or unit.seat != run.seat]
    return [unit for unit in meant if is_in_corridor(run.start, run.end, unit.x, unit.y)]


@heeds("tactical.4.1.3-air", "tactical.4.1.4-friendly-fire")
def attack_run(
    ctx: Ctx[State],
    seat: str,
    kind: str,
    start: Point,
    end: Point,
    *,
    level: int = QUALIFIED,
    attacks: int | None = None,
    at_random: bool = False,
) -> Script[int]:
    """An aircraft of a side flies from point to point and attacks as often as it can and will; how often it did.

    With `at_random` nobody aims: each attack is at somebody in the corridor by lot, friend or foe.
    """
    run = Run(seat, aircraft()[kind], level, start, end)
    ctx.emit(RunFlown(seat, kind, start, end))
    most = run.type.attacks if attacks is None else attacks
    for made in range(most):
        if at_random:
            target = yield from _by_lot(ctx.state, run)
        else:
            target = yield from _by_choice(ctx.state, run, most - made)
        if not target:
            return made
        yield from resolve_air_attack(ctx, run, target, "" if at_random else seat)
    return most


def _by_lot(state: State, run: Run) -> Script[str]:
    units = targets_on(state, run, anyone=True)
    if not units:
        return ""
    roll = Roll("target of the aircraft", 1, max(2, len(units)), seat=run.seat, rule=RULE)
    (face,) = yield from throw(roll)
    return units[(face - 1) % len(units)].id


def _by_choice(state: State, run: Run, left: int) -> Script[str]:
    if not targets_on(state, run):
        return ""
    again = "attack" if left == 1 else "attacks"
    prompt = f"Whom does the {run.type.name} attack? It has {left} {again} left."
    about = (run.type.name, str(run.level), *(str(number) for number in (*run.start, *run.end)))
    order = yield from ask(Ask(run.seat, STRAFE, "", about, RULE, prompt, optional=True))
    return order.target if isinstance(order, Strafe) else ""


def run_asked(question: Ask) -> Run:
    """The run that a question is about."""
    name, level, *numbers = question.about
    x0, y0, x1, y1 = map(int, numbers)
    return Run(question.seat, aircraft()[name], int(level), (x0, y0), (x1, y1))


def refuse_strafe(state: State, question: Ask, order: Strafe) -> Refusal | None:
    """An enemy within 2 in of the line."""
    run = run_asked(question)
    known = [unit.id for unit in targets_on(state, run)]
    if order.target in known:
        return None
    message = (
        f"{order.target or 'Nobody'} is no enemy within 2 in of the flight line: {', '.join(known) or 'nobody'} is."
    )
    return Refusal("target", RULE, message)


def offer_strafes(state: State, question: Ask) -> Iterator[Option]:
    """Every enemy in the corridor, or flying on."""
    run = run_asked(question)
    for unit in targets_on(state, run):
        label = f"Attack the {unit.name} with the {run.weapon.name}"
        order = Strafe(unit.id, run.type.name, run.level, run.heading)
        yield Target(label, order, RULE, unit.id, run.type.weapon)
    yield decline("Attack nobody more", RULE)


@heeds("tactical.4.1.3-air", "tactical.2.3.4-accuracy", "tactical.7.2.2-guided", "tactical.3.6.5")
def air_lines(pair: Pair, level: int) -> tuple[Modifier, ...]:
    """The attack roll: Gunnery of the crew and the Accuracy of the weapon; at Short range, whatever its own speed."""
    count, attribute = LEVELS[level][GUNNERY]
    weapon = pair.use.weapon
    lines = [
        dice(count, f"{NAMES[level]} crew", RULE),
        result(attribute, f"{GUNNERY} attribute", "tactical.2.3.2"),
        result(weapon.accuracy, f"Accuracy {weapon.accuracy:+}", "tactical.2.3.4-accuracy"),
        result(guided(pair), "Target designated", "tactical.7.2.2-guided"),
        *cover_lines(None, pair.target, weapon),
    ]
    return tuple(line for line in lines if line.value)


def run_pair(state: State, run: Run, target: Unit) -> Pair:
    """The aircraft as an attacker: it comes along its line, from far behind."""
    name = f"{run.seat}-{run.type.name.lower()}"
    x, y = advance(target.x, target.y, run.heading, -FAR)
    return Pair(state, from_afar(run.seat, name, run.type.name, run.weapon, x, y), target, Use(run.weapon, name, SHORT))


def from_afar(seat: str, id: str, name: str, weapon: Weapon, x: int, y: int) -> Unit:
    """Somebody who attacks from beyond the table, to be defended against: it is nowhere on it."""
    card = Card(
        id=id, name=name, family=name, faction="", kind="", tv=0, size=1, crew=1, actions=0, modes={}, armor=0,
        weapons=(Mount(weapon.id, weapon),), perks={}, flaws={}, details={}, aux=(), radius=0, height=0,
        maneuver=0, fire_control=0, sensors=0, sensor_km=0, communications=0, comm_km=0,
    )  # fmt: skip
    unit = Unit(id, seat, f"{seat.title()} {name}", card, group=0)
    unit.x, unit.y = x, y
    return unit


@heeds("tactical.4.1.3-air", "tactical.2.6.7", "tactical.2.6.10")
def resolve_air_attack(ctx: Ctx[State], run: Run, target_id: str, sent_by: str = "") -> Script[None]:
    """One attack from the air: a roll, a defense in the arc that the line comes in, and the damage of a hit.

    Who has sent for it answers for it; a plane that came by itself is nobody's.
    """
    pair = run_pair(ctx.state, run, ctx.state.units[target_id])
    test = Test("attack from the air", "", air_lines(pair, run.level), RULE, 0, target_id, run.type.weapon, run.seat)
    attack = yield from throw_test(ctx, test)
    defense = yield from defend(ctx, pair, attack)
    met = outcome_of(attack, defense)
    totals = (attack.total, defense.total, met.margin, met.hit)
    ctx.emit(AirAttackMet(run.seat, run.type.name, target_id, run.type.weapon, *totals))
    if met.hit and ctx.state.units[target_id].is_fielded:
        yield from resolve_damage(ctx, target_id, air_blow(pair, met.margin, sent_by))


def air_blow(pair: Pair, margin: int, sent_by: str = "") -> Blow:
    """A hit from the air, as damage takes it."""
    weapon, target = pair.use.weapon, pair.target
    arc = sided(pair.arc, target, pair.attacker.x, pair.attacker.y)
    amount = hit_damage(pair.state, weapon, weapon.dm, margin, 0, target.is_infantry)
    cause = f"{weapon.name} of a {pair.attacker.card.name}"
    return Blow(amount, margin, arc=arc, rule=RULE, cause=cause, arms=weapon, seat=sent_by)


def enemies_of(state: State, seat: str) -> Sequence[Unit]:
    """What an aircraft of a side is sent against."""
    return list(state.fielded(opponent(seat)))


def total_of(found: Result) -> int:
    """What a roll came to; a fumble is 0."""
    return 0 if found.fumbled else found.total


# --- 4.1.3: aircraft in Step Four: who sends them, who intercepts them, and when they fly home

RULE_INTERCEPTION: Final = "tactical.4.1.3-interception"
AIR: Final = "tactical.4.1.3-air"
FLY, INTERCEPT = "fly", "intercept"
SHOT_DOWN: Final = 4
HEADINGS: Final = range(0, FULL_TURN // 2, 450)
OFFERED: Final = 4
"""Lines that are offered ready-made for an aircraft."""


@heeds("tactical.4.1.3-interception", "tactical.4.1.3-air")
def ready_to_fly(state: State, seat: str) -> list[Plane]:
    """The aircraft of a side that could make an attack run now: with weapons, not driven off, once a round."""
    if is_air_grounded(state):
        return []
    planes = (plane for plane in stock_of(state, seat).planes if not plane.home and plane.attacks)
    return [plane for plane in planes if plane.flown != state.round]


@rule("tactical.4.1.3-interception")
def ready_to_intercept(state: State, seat: str, tried: tuple[str, ...] = ()) -> list[Plane]:
    """The aircraft of a side that could go for an enemy's now: of a type that does, not gone, and not tried on it."""
    if is_air_grounded(state):
        return []
    planes = (plane for plane in stock_of(state, seat).planes if not plane.home and plane.away != state.round)
    return [plane for plane in planes if plane.type.interception is not None and plane.id not in tried]


@heeds("tactical.4.1.3-air", "tactical.2.6.2-step4", "tactical.4.1.3-interception")
def resolve_air_support(ctx: Ctx[State], seat: str) -> Script[str]:
    """Step Four: a side sends its aircraft, one after the other; who is not stopped makes its run."""
    flight = next((patch for patch in ctx.state.patches if patch.kind == FLIGHT), None)
    if flight is not None:
        yield from resolve_run(ctx, flight)
        return AGAIN
    if not ready_to_fly(ctx.state, seat):
        return NOTHING_TO_DO
    prompt = "Send an aircraft across the table? Point at a place on its line and turn it."
    order = yield from ask(Ask(seat, FLY, rule=AIR, prompt=prompt, optional=True))
    if not isinstance(order, Fly):
        return PASSED
    plane = stock_of(ctx.state, seat).plane(order.plane)
    assert plane is not None and order.x is not None and order.y is not None, "the order was judged"  # noqa: PT018
    ctx.emit(PlaneSent(seat, plane.id, plane.kind, order.x, order.y, order.facing))
    yield from resolve_interceptions(ctx, seat, plane)
    return AGAIN


@heeds("tactical.4.1.3-air")
def resolve_run(ctx: Ctx[State], flight: Patch) -> Script[None]:
    """An aircraft that nobody has stopped crosses the table and attacks."""
    plane = stock_of(ctx.state, flight.seat).plane(flight.unit)
    assert plane is not None, "it is in the air"
    start, end = line_through(ctx.state, flight.x, flight.y, flight.number)
    made = yield from attack_run(ctx, flight.seat, plane.kind, start, end, level=plane.level, attacks=plane.attacks)
    ctx.emit(RunEnded(flight.seat, plane.id, plane.kind, plane.attacks - made))


@heeds("tactical.4.1.3-interception")
def resolve_interceptions(ctx: Ctx[State], seat: str, plane: Plane) -> Script[bool]:
    """The enemy's aircraft may go for it, each once, until one succeeds. Whether one did."""
    enemy, tried = opponent(seat), tuple[str, ...]()
    while ready_to_intercept(ctx.state, enemy, tried):
        prompt = f"A {plane.kind} comes in. Send an aircraft against it?"
        question = Ask(enemy, INTERCEPT, "", (plane.kind, *tried), RULE_INTERCEPTION, prompt, optional=True)
        order = yield from ask(question)
        if not isinstance(order, Intercept):
            return False
        tried = (*tried, order.plane)
        if (yield from resolve_interception(ctx, enemy, order.plane, plane)):
            return True
    return False


def _roll(ctx: Ctx[State], purpose: str, seat: str, skill: Skill) -> Script[Result]:
    lines = (dice(skill.dice, purpose.capitalize(), RULE_INTERCEPTION), *_added(skill, purpose))
    return (yield from throw_test(ctx, Test(purpose, "", lines, RULE_INTERCEPTION, seat=seat)))


def _added(skill: Skill, purpose: str) -> Iterator[Modifier]:
    if skill.modifier:
        yield result(skill.modifier, f"{purpose.capitalize()} of the type", RULE_INTERCEPTION)


@heeds("tactical.4.1.3-interception", "tactical.2.3.3")
def resolve_interception(ctx: Ctx[State], seat: str, plane_id: str, prey: Plane) -> Script[bool]:
    """Interception dice against defense dice: a margin of 1 to 3 drives it off, 4 or more shoot it down.

    Equal rolls and lower ones do nothing, and whoever tried may try again.
    """
    hunter = stock_of(ctx.state, seat).plane(plane_id)
    assert hunter is not None and hunter.type.interception is not None, "the order was judged"  # noqa: PT018
    attack = yield from _roll(ctx, "interception", seat, hunter.type.interception)
    defense = yield from _roll(ctx, "air defense", opponent(seat), prey.type.defense)
    won = margin(attack.total, defense.total)
    down, off = won >= SHOT_DOWN, 0 < won < SHOT_DOWN
    named = (hunter.id, hunter.kind, prey.id, prey.kind, attack.total, defense.total, off, down)
    ctx.emit(Intercepted(seat, *named))
    return down or off


@heeds("tactical.4.1.3-air", "tactical.4.1.2-condition-winds")
def refuse_flight(state: State, question: Ask, order: Fly) -> Refusal | None:
    """An aircraft of one's own that can fly now, and a point of the table."""
    if is_air_grounded(state):
        return Refusal("winds", "tactical.4.1.2-condition-winds", "Nothing flies in heavy winds.")
    ready = [plane.id for plane in ready_to_fly(state, question.seat)]
    if order.plane not in ready:
        message = f"'{order.plane[:40]}' is no aircraft of yours that can fly now: {', '.join(ready)} can."
        return Refusal("plane", AIR, message)
    if order.x is None or order.y is None:
        return Refusal("point", AIR, "Name a point that the flight line goes through, and its direction.")
    if not (0 <= order.x <= state.ground.width and 0 <= order.y <= state.ground.height):
        return Refusal("table", AIR, "This point is off the table: the line goes across it.")
    if order.facing not in range(FULL_TURN):
        return Refusal("facing", AIR, "A direction is 0 to 3599 tenths of a degree.", {"facing": order.facing})
    return None


def run_of(state: State, seat: str, order: Fly) -> Run | None:
    """The run that an order means."""
    plane = stock_of(state, seat).plane(order.plane)
    if plane is None or order.x is None or order.y is None:
        return None
    return Run(seat, plane.type, plane.level, *line_through(state, order.x, order.y, order.facing))


def lines_over(state: State, seat: str, plane: Plane) -> list[tuple[int, Fly]]:
    """Lines through enemies, those with most of the enemy's Threat Value in their corridor first."""
    found: dict[tuple[str, ...], tuple[int, Fly]] = {}
    for foe in enemies_of(state, seat):
        for heading in HEADINGS:
            order = Fly(plane.id, foe.x, foe.y, (faces(state, seat) + heading) % FULL_TURN)
            run = run_of(state, seat, order)
            near = [] if run is None else targets_on(state, run)
            worth = sum(unit.tv or unit.card.tv for unit in near[: plane.attacks])
            found.setdefault(tuple(unit.id for unit in near), (worth, order))
    return sorted(found.values(), key=lambda each: -each[0])[:OFFERED]


def offer_flights(state: State, question: Ask) -> Iterator[Option]:
    """For each aircraft some good lines, any line, or none."""
    for plane in ready_to_fly(state, question.seat):
        for _worth, order in lines_over(state, question.seat, plane):
            run = run_of(state, question.seat, order)
            names = ", ".join(unit.name for unit in targets_on(state, run)) if run is not None else ""
            yield Pick(f"{plane.kind}: over {names}", order, AIR)
        yield Place(f"{plane.kind}: along any line", Fly(plane.id), AIR, zone="table")
    yield decline("Send none", AIR)


def guess_flight(state: State, question: Ask, order: Fly, chooser: Chooser, _attempt: int) -> Order | None:
    """Over some enemy, in some direction."""
    foes = enemies_of(state, question.seat)
    if not foes:
        return None
    foe = chooser.choice(foes)
    return Fly(order.plane, foe.x, foe.y, chooser.randrange(0, FULL_TURN))


def aim_flight(state: State, question: Ask, order: Fly, spot: Aim) -> Order:
    """Through the spot, from one's own side of the table unless another direction is asked for."""
    facing = faces(state, question.seat) if spot.facing is None else spot.facing % FULL_TURN
    return Fly(order.plane, spot.x, spot.y, facing)


def refuse_interception(state: State, question: Ask, order: Intercept) -> Refusal | None:
    """An aircraft of one's own that intercepts, and has not tried on this one."""
    ready = [plane.id for plane in ready_to_intercept(state, question.seat, question.about[1:])]
    if order.plane in ready:
        return None
    message = f"'{order.plane[:40]}' is no aircraft of yours that can intercept now: {', '.join(ready)} can."
    return Refusal("plane", RULE_INTERCEPTION, message)


def offer_interceptions(state: State, question: Ask) -> Iterator[Option]:
    """Each of them, or letting it come."""
    for plane in ready_to_intercept(state, question.seat, question.about[1:]):
        order = Intercept(plane.id, plane.kind, question.about[0])
        yield Pick(f"Intercept it with the {plane.kind} ({plane.id})", order, RULE_INTERCEPTION)
    yield decline("Let it come", RULE_INTERCEPTION)
