"""3.0b, 16.1 and 16.2: the ways a unit may come to the table, and declaring them before anybody deploys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.turns import SEATS, next_seat
from gearlock.systems.blitz.deployment.events import Declared, DeclaringPassed
from gearlock.systems.blitz.deployment.orders import Declare
from gearlock.systems.blitz.rounds.orders import ChooseFirst
from gearlock.systems.blitz.state import NO_GROUP, WAITING, State, Unit

REGULAR, STEALTH, AIRDROP, PATHFINDERS, RANGERS, SUPPORT = (
    "", "stealth", "airdrop", "pathfinders", "rangers", "off-board support",
)  # fmt: skip
UNDECLARED: Final = "undeclared"
RECON: Final = "RC"
WAYS: Final = {
    REGULAR: ("deploys regularly", "blitz.3.0b"),
    STEALTH: ("goes around as a stealth unit", "blitz.16.1a"),
    AIRDROP: ("drops from the air", "blitz.16.1b"),
    PATHFINDERS: ("deploys late as pathfinders and moves at once", "blitz.16.1c"),
    RANGERS: ("comes from an edge as rangers", "blitz.16.1c"),
    SUPPORT: ("supports from beyond the table", "blitz.16.2c"),
}
"""What each way is called, and its rule."""
BEYOND: Final = (STEALTH, RANGERS, SUPPORT)
"""The ways by which a unit is set at an edge, at a distance that only its side knows."""
FULL_BATTLES: Final = ("meeting", "battle")
"""Scenarios with reserves; the others are fought with all that is there."""


def is_works(unit: Unit) -> bool:
    """A fortification or another support purchase, which is set up before all else."""
    return unit.line.type == "Fortification"


def members(state: State, seat: str, group: int, squad: str) -> list[Unit]:
    """The models of a unit that still wait, but for its fortifications."""
    waiting = (unit for unit in state.units.values() if unit.status == WAITING and not is_works(unit))
    return [unit for unit in waiting if (unit.seat, unit.group, unit.squad) == (seat, group, squad)]


@rule("blitz.16.1", "blitz.trait.airdrop")
@heeds("blitz.16.1a", "blitz.16.1b", "blitz.16.1c", "blitz.16.2c", "blitz.5.4-attached")
def ways_of(models: list[Unit]) -> tuple[str, ...]:
    """How a unit may deploy: all its models have the trait or are a recon unit; attached ones do not count."""
    core = [unit for unit in models if not unit.line.attached and unit.line.type != "Drone"]
    traits = [unit.line.traits for unit in core]
    ways = [REGULAR]
    if core and all("Stealth" in had for had in traits):
        ways.append(STEALTH)
    if core and all("Airdrop" in had for had in traits):
        ways.append(AIRDROP)
    recon = bool(core) and all(is_recon(unit) for unit in core)
    if recon or (core and all("Pathfinder" in had for had in traits)):
        ways.append(PATHFINDERS)
    if recon:
        ways.append(RANGERS)
    if all(unit.line.gait != "F" for unit in core):
        ways.append(SUPPORT)
    return tuple(ways)


@heeds("blitz.16.1c")
def is_recon(unit: Unit) -> bool:
    """Taken as recon; where nobody said what as, a model that is listed for it."""
    return unit.ua == RECON if unit.ua else any(entry.split()[0] == RECON for entry in unit.line.card.ua)


def undeclared(state: State, seat: str) -> list[tuple[int, str]]:
    """The units of a seat that have not said how they deploy."""
    waiting = (unit for unit in state.units.values() if unit.seat == seat and unit.status == WAITING)
    found = ((unit.group, unit.squad) for unit in waiting if unit.arrival == UNDECLARED)
    return list(dict.fromkeys(found))


@rule("blitz.3.1b")
@heeds("blitz.3.0b", "blitz.16.1")
def resolve_declaring(ctx: Ctx[State]) -> Script[None]:
    """One unit's way to the table, the sides in turn; the winner of the deployment check says who begins."""
    state = ctx.state
    left = {seat for seat in SEATS if undeclared(state, seat)}
    if not left:
        ctx.emit(DeclaringPassed("", True))
    elif state.turn not in left:
        ctx.emit(DeclaringPassed(next_seat(state.turn, left)))
    elif state.group == NO_GROUP:
        prompt = "Who is the first to declare how a unit deploys?"
        first = yield from ask(Ask(state.winner, "first", rule="blitz.3.0b", prompt=prompt))
        assert isinstance(first, ChooseFirst), f"{first} names nobody"
        ctx.emit(DeclaringPassed(first.seat if first.seat in left else next_seat(first.seat, left)))
    else:
        prompt = "How does one of your units come to the table?"
        order = yield from ask(Ask(state.turn, "declare", rule="blitz.16.1", prompt=prompt))
        assert isinstance(order, Declare), f"{order} declares nothing"
        ctx.emit(Declared(ctx.state.turn, order.group, order.squad, order.way))
        left = {seat for seat in SEATS if undeclared(ctx.state, seat)}
        ctx.emit(DeclaringPassed(next_seat(ctx.state.turn, left), not left))


@heeds("blitz.16.1", "blitz.16.1c")
def refuse_declare(state: State, ask: Ask, order: Declare) -> Refusal | None:
    """A unit that has not declared yet, and a way that is open to all of it."""
    if (order.group, order.squad) not in undeclared(state, ask.seat):
        message = f"The {order.squad} unit of combat group {order.group} has nothing to declare."
        return Refusal("unit", ask.rule, message)
    ways = ways_of(members(state, ask.seat, order.group, order.squad))
    if order.way in ways:
        return None
    names = ", ".join(way or "regular deployment" for way in ways)
    return Refusal("way", "blitz.16.1", f"This unit cannot deploy as '{order.way}': it may choose {names}.")


def offer_declarations(state: State, ask: Ask) -> Iterator[Option]:
    """Every unit in every way it may come."""
    for group, squad in undeclared(state, ask.seat):
        models = members(state, ask.seat, group, squad)
        for way in ways_of(models):
            text, rule_id = WAYS[way]
            label = f"Group {group}, {squad} unit ({models[0].line.name}, {len(models)}): {text}"
            yield Pick(label, Declare(group, squad, way), rule_id)
