"""4.3: printed scenarios in play: what is settled before, who arrives, what is watched, who wins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from gearlock.kernel.asks import Ask, Option, Pick, Place, decline, only_declines
from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.dice import Roll
from gearlock.kernel.events import Event, Outcome
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line
from gearlock.mechanics.secrets import Sealed, drawn_anew, told
from gearlock.systems.tactical.damage.resolving import HIDDEN_WHOLE, READY, position_token
from gearlock.systems.tactical.deployment import (
    Appoint,
    Appointed,
    candidates,
    deployable,
    offer_appointments,
    refuse_appoint,
    resolve_placing,
    standing,
    waiting,
)
from gearlock.systems.tactical.line_of_sight.terrain import WATERS, ground_type
from gearlock.systems.tactical.movement.climbing_and_ramming import covers_here
from gearlock.systems.tactical.printed_scenarios.the_six import (
    ALONE,
    APART,
    BEGAN,
    BEGIN_HULL_DOWN,
    BRIDGEHEAD,
    CAME,
    CHIT,
    CHITS,
    CONVOY,
    COUNT,
    FIRST_LOSS,
    FIRST_ROLL,
    FIRST_ROLL_BRIDGE,
    FORFEIT,
    FULL_ROUNDS,
    LAST_STAND,
    LEVEL,
    NORTH,
    PLANTED,
    RIDGE,
    ROLLING,
    SOUTH,
    STEVENS,
    TRUTH,
    UPLOAD,
    VILLAGE,
    BeginHullDown,
    KeepBack,
    NameStevens,
    NoteVehicle,
    PlaceChit,
    Verdict,
    arrives,
    arrives_bridge,
    chits,
    earned_so_far,
    force_of,
    forfeiter,
    gives_orders,
    identified_from,
    is_called,
    is_let_loose,
    is_played,
    judge_bridge,
    judge_chits,
    judge_convoy,
    judge_last_stand,
    judge_ridge,
    judge_village,
    printed_of,
    rounds_across,
    rounds_alone,
    trucks,
    uploaded,
    vehicle,
    who_fired_on_it,
)
from gearlock.systems.tactical.printed_scenarios.the_six import stevens as stevens_unit
from gearlock.systems.tactical.scenario_generator.priorities import disguise as disguise_generated
from gearlock.systems.tactical.scenario_generator.priorities import suppose as suppose_generated
from gearlock.systems.tactical.state import (
    COMBAT,
    FIELDED,
    HULL_DOWN,
    KEPT_SLOW,
    NO_GROUP,
    RESERVE,
    SEATS,
    STATIONARY,
    TOP,
    WAITING,
    State,
    Unit,
)
from gearlock.systems.tactical.switches import HULL_DOWN_POSITIONS
from gearlock.systems.tactical.victory_points import ARRIVES, POOL
from gearlock.table.measure import FULL_TURN, INCH, advance, distance, inches_text

LATE: Final = "late"
"""Counted in `State.points`: the combat group that is late."""


def _rule(state: State) -> str:
    scenario = printed_of(state)
    return scenario.rule if scenario else "tactical.4.3.1"


# --- 4.3: who comes later: dice for reinforcements, and how they are placed

ARRIVALS = "arrivals"


def to_come(state: State, seat: str) -> tuple[str, ...]:
    """The units of a side that a scenario still has to bring; those that were bought know their round."""
    units = [unit for unit in state.in_play(seat) if unit.status == RESERVE and unit.group != NO_GROUP]
    return tuple(unit.id for unit in units if not unit.token(ARRIVES))


class PreparationsOver(Event, frozen=True, tag="preparations-over"):
    """All stand where they begin; another phase follows."""

    phase: str
    turn: str = ""

    def change(self, state: State) -> None:
        state.phase, state.turn, state.group = self.phase, self.turn, 0


class ConvoyLetLoose(Event, frozen=True, tag="convoy-let-loose"):
    """A truck was lost: the others may go to Top Speed."""

    @heeds("tactical.4.3.5")
    def change(self, state: State) -> None:
        for unit in state.units.values():
            unit.tokens.pop(KEPT_SLOW, None)


def loose(_state: State, _event: ConvoyLetLoose, _seat: str | None) -> Line:
    return Line("A truck was lost: the others may go to Top Speed.", (), "tactical.4.3.5")


@heeds("tactical.4.3.1", "tactical.4.3.2", "tactical.4.3.5")
def resolve_round_begins(ctx: Ctx[State]) -> Script[None]:
    """At the beginning of a round: the die for the Mammoth, trucks let loose, and whoever has arrived is placed."""
    if printed_of(ctx.state) is None:
        return
    if is_played(ctx.state, RIDGE) and is_called(ctx.state) and to_come(ctx.state, NORTH):
        yield from resolve_mammoth(ctx)
    if is_played(ctx.state, CONVOY) and is_let_loose(ctx.state):
        ctx.emit(ConvoyLetLoose())
    arrived = next((seat for seat in SEATS if waiting(ctx.state, seat)), "")
    if arrived:
        ctx.emit(PreparationsOver(ARRIVALS, arrived))


class ReinforcementRolled(Event, frozen=True, tag="reinforcement-rolled"):
    """A die about who is still to come, with what the round adds; `units` come at the beginning of a round."""

    seat: str
    face: int
    bonus: int
    units: tuple[str, ...] = ()
    marks: dict[str, int] = msgspec.field(default_factory=dict)
    """What is counted from now on."""

    @heeds("tactical.4.3.1", "tactical.4.3.2")
    def change(self, state: State) -> None:
        for name in self.units:
            state.units[name].status = WAITING
        state.points |= self.marks


def rolled(state: State, event: ReinforcementRolled, _seat: str | None) -> Line:
    more = f" and {event.bonus} for the round" if event.bonus else ""
    comes = "they are coming" if event.units else "not yet"
    return Line(f"Reinforcements for {event.seat}: {event.face}{more}: {comes}.", event.units, _rule(state))


@heeds("tactical.4.3.1")
def resolve_mammoth(ctx: Ctx[State]) -> Script[None]:
    """One die: 4 or more, 1 more for each round after the sixth, and the Mammoth comes by the Northern edge."""
    now = ctx.state.round
    (face,) = yield from throw(Roll("does the Mammoth come", 1, 6, seat=NORTH, rule="tactical.4.3.1"))
    comes = arrives(face, now)
    marks = {ROLLING: 1} | ({CAME: now} if comes else {})
    units = to_come(ctx.state, NORTH) if comes else ()
    ctx.emit(ReinforcementRolled(NORTH, face, now - FIRST_ROLL, units, marks))


@heeds("tactical.4.3.2")
def resolve_late_squadron(ctx: Ctx[State]) -> Script[None]:
    """At the end of round 4 and of each later one a die: 5 or more, 1 more each round, and it comes next round."""
    now = ctx.state.round
    late = to_come(ctx.state, NORTH)
    if not is_played(ctx.state, BRIDGEHEAD) or not late or now < FIRST_ROLL_BRIDGE or LATE not in ctx.state.points:
        return
    (face,) = yield from throw(Roll("does the late squadron come", 1, 6, seat=NORTH, rule="tactical.4.3.2"))
    units = late if arrives_bridge(face, now) else ()
    ctx.emit(ReinforcementRolled(NORTH, face, now - FIRST_ROLL_BRIDGE, units))


def resolve_arrivals(ctx: Ctx[State]) -> Script[None]:
    """One unit that has arrived is placed; then the round goes on."""
    seat = ctx.state.turn
    if deployable(ctx.state, seat):
        yield from resolve_placing(ctx, seat)
    else:
        ctx.emit(PreparationsOver("declaration"))


# --- 4.3: what is settled before the sides are placed: who is late, who is Stevens, where the chits lie

LATE_ASK, STEVENS_ASK, CHIT_ASK, NOTE_ASK = "who is late", "who is Stevens", "place a chit", "which is the vehicle"

LATE_RULE, STEVENS_RULE, CHIT_RULE = "tactical.4.3.2", "tactical.4.3.4", "tactical.4.3.6"

GUESSES: Final = 60


def is_eve(state: State) -> bool:
    """Whether something is left to settle before Commanders are named."""
    if printed_of(state) is None:
        return False
    return BEGAN + SOUTH not in state.points or _next_question(state) is not None


def _next_question(state: State) -> Ask | None:
    """What is asked next, of whom."""
    if is_played(state, BRIDGEHEAD) and LATE not in state.points and len(groups(state, NORTH)) > 1:
        prompt = "Which of your combat groups is late? The others are placed now."
        return Ask(NORTH, LATE_ASK, rule=LATE_RULE, prompt=prompt)
    if is_played(state, LAST_STAND) and stevens_unit(state) is None and drivable(state, NORTH):
        prompt = "Which vehicle does Colonel Stevens drive? It gets a Veteran crew and commands."
        return Ask(NORTH, STEVENS_ASK, rule=STEVENS_RULE, prompt=prompt)
    if is_played(state, CHITS) and TRUTH not in state.facts:
        placed = len(chits(state))
        if placed < COUNT:
            prompt = f"Place chit {placed + 1} of {COUNT}: in your half, at least 10 in from the others."
            return Ask(SOUTH, CHIT_ASK, rule=CHIT_RULE, prompt=prompt)
        return Ask(SOUTH, NOTE_ASK, rule=CHIT_RULE, prompt="Which chit is the C3 vehicle? Nobody else will know.")
    return None


def groups(state: State, seat: str) -> list[int]:
    """The combat groups of a side."""
    return sorted({unit.group for unit in force_of(state, seat)})


class ForcesCounted(Event, frozen=True, tag="forces-counted"):
    """The units each side takes the field with, those still to come among them."""

    units: dict[str, int]

    def change(self, state: State) -> None:
        state.points |= {BEGAN + seat: count for seat, count in self.units.items()}


def resolve_eve(ctx: Ctx[State]) -> Script[None]:
    """The next thing to settle."""
    if BEGAN + SOUTH not in ctx.state.points:
        ctx.emit(ForcesCounted({seat: len(force_of(ctx.state, seat)) for seat in SEATS}))
    question = _next_question(ctx.state)
    if question is None:
        return
    order = yield from ask(question)
    settle(ctx, order)


class SquadronDelayed(Event, frozen=True, tag="squadron-delayed"):
    """A combat group has not arrived yet."""

    seat: str
    group: int

    @heeds("tactical.4.3.2")
    def change(self, state: State) -> None:
        """It comes by its own zone, once dice have brought it."""
        for unit in state.units.values():
            if unit.seat == self.seat and unit.group == self.group:
                unit.status = RESERVE
        state.points[LATE] = self.group
        state.zones = {**state.zones, f"{self.seat}:{self.group}": state.zones[f"{self.seat}:{LATE}"]}


def delayed(_state: State, event: SquadronDelayed, _seat: str | None) -> Line:
    return Line(f"Combat group {event.group} of {event.seat} has not arrived yet.", (), "tactical.4.3.2")


class StevensNamed(Event, frozen=True, tag="stevens-named"):
    """A vehicle is driven by Colonel Stevens."""

    unit: str

    @heeds("tactical.4.3.4")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.tokens[STEVENS] = 1
        unit.level = max(unit.level, LEVEL)


def stevens(state: State, event: StevensNamed, _seat: str | None) -> Line:
    name = state.units[event.unit].name
    return Line(f"Colonel Mayak Stevens drives the {name} and commands the North.", (event.unit,), "tactical.4.3.4")


class ChitPlaced(Event, frozen=True, tag="chit-placed"):
    """A chit lies on the table."""

    chit: str
    x: int
    y: int

    @heeds("tactical.4.3.6")
    def change(self, state: State) -> None:
        state.markers = {**state.markers, self.chit: (self.x, self.y)}


def chit(_state: State, event: ChitPlaced, _seat: str | None) -> Line:
    return Line(f"A chit is placed ({event.chit.partition(':')[2]}).", (), "tactical.4.3.6")


class VehicleNoted(Event, frozen=True, tag="vehicle-noted"):
    """The South has noted which chit is the vehicle."""

    chit: str

    @heeds("tactical.4.3.6")
    def change(self, state: State) -> None:
        state.facts[TRUTH] = Sealed(self.chit, (SOUTH,))


def noted(_state: State, event: VehicleNoted, seat: str | None) -> Line:
    if seat not in (None, SOUTH):
        return Line("The South notes in secret which chit is the vehicle.", (), "tactical.4.3.6")
    return Line(f"The vehicle is chit {event.chit.partition(':')[2]}.", (), "tactical.4.3.6")


@heeds("tactical.4.3.2", "tactical.4.3.4", "tactical.4.3.6")
def settle(ctx: Ctx[State], order: Order) -> None:
    """What an answer means."""
    if isinstance(order, KeepBack):
        ctx.emit(SquadronDelayed(NORTH, order.group))
    elif isinstance(order, NameStevens):
        ctx.emit(StevensNamed(order.unit))
        ctx.emit(Appointed(NORTH, order.unit, order.second))
    elif isinstance(order, PlaceChit):
        ctx.emit(ChitPlaced(f"{CHIT}{len(chits(ctx.state)) + 1}", order.x, order.y))
    elif isinstance(order, NoteVehicle):
        ctx.emit(VehicleNoted(order.chit))


def refuse_keep_back(state: State, question: Ask, order: KeepBack) -> Refusal | None:
    """A combat group of one's own."""
    known = groups(state, question.seat)
    if order.group in known:
        return None
    return Refusal("group", LATE_RULE, f"Your combat groups are {', '.join(map(str, known))}.")


