"""The action pool: what it holds, what an order costs, what is left."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.systems.hex100.actions.events import ActionsSpent, AmmoChanged, HandLent
from gearlock.systems.hex100.actions.orders import ChangeAmmo, HandsOn
from gearlock.systems.hex100.forces.loadout import variable_mounts
from gearlock.systems.hex100.state import State, Unit


@rule("hex100.action-pool", "hex100.action-symbols")
def payment(unit: Unit, *kinds: str) -> tuple[str, ...] | None:
    """Which actions of the pool pay for these kinds; None if they cannot be paid.

    Plain ones go first, then combined ones such as move/attack, which are spent as either, the wildcard last. It stands
    for a move, an attack or a utility action, never for a commander's.
    """
    return _paid(unit.pool, kinds)


def _paid(left: dict[str, int], kinds: tuple[str, ...]) -> tuple[str, ...] | None:
    if not kinds:
        return ()
    kind, *more = kinds
    combined = [action for action in left if "/" in action and kind in action.split("/")]
    for action in (kind, *combined, *(() if kind == "commander" else ("wildcard",))):
        if left.get(action, 0) > 0:
            rest = _paid({**left, action: left[action] - 1}, tuple(more))
            if rest is not None:
                return (action, *rest)
    return None


def refuse_payment(unit: Unit, *kinds: str) -> Refusal | None:
    """Why the pool does not pay for these actions."""
    if payment(unit, *kinds) is not None:
        return None
    left = ", ".join(kind for kind, count in sorted(unit.pool.items()) for _ in range(count)) or "nothing"
    needed = " and ".join(f"{'an' if kind == 'attack' else 'a'} {kind} action" for kind in kinds)
    message = f"That needs {needed}; the action pool holds {left}."
    return Refusal("no-action-left", "hex100.action-pool", message)


def spend(ctx: Ctx[State], unit: str, *kinds: str, weapons: tuple[str, ...] = ()) -> None:
    """Take the actions out of the pool, and count the weapons and the moves as made."""
    actions = payment(ctx.state.units[unit], *kinds)
    assert actions is not None, "an order is paid for only after it was found legal"
    ctx.emit(ActionsSpent(unit, actions, weapons, kinds.count("move")))


@heeds("hex100.recovery")
def has_actions(unit: Unit) -> bool:
    """Whether anything is left to spend; a focus not declared at the start of the turn is good for a recovery only."""
    ails = unit.hacked or unit.shocked
    return any(count > 0 for action, count in unit.pool.items() if action != "focus" or ails)


@rule("hex100.commander-hands-on")
def lend_hand(ctx: Ctx[State], order: HandsOn) -> None:
    """The commander's action for one more utility action."""
    spend(ctx, order.unit, "commander")
    ctx.emit(HandLent(order.unit))


@heeds("hex100.attr-variable-ammo")
def loaded_modes(state: State, unit: str, load: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """What an owner has loaded before the battle, by weapon and place of the round on its card."""
    chosen = {mount: mode for mount, _, mode in (token.partition(":") for token in load)}
    return tuple(
        (mount.id, [weapon.mode for weapon in mount.modes].index(chosen[mount.id]))
        for mount in variable_mounts(state.machine(unit))
        if mount.id in chosen
    )


@rule("hex100.variable-ammo-tank")
def change_ammo(ctx: Ctx[State], order: ChangeAmmo) -> None:
    """A utility action loads another kind of round."""
    machine = ctx.state.machine(order.unit)
    mount = next(mount for mount in machine.mounts if mount.id == order.weapon)
    spend(ctx, order.unit, "utility")
    modes = [weapon.mode for weapon in mount.modes]
    ctx.emit(AmmoChanged(order.unit, order.weapon, modes.index(order.mode)))
