"""2.6.5: crashes."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.damage.resolving import inflict
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.switches import SHEET_CRASHES, by_the_sheet

LIGHT_UP_TO = 3


@heeds("tactical.2.6.5-top-speed-turn", "tactical.ref-sheets")
def resolve_crash(ctx: Ctx[State], unit_id: str, face: int) -> Script[None]:
    """Light damage on 1 to 3, Heavy on 4 to 6; a point more for Light where the reference sheet counts."""
    most = LIGHT_UP_TO + by_the_sheet(ctx.state.switches, SHEET_CRASHES)
    level = "light" if face <= most else "heavy"
    yield from inflict(ctx, unit_id, level, "", "tactical.2.6.5-top-speed-turn", "a crash")
