"""15.4 and 15.5: who may give which order, to whom, and with how many dice."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.pools.lines import dice
from gearlock.systems.blitz.attacks.pairs import engagers
from gearlock.systems.blitz.chain_of_command.formation import is_in_formation
from gearlock.systems.blitz.chain_of_command.ranks import can_command, rank_of
from gearlock.systems.blitz.dice_tests.modifiers import modifiers_of
from gearlock.systems.blitz.dice_tests.rolls import DiceTest
from gearlock.systems.blitz.general_concepts.dice import CMD, NA
from gearlock.systems.blitz.lock_and_cover.sensing import can_lock
from gearlock.systems.blitz.orders.events import SilenceBroken
from gearlock.systems.blitz.orders.orders import GiveOrder
from gearlock.systems.blitz.paying import refuse_idle
from gearlock.systems.blitz.state import (
    CHARGE,
    COORDINATED,
    FULL_SPEED,
    INCOMING,
    SILENCE,
    TOP_SPEED,
    State,
    Unit,
)

FAILS = "without a success the order fails"
RULES = {
    COORDINATED: "blitz.15.5a", SILENCE: "blitz.15.5b", CHARGE: "blitz.15.5c", FULL_SPEED: "blitz.15.5d",
    INCOMING: "blitz.15.5e",
}  # fmt: skip
"""The five orders and where they stand."""


@heeds("blitz.15.4", "blitz.trait.cmd", "blitz.15.0", "blitz.2.2-standard-modifiers")
def order_test(state: State, unit: Unit, command: str) -> DiceTest:
    """A command roll: the skill of its rank, standard modifiers, the dice of a command suite."""
    lines = modifiers_of(state, unit, CMD)
    if unit.trait(CMD):
        lines.append(dice(unit.trait(CMD), "Command suite", "blitz.trait.cmd"))
    enough, stake = (None, "each success makes it stronger") if command in (COORDINATED, INCOMING) else (1, FAILS)
    skill = rank_of(unit.rank).skill
    return DiceTest("order", unit.id, CMD, skill, tuple(lines), rule=RULES[command], enough=enough, stake=stake)


@heeds("blitz.15.3", "blitz.15.0", "blitz.15.1")
def in_formation_with(state: State, commander: Unit) -> list[Unit]:
    """Everybody a commander may order without a radio, itself first."""
    mine = (unit for unit in state.in_play(commander.seat) if is_in_formation(state, unit, commander))
    return sorted(mine, key=lambda unit: unit.id != commander.id)


@heeds("blitz.15.4")
def out_of_formation(state: State, commander: Unit) -> Iterator[Unit]:
    """The unused models a comms test could bring into an order."""
    for unit in state.in_play(commander.seat):
        if not unit.used and can_command(commander, unit) and not is_in_formation(state, unit, commander):
            yield unit


@rule("blitz.15.5d")
def can_take_up(state: State, unit: Unit, command: str) -> bool:
    """Whether an order is of use to a model: full speed ahead only for the unused, not if it chose another posture."""
    if command != FULL_SPEED:
        return True
    return unit.stance == TOP_SPEED if state.is_active(unit) else not unit.used


@rule("blitz.15.4", "blitz.15.5b", "blitz.15.5c")
@heeds("blitz.15.5a", "blitz.15.5d", "blitz.15.5e", "blitz.15.0", "blitz.3.4a", "blitz.force.utopia-special")
def refuse_order(state: State, order: GiveOrder) -> Refusal | None:
    """A commander with an action, an order there is, and models that can take it up."""
    unit = state.units[order.unit]
    if rank_of(unit.rank).skill >= NA:
        message = f"The {unit.name} commands nobody: a CO, XO, CGL or 2iC gives orders."
        return Refusal("rank", "blitz.15.4", message)
    if "N-KIDU" in unit.line.traits:
        message = f"The {unit.name} is an N-KIDU: it leads, but gives no orders. Its Armigers do."
        return Refusal("machine", "blitz.force.utopia-special", message)
    if idle := refuse_idle(unit, "blitz.15.4"):
        return idle
    if order.command not in RULES:
        return Refusal("order", "blitz.15.4", f"There is no order '{order.command}': {', '.join(RULES)}.")
    refusal = _refuse_target(state, unit, order) or _refuse_models(state, unit, order)
    if refusal is None and order.comms and not any(out_of_formation(state, unit)):
        message = f"Nobody the {unit.name} commands is unused and out of formation: there is no need for a comms test."
        return Refusal("comms", "blitz.15.4", message)
    return refusal


@rule("blitz.15.5a")
def _refuse_target(state: State, unit: Unit, order: GiveOrder) -> Refusal | None:
    """Coordinated fire is for one enemy the commander has Lock on, other orders for nobody."""
    if order.command != COORDINATED:
        if not order.target:
            return None
        return Refusal("target", RULES[order.command], f"The order {order.command} names no target.")
    target = state.units.get(order.target)
    if target is None or not target.is_fielded or target.seat == unit.seat:
        return Refusal("target", "blitz.15.5a", f"{order.target or 'Nobody'} is no enemy on the table.")
    if not can_lock(state, unit, target):
        return Refusal("lock", "blitz.15.5a", f"The {unit.name} has no lock on the {target.name}.")
    return None


def _refuse_models(state: State, unit: Unit, order: GiveOrder) -> Refusal | None:
    """Those who are named are in formation and can take it up."""
    near = [each.id for each in in_formation_with(state, unit) if can_take_up(state, each, order.command)]
    wrong = next((name for name in order.models if name not in near), None)
    if wrong is None:
        return None
    name = state.units[wrong].name if wrong in state.units else wrong
    message = f"The {name} cannot take this order up: it is not in formation with the {unit.name}, or has been used."
    return Refusal("formation", "blitz.15.4", message)


@heeds("blitz.15.5b")
def broken_silence(state: State) -> list[SilenceBroken]:
    """Models under radio silence that are engaged in melee."""
    silent = (unit for unit in state.units.values() if SILENCE in unit.tokens)
    return [SilenceBroken(unit.id) for unit in silent if engagers(state, unit)]
