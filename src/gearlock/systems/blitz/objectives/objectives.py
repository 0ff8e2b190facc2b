"""4 and 16.0: objectives and their secrets: facts by side and number, targets, markers, progress."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from gearlock.kernel.asks import Ask, Option, Pick, Place
from gearlock.kernel.dice import Roll
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.kernel.system import Aim, Chooser
from gearlock.mechanics.ground.surfaces import slope_at
from gearlock.mechanics.placing.search import scattered
from gearlock.mechanics.secrets import Sealed, drawn_anew, is_known, shown, told
from gearlock.mechanics.turns import SEATS, higher
from gearlock.systems.blitz.chain_of_command import CO, post_of
from gearlock.systems.blitz.deployment.zones import FIRST, FULL_BATTLES, is_works, zone_of
from gearlock.systems.blitz.general_concepts.measuring import DISTANCE, distance
from gearlock.systems.blitz.state import (
    ALOFT,
    FIELDED,
    IN_PLAY,
    NEAR,
    NO_GROUP,
    OFF_BOARD,
    RIDING,
    State,
    Unit,
    opponent,
    unit_of,
)
from gearlock.table.bodies import Body
from gearlock.table.measure import INCH, inches_text
from gearlock.table.measure import distance as between
from gearlock.table.polygon import distance_to
from gearlock.table.terrain import Ground


class ChooseObjectives(Order, frozen=True, tag="choose-objectives"):
    """Choose all of one's objectives in secret."""

    names: tuple[str, ...]


class ChoosePrimary(Order, frozen=True, tag="choose-primary"):
    """Choose in secret which of one's objectives counts double, by its number."""

    number: int


class PlaceMarker(Order, frozen=True, tag="place-marker"):
    """Place an objective marker."""

    x: int = 0
    y: int = 0


class ChooseMarker(Order, frozen=True, tag="choose-marker"):
    """Choose in secret which of two markers is the real one."""

    marker: str


class DeclareLast(Order, frozen=True, tag="declare-last"):
    """Declare this round the last."""


LAST = "last round by"


class ParameterRolled(Event, frozen=True, tag="parameter-rolled"):
    """A die decided about zones, rounds or conditions."""

    kind: str
    face: int
    result: str

    def change(self, state: State) -> None:
        state.switches = {**state.switches, self.kind: self.result}
        if self.kind == "rounds":
            state.rounds = int(self.result)


class ScenarioSettled(Event, frozen=True, tag="scenario-settled"):
    """The scenario is known; deployment zones are next."""

    def change(self, state: State) -> None:
        state.phase = "sides"


class ObjectivesSet(Event, frozen=True, tag="objectives-set"):
    """The objectives of a seat, rolled for all to see or chosen in secret."""

    seat: str
    names: tuple[str, ...]
    faces: tuple[int, ...] = ()
    secret: bool = False

    def change(self, state: State) -> None:
        knows = (self.seat,) if self.secret else SEATS
        for number, name in enumerate(self.names, 1):
            state.facts[Slot(self.seat, number).key(OBJECTIVE)] = Sealed(name, knows)


class PrimarySet(Event, frozen=True, tag="primary-set"):
    """A seat has chosen the objective that counts double."""

    seat: str
    number: int

    def change(self, state: State) -> None:
        state.facts[f"{PRIMARY}:{self.seat}"] = Sealed(str(self.number), (self.seat,))


class ObjectivesShown(Event, frozen=True, tag="objectives-shown"):
    """Objectives that cannot stay secret, because markers are placed for them, or because the battle is over."""

    reveals = True
    keys: tuple[str, ...]

    def change(self, state: State) -> None:
        for key in self.keys:
            state.facts[key] = told(state.facts[key], SEATS)


class MarkerPlaced(Event, frozen=True, tag="marker-placed"):
    """An objective marker lies on the table."""

    seat: str
    number: int
    name: str
    x: int
    y: int
    plain = True

    def change(self, state: State) -> None:
        state.markers[self.name] = (self.x, self.y)


class MarkerChosen(Event, frozen=True, tag="marker-chosen"):
    """A seat has chosen which of two markers is real."""

    seat: str
    number: int
    name: str

    def change(self, state: State) -> None:
        state.facts[Slot(self.seat, self.number).key(MARKER)] = Sealed(self.name, (self.seat,))


