"""2.6.2, Step Zero: the Tactics roll and alternate deployment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from gearlock.kernel.asks import Ask, Option, Pick, Place
from gearlock.kernel.chapters import Chapter, OrderRules, checked
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line
from gearlock.mechanics.figures import Mover, overlapped, ruled
from gearlock.mechanics.placing.search import grid, scattered
from gearlock.mechanics.placing.spots import Stand, stand_at
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.mechanics.turns import SEATS as TURN_SEATS
from gearlock.mechanics.turns import higher, next_seat
from gearlock.systems.tactical.command import TacticsRolled, tactics_lines
from gearlock.systems.tactical.damage.condition import MP, allowance
from gearlock.systems.tactical.datacards import MODE_WORDS
from gearlock.systems.tactical.dice_tests import LEADERSHIP, Test, rolled_with, skill_of, throw_test
from gearlock.systems.tactical.line_of_sight.terrain import WATERS, ground_type, terrain_under
from gearlock.systems.tactical.movement.ground import Area, Box, area_words, areas_of, holds, price_of, strip
from gearlock.systems.tactical.movement.speeds import with_mode
from gearlock.systems.tactical.rounds.activation import RULE_HIDING as SCOUTING
from gearlock.systems.tactical.rounds.activation import UnitHidden
from gearlock.systems.tactical.state import (
    ABOARD,
    COMBAT,
    COMMANDER,
    FIELDED,
    KEPT_SLOW,
    NO_GROUP,
    RESERVE,
    SEATS,
    SECOND,
    STATIONARY,
    TOP,
    WAITING,
    State,
    Unit,
    opponent,
)
from gearlock.systems.tactical.transports import refuse_seats
from gearlock.table.bodies import Body
from gearlock.table.measure import FULL_TURN, INCH


class Deploy(Order, frozen=True, tag="deploy"):
    """Put a unit on the table, at a declared speed and in a movement system; an empty mode is the first of its card."""

    unit: str
    x: int = 0
    y: int = 0
    facing: int = 0
    speed: str = "combat"
    mode: str = ""
    hidden: ClassVar[bool] = False


class Hide(Deploy, frozen=True, tag="hide"):
    """Only note on paper where a unit is, anywhere in one's own half: for who has won a total ambush."""

    hidden: ClassVar[bool] = True


class Deployed(Event, frozen=True, tag="deployed"):
    """A unit stands on the table and has said how fast it goes."""

    unit: str
    x: int
    y: int
    z: int
    facing: int
    speed: str
    mode: str
    moved: int = 0
    """The inches that count for its defense until it has moved, in mils."""
    plain = True

    @heeds("tactical.2.6.2-step0-deployment", "tactical.2.6.2-first-round-speed")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y, unit.z, unit.facing, unit.status = self.x, self.y, self.z, self.facing, FIELDED
        unit.mode, unit.went, unit.moved = self.mode, self.speed, self.moved
        unit.speed = COMBAT if self.speed == STATIONARY else self.speed
        state.group = unit.group


