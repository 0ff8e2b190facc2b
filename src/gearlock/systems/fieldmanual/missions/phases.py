"""The steps of the scenario generator as phases of a battle, and the eve of the first round."""

from __future__ import annotations

from collections.abc import Callable

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.fieldmanual.deployment.groups import resolve_deployment
from gearlock.systems.fieldmanual.deployment.sides import resolve_sides
from gearlock.systems.fieldmanual.missions.choosing import resolve_mission
from gearlock.systems.fieldmanual.missions.events import Prepared
from gearlock.systems.fieldmanual.missions.generating import resolve_table
from gearlock.systems.fieldmanual.missions.targets import resolve_target, undrawn
from gearlock.systems.fieldmanual.state import State
from gearlock.systems.fieldmanual.support.allocation import resolve_allocation


@rule("fieldmanual.step7-battle")
@heeds("fieldmanual.scenario-generator", "fieldmanual.objective-points")
def resolve_eve(ctx: Ctx[State]) -> Script[None]:
    """All have deployed: targets of objectives are drawn, and then the rounds are played."""
    slot = undrawn(ctx.state)
    if slot is not None:
        yield from resolve_target(ctx, slot)
        return
    ctx.emit(Prepared())


PHASES: dict[str, Callable[[Ctx[State]], Script[None]]] = {
    "table": resolve_table,
    "mission": resolve_mission,
    "allocation": resolve_allocation,
    "sides": resolve_sides,
    "deployment": resolve_deployment,
    "eve": resolve_eve,
}
"""What each phase before the first round is about; `State.phase` of a generated battle begins with "table"."""
