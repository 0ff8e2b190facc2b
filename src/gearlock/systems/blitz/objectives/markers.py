"""4.0a, and 16.0 Hold and Capture: markers: where they lie, who places them, which is real, and who controls one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from gearlock.kernel.asks import Ask, Option, Pick, Place
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.mechanics.ground.surfaces import slope_at
from gearlock.mechanics.placing.search import scattered
from gearlock.systems.blitz.deployment.events import FIRST
from gearlock.systems.blitz.deployment.reserves import is_works
from gearlock.systems.blitz.deployment.zones import zone_of
from gearlock.systems.blitz.general_concepts.measuring import distance
from gearlock.systems.blitz.objectives.events import MarkerChosen, MarkerPlaced, MarkersSettled, ObjectivesShown
from gearlock.systems.blitz.objectives.orders import ChooseMarker, PlaceMarker
from gearlock.systems.blitz.objectives.slots import (
    HOLD,
    MARKED,
    MARKER,
    NAMES,
    OBJECTIVE,
    RULES,
    Slot,
    all_slots,
    markers_of,
    name_of,
    slots_of,
)
from gearlock.systems.blitz.state import ALOFT, NEAR, State, Unit, opponent
from gearlock.table.bodies import Body
from gearlock.table.measure import INCH, inches_text
from gearlock.table.measure import distance as between
from gearlock.table.polygon import distance_to
from gearlock.table.terrain import Ground

APART: Final = 12 * INCH
TRIES: Final = 12
TOKENS: Final = 4
LETTERS: Final = ("a", "b")


def four_tokens(ground: Ground) -> tuple[tuple[str, int, int], ...]:
    """4.0a: the tokens of a meeting engagement: on the centre line, at fifths of the table's length.

    Or where players agreed to have them: on a map that marks four places.
    """
    if len(ground.marked) == TOKENS:
        return tuple((f"token-{n}", marker.x, marker.y) for n, marker in enumerate(ground.marked, 1))
    wide = ground.width >= ground.height
    length, middle = (ground.width, ground.height // 2) if wide else (ground.height, ground.width // 2)
    along = [length * fifth // 5 for fifth in range(1, 5)]
    return tuple((f"token-{n}", at, middle) if wide else (f"token-{n}", middle, at) for n, at in enumerate(along, 1))


class Wanted(NamedTuple):
    """What is to be done about markers next: who decides, for which objective, and whether that is to choose one."""

    seat: str
    slot: Slot
    choosing: bool


@heeds("blitz.16.0-obj-hold", "blitz.16.0-obj-capture")
def next_marker(state: State) -> Wanted | None:
    """Two markers for each Hold and Capture, those of Capture placed by the enemy; then the owner chooses one."""
    first = state.switches.get(FIRST, "red")
    for slot in (slot for seat in (first, opponent(first)) for slot in slots_of(state, seat)):
        name = name_of(state, slot)
        if name not in MARKED:
            continue
        if len(markers_of(state, slot)) < len(LETTERS):
            return Wanted(slot.seat if name == HOLD else opponent(slot.seat), slot, False)
        if slot.key(MARKER) not in state.facts:
            return Wanted(slot.seat, slot, True)
    return None


@rule("blitz.16.0-obj-hold")
@heeds("blitz.16.0-obj-capture", "blitz.16.0-3")
def resolve_markers(ctx: Ctx[State]) -> Script[None]:
    """Before deployment: whoever has Hold or Capture says so, markers are placed, and one of two is real in secret."""
    hidden = [slot.key(OBJECTIVE) for slot in all_slots(ctx.state) if name_of(ctx.state, slot) in MARKED]
    untold = tuple(key for key in hidden if len(ctx.state.facts[key].knows) < 2)
    if untold:
        ctx.emit(ObjectivesShown(untold))
        return
    wanted = next_marker(ctx.state)
    if wanted is None:
        ctx.emit(MarkersSettled())
        return
    slot, name = wanted.slot, name_of(ctx.state, wanted.slot)
    about = (slot.seat, str(slot.number))
    if wanted.choosing:
        prompt = f"Which of the two markers is your real {NAMES[name]} objective?"
        choice = yield from ask(Ask(wanted.seat, "real marker", "", about, RULES[name], prompt))
        assert isinstance(choice, ChooseMarker), f"{choice} chooses no marker"
        ctx.emit(MarkerChosen(slot.seat, slot.number, choice.marker))
        return
    whose = "your" if wanted.seat == slot.seat else f"{slot.seat}'s"
    letter = LETTERS[len(markers_of(ctx.state, slot))]
    prompt = f"Where do you place marker {letter.upper()} of {whose} {NAMES[name]}?"
    order = yield from ask(Ask(wanted.seat, "marker", "", about, RULES[name], prompt))
    assert isinstance(order, PlaceMarker), f"{order} places no marker"
    ctx.emit(MarkerPlaced(slot.seat, slot.number, f"{slot.seat}-{slot.number}-{letter}", order.x, order.y))


def _slot(ask: Ask) -> Slot:
    return Slot(ask.about[0], int(ask.about[1]))


@rule("blitz.16.0-obj-capture")
@heeds("blitz.16.0-obj-hold")
def refuse_marker(state: State, ask: Ask, order: PlaceMarker) -> Refusal | None:
    """Outside the zone of who places it, and more than 12 in from the table's edges and from the other of the two."""
    spot = (order.x, order.y)
    refusal = _refuse_place(state, ask, *spot)
    if refusal is not None:
        return refusal
    lies = [state.markers[name] for name in markers_of(state, _slot(ask))]
    near = min((between(*spot, *other) for other in lies), default=APART + 1)
    if near <= APART:
        message = f"The two markers lie more than 12 in apart; this is {inches_text(near)} in."
        return Refusal("apart", ask.rule, message, {"distance": near})
    if not lies and not any(between(*spot, *other) > APART for other in _places(state, ask)):
        return Refusal("room", ask.rule, "A marker there leaves no room for the second one.")
    return None


