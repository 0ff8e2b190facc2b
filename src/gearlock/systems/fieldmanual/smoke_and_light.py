"""Smoke launchers, searchlights, and hatches that are opened."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick, Place, Target
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line
from gearlock.mechanics.sighting.arcs import is_in_arc
from gearlock.mechanics.sighting.clouds import Cloud
from gearlock.systems.fieldmanual.lock_and_cover.lock import HATCH, LIGHT_USED, SEARCHLIT, is_walled_off
from gearlock.systems.fieldmanual.lock_and_cover.looks import ARCS, SIDES, distance, gap_to
from gearlock.systems.fieldmanual.lock_and_cover.smoke import SMOKE_RADIUS
from gearlock.systems.fieldmanual.paying import mark, pay, refuse_idle
from gearlock.systems.fieldmanual.state import FIELDED, State, Unit
from gearlock.systems.fieldmanual.table_effects import is_dark
from gearlock.table.measure import INCH, inches, inches_text

LAUNCHERS = "Smoke Launchers"


# --- Smoke Launchers: a cloud of Medium Concealment around a point, for an Action and one of so many uses

RULE = "fieldmanual.perk-smoke"

REACH: Final = 6 * INCH


def uses_left(unit: Unit) -> int:
    """How often a model can still launch smoke in this battle."""
    return max(0, unit.perk(LAUNCHERS) - unit.expended.get(LAUNCHERS, 0))


@heeds("fieldmanual.perk-smoke")
def refuse_launchers(unit: Unit) -> Refusal | None:
    """Why a model cannot launch smoke at all: no launchers that work, none left, no Action."""
    if not unit.perk(LAUNCHERS):
        return Refusal("perk", RULE, f"The {unit.name} has no working Smoke Launchers.")
    if not uses_left(unit):
        message = f"The {unit.name} has launched all its smoke: {unit.perk(LAUNCHERS)} in a battle."
        return Refusal("used-up", RULE, message, {"uses": unit.perk(LAUNCHERS)})
    return refuse_idle(unit, 1, RULE)


class LaunchSmoke(Order, frozen=True, tag="launch-smoke"):
    """Put up a cloud of smoke around a point within 6 in."""

    unit: str
    x: int | None = None
    y: int | None = None


@rule("fieldmanual.perk-smoke")
def refuse_smoke(state: State, order: LaunchSmoke) -> Refusal | None:
    """Why smoke cannot go there: launchers, an Action, and a point of the table within 6 in of the base."""
    unit = state.units[order.unit]
    if refusal := refuse_launchers(unit):
        return refusal
    if order.x is None or order.y is None:
        return Refusal("point", RULE, "Name the point around which the smoke spreads.")
    if not (0 <= order.x <= state.ground.width and 0 <= order.y <= state.ground.height):
        return Refusal("table", RULE, "This point is off the table.", {"x": order.x, "y": order.y})
    away = min(gap_to(base, order.x, order.y) for base in state.bases(unit) or [unit])
    if away > REACH:
        message = f"This point is {inches_text(away)} in from the {unit.name}; smoke reaches 6 in."
        return Refusal("reach", RULE, message, {"distance": away, "reach": REACH})
    return None


class SmokeLaunched(Event, frozen=True, tag="smoke-launched"):
    """A model put up a cloud of smoke (x, y, z, radius); it hangs there until the round is over."""

    unit: str
    cloud: Cloud

    @heeds("fieldmanual.perk-smoke")
    def change(self, state: State) -> None:
        """An Action and one of the uses it has in the battle."""
        unit = state.units[self.unit]
        pay(state, unit)
        for part in state.parts(unit):
            part.expended[LAUNCHERS] = part.expended.get(LAUNCHERS, 0) + 1
        state.smoke.append(self.cloud)


def smoke(state: State, event: SmokeLaunched, _seat: str | None) -> Line:
    """A cloud."""
    x, y, _, _ = event.cloud
    text = f"{state.units[event.unit].name} launches smoke at {inches(x)}, {inches(y)} in."
    return Line(text, (event.unit,), "fieldmanual.perk-smoke")


@heeds("fieldmanual.perk-smoke")
def resolve_smoke(ctx: Ctx[State], order: LaunchSmoke) -> None:
    """A cloud goes up from the ground there."""
    assert order.x is not None and order.y is not None, "the order was judged before"  # noqa: PT018 - one fact
    z = ctx.state.ground.elevation(order.x, order.y)
    ctx.emit(SmokeLaunched(order.unit, (order.x, order.y, z, SMOKE_RADIUS)))


def offer_smoke(_state: State, unit: Unit) -> Iterator[Option]:
    """A cloud at a point, if there is any left."""
    if unit.perk(LAUNCHERS) and refuse_launchers(unit) is None:
        label = f"Launch smoke within 6 in ({uses_left(unit)} left)"
        yield Place(label, LaunchSmoke(unit.id), RULE, unit=unit.id, zone="reach")


def guess_smoke(state: State, _ask: Ask, order: LaunchSmoke, chooser: Chooser, _attempt: int) -> Order | None:
    """Somewhere around the model."""
    unit = state.units[order.unit]
    far = REACH + unit.card.radius
    return LaunchSmoke(unit.id, unit.x + chooser.randrange(-far, far + 1), unit.y + chooser.randrange(-far, far + 1))


def aim_smoke(_state: State, _ask: Ask, order: LaunchSmoke, spot: Aim) -> Order | Refusal:
    """At the point somebody pointed at."""
    return LaunchSmoke(order.unit, spot.x, spot.y)


# --- Searchlights at night, and the hatches of Sensor Dependent models

LIGHT, DEPENDENT = "Searchlight", "Sensor Dependent"

LIGHT_RULE, HATCH_RULE = "fieldmanual.perk-searchlight", "fieldmanual.flaw-sensor-dependent"


class Illuminate(Order, frozen=True, tag="illuminate"):
    """Turn a searchlight on a model."""

    unit: str
    target: str


@rule("fieldmanual.perk-searchlight")
def refuse_light(state: State, order: Illuminate) -> Refusal | None:
    """Why a light cannot be turned there: one target a round, in the dark, in the light's arc and range.

    It takes no Action, and does not shine through Solid terrain.
    """
    unit, target = state.units[order.unit], state.units.get(order.target)
    if refusal := _refuse_lamp(state, unit):
        return refusal
    if target is None or target.status != FIELDED or target.id in {part.id for part in state.parts(unit)}:
        return Refusal("target", LIGHT_RULE, f"{order.target or 'Nobody'} is no other model on the table.")
    reach, away = unit.perk(LIGHT) * INCH, distance(state, unit, target)
    if away > reach:
        message = f"The {target.name} is {inches_text(away)} in away; the light reaches {inches_text(reach)} in."
        return Refusal("range", LIGHT_RULE, message, {"distance": away, "reach": reach})
    arc = unit.card.details.get(LIGHT, "T")
    if not is_in_arc(ARCS.arc(SIDES.get(arc, arc)), unit, target.body):
        return Refusal("arc", LIGHT_RULE, f"The {target.name} is not in the light's arc ({arc}).", {"arc": arc})
    if is_walled_off(state, unit, target):
        return Refusal("solid", LIGHT_RULE, f"Solid terrain hides all of the {target.name} from the light.")
    return None


@heeds("fieldmanual.perk-searchlight")
def _refuse_lamp(state: State, unit: Unit) -> Refusal | None:
    if not unit.perk(LIGHT):
        return Refusal("perk", LIGHT_RULE, f"The {unit.name} has no working searchlight.")
    if not is_dark(state):
        return Refusal("light", LIGHT_RULE, "A searchlight is of use at night, at dawn and at dusk.")
    if unit.token(LIGHT_USED):
        return Refusal("again", LIGHT_RULE, f"The {unit.name} has turned its light on one model in this round.")
    return None


class Illuminated(Event, frozen=True, tag="illuminated"):
    """A searchlight was turned on a model: darkness hides neither of the two for the rest of the round."""

    unit: str
    target: str

    @heeds("fieldmanual.perk-searchlight")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        mark(state, unit, LIGHT_USED)
        mark(state, unit, SEARCHLIT)
        state.units[self.target].tokens[SEARCHLIT] = 1


def light(state: State, event: Illuminated, _seat: str | None) -> Line:
    """A beam."""
    text = f"{state.units[event.unit].name} turns its searchlight on {state.units[event.target].name}."
    return Line(text, (event.unit, event.target), "fieldmanual.perk-searchlight")


@heeds("fieldmanual.perk-searchlight")
def resolve_light(ctx: Ctx[State], order: Illuminate) -> None:
    """Darkness no longer hides the two of them."""
    ctx.emit(Illuminated(order.unit, order.target))


class PopHatch(Order, frozen=True, tag="pop-hatch"):
    """Open the hatch to see what is near, which makes the front weak."""

    unit: str


@heeds("fieldmanual.flaw-sensor-dependent")
def refuse_hatch(state: State, order: PopHatch) -> Refusal | None:
    """Why no hatch is opened: the flaw has to be there, and the hatch shut."""
    unit = state.units[order.unit]
    if not unit.perk(DEPENDENT):
        return Refusal("flaw", HATCH_RULE, f"The {unit.name} is not Sensor Dependent: it sees what is near anyway.")
    if unit.token(HATCH):
        return Refusal("done", HATCH_RULE, f"The hatch of the {unit.name} is open for the rest of the round.")
    return None


class HatchPopped(Event, frozen=True, tag="hatch-popped"):
    """A crew opened the hatch for the rest of the round."""

    unit: str

    @heeds("fieldmanual.flaw-sensor-dependent")
    def change(self, state: State) -> None:
        mark(state, state.units[self.unit], HATCH)


def hatch(state: State, event: HatchPopped, _seat: str | None) -> Line:
    """A head in the open."""
    text = f"{state.units[event.unit].name} pops the hatch: it sees what is near, and its front is weak."
    return Line(text, (event.unit,), "fieldmanual.flaw-sensor-dependent")


@heeds("fieldmanual.flaw-sensor-dependent")
def resolve_hatch(ctx: Ctx[State], order: PopHatch) -> None:
    """It takes no Action."""
    ctx.emit(HatchPopped(order.unit))


def offer_lights(state: State, unit: Unit) -> Iterator[Option]:
    """Every enemy the light may be turned on, and the hatch."""
    if unit.perk(LIGHT) and _refuse_lamp(state, unit) is None:
        for target in state.units.values():
            order = Illuminate(unit.id, target.id)
            if target.seat != unit.seat and refuse_light(state, order) is None:
                yield Target(f"Turn the searchlight on the {target.name}", order, LIGHT_RULE, target.id)
    if unit.perk(DEPENDENT) and refuse_hatch(state, PopHatch(unit.id)) is None:
        yield Pick("Pop the hatch: find what is near, with a weak front", PopHatch(unit.id), HATCH_RULE)


# --- The contents of the chapter

SMOKE_AND_LIGHT: Chapter[State] = Chapter(
    "Smoke Launchers, Searchlight, Sensor Dependent",
    orders=(
        OrderRules(LaunchSmoke, "act", by_order(refuse_smoke), resolve_smoke, guess_smoke, aim=aim_smoke),
        OrderRules(Illuminate, "act", by_order(refuse_light), resolve_light),
        OrderRules(PopHatch, "act", by_order(refuse_hatch), resolve_hatch),
    ),
    events={SmokeLaunched: smoke, Illuminated: light, HatchPopped: hatch},
)


def offer_smoke_and_light(state: State, unit: Unit) -> Iterator[Option]:
    """What these perks let a model do."""
    yield from offer_smoke(state, unit)
    yield from offer_lights(state, unit)
