"""3.4.4 and 3.7: smoke launchers and searchlights."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick, Place, decline
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line
from gearlock.systems.tactical.damage.condition import is_crewless
from gearlock.systems.tactical.dice_tests import throw_dice
from gearlock.systems.tactical.line_of_sight.lines import FIRE, SMOKE
from gearlock.systems.tactical.line_of_sight.seeing import LAMP, has_crew, perk
from gearlock.systems.tactical.line_of_sight.terrain import is_night
from gearlock.systems.tactical.sensors.sensors import (
    LAUNCHED,
    Communicated,
    CutOff,
    EmissionBegun,
    EmissionCut,
    EmissionRolled,
    Emit,
    JammingCompared,
    LampBroken,
    LaunchSmoke,
    LightSwitched,
    SmokeCleared,
    SmokeLaunched,
    SmokeRose,
    Sweep,
    SweepBegun,
    Swept,
    SwitchLight,
    offer_emissions,
    offer_sweeps,
    refuse_cut,
    refuse_emit,
    refuse_sweep,
    resolve_cut,
    resolve_emit,
    resolve_sweep,
)
from gearlock.systems.tactical.state import SEARCHLIGHT, SEATS, State, Unit
from gearlock.table.measure import INCH, distance, inches, inches_text


def sweep(state: State, event: SweepBegun, _seat: str | None) -> Line:
    """Somebody searches."""
    text = f"{state.units[event.unit].name} sweeps for {state.units[event.target].name} with Active Sensors."
    return Line(text, (event.unit, event.target), "tactical.3.3")


def swept(state: State, event: Swept, _seat: str | None) -> Line:
    """Found or not."""
    jammed = f" and ECM of {event.jamming}" if event.jamming >= 0 else ""
    came = "is found" if event.found else "stays hidden"
    text = f"{state.units[event.target].name} {came}: {event.total} against a Threshold of {event.threshold}{jammed}."
    return Line(text, (event.unit, event.target), "tactical.3.3")


def emission(state: State, event: EmissionBegun, _seat: str | None) -> Line:
    """Somebody jams."""
    text = f"{state.units[event.unit].name} works its {event.system.upper()}."
    return Line(text, (event.unit,), f"tactical.3.3.1-{event.system}")


def emission_rolled(state: State, event: EmissionRolled, _seat: str | None) -> Line:
    """How strong it will be."""
    name = event.system.upper()
    text = f"The {name} of {state.units[event.unit].name} has Threshold {event.threshold} from the next round on."
    return Line(text, (event.unit,), f"tactical.3.3.1-{event.system}")


def emission_cut(state: State, event: EmissionCut, _seat: str | None) -> Line:
    """Silence."""
    text = f"{state.units[event.unit].name} switches its {event.system.upper()} off."
    return Line(text, (event.unit,), f"tactical.3.3.1-{event.system}")


def compared(state: State, event: JammingCompared, _seat: str | None) -> Line | None:
    """What jams in this round."""
    parts = []
    for name, threshold in event.ecm:
        end = ", cancelled by ECCM" if name in event.cancelled else ""
        parts.append(f"ECM of {state.units[name].name} {threshold}{end}")
    parts += [f"ECCM of {state.units[name].name} {threshold}" for name, threshold in event.eccm]
    if not parts:
        return None
    units = tuple(dict.fromkeys(name for name, _ in (*event.ecm, *event.eccm)))
    return Line(f"In the ether: {'; '.join(parts)}.", units, "tactical.3.3.1-ecm")


def communicated(state: State, event: Communicated, _seat: str | None) -> Line:
    """Through the noise, or not."""
    came = "gets through" if event.passed else "is lost in enemy ECM"
    what = event.purpose[:1].upper() + event.purpose[1:]
    whose, units = (f" of {state.units[event.unit].name}", (event.unit,)) if event.unit else ("", ())
    return Line(f"{what}{whose} {came}: {event.total} against {event.against}.", units, "tactical.3.3.1-ecm")


def smoke(state: State, event: SmokeLaunched, _seat: str | None) -> Line:
    """A cloud."""
    text = f"{state.units[event.unit].name} launches smoke at {inches(event.x)}, {inches(event.y)} in."
    return Line(text, (event.unit,), "tactical.7.2-smoke")


def fire_smoke(_state: State, event: SmokeRose, _seat: str | None) -> Line:
    """A fire smokes."""
    place = f"{inches(event.x)}, {inches(event.y)} in"
    return Line(f"Smoke of Obscurement {event.obscurement} rises from the fire at {place}.", (), "tactical.3.4.4-smoke")


def cleared(_state: State, _event: SmokeCleared, _seat: str | None) -> Line:
    """It has gone."""
    return Line("The smoke clears.", (), "tactical.7.2-smoke")


def light(state: State, event: LightSwitched, _seat: str | None) -> Line:
    """On or off."""
    text = f"{state.units[event.unit].name} turns its searchlight {'on' if event.on else 'off'}."
    return Line(text, (event.unit,), "tactical.3.7-searchlight")


def lamp(state: State, event: LampBroken, _seat: str | None) -> Line:
    """Shot out."""
    return Line(
        f"The searchlight of {state.units[event.unit].name} is shot out.", (event.unit,), "tactical.3.7-searchlight"
    )


# --- 7.2, 3.4.4: smoke launchers, and the smoke of fires

LAUNCHERS: Final = "Smoke Launchers"

RULE: Final = "tactical.7.2-smoke"

REACH: Final = INCH


@heeds("tactical.7.2-smoke", "tactical.2.6.3")
def refuse_launchers(state: State, unit_id: str) -> Refusal | None:
    """Why a unit cannot launch smoke at all: working launchers, while it is being activated, and once."""
    unit, now = state.units.get(unit_id), state.activation
    if unit is None or not unit.is_fielded:
        return Refusal("unit", RULE, f"{unit_id or 'Nobody'} is no unit on the table.")
    if not perk(unit, LAUNCHERS):
        return Refusal("perk", RULE, f"The {unit.name} has no working Smoke Launchers.")
    if now is None or now.unit != unit_id:
        return Refusal("activation", RULE, "Smoke is launched while the vehicle moves, in its own activation.")
    if is_crewless(unit):
        return Refusal("crew", "tactical.2.6.3", f"Nobody is left in the {unit.name} to launch its smoke.")
    if LAUNCHED in now.marks:
        return Refusal("again", RULE, f"The {unit.name} has launched its smoke in this activation.")
    return None


@rule("tactical.7.2-smoke")
def refuse_smoke(state: State, order: LaunchSmoke) -> Refusal | None:
    """Why smoke cannot go there: launchers, and a point of the table within 1 in. It takes no Action."""
    if refusal := refuse_launchers(state, order.unit):
        return refusal
    unit = state.units[order.unit]
    if order.x is None or order.y is None:
        return Refusal("point", RULE, "Name the point around which the smoke spreads.")
    if not (0 <= order.x <= state.ground.width and 0 <= order.y <= state.ground.height):
        return Refusal("table", RULE, "This point is off the table.")
    away = distance(unit.x, unit.y, order.x, order.y)
    if away > REACH:
        message = f"This point is {inches_text(away)} in from the {unit.name}; its smoke reaches 1 in."
        return Refusal("reach", RULE, message, {"distance": away, "reach": REACH})
    return None


@heeds("tactical.7.2-smoke")
def resolve_smoke(ctx: Ctx[State], order: LaunchSmoke) -> None:
    """A cloud goes up there."""
    assert order.x is not None and order.y is not None, "the order was judged before"  # noqa: PT018 - one fact
    ctx.emit(SmokeLaunched(order.unit, order.x, order.y))


def offer_smoke(state: State, unit: Unit) -> Iterator[Option]:
    """A cloud at a point."""
    if perk(unit, LAUNCHERS) and refuse_launchers(state, unit.id) is None:
        yield Place("Launch smoke within 1 in", LaunchSmoke(unit.id), RULE, unit=unit.id, zone="reach")


def guess_smoke(state: State, _ask: Ask, order: LaunchSmoke, chooser: Chooser, _attempt: int) -> Order | None:
    """Somewhere around the vehicle."""
    unit = state.units[order.unit]
    aside, ahead = (chooser.randrange(-REACH, REACH + 1) for _ in range(2))
    return LaunchSmoke(unit.id, unit.x + aside * 7 // 10, unit.y + ahead * 7 // 10)


def aim_smoke(_state: State, _ask: Ask, order: LaunchSmoke, spot: Aim) -> Order | Refusal:
    """At the point somebody pointed at."""
    return LaunchSmoke(order.unit, spot.x, spot.y)


@rule("tactical.3.4.4-smoke")
def smoke_of_fire(face: int) -> int:
    """The Obscurement of the smoke of a burning zone by its die: none on 1 and 2, 1 on 3 and 4, 2 on 5 and 6."""
    return (face - 1) // 2


@heeds("tactical.3.4.4-smoke")
def resolve_fire_smoke(ctx: Ctx[State]) -> Script[None]:
    """Between two rounds: one die for each burning zone tells how thick its smoke is in the one to come."""
    fires = [patch for patch in ctx.state.patches if patch.kind == FIRE]
    for fire in fires:
        seat = ctx.state.first or ctx.state.turn or "red"
        (face,) = yield from throw_dice(ctx, "smoke of a fire", 1, seat, "", "tactical.3.4.4-smoke")
        if thickness := smoke_of_fire(face):
            ctx.emit(SmokeRose(fire.x, fire.y, fire.radius, thickness))


@heeds("tactical.7.2-smoke", "tactical.3.4.4-smoke")
def clear_smoke(ctx: Ctx[State]) -> None:
    """At the end of a round all smoke goes; fires are rolled for anew."""
    if any(patch.kind == SMOKE for patch in ctx.state.patches):
        ctx.emit(SmokeCleared())


# --- 3.7: searchlights are turned on and off at the beginning of a round

LIGHTS: Final = "lights"
"""The question at the beginning of a round."""

RULE_SEARCHLIGHT: Final = "tactical.3.7-searchlight"


def lamps_of(state: State, seat: str) -> tuple[str, ...]:
    """The units of a seat whose searchlights work, by id."""
    return tuple(unit.id for unit in state.fielded(seat) if perk(unit, LAMP) and has_crew(unit))


@rule("tactical.3.7-searchlight")
def resolve_lights(ctx: Ctx[State]) -> Script[None]:
    """At the beginning of a round at night each side turns its searchlights on or off; between rounds nobody does."""
    if not is_night(ctx.state):
        return
    for seat in SEATS:
        left = lamps_of(ctx.state, seat)
        while left:
            order = yield from ask(Ask(seat, LIGHTS, "", left, RULE_SEARCHLIGHT, "Turn searchlights on or off?", True))
            if not isinstance(order, SwitchLight):
                break
            ctx.emit(LightSwitched(order.unit, order.on))
            left = tuple(name for name in left if name != order.unit)


@heeds("tactical.3.7-searchlight")
def refuse_light(state: State, asked: Ask, order: SwitchLight) -> Refusal | None:
    """Why a light is not switched: it is none of those that are asked about, or burns, or is dark, already."""
    if order.unit not in asked.about:
        return Refusal("unit", RULE_SEARCHLIGHT, f"{order.unit or 'Nobody'} has no searchlight to switch now.")
    unit = state.units[order.unit]
    if bool(unit.token(SEARCHLIGHT)) == order.on:
        return Refusal(
            "same", RULE_SEARCHLIGHT, f"The searchlight of the {unit.name} is {'on' if order.on else 'off'} already."
        )
    return None


def offer_lights(state: State, asked: Ask) -> Iterator[Option]:
    """Each searchlight the other way round, or all as they are."""
    for name in asked.about:
        unit = state.units[name]
        on = not unit.token(SEARCHLIGHT)
        yield Pick(
            f"Turn the searchlight of the {unit.name} {'on' if on else 'off'}", SwitchLight(name, on), RULE_SEARCHLIGHT
        )
    yield decline("Leave the lights as they are", RULE_SEARCHLIGHT)


@heeds("tactical.3.7-searchlight")
def break_lamp(ctx: Ctx[State], unit_id: str) -> None:
    """A called shot has hit a searchlight: it is out for good."""
    if perk(ctx.state.units[unit_id], LAMP):
        ctx.emit(LampBroken(unit_id))


# --- The contents of the chapter

SENSORS: Chapter[State] = Chapter(
    "3.3: Advanced Detection",
    orders=(
        OrderRules(Sweep, "act", by_order(refuse_sweep), resolve_sweep),
        OrderRules(Emit, "act", by_order(refuse_emit), resolve_emit),
        OrderRules(CutOff, "act", by_order(refuse_cut), resolve_cut),
        OrderRules(LaunchSmoke, "act", by_order(refuse_smoke), resolve_smoke, guess_smoke, aim=aim_smoke),
        OrderRules(SwitchLight, LIGHTS, refuse_light),
    ),
    events={
        SweepBegun: sweep,
        Swept: swept,
        EmissionBegun: emission,
        EmissionRolled: emission_rolled,
        EmissionCut: emission_cut,
        JammingCompared: compared,
        Communicated: communicated,
        SmokeLaunched: smoke,
        SmokeRose: fire_smoke,
        SmokeCleared: cleared,
        LightSwitched: light,
        LampBroken: lamp,
    },
)


def offer_sensors(state: State, unit: Unit) -> Iterator[Option]:
    """What sensors, jammers and launchers let a unit do in its activation."""
    yield from offer_sweeps(state, unit)
    yield from offer_emissions(state, unit)
    yield from offer_smoke(state, unit)
