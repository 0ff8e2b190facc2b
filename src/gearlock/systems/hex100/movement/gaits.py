"""The skate system and skimmer mode, declared when the side's phase begins."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.hex100.detection.events import BeaconLit
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.movement.events import GaitChosen
from gearlock.systems.hex100.movement.orders import TakeGait
from gearlock.systems.hex100.movement_types import SKATING, SKIMMING
from gearlock.systems.hex100.state import State, Unit

GAITS = {
    SKATING: ("Skate: twice the movement, as on tracks, one move action", "hex100.skate-system"),
    SKIMMING: ("Skim: one hex more and twice the movement, over water too, one move action", "hex100.cirrus-skimmer"),
}


def gaits_of(state: State, unit: Unit) -> list[str]:
    """The gaits a mech has working equipment for."""
    return [gait for gait in GAITS if equipment_effect(state, unit, gait)]


@rule("hex100.skate-system", "hex100.linebreaker-integrated")
@heeds("hex100.cirrus-skimmer", "hex100.turn-structure", "hex100.attr-beacon")
def declare_gait(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """Ask a mech that can skate or skim whether it will, this turn; skimming makes it a beacon."""
    unit = ctx.state.units[unit_id]
    if unit.seat != ctx.state.active or not gaits_of(ctx.state, unit):
        return
    prompt = f"{ctx.state.machine(unit_id).name}: how does it go this round?"
    order = yield from ask(Ask(unit.seat, "gait", unit_id, (), "hex100.skate-system", prompt))
    assert isinstance(order, TakeGait), "only a gait answers here"
    if order.gait:
        ctx.emit(GaitChosen(unit_id, order.gait))
    if order.gait == SKIMMING:
        ctx.emit(BeaconLit(unit_id))
        look_again(ctx)


def offer_gaits(state: State, ask: Ask) -> Iterator[Option]:
    """On its feet, or one of the gaits."""
    yield Pick("Stay on its feet", TakeGait(ask.unit), ask.rule)
    for gait in gaits_of(state, state.units[ask.unit]):
        label, rule_id = GAITS[gait]
        yield Pick(label, TakeGait(ask.unit, gait), rule_id)


def refuse_gait(state: State, ask: Ask, order: TakeGait) -> Refusal | None:
    """Why a mech cannot go like that."""
    if order.unit != ask.unit:
        return Refusal("not-acting", ask.rule, "Another mech says now how it goes.")
    if order.gait and order.gait not in gaits_of(state, state.units[ask.unit]):
        return Refusal("no-such-gait", ask.rule, f"It has nothing that works to go as '{order.gait}'.")
    return None
