"""Movement: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order, by_trace
from gearlock.systems.fieldmanual.movement import events as e
from gearlock.systems.fieldmanual.movement import words as w
from gearlock.systems.fieldmanual.movement.climbing import resolve_climb, trace_climb
from gearlock.systems.fieldmanual.movement.deceleration import refuse_quick, resolve_quick
from gearlock.systems.fieldmanual.movement.guesses import guess_climb, guess_jump, guess_move, guess_quick
from gearlock.systems.fieldmanual.movement.jumping import resolve_jump, trace_jump
from gearlock.systems.fieldmanual.movement.moving import refuse_move, resolve_move
from gearlock.systems.fieldmanual.movement.orders import Climb, Decelerate, Jump, Move, QuickTurn
from gearlock.systems.fieldmanual.movement.pointing import aim_climb, aim_jump, aim_move, aim_quick
from gearlock.systems.fieldmanual.state import State

MOVEMENT: Chapter[State] = Chapter(
    "Movement",
    orders=(
        OrderRules(Move, "act", by_order(refuse_move), resolve_move, guess_move, aim=aim_move),
        OrderRules(Decelerate, "act", by_order(refuse_quick), resolve_quick, guess_quick, aim=aim_quick),
        OrderRules(QuickTurn, "act", by_order(refuse_quick), resolve_quick, guess_quick, aim=aim_quick),
        OrderRules(Climb, "act", by_trace(trace_climb), resolve_climb, guess_climb, aim=aim_climb),
        OrderRules(Jump, "act", by_trace(trace_jump), resolve_jump, guess_jump, aim=aim_jump),
    ),
    events={
        e.WayTaken: None,
        e.Moved: w.moved,
        e.Parted: w.parted,
        e.Stopped: w.stopped,
        e.Halted: w.halted,
        e.QuicklyTurned: w.quickly_turned,
        e.Climbed: w.climbed,
        e.Jumped: w.jumped,
        e.Fell: w.fell,
    },
)
