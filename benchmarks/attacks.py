"""Exact odds of real attacks: one attack, and every legal attack of one activation in a battle of 24 against 24."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import msgspec

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.errors import BadInput
from gearlock.kernel.gunnery import Gunnery, Situation, Staged, Terms
from gearlock.kernel.orders import Decline
from gearlock.kernel.registry import AnySystem, get_system
from gearlock.kernel.script import Ctx
from gearlock.systems.brigands.battles import begin, setup_for
from gearlock.systems.brigands.chain_of_command import one_group
from gearlock.systems.brigands.rounds import Activated
from gearlock.systems.brigands.state import COMBAT_SPEED, FIELDED
from gearlock.systems.hex100 import turns
from gearlock.systems.hex100.deployment import Deployed
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.turns import DeploymentEnded, InitiativeRolled, PhaseBegan
from gearlock.table.generate import generate
from gearlock.table.hexes import from_offset
from gearlock.table.measure import INCH

SIDE = 24
ATTACKS = 40
"""Situations of which the median is taken."""
PLAYED = 300
"""Attacks the engine plays for the ratio."""


def measure_attacks() -> dict[str, float]:
    """Microseconds of one attack, milliseconds of a whole activation, and both in attacks that the engine plays."""
    results: dict[str, float] = {}
    for system_id, state in (("brigands", lines_of_models()), ("hex100", lines_of_machines())):
        system = get_system(system_id)
        results |= single(system) | activation(system, state)
    results |= single(get_system("blitz")) | single(get_system("tactical"))
    return results | {
        f"odds_{each}_attack_times_brigands": results[f"odds_{each}_attack_us"] / results["odds_brigands_attack_us"]
        for each in ("blitz", "tactical")
    }


def guns(system: AnySystem) -> Gunnery[Any]:
    """Its gunnery."""
    if system.gunnery is None:
        raise LookupError(f"{system.id} has no gunnery")
    return system.gunnery


def situations(system: AnySystem) -> Iterator[Staged[Any]]:
    """Some weapons of the lists, each at the range it is made for, at the first unit."""
    units = list(guns(system).units())
    step = max(1, len(units) // ATTACKS)
    for unit in units[::step][:ATTACKS]:
        for weapon in guns(system).weapons(unit)[:1]:
            try:
                yield guns(system).stage(Situation((f"{unit}:{weapon}",), units[0]))
            except BadInput:
                continue


def timed(action: Callable[[], object], repeats: int = 5) -> float:
    """Seconds of the fastest of some runs."""
    fastest = math.inf
    for _ in range(repeats):
        start = time.perf_counter()
        action()
        fastest = min(fastest, time.perf_counter() - start)
    return fastest


def single(system: AnySystem) -> dict[str, float]:
    """The median attack: tolls alone, and with the state every branch leaves; and what playing it once costs."""
    staged = list(situations(system))
    tolls = sorted(answered(system, each, Terms(ends=False)) for each in staged)
    ends = median(answered(system, each, Terms()) for each in staged)
    played = timed(lambda: play(system, staged[0]), 2) / PLAYED
    name = f"odds_{system.id}_attack"
    return {
        f"{name}_us": median(tolls) * 1e6,
        f"{name}_slowest_us": tolls[-1] * 1e6,
        f"{name}_with_states_us": ends * 1e6,
        f"{name}_in_played_attacks": median(tolls) / played,
    }


def answered(system: AnySystem, staged: Staged[Any], terms: Terms) -> float:
    """Seconds of the odds of a situation."""
    return timed(lambda: guns(system).outcomes(staged.state, staged.orders[0], terms))


def play(system: AnySystem, staged: Staged[Any]) -> None:
    """The engine plays the attack again and again."""
    battle = Battle.begin(system, staged.setup, Seeded(1), staged.state.clone())
    seat = battle.waiting_for()[0]
    for number in range(PLAYED):
        fork = battle.fork(Seeded(number))
        fork.answer(seat, staged.orders[0])
        while not fork.over and (ask := fork.pending[0]).optional:
            fork.answer(ask.seat, Decline())


def activation(system: AnySystem, state: Any) -> dict[str, float]:
    """Every legal attack of the unit in the middle of the line."""

    def all_odds() -> None:
        for order in guns(system).attacks(state, "red"):
            guns(system).outcomes(state, order, Terms(about=guns(system).marks(state, order)[:1], ends=False))

    count = sum(1 for _ in guns(system).attacks(state, "red"))
    if not count:
        raise LookupError("nobody can be attacked")
    first = timed(all_odds, 1)
    return {
        f"odds_{system.id}_24v24_activation_attacks": count,
        f"odds_{system.id}_24v24_activation_first_ms": first * 1e3,
        f"odds_{system.id}_24v24_activation_ms": timed(all_odds) * 1e3,
    }


def lines_of_models() -> Any:
    """Two lines of models 16 inches apart on a table with terrain, the middle one of red active."""
    ground = generate(48 * INCH, 48 * INCH, 3)
    forces = {"red": one_group(*["hunter"] * SIDE), "blue": one_group(*["jager"] * SIDE)}
    state = begin(setup_for("command", 0, {}, ground, forces, 12))
    for unit in state.units.values():
        number = int(unit.id.partition("-")[2])
        unit.status, unit.actions, unit.command = FIELDED, unit.line.actions, 0
        unit.x, unit.y = INCH + number * 1_900 - 900, (16 if unit.seat == "red" else 32) * INCH
        unit.facing = 900 if unit.seat == "red" else 2700
    state.phase, state.round, state.turn, state.winner = "action", 1, "red", "red"
    get_system("brigands").apply(state, Activated(f"red-{SIDE // 2}", COMBAT_SPEED, 1))
    return state


def lines_of_machines() -> Any:
    """Two lines of machines four hexes apart on open ground, the middle one of red to act."""
    system = get_system("hex100")
    setup = system.prepare("skirmish", 3, {})
    drawn = "\n".join("." * (SIDE + 2) for _ in range(12))
    zones = "[zones.north]\nrows = [0, 0]\n[zones.south]\nrows = [0, 0]\n"
    data = setup.data | {"map": f"name = 'lines'\nmap = '''\n{drawn}\n'''\n[legend]\n\".\" = \"open\"\n{zones}"}
    for seat in system.seats:
        data[seat] = (setup.data[seat] * SIDE)[:SIDE]
    data = {key: value for key, value in data.items() if key != "plan"}
    ctx = Ctx(system.begin(msgspec.structs.replace(setup, data=data)), system.apply)
    ctx.emit(InitiativeRolled("red", (90, 10)))
    for unit in list(ctx.state.units.values()):
        if unit.id in ctx.state.scene.drones:
            continue
        row, facing = (8, 1) if unit.seat == "red" else (4, 4)
        ctx.emit(Deployed(unit.id, *from_offset(int(unit.id.partition("-")[2]), row), facing))
    ctx.emit(DeploymentEnded(()))
    ctx.emit(PhaseBegan(1, "red", ()))
    look_again(ctx)
    ctx.emit(turns.Activated(f"red-{SIDE // 2}", ()))
    return ctx.state
