"""ECM equipment, and jamming with it: one enemy, or all that a Nimbus reaches."""

from __future__ import annotations

from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.systems.hex100.actions.pool import refuse_payment, spend
from gearlock.systems.hex100.contacts import hexes, no_contact
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.e_war import knows_state_of, resistance
from gearlock.systems.hex100.electronic_warfare.events import Fortified, Jammed, JamResisted
from gearlock.systems.hex100.electronic_warfare.orders import Jam, MassFortify, MassJam
from gearlock.systems.hex100.equipment import electronics_work, is_whole
from gearlock.systems.hex100.forces.units import Mount
from gearlock.systems.hex100.state import State, Unit, other
from gearlock.systems.hex100.weapons.targeting import shut_down
from gearlock.table.hexes import distance

ECM_RANGE = 8


@rule("hex100.attr-ecm")
@heeds("hex100.once-per-turn")
def ready_ecm(state: State, unit: Unit, effect: str = "ecm") -> Mount | Refusal:
    """The ECM equipment that a unit uses next, a Nimbus last of all, because it can do more; or why there is none.

    Each piece is good for one action a turn. `effect` is ``nimbus`` for what only that system does.
    """
    found = [m for m in state.machine(unit.id).mounts if m.item is not None and effect in m.item.effects]
    found.sort(key=lambda mount: mount.item is not None and "nimbus" in mount.item.effects)
    refusal = Refusal("no-ecm", "hex100.attr-ecm", f"The {state.machine(unit.id).name} carries no equipment for that.")
    for mount in found:
        assert mount.item is not None, "only items have effects"
        name = mount.item.name
        if not is_whole(state, unit, mount):
            refusal = Refusal("out-of-order", "hex100.stat-critical", f"The {name} is wrecked.")
        elif not electronics_work(unit, mount):
            refusal = shut_down(unit, name)
        elif mount.id in unit.used:
            refusal = Refusal("used", "hex100.once-per-turn", f"The {name} has been used this round.")
        else:
            return mount
    return refusal


def refuse_ecm(state: State, unit: Unit, effect: str = "ecm") -> Refusal | None:
    """Why a unit cannot use its ECM equipment now, whatever for."""
    mount = ready_ecm(state, unit, effect)
    return mount if isinstance(mount, Refusal) else refuse_payment(unit, "utility")


@heeds("hex100.jamming", "hex100.hacking")
def refuse_distance(unit: Unit, target: Unit, rule_id: str) -> Refusal | None:
    """Why ECM does not reach an enemy: eight hexes, line of sight or not."""
    away = distance(unit.hex, target.hex)
    if away <= ECM_RANGE:
        return None
    message = f"ECM reaches {hexes(ECM_RANGE)}; the contact is {away} away."
    return Refusal("out-of-range", rule_id, message, {"distance": away, "range": ECM_RANGE})


@heeds("hex100.jamming")
def refuse_jam(state: State, unit: Unit, order: Jam) -> Refusal | None:
    """Why a unit cannot jam an enemy. One that is known to be jammed already stays so until the side's next phase."""
    refusal = refuse_ecm(state, unit)
    if refusal is not None:
        return refusal
    target = state.enemy_called(unit.seat, order.target)
    if target is None:
        return no_contact(order.target)
    if target.jammed and knows_state_of(state, unit.seat, target):
        return Refusal("jammed", "hex100.jamming", "That contact is jammed already, until your next phase.")
    return refuse_distance(unit, target, "hex100.jamming")


def use_ecm(ctx: Ctx[State], unit_id: str, effect: str = "ecm") -> None:
    """Pay for an action with the ECM equipment that is ready; it is used for this turn."""
    mount = ready_ecm(ctx.state, ctx.state.units[unit_id], effect)
    assert isinstance(mount, Mount), "an order is carried out only after it was found legal"
    spend(ctx, unit_id, "utility", weapons=(mount.id,))


@rule("hex100.jamming")
def resolve_jam(ctx: Ctx[State], order: Jam) -> Script[None]:
    """Jam one enemy, without a roll unless it resists."""
    target = ctx.state.enemy_called(ctx.state.units[order.unit].seat, order.target)
    assert target is not None, "a legal jam has a target"
    use_ecm(ctx, order.unit)
    yield from jam(ctx, order.unit, target.id)
    look_again(ctx)


@heeds("hex100.jamming", "hex100.electronic-resistance", "hex100.attr-electronic-defence")
def jam(ctx: Ctx[State], by: str, target_id: str) -> Script[None]:
    """One enemy is jammed unless it resists and rolls under its e-war rating."""
    target = ctx.state.units[target_id]
    number = resistance(ctx.state, target)
    if number:
        roll = Roll("resist a jam", 1, 100, 0, target.seat, target_id, "hex100.electronic-resistance", (number,))
        (face,) = yield from throw(roll)
        if face < number:
            ctx.emit(JamResisted(target_id, by, number, face))
            return
    ctx.emit(Jammed(target_id, by))


def refuse_mass_jam(state: State, unit: Unit, order: MassJam) -> Refusal | None:  # noqa: ARG001 - one of the orders
    """Why a unit cannot jam all around it."""
    return refuse_ecm(state, unit, "nimbus")


@rule("hex100.mass-jamming")
def resolve_mass_jam(ctx: Ctx[State], order: MassJam) -> Script[None]:
    """Every enemy within eight hexes is jammed, those that nobody has found as well; each may resist for itself."""
    unit = ctx.state.units[order.unit]
    centre, seat = unit.hex, unit.seat
    use_ecm(ctx, order.unit, "nimbus")
    near = (each for each in ctx.state.standing(other(seat)) if distance(each.hex, centre) <= ECM_RANGE)
    for enemy_id in [each.id for each in sorted(near, key=lambda each: each.hex)]:
        if not ctx.state.units[enemy_id].jammed:
            yield from jam(ctx, order.unit, enemy_id)
    look_again(ctx)


def refuse_mass_fortify(state: State, unit: Unit, order: MassFortify) -> Refusal | None:  # noqa: ARG001 - an order
    """Why a unit cannot fortify its side."""
    return refuse_ecm(state, unit, "nimbus")


@rule("hex100.mass-e-fortification")
def resolve_mass_fortify(ctx: Ctx[State], order: MassFortify) -> Script[None]:
    """All of the own side within eight hexes, the carrier among them, are fortified until their next phase."""
    unit = ctx.state.units[order.unit]
    near = [each.id for each in ctx.state.standing(unit.seat) if distance(each.hex, unit.hex) <= ECM_RANGE]
    use_ecm(ctx, order.unit, "nimbus")
    for ally in near:
        ctx.emit(Fortified(ally, order.unit))
    yield from ()
