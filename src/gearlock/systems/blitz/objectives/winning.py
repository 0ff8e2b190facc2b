"""4 and 16.0: scenarios generated, objectives chosen, and who wins."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.chapters import Chapter, OrderRules, accept
from gearlock.kernel.dice import Roll
from gearlock.kernel.events import Outcome
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, ask_sealed, throw
from gearlock.kernel.view import Line, Throw
from gearlock.mechanics.secrets import is_known
from gearlock.mechanics.turns import SEATS, higher
from gearlock.systems.blitz.conditions import CONDITIONS, DANGEROUS, FOG, NORMAL, STORM, TEMPERATURES, resolve_ground
from gearlock.systems.blitz.deployment.zones import DIAGONAL, DIVIDED, NARROW, WIDE
from gearlock.systems.blitz.deployment.zones import ZONES as KINDS_OF_ZONES
from gearlock.systems.blitz.dice_tests.tests import SAND, WEATHER
from gearlock.systems.blitz.objectives.objectives import (
    HELD,
    LAST,
    MARKED,
    MARKER,
    MIRRORED,
    NAMES,
    OBJECTIVE,
    ON_TABLE,
    PRIMARY,
    RULES,
    SECRET,
    TARGET,
    TRIES,
    Achieved,
    ChooseMarker,
    ChooseObjectives,
    ChoosePrimary,
    DeclareLast,
    LastDeclared,
    MarkerChosen,
    MarkerPlaced,
    MarkersChecked,
    MarkersSettled,
    Noted,
    ObjectivesSet,
    ObjectivesShown,
    ParameterRolled,
    PlaceMarker,
    PrimarySet,
    ScenarioSettled,
    Slot,
    TargetDrawn,
    aim_marker,
    casualties_winner,
    controller_of,
    guess_marker,
    known_name,
    name_of,
    refuse_marker,
    refuse_real,
    slots_of,
    tv_left,
    victory_points,
)
from gearlock.systems.blitz.state import State

_KINDS = {"zones": "Deployment zones", "rounds": "Number of rounds", WEATHER: "Special conditions"}


def parameter(_state: State, event: ParameterRolled, _seat: str | None) -> Line:
    """A die on a table."""
    names = {"zones": KINDS_OF_ZONES, WEATHER: CONDITIONS}.get(event.kind, {})
    text = f"{_KINDS[event.kind]}: [{event.face}], {names.get(event.result, event.result).lower()}."
    throw = Throw(_KINDS[event.kind], (event.face,), 6, (), (), names.get(event.result, event.result), "blitz.16.0")
    return Line(text, (), "blitz.16.0", (throw,))


def objectives(_state: State, event: ObjectivesSet, seat: str | None) -> Line:
    """What a side is after."""
    whose = event.seat.capitalize()
    if event.secret and seat not in (None, event.seat):
        return Line(f"{whose} has chosen {len(event.names)} objectives in secret.", (), "blitz.16.0-3")
    names = ", ".join(NAMES[name] for name in event.names)
    throws = (Throw("objectives", event.faces, 6, (), (), names, "blitz.16.0-3"),) if event.faces else ()
    return Line(f"{whose}'s objectives: {names}, and Casualties.", (), "blitz.16.0-3", throws)


def primary(state: State, event: PrimarySet, seat: str | None) -> Line:
    """The one that counts double."""
    if seat not in (None, event.seat):
        return Line(f"{event.seat.capitalize()} has chosen a primary objective.", (), "blitz.16.0-3")
    name = NAMES[name_of(state, Slot(event.seat, event.number))]
    return Line(f"{event.seat.capitalize()}'s primary objective is {name}.", (), "blitz.16.0-3")


def revealed(state: State, event: ObjectivesShown, _seat: str | None) -> Line | None:
    """Secrets that are none any more."""
    words: list[str] = []
    for key in event.keys:
        what, whose, *number = key.split(":")
        value = state.facts[key].value
        if what == OBJECTIVE:
            words.append(f"{whose}'s objective {number[0]} is {NAMES[value]}")
        elif what == PRIMARY:
            words.append(f"{whose}'s primary objective is number {value}")
        elif what == MARKER:
            words.append(f"{whose}'s real marker is {value}")
    text = "; ".join(words)
    return Line(f"{text[0].upper()}{text[1:]}.", (), "blitz.16.0-3") if text else None


def placed(state: State, event: MarkerPlaced, _seat: str | None) -> Line:
    """A marker on the table."""
    name = name_of(state, Slot(event.seat, event.number))
    text = f"Marker {event.name[-1].upper()} of {event.seat}'s {NAMES[name]} is placed."
    return Line(text, (), RULES[name])


def chosen(state: State, event: MarkerChosen, seat: str | None) -> Line:
    """Which one is real is its owner's alone."""
    name = name_of(state, Slot(event.seat, event.number))
    text = f"{event.seat.capitalize()} has chosen the real marker of its {NAMES[name]}"
    if seat in (None, event.seat):
        text += f": {event.name[-1].upper()}"
    return Line(f"{text}.", (), RULES[name])


