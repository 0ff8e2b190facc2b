"""Drones for the tests: a carrier with a recon drone, docked or out, and battles laid out up to their drones."""

from __future__ import annotations

from gearlock.kernel.battle import Battle
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.deployment import Deploy
from gearlock.systems.hex100.state import State
from gearlock.systems.hex100.turns import Activate, EndTurn
from systems.hex100.kit import E, Position, W, at, machine, plain

TEGU = "tegu-siege"
CARRIER = machine("crocodile-mk2", ["drone-controller"], drones=("recon-drone",))
SCOUT = "cloudburst-scout"
MEDIC = machine("crocodile-mk2", ["drone-controller"], drones=("repair-drone",))
GUARD = machine("crocodile-mk2", ["drone-controller"], drones=("point-defence-drone",))
BOTH = machine("crocodile-mk2", ["drone-controller"], drones=("recon-drone", "repair-drone"))
RECON = DRONE = "red-1-drone-1"


def docked() -> Position:
    """Red's carrier with a docked recon drone and a tank beside it, a blue tank far away."""
    return Position(plain(), [(CARRIER, (2, 4), E), (TEGU, (2, 6), E)], [(TEGU, (14, 4), W)])


def out(mode: str = "loiter", place: tuple[int, int] = (4, 4)) -> Position:
    position = docked()
    position.field(RECON, place, mode, point=at(4, 4))
    return position


def drone_turn(position: Position, *dice: tuple[int, ...]) -> Battle[State]:
    """End the carrier's turn and let the drone act."""
    battle = position.play(*dice)
    battle.answer("red", EndTurn("red-1"))
    if battle.pending[0].kind == "unit":
        battle.answer("red", Activate(RECON))
    return battle


def laid_out(*red: str) -> Battle[State]:
    options = {"red": ",".join(red), "blue": TEGU, "budget": "large"}
    return Battle.begin(SYSTEM, SYSTEM.prepare("close-quarters", 3, options))


def place_all(battle: Battle[State]) -> None:
    """Answer with the first place found until a drone is asked after."""
    while battle.pending[0].kind == "deploy":
        ask = battle.pending[0]
        zone = sorted(battle.state.scene.ground.zones["south" if ask.seat == "red" else "north"])
        orders = (Deploy(unit, *hex_, 1) for unit in ask.about for hex_ in zone)
        battle.answer(ask.seat, next(order for order in orders if battle.refuse(ask.seat, order) is None))
