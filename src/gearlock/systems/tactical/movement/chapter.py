"""2.6.5: what is declared of it."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.tactical.movement import events as e
from gearlock.systems.tactical.movement import feats as f
from gearlock.systems.tactical.movement import words as w
from gearlock.systems.tactical.movement.climbing import refuse_climb, resolve_climb
from gearlock.systems.tactical.movement.hull_down import refuse_cover, resolve_taking_cover
from gearlock.systems.tactical.movement.jumping import refuse_jump, resolve_jump
from gearlock.systems.tactical.movement.moving import refuse_move, resolve_move
from gearlock.systems.tactical.movement.orders import (
    Climb,
    Jump,
    Move,
    Ram,
    ShiftSpeed,
    SwitchMode,
    TakeCover,
    TakeMovementHit,
)
from gearlock.systems.tactical.movement.pointing import aim_move, guess_move
from gearlock.systems.tactical.movement.rams import refuse_ram, resolve_ram
from gearlock.systems.tactical.movement.stuck import MIRED, refuse_movement_hit
from gearlock.systems.tactical.movement.switching import refuse_shift, refuse_switch, resolve_shift, resolve_switch
from gearlock.systems.tactical.state import State

MOVEMENT: Chapter[State] = Chapter(
    "2.6.5: Movement and Terrain",
    orders=(
        OrderRules(Move, "act", by_order(refuse_move), resolve_move, guess_move, aim=aim_move),
        OrderRules(Ram, "act", by_order(refuse_ram), resolve_ram),
        OrderRules(Climb, "act", by_order(refuse_climb), resolve_climb),
        OrderRules(Jump, "act", by_order(refuse_jump), resolve_jump),
        OrderRules(TakeCover, "act", by_order(refuse_cover), resolve_taking_cover),
        OrderRules(TakeMovementHit, MIRED, refuse_movement_hit),
        OrderRules(SwitchMode, "act", by_order(refuse_switch), resolve_switch),
        OrderRules(ShiftSpeed, "act", by_order(refuse_shift), resolve_shift),
    ),
    events={
        e.WayTaken: None,
        e.Moved: w.moved,
        e.Stopped: w.stopped,
        e.Halted: w.halted,
        f.ClimbedOn: w.climbed,
        f.Jumped: w.jumped,
        f.FellDown: w.fell,
        f.CoverTaken: w.covered,
        f.GotStuck: w.stuck,
        e.Skidded: w.skidded,
        e.RamBegun: w.ram,
        e.RamOver: w.ram_over,
        e.RanPast: w.ran_past,
        e.ModeSwitched: w.switched,
        e.SpeedShifted: w.shifted,
    },
)