def drawn(state: State, event: TargetDrawn, seat: str | None) -> Line | None:
    """Whom an objective is about."""
    slot = Slot(event.seat, event.number)
    if not is_known(state.facts[slot.key(TARGET)], seat):
        return None
    unit = state.units.get(event.target)
    about = unit.name if unit is not None else f"combat group {event.target}" if event.target else "nobody"
    name = known_name(state, slot, seat)
    units = (unit.id,) if unit is not None else ()
    return Line(f"{event.seat.capitalize()}'s {NAMES[name]} is about {about}.", units, RULES[name])


def checked(state: State, event: MarkersChecked, _seat: str | None) -> Line | None:
    """Who holds what."""
    held = [f"{by} holds {name}" for name, by in event.held if by and state.points.get(f"{HELD}:{name}:{by}")]
    text = ", ".join(held)
    return Line(f"{text[0].upper()}{text[1:]}.", (), "blitz.3.3") if held else None


def achieved(state: State, event: Achieved, _seat: str | None) -> Line:
    """An objective is won."""
    name = name_of(state, Slot(event.seat, event.number))
    return Line(f"{event.seat.capitalize()} has achieved {NAMES[name]}.", (), RULES[name])


def last(_state: State, event: LastDeclared, _seat: str | None) -> Line:
    """The end is near."""
    return Line(f"{event.seat.capitalize()} declares this round the last.", (), "blitz.16.0-2b-alt")


# --- 16.0, step 2: a scenario rolled on its tables: zones, rounds, special conditions

ROLL: Final = "roll"

ZONES, ROUNDS = "zones", "rounds"

DECLARED: Final = "declared"
"""Rounds without a number: the winner of initiative says which is the last."""


@rule("blitz.16.0", "blitz.16.0-2b")
def parameter_generating(kind: str, face: int) -> str:
    """What a die means on one of the tables."""
    return {
        ZONES: (NARROW, NARROW, WIDE, WIDE, DIAGONAL, DIVIDED),
        ROUNDS: ("5", "6", "6", "6", "6", "7"),
        WEATHER: (FOG, STORM, SAND, TEMPERATURES, NORMAL, NORMAL),
    }[kind][face - 1]


PURPOSES: Final = {
    ZONES: ("deployment zones", "blitz.16.0"),
    ROUNDS: ("number of rounds", "blitz.16.0-2b"),
    WEATHER: ("special conditions", "blitz.16.0"),
}


def resolve_scenario(ctx: Ctx[State]) -> Script[None]:
    """The next parameter that is left to a die; then objectives, and the zones are taken."""
    switches = ctx.state.switches
    kind = next((kind for kind in PURPOSES if switches.get(kind) == ROLL), "")
    if kind:
        purpose, rule_id = PURPOSES[kind]
        (face,) = yield from throw(Roll(purpose, 1, 6, rule=rule_id))
        ctx.emit(ParameterRolled(kind, face, parameter_generating(kind, face)))
    elif switches.get(WEATHER) == NORMAL and DANGEROUS not in switches:
        yield from resolve_ground(ctx)
    elif not (yield from resolve_choosing(ctx)):
        ctx.emit(ScenarioSettled())


# --- 16.0, step 3: choosing objectives: rolled for both, rolled for each, or chosen in secret; and the primary one

METHOD, NUMBER = "objectives", "number"


@rule("blitz.16.0-3")
def objectives_for(size: int) -> int:
    """How many objectives a side has in a game of so many TV: one up to 50, two up to 100, else three."""
    return 1 if size <= 50 else 2 if size <= 100 else 3