class MarkersSettled(Event, frozen=True, tag="markers-settled"):
    """All markers lie there; reserves are declared next."""

    def change(self, state: State) -> None:
        state.phase = "reserves"


class TargetDrawn(Event, frozen=True, tag="target-drawn"):
    """Whom an objective is about: a model by its id, a combat group by its number, or nobody."""

    seat: str
    number: int
    target: str
    face: int = 0

    def change(self, state: State) -> None:
        slot = Slot(self.seat, self.number)
        state.facts[slot.key(TARGET)] = Sealed(self.target, state.facts[slot.key(OBJECTIVE)].knows)


class Noted(Event, frozen=True, tag="noted"):
    """Who is on the table at a moment that objectives are drawn from."""

    what: str
    names: tuple[str, ...]

    def change(self, state: State) -> None:
        state.points.update({f"{self.what}:{name}": 1 for name in self.names})


class MarkersChecked(Event, frozen=True, tag="markers-checked"):
    """A Cleanup phase: who controls which marker, and for how many in a row."""

    held: tuple[tuple[str, str], ...]

    def change(self, state: State) -> None:
        for marker, by in self.held:
            for seat in SEATS:
                key = f"{HELD}:{marker}:{seat}"
                state.points[key] = state.points.get(key, 0) + 1 if seat == by else 0
                if state.points[key] >= 2:
                    state.points[f"{TAKEN}:{marker}:{seat}"] = 1


class Achieved(Event, frozen=True, tag="objective-achieved"):
    """An objective is achieved, and shown."""

    reveals = True
    seat: str
    number: int

    def change(self, state: State) -> None:
        slot = Slot(self.seat, self.number)
        state.points[slot.key(DONE)] = 1
        for key in (slot.key(OBJECTIVE), slot.key(TARGET), slot.key(MARKER)):
            if key in state.facts:
                state.facts[key] = told(state.facts[key], SEATS)


class LastDeclared(Event, frozen=True, tag="last-declared"):
    """The winner of initiative declared this round the last."""

    seat: str

    def change(self, state: State) -> None:
        state.switches = {**state.switches, LAST: self.seat}


# --- Places that a map marks: what a duel or a skirmish is fought for besides hull


def has_marked(state: State) -> bool:
    """Whether marked places decide."""
    return bool(state.ground.marked) and state.scenario not in FULL_BATTLES


def holding(state: State) -> list[Unit]:
    """Whoever may hold a marked place, as in the battles of the book."""
    return [unit for unit in state.units.values() if can_control(unit)] if has_marked(state) else []


# --- 16.0, step 3: objectives as a battle keeps them: facts by seat and number, some of them known to one side alone
# `State.facts` holds under "objective:red:1" what it is, under "primary:red" the number of the one that counts
# double, under "target:red:1" the model or combat group it is about and under "marker:red:1" the marker that is real.
# `State.points` counts what everybody has seen: objectives done, scans, markers held.

ASSASSINATE, RECON, PROTECT, HOLD, CAPTURE, WIPE = "assassinate", "recon", "protect", "hold", "capture", "wipe"
NAMES: Final = {
    ASSASSINATE: "Assassinate", RECON: "Recon", PROTECT: "Protect", HOLD: "Hold", CAPTURE: "Capture",
    WIPE: "Wipe them out",
}  # fmt: skip
RULES: Final = {name: f"blitz.16.0-obj-{name}" for name in NAMES}
MARKED: Final = (HOLD, CAPTURE)
"""Objectives with markers, which everybody sees lie there."""
LASTING: Final = (HOLD, PROTECT)
"""Those that are decided when the battle ends."""
OBJECTIVE, PRIMARY, TARGET, MARKER, DONE, SCANNED, HELD, TAKEN = (
    "objective", "primary", "target", "marker", "done", "scan", "held", "taken",
)  # fmt: skip
MIRRORED, INDIVIDUAL, SECRET = "mirrored", "individual", "secret"
METHODS: Final = (MIRRORED, INDIVIDUAL, SECRET)


class Slot(NamedTuple):
    """One objective of a seat."""

    seat: str
    number: int

    def key(self, what: str) -> str:
        """Where facts and points about it are kept."""
        return f"{what}:{self.seat}:{self.number}"


