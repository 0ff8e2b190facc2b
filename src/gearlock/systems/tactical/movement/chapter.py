"""2.6.5: what is declared of it."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.tactical.movement import events as e
from gearlock.systems.tactical.movement import words as w
from gearlock.systems.tactical.movement.moving import refuse_move, resolve_move
from gearlock.systems.tactical.movement.orders import Move, Ram, ShiftSpeed, SwitchMode
from gearlock.systems.tactical.movement.pointing import aim_move, guess_move
from gearlock.systems.tactical.movement.rams import refuse_ram, resolve_ram
from gearlock.systems.tactical.movement.switching import refuse_shift, refuse_switch, resolve_shift, resolve_switch
from gearlock.systems.tactical.state import State

MOVEMENT: Chapter[State] = Chapter(
    "2.6.5: Movement and Terrain",
    orders=(
        OrderRules(Move, "act", by_order(refuse_move), resolve_move, guess_move, aim=aim_move),
        OrderRules(Ram, "act", by_order(refuse_ram), resolve_ram),
        OrderRules(SwitchMode, "act", by_order(refuse_switch), resolve_switch),
        OrderRules(ShiftSpeed, "act", by_order(refuse_shift), resolve_shift),
    ),
    events={
        e.WayTaken: None,
        e.Moved: w.moved,
        e.Stopped: w.stopped,
        e.Halted: w.halted,
        e.Skidded: w.skidded,
        e.RamBegun: w.ram,
        e.RamOver: w.ram_over,
        e.RanPast: w.ran_past,
        e.ModeSwitched: w.switched,
        e.SpeedShifted: w.shifted,
    },
)
