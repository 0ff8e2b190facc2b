"""18.1 and 18.2: hiding and hull down."""

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
from gearlock.systems.blitz.lock_and_cover.cover import has_adjacent_cover
from gearlock.systems.blitz.paying import pay, refuse_idle
from gearlock.systems.blitz.state import HIDING, HULL_DOWN, State, Unit

# --- 18.1 and 18.2: who may hide or go hull down, and where. How tokens are lost stands where models move and attack


def _refuse(state: State, unit: Unit, token: str, rule_id: str, shield: bool) -> Refusal | None:
    """Why a model cannot take cover: no action, no adjacent cover (nor a shield, where that serves), or done."""
    if token in unit.tokens:
        return Refusal("done", rule_id, f"The {unit.name} is {token} already.")
    if idle := refuse_idle(unit, rule_id):
        return idle
    if unit.line.type == "Fortification" or is_flying(unit):
        return Refusal("cover", rule_id, f"The {unit.name} takes no cover.")
    if has_adjacent_cover(state, unit) or (shield and unit.trait("Shield")):
        return None
    or_shield = ", or a shield" if shield else ""
    message = f"The {unit.name} needs cover within an inch, half as high as itself or higher{or_shield}."
    return Refusal("cover", rule_id, message)


class Hide(Order, frozen=True, tag="hide"):
    """Hide at the cover one stands at."""

    unit: str


@rule("blitz.18.1")
def refuse_hide(state: State, order: Hide) -> Refusal | None:
    """Why a model cannot hide."""
    return _refuse(state, state.units[order.unit], HIDING, "blitz.18.1", shield=False)


class GoHullDown(Order, frozen=True, tag="go-hull-down"):
    """Go hull down behind the cover one stands at, or behind a shield."""

    unit: str


@heeds("blitz.18.2", "blitz.trait.shield")
def refuse_hull_down(state: State, order: GoHullDown) -> Refusal | None:
    """Why a model cannot go hull down; behind a shield it can in the open."""
    return _refuse(state, state.units[order.unit], HULL_DOWN, "blitz.18.2", shield=True)


class TookCover(Event, frozen=True, tag="took-cover"):
    """A model hides, or is hull down; `free` if that was given with its place."""

    unit: str
    token: str
    free: bool = False

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        if not self.free:
            pay(unit)
        unit.tokens[self.token] = 1


def took_cover(state: State, event: TookCover, _seat: str | None) -> Line:
    what, rule = ("hides", "blitz.18.1") if event.token == HIDING else ("is hull down", "blitz.18.2")
    return Line(f"{state.units[event.unit].name} {what}.", (event.unit,), rule)


def resolve_hide(ctx: Ctx[State], order: Hide) -> None:
    """An action for a token."""
    ctx.emit(TookCover(order.unit, HIDING))


def resolve_hull_down(ctx: Ctx[State], order: GoHullDown) -> None:
    """An action for a token."""
    ctx.emit(TookCover(order.unit, HULL_DOWN))


# --- What is offered


def offer_cover(state: State, unit: Unit) -> Iterator[Option]:
    if refuse_hide(state, Hide(unit.id)) is None:
        yield Pick("Hide", Hide(unit.id), "blitz.18.1")
    if refuse_hull_down(state, GoHullDown(unit.id)) is None:
        yield Pick("Go hull down", GoHullDown(unit.id), "blitz.18.2")


# --- The contents of the chapter

HIDING_CHAPTER: Chapter[State] = Chapter(
    "18.1 and 18.2: hiding and hull down",
    orders=(
        OrderRules(Hide, "act", by_order(refuse_hide), resolve_hide),
        OrderRules(GoHullDown, "act", by_order(refuse_hull_down), resolve_hull_down),
    ),
    events={TookCover: took_cover},
)