def slots_of(state: State, seat: str) -> list[Slot]:
    """The objectives of a seat, known or not."""
    return [slot for number in range(1, 4) if (slot := Slot(seat, number)).key(OBJECTIVE) in state.facts]


def all_slots(state: State) -> Iterator[Slot]:
    """The objectives of both seats."""
    return (slot for seat in ("red", "blue") for slot in slots_of(state, seat))


def name_of(state: State, slot: Slot) -> str:
    """What an objective is, whoever knows it."""
    return state.facts[slot.key(OBJECTIVE)].value


def known_name(state: State, slot: Slot, seat: str | None) -> str:
    """What an objective is for all a seat knows: empty, if it does not."""
    return shown(state.facts[slot.key(OBJECTIVE)], seat) or ""


def fact(state: State, key: str) -> str:
    """A fact as it is; empty if there is none."""
    found = state.facts.get(key)
    return "" if found is None else found.value


def known_fact(state: State, key: str, seat: str | None) -> str:
    """A fact for all a seat knows: empty, if it does not."""
    found = state.facts.get(key)
    return "" if found is None else shown(found, seat) or ""


def markers_of(state: State, slot: Slot) -> list[str]:
    """The markers that were placed for an objective."""
    return [name for name in sorted(state.markers) if name.startswith(f"{slot.seat}-{slot.number}-")]


def is_done(state: State, slot: Slot) -> bool:
    """Whether an objective was achieved for good, for all to see."""
    return bool(state.points.get(slot.key(DONE)))


def scans_of(state: State, seat: str) -> list[str]:
    """The models a seat has scanned, dead or alive."""
    return [key.split(":")[2] for key in sorted(state.points) if key.startswith(f"{SCANNED}:{seat}:")]


# --- 16.0, step 3: whom objectives are about: commanders and combat groups, drawn by lot where the book says so

AT_FIRST, IN_FIRST_CLEANUP = "deployed", "present"
"""What commanders and groups are noted as that were there when targets were drawn."""
ON_TABLE: Final = (FIELDED, RIDING)


@heeds("blitz.17.0b")
def eligible(state: State, seat: str) -> list[Unit]:
    """The models of a seat that an objective may be about: no aircraft, nor what belongs to no combat group."""
    mine = (unit for unit in state.units.values() if unit.seat == seat and unit.group != NO_GROUP)
    return [unit for unit in mine if unit.line.gait != "F"]


def commanders(state: State, seat: str) -> list[Unit]:
    """The commanders of a seat that are on the table."""
    return [unit for unit in eligible(state, seat) if unit.rank and unit.status in ON_TABLE]


@heeds("blitz.16.2c")
def groups_there(state: State, seat: str) -> list[int]:
    """The combat groups of a seat with anybody deployed, on the table or beyond it, be it a wreck by now."""
    there = (*ON_TABLE, OFF_BOARD)
    return sorted({unit.group for unit in eligible(state, seat) if unit.status in there or unit.is_destroyed})


def taken(state: State, slot: Slot) -> set[str]:
    """What other objectives of the same side and kind are about already."""
    others = (other for other in slots_of(state, slot.seat) if other != slot)
    return {fact(state, other.key(TARGET)) for other in others if name_of(state, other) == name_of(state, slot)}


@rule("blitz.16.0-obj-assassinate")
@heeds("blitz.16.0-obj-reroll")
def victims(state: State, slot: Slot) -> list[str]:
    """The enemy CO if deployed on the table, else any commander who is; nobody twice."""
    there = [unit for unit in commanders(state, opponent(slot.seat)) if unit.id not in taken(state, slot)]
    chief = [unit.id for unit in there if post_of(unit) == CO]
    return chief or [unit.id for unit in there]


@rule("blitz.16.0-obj-protect")
@heeds("blitz.16.0-obj-reroll")
def wards(state: State, slot: Slot) -> list[str]:
    """Any commander of one's own that is on the table or just coming onto it; nobody twice."""
    return [unit.id for unit in commanders(state, slot.seat) if unit.id not in taken(state, slot)]


