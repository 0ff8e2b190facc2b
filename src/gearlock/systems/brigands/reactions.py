"""6.1 and 6.2: Standby and Overwatch: Actions kept for the enemy's turn."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Keep, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Line
from gearlock.systems.brigands.chain_of_command import REPOSITION, is_ordered
from gearlock.systems.brigands.movement.moving import settle_move
from gearlock.systems.brigands.rounds import end_activation
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, State, Unit


class Standby(Keep, frozen=True, tag="standby"):
    """End the activation and keep the remaining Actions as Standby tokens."""

    unit: str


class Overwatch(Keep, frozen=True, tag="overwatch"):
    """End a Braced model's activation and keep the remaining Actions as Overwatch tokens."""

    unit: str


# --- 6.1, 6.2: Standby and Overwatch: Actions kept as tokens for the enemy's turn


class StoodBy(Event, frozen=True, tag="stood-by"):
    """A model kept its Actions as Standby tokens."""

    unit: str
    tokens: int

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.standby, unit.actions = unit.standby + self.tokens, 0


def stood_by(state: State, event: StoodBy, _seat: str | None) -> Line:
    return Line(f"{state.name_of(event.unit)} goes on Standby.", (event.unit,), "brigands.6.1")


@rule("brigands.6.1")
def resolve_standby(ctx: Ctx[State], order: Standby) -> Script[None]:
    """All remaining Actions become Standby tokens, and the activation is over."""
    yield from settle_move(ctx)
    if ctx.state.activation is not None:
        unit = ctx.state.units[order.unit]
        ctx.emit(StoodBy(unit.id, tokens_of(ctx.state, unit.id)))
        yield from end_activation(ctx, unit.id)


class Overwatched(Event, frozen=True, tag="overwatched"):
    """A model kept its Actions as Overwatch tokens."""

    unit: str
    tokens: int

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.overwatch, unit.actions = unit.overwatch + self.tokens, 0


def overwatched(state: State, event: Overwatched, _seat: str | None) -> Line:
    return Line(f"{state.name_of(event.unit)} goes on Overwatch.", (event.unit,), "brigands.6.2")


@rule("brigands.6.2")
def resolve_overwatch(ctx: Ctx[State], order: Overwatch) -> Script[None]:
    """All remaining Actions of a Braced model become Overwatch tokens, and the activation is over."""
    yield from settle_move(ctx)
    if ctx.state.activation is not None:
        ctx.emit(Overwatched(order.unit, tokens_of(ctx.state, order.unit)))
        yield from end_activation(ctx, order.unit)


@heeds("brigands.6.1", "brigands.trait.autopilot")
def tokens_of(state: State, unit_id: str) -> int:
    """One token for each Action left, and one more with Autopilot."""
    unit = state.units[unit_id]
    return unit.actions + (1 if "Autopilot" in unit.line.traits else 0)


@heeds("brigands.6.1", "brigands.2.1-combat-speed")
def refuse_standby(state: State, ask: Ask, _order: Standby) -> Refusal | None:
    """Combat Speed only, and there must be an Action left to keep."""
    return _refuse_watch(state, ask, COMBAT_SPEED, "Standby", "brigands.6.1")


@heeds("brigands.6.2", "brigands.2.1-braced", "brigands.7.5f")
def refuse_overwatch(state: State, ask: Ask, _order: Overwatch) -> Refusal | None:
    """Braced only, or at Combat Speed by a Reposition order; and there must be an Action left to keep."""
    repositioning = is_ordered(state, state.units[ask.unit], REPOSITION)
    posture = COMBAT_SPEED if repositioning and state.units[ask.unit].posture == COMBAT_SPEED else BRACED
    return _refuse_watch(state, ask, posture, "Overwatch", "brigands.6.2")


def _refuse_watch(state: State, ask: Ask, posture: str, action: str, rule_id: str) -> Refusal | None:
    unit = state.units[ask.unit]
    if unit.posture != posture:
        return Refusal("posture", rule_id, f"{action} needs the posture {posture}, not {unit.posture}.")
    if unit.actions <= 0:
        return Refusal("no-action", rule_id, f"The {unit.name} has no Action left to keep.")
    return None


def offer_watch(state: State, unit: Unit) -> Iterator[Option]:
    """Tokens instead of Actions, as the posture allows."""
    if unit.actions and unit.posture == COMBAT_SPEED:
        yield Pick("Standby", Standby(unit.id), "brigands.6.1")
    watchful = unit.posture == BRACED or (unit.posture == COMBAT_SPEED and is_ordered(state, unit, REPOSITION))
    if unit.actions and watchful:
        yield Pick("Overwatch", Overwatch(unit.id), "brigands.6.2")


# --- The contents of the chapter

REACTIONS: Chapter[State] = Chapter(
    "6.1 and 6.2: Standby and Overwatch",
    orders=(
        OrderRules(Standby, "act", refuse_standby, resolve_standby),
        OrderRules(Overwatch, "act", refuse_overwatch, resolve_overwatch),
    ),
    events={
        StoodBy: stood_by,
        Overwatched: overwatched,
    },
)
