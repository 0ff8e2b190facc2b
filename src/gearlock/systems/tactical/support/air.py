"""4.1.3: attack runs: an aircraft crosses the table in a straight line and attacks what is near that line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from gearlock.kernel.asks import Ask, Option, Target, decline
from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice, result
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.systems.tactical.assets import Aircraft, aircraft
from gearlock.systems.tactical.attacks.exchange import defend, outcome_of
from gearlock.systems.tactical.attacks.pairs import Pair, guided
from gearlock.systems.tactical.attacks.uses import SHORT, Use
from gearlock.systems.tactical.cards import Card, Mount
from gearlock.systems.tactical.crew_levels import NAMES, QUALIFIED
from gearlock.systems.tactical.damage.amounts import hit_damage
from gearlock.systems.tactical.damage.armor import sided
from gearlock.systems.tactical.damage.blows import Blow
from gearlock.systems.tactical.damage.resolving import resolve_damage
from gearlock.systems.tactical.dice_tests.tests import GUNNERY, LEVELS, Test, throw_test
from gearlock.systems.tactical.infantry.attacked import cover_lines
from gearlock.systems.tactical.state import State, Unit, opponent
from gearlock.systems.tactical.support.events import AirAttackMet, RunFlown
from gearlock.systems.tactical.support.orders import Strafe
from gearlock.systems.tactical.weapon_lists import all_arms
from gearlock.systems.tactical.weapons import Weapon
from gearlock.table.measure import COS, FULL_TURN, HALF_TURN, INCH, SCALE_BITS, SIN, advance, bearing

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
