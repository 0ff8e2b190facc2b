"""A scout with Comms, guns far behind it, and an enemy between, laid out for tests of Forward Observation."""

from __future__ import annotations

from collections.abc import Iterable

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Scripted
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, State
from systems.brigands.company import lined_up
from systems.brigands.field import give

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
    guns_of = {"stats": {"traits": ("Arms",), "weapons": guns}}
    battle = lined_up(
        [[("hunter/foc", 24, 24)], [("hunter/cgl", 24, 2), ("hunter", 27, 2), ("hunter", 38, 2)]],
        [[("hunter/foc", 24, 34), ("hunter", 46, 46)]],
        models={
            "red-1": {"stats": {"traits": scout}, "command": command},
            "red-2": {**guns_of, "command": command},
            "red-3": guns_of,
            "red-4": guns_of,
            "blue-1": {"stats": {"traits": foe}, "command": command, "actions": 0},
            "blue-2": {"stats": {"traits": foe}, "actions": 0},
        },
        command=0,
    ).battle(Scripted(*dice))
    give(battle, Activate("red-1", posture))
    return battle
