"""6: movement and terrain: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order, by_trace
from gearlock.systems.blitz.movement import events as e
from gearlock.systems.blitz.movement import words as w
from gearlock.systems.blitz.movement.climbing import trace_climb
from gearlock.systems.blitz.movement.danger import refuse_freeing, resolve_freeing
from gearlock.systems.blitz.movement.guesses import guess_climb, guess_jump, guess_move, guess_turn
from gearlock.systems.blitz.movement.jumping import trace_jump
from gearlock.systems.blitz.movement.movement import refuse_move
from gearlock.systems.blitz.movement.moves_made import (
    refuse_end_move,
    refuse_turn,
    resolve_climb,
    resolve_end_move,
    resolve_jump,
    resolve_move,
    resolve_turn,
)
from gearlock.systems.blitz.movement.orders import Climb, ComeFree, EndMove, ExtraTurn, Jump, Move
from gearlock.systems.blitz.movement.pointing import aim_climb, aim_jump, aim_move, aim_turn
from gearlock.systems.blitz.state import State

MOVEMENT: Chapter[State] = Chapter(
    "6: movement and terrain",
    orders=(
        OrderRules(Move, ("act", "scout"), by_order(refuse_move), resolve_move, guess_move, aim=aim_move),
        OrderRules(ExtraTurn, "act", by_order(refuse_turn), resolve_turn, guess_turn, aim=aim_turn),
        OrderRules(Climb, "act", by_trace(trace_climb), resolve_climb, guess_climb, aim=aim_climb),
        OrderRules(Jump, "act", by_trace(trace_jump), resolve_jump, guess_jump, aim=aim_jump),
        OrderRules(ComeFree, "act", by_order(refuse_freeing), resolve_freeing),
        OrderRules(EndMove, ("act", "scout"), refuse_end_move, resolve_end_move),
    ),
    events={
        e.Moved: w.moved,
        e.MoveEnded: None,
        e.TurnBought: w.turn_bought,
        e.Jumped: w.jumped,
        e.Immobilised: w.immobilised,
        e.FreeingTried: w.freeing_tried,
        e.Forced: w.forced,
    },
)
