"""Reactive armour: charges that meet single hits, for as long as they last."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.hex100.damage.events import ChargesSpent, HitsCounted
from gearlock.systems.hex100.damage.orders import SpendCharges
from gearlock.systems.hex100.state import State


@rule("hex100.armour-reactive")
def resolve_charges(ctx: Ctx[State], target: str, hits: int, bare: int, lowered: int, critical: int = 0) -> Script[int]:
    """How many of several equal hits are met with a charge each; asked only where it lowers the damage.

    The owner may decline and keep the charges.
    """
    unit = ctx.state.units[target]
    most = min(hits, unit.charges)
    if most < 1 or lowered >= bare:
        return 0
    many = f"{hits} hit{'s' * (hits != 1)} of {bare} damage"
    name, left = ctx.state.machine(target).name, unit.charges
    prompt = f"{name}: {many}. A charge of reactive armour ({left} left) lowers one to {lowered}. How many?"
    about = (str(most), str(bare - lowered))
    ctx.emit(HitsCounted(target, hits, bare, lowered, critical))
    order = yield from ask(Ask(unit.seat, "reactive", target, about, "hex100.armour-reactive", prompt, optional=True))
    if not isinstance(order, SpendCharges):
        return 0
    ctx.emit(ChargesSpent(target, order.charges))
    return order.charges


def offer_charges(state: State, ask_: Ask) -> Iterator[Option]:  # noqa: ARG001 - one of the questions
    """Any number of charges, the most first."""
    most, saved = map(int, ask_.about)
    for charges in range(most, 0, -1):
        label = f"Spend {charges} charge{'s' * (charges != 1)} ({saved} damage less each)"
        yield Pick(label, SpendCharges(ask_.unit, charges, saved), ask_.rule)
    yield decline("Spend none", ask_.rule)


def refuse_charges(state: State, ask_: Ask, order: SpendCharges) -> Refusal | None:  # noqa: ARG001 - an answer
    """Why so many charges cannot be spent."""
    most, saved = map(int, ask_.about)
    if order.unit == ask_.unit and 1 <= order.charges <= most and order.saved == saved:
        return None
    message = f"1 to {most} charges can be spent here, each for {saved} points of damage."
    return Refusal("not-so-many", "hex100.armour-reactive", message, {"most": most, "saved": saved})
