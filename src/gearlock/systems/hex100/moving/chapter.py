"""Movement: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.hex100.actions.acting_unit import TRIES, acting
from gearlock.systems.hex100.moving import events as e
from gearlock.systems.hex100.moving import words as w
from gearlock.systems.hex100.moving.answers import refuse_disengage, refuse_move_now, refuse_reserved_move
from gearlock.systems.hex100.moving.going import resolve_disengage, resolve_move_action
from gearlock.systems.hex100.moving.guesses import guess_move
from gearlock.systems.hex100.moving.orders import Disengage, Move
from gearlock.systems.hex100.moving.pointing import aim_move
from gearlock.systems.hex100.state import State

MOVING: Chapter[State] = Chapter(
    "Movement",
    orders=(
        OrderRules(
            Move,
            "act",
            acting(refuse_move_now),
            resolve_move_action,
            guess_move,
            aim=aim_move,
            tries=TRIES,
        ),
        OrderRules(Move, "reserved move", refuse_reserved_move),
        OrderRules(Disengage, "act", acting(refuse_disengage), resolve_disengage),
    ),
    events=(e.Turned, e.Stepped, e.Halted),
    words={e.Turned: w.turned, e.Stepped: w.stepped, e.Halted: w.halted},
)
