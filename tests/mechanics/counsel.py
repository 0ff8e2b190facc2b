"""What a player of the book in miniature may ask before a move, and what its bots reckon with; stones are thrown.

Stones fly twenty inches from middle to middle and hit the less often the farther they fly. A runner counts by its
number. Two flags are held by whoever has the greater numbers around them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.orders import Refusal
from gearlock.kernel.survey import Attempt, Band, Field, Menace, Sightline, Standing, Survey, no_such_piece
from gearlock.kernel.system import Aim
from gearlock.kernel.view import OddsCard
from gearlock.mechanics.figures import ruled
from gearlock.mechanics.firing_range.field import FiringField, Post, posts_round
from gearlock.mechanics.judging.danger import Reckoned
from gearlock.mechanics.judging.menaces import worst_of_each
from gearlock.mechanics.judging.outlook import Rival, here_or_nearer, stakes_by_price, standing_among, step_towards
from gearlock.mechanics.objectives.approach import left_to_any, left_to_bring, left_to_hold, left_to_take, way_to
from gearlock.mechanics.objectives.progress import GroundWorth, Progress, is_held, largest_share, near_by_seat
from gearlock.mechanics.objectives.wanted import Errand, errand_into, gained, with_ways
from gearlock.mechanics.placing.zones import ninth
from gearlock.table.bodies import Body, point
from gearlock.table.measure import INCH, distance
from gearlock.table.terrain import Ground
from mechanics.miniature import CORNERS, POINTS, RADIUS, Race, Runner

THROW = 20 * INCH
AROUND = 5 * INCH
HOPELESS = 30 * INCH
WORTH = GroundWorth(whole=2.0, on_the_way=0.5)
RULES = {"high": "miniature.stones", "room": "miniature.bodies"}


def number(runner: Runner) -> int:
    """What a runner counts: the later it begins, the more."""
    return int(runner.id.rpartition("-")[2]) if runner.id[-1].isdigit() else 1


def other(seat: str) -> str:
    """The other side."""
    return "blue" if seat == "red" else "red"


def on_table(race: Race, seat: str) -> list[Runner]:
    """The runners of a seat that have begun."""
    return [runner for runner in race.runners.values() if runner.placed and runner.seat == seat]


# --- judging: stones --------------------------------------------------------------------------------------------------


def best_throw(thrower: Body, target: Body) -> float:
    """The chance that a stone hits: a third from beside, nothing from twenty inches."""
    return max(0, THROW - distance(thrower.x, thrower.y, target.x, target.y)) / (3 * THROW)


def reckoned() -> Reckoned[Body, Body]:
    """Runners bring nothing but their space to a throw, whichever end of it they are at."""
    return Reckoned(lambda runner: runner.body, lambda runner: runner.body)


def danger(race: Race, runner: Runner) -> float:
    """The stones of all enemies together."""
    return reckoned().danger(on_table(race, other(runner.seat)), lambda thrower: best_throw(thrower, runner.body))


def prospect(race: Race, runner: Runner) -> float:
    """The best stone at any enemy."""
    return reckoned().prospect(on_table(race, other(runner.seat)), lambda target: best_throw(runner.body, target))


def best_after_a_run(race: Race, runner: Runner, target: Runner) -> float:
    """A stone from here, or after a run straight at the other."""
    spot = step_towards(race.ground, runner, target, POINTS, 2 * RADIUS)
    nearer = () if spot is None else (best_throw(Body(*spot), target.body),)
    return here_or_nearer(best_throw(runner.body, target.body), nearer)


def stakes(race: Race, seat: str) -> dict[str, float]:
    """Every runner by its number."""
    return stakes_by_price(*({it.id: number(it) for it in on_table(race, side)} for side in (seat, other(seat))))


def standing(race: Race, seat: str, piece: str) -> Standing:
    """Whoever hangs at a wall has no hand free before the next turn."""
    runner = race.runners.get(piece)
    if runner is None or runner.seat != seat or not runner.placed:
        return Standing(left=0.0)
    counts = stakes(race, seat)
    rivals = (
        Rival(it.id, counts[it.id], best_after_a_run(race, it, runner), best_after_a_run(race, runner, it), it.hangs)
        for it in on_table(race, other(seat))
    )
    return standing_among(rivals, counts[runner.id], 1.0)


def own(race: Race, seat: str, piece: str, spot: Aim | None) -> Runner | Refusal:
    """A runner of the seat's own, put where it might go."""
    runner = race.runners.get(piece)
    if runner is None or runner.seat != seat or not runner.placed:
        return no_such_piece(piece)
    return runner if spot is None else replace(runner, x=spot.x, y=spot.y)


def menaces(race: Race, seat: str, piece: str, spot: Aim | None) -> tuple[Menace, ...] | Refusal:
    """The stone of every enemy within its throw, overarm or underarm."""
    runner = own(race, seat, piece, spot)
    if isinstance(runner, Refusal):
        return runner
    return worst_of_each(throws(it, runner) for it in on_table(race, other(seat)))


