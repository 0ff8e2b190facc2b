"""4.1.4: subplots that settle something before the battle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Place, decline
from gearlock.kernel.chapters import Chapter, OrderRules, by_order, checked
from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line
from gearlock.systems.tactical.attacks.exchange import AmmoChecked, PhantomShot, WeaponJammed
from gearlock.systems.tactical.command import WINDOW
from gearlock.systems.tactical.damage.amounts import Blow
from gearlock.systems.tactical.damage.damage import riders
from gearlock.systems.tactical.damage.resolving import resolve_level
from gearlock.systems.tactical.damage.systems_damage import CREW_HIT, system_at
from gearlock.systems.tactical.deployment import faces, first_inches, refuse_standing, standing
from gearlock.systems.tactical.infantry import CiviliansKilled
from gearlock.systems.tactical.line_of_sight.terrain import ground_type, weather
from gearlock.systems.tactical.rounds.activation import ACT, ACTIVATE
from gearlock.systems.tactical.state import LIGHT, SEATS, State, Unit, opponent
from gearlock.systems.tactical.subplots.of_the_field import (
    LAY,
    LINE,
    aim_mines,
    bring,
    field_sizes,
    guess_mines,
    refuse_dig,
    refuse_line,
    refuse_mines,
    refuse_tunnel,
    resolve_dig,
    resolve_mining,
    resolve_planes,
    resolve_tunnel,
    resolve_warning,
)
from gearlock.systems.tactical.subplots.orders_and_events import (
    AmmoLeftOver,
    AttackAgreed,
    CallTraitor,
    ChooseLine,
    CiviliansCame,
    CiviliansMoved,
    ClearWeapon,
    Coordinate,
    CowardChosen,
    Dig,
    EventForeseen,
    FellIn,
    GroundFell,
    HeroFound,
    LayMines,
    LinkUnits,
    LoversFound,
    MinesLaid,
    NerveLost,
    Rally,
    RallyTried,
    Relocate,
    Relocated,
    RelocationOver,
    SubplotsBegun,
    SuppliesCorrupted,
    TakeTunnel,
    TempestComing,
    TraitorTurned,
    TunnelDug,
    TunnelTaken,
    UnitsLinked,
    VendettaOver,
    VendettaSworn,
    WeaponCleared,
    WeaponsFaulty,
    machines_of,
    pick,
    those_of,
)
from gearlock.systems.tactical.subplots.personal import (
    LINK,
    RALLY,
    refuse_call,
    refuse_clear,
    refuse_coordinate,
    refuse_link,
    refuse_rally,
    resolve_call_traitor,
    resolve_choice,
    resolve_clear,
    resolve_coordinate,
    resolve_faults,
    resolve_linking,
    resolve_oath,
)
from gearlock.systems.tactical.switches import (
    BAD_INTELLIGENCE,
    BYSTANDERS,
    COLLAPSE,
    COORDINATED,
    CORRUPTED,
    COWARD,
    DETAILED_DAMAGE,
    FRIENDLY_FIRE,
    HERO,
    LEFTOVER_AMMO,
    LOVE,
    MALFUNCTIONS,
    MINES,
    TEMPEST,
    TEMPEST_PLOTS,
    VENDETTA,
    bought,
)
from gearlock.systems.tactical.weather import WeatherChanged
from gearlock.table.measure import FULL_TURN, INCH

RULES = "tactical.4.1.4-"


def _name(state: State, unit: str) -> str:
    return f"the {state.units[unit].name}"


def _line(text: str, units: tuple[str, ...], rule: str) -> Line:
    return Line(text[0].upper() + text[1:], units, RULES + rule)


def lovers_found(state: State, event: LoversFound, _seat: str | None) -> Line:
    names = state.units[event.unit].name, state.units[event.loved].name
    text = f"The {names[0]} is in love with the {names[1]} and will not fire on it."
    return Line(text, (event.unit, event.loved), "tactical.4.1.4-love")


def hero_found(state: State, event: HeroFound, _seat: str | None) -> Line:
    text = f"The {state.units[event.unit].name} is piloted by a young hero."
    return Line(text, (event.unit,), "tactical.4.1.4-hero")


def ammo_left_over(state: State, event: AmmoLeftOver, _seat: str | None) -> Line:
    text = f"The {state.units[event.unit].name} has been given leftover ammunition."
    return Line(text, (event.unit,), "tactical.4.1.4-leftover-ammo")


def ammo_checked(state: State, event: AmmoChecked, _seat: str | None) -> Line:
    works = "are duds" if event.dud else "work"
    text = f"The rounds of the {state.units[event.unit].name} {works} this round."
    return Line(text, (event.unit,), "tactical.4.1.4-leftover-ammo")


def phantom_shot(state: State, event: PhantomShot, _seat: str | None) -> Line:
    text = f"The {state.units[event.unit].name} fired at a phantom."
    return Line(text, (event.unit,), "tactical.4.1.4-phantom-echoes")


def supplies_corrupted(state: State, event: SuppliesCorrupted, _seat: str | None) -> Line:
    text = f"The {state.units[event.unit].name} comes to the battle badly maintained."
    return Line(text, (event.unit,), "tactical.4.1.4-corrupted-supplies")


def tempest_coming(_state: State, event: TempestComing, _seat: str | None) -> Line:
    return Line(f"A tempest will break out in round {event.round}.", (), "tactical.4.1.4-tempest")


def units_linked(state: State, event: UnitsLinked, _seat: str | None) -> Line:
    text = f"{_name(state, event.first)} and {_name(state, event.second)} attack better together."
    return _line(text, (event.first, event.second), "coordinated")


def attack_agreed(state: State, event: AttackAgreed, _seat: str | None) -> Line:
    both = f"{_name(state, event.unit)} and {_name(state, event.mate)}"
    text = f"{both} will attack {_name(state, event.target)} this round, each at +1."
    return _line(text, (event.unit, event.mate, event.target), "coordinated")


def coward_chosen(state: State, event: CowardChosen, seat: str | None) -> Line:
    if seat not in (None, event.buyer):
        text = f"One of {event.seat}'s units is a coward: it will fall back once it is damaged. Which, time will tell."
        return _line(text, (), "coward")
    return _line(f"{_name(state, event.unit)} is a coward: damaged, it will fall back.", (event.unit,), "coward")


def nerve_lost(state: State, event: NerveLost, _seat: str | None) -> Line:
    home = state.homes[state.units[event.unit].seat]
    return _line(
        f"{_name(state, event.unit)} loses its nerve: it falls back to the {home} edge.", (event.unit,), "coward"
    )


def rally_tried(state: State, event: RallyTried, _seat: str | None) -> Line:
    what = "is called back and fights on" if event.passed else "is not called back this round"
    return _line(f"{_name(state, event.unit)} {what}.", (event.unit,), "coward")


def vendetta_sworn(state: State, event: VendettaSworn, _seat: str | None) -> Line:
    text = f"{_name(state, event.unit)} hates {_name(state, event.hated)} and will attack nobody else."
    return _line(text, (event.unit, event.hated), "vendetta")


def vendetta_over(state: State, event: VendettaOver, _seat: str | None) -> Line:
    text = f"The vendetta of {_name(state, event.unit)} against {_name(state, event.hated)} is over."
    return _line(text, (event.unit, event.hated), "vendetta")


def traitor_turned(state: State, event: TraitorTurned, _seat: str | None) -> Line:
    text = f"{_name(state, event.unit)} is a traitor: it fights for {event.seat} from now on."
    return _line(text, (event.unit,), "traitor")


def relocated(state: State, event: Relocated, _seat: str | None) -> Line:
    text = f"Bad intelligence: {_name(state, event.unit)} stands elsewhere than anybody thought."
    return _line(text, (event.unit,), "bad-intelligence")


def weapons_faulty(state: State, event: WeaponsFaulty, _seat: str | None) -> Line:
    text = f"The weapons of {_name(state, event.unit)} malfunction: each Fumble jams one until an Action clears it."
    return _line(text, (event.unit,), "malfunctions")


def weapon_jammed(state: State, event: WeaponJammed, _seat: str | None) -> Line:
    return _line(f"The {event.weapon} of {_name(state, event.unit)} jams.", (event.unit,), "malfunctions")


def weapon_cleared(state: State, event: WeaponCleared, _seat: str | None) -> Line:
    return _line(f"{_name(state, event.unit)} clears its {event.weapon}.", (event.unit,), "malfunctions")


def mines_laid(_state: State, event: MinesLaid, _seat: str | None) -> Line:
    text = f"An old {event.type} minefield of {len(event.squares)} square inches lies on the table."
    return _line(text, (), "minefield")


def civilians_came(_state: State, event: CiviliansCame, _seat: str | None) -> Line:
    return _line("Civilians have wandered into the battle.", (event.unit,), "bystanders")


def civilians_moved(_state: State, event: CiviliansMoved, _seat: str | None) -> Line:
    return _line(f"The civilians wander on ({event.face}).", (event.unit,), "bystanders")


def civilians_killed(_state: State, event: CiviliansKilled, _seat: str | None) -> Line:
    dead = f"{event.dead} civilian{'s' * (event.dead != 1)} died"
    cost = f": {event.seat} loses {event.dead} Victory Point{'s' * (event.dead != 1)}." if event.seat else "."
    return _line(dead + cost, (event.unit,), "bystanders")


def event_foreseen(_state: State, event: EventForeseen, _seat: str | None) -> Line:
    rule = "macallen-collapse" if event.name == COLLAPSE else "friendly-fire"
    return _line(f"{event.name}: it will happen in round {event.round}.", (), rule)


def ground_fell(state: State, event: GroundFell, _seat: str | None) -> Line:
    text = f"The ground falls in under {_name(state, event.unit)}: {event.inches} in of it drop by an inch."
    return _line(text, (event.unit,), "macallen-collapse")


def fell_in(state: State, event: FellIn, _seat: str | None) -> Line:
    return _line(f"{_name(state, event.unit)} falls in.", (event.unit,), "macallen-collapse")


def tunnel_dug(state: State, event: TunnelDug, _seat: str | None) -> Line:
    text = f"{_name(state, event.unit)} goes underground and comes out again: tunnel {event.number} is open to all."
    return _line(text, (event.unit,), "macallen-tunnel")


def tunnel_taken(state: State, event: TunnelTaken, _seat: str | None) -> Line:
    return _line(f"{_name(state, event.unit)} goes through a tunnel.", (event.unit,), "macallen-tunnel")


# --- 4.1.4: subplots that settle something before the battle, and the tempest that breaks out in it


@heeds("tactical.4.1.4-hero")
def resolve_hero(ctx: Ctx[State], seat: str) -> Script[None]:
    """A random unit of the side is piloted by a young hero."""
    ctx.emit(HeroFound((yield from pick("hero", those_of(ctx.state, seat), seat, "tactical.4.1.4-hero"))))


@heeds("tactical.4.1.4-leftover-ammo")
def resolve_leftovers(ctx: Ctx[State], seat: str) -> Script[None]:
    """A random unit of the enemy has old ammunition."""
    theirs = those_of(ctx.state, opponent(seat))
    ctx.emit(AmmoLeftOver((yield from pick("old ammunition", theirs, seat, "tactical.4.1.4-leftover-ammo"))))


def resolve_bystanders(ctx: Ctx[State], _seat: str) -> Script[None]:
    """Civilians are there from the beginning."""
    bring(ctx)
    yield from ()


def resolve_beginnings(ctx: Ctx[State]) -> Script[None]:
    """Whatever the subplots of both sides do before the battle."""
    for seat in SEATS:
        for name, begin in BEGINNINGS.items():
            for _ in range(bought(ctx.state, seat, name)):
                yield from begin(ctx, seat)
        for size in field_sizes(ctx.state, seat, bought(ctx.state, seat, MINES)):
            yield from resolve_mining(ctx, seat, size)
    if any(bought(ctx.state, seat, TEMPEST_PLOTS) for seat in SEATS):
        (face,) = yield from throw(Roll("tempest", 1, 6, rule="tactical.4.1.4-tempest"))
        ctx.emit(TempestComing(face))
    ctx.emit(SubplotsBegun())


@rule("tactical.4.1.4-corrupted-supplies")
def resolve_supplies(ctx: Ctx[State], seat: str) -> Script[None]:
    """A random vehicle of the enemy has a Light result; with detailed damage one of the crew is rolled again."""
    rule_id = "tactical.4.1.4-corrupted-supplies"
    machines = machines_of(ctx.state, opponent(seat))
    if not machines:
        return
    unit = yield from pick("corrupted supplies", machines, seat, rule_id)
    location = 0
    while ctx.state.switch(DETAILED_DAMAGE) and location == 0:
        (face,) = yield from throw(Roll(f"damaged system: {seat}", 1, 6, seat=seat, rule=rule_id))
        location = face if system_at(face) not in (CREW_HIT, "") else 0
    ctx.emit(SuppliesCorrupted(unit))
    yield from resolve_level(ctx, unit, LIGHT, Blow(0, rule=rule_id, location=location, knocks=False), location)


@rule("tactical.4.1.4-love")
def resolve_love(ctx: Ctx[State], seat: str) -> Script[None]:
    """A random unit of the enemy falls in love with a random one of this side, and will never fire on it."""
    theirs, ours = those_of(ctx.state, opponent(seat)), those_of(ctx.state, seat)
    lover = yield from pick("who is in love", theirs, seat, "tactical.4.1.4-love")
    loved = yield from pick("who is loved", ours, seat, "tactical.4.1.4-love")
    ctx.emit(LoversFound(lover, loved))


@rule("tactical.4.1.4-tempest")
@heeds("tactical.3.7-tempest")
def break_out(ctx: Ctx[State]) -> None:
    """The tempest breaks out in its round, whatever the weather was."""
    if ctx.state.points.get("tempest") == ctx.state.round and TEMPEST not in weather(ctx.state):
        ctx.emit(WeatherChanged(weather="+".join((*weather(ctx.state), TEMPEST))))


BEGINNINGS: Final[dict[str, Callable[[Ctx[State], str], Script[None]]]] = {
    CORRUPTED: resolve_supplies,
    HERO: resolve_hero,
    LEFTOVER_AMMO: resolve_leftovers,
    LOVE: resolve_love,
    COORDINATED: resolve_linking,
    COWARD: resolve_choice,
    VENDETTA: resolve_oath,
    MALFUNCTIONS: resolve_faults,
    BYSTANDERS: resolve_bystanders,
    COLLAPSE: resolve_warning,
    FRIENDLY_FIRE: resolve_planes,
}
"""What each subplot settles for its side before the battle."""


# --- 4.1.4: Bad Intelligence: a quarter of a force stands elsewhere than the enemy thought

RULE: Final = "tactical.4.1.4-bad-intelligence"

RELOCATE: Final = "relocate"

PARTS: Final = 4
"""A quarter of the force's Threat Value for each of these subplots."""

