"""Steps 2 and 3: Table Effects, Unusual Events and the kind of deployment zones are rolled."""

from __future__ import annotations

from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.systems.fieldmanual.missions.events import EffectsSettled, TableRolled, ZonesSettled
from gearlock.systems.fieldmanual.missions.tables import (
    effect_of,
    effect_rolls,
    effects_together,
    event_of,
    named,
    stacks,
    zones_of,
)
from gearlock.systems.fieldmanual.state import State
from gearlock.systems.fieldmanual.table_effects.effects import NIGHT, TWILIGHT
from gearlock.systems.fieldmanual.table_effects.white_sand import resolve_white_sand

ROLL = "roll"
STEP_2, STEP_3 = "fieldmanual.step2-table", "fieldmanual.step3-zones"


def _die(purpose: str, rule_id: str) -> Script[int]:
    (face,) = yield from throw(Roll(purpose, 1, 6, rule=rule_id))
    return face


@rule("fieldmanual.scenario-generator")
@heeds("fieldmanual.event-white-sand")
def resolve_table(ctx: Ctx[State]) -> Script[None]:
    """Step 2 and Step 3, as far as they are left to dice; missions follow."""
    if ctx.state.switches.get("effects") == ROLL:
        ctx.emit(EffectsSettled((yield from resolve_effects(ctx))))
        return
    sand = resolve_white_sand(ctx)
    if sand is not None:
        yield from sand
        return
    kind = ctx.state.switches.get("zones", ROLL)
    ctx.emit(ZonesSettled((yield from resolve_zones(ctx)) if kind == ROLL else kind))


@rule("fieldmanual.step2-table")
@heeds("fieldmanual.effect-dawn-dusk")
def resolve_effects(ctx: Ctx[State]) -> Script[tuple[str, ...]]:
    """How many effects there are, which, and what they make of each other."""
    face = yield from _die("table effects", STEP_2)
    count, events = effect_rolls(face), list[str]()
    ctx.emit(TableRolled("number of table effects", face, "an unusual event" if face == 6 else str(count), STEP_2))
    if face == 6:
        which = yield from _die("unusual event", STEP_2)
        events.append(event_of(which))
        ctx.emit(TableRolled("unusual event", which, events[0], f"fieldmanual.event-{events[0]}"))
        again = yield from _die("table effects", STEP_2)
        count = effect_rolls(again)
        ctx.emit(TableRolled("number of table effects", again, str(count), STEP_2))
    found: list[str] = []
    while len(found) < count:
        which = yield from _die("table effect", STEP_2)
        effect = effect_of(which)
        doubled = effect in found and not stacks(effect)
        ctx.emit(TableRolled("table effect", which, f"{effect}, rolled again" if doubled else effect, STEP_2))
        found += [] if doubled else [effect]
    dark = 0
    if NIGHT in found and TWILIGHT in found:
        dark = yield from _die("dawn or dusk", "fieldmanual.effect-dawn-dusk")
        means = "dusk, then night" if dark < 4 else "dawn, then day"
        ctx.emit(TableRolled("dawn or dusk", dark, means, "fieldmanual.effect-dawn-dusk"))
    return named((*effects_together(found, dark), *events))


@heeds("fieldmanual.step3-zones", "fieldmanual.zone-surrounded")
def resolve_zones(ctx: Ctx[State]) -> Script[str]:
    """The kind of zones; a 6 surrounds one side, and the next roll that is no 6 says how."""
    face = yield from _die("deployment zones", STEP_3)
    second = 0
    while face == 6 and second in (0, 6):
        second = yield from _die("deployment zones", STEP_3)
    kind = zones_of(face, second)
    ctx.emit(TableRolled("deployment zones", face, kind, STEP_3))
    return kind
