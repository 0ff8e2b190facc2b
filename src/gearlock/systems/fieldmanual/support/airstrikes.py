"""Airstrikes: called by leaders, flying straight and attacking on the way."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Amount, Ask, Facing, Option, Pick, Place
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.mechanics.pools.lines import dice
from gearlock.mechanics.scatter import direction_of, landing
from gearlock.mechanics.secrets import told
from gearlock.systems.fieldmanual.attacks.defense import Fire, refuse_attack
from gearlock.systems.fieldmanual.attacks.kinds import resolve_landing
from gearlock.systems.fieldmanual.attacks.ranged import offer_attacks, resolve_attack
from gearlock.systems.fieldmanual.attacks.weapons_in_use import INDIRECT, OPTIMAL, Attack, Use
from gearlock.systems.fieldmanual.command_points.tests import resolve_comm_event, resolve_other, resolve_test
from gearlock.systems.fieldmanual.damage.damage import PARTING
from gearlock.systems.fieldmanual.datacards import AIRCRAFT
from gearlock.systems.fieldmanual.deployment import Segment, edges_without, home_edges
from gearlock.systems.fieldmanual.dice_tests import (
    LEADERSHIP,
    Test,
    damage_lines,
    skill_dice,
    stun_lines,
    succeeds,
    throw_test,
)
from gearlock.systems.fieldmanual.leaders import may_command
from gearlock.systems.fieldmanual.paying import refuse_idle
from gearlock.systems.fieldmanual.reactions import (
    answer_action,
    answer_stop,
    fire_declared,
    offer_declarations,
    resolve_forward_observation,
)
from gearlock.systems.fieldmanual.sensors import (
    ActiveLock,
    ForwardObserve,
    offer_active_locks,
    offer_observations,
    refuse_active_lock,
    refuse_observation,
    resolve_active_lock,
)
from gearlock.systems.fieldmanual.state import (
    ALOFT,
    CALLED_BY,
    COMBAT,
    DEAD,
    DESTROYED,
    LEFT,
    NO_GROUP,
    READY,
    SEATS,
    Activation,
    State,
    Unit,
    opponent,
)
from gearlock.systems.fieldmanual.support.points import (
    AIRSTRIKES,
    ANYWHERE,
    MOVED,
    TURNED,
    CallAirstrike,
    CallPaid,
    Choice,
    EndFlight,
    Fly,
    PlaceAirstrike,
    TakeFlight,
    entries,
    key_of,
    read_choice,
    used_key,
)
from gearlock.systems.fieldmanual.weapons import BOARD, Weapon
from gearlock.table.measure import FULL_TURN, INCH, advance, bearing, distance, turn_between, turned

# --- Airstrikes: what happens when they are called, fly and fall


class AirstrikeCalled(Event, frozen=True, tag="airstrike-called"):
    """An airstrike is ready for the Support phase of this round; by any edge but the enemy's, or the home edge."""

    reveals = True
    unit: str
    seat: str
    choice: int
    card: str
    name: str
    caller: str
    anywhere: bool

    @heeds("fieldmanual.airstrike-call")
    def change(self, state: State) -> None:
        """It waits for the phase of airstrikes, for all to know."""
        key = key_of(self.seat, self.choice)
        state.facts[key] = told(state.facts[key], SEATS)
        state.points[f"used:{key}"] = 1
        unit = Unit(self.unit, self.seat, self.name, state.stock[self.card], group=NO_GROUP, status=READY)
        unit.mode, unit.band, unit.actions = unit.card.primary, COMBAT, unit.card.actions
        unit.tokens = {f"{CALLED_BY}:{self.caller}": 1, **({ANYWHERE: 1} if self.anywhere else {})}
        state.units[self.unit] = unit


class AirstrikePlaced(Event, frozen=True, tag="airstrike-placed"):
    """An airstrike appeared at a table edge."""

    unit: str
    x: int
    y: int
    facing: int
    plain = True

    @heeds("fieldmanual.airstrike-move")
    def change(self, state: State) -> None:
        """It is over the table's edge."""
        unit = state.units[self.unit]
        unit.x, unit.y, unit.facing, unit.status = self.x, self.y, self.facing, ALOFT


class FlightBegun(Event, frozen=True, tag="flight-begun"):
    """An airstrike makes its move."""

    unit: str
    plain = True

    def change(self, state: State) -> None:
        """It is its turn to fly."""
        state.activation = Activation(self.unit, begun=True, banded=True)
        state.activation.figure = self.unit