PLACES: Final = 40
"""Spots guessed at."""


def _tv(unit: Unit) -> int:
    return unit.tv or unit.card.tv


def worth_of(state: State, unit: Unit) -> int:
    """The Threat Value of a unit with all who ride in it."""
    return _tv(unit) + sum(_tv(squad) for squad in riders(state, unit.id))


@rule("tactical.4.1.4-bad-intelligence")
def tv_left(state: State, seat: str) -> int:
    """The Threat Value that a side may still move: a quarter of its force for each of these subplots."""
    force = sum(_tv(unit) for unit in those_of(state, seat))
    return force * bought(state, seat, BAD_INTELLIGENCE) // PARTS - state.points.get(f"relocated TV:{seat}", 0)


def movable(state: State, seat: str) -> list[Unit]:
    """Units on the table that have not been moved and are worth no more than what is left."""
    left = tv_left(state, seat)
    fresh = (unit for unit in state.fielded(seat) if not state.points.get(f"relocated:{unit.id}"))
    return [unit for unit in fresh if not unit.carrier and worth_of(state, unit) <= left]


@heeds("tactical.4.1.4-bad-intelligence")
def relocates(state: State) -> str:
    """The side that may move units now, before the first round; empty for none."""
    if state.round:
        return ""
    open_to = (seat for seat in SEATS if bought(state, seat, BAD_INTELLIGENCE))
    return next((seat for seat in open_to if not state.points.get(f"relocation over:{seat}")), "")


