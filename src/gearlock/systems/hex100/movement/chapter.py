"""Movement, ramming and disengaging: the contents."""

from __future__ import annotations

from functools import partial

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.hex100.actions.acting_unit import TRIES, React, acting
from gearlock.systems.hex100.movement import events as e
from gearlock.systems.hex100.movement import words as w
from gearlock.systems.hex100.movement.answers import guess_move, refuse_disengage, refuse_move_now, refuse_reserved_move
from gearlock.systems.hex100.movement.gaits import refuse_gait
from gearlock.systems.hex100.movement.move_action import resolve_disengage, resolve_move_action
from gearlock.systems.hex100.movement.orders import Disengage, Move, TakeGait
from gearlock.systems.hex100.movement.pointing import aim_move
from gearlock.systems.hex100.state import State


def movement(react: React) -> Chapter[State]:
    """The chapter, with what may interrupt a step."""
    return Chapter(
        "Movement, ramming and disengaging",
        orders=(
            OrderRules(
                Move,
                "act",
                acting(refuse_move_now),
                partial(resolve_move_action, react=react),
                guess_move,
                aim=aim_move,
                tries=TRIES,
            ),
            OrderRules(Move, "reserved move", refuse_reserved_move),
            OrderRules(Disengage, "act", acting(refuse_disengage), partial(resolve_disengage, react=react)),
            OrderRules(TakeGait, "gait", refuse_gait),
        ),
        events={
            e.Turned: w.turned,
            e.Stepped: w.stepped,
            e.Halted: w.halted,
            e.GroundCleared: w.ground_cleared,
            e.GaitChosen: w.gait_chosen,
            e.Rammed: w.rammed,
        },
    )
