"""A look gone into: the same judgement as `cover`, with how much is hidden, and by what."""

from __future__ import annotations

from gearlock.systems.brigands.moving.terrain import opened_ground
from gearlock.systems.brigands.sighting.cover import look_at, model_class
from gearlock.systems.brigands.sighting.overlook import Look, areas_between, judge, overlook, screen
from gearlock.systems.brigands.sighting.smoke import screened_ground
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.sight import WHOLE, Sight, cylinder
from gearlock.table.sightlines import sight_points
from gearlock.table.strip import Strip


def scrutinise(state: State, unit: Unit, target: Unit) -> tuple[Look, int, tuple[str, ...]]:
    """The look at a model, the per cent of it hidden from the best point, and the ids of what hides it."""
    inside = tuple(sorted({unit.inside, target.inside} - {""}))
    ground = screened_ground(state)
    place = overlook(opened_ground(ground, inside) if inside else ground)
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
    solids += [cylinder(each.id, model_class(each), each.body) for each in models]
    seen: list[Sight] = []
    for eye in sight_points(start, end.x, end.y, place.heights):
        areas = [screen(patch, eye, end) for patch in areas_between(place.patches, eye, end, unit.airborne)]
        seen.append(place.bare.look(*eye, end, solids + areas))
    best = min(seen, key=lambda sight: (judge(sight).blocked, judge(sight).dice, sight.obscured))
    return look_at(state, unit, target), round(100 * best.obscured / WHOLE), tuple(dict.fromkeys(best.blockers))