class Flew(Event, frozen=True, tag="flew"):
    """An airstrike flew on by an inch."""

    unit: str
    x: int
    y: int
    gone: int

    @heeds("fieldmanual.airstrike-move")
    def change(self, state: State) -> None:
        """It is elsewhere."""
        unit = state.units[self.unit]
        unit.x, unit.y = self.x, self.y
        if state.activation is not None:
            state.activation.gone[self.unit] = self.gone


class FlightEnded(Event, frozen=True, tag="flight-ended"):
    """An airstrike has made its move, perhaps with a Turn; the other side is next."""

    unit: str
    facing: int
    turned: bool = False

    @heeds("fieldmanual.airstrike-move")
    def change(self, state: State) -> None:
        """Its move is over, perhaps with a Turn."""
        unit = state.units[self.unit]
        unit.facing, unit.tokens[MOVED] = self.facing, 1
        if self.turned:
            unit.tokens[TURNED] = unit.tokens.get(TURNED, 0) + 1
        state.activation, state.declared = None, []


class PassEnded(Event, frozen=True, tag="pass-ended"):
    """All airstrikes have moved once; they begin again."""

    def change(self, state: State) -> None:
        """Everybody may fly once more."""
        for unit in state.units.values():
            unit.tokens.pop(MOVED, None)


class AirstrikeLeft(Event, frozen=True, tag="airstrike-left"):
    """An airstrike left the table, and is gone for this battle."""

    unit: str

    def change(self, state: State) -> None:
        """It is gone for the game."""
        unit = state.units[self.unit]
        unit.status, unit.actions = LEFT, 0
        state.activation, state.declared = None, []


class AirstrikeCrashed(Event, frozen=True, tag="airstrike-crashed"):
    """An airstrike that was shot down struck the ground; or was blown to pieces in the air, with no point."""

    unit: str
    x: int = -1
    y: int = -1
    direction: int = 0
    distance: int = 0

    @heeds("fieldmanual.airstrike-damage")
    def change(self, state: State) -> None:
        """It is gone, and so is its last shot."""
        unit = state.units[self.unit]
        unit.status = DESTROYED
        unit.tokens.pop(PARTING, None)
        if state.activation is not None and state.activation.unit == self.unit:
            state.activation, state.declared = None, []


# --- Airstrikes: leaders call them, and they appear at a table edge at the beginning of the Airstrike phase

MOVE = "fieldmanual.airstrike-move"
THRESHOLD = 5
HAIR = 20
TRIES = 12


def uncalled(state: State, seat: str) -> list[tuple[int, Choice]]:
    """The airstrikes of a side that have not been called, by number."""
    found = [(number, read_choice(fact.value)) for number, fact in entries(state, seat)]
    return [(n, c) for n, c in found if c.option in AIRSTRIKES and not state.points.get(used_key(seat, n))]


@rule("fieldmanual.airstrike-call")
@heeds("fieldmanual.leaders")
def refuse_airstrike(state: State, order: CallAirstrike) -> Refusal | None:
    """Why an airstrike cannot be called: only leaders do, with an Action, and one that was not called yet."""
    unit = state.units.get(order.unit)
    if unit is None or not state.is_active(unit):
        return Refusal("unit", "fieldmanual.airstrike-call", f"{order.unit or 'Nobody'} is not being activated.")
    if order.number not in [number for number, _ in uncalled(state, unit.seat)]:
        return Refusal(
            "choice",
            "fieldmanual.airstrike-call",
            f"Number {order.number} on your sheet is no airstrike that can be called.",
        )
    if not may_command(state, unit):
        message = f"The {unit.name} is neither Army Commander nor Combat Group Leader: they call airstrikes."
        return Refusal("leader", "fieldmanual.airstrike-call", message)
    return refuse_idle(unit, 1, "fieldmanual.airstrike-call")


