"""9.5: Multi-Component Vehicles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.brigands.models import Model, ModelCard
from gearlock.systems.brigands.state import BRACED, FIELDED, TOP_SPEED, WAITING, WRECK, State, Unit

ATTACHED, CORE = "Attached", "Core"


@rule("brigands.trait.attached")
@heeds("brigands.trait.mcv")
def core_name(card: ModelCard) -> str:
    """The name of the Core a model is Attached to; empty for all others."""
    traits = (text.partition(":") for text in card.traits)
    return next((rating for name, _, rating in traits if name == ATTACHED), "")


@heeds("brigands.9.5", "brigands.trait.core", "brigands.trait.attached", "brigands.trait.mcv")
def bind_components(units: Mapping[str, Unit]) -> None:
    """Tell every Attached model which Core it belongs to: the first of its Unit that has none of its kind yet."""
    bound: set[tuple[str, str]] = set()
    for part in units.values():
        wanted = core_name(part.line.card)
        for core in units.values():
            same_unit = (core.seat, core.group, core.squad) == (part.seat, part.group, part.squad)
            if wanted and same_unit and is_core(core.line, wanted) and (core.id, part.line.name) not in bound:
                part.core = core.id
                bound.add((core.id, part.line.name))
                break


@rule("brigands.trait.core")
def is_core(line: Model, name: str) -> bool:
    """Whether a model is the Core of this name."""
    return line.name == name and CORE in line.traits


@rule("brigands.trait.mcv")
@heeds("brigands.9.5", "brigands.trait.core", "brigands.trait.attached")
def component_faults(cards: Iterable[ModelCard]) -> Iterator[str]:
    """What is wrong with the vehicles of a Combat Group: to every Core belongs one of each of its Attached models."""
    cards = list(cards)
    numbers = Counter(card.name for card in cards)
    attached = {card.name: core_name(card) for card in cards if core_name(card)}
    for part, core in attached.items():
        if numbers[core] != numbers[part]:
            yield f"{core} and {part} are one vehicle; here are {numbers[core]} and {numbers[part]} of them."
    for name in sorted({card.name for card in cards if CORE in card.traits} - set(attached.values())):
        yield f"the {name} needs what is attached to it."


def parts_of(state: State, unit: Unit) -> list[Unit]:
    """The other components of a model's vehicle that are still there, wrecks included; nobody for most models."""
    return [other for other in state.standing() if other.vehicle == unit.vehicle and other is not unit]


@heeds("brigands.9.5")
def carry_parts(state: State, core: Unit) -> None:
    """Everything that is Attached to a Core, or was before it was shot off, goes and stands where the Core does."""
    for part in state.units.values():
        if part.core == core.id and part.status in (WAITING, FIELDED, WRECK):
            part.x, part.y, part.z, part.facing = core.x, core.y, core.z, core.facing
            part.inside, part.status = core.inside, FIELDED if part.status == WAITING else part.status


@rule("brigands.9.5")
def set_pace(state: State, unit: Unit) -> None:
    """The first component to be activated chooses the posture of all of them; who stays on Overwatch stays Braced."""
    parts = [] if unit.pace else parts_of(state, unit)
    for part in (unit, *parts) if parts else ():
        part.pace = unit.posture
        part.overwatch = part.overwatch if unit.posture == BRACED else 0


@heeds("brigands.9.5", "brigands.2.1-top-speed", "brigands.5.6c")
def refuse_pace(state: State, unit: Unit, posture: str) -> Refusal | None:
    """Why a model cannot take a posture: it is Crippled, or the parts of its vehicle must all take the same.

    A component that has been Crippled since the first of them chose Top Speed is carried along at it.
    """
    if unit.pace:
        if posture == unit.pace:
            return None
        message = f"All components of a vehicle choose the same posture, and this one goes with {unit.pace}."
        return Refusal("components", "brigands.9.5", message)
    if posture != TOP_SPEED:
        return None
    if not unit.can_hurry:
        return Refusal("crippled", "brigands.5.6c", f"The {unit.name} is Crippled and cannot go at Top Speed.")
    slow = next((part for part in parts_of(state, unit) if part.is_fielded and not part.can_hurry), None)
    if slow is None:
        return None
    message = f"The {slow.name}, part of the same vehicle, is Crippled and cannot go at Top Speed."
    return Refusal("components", "brigands.9.5", message, {"unit": slow.id})


@heeds("brigands.9.5", "brigands.trait.attached")
def refuse_apart(state: State, unit: Unit) -> Refusal | None:
    """Why an Attached model neither Moves nor Turns by itself: its Core does, and after the Core's loss nobody does."""
    if not unit.core:
        return None
    core = state.units[unit.core]
    if core.is_fielded:
        message = f"The {unit.name} is attached to the {core.name} and goes and turns with it."
        return Refusal("attached", "brigands.9.5", message, {"core": core.id})
    message = f"The Core of its vehicle is destroyed: the {unit.name} can neither Move nor Turn."
    return Refusal("core", "brigands.9.5", message, {"core": core.id})
