"""Hacking: an enemy within reach, then others through its network."""

from __future__ import annotations

from collections.abc import Callable

from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.systems.hex100.contacts import no_contact
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.e_war import e_war, is_networked, knows_state_of, network_defence, resistance
from gearlock.systems.hex100.electronic_warfare.events import Hacked, HackRolled
from gearlock.systems.hex100.electronic_warfare.jamming import refuse_distance, refuse_ecm, use_ecm
from gearlock.systems.hex100.electronic_warfare.orders import Hack
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import distance

Turn = Callable[[Ctx[State], str, str], Script[None]]
"""What becomes of drones after a hack: by whom, and the victim, which is one of them or commands them."""


def is_known_hacked(state: State, seat: str, unit: Unit) -> bool:
    """Whether a seat knows that an enemy is hacked."""
    return unit.hacked and knows_state_of(state, seat, unit)


@heeds("hex100.hacking", "hex100.network-proliferation")
def refuse_hack(state: State, unit: Unit, order: Hack) -> Refusal | None:
    """Why a unit cannot hack an enemy, or go on to it through another."""
    refusal = refuse_ecm(state, unit)
    if refusal is not None:
        return refusal
    if unit.jammed:
        return Refusal("jammed", "hex100.jamming", "A jammed unit cannot hack.")
    target = state.enemy_called(unit.seat, order.target)
    if target is None:
        return no_contact(order.target)
    if is_known_hacked(state, unit.seat, target):
        return Refusal("hacked", "hex100.hacking", "That contact is hacked already; go on through its network.")
    if not order.through:
        return refuse_distance(unit, target, "hex100.hacking")
    through = state.enemy_called(unit.seat, order.through)
    if through is None:
        return no_contact(order.through)
    return _refuse_way(state, unit, through, target)


@rule("hex100.network-proliferation")
def _refuse_way(state: State, unit: Unit, through: Unit, target: Unit) -> Refusal | None:
    """Why there is no way from one enemy to another: the first must be hacked, and both in the network."""
    if not is_known_hacked(state, unit.seat, through):
        message = "The way into a network leads through a unit that is hacked already."
        return Refusal("not-hacked", "hex100.network-proliferation", message)
    if not (is_networked(state, through) and is_networked(state, target)):
        message = "The two are not in one network: a data link is missing, jammed or turned off."
        return Refusal("no-network", "hex100.network-proliferation", message)
    return refuse_distance(unit, through, "hex100.network-proliferation")


@rule("hex100.hacking")
@heeds("hex100.network-proliferation")
def resolve_hack(ctx: Ctx[State], order: Hack, turn: Turn) -> Script[None]:
    """Try to get into one enemy; a Nimbus tries the next one at once."""
    seat = ctx.state.units[order.unit].seat
    target, through = (ctx.state.enemy_called(seat, name) for name in (order.target, order.through))
    assert target is not None, "a legal hack has a target"
    victim, way = target.id, through.id if through is not None else ""
    use_ecm(ctx, order.unit)
    done = yield from hack(ctx, order.unit, victim, turn, way)
    if done:
        yield from invade(ctx, order.unit, victim, turn)
    look_again(ctx)


@heeds(
    "hex100.hacking", "hex100.electronic-resistance", "hex100.attr-electronic-defence", "hex100.attr-network-defence"
)
def hack(ctx: Ctx[State], by: str, victim: str, turn: Turn, through: str = "") -> Script[bool]:
    """Up to three dice keep a hacker out; gives whether none of them did.

    The hacker must not roll under the target's e-war rating, a target that resists rolls under it itself, and the best
    network defence has the last word. Drones that are hacked, or whose controller is, act at once.
    """
    unit, seat = ctx.state.units[victim], ctx.state.units[by].seat
    hurdles = (
        ("attack", e_war(ctx.state, unit), seat, by, "hex100.hacking"),
        ("resistance", resistance(ctx.state, unit), unit.seat, victim, "hex100.electronic-resistance"),
        ("network", network_defence(ctx.state, unit), unit.seat, victim, "hex100.attr-network-defence"),
    )
    for against, number, roller, roller_id, rule_id in hurdles:
        if not number:
            continue
        ill = against == "attack"
        (face,) = yield from throw(Roll(f"hack, {against}", 1, 100, 0, roller, roller_id, rule_id, (number,), ill))
        ctx.emit(HackRolled(victim, by, against, number, face))
        if face < number:
            return False
    ctx.emit(Hacked(victim, by, through))
    yield from turn(ctx, by, victim)
    return True


@rule("hex100.invasive-cyber-attack")
def invade(ctx: Ctx[State], by: str, victim: str, turn: Turn) -> Script[None]:
    """After a hack a working Nimbus goes for the enemy nearest to the victim in its network, and no farther."""
    if not equipment_effect(ctx.state, ctx.state.units[by], "nimbus"):
        return
    onward = next_in_network(ctx.state, ctx.state.units[victim])
    if onward is not None:
        yield from hack(ctx, by, onward.id, turn, victim)


@heeds("hex100.invasive-cyber-attack")
def next_in_network(state: State, victim: Unit) -> Unit | None:
    """The nearest unit in a hacked unit's network that is not hacked itself; of two as near that of the first hex."""
    if not is_networked(state, victim):
        return None
    others = [each for each in state.standing(victim.seat) if not each.hacked and is_networked(state, each)]
    return min(others, key=lambda each: (distance(each.hex, victim.hex), each.hex), default=None)