@heeds("fieldmanual.airstrike-call", "fieldmanual.comm-events")
def resolve_airstrike(ctx: Ctx[State], order: CallAirstrike) -> Script[None]:
    """An Action and a Comm Event; blocked, it can be tried again. Leadership against 5 frees it from the home edge."""
    ctx.emit(CallPaid(order.unit, "an airstrike"))
    if not (yield from resolve_comm_event(ctx, order.unit, "call for an airstrike")):
        return
    unit = ctx.state.units[order.unit]
    lines = (skill_dice(unit, LEADERSHIP), *damage_lines(unit), *stun_lines(unit, LEADERSHIP))
    made = yield from resolve_test(
        ctx, Test("airstrike", unit.id, lines, "fieldmanual.airstrike-call", THRESHOLD, pass_only=True)
    )
    seat = ctx.state.units[order.unit].seat
    card = ctx.state.stock[dict(uncalled(ctx.state, seat))[order.number].option]
    name = f"{seat.title()} {card.name} {order.number}"
    anywhere = succeeds(made.total, THRESHOLD)
    ctx.emit(AirstrikeCalled(f"{seat}-air-{order.number}", seat, order.number, card.id, name, order.unit, anywhere))


def offer_airstrikes(state: State, unit: Unit) -> Iterator[Option]:
    """Each kind of airstrike that can be called."""
    seen: set[str] = set()
    for number, choice in uncalled(state, unit.seat) if unit.rank else []:
        order = CallAirstrike(unit.id, number)
        if choice.option not in seen and refuse_airstrike(state, order) is None:
            seen.add(choice.option)
            yield Pick(f"Call in the {choice.option}", order, "fieldmanual.airstrike-call")


def called(state: State, seat: str) -> list[Unit]:
    """The airstrikes of a side that were called and are still to be placed."""
    return [unit for unit in state.units.values() if unit.seat == seat and unit.status == READY]


@heeds("fieldmanual.airstrike-call", "fieldmanual.step3-zones")
def ways_in(state: State, unit: Unit) -> tuple[Segment, ...]:
    """The edges an airstrike may come from: the home edge, or any that is not the enemy's."""
    if not unit.token(ANYWHERE):
        return home_edges(state, unit.seat)
    return edges_without(state.ground, home_edges(state, opponent(unit.seat)))