@rule("blitz.16.0-obj-wipe")
@heeds("blitz.16.0-obj-reroll")
def prey(state: State, slot: Slot) -> list[str]:
    """Any enemy combat group that is deployed; none twice."""
    return [str(group) for group in groups_there(state, opponent(slot.seat)) if str(group) not in taken(state, slot)]


def draw_targets(ctx: Ctx[State], names: tuple[str, ...], noted: str) -> Script[None]:
    """Draw whom these objectives are about, and note openly who was there to be drawn."""
    there = [unit.id for seat in SEATS for unit in commanders(ctx.state, seat)]
    groups = [f"{seat}-group-{group}" for seat in SEATS for group in groups_there(ctx.state, seat)]
    ctx.emit(Noted(noted, tuple(there + groups)))
    for slot in list(all_slots(ctx.state)):
        name = name_of(ctx.state, slot)
        if name not in names:
            continue
        among = {ASSASSINATE: victims, PROTECT: wards, WIPE: prey}[name](ctx.state, slot)
        face = 1
        if len(among) > 1:
            purpose = f"target of {slot.seat}'s objective {slot.number}"
            (face,) = yield from throw(Roll(purpose, 1, len(among), seat=slot.seat, rule=RULES[name]))
        ctx.emit(TargetDrawn(slot.seat, slot.number, among[face - 1] if among else "", face))


# --- 4.0a, and 16.0 Hold and Capture: markers: where they lie, who places them, which is real, and who controls one

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


# --- 4.0 and 16.0: how objectives stand, when they are achieved, and what they count

CAPTURES = 2
"""Cleanup phases in a row that a marker is held to capture it."""


class Progress(NamedTuple):
    """How an objective stands: so much of so much, in words if there are any."""

    now: int
    full: int
    words: str = ""

    @property
    def is_met(self) -> bool:
        """Whether that is all."""
        return self.now >= self.full


@heeds("blitz.16.0-obj-recon", "blitz.16.0-obj-capture", "blitz.16.0-obj-wipe", "blitz.16.0-obj-assassinate")
def progress_of(state: State, slot: Slot, name: str, target: str, marker: str) -> Progress:
    """How an objective stands if it is this, and about that."""
    if name == ASSASSINATE:
        unit = state.units.get(target)
        return Progress(int(unit is not None and unit.is_destroyed), 1, "" if unit is None else unit.name)
    if name == PROTECT:
        unit = state.units.get(target)
        return Progress(int(unit is not None and not unit.is_destroyed), 1, "" if unit is None else unit.name)
    if name == RECON:
        return _reconnaissance(state, slot)
    if name == WIPE:
        return _destruction(state, opponent(slot.seat), int(target or 0))
    if name == HOLD:
        return Progress(int(bool(marker) and controller_of(state, marker) == slot.seat), 1)
    captured = bool(state.points.get(f"{TAKEN}:{marker}:{slot.seat}"))
    return Progress(CAPTURES if captured else min(1, state.points.get(f"{HELD}:{marker}:{slot.seat}", 0)), CAPTURES)


@rule("blitz.16.0-obj-recon")
@heeds("blitz.16.0-obj-reroll")
def _reconnaissance(state: State, slot: Slot) -> Progress:
    """Two enemy models of different units, if there are several, dead or alive. A second Recon needs two more."""
    enemies = [unit for unit in state.units.values() if unit.seat != slot.seat and unit.group != NO_GROUP]
    seen = [state.units[name] for name in scans_of(state, slot.seat) if name in state.units]
    seen = [unit for unit in seen if unit.seat != slot.seat]
    units = len({unit_of(unit) for unit in enemies})
    counted = len(seen) if units == 1 else _pairs(seen)
    before = [
        s for s in slots_of(state, slot.seat) if s.number < slot.number and fact(state, s.key(OBJECTIVE)) == RECON
    ]
    return Progress(max(0, min(2, counted - 2 * len(before))), 2)


