"""2 and 3: movement and terrain: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order, by_trace
from gearlock.systems.brigands.movement import events as e
from gearlock.systems.brigands.movement import words as w
from gearlock.systems.brigands.movement.answers import refuse_end_move
from gearlock.systems.brigands.movement.climbing import trace_climb
from gearlock.systems.brigands.movement.flight import trace_jump, trace_slide
from gearlock.systems.brigands.movement.floors import trace_floors
from gearlock.systems.brigands.movement.guesses import guess_climb, guess_jump, guess_move, guess_slide, guess_turn
from gearlock.systems.brigands.movement.movement import refuse_move, refuse_turn
from gearlock.systems.brigands.movement.moves_made import (
    resolve_climb,
    resolve_end_move,
    resolve_floors,
    resolve_jump,
    resolve_move,
    resolve_slide,
    resolve_turn,
)
from gearlock.systems.brigands.movement.orders import ChangeFloor, Climb, EndMove, Jump, Move, Slide, Turn
from gearlock.systems.brigands.movement.pointing import aim_climb, aim_jump, aim_move, aim_slide, aim_turn
from gearlock.systems.brigands.state import State

MOVEMENT: Chapter[State] = Chapter(
    "2 and 3: movement and terrain",
    orders=(
        OrderRules(Move, "act", by_order(refuse_move), resolve_move, guess_move, aim=aim_move),
        OrderRules(Climb, "act", by_trace(trace_climb), resolve_climb, guess_climb, aim=aim_climb),
        OrderRules(Jump, "act", by_trace(trace_jump), resolve_jump, guess_jump, aim=aim_jump),
        OrderRules(Slide, "act", by_trace(trace_slide), resolve_slide, guess_slide, aim=aim_slide),
        OrderRules(ChangeFloor, "act", by_trace(trace_floors), resolve_floors),
        OrderRules(EndMove, "act", refuse_end_move, resolve_end_move),
        OrderRules(Turn, "act", by_order(refuse_turn), resolve_turn, guess_turn, aim=aim_turn),
    ),
    events={
        e.Moved: w.moved,
        e.MoveEnded: None,
        e.Turned: w.turned,
    },
)