def _refuse_place(state: State, ask: Ask, x: int, y: int) -> Refusal | None:
    """Why neither of the markers may lie there."""
    away = min(x, y, state.ground.width - x, state.ground.height - y)
    if away <= APART:
        message = f"A marker lies more than 12 in from every table edge; this is {inches_text(max(0, away))} in."
        return Refusal("edge", ask.rule, message, {"distance": away})
    if any(distance_to(part, x, y) <= 0 for part in zone_of(state, ask.seat)):
        return Refusal("zone", ask.rule, "A marker lies outside the deployment zone of whoever places it.")
    return None


def _places(state: State, ask: Ask) -> Iterator[tuple[int, int]]:
    """Every inch where a marker may lie."""
    xs, ys = (
        sorted({*range(APART + 1, length - APART, INCH), length - APART - 1})
        for length in (state.ground.width, state.ground.height)
    )
    return ((x, y) for y in ys for x in xs if _refuse_place(state, ask, x, y) is None)


def offer_markers(_state: State, ask: Ask) -> Iterator[Option]:
    """A marker to be put somewhere."""
    yield Place("Place the marker", PlaceMarker(), ask.rule, zone="table")


def guess_marker(state: State, ask: Ask, _order: PlaceMarker, chooser: Chooser, attempt: int) -> Order | None:
    """Somewhere; at last any spot that is legal."""
    ground = state.ground
    if attempt < TRIES:
        return PlaceMarker(chooser.randrange(0, ground.width), chooser.randrange(0, ground.height))
    tried = (PlaceMarker(x, y) for x, y in scattered(_places(state, ask), chooser.randrange))
    return next((each for each in tried if refuse_marker(state, ask, each) is None), None)


def aim_marker(_state: State, _ask: Ask, _order: PlaceMarker, spot: Aim) -> Order:
    """The spot."""
    return PlaceMarker(spot.x, spot.y)


def refuse_real(state: State, ask: Ask, order: ChooseMarker) -> Refusal | None:
    """One of the two."""
    names = markers_of(state, _slot(ask))
    if order.marker in names:
        return None
    return Refusal("marker", ask.rule, f"There are {' and '.join(names)}, not '{order.marker}'.")


def offer_real(state: State, ask: Ask) -> Iterator[Option]:
    """Both of them."""
    for name in markers_of(state, _slot(ask)):
        yield Pick(f"Marker {name[-1].upper()}", ChooseMarker(name), ask.rule)


@rule("blitz.4.0a")
@heeds("blitz.16.0-obj-hold", "blitz.16.0-obj-capture", "blitz.17.0b", "blitz.16.1b", "blitz.18.4", "blitz.18.7-medic")
def controller_of(state: State, marker: str) -> str:
    """Who controls a marker: a side with a model within 6 in of its centre, if the other has none."""
    x, y = state.markers[marker]
    point = Body(x, y, slope_at(state.ground, x, y))
    near = [unit for unit in state.units.values() if contests(unit) and distance(point, unit.body) <= NEAR]
    held = {unit.seat for unit in near} if any(map(can_control, near)) else set()
    return held.pop() if len(held) == 1 else ""


def contests(unit: Unit) -> bool:
    """A model on the table that neither flies nor is a fortification."""
    return unit.is_fielded and ALOFT not in unit.tokens and not is_works(unit)


@heeds("blitz.18.4", "blitz.18.7-medic")
def can_control(unit: Unit) -> bool:
    """Drones and medics keep the enemy from an objective, but take none."""
    return contests(unit) and unit.line.type != "Drone" and not unit.has("Medic")