@heeds("blitz.16.0-3")
def resolve_choosing(ctx: Ctx[State]) -> Script[bool]:
    """Set objectives and the primary ones; False when all that is done."""
    state = ctx.state
    if not slots_of(state, "red"):
        yield from _set_objectives(ctx)
        return True
    if f"{PRIMARY}:red" in state.facts:
        return False
    count = len(slots_of(state, "red"))
    if count == 1:
        numbers = dict.fromkeys(SEATS, 1)
    else:
        prompt = "Which of your objectives is the primary one? It counts double, and nobody else knows."
        asks = [Ask(seat, "primary", rule="blitz.16.0-3", prompt=prompt) for seat in SEATS]
        orders = yield from ask_sealed(*asks)
        numbers = {seat: order.number for seat, order in zip(SEATS, orders, strict=True)}  # type: ignore[attr-defined]
    for seat, number in numbers.items():
        ctx.emit(PrimarySet(seat, number))
    return True


@heeds("blitz.16.0-3")
def _set_objectives(ctx: Ctx[State]) -> Script[None]:
    """Roll for them, or ask. Those that markers will show are numbered first: no number tells of what stays secret."""
    method, count = ctx.state.switches[METHOD], int(ctx.state.switches[NUMBER])
    if method == SECRET:
        prompt = f"Choose {count} objective{'s' * (count > 1)} in secret."
        orders = yield from ask_sealed(*(Ask(seat, "objectives", rule="blitz.16.0-3", prompt=prompt) for seat in SEATS))
        for seat, order in zip(SEATS, orders, strict=True):
            assert isinstance(order, ChooseObjectives), f"{order} chooses no objectives"
            shown_first = sorted(order.names, key=lambda name: name not in MARKED)
            ctx.emit(ObjectivesSet(seat, tuple(shown_first), secret=True))
        return
    names, faces = yield from roll_objectives("" if method == MIRRORED else "red", count)
    ctx.emit(ObjectivesSet("red", names, faces))
    if method != MIRRORED:
        names, faces = yield from roll_objectives("blue", count)
    ctx.emit(ObjectivesSet("blue", names, faces))


