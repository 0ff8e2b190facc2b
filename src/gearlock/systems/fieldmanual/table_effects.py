"""Step 2 of a scenario: what night, weather and unusual events do to a battle."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import msgspec

from gearlock.kernel.asks import Ask, Option, Pick, Place
from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.dice import Roll
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line
from gearlock.mechanics.ground.forms import is_building
from gearlock.systems.fieldmanual.paying import mark
from gearlock.systems.fieldmanual.state import SEATS, STUN, State
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_overlaps
from gearlock.table.measure import FULL_TURN, INCH, advance, inches
from gearlock.table.polygon import Outline
from gearlock.table.terrain import Ground, Piece

FELT = "extreme temperatures"
"""Noted in `points` once the dice for heat or cold were thrown."""


# --- Table Effects and Unusual Events: which of them hold now, and what they change
# Those of a battle stand in `state.switches["effects"]`, words with spaces between them. Night and Dawn or Dusk that
# were both rolled make "dusk" (two rounds of it, then night) or "dawn" (two rounds of it, then daylight).

NIGHT, TWILIGHT, DUSK, DAWN = "night", "twilight", "dusk", "dawn"
"""Night all battle long; Dawn or Dusk all battle long; dusk and then night; dawn and then daylight."""

FOG, STORM, BLIZZARD = "fog", "storm", "blizzard"
"""Fog or Smoke; Dust Storm, Rain or Snow; the same rolled twice."""

VARIABLE_TIME, EM_STORM, WHITE_SAND = "variable-time", "em-storm", "white-sand"

EXTREME_TEMPERATURES, FRIENDLY_FIRE = "extreme-temperatures", "friendly-fire"

NAMES: Final = (
    NIGHT, TWILIGHT, DUSK, DAWN, FOG, STORM, BLIZZARD, VARIABLE_TIME, EM_STORM, WHITE_SAND, EXTREME_TEMPERATURES,
    FRIENDLY_FIRE,
)  # fmt: skip

TWILIGHT_ROUNDS: Final = 2
"""How long dusk or dawn lasts where Night was rolled as well."""

FOG_STEP: Final = 6 * INCH
"""Every full length of this between two models adds a point of Concealment."""


def has(state: State, name: str) -> bool:
    """Whether an effect was drawn for this battle."""
    drawn = state.switches.get("effects", "")
    return bool(drawn) and name in drawn.split()


@rule("fieldmanual.effect-night")
@heeds("fieldmanual.effect-dawn-dusk")
def is_night(state: State) -> bool:
    """Whether it is Night in this round: from the start, or after two rounds of dusk."""
    return has(state, NIGHT) or (has(state, DUSK) and state.round > TWILIGHT_ROUNDS)


@rule("fieldmanual.effect-dawn-dusk")
def is_twilight(state: State) -> bool:
    """Whether it is dawn or dusk in this round: all battle long, or in the first two rounds."""
    return has(state, TWILIGHT) or ((has(state, DUSK) or has(state, DAWN)) and state.round <= TWILIGHT_ROUNDS)


@heeds("fieldmanual.effect-night", "fieldmanual.effect-dawn-dusk")
def is_dark(state: State) -> bool:
    """Whether Stealth works in the open, and has a point more: at Night, dawn and dusk."""
    return is_night(state) or is_twilight(state)


@rule("fieldmanual.effect-fog")
@heeds("fieldmanual.effect-storm")
def fog_concealment(state: State, mils: int) -> int:
    """Concealment of fog, smoke, dust, rain or snow between two models: 1 for every full 6 in, once for all."""
    return mils // FOG_STEP if any(has(state, name) for name in (FOG, STORM, BLIZZARD)) else 0


@rule("fieldmanual.effect-storm")
def is_thick(state: State) -> bool:
    """Whether fog and storm come together, as in a blizzard: losses of Concealment double, MB ratings rise by one."""
    return has(state, BLIZZARD) or (has(state, FOG) and has(state, STORM))


@heeds("fieldmanual.effect-fog", "fieldmanual.effect-storm")
def muzzle_flash(state: State) -> int:
    """Points of Concealment that firing a weapon with the MB trait costs until the end of the round."""
    if is_thick(state):
        return 2
    return 1 if has(state, FOG) or has(state, STORM) else 0


@heeds("fieldmanual.effect-storm", "fieldmanual.wt-mb")
def fading_bonus(state: State) -> int:
    """What is added to the rating of weapons that have the MB trait."""
    return 1 if is_thick(state) else 0


@heeds("fieldmanual.effect-storm")
def is_never_open(state: State) -> bool:
    """Whether no model ever counts as fully in the open: in a sandstorm, torrent or blizzard."""
    return has(state, BLIZZARD)


@heeds("fieldmanual.effect-storm", "fieldmanual.indirect-attack", "fieldmanual.airstrike-attacks")
def indirect_penalty(state: State) -> int:
    """What is taken off all indirect attacks (IF, artillery, thrown) and airstrikes."""
    return 1 if has(state, BLIZZARD) else 0


@rule("fieldmanual.event-variable-time")
def has_variable_length(state: State) -> bool:
    """Whether the battle has no set length: a die at the end of round 4 and of each later one."""
    return has(state, VARIABLE_TIME)


@heeds("fieldmanual.event-variable-time")
def is_called_off(face: int) -> bool:
    """Whether such a die makes the next round the last."""
    return face >= 4


VARIABLE_FROM: Final = 4
"""The round at whose end the first such die is thrown."""


@heeds("fieldmanual.event-em-storm")
def is_em_storm(state: State) -> bool:
    """Whether a storm contests all Comm Events with one die."""
    return has(state, EM_STORM)


# --- White sand in the ground: the pieces it lies in, and circles of open ground, are Dangerous terrain

SAND: Final = "white sand"
"""The switch that says where it lies: ids of pieces, and points as x,y, with bars between."""

BETWEEN: Final = "|"

RADIUS: Final = 3 * INCH

CORNERS: Final = 24


def circle(x: int, y: int) -> Outline:
    """Open ground 6 in across."""
    return tuple(advance(x, y, corner * FULL_TURN // CORNERS, RADIUS) for corner in range(CORNERS))


@lru_cache(maxsize=16)
@rule("fieldmanual.event-white-sand")
def sanded(ground: Ground, words: str) -> Ground:
    """A ground with white sand in these places: Dangerous beside whatever else they are."""
    known = {piece.id: piece for piece in ground.pieces}
    return ground.changed(*(_tainted(known, word) for word in words.split(BETWEEN) if word))


def _tainted(known: dict[str, Piece], word: str) -> Piece:
    piece = known.get(word)
    if piece is None:
        x, _, y = word.partition(",")
        return Piece(f"sand-{word}", "White sand", "area", circle(int(x), int(y)), props={"going": "open dangerous"})
    going = f"{piece.props.get('going', '')} dangerous".strip()
    return msgspec.structs.replace(piece, props={**piece.props, "going": _with_type(piece, going)})


def _with_type(piece: Piece, going: str) -> str:
    """An area that says nothing of itself is rough, dense or very-rough by its rating, and stays so."""
    if piece.kind != "area" or piece.props.get("going"):
        return going
    return f"{ {'medium': 'dense', 'heavy': 'very-rough', 'solid': 'very-rough'}.get(piece.rating, 'rough') } {going}"


# --- White Sand Battle: where corrosive sand lies is chosen before anybody deploys, piece by piece in turn

WHERE = "white sand"
"""The question where the next sand lies; what it is about are the places chosen before."""


@heeds("fieldmanual.event-white-sand")
def resolve_white_sand(ctx: Ctx[State]) -> Script[None] | None:
    """Choose where the sand lies, once, before the battle; None if there is none or it was chosen."""
    if not has(ctx.state, WHITE_SAND) or SAND in ctx.state.switches:
        return None
    return _choose(ctx)


class SandCounted(Event, frozen=True, tag="sand-counted"):
    """A die told how many pieces of terrain have white sand in them."""

    face: int


def counted(_state: State, event: SandCounted, _seat: str | None) -> Line:
    """How much of it there is."""
    return Line(f"White sand lies in {event.face} places.", (), "fieldmanual.event-white-sand")


class SandFound(Event, frozen=True, tag="sand-found"):
    """Where white sand lies, all together: ids of pieces, and points of open ground as x,y."""

    places: tuple[str, ...]
    reveals = True

    @heeds("fieldmanual.event-white-sand")
    def change(self, state: State) -> None:
        """These places are Dangerous terrain from now on."""
        words = BETWEEN.join(self.places)
        state.switches = {**state.switches, SAND: words}
        state.ground = sanded(state.ground, words)


def _open_ground(word: str) -> str:
    x, _, y = word.partition(",")
    return f"open ground at {inches(int(x))}, {inches(int(y))} in"


def found(state: State, event: SandFound, _seat: str | None) -> Line:
    """Where it lies."""
    known = {piece.id: piece.name for piece in state.ground.pieces}
    places = [known.get(word) or _open_ground(word) for word in event.places]
    return Line(f"Corrosive white sand, Dangerous terrain: {'; '.join(places)}.", (), "fieldmanual.event-white-sand")


def _choose(ctx: Ctx[State]) -> Script[None]:
    (face,) = yield from throw(Roll("white sand", 1, 6, rule="fieldmanual.event-white-sand"))
    ctx.emit(SandCounted(face))
    found: list[str] = []
    for number in range(face):
        prompt = f"White sand, {number + 1} of {face}: which terrain is Dangerous, or which open ground 6 in across?"
        order = yield from ask(
            Ask(SEATS[number % 2], WHERE, about=tuple(found), rule="fieldmanual.event-white-sand", prompt=prompt)
        )
        assert isinstance(order, TaintGround), f"{order} says nothing about sand"
        found.append(order.piece or f"{order.x},{order.y}")
    ctx.emit(SandFound(tuple(found)))


class TaintGround(Order, frozen=True, tag="taint-ground"):
    """Say where corrosive white sand lies: a piece of terrain, or open ground around a point."""

    piece: str = ""
    x: int | None = None
    y: int | None = None


@heeds("fieldmanual.event-white-sand")
def refuse_taint(state: State, asked: Ask, order: TaintGround) -> Refusal | None:
    """A piece of terrain that is no structure, or a circle of open ground, each once."""
    if order.piece:
        piece = next((piece for piece in state.ground.pieces if piece.id == order.piece), None)
        if piece is None or is_building(piece):
            return Refusal(
                "piece",
                "fieldmanual.event-white-sand",
                f"'{order.piece}' is no terrain for sand: any piece but structures is.",
            )
        if order.piece in asked.about:
            return Refusal("again", "fieldmanual.event-white-sand", f"There is white sand in the {piece.name} already.")
        return None
    if order.x is None or order.y is None:
        return Refusal(
            "place", "fieldmanual.event-white-sand", "Name a piece of terrain, or the middle of open ground."
        )
    x, y, ground = order.x, order.y, state.ground
    if not (RADIUS <= x <= ground.width - RADIUS and RADIUS <= y <= ground.height - RADIUS):
        return Refusal(
            "table", "fieldmanual.event-white-sand", "The circle of 6 in would reach off the table.", {"x": x, "y": y}
        )
    spot = Body(x, y, 0, RADIUS)
    there = next(
        (
            p
            for p in ground.pieces_near(x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS)
            if footprint_overlaps(spot, p.outline)
        ),
        None,
    )
    if there is not None:
        return Refusal(
            "taken",
            "fieldmanual.event-white-sand",
            f"The {there.name} is in this circle: open ground has nothing on it.",
        )
    points = [word.split(",") for word in asked.about if "," in word]
    if any((x - int(a)) ** 2 + (y - int(b)) ** 2 < 4 * RADIUS * RADIUS for a, b in points):
        return Refusal("again", "fieldmanual.event-white-sand", "This would overlap a circle that was chosen before.")
    return None


def offer_taint(state: State, asked: Ask) -> Iterator[Option]:
    """Every piece that may have sand in it, and open ground."""
    for piece in state.ground.pieces:
        order = TaintGround(piece.id)
        if refuse_taint(state, asked, order) is None:
            yield Pick(f"{piece.name} ({piece.id})", order, "fieldmanual.event-white-sand")
    yield Place("Open ground, 6 in across", TaintGround(), "fieldmanual.event-white-sand", zone="table")


def guess_taint(state: State, _asked: Ask, _order: TaintGround, chooser: Chooser, _attempt: int) -> Order | None:
    """Anywhere on the table."""
    wide, high = state.ground.width - RADIUS, state.ground.height - RADIUS
    if wide <= RADIUS or high <= RADIUS:
        return None
    return TaintGround(x=chooser.randrange(RADIUS, wide), y=chooser.randrange(RADIUS, high))


def aim_taint(_state: State, _asked: Ask, _order: TaintGround, spot: Aim) -> Order | Refusal:
    """Around the point somebody pointed at."""
    return TaintGround(x=spot.x, y=spot.y)


# --- Extreme Temperatures: heat or cold stuns some models before the battle begins


@rule("fieldmanual.event-extreme-temperatures")
def is_due(state: State) -> bool:
    """Whether the dice are still to be thrown: when the first round has begun, once."""
    return has(state, EXTREME_TEMPERATURES) and state.round == 1 and FELT not in state.points


@heeds("fieldmanual.event-extreme-temperatures")
def resolve_temperatures(ctx: Ctx[State]) -> Script[None] | None:
    """A die for every model, each Combined Model once; None if there is nothing to throw for."""
    return _throw(ctx) if is_due(ctx.state) else None


class TemperaturesFelt(Event, frozen=True, tag="temperatures-felt"):
    """A die for every model at the start of the battle; on a 1 it begins with a Stun counter."""

    dice: tuple[tuple[str, int], ...]

    @heeds("fieldmanual.event-extreme-temperatures")
    def change(self, state: State) -> None:
        state.points = {**state.points, FELT: 1}
        for name, face in self.dice:
            if face == 1:
                mark(state, state.units[name], STUN)


def felt(state: State, event: TemperaturesFelt, _seat: str | None) -> Line:
    """Who suffers."""
    hit = [state.units[name].name for name, face in event.dice if face == 1]
    text = f"Extreme temperatures: {', '.join(hit) or 'nobody'} begins with a Stun counter."
    stunned = tuple(name for name, face in event.dice if face == 1)
    return Line(text, stunned, "fieldmanual.event-extreme-temperatures")


def _throw(ctx: Ctx[State]) -> Script[None]:
    felt: list[tuple[str, int]] = []
    for seat in SEATS:
        names = [unit.id for unit in ctx.state.models(seat) if unit.card.kind not in ("drone", "aircraft")]
        if names:
            roll = Roll(
                "extreme temperatures",
                len(names),
                6,
                seat=seat,
                rule="fieldmanual.event-extreme-temperatures",
                marks=(2,),
                ordered=True,
            )
            faces = yield from throw(roll)
            felt += zip(names, faces, strict=True)
    ctx.emit(TemperaturesFelt(tuple(felt)))


# --- The contents of the chapter

TABLE_EFFECTS: Chapter[State] = Chapter(
    "Table Effects and Unusual Events",
    orders=(OrderRules(TaintGround, WHERE, refuse_taint, guess=guess_taint, aim=aim_taint),),
    events={SandCounted: counted, SandFound: found, TemperaturesFelt: felt},
)