@heeds("tactical.4.1.4-bad-intelligence")
def resolve_relocation(ctx: Ctx[State], seat: str) -> Script[None]:
    """One unit after the other, until the side has enough or nothing more may be moved."""
    if movable(ctx.state, seat):
        prompt = f"Bad Intelligence: you may move units of {tv_left(ctx.state, seat)} TV anywhere on the table."
        order = yield from ask(Ask(seat, RELOCATE, rule=RULE, prompt=prompt, optional=True))
        if isinstance(order, Relocate):
            unit = ctx.state.units[order.unit]
            z = checked(standing(ctx.state, unit, order.x, order.y)).body.z
            inches = first_inches(ctx.state, unit, unit.went, ground_type(ctx.state, order.x, order.y))
            place = (order.x, order.y, z, order.facing)
            ctx.emit(Relocated(unit.id, *place, inches * INCH, worth_of(ctx.state, unit)))
            return
    ctx.emit(RelocationOver(seat))


@heeds("tactical.4.1.4-bad-intelligence")
def refuse_relocate(state: State, question: Ask, order: Relocate) -> Refusal | None:
    """A unit of one's own that is worth no more than what is left, to a place where it could stand."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != question.seat or not unit.is_fielded or unit.carrier:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no unit of yours on the table.")
    if state.points.get(f"relocated:{unit.id}"):
        return Refusal("moved", RULE, f"The {unit.name} has been moved already.")
    worth, left = worth_of(state, unit), tv_left(state, question.seat)
    if worth > left:
        message = f"The {unit.name} is worth {worth} TV, and a quarter of the force leaves {left}: move a cheaper one."
        return Refusal("quarter", RULE, message, {"tv": worth, "left": left})
    if order.facing not in range(FULL_TURN):
        return Refusal("facing", RULE, "A facing is 0 to 3599 tenths of a degree.", {"facing": order.facing})
    return refuse_standing(state, unit, order.x, order.y, unit.mode)


def offer_relocations(state: State, question: Ask) -> Iterator[Option]:
    """Each unit that may be moved; or no more."""
    for unit in movable(state, question.seat):
        label = f"Move the {unit.name} ({worth_of(state, unit)} TV)"
        yield Place(label, Relocate(unit.id), RULE, unit.id, "table")
    yield decline("Move nobody more", RULE)


def guess_relocate(state: State, _ask: Ask, order: Relocate, chooser: Chooser, _attempt: int) -> Order | None:
    """Anywhere."""
    unit, ground = state.units[order.unit], state.ground
    x, y = chooser.randrange(0, ground.width), chooser.randrange(0, ground.height)
    return Relocate(unit.id, x, y, faces(state, unit.seat))


def aim_relocate(state: State, question: Ask, order: Relocate, spot: Aim) -> Order:
    """The spot, looking at the enemy's side unless something else is asked for."""
    facing = faces(state, question.seat) if spot.facing is None else spot.facing % FULL_TURN
    return Relocate(order.unit, spot.x, spot.y, facing)


