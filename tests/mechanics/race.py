"""The book in miniature as a game that is played: its orders, events, questions and what a table shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gearlock.kernel.asks import Ask, Option, Place, Target, decline
from gearlock.kernel.asks import Path as PathOption
from gearlock.kernel.chapters import Book, Chapter, OrderRules, by_trace, checked
from gearlock.kernel.dice import Roll
from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.events import Event, Outcome
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.kernel.states import StateCodec
from gearlock.kernel.system import Aim, Chooser, Scenario, Setup, System
from gearlock.kernel.view import Line, OddsCard, Piece, Preview, TableView, Throw, View
from gearlock.mechanics.going.climbing import Ascent, Climber, beside, climb_towards, faces_near, upon
from gearlock.mechanics.placing.search import scattered
from gearlock.mechanics.placing.spots import Stand
from gearlock.mechanics.placing.zones import AHEAD
from gearlock.table.measure import INCH, distance
from gearlock.table.path import Leg
from mechanics import miniature as book
from mechanics.counsel import SURVEY, nearer_to_a_flag
from mechanics.miniature import Gone, Race, Runner

WEARY, TOUCH = 30, INCH
CLIMBED = Ascent(book.HOUSE, 0, 0, 0)


class Put(Order, frozen=True, tag="put"):
    unit: str
    x: int = 0
    y: int = 0


class Go(Order, frozen=True, tag="go"):
    unit: str
    legs: tuple[Leg, ...] = ()
    drop: bool = False


class Leap(Order, frozen=True, tag="leap"):
    unit: str
    x: int = 0
    y: int = 0


class Climb(Order, frozen=True, tag="climb"):
    unit: str
    x: int = 0
    y: int = 0
    z: int = 0


class Shove(Order, frozen=True, tag="shove"):
    unit: str
    target: str


class Raze(Order, frozen=True, tag="raze"):
    unit: str


class Placed(Event, frozen=True, tag="placed"):
    unit: str
    x: int
    y: int
    z: int
    inside: str

    def change(self, race: Race) -> None:
        runner = race.runners[self.unit]
        runner.x, runner.y, runner.z, runner.inside, runner.placed = self.x, self.y, self.z, self.inside, True


class Went(Event, frozen=True, tag="went"):
    unit: str
    to: Gone

    def change(self, race: Race) -> None:
        runner, to = race.runners[self.unit], self.to
        runner.x, runner.y, runner.z, runner.facing = to.x, to.y, to.z, to.facing
        runner.inside, runner.hangs = to.inside, to.hangs


class Razed(Event, frozen=True, tag="razed"):
    house: str

    def change(self, race: Race) -> None:
        race.ruins.append(self.house)


class TurnEnded(Event, frozen=True, tag="turn-ended"):
    def change(self, race: Race) -> None:
        race.turn += 1


class RoundRolled(Event, frozen=True, tag="round-rolled"):
    face: int

    def change(self, race: Race) -> None:
        race.weary += self.face


def trace_put(race: Race, order: Put) -> Stand | Refusal:
    return book.deploy(race, race.runners[order.unit], order.x, order.y)


def trace_go(race: Race, order: Go) -> Gone | Refusal:
    return book.go(race, race.runners[order.unit], order.legs, order.drop)


def trace_leap(race: Race, order: Leap) -> Gone | Refusal:
    return book.leap(race, race.runners[order.unit], order.x, order.y)


def trace_climb(race: Race, order: Climb) -> Gone | Refusal:
    if race.ruins:
        return Refusal("piece", "miniature.climb", "The house has fallen.")
    return book.climb(race, race.runners[order.unit], CLIMBED._replace(x=order.x, y=order.y, z=order.z))


def trace_shove(race: Race, order: Shove) -> Stand | Refusal:
    other = race.runners.get(order.target)
    if other is None or not other.placed:
        return Refusal("nobody", "miniature.shove", "That is nobody.")
    return book.shove(race, race.runners[order.unit], other)


def refuse_raze(race: Race, _ask: Ask, order: Raze) -> Refusal | None:
    near = faces_near(race.ground, climber(race.runners[order.unit]))
    return None if book.HOUSE in near else Refusal("far", "miniature.raze", "One razes a house at its walls.")


def resolve_put(ctx: Ctx[Race], order: Put) -> None:
    stand = checked(trace_put(ctx.state, order))
    ctx.emit(Placed(order.unit, stand.body.x, stand.body.y, stand.body.z, stand.inside))


def resolve_going(ctx: Ctx[Race], order: Go | Leap | Climb) -> None:
    trace: Any = {Go: trace_go, Leap: trace_leap, Climb: trace_climb}[type(order)]
    ctx.emit(Went(order.unit, checked(trace(ctx.state, order))))


def resolve_shove(ctx: Ctx[Race], order: Shove) -> None:
    stand = checked(trace_shove(ctx.state, order))
    ctx.emit(Placed(order.target, stand.body.x, stand.body.y, stand.body.z, stand.inside))


def resolve_raze(ctx: Ctx[Race], order: Raze) -> None:
    house = book.HOUSE
    shaken = [it.id for it in ctx.state.runners.values() if it.inside or it.hangs or house.contains(it.x, it.y)]
    ctx.emit(Razed(house.id))
    for name in shaken:
        ctx.emit(Went(name, book.felled(ctx.state, ctx.state.runners[name])))


def climber(runner: Runner) -> Climber:
    return Climber(runner, book.HANDHOLD, runner.hangs)


def offer_places(race: Race, question: Ask) -> Iterator[Option]:
    yield Place("Deploy", Put(question.unit), unit=question.unit, zone=question.seat)


def offer_moves(race: Race, question: Ask) -> Iterator[Option]:
    runner = race.runners[question.unit]
    if not runner.hangs:
        yield PathOption("Go", Go(runner.id), unit=runner.id, budget=book.POINTS)
        yield Place("Leap", Leap(runner.id), unit=runner.id)
    if runner.z and not runner.hangs:
        yield PathOption("Go and drop", Go(runner.id, drop=True), unit=runner.id, budget=book.POINTS)
    if refuse_raze(race, question, Raze(runner.id)) is None:
        yield Place("Climb", Climb(runner.id), unit=runner.id)
        yield Target("Raze the house", Raze(runner.id))
    for other in race.others(runner):
        if isinstance(trace_shove(race, Shove(runner.id, other.id)), Stand):
            yield Target(f"Shove {other.name}", Shove(runner.id, other.id), unit=other.id)
    yield decline("Wait")


def guess_put(race: Race, _ask: Ask, order: Put, chooser: Chooser, _attempt: int) -> Order | None:
    spots = scattered(book.deployments(race, race.runners[order.unit]), chooser.randrange)
    return Put(order.unit, *next(spots))


def guess_go(race: Race, _ask: Ask, order: Go, chooser: Chooser, attempt: int) -> Order:
    runner = race.runners[order.unit]
    reach = book.POINTS >> attempt // 2
    x, y = runner.x + chooser.randrange(-reach, reach + 1), runner.y + chooser.randrange(-reach, reach + 1)
    lure = chooser.randrange(0, 12)
    if lure < 4:
        x, y = chooser.choice(race.flags) if lure == 0 else beside(climber(runner), book.HOUSE, runner.x, runner.y)
    return Go(order.unit, book.legs_towards(runner, x, y), order.drop)


def guess_leap(race: Race, _ask: Ask, order: Leap, chooser: Chooser, _attempt: int) -> Order:
    runner, reach = race.runners[order.unit], book.POWER
    return Leap(order.unit, runner.x + chooser.randrange(0, reach), runner.y + chooser.randrange(-reach, reach))


def guess_climb(race: Race, _ask: Ask, order: Climb, chooser: Chooser, _attempt: int) -> Order:
    runner, house = race.runners[order.unit], book.HOUSE
    here, near = climber(runner), (house, runner.x, runner.y)
    ends = [(*upon(here, *near), house.top), (*beside(here, *near), chooser.randrange(0, house.top))]
    return Climb(order.unit, *chooser.choice(ends))


def aim_put(_race: Race, _ask: Ask, order: Put, spot: Aim) -> Order:
    return Put(order.unit, spot.x, spot.y)


def aim_go(race: Race, _ask: Ask, order: Go, spot: Aim) -> Order:
    return Go(order.unit, book.legs_towards(race.runners[order.unit], spot.x, spot.y), order.drop)


def aim_leap(_race: Race, _ask: Ask, order: Leap, spot: Aim) -> Order:
    return Leap(order.unit, spot.x, spot.y)


def aim_climb(race: Race, _ask: Ask, order: Climb, spot: Aim) -> Order:
    end = climb_towards(climber(race.runners[order.unit]), book.HOUSE, spot.x, spot.y, book.CLIMB)
    return Climb(order.unit, end.x, end.y, end.z)


def admit(_race: Race, question: Ask, order: Order) -> Refusal | None:
    if getattr(order, "unit", "") == question.unit:
        return None
    return Refusal("unit", "miniature.turns", f"The question is about {question.unit}.")


def told(_race: Race, event: Event, _seat: str | None) -> Line:
    rolls = (Throw("weary", (event.face,)),) if isinstance(event, RoundRolled) else ()
    return Line(type(event).__name__, rolls=rolls)


EVENTS = (Placed, Went, Razed, TurnEnded, RoundRolled)
CHAPTER: Chapter[Race] = Chapter(
    "The race",
    (
        OrderRules(Put, "put", by_trace(trace_put), resolve_put, guess_put, aim=aim_put),
        OrderRules(Go, "move", by_trace(trace_go), resolve_going, guess_go, 12, aim_go),
        OrderRules(Leap, "move", by_trace(trace_leap), resolve_going, guess_leap, aim=aim_leap),
        OrderRules(Climb, "move", by_trace(trace_climb), resolve_going, guess_climb, aim=aim_climb),
        OrderRules(Shove, "move", by_trace(trace_shove), resolve_shove),
        OrderRules(Raze, "move", refuse_raze, resolve_raze),
    ),
    dict.fromkeys(EVENTS, told),
)
BOOK: Book[Race] = Book((CHAPTER,), {"put": (offer_places,), "move": (offer_moves,)}, admit)


def step(ctx: Ctx[Race]) -> Script[None]:
    race = ctx.state
    runner = list(race.runners.values())[race.turn % len(race.runners)]
    kind = "move" if runner.placed else "put"
    order = yield from ask(Ask(runner.seat, kind, runner.id, prompt=f"{runner.name}?", optional=runner.placed))
    if type(order) in (rules.order for rules in CHAPTER.orders):
        yield from BOOK.resolve(ctx, order)
    ctx.emit(TurnEnded())
    if ctx.state.turn % len(ctx.state.runners) == 0:
        (face,) = yield from throw(Roll("how weary all are", 1, 6))
        ctx.emit(RoundRolled(face))


def begin(_setup: Setup) -> Race:
    names = [("red", 1), ("blue", 1), ("red", 2), ("blue", 2)]
    facing = {"red": AHEAD["southwest"], "blue": AHEAD["northeast"]}
    runners = [Runner(f"{seat}-{n}", seat, f"{seat.title()} {n}", facing=facing[seat]) for seat, n in names]
    return Race({runner.id: runner for runner in runners}, book.flags(book.GROUND))


def outcome(race: Race) -> Outcome | None:
    for runner in race.runners.values():
        if runner.placed and any(distance(runner.x, runner.y, *flag) <= TOUCH for flag in race.flags):
            return Outcome(runner.seat, f"{runner.name} has a flag")
    return Outcome("", "tired") if race.weary >= WEARY else None


def view(race: Race, seat: str | None, asks: tuple[Ask, ...]) -> View:
    table = TableView("inches", race.ground.width, race.ground.height)
    pieces = tuple(
        Piece(it.id, it.seat, it.name, it.x, it.y, facing=it.facing) for it in race.runners.values() if it.placed
    )
    return View(seat or "", race.turn, "race", "", table, pieces, asks=asks)


def preview(race: Race, _seat: str, order: Order) -> Preview:
    found = trace_go(race, order) if isinstance(order, Go) else None
    if not isinstance(order, Go) or not isinstance(found, Gone):
        return Preview()
    return Preview(gives=nearer_to_a_flag(race, race.runners[order.unit], found.x, found.y) / INCH)


def prepare(scenario: str, seed: int, chosen: Mapping[str, str]) -> Setup:
    if scenario != "race":
        raise UnknownName("scenario", scenario, ["race"])
    if chosen:
        raise BadInput(f"A race has no options: {', '.join(chosen)}")
    return Setup(scenario, seed, dict(chosen))


CODEC = StateCodec(Race, {}, listed=("runners",))
MINIATURE: System[Race] = System(
    id="miniature", name="Miniature", edition="1", package="mechanics.race", about="A race for two flags",
    orders=BOOK.orders, events=BOOK.events,
    scenarios=lambda: {"race": Scenario("race", "Race", "Two runners a side")},
    prepare=prepare, begin=begin, step=step, apply=BOOK.apply, outcome=outcome,
    options=BOOK.options, refuse=BOOK.refuse, sample=BOOK.sample, aim=BOOK.aim,
    preview=preview, survey=SURVEY, view=view, tell=BOOK.tell,
    encode=CODEC.encode, decode=lambda raw, setup: CODEC.decode(raw, {}),
    pool_odds=lambda a, d, p, r: OddsCard(1.0, 0.0, {0: 1.0}),
)  # fmt: skip