@heeds("fieldmanual.airstrike-move", "fieldmanual.airstrike-call")
def refuse_placing(state: State, question: Ask, order: PlaceAirstrike) -> Refusal | None:
    """On an edge it may come from, and facing the table."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != question.seat or unit.status != READY:
        return Refusal("unit", MOVE, f"{order.unit or 'Nobody'} is no airstrike of yours to be placed.")
    if not 0 <= order.facing < FULL_TURN:
        return Refusal("facing", MOVE, "A facing is 0 to 3599 tenths of a degree.", {"facing": order.facing})
    if all(_away(order.x, order.y, part) > HAIR for part in ways_in(state, unit)):
        which = "an edge that is not the enemy's" if unit.token(ANYWHERE) else "your home edge"
        return Refusal(
            "edge",
            "fieldmanual.airstrike-call",
            f"The {unit.name} comes in from {which}.",
            {"x": order.x, "y": order.y},
        )
    x, y = advance(order.x, order.y, order.facing, INCH)
    if not (0 < x < state.ground.width and 0 < y < state.ground.height):
        return Refusal("facing", MOVE, f"The {unit.name} must face the table.", {"facing": order.facing})
    return None


def _away(x: int, y: int, part: Segment) -> int:
    return distance(x, y, min(max(x, part[0]), part[2]), min(max(y, part[1]), part[3]))


@heeds("fieldmanual.airstrike-move")
def resolve_placing(ctx: Ctx[State], seat: str) -> Script[None]:
    """A side places one of its airstrikes."""
    prompt = "Airstrikes: place one of yours at the edge it comes from."
    order = yield from ask(Ask(seat, "place airstrike", rule=MOVE, prompt=prompt))
    assert isinstance(order, PlaceAirstrike), f"{order} places no airstrike"
    ctx.emit(AirstrikePlaced(order.unit, order.x, order.y, order.facing))


def offer_placing(state: State, question: Ask) -> Iterator[Option]:
    """Each that was called."""
    for unit in called(state, question.seat):
        yield Place(f"Place the {unit.name}", PlaceAirstrike(unit.id), MOVE, unit.id)


def _inward(state: State, x: int, y: int) -> int:
    return bearing(x, y, state.ground.width // 2, state.ground.height // 2)


def guess_placing(state: State, _ask: Ask, order: PlaceAirstrike, chooser: Chooser, _attempt: int) -> Order | None:
    """Somewhere along its edges, facing somebody."""
    unit = state.units[order.unit]
    x0, y0, x1, y1 = chooser.choice(ways_in(state, unit))
    x, y = chooser.randrange(x0, x1 + 1), chooser.randrange(y0, y1 + 1)
    enemies = list(state.fielded(opponent(unit.seat)))
    facing = _inward(state, x, y)
    if enemies and chooser.randrange(0, 2):
        aimed = chooser.choice(enemies)
        facing = bearing(x, y, aimed.x, aimed.y)
    return PlaceAirstrike(order.unit, x, y, facing)


def aim_placing(state: State, _ask: Ask, order: PlaceAirstrike, spot: Aim) -> Order:
    """The place of its edges nearest to a spot, facing the middle of the table."""
    parts = ways_in(state, state.units[order.unit])
    part = min(parts, key=lambda each: _away(spot.x, spot.y, each))
    x, y = min(max(spot.x, part[0]), part[2]), min(max(spot.y, part[1]), part[3])
    facing = _inward(state, x, y) if spot.facing is None else spot.facing % FULL_TURN
    return PlaceAirstrike(order.unit, x, y, facing)


# --- The Airstrike phase: airstrikes fly straight, attack on the way, turn at the end, and come down when killed

RULE, ACTIONS, DAMAGE = "fieldmanual.airstrike-move", "fieldmanual.airstrike-actions", "fieldmanual.airstrike-damage"
TURN = 600
CRASH_BLAST, CRASH_SKILL = 3, 2


def aloft(state: State, seat: str = "") -> list[Unit]:
    """The airstrikes over the table, of both sides or of one."""
    return [unit for unit in state.units.values() if unit.status == ALOFT and seat in ("", unit.seat)]


def to_fly(state: State, seat: str) -> list[Unit]:
    """The airstrikes of a side that have not moved since all began again."""
    return [unit for unit in aloft(state, seat) if not unit.token(MOVED)]


def shortest(unit: Unit) -> int:
    """The least an airstrike moves, in inches."""
    return unit.row.combat


def longest(unit: Unit) -> int:
    """The most it moves, in inches."""
    return unit.row.top


def turns_left(unit: Unit) -> int:
    """Turns an airstrike has not made yet."""
    return unit.card.turns - unit.token(TURNED)


def flown(state: State, unit: Unit) -> int:
    """Inches it has flown in this move."""
    return state.activation.gone.get(unit.id, 0) // INCH if state.activation is not None else 0


def is_over_table(state: State, unit: Unit) -> bool:
    """Whether an airstrike is over the table: the middle of its base."""
    return 0 <= unit.x <= state.ground.width and 0 <= unit.y <= state.ground.height


def flyer_of(state: State) -> Unit | None:
    """The airstrike that is on its move."""
    unit = state.active()
    return unit if unit is not None and unit.status == ALOFT else None


@heeds("fieldmanual.airstrike-move")
def resolve_take_off(ctx: Ctx[State], seat: str) -> Script[None]:
    """A side moves one of its airstrikes; which, it says where there are several."""
    waiting = [unit.id for unit in to_fly(ctx.state, seat)]
    name = waiting[0]
    if len(waiting) > 1:
        order = yield from ask(Ask(seat, "airstrike", rule=RULE, prompt="Which airstrike moves next?"))
        assert isinstance(order, TakeFlight), f"{order} moves no airstrike"
        name = order.unit
    ctx.emit(FlightBegun(name))


@rule("fieldmanual.airstrike-move", "fieldmanual.airstrike-attacks", "fieldmanual.airstrike-actions")
@heeds("fieldmanual.reaction-fire")
def resolve_flight(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """One order of an airstrike on its move: to fly on, to attack or observe from where it is, or to end the move."""
    unit = ctx.state.units[unit_id]
    prompt = f"The {unit.name} has flown {flown(ctx.state, unit)} in. What does it do?"
    order: Order = yield from ask(Ask(unit.seat, "fly", unit_id, rule=RULE, prompt=prompt))
    if isinstance(order, Fly):
        yield from _fly(ctx, unit_id, order.inches)
    elif isinstance(order, EndFlight):
        ctx.emit(FlightEnded(unit_id, turned(unit.facing, order.angle), order.angle != 0))
        return
    else:
        yield from _act(ctx, order)
        if ctx.state.units[unit_id].status == ALOFT:
            yield from answer_action(ctx)
    yield from resolve_shot_down(ctx)


def _act(ctx: Ctx[State], order: Order) -> Script[None]:
    if isinstance(order, Attack):
        yield from resolve_attack(ctx, order)
    elif isinstance(order, ActiveLock):
        yield from resolve_active_lock(ctx, order)
    else:
        assert isinstance(order, ForwardObserve), f"{order} is nothing an airstrike does"
        yield from resolve_forward_observation(ctx, order)


@heeds("fieldmanual.airstrike-move", "fieldmanual.reaction-fire", "fieldmanual.wt-aa")
def _fly(ctx: Ctx[State], unit_id: str, inches: int) -> Script[None]:
    """Inch by inch, so that AA weapons may answer; beyond the table's edge it is gone."""
    for left in range(inches, 0, -1):
        yield from offer_declarations(ctx)
        unit = ctx.state.units[unit_id]
        gone = (flown(ctx.state, unit) + 1) * INCH
        ctx.emit(Flew(unit_id, *advance(unit.x, unit.y, unit.facing, INCH), gone))
        if not is_over_table(ctx.state, ctx.state.units[unit_id]):
            ctx.emit(AirstrikeLeft(unit_id))
            return
        yield from fire_declared(ctx)
        if ctx.state.units[unit_id].status != ALOFT:
            return
        if left == 1:
            yield from answer_stop(ctx)


