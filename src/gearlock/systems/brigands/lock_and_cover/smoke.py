"""Smoke: a cloud around the model that fires it, Light area terrain for cover, gone in Setup."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.kernel.view import Line
from gearlock.mechanics.sighting.clouds import CloudKind, clouded
from gearlock.systems.brigands.actions import pay, payment
from gearlock.systems.brigands.state import TOP_SPEED, State, Unit
from gearlock.table.measure import INCH
from gearlock.table.terrain import Ground


class FireSmoke(Order, frozen=True, tag="fire-smoke"):
    """Spend an Action on a cloud of Smoke around oneself."""

    unit: str


class SmokeFired(Event, frozen=True, tag="smoke-fired"):
    """A model put up a cloud of Smoke (x, y, z, radius) around itself."""

    unit: str
    cloud: tuple[int, int, int, int]
    cost: str

    @heeds("brigands.trait.smoke")
    def change(self, state: State) -> None:
        """A cloud more, and a use of Smoke less for the rest of the game."""
        unit = state.units[self.unit]
        pay(unit, self.cost)
        unit.expended.append("Smoke")
        state.smoke.append(self.cloud)


def smoke(state: State, event: SmokeFired, _seat: str | None) -> Line:
    return Line(f"{state.name_of(event.unit)} disappears in Smoke.", (event.unit,), "brigands.trait.smoke")


# --- A1.1: Smoke. A cloud around whoever fires it: Light area terrain for cover, nothing for movement, gone in Setup

SMOKE = "Smoke"
REACH = 3 * INCH
CLOUD = CloudKind(SMOKE, 3 * INCH, "light")


@rule("brigands.trait.smoke")
def refuse_smoke(unit: Unit) -> Refusal | None:
    """Why a model cannot fire Smoke now: none left, no Action for it, or too fast."""
    charges = unit.trait(SMOKE) - unit.expended.count(SMOKE)
    if charges <= 0:
        return Refusal("smoke", "brigands.trait.smoke", f"The {unit.name} has no Smoke to fire.")
    if unit.posture == TOP_SPEED:
        return Refusal("posture", "brigands.trait.smoke", f"The {unit.name} is too fast to fire Smoke.")
    if not unit.readiness:
        return Refusal("no-action", "brigands.1.6b", f"The {unit.name} has no Action or token left.", {"actions": 0})
    return None


@heeds("brigands.trait.smoke")
def fired(unit: Unit) -> SmokeFired:
    """The cloud a model would put up: 3 in from its base all around, 3 in high from where it stands."""
    return SmokeFired(unit.id, (unit.x, unit.y, unit.z, unit.line.radius + REACH), payment(unit))


@heeds("brigands.trait.smoke")
def screened_ground(state: State) -> Ground:
    """The ground as one looks across it: with the clouds that hang over it."""
    return state.ground if not state.smoke else clouded(state.ground, CLOUD, tuple(state.smoke))


@heeds("brigands.trait.smoke")
def resolve_smoke(ctx: Ctx[State], order: FireSmoke) -> None:
    """A cloud goes up; nobody may answer it."""
    ctx.emit(fired(ctx.state.units[order.unit]))


def offer_smoke(_state: State, unit: Unit) -> Iterator[Option]:
    """A cloud, if there is any left."""
    if unit.trait(SMOKE) and refuse_smoke(unit) is None:
        yield Pick("Fire Smoke", FireSmoke(unit.id), "brigands.trait.smoke")


def refuse_smoke_now(state: State, ask: Ask, _order: FireSmoke) -> Refusal | None:
    """As for the model that is asked."""
    return refuse_smoke(state.units[ask.unit])