def deployed(state: State, event: Deployed, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    return Line(f"The {unit.name} is placed {SPEEDS[event.speed]}.", (unit.id,), "tactical.2.6.2-step0-deployment")


# --- 2.6.2, Step Zero: deployment zones: strips along table edges, or what a scenario says

DROP = "drop"

FACES = {"south": 900, "north": 2700, "west": 0, "east": 1800}


def boxes_of(state: State, text: str) -> list[Box]:
    """A zone in words as boxes (around it, where it is a piece of terrain)."""
    return [area.box for area in areas_of(state, text)]


@heeds("tactical.2.6.2-step0-deployment")
def zone_areas(state: State, unit: Unit) -> list[Area]:
    """Where a unit is deployed: in the zone of its combat group if the scenario gives it one, else in its side's."""
    text = state.zones.get(f"{unit.seat}:{unit.group}") or state.zones[unit.seat]
    return areas_of(state, text) + drop_areas(state, unit)


def zone_boxes(state: State, unit: Unit) -> list[Box]:
    """The same as boxes."""
    return [area.box for area in zone_areas(state, unit)]


@rule("tactical.7.2-airdroppable")
def drop_areas(state: State, unit: Unit) -> list[Area]:
    """Where a scenario lets Airdroppable vehicles of a side come down besides: its zone "red:drop"."""
    text = state.zones.get(f"{unit.seat}:{DROP}", "")
    return areas_of(state, text) if unit.card.has("Airdroppable") else []


@heeds("tactical.4.1.3-scouting")
def half_of(state: State, seat: str) -> Box:
    """A side's half of the table, by its home edge."""
    across = state.homes[seat] in ("west", "east")
    return strip(state, state.homes[seat], (state.ground.width if across else state.ground.height) // 2)


@heeds("tactical.4.1.3-scouting")
def may_hide(state: State, seat: str) -> bool:
    """Whether a side has won a total ambush."""
    return bool(state.points.get(f"hides:{seat}"))


def is_in_zone(state: State, unit: Unit, body: Body, hidden: bool = False) -> bool:
    """Whether a whole base lies in the zone; of who is hidden, in its half of the table."""
    return any(holds(state, area, body) for area in _areas(state, unit, hidden))


def _areas(state: State, unit: Unit, hidden: bool) -> list[Area]:
    return [Area(half_of(state, unit.seat))] if hidden else zone_areas(state, unit)


def zone_words(state: State, unit: Unit, hidden: bool = False) -> str:
    """Where a unit may be placed, in words."""
    return " or ".join(area_words(state, area) for area in _areas(state, unit, hidden))


def faces(state: State, seat: str) -> int:
    """The facing away from a seat's home edge."""
    return FACES.get(state.homes[seat], 900)


# --- 2.6.2, Step Zero: Commander and Second, and the Tactics roll that gives Command Points

APPOINT, FIRST = "appoint", "deploy first"

OFFERED = 3
"""Pairs that are offered for each Commander."""


class Appointed(Event, frozen=True, tag="appointed"):
    """A side named its Commander and its Second in Command."""

    seat: str
    commander: str
    second: str = ""
    plain = True

    @heeds("tactical.2.6.2-step0-commander")
    def change(self, state: State) -> None:
        for unit in state.units.values():
            if unit.seat == self.seat:
                unit.rank = {self.commander: COMMANDER, self.second: SECOND}.get(unit.id, "")
        state.points[f"appointed:{self.seat}"] = 1
        state.turn = ""


def appointed(state: State, event: Appointed, seat: str | None) -> Line:
    rule_id = "tactical.2.6.2-step0-commander"
    if seat not in (None, event.seat) or not event.commander:
        return Line(f"{event.seat.title()} names its Commander in secret.", (), rule_id)
    second = f", the {state.units[event.second].name} is Second in Command" if event.second else ""
    units = tuple(filter(None, (event.commander, event.second)))
    return Line(f"The {state.units[event.commander].name} commands {event.seat}{second}.", units, rule_id)


@heeds("tactical.2.6.2-step0-commander")
def resolve_appointment(ctx: Ctx[State]) -> Script[None]:
    """Each side in turn names its Commander and Second, as far as the scenario has not."""
    for seat in SEATS:
        if not ctx.state.points.get(f"appointed:{seat}") and _posts_free(ctx.state, seat):
            if len(candidates(ctx.state, seat)) > 1:
                prompt = "Name your Commander and your Second in Command."
                rule_id = "tactical.2.6.2-step0-commander"
                order = yield from ask(Ask(seat, APPOINT, rule=rule_id, prompt=prompt))
                assert isinstance(order, Appoint), f"{order} names nobody"
                ctx.emit(Appointed(seat, order.commander, order.second))
            else:
                only = next((unit.id for unit in candidates(ctx.state, seat)), "")
                ctx.emit(Appointed(seat, only))
            return
    yield from resolve_tactics(ctx)


def _posts_free(state: State, seat: str) -> bool:
    """Whether a side still has somebody to name: a Second needs a second unit."""
    named = [rank for rank in (COMMANDER, SECOND) if _named(state, seat, rank) is not None]
    return len(named) < min(2, max(1, len(candidates(state, seat))))


def _named(state: State, seat: str, rank: str) -> Unit | None:
    """Who holds a rank since before the battle, of those who can command."""
    return next((unit for unit in candidates(state, seat) if unit.rank == rank), None)


def candidates(state: State, seat: str) -> list[Unit]:
    """Those who can command, the best first."""
    able = [unit for unit in state.in_play(seat) if unit.group != NO_GROUP and unit.status != RESERVE]
    return sorted(able, key=lambda unit: (*(-part for part in skill_of(unit, LEADERSHIP)), -unit.tv, unit.id))


class Appoint(Order, frozen=True, tag="appoint"):
    """Name the Commander and the Second in Command; nobody else needs to know."""

    commander: str
    second: str = ""


def refuse_appoint(state: State, question: Ask, order: Appoint) -> Refusal | None:
    """Two different units of one's own; a second is named wherever there is one to name."""
    known = {unit.id for unit in candidates(state, question.seat)}
    rule_id = "tactical.2.6.2-step0-commander"
    if order.commander not in known:
        return Refusal("unit", rule_id, f"{order.commander or 'Nobody'} is no unit of yours that could command.")
    if order.second not in known or order.second == order.commander:
        return Refusal("second", rule_id, "Name another unit of yours as Second in Command.")
    for rank, said, title in ((COMMANDER, order.commander, "Commander"), (SECOND, order.second, "Second in Command")):
        named = _named(state, question.seat, rank)
        if named is not None and named.id != said:
            return Refusal("named", rule_id, f"The {named.name} has been named {title} before the battle.")
    return None


def offer_appointments(state: State, question: Ask) -> Iterator[Option]:
    """Each unit as Commander with some others as Second."""
    able = candidates(state, question.seat)
    chief, deputy = (_named(state, question.seat, rank) for rank in (COMMANDER, SECOND))
    for commander in able if chief is None else [chief]:
        others = [unit for unit in able if unit.id != commander.id]
        if deputy is not None:
            others = [unit for unit in others if unit.id == deputy.id]
        for second in others[:OFFERED]:
            words = f"The {commander.name} commands, the {second.name} is Second in Command"
            yield Pick(words, Appoint(commander.id, second.id), "tactical.2.6.2-step0-commander")


@rule("tactical.2.6.2-step0-tcp")
def points_of(rolled: Result, attribute: int = 0) -> int:
    """The Tactical Command Points of a roll: its total; a Fumble counts as a die of 1, with the attribute."""
    return 1 + attribute if rolled.fumbled else rolled.total


class FirstDeployer(Event, frozen=True, tag="first-deployer"):
    """The winner of the Tactics roll said who places first."""

    seat: str

    def change(self, state: State) -> None:
        state.turn, state.phase, state.group = self.seat, "deployment", 0


def first_deployer(_state: State, event: FirstDeployer, _seat: str | None) -> Line:
    return Line(f"{event.seat.title()} places its first combat group.", (), "tactical.2.6.2-step0-deployment")


@heeds("tactical.2.6.2-step0-deployment", "tactical.2.6.2-step0-tcp")
def resolve_tactics(ctx: Ctx[State]) -> Script[None]:
    """Both Commanders roll Tactics, ties again; the winner says who places first."""
    rule_id = "tactical.2.6.2-step0-deployment"
    found: dict[str, int] = {}
    for seat in SEATS:
        test = Test("Tactics", "", tactics_lines(ctx.state, seat), rule_id, seat=seat)
        found[seat] = points_of((yield from throw_test(ctx, test)), rolled_with(test.lines).modifier)
    winner = higher(found["red"], found["blue"])
    ctx.emit(TacticsRolled(found["red"], found["blue"], winner))
    if not winner:
        return
    fixed = ctx.state.switches.get(PLACES_ALL_FIRST, "")
    if fixed:
        ctx.emit(FirstDeployer(fixed))
        return
    order = yield from ask(Ask(winner, FIRST, rule=rule_id, prompt="Who places its first combat group?"))
    assert isinstance(order, DeployFirst), f"{order} does not say who deploys first"
    ctx.emit(FirstDeployer(order.seat))


class DeployFirst(Order, frozen=True, tag="deploy-first"):
    """Say which side places its first combat group."""

    seat: str


def refuse_deploy_first(_state: State, question: Ask, order: DeployFirst) -> Refusal | None:
    """One of the two sides begins."""
    known = order.seat in SEATS
    return None if known else Refusal("seat", question.rule, f"'{order.seat}' is no side: say red or blue.")


def offer_deploy_first(_state: State, question: Ask) -> Iterator[Option]:
    """The enemy, as a rule: who places last has seen more."""
    yield Pick("The enemy places first", DeployFirst(opponent(question.seat)), question.rule)
    yield Pick("We place first", DeployFirst(question.seat), question.rule)


# --- 2.6.2, Step Zero: combat groups are placed in turn, each unit with a declared speed

DEPLOY = "deploy"

SPEEDS = {COMBAT: "at Combat Speed", STATIONARY: "stationary", TOP: "at Top Speed"}

PLACES = 40
"""Spots guessed at before all of them are searched."""

PLACES_ALL_FIRST = "places all first"
"""A switch with the seat that places everything before the other places anything."""

CODES = {"table": "tactical.2.6.2-step0-deployment", "terrain": "tactical.2.6.2-step0-deployment"}


def waiting(state: State, seat: str) -> list[Unit]:
    """The units of a seat that are still to be placed."""
    return [unit for unit in state.units.values() if unit.seat == seat and unit.status == WAITING and not unit.carrier]


def deployable(state: State, seat: str) -> list[Unit]:
    """Those that may be next: of the combat group under way, else any."""
    return [unit for unit in waiting(state, seat) if not state.group or unit.group == state.group]


class DeploymentPassed(Event, frozen=True, tag="deployment-passed"):
    """The other seat places a combat group; when the seat is empty all stand, and something else follows."""

    seat: str
    follows: str = "round"

    def change(self, state: State) -> None:
        state.turn, state.group = self.seat, 0
        if not self.seat:
            state.phase, state.winner = self.follows, ""


@rule("tactical.2.6.2-step0-deployment")
def resolve_deployment(ctx: Ctx[State]) -> Script[None]:
    """One unit of the combat group; when all of it stand the other side places a group."""
    seat = ctx.state.turn
    found = deployable(ctx.state, seat)
    if not found:
        follows = ctx.state.switches.get("after deployment", "round")
        ctx.emit(DeploymentPassed(places_next(ctx.state, seat), follows))
        return
    yield from resolve_placing(ctx, seat)


class StartedAboard(Event, frozen=True, tag="started-aboard"):
    """A squad begins the battle aboard a transport."""

    unit: str
    carrier: str
    plain = True

    @heeds("tactical.7.2-passengers")
    def change(self, state: State) -> None:
        unit, carrier = state.units[self.unit], state.units[self.carrier]
        unit.x, unit.y, unit.z, unit.facing = carrier.x, carrier.y, carrier.z, carrier.facing
        unit.status, unit.carrier, unit.mode = ABOARD, self.carrier, unit.card.primary
        state.group = unit.group


def aboard(state: State, event: StartedAboard, _seat: str | None) -> Line:
    words = f"The {state.units[event.unit].name} begins aboard the {state.units[event.carrier].name}."
    return Line(words, (event.unit, event.carrier), "tactical.7.2-passengers")


def resolve_placing(ctx: Ctx[State], seat: str) -> Script[None]:
    """One unit that waits is placed, at the beginning or when it arrives."""
    found = deployable(ctx.state, seat)
    only = found[0].id if len(found) == 1 else ""
    prompt = f"Place the {found[0].name}." if only else "Which unit do you place?"
    order = yield from ask(Ask(seat, DEPLOY, only, rule="tactical.2.6.2-step0-deployment", prompt=prompt))
    if isinstance(order, DeployAboard):
        ctx.emit(StartedAboard(order.unit, order.carrier))
        return
    assert isinstance(order, Deploy), f"{order} places nobody"
    place(ctx, order)


@heeds("tactical.4.3.4", "tactical.4.3.5")
def places_next(state: State, seat: str) -> str:
    """Who places a combat group after this seat; where a scenario says who places all first, the others wait."""
    left = {each for each in TURN_SEATS if waiting(state, each)}
    first = state.switches.get(PLACES_ALL_FIRST, "")
    return first if first in left else next_seat(seat, left)


def place(ctx: Ctx[State], order: Deploy) -> None:
    """Put a unit down as an order says that was found legal."""
    state, unit = ctx.state, ctx.state.units[order.unit]
    z = checked(standing(state, unit, order.x, order.y)).body.z
    mode = order.mode or unit.card.primary
    there = with_mode(unit, mode)
    there.x, there.y = order.x, order.y
    moved = first_inches(state, there, order.speed, terrain_under(state, there)) * INCH
    kind = UnitHidden if order.hidden else Deployed
    ctx.emit(kind(unit.id, order.x, order.y, z, order.facing, order.speed, mode, moved))


@rule("tactical.2.6.2-first-round-speed")
def first_inches(state: State, unit: Unit, speed: str, terrain: str) -> int:
    """The whole inches a unit counts as having moved at first: all MP of its speed in the terrain it stands in."""
    price = price_of(state, unit, terrain) or 1
    return allowance(unit, speed) // (price * MP)


def standing(state: State, unit: Unit, x: int, y: int) -> Stand | Refusal:
    """What a unit comes to stand on at a spot; nothing where somebody stands or its movement system cannot be."""
    found = ruled(stand_at(state.ground, Mover(unit, unit.card.radius), x, y, 0), CODES)
    if isinstance(found, Refusal):
        return found
    other = overlapped(found.body, (each for each in state.standing() if each.id != unit.id))
    if other is not None:
        return Refusal(
            "overlap", "tactical.2.6.2-step0-deployment", f"The {other.name} stands there.", {"unit": other.id}
        )
    return found


@heeds("tactical.2.6.2-step0-deployment", "tactical.4.1.3-scouting")
def refuse_spot(state: State, unit: Unit, x: int, y: int, mode: str, hidden: bool = False) -> Refusal | None:
    """Why a unit cannot be placed at a spot: outside its zone, or where it could not stand."""
    stand = standing(state, unit, x, y)
    if not isinstance(stand, Refusal) and not is_in_zone(state, unit, stand.body, hidden):
        does, where = "hides" if hidden else "deploys", zone_words(state, unit, hidden)
        over = is_in_zone(state, unit, Body(x, y, stand.body.z, 0), hidden)
        return Refusal(
            "zone",
            "tactical.2.6.2-step0-deployment",
            f"The {unit.name} {does} {where}{', with its whole base' * over}.",
        )
    return refuse_standing(state, unit, x, y, mode)


@heeds("tactical.2.6.5-water", "tactical.2.6.5-terrain-costs")
def refuse_standing(state: State, unit: Unit, x: int, y: int, mode: str) -> Refusal | None:
    """Why a unit cannot stand at a spot: somebody is there, or the ground is closed to it."""
    stand = standing(state, unit, x, y)
    if isinstance(stand, Refusal):
        return stand
    terrain, driven = ground_type(state, x, y), with_mode(unit, mode or unit.card.primary)
    closed = driven.mode and price_of(state, driven, terrain) is None
    floods = terrain in WATERS and driven.mode not in ("H", "N", "S") and not unit.card.has("Amphibious")
    if closed or floods:
        return Refusal("terrain", "tactical.2.6.5-terrain-costs", f"The {unit.name} cannot be in {terrain}.")
    return None


def refuse_deploy(state: State, question: Ask, order: Deploy) -> Refusal | None:
    """Why a unit cannot be placed so."""
    mine = {unit.id: unit for unit in deployable(state, question.seat)}
    if order.unit not in mine:
        return Refusal(
            "unit", "tactical.2.6.2-step0-deployment", f"{order.unit or 'Nobody'} is no unit that you place now."
        )
    unit = mine[order.unit]
    if order.facing not in range(FULL_TURN):
        return Refusal(
            "facing",
            "tactical.2.6.2-step0-deployment",
            "A facing is 0 to 3599 tenths of a degree.",
            {"facing": order.facing},
        )
    if order.hidden and not (may_hide(state, question.seat) and state.phase == "deployment"):
        return Refusal("hidden", SCOUTING, "Only who has won a total ambush hides units: a scouting margin of 4.")
    refusal = refuse_speed(unit, order.speed, order.mode)
    return refusal or refuse_spot(state, unit, order.x, order.y, order.mode, order.hidden)


class DeployAboard(Order, frozen=True, tag="deploy-aboard"):
    """Let a squad begin the battle aboard a transport that stands on the table."""

    unit: str
    carrier: str


@heeds("tactical.7.2-passengers")
def refuse_aboard(state: State, question: Ask, order: DeployAboard) -> Refusal | None:
    """Why a squad cannot begin aboard: the transport is not there yet, or has no seats left for it."""
    carrier = state.units.get(order.carrier)
    unit = next((each for each in deployable(state, question.seat) if each.id == order.unit), None)
    if unit is None or not unit.is_infantry:
        return Refusal(
            "unit", "tactical.2.6.2-step0-deployment", f"{order.unit or 'Nobody'} is no squad that you place now."
        )
    if carrier is None or carrier.seat != unit.seat or not carrier.is_fielded:
        return Refusal(
            "carrier",
            "tactical.2.6.2-step0-deployment",
            f"{order.carrier or 'Nothing'} is no vehicle of yours on the table.",
        )
    return refuse_seats(state, carrier, unit)


@heeds("tactical.2.6.2-step0-deployment", "tactical.3.6.2", "tactical.4.3.5")
def refuse_speed(unit: Unit, speed: str, mode: str) -> Refusal | None:
    """Why a unit cannot begin so: stationary, at Combat or at Top Speed, if it has that."""
    if mode and mode not in unit.card.modes:
        words = ", ".join(MODE_WORDS[each] for each in unit.card.modes) or "none"
        return Refusal(
            "mode", "tactical.2.6.2-step0-deployment", f"The {unit.name} has these movement systems: {words}."
        )
    if speed not in SPEEDS:
        return Refusal(
            "speed", "tactical.2.6.2-step0-deployment", f"A speed is one of {', '.join(SPEEDS)}, not '{speed}'."
        )
    if unit.token(KEPT_SLOW) and speed != COMBAT:
        return Refusal("speed", "tactical.4.3.5", f"The {unit.name} begins the battle at Combat Speed.")
    driven = with_mode(unit, mode or unit.card.primary)
    top, combat = allowance(driven, TOP), allowance(driven, COMBAT)
    if speed == TOP and (unit.is_infantry or top <= combat):
        return Refusal("speed", "tactical.2.6.5-top-speed", f"The {unit.name} has no Top Speed.")
    return None


def offer_deployments(state: State, question: Ask) -> Iterator[Option]:
    """The units that may be put down next, at each speed and in each movement system."""
    for unit in deployable(state, question.seat):
        for carrier in state.fielded(question.seat) if unit.is_infantry else ():
            if refuse_aboard(state, question, DeployAboard(unit.id, carrier.id)) is None:
                label = f"The {unit.name} begins aboard the {carrier.name}"
                yield Pick(label, DeployAboard(unit.id, carrier.id), "tactical.7.2-passengers")
        for mode in tuple(unit.card.modes) or ("",):
            for speed in SPEEDS if unit.card.modes else (STATIONARY,):
                if refuse_speed(unit, speed, mode) is None:
                    system = f" ({MODE_WORDS[mode]})" if len(unit.card.modes) > 1 else ""
                    label = f"Place the {unit.name} {SPEEDS[speed]}{system}"
                    order = Deploy(unit.id, speed=speed, mode=mode)
                    yield Place(label, order, "tactical.2.6.2-step0-deployment", unit.id, f"{unit.seat}-zone")
                    if may_hide(state, question.seat) and state.phase == "deployment":
                        secret = Hide(unit.id, speed=speed, mode=mode)
                        label = f"Hide the {unit.name} {SPEEDS[speed]}{system}"
                        yield Place(label, secret, SCOUTING, unit.id, f"{unit.seat}-half")


def _at(order: Deploy, x: int, y: int, facing: int) -> Deploy:
    """The same order at a spot."""
    return msgspec.structs.replace(order, x=x, y=y, facing=facing)


def guess_deploy(state: State, _ask: Ask, order: Deploy, chooser: Chooser, attempt: int) -> Order | None:
    """Somewhere in the zone, near comrades once there are any, facing the enemy more or less; at last any spot."""
    unit = state.units[order.unit]
    ahead = faces(state, unit.seat)
    boxes = [half_of(state, unit.seat)] if order.hidden else zone_boxes(state, unit)
    if attempt == PLACES:
        spots = scattered((spot for box in boxes for spot in grid(box, unit.card.radius)), chooser.randrange)
        free = (at for at in spots if refuse_spot(state, unit, *at, order.mode, order.hidden) is None)
        found = next(free, None)
        return None if found is None else _at(order, *found, ahead)
    x0, y0, x1, y1 = chooser.choice(boxes)
    x, y = chooser.randrange(x0, max(x0 + 1, x1)), chooser.randrange(y0, max(y0 + 1, y1))
    near = [other for other in state.fielded(unit.seat) if other.group == unit.group]
    if near:
        beside, reach = chooser.choice(near), unit.card.radius * 2 + 5 * INCH
        x, y = beside.x + chooser.randrange(-reach, reach + 1), beside.y + chooser.randrange(-reach, reach + 1)
    return _at(order, x, y, (ahead + chooser.randrange(-300, 301)) % FULL_TURN)


def aim_deploy(state: State, question: Ask, order: Deploy, spot: Aim) -> Order:
    """The spot, looking at the enemy's side unless something else is asked for."""
    facing = faces(state, question.seat) if spot.facing is None else spot.facing % FULL_TURN
    return _at(order, spot.x, spot.y, facing)


# --- The contents of the chapter

DEPLOYMENT: Chapter[State] = Chapter(
    "2.6.2: Step Zero, Set-up",
    orders=(
        OrderRules(Appoint, APPOINT, refuse_appoint),
        OrderRules(DeployFirst, FIRST, refuse_deploy_first),
        OrderRules(DeployAboard, DEPLOY, refuse_aboard),
        OrderRules(Deploy, DEPLOY, refuse_deploy, guess=guess_deploy, aim=aim_deploy, tries=41),
        OrderRules(Hide, DEPLOY, refuse_deploy, guess=guess_deploy, aim=aim_deploy, tries=41),
    ),
    events={
        Appointed: appointed,
        FirstDeployer: first_deployer,
        Deployed: deployed,
        StartedAboard: aboard,
        DeploymentPassed: None,
    },
)
