"""The action pool: what an order costs, what is left, and what a new phase restores and ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.chapters import Chapter, Offer, OrderRules, Refuse
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.equipment import equipment_effect, find_mount, works
from gearlock.systems.hex100.forces.loadout import variable_mounts
from gearlock.systems.hex100.known_units import own_deed
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex


class TurnFinished(Event, frozen=True, tag="turn-finished"):
    """A unit has done what it will do this turn."""

    unit: str

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.done, unit.engaged = True, []
        state.acting = ""


# --- The action pool


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


class ActionsSpent(Event, frozen=True, tag="actions-spent"):
    """Actions left the pool; weapons named here are used for this turn."""

    unit: str
    actions: tuple[str, ...]
    weapons: tuple[str, ...] = ()
    moves: int = 0
    """How many of them were spent on moves."""

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        for action in self.actions:
            unit.pool[action] -= 1
        unit.strides += self.moves
        unit.used += (token.partition(":")[0] for token in self.weapons)
        unit.acted = True


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


class HandsOn(Order, frozen=True, tag="hands-on"):
    """The commander lends a hand: one more utility action."""

    unit: str


class HandLent(Event, frozen=True, tag="hand-lent"):
    """A commander's action became a utility action."""

    plain: ClassVar[bool] = True
    unit: str

    def change(self, state: State) -> None:
        pool = state.units[self.unit].pool
        pool["utility"] = pool.get("utility", 0) + 1


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


class ChangeAmmo(Order, frozen=True, tag="change-ammo"):
    """Load another ammunition."""

    unit: str
    weapon: str = ""
    mode: str = ""


class AmmoChanged(Event, frozen=True, tag="ammo-changed"):
    """Another ammunition was loaded."""

    plain: ClassVar[bool] = True
    unit: str
    weapon: str
    mode: int

    def change(self, state: State) -> None:
        state.units[self.unit].loaded[self.weapon] = self.mode


@rule("hex100.variable-ammo-tank")
def change_ammo(ctx: Ctx[State], order: ChangeAmmo) -> None:
    """A utility action loads another kind of round."""
    machine = ctx.state.machine(order.unit)
    mount = next(mount for mount in machine.mounts if mount.id == order.weapon)
    spend(ctx, order.unit, "utility")
    modes = [weapon.mode for weapon in mount.modes]
    ctx.emit(AmmoChanged(order.unit, order.weapon, modes.index(order.mode)))


# --- What a new phase restores and ends


@rule("hex100.cirrus-passive", "hex100.stratus-passive")
def fill_pool(state: State, unit: Unit) -> None:
    """The actions of the card; the Cirrus and Stratus systems make a move/attack action of one of them."""
    replaced = {
        action
        for effect, action in (("attack_or_move", "attack"), ("move_or_attack", "move"))
        if equipment_effect(state, unit, effect)
    }
    unit.pool = {}
    for action in state.machine(unit.id).unit.pool:
        kind = "move/attack" if action in replaced else action
        unit.pool[kind] = unit.pool.get(kind, 0) + 1


def begin_own_phase(unit: Unit) -> None:
    """What ends when a unit's side begins its phase: gait, beacon, the count of moves."""
    unit.gait, unit.beacon, unit.strides = "", False, 0


def begin_phase_of(unit: Unit, seat: str) -> None:
    """What ends when a side's phase begins: its own fortification, and the jamming it did to the others."""
    if unit.seat == seat:
        unit.fortified = False
    else:
        unit.jammed = False
        unit.traced = unit.traced and (unit.hacked or unit.shocked)


def hide_again(unit: Unit) -> None:
    """When a unit's side begins its phase its optical stealth is back, and what it put to work has run its time."""
    unit.exposed, unit.searching = False, []


def restore_wards(unit: Unit) -> None:
    """When its side's phase begins: interceptors have all their shots again, guns leave their defensive modes.

    What artillery fire control had worked out is old, and a new turn is at its beginning.
    """
    unit.stopped, unit.warding = {}, []
    unit.plotted = unit.acted = False


def drop_reserve(unit: Unit) -> None:
    """What was held back is spent or lost."""
    unit.held, unit.held_weapons, unit.trigger, unit.within, unit.waits_for = "", [], "", 0, ""


# --- What every order of the acting unit needs

TRIES = 12
"""How often a hex or a path is guessed at."""

React = Callable[[Ctx[State], str, Hex | None], Script[None]]
"""What may interrupt a step, or an attack: the mover's id and the hex it came from, if it moved."""


def acting(refuse: Callable[[State, Unit, Any], Refusal | None]) -> Refuse[State]:
    """A rule of the unit that acts."""
    return lambda state, ask, order: refuse(state, state.units[ask.unit], order)


def of_acting(offer: Callable[[State, Unit], Iterable[Option]]) -> Offer[State]:
    """What the unit that acts may do."""
    return lambda state, ask: offer(state, state.units[ask.unit])


def refuse_another(_state: State, ask: Ask, order: Order) -> Refusal | None:
    """One unit acts at a time."""
    if ask.kind != "act" or getattr(order, "unit", "") == ask.unit:
        return None
    return Refusal("not-acting", "hex100.turn-structure", "Another unit is acting; it finishes its turn first.")


# --- What is offered


@heeds("hex100.variable-ammo-tank", "hex100.variable-ammo-mech")
def refuse_change_ammo(state: State, unit: Unit, order: ChangeAmmo) -> Refusal | None:
    mount = find_mount(state, unit, order.weapon)
    if mount is None or not mount.modes or not mount.modes[0].has("variable-ammo") or not works(state, unit, mount):
        return Refusal(
            "no-such-weapon", "hex100.attr-variable-ammo", "There is no such weapon with variable ammunition."
        )
    if state.machine(unit.id).unit.kind != "tank":
        return Refusal("fixed-ammo", "hex100.variable-ammo-mech", "Mecha keep the ammunition they began with.")
    modes = [weapon.mode for weapon in mount.modes]
    if order.mode not in modes or modes.index(order.mode) == unit.loaded.get(mount.id, 0):
        return Refusal("no-such-ammo", "hex100.attr-variable-ammo", f"There is no other ammunition '{order.mode}'.")
    return refuse_payment(unit, "utility")


def refuse_commander(state: State, unit: Unit, order: Order) -> Refusal | None:  # noqa: ARG001 - one of the orders
    return refuse_payment(unit, "commander")


def offer_ammunition(state: State, unit: Unit) -> Iterator[Option]:
    """Other modes of the variable weapons of a tank."""
    if not payment(unit, "utility") or state.machine(unit.id).unit.kind != "tank":
        return
    for mount in variable_mounts(state.machine(unit.id)):
        if works(state, unit, mount):
            for at, weapon in enumerate(mount.modes):
                if at != unit.loaded.get(mount.id, 0):
                    order = ChangeAmmo(unit.id, mount.id, weapon.mode)
                    yield Pick(f"Load {weapon.mode} into the {weapon.name}", order, "hex100.variable-ammo-tank")


# --- The contents of the chapter

ACTION_POOL: Chapter[State] = Chapter(
    "The action pool",
    orders=(
        OrderRules(ChangeAmmo, "act", acting(refuse_change_ammo), change_ammo),
        OrderRules(HandsOn, "act", acting(refuse_commander), lend_hand),
    ),
    events={
        ActionsSpent: None,
        HandLent: own_deed("gets a hand from its commander", "hex100.commander-hands-on"),
        AmmoChanged: own_deed("loads other ammunition", "hex100.variable-ammo-tank"),
        TurnFinished: None,
    },
)
