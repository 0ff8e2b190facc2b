"""4.4: cover. Full Cover stops sight or the attack; Defensive Cover gives dice. Judged from an Origin Point."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.ground.changed import opened
from gearlock.mechanics.ground.surfaces import water_depth
from gearlock.mechanics.sighting import crowd as crowds
from gearlock.mechanics.sighting.crossing import strip_between
from gearlock.mechanics.sighting.crowd import Member
from gearlock.mechanics.sighting.explained import Hidden, hidden_from
from gearlock.systems.brigands.lock_and_cover.looks import (
    HEAVY,
    LIGHT,
    OPEN,
    Look,
    Place,
    best_look,
    crossing_of,
    judge_shares,
    rating_class,
)
from gearlock.systems.brigands.lock_and_cover.smoke import screened_ground
from gearlock.systems.brigands.state import WRECK, State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import gap
from gearlock.table.measure import INCH
from gearlock.table.overhead import covered_share
from gearlock.table.sight import WHOLE
from gearlock.table.terrain import Ground, Piece

Crowd = crowds.Crowd[State, Look]
HEAVY_ARMOR = 8
ABOVE = 12 * INCH


def crowd_at(state: State) -> Crowd:
    """All models that may hide another, as they stand, to be counted once for all looks across one position."""
    return crowds.Crowd(state, _place_of, _members_of)


def crowd_of(state: State) -> Crowd:
    """The crowd of a position, noted. It serves copies in which the one who looks or is looked at stands elsewhere."""
    crowd: Crowd | None = state.notes.get(crowds.Crowd)
    if crowd is None:
        crowd = state.notes[crowds.Crowd] = crowd_at(state)
    return crowd


def _place_of(state: State) -> Place:
    """The ground they look across as long as nobody is in a building."""
    return crossing_of(screened_ground(state))


def _members_of(state: State) -> list[Member]:
    """Whoever hides others, by the space of its own: who is in a Fortification hides nobody."""
    return [
        (unit.id, unit.core or unit.id, (klass, unit.x, unit.y, unit.z, unit.line.radius, unit.height))
        for unit in state.obstacles()
        if (klass := model_class(unit)) != OPEN
    ]


@rule("brigands.4.4b")
@heeds("brigands.5.6d")
def model_class(unit: Unit) -> int:
    """Models in the way count as Light up to AR 7 and as Heavy from AR 8; Infantry never hides anybody."""
    if unit.line.type == "Infantry":
        return OPEN
    return HEAVY if unit.line.armor >= HEAVY_ARMOR else LIGHT


def look_at(state: State, unit: Unit, target: Unit, crowd: Crowd | None = None) -> Look:
    """What a model makes of another from the best point of its Silhouette; who looks often brings the `crowd`."""
    return _looked(state, unit.body, target.body, (unit.id, target.id), target, unit.airborne, crowd)


def look_at_point(state: State, unit: Unit, point: Body, crowd: Crowd | None = None) -> Look:
    """What a model makes of a Target Point; a point has no Silhouette to hide half of."""
    return _looked(state, unit.body, point, (unit.id,), None, unit.airborne, crowd)


def look_from(state: State, start: Body, unit: Unit, target: Unit) -> Look:
    """What a model would make of another if its Silhouette were this."""
    return _looked(state, start, target.body, (unit.id, target.id), target, unit.airborne)


@heeds("brigands.5.4b")
def look_from_point(state: State, point: Body, target: Unit, crowd: Crowd | None = None) -> Look:
    """The cover of a Secondary Target from where a Blast went off; the model it went off in is not between."""
    inside = [unit.id for unit in state.standing() if gap(point, unit.body) == 0]
    return _looked(state, point, target.body, (target.id, *inside), target, False, crowd)


def _looked(
    state: State,
    start: Body,
    end: Body,
    without: tuple[str, ...],
    target: Unit | None,
    aloft: bool,
    crowd: Crowd | None = None,
) -> Look:
    """What terrain and then models leave of a look; where terrain stops it, nobody can stop it more."""
    crowd = crowd_at(state) if crowd is None else crowd
    place = _place_between(state, without, crowd)
    found = place.look(start, end, aloft)
    if not found.blocked:
        models = [crowd.hiders[number] for number in _models_between(state, start, end, without, crowd)]
        if models and not found.sight:  # all is hidden already: only what is Heavy changes anything
            models = [hider for hider in models if hider[0] == HEAVY]
        if models:
            found = place.look(start, end, aloft, tuple(models))
    if target is None:
        return found
    return sheltered(target, _wet(state.ground, target, found) if state.ground.has_water else found)


def _place_between(state: State, without: tuple[str, ...], crowd: Crowd) -> Place:
    """The ground as these look across it: with smoke on it, and the building open that one of them is in."""
    inside = {name for unit in without if (name := state.units[unit].inside)}
    return crossing_of(opened(screened_ground(state), tuple(sorted(inside)))) if inside else crowd.place


def _models_between(state: State, start: Body, end: Body, without: tuple[str, ...], crowd: Crowd) -> list[int]:
    """Those of the crowd in the strip who neither look nor are looked at, nor are parts or carriers of such."""
    near = crowd.near(start, end)
    if not near:
        return near
    own, units = set[str](), state.units
    for name in without:
        unit = units[name]
        own.add(unit.core or unit.id)
        if unit.carrier:
            own.add(units[unit.carrier].vehicle)
    return [number for number in near if crowd.parties[number] not in own]


def scrutinise(state: State, unit: Unit, target: Unit) -> tuple[Look, Hidden]:
    """The look at a model, and what of it is hidden from the best point."""
    start, end, without, crowd = unit.body, target.body, (unit.id, target.id), crowd_at(state)
    place = _place_between(state, without, crowd)
    solids, patches = place.between(strip_between(start, end))
    solids += [crowd.solid(number) for number in _models_between(state, start, end, without, crowd)]
    look = look_at(state, unit, target, crowd)
    _, eye = best_look(place, start, end, solids, patches, unit.airborne)
    hidden = hidden_from(place, eye, end, (solids, patches), unit.airborne)
    return look, hidden._replace(share=min(hidden.share, 99)) if look.sight else hidden


@heeds("brigands.3.2", "brigands.5.2b", "brigands.4.2")
def look_from_above(state: State, target: Unit) -> Look:
    """Cover against Indirect fire, 12 in above the target: area terrain as tall as it, or something hanging over it.

    As much of it is hidden as of its base lies under these; whoever is in a building is under it altogether.
    """
    top, x, y, radius = target.z + target.height, target.x, target.y, target.line.radius
    over = [
        piece
        for piece in screened_ground(state).pieces_near(x - radius, y - radius, x + radius, y + radius)
        if top <= piece.top and piece.base < top + ABOVE and rating_class(piece) != OPEN
    ]
    heavy = _share_under([piece for piece in over if rating_class(piece) == HEAVY], target)
    share = heavy if heavy == WHOLE else _share_under(over, target)
    found = judge_shares(share, heavy)
    return found if found.blocked else sheltered(target, _wet(state.ground, target, found))


def _share_under(pieces: list[Piece], target: Unit) -> int:
    """The millionths of a model's base that lie under these pieces."""
    if any(piece.id == target.inside for piece in pieces):
        return WHOLE
    return covered_share(target.x, target.y, target.line.radius, [piece.outline for piece in pieces])


@heeds("brigands.9.4")
def sheltered(target: Unit, look: Look) -> Look:
    """Who is in a Fortification has Heavy Cover from it, wherever the attack comes from."""
    return Look(look.sight, False, 2) if target.carrier and not look.blocked else look


@heeds("brigands.3.2a")
def _wet(ground: Ground, target: Unit, look: Look) -> Look:
    """Water deeper than half a model's Height gives it at least Light Defensive Cover, unless it flies above it."""
    if look.dice or target.airborne or target.status == WRECK:
        return look
    is_under = 2 * water_depth(ground, target.x, target.y) > target.line.height
    return Look(look.sight, look.blocked, 1) if is_under else look