def offer_keeping_back(state: State, question: Ask) -> Iterator[Option]:
    """Each group, by who is in it."""
    for group in groups(state, question.seat):
        names = [unit.card.name for unit in force_of(state, question.seat) if unit.group == group]
        listed = ", ".join(f"{names.count(name)} {name}" for name in dict.fromkeys(names))
        yield Pick(f"Group {group} is late ({listed})", KeepBack(group), LATE_RULE)


@heeds("tactical.4.3.4")
def drivable(state: State, seat: str) -> list[str]:
    """The vehicles of a side that Stevens could drive: he leads no squad on foot."""
    return [unit.id for unit in candidates(state, seat) if not unit.is_infantry]


def refuse_stevens(state: State, question: Ask, order: NameStevens) -> Refusal | None:
    """A vehicle of the North, and another unit as Second in Command where there is one."""
    able = candidates(state, question.seat)
    if order.unit not in drivable(state, question.seat):
        return Refusal("vehicle", STEVENS_RULE, f"{order.unit or 'Nobody'} is no vehicle of yours that he could drive.")
    if len(able) > 1:
        return refuse_appoint(state, question, Appoint(order.unit, order.second))
    if able and order.unit == able[0].id and not order.second:
        return None
    return Refusal("unit", STEVENS_RULE, f"{order.unit or 'Nobody'} is no unit of yours that could command.")