def _pairs(seen: list[Unit]) -> int:
    """How many of these count, taken two by two from different units; one alone counts as one."""
    sizes: dict[object, int] = {}
    for unit in seen:
        sizes[unit_of(unit)] = sizes.get(unit_of(unit), 0) + 1
    total = sum(sizes.values())
    pairs = min(total // 2, total - max(sizes.values(), default=0))
    return 2 * pairs + int(total > 2 * pairs)


@heeds("blitz.16.0-obj-wipe")
def _destruction(state: State, seat: str, group: int) -> Progress:
    """Half of a combat group's actions, or more, are gone with their models."""
    models = [unit for unit in state.units.values() if unit.seat == seat and unit.group == group and group]
    whole = sum(unit.line.actions for unit in models)
    lost = sum(unit.line.actions for unit in models if unit.is_destroyed)
    half = -(-whole // 2)
    return Progress(min(lost, half), half if whole else 1, f"combat group {group}" if group else "")


def true_progress(state: State, slot: Slot) -> Progress:
    """How an objective stands, whoever knows what it is."""
    name = name_of(state, slot)
    return progress_of(state, slot, name, fact(state, slot.key(TARGET)), fact(state, slot.key(MARKER)))


@heeds("blitz.16.0-obj-assassinate", "blitz.16.0-obj-protect")
def draw_at_first(ctx: Ctx[State]) -> Script[None]:
    """All are deployed: who is to be assassinated is known."""
    yield from draw_targets(ctx, (ASSASSINATE,), "deployed")


@heeds("blitz.3.3", "blitz.16.0-obj-protect", "blitz.16.0-obj-wipe", "blitz.16.0-obj-capture", "blitz.4.0a")
def check_objectives(ctx: Ctx[State]) -> Script[None]:
    """A Cleanup phase: who holds which marker, what is achieved, and in the first one whom the others are about."""
    state = ctx.state
    if not state.markers and not state.facts:
        return
    if state.round == 1:
        yield from draw_targets(ctx, (WIPE, PROTECT), IN_FIRST_CLEANUP)
    ctx.emit(MarkersChecked(tuple((name, controller_of(ctx.state, name)) for name in sorted(ctx.state.markers))))
    for slot in list(all_slots(ctx.state)):
        is_open = name_of(ctx.state, slot) not in LASTING and not is_done(ctx.state, slot)
        if is_open and true_progress(ctx.state, slot).is_met:
            ctx.emit(Achieved(slot.seat, slot.number))


@heeds("blitz.16.0-3")
def show_all(ctx: Ctx[State]) -> None:
    """The battle is over: nothing is secret any more."""
    keys = tuple(key for key, found in ctx.state.facts.items() if not all(is_known(found, seat) for seat in SEATS))
    if keys:
        ctx.emit(ObjectivesShown(keys))


@rule("blitz.16.0-obj-casualties")
def tv_left(state: State, seat: str) -> int:
    """TV of a side in play, off-board and in the air too; not of the crippled, fortifications, or who never came."""
    models = (unit for unit in state.units.values() if unit.seat == seat and unit.status in IN_PLAY)
    return sum(unit.tv for unit in models if not unit.is_crippled and unit.line.type != "Fortification")


@heeds("blitz.16.0-obj-casualties")
def casualties_winner(state: State) -> str:
    """Who has more TV left; nobody if it is the same."""
    return higher(tv_left(state, "red"), tv_left(state, "blue"))


@rule("blitz.4.0")
@heeds("blitz.16.0-3", "blitz.16.0-obj-casualties")
def victory_points(state: State, seat: str) -> int:
    """A point for every objective achieved as the table lies, two for the primary one, and one for Casualties."""
    total = int(casualties_winner(state) == seat)
    for slot in slots_of(state, seat):
        lasting = name_of(state, slot) in LASTING
        if is_done(state, slot) or (lasting and true_progress(state, slot).is_met):
            total += 2 if fact(state, f"{PRIMARY}:{seat}") == str(slot.number) else 1
    return total


def points_known(state: State, seat: str, reader: str | None) -> int:
    """What a reader may know of a side's points before the end: what was openly achieved, and its own primary."""
    total = 0
    for slot in slots_of(state, seat):
        primary = state.facts.get(f"{PRIMARY}:{seat}")
        double = primary is not None and is_known(primary, reader) and primary.value == str(slot.number)
        total += (2 if double else 1) if is_done(state, slot) else 0
    return total


# --- 16.0: secrets: what a seat does not know of objectives, primary ones, real markers and distances, drawn anew
# What it might be is drawn from what everybody has seen alone: who was there to be drawn as a target, which markers
# were held, what was scanned. Nothing that is drawn depends on what is hidden.

MIGHT_BE_FAR = 49
"""Off-board distances that are drawn are below so many inches."""


def suppose(state: State, seat: str, chooser: Chooser) -> State:
    """A copy in which all that a seat does not know is drawn anew from what it might be."""
    twin, enemy = state.clone(), opponent(seat)
    for key in sorted(key for key in twin.facts if key.startswith(f"{DISTANCE}:")):
        might_be = [str(inches * INCH) for inches in range(1, MIGHT_BE_FAR)]
        twin.facts[key] = drawn_anew(twin.facts[key], seat, might_be, chooser)
    _draw_objectives(twin, seat, enemy, chooser)
    for slot in slots_of(twin, enemy):
        _draw_marker(twin, seat, slot, chooser)
    primary = twin.facts.get(f"{PRIMARY}:{enemy}")
    if primary is not None:
        numbers = [str(slot.number) for slot in slots_of(twin, enemy)]
        twin.facts[f"{PRIMARY}:{enemy}"] = drawn_anew(primary, seat, numbers, chooser)
    return twin


def _draw_marker(state: State, seat: str, slot: Slot, chooser: Chooser) -> None:
    """Either of two markers may be real, unless one was captured and nobody cheered."""
    found = state.facts.get(slot.key(MARKER))
    if found is None or is_known(found, seat):
        return
    names = markers_of(state, slot)
    left = [name for name in names if not state.points.get(f"{TAKEN}:{name}:{slot.seat}")]
    if known_name(state, slot, seat) != "capture" or not left:
        left = names
    state.facts[slot.key(MARKER)] = Sealed(chooser.choice(left), found.knows)


def _draw_objectives(state: State, seat: str, enemy: str, chooser: Chooser) -> None:
    """Other objectives for those the enemy keeps secret, none twice and none that it has openly, and their targets."""
    hidden = [slot for slot in slots_of(state, enemy) if not known_name(state, slot, seat)]
    if not hidden:
        return
    openly = {known_name(state, slot, seat) for slot in slots_of(state, enemy)}
    settled = state.phase not in ("scenario", "sides")
    likely = [name for name in NAMES if name not in openly and not (settled and name in MARKED)]
    for slot in hidden:
        state.facts.pop(slot.key(TARGET), None)
    unlikely = [name for name in likely if _would_be_known(state, hidden[0], name)]
    plain = [name for name in likely if name not in unlikely]
    for slot in hidden:
        pool = plain or unlikely
        name = pool.pop(chooser.randrange(0, len(pool)))
        state.facts[slot.key(OBJECTIVE)] = Sealed(name, (enemy,))
        _draw_target(state, slot, name, chooser)


def _would_be_known(state: State, slot: Slot, name: str) -> bool:
    """Whether an objective would have been achieved and shown by now."""
    return name == RECON and progress_of(state, slot, RECON, "", "").is_met


def _draw_target(state: State, slot: Slot, name: str, chooser: Chooser) -> None:
    """A target out of those that were noted when it was drawn; none if that is still to come."""
    noted = AT_FIRST if name == ASSASSINATE else IN_FIRST_CLEANUP
    there = [key.split(":", 1)[1] for key in sorted(state.points) if key.startswith(f"{noted}:")]
    if name not in (ASSASSINATE, PROTECT, WIPE) or not (state.round if name == ASSASSINATE else there):
        return
    models = [state.units[key] for key in there if key in state.units]
    if name == WIPE:
        mine = [key for key in there if key.startswith(f"{opponent(slot.seat)}-group-")]
        left = [key for key in (key.rsplit("-", 1)[1] for key in mine) if not _is_met(state, slot, name, key)]
        choices = left or [key.rsplit("-", 1)[1] for key in mine]
    elif name == PROTECT:
        choices = [unit.id for unit in models if unit.seat == slot.seat]
    else:
        enemies = [unit for unit in models if unit.seat != slot.seat]
        choices = [unit.id for unit in enemies if unit.rank == CO] or [unit.id for unit in enemies]
    target = chooser.choice(choices) if choices else ""
    state.facts[slot.key(TARGET)] = Sealed(target, (slot.seat,))


def _is_met(state: State, slot: Slot, name: str, target: str) -> bool:
    return progress_of(state, slot, name, target, "").is_met
