"""2 and 3: movement and buildings: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order, by_trace
from gearlock.systems.brigands.moving import events as e
from gearlock.systems.brigands.moving import going, pointing
from gearlock.systems.brigands.moving import guesses as g
from gearlock.systems.brigands.moving import orders as o
from gearlock.systems.brigands.moving import words as w
from gearlock.systems.brigands.moving.answers import refuse_end_move
from gearlock.systems.brigands.moving.buildings import trace_floors
from gearlock.systems.brigands.moving.climbing import trace_climb
from gearlock.systems.brigands.moving.demolition import refuse_demolition
from gearlock.systems.brigands.moving.flight import trace_jump, trace_slide
from gearlock.systems.brigands.moving.movement import refuse_move, refuse_turn
from gearlock.systems.brigands.moving.siege import resolve_demolition
from gearlock.systems.brigands.moving.siege_answers import aim_building, guess_building
from gearlock.systems.brigands.showing.costs import attack_cost
from gearlock.systems.brigands.showing.preview import preview_demolition, preview_pose, preview_waiting
from gearlock.systems.brigands.state import State

MOVING: Chapter[State] = Chapter(
    "2 and 3: movement and buildings",
    orders=(
        OrderRules(
            o.Move,
            "act",
            by_order(refuse_move),
            going.resolve_move,
            g.guess_move,
            aim=pointing.aim_move,
            preview=preview_pose,
        ),
        OrderRules(
            o.Climb,
            "act",
            by_trace(trace_climb),
            going.resolve_climb,
            g.guess_climb,
            aim=pointing.aim_climb,
            preview=preview_pose,
        ),
        OrderRules(
            o.Jump,
            "act",
            by_trace(trace_jump),
            going.resolve_jump,
            g.guess_jump,
            aim=pointing.aim_jump,
            preview=preview_pose,
        ),
        OrderRules(
            o.Slide,
            "act",
            by_trace(trace_slide),
            going.resolve_slide,
            g.guess_slide,
            aim=pointing.aim_slide,
            preview=preview_pose,
        ),
        OrderRules(o.ChangeFloor, "act", by_trace(trace_floors), going.resolve_floors, preview=preview_pose),
        OrderRules(o.EndMove, "act", refuse_end_move, going.resolve_end_move, preview=preview_waiting),
        OrderRules(
            o.Turn,
            "act",
            by_order(refuse_turn),
            going.resolve_turn,
            g.guess_turn,
            aim=pointing.aim_turn,
            preview=preview_pose,
        ),
        OrderRules(
            o.Demolish,
            "act",
            by_order(refuse_demolition),
            resolve_demolition,
            guess_building,
            aim=aim_building,
            preview=preview_demolition,
            cost=attack_cost,
        ),
    ),
    events=(
        e.Moved,
        e.Fell,
        e.MoveEnded,
        e.Turned,
        e.BuildingRolled,
        e.BuildingDamaged,
    ),
    words={
        e.Moved: w.moved,
        e.Fell: w.fell,
        e.Turned: w.turned,
        e.BuildingRolled: w.building_rolled,
        e.BuildingDamaged: w.building_damaged,
    },
)
