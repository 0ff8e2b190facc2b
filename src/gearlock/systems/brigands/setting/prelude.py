"""What comes before the first Round, phase by phase; the introductory game has only the roll-off and deployment."""

from __future__ import annotations

from collections.abc import Callable

from gearlock.kernel.script import Ctx, Script
from gearlock.systems.brigands.objectives.choosing import resolve_objectives
from gearlock.systems.brigands.setting.fortifying import resolve_fortifications
from gearlock.systems.brigands.setting.pathfinder_phase import resolve_pathfinders
from gearlock.systems.brigands.setting.placing import resolve_deployment, resolve_special
from gearlock.systems.brigands.setting.roll_off import resolve_roll_off
from gearlock.systems.brigands.setting.taking_sides import resolve_zones
from gearlock.systems.brigands.state import State

PRELUDE: dict[str, Callable[[Ctx[State]], Script[None]]] = {
    "zones": resolve_zones,
    "fortifications": resolve_fortifications,
    "objectives": resolve_objectives,
    "roll-off": resolve_roll_off,
    "deployment": resolve_deployment,
    "special": resolve_special,
    "pathfinders": resolve_pathfinders,
}
