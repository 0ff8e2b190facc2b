"""Full battles laid out for tests of Objectives: companies with Units, codes and prices, and what they have chosen."""

from __future__ import annotations

from collections.abc import Iterable

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Scripted
from gearlock.systems.brigands.objectives.objectives import ChooseObjective, PlaceMarker
from gearlock.systems.brigands.state import Pursuit, State
from systems.brigands.company import FOE, Side, lined_up
from systems.brigands.field import again, mil

THREE: Side = [[("hunter/foc", 10, 10), ("hunter", 12, 10)], [("jager/cgl", 30, 10), ("jager", 33, 10)]]
ENEMY: Side = [[("hunter/foc", 10, 40), ("hunter", 12, 40)], [("jager/cgl", 30, 40), ("jager", 33, 40)]]


def mission(
    red: Side = THREE, blue: Side = ENEMY, *dice: Iterable[int], code: str = "GP", tv: int = 10
) -> Battle[State]:
    """The Action Phase of Round 1 of a full battle; each Combat Group is one Unit of the code."""
    position = lined_up(red, blue, "battle", code=code, tv=tv, command=0)
    for model in position.tables["model"]:
        model["squad"] = model["group"]
    return position.battle(Scripted(*dice))


def choosing(code: str = "GP", size: int = 50, red: Side = THREE, blue: Side = ENEMY) -> Battle[State]:
    """The moment when Objectives are chosen, in a battle of so many TV."""
    battle = mission(red, blue, code=code)
    state = battle.state
    state.phase, state.round, state.turn, state.size = "objectives", 0, "", size
    for unit in state.units.values():
        unit.status = "waiting"
    return again(battle)


def choose(battle: Battle[State], *names: str) -> None:
    """Objectives in the order in which they are asked for."""
    for name in names:
        battle.answer(battle.waiting_for()[0], ChooseObjective(name))


def spot(x: float, y: float) -> PlaceMarker:
    return PlaceMarker(mil(x), mil(y))


def pursue(battle: Battle[State], *pursuits: Pursuit) -> Battle[State]:
    """The same position with these Objectives chosen."""
    battle.state.pursuits = list(pursuits)
    return again(battle)


def move(battle: Battle[State], unit: str, x: float, y: float) -> None:
    battle.state.units[unit].x, battle.state.units[unit].y = mil(x), mil(y)


__all__ = ["ENEMY", "FOE", "THREE", "Side", "choose", "choosing", "mission", "move", "pursue", "spot"]