@rule("blitz.16.0-obj-reroll")
@heeds("blitz.16.0-3")
def roll_objectives(seat: str, count: int) -> Script[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Roll for objectives. What is there already is rolled once more, and stands if it comes again."""
    table, names, faces = tuple(NAMES), list[str](), list[int]()
    for _ in range(count):
        roll = Roll("objective", 1, 6, seat=seat, rule="blitz.16.0-3")
        (face,) = yield from throw(roll)
        faces.append(face)
        if table[face - 1] in names:
            (face,) = yield from throw(roll)
            faces.append(face)
        names.append(table[face - 1])
    return tuple(names), tuple(faces)


def refuse_objectives(state: State, ask: Ask, order: ChooseObjectives) -> Refusal | None:
    """So many different ones out of six."""
    count = int(state.switches[NUMBER])
    unknown = [name for name in order.names if name not in NAMES]
    if unknown:
        return Refusal("objective", ask.rule, f"There is no objective '{unknown[0]}': there are {', '.join(NAMES)}.")
    if len(set(order.names)) != len(order.names) or len(order.names) != count:
        return Refusal("number", ask.rule, f"Choose {count} different objectives, not {len(order.names)}.")
    return None


def offer_objectives(state: State, ask: Ask) -> Iterator[Option]:
    """Every choice there is."""
    for names in combinations(NAMES, int(state.switches[NUMBER])):
        yield Pick(", ".join(NAMES[name] for name in names), ChooseObjectives(names), ask.rule)


def refuse_primary(state: State, ask: Ask, order: ChoosePrimary) -> Refusal | None:
    """One of one's own; Casualties is none of them."""
    count = len(slots_of(state, ask.seat))
    if 1 <= order.number <= count:
        return None
    message = f"Your objectives are numbered 1 to {count}; Casualties is never the primary one."
    return Refusal("primary", ask.rule, message, {"number": order.number})


def offer_primaries(state: State, ask: Ask) -> Iterator[Option]:
    """One's objectives."""
    for slot in slots_of(state, ask.seat):
        yield Pick(NAMES[known_name(state, slot, ask.seat)], ChoosePrimary(slot.number), ask.rule)


# --- 4.0, 4.0a and 16.0: who has won, and the last round that somebody declares

MEETING, BATTLE = "meeting", "battle"

ENOUGH: Final = 3
"""Tokens that win a meeting engagement at once, from this round on."""

FROM_ROUND: Final = 2

MAY_END: Final = 4
"""The first round that can be declared the last."""


@heeds("blitz.4.0a")
def tokens_held(state: State, seat: str) -> int:
    """How many tokens a side controls as the table lies."""
    return sum(controller_of(state, marker) == seat for marker in state.markers)


@heeds("blitz.4.0a")
def tokens_checked(state: State, seat: str) -> int:
    """How many it controlled in the last Cleanup phase."""
    return sum(bool(state.points.get(f"{HELD}:{marker}:{seat}")) for marker in state.markers)


@heeds("blitz.4.0a")
def actions_left(state: State, seat: str) -> int:
    """The printed actions of a side's models on the table."""
    mine = (unit for unit in state.units.values() if unit.seat == seat and unit.status in ON_TABLE)
    return sum(unit.line.actions for unit in mine)


@heeds("blitz.4.0a", "blitz.16.0-2b-alt", "blitz.3.0c")
def is_last(state: State) -> bool:
    """Whether the round that is being cleaned up is the last: three tokens, a declaration, or no rounds left."""
    early = state.scenario == MEETING and state.round >= FROM_ROUND
    if early and any(tokens_checked(state, seat) >= ENOUGH for seat in SEATS):
        return True
    return LAST in state.switches or state.round >= state.rounds


def winner_of_meeting(state: State) -> Outcome:
    """Most tokens; then most actions left on the table."""
    score = {seat: tokens_checked(state, seat) for seat in SEATS}
    held = f"{score['red']} tokens to {score['blue']}"
    winner = higher(score["red"], score["blue"])
    if winner:
        return Outcome(winner, held, score)
    left = {seat: actions_left(state, seat) for seat in SEATS}
    return Outcome(higher(left["red"], left["blue"]), f"{held}, {left['red']} actions left to {left['blue']}", score)


@rule("blitz.16.0-2b-alt")
@heeds("blitz.4.0", "blitz.16.0-obj-casualties")
def winner_of_battle(state: State) -> Outcome:
    """Most victory points. A tie goes to who won Casualties; in a round declared the last, to who declared it."""
    score = {seat: victory_points(state, seat) for seat in SEATS}
    reason = f"{score['red']} victory points to {score['blue']}"
    winner, declared = higher(score["red"], score["blue"]), state.switches.get(LAST, "")
    if winner:
        return Outcome(winner, reason, score)
    if declared:
        return Outcome(declared, f"{reason}, and {declared} declared the last round", score)
    tie = f"{reason}, casualties {tv_left(state, 'red')} TV to {tv_left(state, 'blue')} left"
    return Outcome(casualties_winner(state), tie, score)


@heeds("blitz.16.0-2b-alt")
def resolve_last_round(ctx: Ctx[State]) -> Script[None]:
    """From the fourth round on the winner of initiative may declare this one the last, before anybody activates."""
    state = ctx.state
    if state.switches.get("rounds") != DECLARED or state.round < MAY_END or not state.winner:
        return
    prompt = "Do you declare this round the last? If you have as many points as the enemy at its end, you win."
    order = yield from ask(Ask(state.winner, "last", "", (), "blitz.16.0-2b-alt", prompt, True))
    if isinstance(order, DeclareLast):
        ctx.emit(LastDeclared(ctx.state.winner))


def offer_last(_state: State, ask: Ask) -> Iterator[Option]:
    """To declare it, or to fight on."""
    yield Pick("This is the last round", DeclareLast(), ask.rule)
    yield decline("Fight on", ask.rule)


# --- The contents of the chapter

OBJECTIVES: Chapter[State] = Chapter(
    "4, 16.0: scenarios and objectives",
    orders=(
        OrderRules(ChooseObjectives, "objectives", refuse_objectives),
        OrderRules(ChoosePrimary, "primary", refuse_primary),
        OrderRules(PlaceMarker, "marker", refuse_marker, None, guess_marker, TRIES + 1, aim_marker),
        OrderRules(ChooseMarker, "real marker", refuse_real),
        OrderRules(DeclareLast, "last", accept),
    ),
    events={
        ParameterRolled: parameter,
        ScenarioSettled: None,
        ObjectivesSet: objectives,
        PrimarySet: primary,
        ObjectivesShown: revealed,
        MarkerPlaced: placed,
        MarkerChosen: chosen,
        MarkersSettled: None,
        TargetDrawn: drawn,
        Noted: None,
        MarkersChecked: checked,
        Achieved: achieved,
        LastDeclared: last,
    },
)
