"""A look gone into: the same judgement as `cover`, with how much is hidden, and by what."""

from __future__ import annotations

from gearlock.mechanics.ground.changed import opened
from gearlock.systems.brigands.lock_and_cover.cover import look_at, model_class
from gearlock.systems.brigands.lock_and_cover.overlook import OPEN, Look, areas_between, best_look, overlook, screen
from gearlock.systems.brigands.lock_and_cover.smoke import screened_ground
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.sight import WHOLE, cylinder
from gearlock.table.strip import Strip


def scrutinise(state: State, unit: Unit, target: Unit) -> tuple[Look, int, tuple[str, ...]]:
    """The look at a model, the per cent of it hidden from the best point, and the ids of what hides it."""
    inside = tuple(sorted({unit.inside, target.inside} - {""}))
    ground = screened_ground(state)
    place = overlook(opened(ground, inside) if inside else ground)
    start, end = unit.body, target.body
    strip = Strip(start.x, start.y, start.radius, end.x, end.y, end.radius)
    apart = {unit.vehicle, target.vehicle}
    models = [
        each
        for each in state.obstacles()
        if (each.core or each.id) not in apart
        and each.id not in (unit.carrier, target.carrier)
        and strip.meeting([(each.x, each.y, each.line.radius)])
    ]
    solids = [place.uprights[number] for number in strip.meeting(place.upright_discs)]
    solids += [cylinder(each.id, model_class(each), each.body) for each in models if model_class(each) != OPEN]
    patches = [place.patches[number] for number in strip.meeting(place.patch_discs)]
    look = look_at(state, unit, target)
    _, eye = best_look(place, start, end, solids, patches, unit.airborne)
    areas = [screen(patch, eye, end) for patch in areas_between(patches, eye, end, unit.airborne)]
    best = place.bare.look(*eye, end, solids + areas)
    hidden = round(100 * best.obscured / WHOLE)
    return look, min(hidden, 99) if look.sight else hidden, tuple(dict.fromkeys(best.blockers))