def shot_down(state: State) -> list[Unit]:
    """Airstrikes that were just killed or destroyed and are still to come down."""
    lost = (unit for unit in state.units.values() if unit.card.kind == AIRCRAFT and unit.is_lost)
    return [unit for unit in lost if unit.status == DEAD or unit.token(PARTING)]


@heeds("fieldmanual.airstrike-damage")
def resolve_shot_down(ctx: Ctx[State]) -> Script[None]:
    """Airstrikes that were destroyed outright are removed; those that were killed crash."""
    while lost := shot_down(ctx.state):
        if lost[0].status == DEAD:
            yield from resolve_crash(ctx, lost[0].id)
        else:
            ctx.emit(AirstrikeCrashed(lost[0].id))


def wreckage(unit: Unit) -> Use:
    """What a crash strikes with: Blast 3, and a DM of the airstrike's Armor."""
    weapon = Weapon(
        "Crash", "Crash", "support", "crash", 0, BOARD, BOARD, BOARD, unit.card.armor, False, 0, 0,
        {"Blast": CRASH_BLAST, "IF": 1},
    )  # fmt: skip
    return Use(weapon, OPTIMAL, INDIRECT, multiplier=unit.card.armor)


@rule("fieldmanual.airstrike-damage")
@heeds("fieldmanual.deviation", "fieldmanual.wt-blast")
def resolve_crash(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """Straight on for its longest move, then astray by a die and its shortest one; a Blast with Attack Skill 2."""
    unit = ctx.state.units[unit_id]
    shown: list[int] = []
    for what in ("crash, direction", "crash, distance"):
        seen: list[Faces] = []
        roll = Roll(what, 1, 6, 1, unit.seat, unit_id, DAMAGE)
        shown.append((yield from resolve_other(ctx, roll, seen.append))[0])
    unit = ctx.state.units[unit_id]
    x, y = advance(unit.x, unit.y, unit.facing, longest(unit) * INCH)
    x, y = landing(x, y, direction_of(shown[0], unit.facing), (shown[1] + shortest(unit)) * INCH)
    use = wreckage(unit)
    ctx.emit(AirstrikeCrashed(unit_id, x, y, shown[0], shown[1]))
    lines = (dice(CRASH_SKILL, "Crash", DAMAGE),)
    made = yield from throw_test(ctx, Test("crash", unit_id, lines, DAMAGE))
    point = (x, y, ctx.state.ground.elevation(x, y))
    yield from resolve_landing(ctx, Fire(unit_id, use), point, made.bare)


def refuse_flyer(state: State, question: Ask, unit_id: str) -> Refusal | None:
    """Only the airstrike that is on its move."""
    unit = flyer_of(state)
    if unit is None or unit_id != question.unit or unit.id != unit_id:
        return Refusal("unit", RULE, f"{unit_id or 'Nobody'} is not the airstrike that moves now.")
    return None


@heeds("fieldmanual.airstrike-move")
def refuse_fly(state: State, question: Ask, order: Fly) -> Refusal | None:
    """No farther than its longest move, in whole inches."""
    refusal = refuse_flyer(state, question, order.unit)
    if refusal is not None:
        return refusal
    unit = state.units[order.unit]
    left = longest(unit) - flown(state, unit)
    if 1 <= order.inches <= left:
        return None
    message = f"The {unit.name} moves {shortest(unit)} to {longest(unit)} in; {left} are left."
    return Refusal("far", RULE, message, {"left": left})


@heeds("fieldmanual.airstrike-move")
def refuse_end_flight(state: State, question: Ask, order: EndFlight) -> Refusal | None:
    """Not before its shortest move; a Turn is at most 60 degrees, and there are only so many."""
    refusal = refuse_flyer(state, question, order.unit)
    if refusal is not None:
        return refusal
    unit = state.units[order.unit]
    if flown(state, unit) < shortest(unit):
        message = f"The {unit.name} must fly {shortest(unit)} in before its move ends."
        return Refusal("short", RULE, message, {"flown": flown(state, unit)})
    if order.angle and not turns_left(unit):
        return Refusal("turns", RULE, f"The {unit.name} has made all its Turns: it goes straight on.")
    if abs(order.angle) > TURN:
        return Refusal("angle", RULE, "A Turn is at most 60 degrees.", {"angle": order.angle})
    return None


def refuse_air_attack(state: State, question: Ask, order: Attack) -> Refusal | None:
    """An attack of the airstrike that is on its move."""
    return refuse_flyer(state, question, order.unit) or refuse_attack(state, order)


def refuse_air_lock(state: State, question: Ask, order: ActiveLock) -> Refusal | None:
    """An Active Lock of it."""
    return refuse_flyer(state, question, order.unit) or refuse_active_lock(state, order)


def refuse_air_observation(state: State, question: Ask, order: ForwardObserve) -> Refusal | None:
    """A Forward Observation of it."""
    return refuse_flyer(state, question, order.unit) or refuse_observation(state, order)


def refuse_take_flight(state: State, question: Ask, order: TakeFlight) -> Refusal | None:
    """One of one's own that has not moved."""
    if order.unit in [unit.id for unit in to_fly(state, question.seat)]:
        return None
    return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no airstrike of yours that is still to move.")


def offer_take_flight(state: State, question: Ask) -> Iterator[Option]:
    """Each that is to move."""
    for unit in to_fly(state, question.seat):
        yield Pick(f"Move the {unit.name}", TakeFlight(unit.id), RULE)


def offer_flight(state: State, question: Ask) -> Iterator[Option]:
    """To fly on, to attack, lock and observe, to end the move straight or with a Turn."""
    unit = state.units[question.unit]
    left = longest(unit) - flown(state, unit)
    if left > 0:
        yield Amount("Fly on", Fly(unit.id), RULE, 1, left)
    if unit.actions:
        yield from offer_attacks(state, unit)
        yield from offer_active_locks(state, unit)
    yield from offer_observations(state, unit)
    if refuse_end_flight(state, question, EndFlight(unit.id)) is None:
        yield Pick("End the move", EndFlight(unit.id), RULE)
        if turns_left(unit):
            yield Facing("End the move with a Turn", EndFlight(unit.id, TURN), RULE, unit.id, TURN)


def guess_fly(state: State, _ask: Ask, order: Fly, chooser: Chooser, _attempt: int) -> Order | None:
    """Some way on."""
    unit = state.units[order.unit]
    return Fly(unit.id, chooser.randrange(1, longest(unit) - flown(state, unit) + 1))


def guess_turn(_state: State, _ask: Ask, order: EndFlight, chooser: Chooser, _attempt: int) -> Order | None:
    """Some Turn."""
    return EndFlight(order.unit, chooser.randrange(-TURN, TURN + 1))


def aim_fly(state: State, _ask: Ask, order: Fly, spot: Aim) -> Order:
    """As far as a spot lies ahead, within what is left."""
    unit = state.units[order.unit]
    left = longest(unit) - flown(state, unit)
    best = min(range(1, left + 1), key=lambda n: _miss(unit, n, spot), default=1)
    return Fly(unit.id, best)


def _miss(unit: Unit, inches: int, spot: Aim) -> int:
    x, y = advance(unit.x, unit.y, unit.facing, inches * INCH)
    return (x - spot.x) ** 2 + (y - spot.y) ** 2


def aim_turn(state: State, _ask: Ask, order: EndFlight, spot: Aim) -> Order:
    """Towards a spot, or a facing."""
    unit = state.units[order.unit]
    wanted = bearing(unit.x, unit.y, spot.x, spot.y) if spot.facing is None else spot.facing
    return EndFlight(order.unit, max(-TURN, min(TURN, turn_between(unit.facing, wanted))))


def seats_aloft(state: State) -> set[str]:
    """The sides with an airstrike that is still to move in this pass."""
    return {seat for seat in SEATS if to_fly(state, seat)}
