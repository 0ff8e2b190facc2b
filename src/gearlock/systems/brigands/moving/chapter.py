"""2 and 3: movement and buildings: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order, by_trace
from gearlock.systems.brigands.moving import events as e
from gearlock.systems.brigands.moving import words as w
from gearlock.systems.brigands.moving.answers import refuse_end_move
from gearlock.systems.brigands.moving.buildings import trace_floors
from gearlock.systems.brigands.moving.climbing import trace_climb
from gearlock.systems.brigands.moving.demolition import refuse_demolition
from gearlock.systems.brigands.moving.flight import trace_jump, trace_slide
from gearlock.systems.brigands.moving.going import (
    resolve_climb,
    resolve_end_move,
    resolve_floors,
    resolve_jump,
    resolve_move,
    resolve_slide,
    resolve_turn,
)
from gearlock.systems.brigands.moving.guesses import guess_climb, guess_jump, guess_move, guess_slide, guess_turn
from gearlock.systems.brigands.moving.movement import refuse_move, refuse_turn
from gearlock.systems.brigands.moving.orders import ChangeFloor, Climb, Demolish, EndMove, Jump, Move, Slide, Turn
from gearlock.systems.brigands.moving.pointing import aim_climb, aim_jump, aim_move, aim_slide, aim_turn
from gearlock.systems.brigands.moving.siege import resolve_demolition
from gearlock.systems.brigands.moving.siege_answers import aim_building, guess_building
from gearlock.systems.brigands.state import State

MOVING: Chapter[State] = Chapter(
    "2 and 3: movement and buildings",
    orders=(
        OrderRules(Move, "act", by_order(refuse_move), resolve_move, guess_move, aim=aim_move),
        OrderRules(Climb, "act", by_trace(trace_climb), resolve_climb, guess_climb, aim=aim_climb),
        OrderRules(Jump, "act", by_trace(trace_jump), resolve_jump, guess_jump, aim=aim_jump),
        OrderRules(Slide, "act", by_trace(trace_slide), resolve_slide, guess_slide, aim=aim_slide),
        OrderRules(ChangeFloor, "act", by_trace(trace_floors), resolve_floors),
        OrderRules(EndMove, "act", refuse_end_move, resolve_end_move),
        OrderRules(Turn, "act", by_order(refuse_turn), resolve_turn, guess_turn, aim=aim_turn),
        OrderRules(
            Demolish,
            "act",
            by_order(refuse_demolition),
            resolve_demolition,
            guess_building,
            aim=aim_building,
        ),
    ),
    events=(e.Moved, e.Fell, e.MoveEnded, e.Turned, e.BuildingRolled, e.BuildingDamaged),
    words={
        e.Moved: w.moved,
        e.Fell: w.fell,
        e.Turned: w.turned,
        e.BuildingRolled: w.building_rolled,
        e.BuildingDamaged: w.building_damaged,
    },
)