def offer_stevens(state: State, question: Ask) -> Iterator[Option]:
    """Each unit, with some others as Second."""
    able, vehicles = candidates(state, question.seat), drivable(state, question.seat)
    if len(able) == 1:
        yield Pick(f"Stevens drives the {able[0].name}", NameStevens(able[0].id), STEVENS_RULE)
    for option in offer_appointments(state, question):
        order = option.order
        assert isinstance(order, Appoint), "appointments are offered"
        if order.commander not in vehicles:
            continue
        words = (
            f"Stevens drives the {state.units[order.commander].name}, Second is the {state.units[order.second].name}"
        )
        yield Pick(words, NameStevens(order.commander, order.second), STEVENS_RULE)


@heeds("tactical.4.3.6")
def refuse_chit(state: State, _ask: Ask, order: PlaceChit) -> Refusal | None:
    """In the Southern half, no two within 10 in of each other, where the vehicle could stand."""
    if not (0 <= order.x <= state.ground.width and 0 <= 2 * order.y <= state.ground.height):
        return Refusal("half", CHIT_RULE, "Chits are placed on the Southern half of the table.")
    for name, at in chits(state).items():
        far = distance(order.x, order.y, *at)
        if far < APART:
            words = f"Chit {name.partition(':')[2]} is {inches_text(far)} in away; they lie at least 10 in apart."
            return Refusal("apart", CHIT_RULE, words, {"distance": far})
    unit = vehicle(state)
    stand = None if unit is None else standing(state, unit, order.x, order.y)
    if isinstance(stand, Refusal):
        return stand
    wet = ground_type(state, order.x, order.y) in WATERS
    return Refusal("water", CHIT_RULE, "The vehicle cannot stand in water.") if wet else None


