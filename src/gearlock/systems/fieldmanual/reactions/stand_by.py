"""Stand By for Coordinates: a weapon waits for a Forward Observation, and fires as soon as there is one."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Target, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.fieldmanual.attacks.aiming import refuse_attack
from gearlock.systems.fieldmanual.attacks.ammunition import refuse_ammunition
from gearlock.systems.fieldmanual.attacks.orders import Attack
from gearlock.systems.fieldmanual.attacks.ranged import resolve_attack
from gearlock.systems.fieldmanual.attacks.terms import STAND_BY as BY_COORDINATES
from gearlock.systems.fieldmanual.paying import is_able, refuse_idle
from gearlock.systems.fieldmanual.reactions.choices import attacks_on, can_attack
from gearlock.systems.fieldmanual.reactions.events import StandByBegun, StandBySpent
from gearlock.systems.fieldmanual.reactions.orders import StandBy
from gearlock.systems.fieldmanual.sensors.observation import resolve_observation
from gearlock.systems.fieldmanual.sensors.orders import ForwardObserve
from gearlock.systems.fieldmanual.state import FIELDED, STAND_BY, State, Unit

RULE = "fieldmanual.stand-by"
COORDINATES = "coordinates"


@rule("fieldmanual.stand-by")
def refuse_stand_by(state: State, order: StandBy) -> Refusal | None:
    """In its activation, with an Action, a weapon with IF that has not attacked and does not stand by already."""
    unit, now = state.units[order.unit], state.activation
    mount = unit.card.weapon(order.weapon)
    if now is None or now.extra or not state.is_active(unit):
        return Refusal("activation", RULE, f"The {unit.name} stands by in its own activation.")
    if mount is None or "IF" not in mount.weapon.traits:
        message = f"{order.weapon or 'Nothing'} is no weapon of the {unit.name} with Indirect Fire."
        return Refusal("weapon", RULE, message)
    if unit.token(f"{STAND_BY}:{mount.id}"):
        return Refusal("again", RULE, f"The {mount.name} stands by already: one Action for each weapon.")
    if mount.id in unit.fired:
        return Refusal("fired", RULE, f"The {mount.name} has attacked in this round.")
    return refuse_ammunition(unit, mount) or refuse_idle(unit, 1, RULE)


@heeds("fieldmanual.stand-by")
def resolve_stand_by(ctx: Ctx[State], order: StandBy) -> None:
    """A token for the weapon."""
    ctx.emit(StandByBegun(order.unit, order.weapon))


def offer_stand_by(state: State, unit: Unit) -> Iterator[Option]:
    """Every weapon that may."""
    for mount in unit.card.weapons:
        order = StandBy(unit.id, mount.id)
        if refuse_stand_by(state, order) is None:
            yield Pick(f"{mount.name}: stand by for coordinates", order, RULE)


@heeds("fieldmanual.stand-by", "fieldmanual.forward-observation")
def resolve_forward_observation(ctx: Ctx[State], order: ForwardObserve) -> Script[None]:
    """Observe, and let those who stand by fire at once."""
    heard = yield from resolve_observation(ctx, order)
    yield from answer_observation(ctx, order.unit, order.target, heard)


@heeds("fieldmanual.stand-by", "fieldmanual.auto-comm")
def answer_observation(
    ctx: Ctx[State], observer: str, target: str, heard: tuple[str, ...] | None = None
) -> Script[None]:
    """Weapons that stand by may fire at who was just observed: as many as the observer's EW Skill.

    `heard`: those alone, where ECM blocked the observation.
    """
    seat = ctx.state.units[observer].seat
    for _ in range(ctx.state.units[observer].card.skills.ew):
        waiting = tuple(
            unit.id
            for unit in holders(ctx.state, seat)
            if (heard is None or unit.id in heard) and _can_fire(ctx.state, unit, target)
        )
        if not waiting or ctx.state.units[target].status != FIELDED:
            return
        prompt = f"The {ctx.state.units[target].name} is observed. Fire a weapon that stands by?"
        asked = Ask(seat, COORDINATES, "", (target, *waiting), RULE, prompt, optional=True)
        answer = yield from ask(asked)
        if not isinstance(answer, Attack):
            return
        ctx.emit(StandBySpent(answer.unit, answer.weapon, target))
        yield from resolve_attack(ctx, answer, BY_COORDINATES)


def holders(state: State, seat: str) -> list[Unit]:
    """The models of a side with a weapon that stands by."""
    return [unit for unit in state.fielded(seat) if state.is_lead(unit) and is_able(unit) and waiting_weapons(unit)]


def waiting_weapons(unit: Unit) -> list[str]:
    """Its weapons that stand by."""
    return [token.partition(":")[2] for token in unit.tokens if token.partition(":")[0] == STAND_BY]


def _can_fire(state: State, unit: Unit, target: str) -> bool:
    return can_attack(state, unit, BY_COORDINATES, [target], waiting_weapons(unit))


@heeds("fieldmanual.stand-by")
def refuse_coordinates(state: State, asked: Ask, order: Attack) -> Refusal | None:
    """A weapon that stands by, at the target that was observed."""
    unit, (target, *waiting) = state.units.get(order.unit), asked.about
    if unit is None or unit.id not in waiting:
        return Refusal(
            "unit", RULE, f"{order.unit or 'Nobody'} is no model of yours that stands by and can fire at it."
        )
    if order.target != target:
        return Refusal("target", RULE, f"The fire goes at the {state.units[target].name}, who was observed.")
    if order.weapon not in waiting_weapons(unit):
        return Refusal("weapon", RULE, f"The {order.weapon} of the {unit.name} does not stand by.")
    return refuse_attack(state, order, BY_COORDINATES)


def offer_coordinates(state: State, asked: Ask) -> Iterator[Option]:
    """Everything that stands by and reaches the target."""
    target, *waiting = asked.about
    for name in waiting:
        unit = state.units[name]
        for option in attacks_on(state, unit, BY_COORDINATES, [target], waiting_weapons(unit)):
            yield Target(f"{unit.name}: {option.label}", option.order, RULE, target)
    yield decline("Wait", RULE)
