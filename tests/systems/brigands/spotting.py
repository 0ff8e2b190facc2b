"""A scout with Comms, guns far behind it, and an enemy between, laid out for tests of Forward Observation."""

from __future__ import annotations

from collections.abc import Iterable

from gearlock.kernel.battle import Battle
from gearlock.systems.brigands.rounds.orders import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, State
from systems.brigands.company import company
from systems.brigands.field import again, give, remodel

GUNS = ("LFM", "LATM")
"""A field mortar (Indirect, Blast:3) and a Guided anti-tank missile (Missile or Indirect), both 12-36/72."""


def spotting(
    *dice: Iterable[int],
    scout: tuple[str, ...] = ("Comms:1",),
    foe: tuple[str, ...] = ("Arms",),
    guns: tuple[str, ...] = GUNS,
    command: int = 0,
    posture: str = COMBAT_SPEED,
) -> Battle[State]:
    """red-1 is Active at 24, 24; its guns red-2 (leader) and red-3 are 22 in south of it, red-4 out of Formation.

    blue-1 stands 10 in north of the scout with its back to nobody, blue-2 far off; blue has no Actions.
    """
    battle = company(
        [[("hunter/foc", 24, 24)], [("hunter/cgl", 24, 2), ("hunter", 27, 2), ("hunter", 38, 2)]],
        [[("hunter/foc", 24, 34), ("hunter", 46, 46)]],
    )
    state = battle.state
    remodel(state.units["red-1"], traits=scout)
    for name in ("red-2", "red-3", "red-4"):
        remodel(state.units[name], traits=("Arms",), weapons=guns)
    for unit in state.units.values():
        unit.command = command if unit.rank else 0
        if unit.seat == "blue":
            remodel(unit, traits=foe)
            unit.actions = 0
    battle = again(battle, *dice)
    give(battle, Activate("red-1", posture))
    return battle