def offer_chits(_state: State, question: Ask) -> Iterator[Option]:
    """Anywhere."""
    yield Place("Place a chit", PlaceChit(), question.rule, "", "chits")


def guess_chit(state: State, _ask: Ask, _order: PlaceChit, chooser: Chooser, attempt: int) -> Order | None:
    """Somewhere in the half; each chit in a strip of its own, so that there is room for all four."""
    wide, high, number = state.ground.width, state.ground.height // 2, len(chits(state))
    strip = wide // COUNT
    left = number * strip + (APART // 2 + INCH if number else INCH)
    right = max(left + 1, (number + 1) * strip - APART // 2)
    if attempt > GUESSES // 2:
        left, right = 0, wide
    return PlaceChit(chooser.randrange(left, right), chooser.randrange(4 * INCH, high - INCH))


def aim_chit(_state: State, _ask: Ask, _order: PlaceChit, spot: Aim) -> Order | Refusal:
    """Where somebody pointed."""
    return PlaceChit(spot.x, spot.y)


def refuse_noting(state: State, _ask: Ask, order: NoteVehicle) -> Refusal | None:
    """One of the chits."""
    known = chits(state)
    return None if order.chit in known else Refusal("chit", CHIT_RULE, f"Say one of {', '.join(known)}.")


def offer_noting(state: State, _ask: Ask) -> Iterator[Option]:
    """Each chit."""
    for name in chits(state):
        yield Pick(f"Chit {name.partition(':')[2]} is the vehicle", NoteVehicle(name), CHIT_RULE)


# --- 4.3.1: hull-down positions that a side begins in, taken after everybody is placed

DIG_IN = "dig in"

RULE = "tactical.4.3.1"


class HullDownBegun(Event, frozen=True, tag="hull-down-begun"):
    """A unit begins the battle in a position."""

    unit: str
    terrain: str
    whole: bool = False

    @heeds("tactical.4.3.1", "tactical.3.2.4")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.tokens[HULL_DOWN] = HIDDEN_WHOLE if self.whole else READY
        unit.tokens[position_token(self.terrain)] = 1
        unit.speed, unit.went, unit.moved = COMBAT, STATIONARY, 0


def hull_down(state: State, event: HullDownBegun, _seat: str | None) -> Line:
    how = "hidden completely" if event.whole else "hull-down"
    return Line(f"The {state.units[event.unit].name} begins {how}.", (event.unit,), "tactical.4.3.1")


@heeds("tactical.4.3.1", "tactical.3.2.4")
def resolve_digging_in(ctx: Ctx[State]) -> Script[None]:
    """The side that may says one after the other who begins hull-down; then the first round."""
    seat = ctx.state.switches.get(BEGIN_HULL_DOWN, "")
    if seat in SEATS and ctx.state.turn != seat:
        ctx.emit(PreparationsOver(DIG_IN, seat))
    prompt = "Which of your units begin hull-down, or hidden completely?"
    question = Ask(seat, DIG_IN, rule=RULE, prompt=prompt, optional=True)
    if seat not in SEATS or only_declines(tuple(offer_digging_in(ctx.state, question))):
        ctx.emit(PreparationsOver("round"))
        return
    order = yield from ask(question)
    if isinstance(order, BeginHullDown):
        ctx.emit(HullDownBegun(order.unit, order.terrain, order.whole))
    else:
        ctx.emit(PreparationsOver("round"))


def refuse_digging_in(state: State, question: Ask, order: BeginHullDown) -> Refusal | None:
    """A unit that stands at cover, is not there already, and did not begin at Top Speed."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != question.seat or not unit.is_fielded or unit.is_infantry:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no vehicle of yours on the table.")
    if not state.switch(HULL_DOWN_POSITIONS):
        return Refusal("module", RULE, "Hull-down positions are not in use in this battle.")
    if unit.token(HULL_DOWN):
        return Refusal("same", RULE, f"The {unit.name} has its position already.")
    if unit.speed == TOP:
        return Refusal("top", RULE, f"The {unit.name} begins at Top Speed: it cannot be behind cover.")
    here = covers_here(state, unit)
    if order.terrain not in here:
        words = ", ".join(here) or "none"
        message = f"'{order.terrain[:40]}' gives the {unit.name} no position here; there is: {words}."
        return Refusal("terrain", "tactical.3.2.4-table", message)
    return None


def offer_digging_in(state: State, question: Ask) -> Iterator[Option]:
    """Each unit at each cover it stands at, and no more."""
    for unit in state.fielded(question.seat):
        for terrain in () if unit.token(HULL_DOWN) or unit.is_infantry else covers_here(state, unit):
            for whole in (False, True):
                order = BeginHullDown(unit.id, terrain, whole)
                if refuse_digging_in(state, question, order) is None:
                    words = "hidden completely" if whole else "hull-down"
                    yield Pick(f"The {unit.name} begins {words} ({terrain})", order, RULE)
    yield decline("Nobody else", RULE)


# --- What the North does not know of its scenario: which chit is the vehicle, drawn anew from those that lie there


@heeds("tactical.4.3.6")
def draw_chit(state: State, seat: str, chooser: Chooser) -> State:
    """Any chit that nobody has identified may be the vehicle."""
    fact, might_be = state.facts.get(TRUTH), sorted(chits(state))
    if fact is not None and might_be:
        state.facts[TRUTH] = drawn_anew(fact, seat, might_be, chooser)
    return state


def suppose(state: State, seat: str, chooser: Chooser) -> State:
    """A copy in which all that a seat does not know is drawn anew, whatever it is."""
    return draw_chit(suppose_generated(state, seat, chooser), seat, chooser)


def disguise(state: State, seat: str, chooser: Chooser) -> State:
    """A copy with other secrets that shows the same to a seat for a while."""
    return draw_chit(disguise_generated(state, seat, chooser), seat, chooser)


# --- 4.3: what a scenario keeps an eye on: fire at the bridge, chits that are seen, the end of each round

JUDGES: Final[dict[str, Callable[[State], Verdict | None]]] = {
    RIDGE: judge_ridge,
    BRIDGEHEAD: judge_bridge,
    VILLAGE: judge_village,
    LAST_STAND: judge_last_stand,
    CONVOY: judge_convoy,
    CHITS: judge_chits,
}

RINGS, STEPS = 12, 12


def outcome_by_scenario(state: State) -> Outcome | None:
    """Who has won a printed scenario, and the Victory Points; None while it goes on."""
    if not state.round or state.phase == "arrivals":
        return None
    verdict = JUDGES[state.scenario](state)
    if verdict is None:
        return None
    words = f"{verdict.why}; Victory Points: red {verdict.south}, blue {verdict.north}"
    return Outcome(verdict.winner, words[0].upper() + words[1:], verdict.points)


class Forfeited(Event, frozen=True, tag="forfeited"):
    """A side has done what loses the game by itself."""

    seat: str
    why: str

    def change(self, state: State) -> None:
        state.points[FORFEIT + self.seat] = 1


def forfeited(state: State, event: Forfeited, _seat: str | None) -> Line:
    return Line(f"{event.seat.title()} {event.why}: that loses the game.", (), _rule(state))


def watch(ctx: Ctx[State]) -> None:
    """After each step: what must not be done and was, and chits that somebody sees now."""
    state = ctx.state
    if is_played(state, BRIDGEHEAD) and not forfeiter(state):
        guilty = who_fired_on_it(state, ctx.in_step)
        if guilty:
            ctx.emit(Forfeited(guilty, "has fired on the bridge"))
    elif is_played(state, CHITS) and state.round:
        _watch_chits(ctx)
    elif is_played(state, CONVOY) and POOL + SOUTH in state.points:
        _watch_convoy(ctx)


class RoundJudged(Event, frozen=True, tag="round-judged"):
    """What a round has come to: what is counted by name, and full rounds of Gears at the vehicle."""

    points: dict[str, int]
    uploads: dict[str, int] = msgspec.field(default_factory=dict)

    @heeds("tactical.4.3.1", "tactical.4.3.2", "tactical.4.3.5", "tactical.4.3.6")
    def change(self, state: State) -> None:
        state.points |= self.points
        for name, rounds in self.uploads.items():
            state.units[name].tokens.pop(UPLOAD, None)
            if rounds:
                state.units[name].tokens[UPLOAD] = rounds


@heeds("tactical.4.3.5", "tactical.4.2.2")
def _watch_convoy(ctx: Ctx[State]) -> None:
    """In a campaign what is earned goes into the pools at once."""
    earned = earned_so_far(ctx.state)
    if any(ctx.state.points.get(name, 0) != points for name, points in earned.items()):
        ctx.emit(RoundJudged(earned))


@heeds("tactical.4.3.6")
def _watch_chits(ctx: Ctx[State]) -> None:
    """The vehicle must not be destroyed; chits are looked at by who moves, and by everybody when a round begins."""
    target = vehicle(ctx.state)
    if target is not None and target.is_lost and not forfeiter(ctx.state):
        slayer = ctx.state.units.get(target.slayer)
        ctx.emit(Forfeited(NORTH if slayer is None else slayer.seat, "has destroyed the C3 vehicle"))
    active = ctx.state.active()
    lookers = [active] if active is not None else list(ctx.state.fielded(NORTH))
    if ctx.state.phase not in ("activation", "declaration"):
        lookers = []
    for looker in [unit.id for unit in lookers]:
        for chit in identified_from(ctx.state, ctx.state.units[looker]):
            if chit in ctx.state.markers:
                identify(ctx, chit, looker)


class ChitIdentified(Event, frozen=True, tag="chit-identified"):
    """The North has seen what a chit is; the vehicle is put in its place."""

    reveals = True
    chit: str
    by: str
    real: bool
    x: int = 0
    y: int = 0
    z: int = 0

    @heeds("tactical.4.3.6")
    def change(self, state: State) -> None:
        """All chits are off the table once the vehicle is found."""
        if not self.real:
            state.markers = {name: at for name, at in state.markers.items() if name != self.chit}
            return
        state.markers = {name: at for name, at in state.markers.items() if not name.startswith(CHIT)}
        state.facts[TRUTH] = told(state.facts[TRUTH], SEATS)
        unit = vehicle(state)
        assert unit is not None, "there is a vehicle"
        unit.x, unit.y, unit.z, unit.facing, unit.status = self.x, self.y, self.z, 900, FIELDED


def identified(state: State, event: ChitIdentified, _seat: str | None) -> Line:
    what = "the C3 vehicle" if event.real else "nothing but a decoy"
    words = f"The {state.units[event.by].name} identifies chit {event.chit.partition(':')[2]}: {what}."
    return Line(words, (event.by,), "tactical.4.3.6")


@heeds("tactical.4.3.6")
def identify(ctx: Ctx[State], chit: str, by: str) -> None:
    """A chit is turned over: a decoy is taken away, the vehicle is put there."""
    if ctx.state.facts[TRUTH].value != chit:
        ctx.emit(ChitIdentified(chit, by, False))
        return
    unit = vehicle(ctx.state)
    assert unit is not None, "there is a vehicle"
    ctx.emit(ChitIdentified(chit, by, True, *_room(ctx.state, unit, ctx.state.markers[chit])))


def _room(state: State, unit: Unit, at: tuple[int, int]) -> tuple[int, int, int]:
    """Where the vehicle is put: in the place of its chit, or beside whoever stands there."""
    spots = [
        at,
        *(
            advance(*at, step * FULL_TURN // STEPS, ring * INCH // 2)
            for ring in range(1, RINGS)
            for step in range(STEPS)
        ),
    ]
    for x, y in spots:
        found = standing(state, unit, x, y)
        if not isinstance(found, Refusal):
            return x, y, found.body.z
    return *at, state.ground.elevation(*at)


@heeds("tactical.4.3.1", "tactical.4.3.2", "tactical.4.3.5", "tactical.4.3.6")
def resolve_round_ends(ctx: Ctx[State]) -> Script[bool]:
    """At the end of a round: what is held and for how long, the die for who is late. Whether the battle is over."""
    state = ctx.state
    if printed_of(state) is None:
        return False
    points: dict[str, int] = {}
    uploads: dict[str, int] = {}
    if is_played(state, RIDGE):
        points = {ALONE: rounds_alone(state)}
    elif is_played(state, BRIDGEHEAD):
        points = rounds_across(state)
    elif is_played(state, CONVOY) and not state.points.get(FIRST_LOSS):
        points = {FIRST_LOSS: state.round} if any(unit.is_lost for unit in trucks(state)) else {}
    elif is_played(state, CHITS):
        uploads = uploaded(state)
        points = {PLANTED: state.round} if FULL_ROUNDS in uploads.values() else {}
    if points or uploads:
        ctx.emit(RoundJudged(points, uploads))
    yield from resolve_late_squadron(ctx)
    return JUDGES[ctx.state.scenario](ctx.state) is not None


class CommandPointBrought(Event, frozen=True, tag="command-point-brought"):
    """A commander of renown brings his side an Initiative Command Point."""

    unit: str
    seat: str

    @heeds("tactical.4.3.4")
    def change(self, state: State) -> None:
        name = f"ICP:{self.seat}"
        state.points[name] = state.points.get(name, 0) + 1


def command_point(state: State, event: CommandPointBrought, _seat: str | None) -> Line:
    words = f"Colonel Stevens ({state.units[event.unit].name}) brings {event.seat} a Command Point."
    return Line(words, (event.unit,), "tactical.4.3.4")


@heeds("tactical.4.3.4", "tactical.2.6.4")
def bring_command_point(ctx: Ctx[State]) -> None:
    """After Initiative: Stevens brings the North a point, on top of what it might have."""
    unit = stevens_unit(ctx.state)
    if is_played(ctx.state, LAST_STAND) and unit is not None and gives_orders(ctx.state):
        ctx.emit(CommandPointBrought(unit.id, NORTH))


# --- The contents of the chapter

SCENARIOS: Chapter[State] = Chapter(
    "4.3: Scenarios",
    orders=(
        OrderRules(KeepBack, LATE_ASK, refuse_keep_back),
        OrderRules(NameStevens, STEVENS_ASK, refuse_stevens),
        OrderRules(PlaceChit, CHIT_ASK, refuse_chit, guess=guess_chit, aim=aim_chit, tries=GUESSES),
        OrderRules(NoteVehicle, NOTE_ASK, refuse_noting),
        OrderRules(BeginHullDown, DIG_IN, refuse_digging_in),
    ),
    events={
        ForcesCounted: None,
        SquadronDelayed: delayed,
        StevensNamed: stevens,
        ChitPlaced: chit,
        VehicleNoted: noted,
        ChitIdentified: identified,
        HullDownBegun: hull_down,
        PreparationsOver: None,
        ReinforcementRolled: rolled,
        RoundJudged: None,
        ConvoyLetLoose: loose,
        CommandPointBrought: command_point,
        Forfeited: forfeited,
    },
)
