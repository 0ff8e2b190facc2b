"""EW Homing: who has just made a roll with Comm may be found by it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.fieldmanual.dice_tests.tests import succeeds
from gearlock.systems.fieldmanual.electronic_warfare.events import HomedIn, HomingUsed
from gearlock.systems.fieldmanual.electronic_warfare.jammers import carriers
from gearlock.systems.fieldmanual.electronic_warfare.orders import Home
from gearlock.systems.fieldmanual.electronic_warfare.rolls import HOMING, Thrower, homing_test
from gearlock.systems.fieldmanual.state import FIELDED, SEATS, State, opponent

HOME = "home"
RULE = "fieldmanual.perk-ew-homing"


@rule("fieldmanual.perk-ew-homing")
def answer_rolls(ctx: Ctx[State], rolled: list[str], thrower: Thrower) -> Script[None]:
    """Models have made rolls with Comm: enemies with EW Homing may spend an Action each and find them.

    An opposed Comm test, higher wins; it is not answered itself. It needs no Lock.
    """
    for seat in SEATS:
        while found := _heard(ctx.state, seat, rolled):
            if not any(carriers(ctx.state, seat, HOMING)):
                break
            names = ", ".join(ctx.state.units[name].name for name in found)
            order = yield from ask(Ask(seat, HOME, "", tuple(found), RULE, f"EW Homing on {names}?", True))
            if not isinstance(order, Home):
                break
            ctx.emit(HomingUsed(order.unit, order.target))
            own = yield from thrower(ctx, homing_test(ctx.state.units[order.unit], order.target))
            answer = homing_test(ctx.state.units[order.target], order.unit)
            other = yield from thrower(ctx, answer._replace(means=partial(succeeds, own.total)))
            if succeeds(own.total, other.total):
                ctx.emit(HomedIn(order.unit, order.target))
                rolled = [name for name in rolled if name != order.target]


def _heard(state: State, seat: str, rolled: list[str]) -> list[str]:
    """Enemies on the table among those who rolled."""
    units = (state.units[name] for name in rolled)
    return [unit.id for unit in units if unit.seat == opponent(seat) and unit.status == FIELDED]


@heeds("fieldmanual.perk-ew-homing")
def refuse_home(state: State, asked: Ask, order: Home) -> Refusal | None:
    """A model of one's own with the perk and an Action, and an enemy that has just rolled."""
    if order.target not in asked.about:
        return Refusal("target", RULE, f"{order.target or 'Nobody'} has not just made a roll with Comm.")
    if any(unit.id == order.unit for unit in carriers(state, asked.seat, HOMING)):
        return None
    return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no model of yours with EW Homing and an Action.")


def offer_homing(state: State, asked: Ask) -> Iterator[Option]:
    """Each model with the perk, on each that rolled."""
    for unit in carriers(state, asked.seat, HOMING):
        for name in asked.about:
            label = f"EW Homing of the {unit.name} on the {state.units[name].name}"
            yield Pick(label, Home(unit.id, name), RULE)
    yield decline("No homing", RULE)
