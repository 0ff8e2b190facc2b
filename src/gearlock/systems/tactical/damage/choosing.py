"""3.5.1: who chooses where several components could be harmed: odd the defender, even the attacker."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.tactical.cards import MODE_WORDS
from gearlock.systems.tactical.damage.blows import Blow, striker_seat
from gearlock.systems.tactical.damage.orders import HarmSystem, ShieldWeapons
from gearlock.systems.tactical.dice_tests.tests import throw_die
from gearlock.systems.tactical.state import State, Unit

WHICH, SHIELD = "harmed system", "shield weapons"
"""The questions: which of several systems, and whether the shields take it."""
WHO = "who chooses"


@rule("tactical.3.5.1")
def chooser(die: int, defender: str, attacker: str) -> str:
    """The seat that chooses: odd the defender's, even the attacker's."""
    return defender if die % 2 else attacker


@heeds("tactical.3.5.1")
def resolve_which(
    ctx: Ctx[State], unit_id: str, blow: Blow, systems: list[str], rule_id: str, count: int = 1
) -> Script[list[str]]:
    """Which systems are harmed: as many as are struck. A die is thrown only where there is something to choose."""
    if len(systems) <= count:
        return systems
    die = yield from throw_die(ctx, WHO, unit_id, "tactical.3.5.1")
    left, chosen = list(systems), []
    for _ in range(count):
        unit = ctx.state.units[unit_id]
        seat = chooser(die, unit.seat, striker_seat(ctx.state, blow, unit_id))
        prompt = f"Which system of {unit.name} is struck?"
        order = yield from ask(Ask(seat, WHICH, unit_id, tuple(left), rule_id, prompt))
        assert isinstance(order, HarmSystem)
        chosen.append(order.system)
        left.remove(order.system)
    return chosen


def refuse_harm(_state: State, asked: Ask, order: HarmSystem) -> Refusal | None:
    """One of the systems that could be struck, of the unit that is."""
    if order.unit == asked.unit and order.system in asked.about:
        return None
    words = f"One of these is struck: {', '.join(asked.about)}."
    return Refusal("system", asked.rule, words, {"system": order.system})


def system_name(unit: Unit, system: str) -> str:
    """A system as a player calls it: a weapon, a movement system, an auxiliary system."""
    mount = unit.mount(system)
    if mount is not None:
        return mount.weapon.name if mount.id == mount.weapon.id else f"{mount.weapon.name} ({mount.id})"
    return MODE_WORDS[system] if system in unit.card.modes else system[:1].upper() + system[1:]


def offer_harm(state: State, asked: Ask) -> Iterator[Option]:
    """Every system that could be struck."""
    unit = state.units[asked.unit]
    for system in asked.about:
        yield Pick(system_name(unit, system), HarmSystem(unit.id, system), asked.rule)


def refuse_shield(_state: State, asked: Ask, order: ShieldWeapons) -> Refusal | None:
    """The unit that is struck."""
    if order.unit == asked.unit:
        return None
    return Refusal("unit", asked.rule, "The shields of another vehicle cannot take this hit.", {"unit": order.unit})


def offer_shield(_state: State, asked: Ask) -> Iterator[Option]:
    """Use the shields up, or take the hit."""
    yield Pick("Let the shields take it; they are lost", ShieldWeapons(asked.unit), asked.rule)
    yield decline("Take the hit", asked.rule)
