"""9.6: recovery vehicles repair what they stand beside, medics patch up Infantry."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Line
from gearlock.systems.brigands.actions import pay, payment
from gearlock.systems.brigands.state import TOP_SPEED, State, Unit
from gearlock.table.inches import gap
from gearlock.table.measure import INCH, RIGHT_ANGLE, bearing, distance, inches_text, turn_between
from gearlock.table.path import Leg

# --- 9.6: recovery vehicles repair what they stand beside, medics patch up Infantry around them

CONTACT = INCH // 10
"""Bases this near to each other touch."""

NEARBY = 6 * INCH


def is_hurt(unit: Unit) -> bool:
    """Whether it has lost Hull or Structure."""
    return unit.hull + unit.structure < unit.line.bulk


@heeds("brigands.9.6a", "brigands.9.6b")
def healed(unit: Unit) -> tuple[int, int]:
    """Hull and Structure with a point of damage less: the last that was lost comes back first, so Structure."""
    if unit.structure < unit.line.structure:
        return unit.hull, unit.structure + 1
    return min(unit.line.hull, unit.hull + 1), unit.structure


class Repair(Order, frozen=True, tag="repair"):
    """Spend an Action on a friend in base contact: a damage point, and its Haywire and Corrosion tokens."""

    unit: str
    target: str


@rule("brigands.9.6a", "brigands.trait.recovery")
def refuse_repair(state: State, order: Repair) -> Refusal | None:
    """Why a model cannot repair this one now: trait, posture, Action, whom, contact, once a Round."""
    unit, target = state.units[order.unit], state.units.get(order.target)
    if not unit.has("Recovery"):
        return Refusal("recovery", "brigands.trait.recovery", f"The {unit.name} has no working Recovery gear.")
    if unit.posture == TOP_SPEED:
        return Refusal("posture", "brigands.9.6a", f"The {unit.name} is too fast to Repair anybody.")
    if not payment(unit):
        return Refusal("no-action", "brigands.1.6b", f"The {unit.name} has no Action or token left.", {"actions": 0})
    refusal = _refuse_friend(unit, target, order.target, "brigands.9.6a")
    if refusal is not None or target is None:
        return refusal
    if target.line.type == "Infantry":
        return Refusal("infantry", "brigands.9.6a", f"The {target.name} is Infantry: that takes a Medic.")
    apart = gap(unit.body, target.body)
    if apart > CONTACT or not target.is_fielded:
        message = f"The {target.name} is {inches_text(apart)} in away; a Repair needs base contact."
        return Refusal("contact", "brigands.9.6a", message, {"distance": apart})
    if target.mended:
        return Refusal("mended", "brigands.9.6a", f"The {target.name} has been repaired this Round.")
    if not (is_hurt(target) or target.haywire or target.corroded):
        return Refusal("whole", "brigands.9.6a", f"There is nothing to repair on the {target.name}.")
    return None


def _refuse_friend(unit: Unit, target: Unit | None, name: str, rule_id: str) -> Refusal | None:
    """Why this is nobody to be mended: a stranger, an enemy, the model itself, or beyond help."""
    if target is None or target.seat != unit.seat or target is unit:
        return Refusal("target", rule_id, f"{name or 'Nobody'} is no other model of yours.")
    if not target.hull + target.structure:
        return Refusal("destroyed", rule_id, f"The {target.name} is destroyed.")
    return None


class PatchUp(Order, frozen=True, tag="patch-up"):
    """Take a point of damage off friendly Infantry nearby or aboard, for nothing."""

    unit: str
    target: str


@rule("brigands.9.6b", "brigands.trait.medic")
def refuse_patch_up(state: State, order: PatchUp) -> Refusal | None:
    """Why a model cannot patch this one up now: trait, posture, once a Round, whom, how far."""
    unit, target = state.units[order.unit], state.units.get(order.target)
    if not unit.has("Medic"):
        return Refusal("medic", "brigands.trait.medic", f"The {unit.name} is no Medic.")
    if unit.posture == TOP_SPEED:
        return Refusal("posture", "brigands.9.6b", f"The {unit.name} is too fast to Patch Up anybody.")
    if unit.tended:
        return Refusal("tended", "brigands.9.6b", f"The {unit.name} has patched up somebody this Round.")
    refusal = _refuse_friend(unit, target, order.target, "brigands.9.6b")
    if refusal is not None or target is None:
        return refusal
    if target.line.type != "Infantry":
        return Refusal("infantry", "brigands.9.6b", f"The {target.name} is no Infantry: that takes a Repair.")
    aboard = target.carrier == unit.id
    apart = gap(unit.body, target.body)
    if not aboard and (not target.is_fielded or apart > NEARBY):
        message = f"The {target.name} is {inches_text(apart)} in away; a Medic reaches 6 in, or whom it carries."
        return Refusal("distance", "brigands.9.6b", message, {"distance": apart, "range": NEARBY})
    if not is_hurt(target):
        return Refusal("whole", "brigands.9.6b", f"The {target.name} is unhurt.")
    return None


def legal_repairs(state: State, unit: Unit) -> Iterator[Repair]:
    """The Repairs a Recovery model can make from where it is."""
    if unit.has("Recovery"):
        orders = (Repair(unit.id, friend.id) for friend in state.fielded(unit.seat))
        yield from (order for order in orders if refuse_repair(state, order) is None)


def legal_patches(state: State, unit: Unit) -> Iterator[PatchUp]:
    """The Infantry a Medic can patch up from where it is."""
    if unit.has("Medic") and not unit.tended:
        orders = (PatchUp(unit.id, friend.id) for friend in state.units.values() if friend.line.type == "Infantry")
        yield from (order for order in orders if refuse_patch_up(state, order) is None)


def way_to_patient(state: State, unit: Unit, budget: int) -> tuple[Leg, ...] | None:
    """The way straight up to the nearest friend in need of a Repair, if it is within reach and not beside it yet."""
    patients = [
        (distance(unit.x, unit.y, friend.x, friend.y) - unit.line.radius - friend.line.radius, friend)
        for friend in state.fielded(unit.seat)
        if friend is not unit and friend.line.type != "Infantry" and is_hurt(friend) and not friend.mended
    ]
    far, patient = min(patients, key=lambda found: found[0], default=(0, unit))
    if not CONTACT < far <= budget:
        return None
    turn = turn_between(unit.facing, bearing(unit.x, unit.y, patient.x, patient.y))
    return ((turn, far - CONTACT // 2),) if abs(turn) <= RIGHT_ANGLE else None


class Repaired(Event, frozen=True, tag="repaired"):
    """A Recovery model took a point of damage and the tokens off another, and what that one has now."""

    unit: str
    target: str
    hull: int
    structure: int
    cost: str

    @heeds("brigands.9.6a")
    def change(self, state: State) -> None:
        """Haywire and Corrosion go with the damage; nobody repairs it again this Round."""
        unit = state.units[self.target]
        pay(state.units[self.unit], self.cost)
        unit.hull, unit.structure, unit.mended = self.hull, self.structure, True
        unit.haywire = unit.corroded = False


def repaired(state: State, event: Repaired, _seat: str | None) -> Line:
    who, whom = state.units[event.unit].name, state.units[event.target].name
    text = f"{who} repairs {whom}, which has {event.hull}/{event.structure} now."
    return Line(text, (event.unit, event.target), "brigands.9.6a")


@heeds("brigands.9.6a", "brigands.trait.recovery")
def resolve_repair(ctx: Ctx[State], order: Repair) -> Script[None]:
    """A point of damage and the tokens come off; nobody may answer it."""
    hull, structure = healed(ctx.state.units[order.target])
    ctx.emit(Repaired(order.unit, order.target, hull, structure, payment(ctx.state.units[order.unit])))
    yield from ()  # a script is a generator, even one that asks nothing


class PatchedUp(Event, frozen=True, tag="patched-up"):
    """A Medic took a point of damage off Infantry, and what that has now."""

    unit: str
    target: str
    hull: int
    structure: int

    def change(self, state: State) -> None:
        target = state.units[self.target]
        state.units[self.unit].tended = True
        target.hull, target.structure = self.hull, self.structure


def patched_up(state: State, event: PatchedUp, _seat: str | None) -> Line:
    who, whom = state.units[event.unit].name, state.units[event.target].name
    text = f"{who} patches up {whom}, which has {event.hull}/{event.structure} now."
    return Line(text, (event.unit, event.target), "brigands.9.6b")


@heeds("brigands.9.6b", "brigands.trait.medic")
def resolve_patch_up(ctx: Ctx[State], order: PatchUp) -> Script[None]:
    """A point of damage comes off, for nothing."""
    hull, structure = healed(ctx.state.units[order.target])
    ctx.emit(PatchedUp(order.unit, order.target, hull, structure))
    yield from ()  # a script is a generator, even one that asks nothing


# --- What is offered


def offer_mending(state: State, unit: Unit) -> Iterator[Option]:
    """What the Active model may do by this chapter."""
    for repair in legal_repairs(state, unit):
        yield Pick(f"Repair the {state.units[repair.target].name}", repair, "brigands.9.6a")
    for patch in legal_patches(state, unit):
        yield Pick(f"Patch Up the {state.units[patch.target].name}", patch, "brigands.9.6b")


# --- The contents of the chapter

MENDING: Chapter[State] = Chapter(
    "9.6: Recovery and Medics",
    orders=(
        OrderRules(Repair, "act", by_order(refuse_repair), resolve_repair),
        OrderRules(PatchUp, "act", by_order(refuse_patch_up), resolve_patch_up),
    ),
    events={
        Repaired: repaired,
        PatchedUp: patched_up,
    },
)