def throws(thrower: Runner, target: Runner) -> Iterator[Menace]:
    """Underarm is half as good."""
    chance = best_throw(thrower.body, target.body)
    for name, p in (("underarm", chance / 2), ("overarm", chance)) if chance else ():
        yield Menace(thrower.id, name, OddsCard(p, p, {0: 1 - p, 1: p}))


# --- firing range: throwers round a target, measured from middle to middle --------------------------------------------

RANGE = FiringField(20 * INCH)


def between_middles(one: Body, two: Body) -> int:
    """How far two runners are apart."""
    return distance(one.x, one.y, two.x, two.y)


def throwers_at(reach: int, many: int) -> tuple[Post, ...] | Refusal:
    """So many throwers as far from a target in the middle of the field."""
    target = Body(RANGE.middle, RANGE.middle, 0, RADIUS, INCH)
    return ruled(posts_round(target, [Body(0, 0, 0, RADIUS, INCH)] * many, reach, between_middles), RULES)


def practice_ground() -> Ground:
    """A wood around the target and a mound for the throwers."""
    return RANGE.ground(RANGE.cover(2 * INCH, INCH // 2, "light"), RANGE.hill(3 * INCH, INCH, 700, "light"))


# --- objectives: two flags, and the enemy's corner --------------------------------------------------------------------


def strengths(race: Race, flag: tuple[int, int]) -> dict[str, int]:
    """The numbers of each side around a flag."""
    placed = (runner for runner in race.runners.values() if runner.placed)
    near = near_by_seat(point(*flag), AROUND, placed, CORNERS)
    return {seat: sum(map(number, runners)) for seat, runners in near.items()}


def flags_held(race: Race, seat: str) -> Progress:
    """Both flags are a side's."""
    held = sum(is_held(strengths(race, flag), seat) for flag in race.flags)
    return Progress(held == len(race.flags), f"{held} of {len(race.flags)} flags", held / max(1, len(race.flags)))


def most_across(race: Race) -> tuple[int, int]:
    """The side that has most of its numbers beyond the middle line: how much of all."""
    half = race.ground.width // 2
    across = {"red": lambda it: it.x > half, "blue": lambda it: it.x < half}
    sides = {seat: on_table(race, seat) for seat in CORNERS}
    return largest_share(
        (sum(number(it) for it in side if across[seat](it)), sum(map(number, side))) for seat, side in sides.items()
    )


def way(runner: Runner, flag: tuple[int, int]) -> float:
    """How far a runner is from a flag's surroundings."""
    return way_to(runner, flag, AROUND, HOPELESS)


def ways_left(race: Race, seat: str) -> float:
    """One to each flag that is not held, one to any of the enemy's, two to touch them, some to the enemy's corner."""
    runners, called, total = on_table(race, seat), set[str](), 0.0
    for flag in race.flags:
        if not is_held(strengths(race, flag), seat):
            total += left_to_hold(runners, flag, way, called)
    total += left_to_any(runners, (flag for flag in race.flags if is_held(strengths(race, flag), other(seat))), way)
    total += left_to_take(runners, race.flags, way, len(race.flags), set())
    corner = errand_into(ninth(race.ground, *CORNERS[other(seat)]))
    return total + left_to_bring(((corner.way(it.x, it.y) / HOPELESS, number(it)) for it in runners), 2)


def ground(race: Race, seat: str) -> float:
    """What the flags are worth to a side, less what they are to the other, less the ways left."""
    held = WORTH.of(flags_held(race, seat)) - WORTH.of(flags_held(race, other(seat)))
    return held - 0.1 * ways_left(race, seat)


def nearer_to_a_flag(race: Race, runner: Runner, x: int, y: int) -> int:
    """How much nearer a place is to a flag."""
    return gained(with_ways([Errand(race.flags, AROUND)] if race.flags else [], runner.x, runner.y), x, y)


# --- what this book has nothing to say about --------------------------------------------------------------------------


def reach(_race: Race, _ask: Ask, _option: Option) -> tuple[Band, ...]:
    """Nobody has drawn where a run leads."""
    return ()


def sight(race: Race, seat: str, piece: str, spot: Aim | None, target: str) -> Sightline | Refusal:
    """Everybody sees everybody."""
    runner, seen = own(race, seat, piece, spot), race.runners.get(target)
    if isinstance(runner, Refusal):
        return runner
    if seen is None or not seen.placed:
        return no_such_piece(target)
    return Sightline((runner.x, runner.y), (seen.x, seen.y), "", "In sight.", sees=True)


def fields(race: Race, seat: str, piece: str, spot: Aim | None) -> tuple[Field, ...] | Refusal:
    """Stones fly to all sides."""
    runner = own(race, seat, piece, spot)
    return runner if isinstance(runner, Refusal) else (Field("stone", (("throw", THROW),)),)


def attempts(_race: Race, _ask: Ask, _piece: str) -> Iterator[Attempt]:
    """Stones are thought of, not thrown."""
    yield from ()


SURVEY: Survey[Race] = Survey(reach, sight, fields, menaces, attempts, standing, ground, stakes)
