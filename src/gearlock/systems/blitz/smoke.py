"""The trait Smoke: clouds put up around a model."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.kernel.view import Line
from gearlock.systems.blitz.attacks.aiming import is_flying
from gearlock.systems.blitz.lock_and_cover.ground import cloud_of
from gearlock.systems.blitz.state import TOP_SPEED, State, Unit

SMOKE = "Smoke"


# --- The trait Smoke: so many clouds in a battle, one in an activation, not at top speed. It costs no action


class LaySmoke(Order, frozen=True, tag="lay-smoke"):
    """Put up a cloud of smoke around oneself."""

    unit: str


@rule("blitz.trait.smoke")
def refuse_smoke(state: State, order: LaySmoke) -> Refusal | None:
    """Why a model cannot lay smoke."""
    unit, now = state.units[order.unit], state.activation
    if not unit.has(SMOKE) or is_flying(unit):
        return Refusal("smoke", "blitz.trait.smoke", f"The {unit.name} has no smoke to lay.")
    used, rating = unit.expended.get(SMOKE, 0), unit.trait(SMOKE)
    if used >= rating:
        message = f"The {unit.name} has laid smoke {used} times, which is all it has."
        return Refusal("spent", "blitz.trait.smoke", message, {"used": used, "has": rating})
    if now is not None and SMOKE in now.marks:
        return Refusal("again", "blitz.trait.smoke", f"The {unit.name} has laid smoke in this activation.")
    if unit.stance == TOP_SPEED:
        message = f"The {unit.name} goes at top speed: it lays smoke at combat posture or braced."
        return Refusal("posture", "blitz.trait.smoke", message)
    return None


class SmokeLaid(Event, frozen=True, tag="smoke-laid"):
    """A cloud stands around a model until the next Cleanup phase: the foot of its middle and its height."""

    unit: str
    x: int
    y: int
    z: int
    height: int

    @heeds("blitz.trait.smoke")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        state.smoke.append((self.x, self.y, self.z, self.height))
        unit.expended[SMOKE] = unit.expended.get(SMOKE, 0) + 1
        if state.activation is not None:
            state.activation.marks.append(SMOKE)


def resolve_smoke(ctx: Ctx[State], order: LaySmoke) -> None:
    """A cloud around the model, an inch higher than itself."""
    ctx.emit(SmokeLaid(order.unit, *cloud_of(ctx.state.units[order.unit])))


def offer_smoke(state: State, unit: Unit) -> Iterator[Option]:
    """A cloud, while there are any left."""
    if refuse_smoke(state, LaySmoke(unit.id)) is None:
        left = unit.trait(SMOKE) - unit.expended.get(SMOKE, 0)
        yield Pick(f"Lay smoke ({left} left)", LaySmoke(unit.id), "blitz.trait.smoke")


def smoke_laid(state: State, event: SmokeLaid, _seat: str | None) -> Line:
    """A cloud."""
    return Line(f"{state.units[event.unit].name} lays smoke.", (event.unit,), "blitz.trait.smoke")


# --- The contents of the chapter

SMOKE_CHAPTER: Chapter[State] = Chapter(
    "A.3: smoke",
    orders=(OrderRules(LaySmoke, "act", by_order(refuse_smoke), resolve_smoke),),
    events={SmokeLaid: smoke_laid},
)