# --- The contents of the chapter

SUBPLOTS: Chapter[State] = Chapter(
    "4.1.4: Subplots",
    orders=(
        OrderRules(LinkUnits, LINK, refuse_link),
        OrderRules(Coordinate, ACT, refuse_coordinate, resolve_coordinate),
        OrderRules(Rally, RALLY, refuse_rally),
        OrderRules(CallTraitor, (ACT, ACTIVATE, WINDOW), refuse_call, resolve_call_traitor),
        OrderRules(Relocate, RELOCATE, refuse_relocate, guess=guess_relocate, tries=PLACES, aim=aim_relocate),
        OrderRules(ClearWeapon, ACT, by_order(refuse_clear), resolve_clear),
        OrderRules(
            LayMines,
            LAY,
            refuse_mines,
            guess=guess_mines,
            tries=60,
            aim=aim_mines,
        ),
        OrderRules(ChooseLine, LINE, refuse_line),
        OrderRules(Dig, ACT, by_order(refuse_dig), resolve_dig),
        OrderRules(TakeTunnel, ACT, by_order(refuse_tunnel), resolve_tunnel),
    ),
    events={
        HeroFound: hero_found,
        AmmoLeftOver: ammo_left_over,
        AmmoChecked: ammo_checked,
        PhantomShot: phantom_shot,
        LoversFound: lovers_found,
        SuppliesCorrupted: supplies_corrupted,
        TempestComing: tempest_coming,
        SubplotsBegun: None,
        UnitsLinked: units_linked,
        AttackAgreed: attack_agreed,
        CowardChosen: coward_chosen,
        NerveLost: nerve_lost,
        RallyTried: rally_tried,
        VendettaSworn: vendetta_sworn,
        VendettaOver: vendetta_over,
        TraitorTurned: traitor_turned,
        Relocated: relocated,
        RelocationOver: None,
        WeaponsFaulty: weapons_faulty,
        WeaponJammed: weapon_jammed,
        WeaponCleared: weapon_cleared,
        MinesLaid: mines_laid,
        CiviliansCame: civilians_came,
        CiviliansMoved: civilians_moved,
        CiviliansKilled: civilians_killed,
        EventForeseen: event_foreseen,
        GroundFell: ground_fell,
        FellIn: fell_in,
        TunnelDug: tunnel_dug,
        TunnelTaken: tunnel_taken,
    },
)
