"""Step 4: what objectives are about, and what each has earned as the table stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.mechanics.placing.zones import EDGES
from gearlock.systems.fieldmanual.damage.damage import is_critical
from gearlock.systems.fieldmanual.deployment import Segment, faces, home_edges, touches_zone, zone_of
from gearlock.systems.fieldmanual.lock_and_cover.looks import is_blind
from gearlock.systems.fieldmanual.missions.objectives import (
    ASSASSINATION,
    BLOCKADE,
    BREAKTHROUGH,
    DONE,
    ESCAPE,
    ESCAPED,
    HOLD,
    PROTECT,
    RECON,
    SCOUT,
    SEIZE,
    SURVIVE,
    TARGET,
    WIPE,
    ObjectiveSettled,
    Slot,
    all_slots,
    name_of,
    objectives,
    rule_of,
    slots_of,
    target_of,
)
from gearlock.systems.fieldmanual.paying import is_reconnoitred
from gearlock.systems.fieldmanual.state import (
    ABOARD,
    ALOFT,
    FIELDED,
    IN_PLAY,
    LEFT,
    NO_GROUP,
    RESERVE,
    SEATS,
    State,
    Unit,
    opponent,
)
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_overlaps, gap
from gearlock.table.measure import INCH
from gearlock.table.polygon import Outline, bounds, distance_to, is_inside, rectangle
from gearlock.table.terrain import Ground, Piece

# --- Places that a map marks: what a duel or a skirmish is fought for first. Battles of the book have objectives

LESSONS: Final = ("duel", "skirmish")


def has_marked(state: State) -> bool:
    """Whether marked places decide."""
    return bool(state.ground.marked) and state.scenario in LESSONS


def holding(state: State) -> list[Unit]:
    """Whoever may hold a marked place: no drones."""
    return [unit for seat in SEATS for unit in state.fielded(seat) if not unit.parent] if has_marked(state) else []


# --- How models count for objectives: whole, heavily or critically damaged, or lost; Combined Models by their Bases

FINE, HEAVY, CRITICAL, LOST = range(4)
THERE = (FIELDED, ABOARD, ALOFT)


@rule("fieldmanual.combined-scenario-damage")
@heeds("fieldmanual.objective-points", "fieldmanual.obj-escape", "fieldmanual.straight-up-brawl")
def condition_of(state: State, unit: Unit) -> int:
    """How badly off a model is. Who left the table, or is not on it yet, counts as lost; who escaped does not.

    Two Bases of a Combined Model gone are heavy, three critical damage. Without a Critical box Heavy is critical.
    """
    parts = state.parts(unit)
    left = [part for part in parts if part.status in IN_PLAY]
    if not left and not any(part.token(ESCAPED) for part in parts):
        return LOST
    there = [part for part in parts if part.status in THERE or (part.status == LEFT and part.token(ESCAPED))]
    if not there:
        return LOST
    if unit.team:
        return min(CRITICAL, {0: FINE, 1: FINE, 2: HEAVY}.get(len(parts) - len(there), CRITICAL))
    if is_critical(unit.card, unit.boxes):
        return CRITICAL
    return HEAVY if unit.level == "H" else FINE


def is_lost(state: State, unit: Unit) -> bool:
    """Whether a model is Dead, Destroyed, or counts as that."""
    return condition_of(state, unit) == LOST


def is_crippled(state: State, unit: Unit) -> bool:
    """Whether a model is critically damaged or worse."""
    return condition_of(state, unit) >= CRITICAL


# --- Escape! and Breakthrough on larger tables than the book's own: ways out and a zone that are not too far

LONG, SHORT = 72 * INCH, 48 * INCH
DOWN_THE_EDGE = 25 * INCH
ZONE, AWAY = 9 * INCH, 20 * INCH


def is_larger(ground: Ground) -> bool:
    """Whether a table is larger than the 48 by 72 in that the book thinks of."""
    return max(ground.width, ground.height) > LONG or min(ground.width, ground.height) > SHORT


@heeds("fieldmanual.obj-escape")
def ways_out(state: State, seat: str) -> tuple[Segment, ...]:
    """The edges by which a side escapes: the enemy's; on larger tables all that is 25 in or more down from its zone."""
    ways = home_edges(state, opponent(seat))
    if not is_larger(state.ground):
        return ways
    wide, high = state.ground.width, state.ground.height
    far: list[Segment] = []
    for edge in EDGES:
        length = high if edge in ("west", "east") else wide
        marks = [mark for mark in range(0, length + 1, INCH) if _is_far(state, seat, edge, mark)]
        if marks:
            low, top = marks[0], marks[-1]
            upright = edge in ("west", "east")
            across = {"south": 0, "west": 0, "north": high, "east": wide}[edge]
            far.append((across, low, across, top) if upright else (low, across, top, across))
    return (*ways, *far)


def _is_far(state: State, seat: str, edge: str, mark: int) -> bool:
    wide, high = state.ground.width, state.ground.height
    x, y = {"south": (mark, 0), "north": (mark, high), "west": (0, mark), "east": (wide, mark)}[edge]
    return all(distance_to(part, x, y) >= DOWN_THE_EDGE for part in zone_of(state, seat))


@heeds("fieldmanual.obj-breakthrough")
def far_zone(state: State, seat: str) -> Outline:
    """A square of 9 in, straight ahead of the middle of a side's zone and 20 in outside it."""
    x0, y0, x1, y1 = bounds(zone_of(state, seat)[0])
    middle_x, middle_y = (x0 + x1) // 2, (y0 + y1) // 2
    ahead = faces(state, seat)
    if ahead == 0:
        return rectangle(x1 + AWAY, middle_y - ZONE // 2, x1 + AWAY + ZONE, middle_y + ZONE // 2)
    if ahead == 1800:
        return rectangle(x0 - AWAY - ZONE, middle_y - ZONE // 2, x0 - AWAY, middle_y + ZONE // 2)
    if ahead == 900:
        return rectangle(middle_x - ZONE // 2, y1 + AWAY, middle_x + ZONE // 2, y1 + AWAY + ZONE)
    return rectangle(middle_x - ZONE // 2, y0 - AWAY - ZONE, middle_x + ZONE // 2, y0 - AWAY)


def is_in_far_zone(state: State, seat: str, body: Body) -> bool:
    """Whether any part of a base lies in that square."""
    return footprint_overlaps(body, far_zone(state, seat))


# --- Step 4: what objectives are about: Combat Groups, leaders and places, drawn by lot, none twice for one kind
# They are drawn when everybody has deployed: only then it is known who holds which zone and who waits in reserve.

LARGE: Final = 3
"""Models of a Combat Group that is worth a Recon or a Wipe Them Out."""


def members(state: State, seat: str, group: int) -> list[Unit]:
    """The models a Combat Group began with, lost ones too; a Combined Model once, drones not at all."""
    mine = (unit for unit in state.units.values() if unit.seat == seat and unit.group == group and not unit.parent)
    return [unit for unit in mine if not unit.team or unit.team == unit.id]


def groups_of(state: State, seat: str) -> list[int]:
    """The Combat Groups of a side."""
    mine = (unit.group for unit in state.units.values() if unit.seat == seat and not unit.parent)
    return sorted({group for group in mine if group != NO_GROUP})


def is_reserve(state: State, seat: str, group: int) -> bool:
    """Whether a Combat Group is held in reserve."""
    return any(unit.status == RESERVE for unit in members(state, seat, group))


def leaders_of(state: State, seat: str) -> list[str]:
    """The squad leaders of a side and its Army Commander."""
    mine = (unit for unit in state.units.values() if unit.seat == seat and unit.rank and unit.status in IN_PLAY)
    return [unit.id for unit in mine if not unit.team or unit.team == unit.id]


@heeds("fieldmanual.obj-escape")
def escapers(state: State, seat: str) -> list[int]:
    """The Combat Groups that may have to escape: not infantry on foot, but those in reserve too."""
    found: list[int] = []
    for group in groups_of(state, seat):
        models = members(state, seat, group)
        rides = any(unit.card.has("Transport") for unit in models)
        if rides or not all(unit.is_infantry and len(unit.card.rows) < 2 for unit in models):
            found.append(group)
    return found


def places(state: State) -> list[Piece]:
    """The pieces of terrain an objective may be about; roads are ways, not places."""
    return [piece for piece in state.ground.pieces if piece.kind != "road"]


def middle_of(piece: Piece) -> tuple[int, int]:
    """The middle of a piece of terrain."""
    x0, y0, x1, y1 = bounds(piece.outline)
    return (x0 + x1) // 2, (y0 + y1) // 2


def lies_in_zone(state: State, piece: Piece, seat: str) -> bool:
    """Whether a piece of terrain counts as part of a seat's zone: its middle does."""
    return any(is_inside(part, *middle_of(piece)) for part in zone_of(state, seat))


def _preferred(*choices: list[str], without: set[str]) -> list[str]:
    """What is left of the first of some lists that has anything left."""
    left = ([each for each in choice if each not in without] for choice in choices)
    return next((choice for choice in left if choice), [])


def _words(groups: list[int]) -> list[str]:
    return [str(group) for group in groups]


def _deployed(state: State, seat: str) -> list[int]:
    return [group for group in groups_of(state, seat) if not is_reserve(state, seat, group)]


@heeds("fieldmanual.obj-recon", "fieldmanual.obj-wipe-them-out", "fieldmanual.obj-survive", "fieldmanual.obj-escape")
@heeds("fieldmanual.obj-protect", "fieldmanual.obj-assassination", "fieldmanual.objective-points")
def candidates(state: State, seat: str, name: str, without: set[str]) -> list[str]:
    """What an objective of a side may be about, beside what others of its kind are about already.

    Groups of three or more models go before smaller ones where the book says so, and all before those in reserve.
    """
    enemy = opponent(seat)
    if name in (RECON, WIPE):
        there = _deployed(state, enemy)
        large = [group for group in there if len(members(state, enemy, group)) >= LARGE]
        return _preferred(_words(large), _words(there), _words(groups_of(state, enemy)), without=without)
    if name == SURVIVE:
        return _preferred(_words(_deployed(state, seat)), _words(groups_of(state, seat)), without=without)
    if name == ESCAPE:
        return _preferred(_words(escapers(state, seat)), without=without)
    if name in (PROTECT, ASSASSINATION):
        return _preferred(leaders_of(state, seat if name == PROTECT else enemy), without=without)
    return _places_for(state, seat, name, without)


@heeds("fieldmanual.obj-scout", "fieldmanual.obj-hold", "fieldmanual.obj-seize")
def _places_for(state: State, seat: str, name: str, without: set[str]) -> list[str]:
    """Terrain in the enemy's zone, or Static models there, to scout; outside the enemy's to hold, the own to seize."""
    enemy, anywhere = opponent(seat), [piece.id for piece in places(state)]
    if name == SCOUT:
        static = [unit.id for unit in state.fielded(enemy) if unit.is_static]
        there = [piece.id for piece in places(state) if lies_in_zone(state, piece, enemy)]
        return _preferred(there + static, anywhere, without=without)
    barred = enemy if name == HOLD else seat
    free = [piece.id for piece in places(state) if not lies_in_zone(state, piece, barred)]
    return _preferred(free, anywhere, without=without)


@heeds("fieldmanual.objective-points")
def taken(state: State, slot: Slot) -> set[str]:
    """What other objectives of the same side and kind are about already."""
    others = (other for other in slots_of(state, slot.seat) if other != slot)
    return {target_of(state, other) for other in others if name_of(state, other) == name_of(state, slot)}


def undrawn(state: State) -> Slot | None:
    """The next objective whose target is still to be drawn."""
    slots = (slot for slot in all_slots(state) if slot.key(TARGET) not in state.facts)
    return next((slot for slot in slots if not objectives()[name_of(state, slot)].once), None)


@heeds("fieldmanual.objective-points")
def resolve_target(ctx: Ctx[State], slot: Slot) -> Script[None]:
    """Draw what an objective is about; where all are taken, or there is nothing, it is about nothing."""
    name = name_of(ctx.state, slot)
    among = candidates(ctx.state, slot.seat, name, taken(ctx.state, slot))
    face = 1
    if len(among) > 1:
        purpose = f"target: {slot.seat}'s objective {slot.number}"
        (face,) = yield from throw(Roll(purpose, 1, len(among), 1, slot.seat, rule=rule_of(name)))
    ctx.emit(ObjectiveSettled(slot.seat, slot.number, among[face - 1] if among else ""))


# --- Step 4: what each objective has earned as the table lies

NEAR = 6 * INCH


class Progress(NamedTuple):
    """What an objective has earned of what it can, and how it stands in words."""

    earned: int
    most: int
    words: str = ""


def _group(state: State, seat: str, target: str) -> list[Unit]:
    return members(state, seat, int(target)) if target.isdecimal() else []


def _half(count: int, whole: int) -> bool:
    return whole > 0 and 2 * count >= whole


@rule("fieldmanual.obj-escape")
def _escape(state: State, slot: Slot, target: str) -> tuple[int, str]:
    """2 for half of the group off the table by the enemy's edge; then 1 more if nobody is lost or critical."""
    models = _group(state, slot.seat, target)
    gone = [unit for unit in models if any(part.token(ESCAPED) for part in state.parts(unit))]
    words = f"{len(gone)} of {len(models)} away"
    if not _half(len(gone), len(models)):
        return 0, words
    return 2 + int(not any(is_crippled(state, unit) for unit in models)), words


@rule("fieldmanual.obj-recon")
def _recon(state: State, slot: Slot, target: str) -> tuple[int, str]:
    """1 for Active Lock on half of the group, 2 for Active Lock on all of it, some time in the battle."""
    models = _group(state, opponent(slot.seat), target)
    seen = sum(is_reconnoitred(state, slot.seat, unit) for unit in models)
    whole = len(models)
    return int(_half(seen, whole)) + int(whole > 0 and seen == whole), f"{seen} of {whole} locked"


@rule("fieldmanual.obj-scout")
def _scout(state: State, slot: Slot, _target: str) -> tuple[int, str]:
    """1 if one model observed it in two rounds running."""
    done = bool(state.points.get(slot.key(DONE)))
    return int(done), "observed" if done else "not observed yet"


@rule("fieldmanual.obj-blockade")
def _blockade(state: State, slot: Slot, _target: str) -> tuple[int, str]:
    """2 if no enemy who is still fit is in the own zone, and 1 more if there is none at all."""
    inside = [unit for unit in models_of(state, opponent(slot.seat)) if touches_zone(state, slot.seat, unit.body)]
    fit = [unit for unit in inside if not is_crippled(state, unit)]
    return 2 * int(not fit) + int(not inside), f"{len(inside)} enemies in your zone"


@rule("fieldmanual.obj-protect")
def _protect(state: State, _slot: Slot, target: str) -> tuple[int, str]:
    """1 if the leader is neither dead nor destroyed."""
    unit = state.units.get(target)
    safe = unit is not None and not is_lost(state, unit)
    return int(safe), "alive" if safe else "lost"


@rule("fieldmanual.obj-survive")
def _survive(state: State, slot: Slot, target: str) -> tuple[int, str]:
    """1 if half of the group is neither critical nor lost, and 1 more if all are."""
    models = _group(state, slot.seat, target)
    fit = sum(not is_crippled(state, unit) for unit in models)
    return int(_half(fit, len(models))) + int(bool(models) and fit == len(models)), f"{fit} of {len(models)} fit"


@heeds("fieldmanual.asset-blind", "fieldmanual.mode-static")
def models_of(state: State, seat: str) -> list[Unit]:
    """The models of a side on the table, turrets and bunkers among them; Blinds are terrain."""
    return [unit for unit in state.fielded(seat) if not unit.parent and not is_blind(unit)]


def near_target(state: State, seat: str, target: str) -> list[Unit]:
    """The models of a side within 6 in of a place, a Combined Model once."""
    found: dict[str, Unit] = {}
    for unit in models_of(state, seat):
        if unit.id != target and distance_to_target(state, unit.body, target) <= NEAR:
            found.setdefault(unit.team or unit.id, unit)
    return list(found.values())


@heeds("fieldmanual.measurement")
def distance_to_target(state: State, body: Body, target: str) -> int:
    """From the edge of a base to a piece of terrain, or to a Static model."""
    if target in state.units:
        return gap(body, state.units[target].body)
    outlines = [piece.outline for piece in state.ground.pieces if piece.id == target]
    away = min((distance_to(outline, body.x, body.y) for outline in outlines), default=1000 * NEAR)
    return max(0, away - body.radius)


@rule("fieldmanual.obj-hold")
def _hold(state: State, slot: Slot, target: str) -> tuple[int, str]:
    """1 for more models within 6 in than the enemy, and then 1 more if the enemy has none there."""
    mine, theirs = (len(near_target(state, seat, target)) for seat in (slot.seat, opponent(slot.seat)))
    return int(mine > theirs) + int(mine > 0 and not theirs), f"{mine} to {theirs} near it"


@rule("fieldmanual.obj-assassination")
def _assassination(state: State, _slot: Slot, target: str) -> tuple[int, str]:
    """1 if the leader is dead or destroyed."""
    unit = state.units.get(target)
    done = unit is not None and is_lost(state, unit)
    return int(done), "done" if done else "alive"


@rule("fieldmanual.obj-breakthrough")
def _breakthrough(state: State, slot: Slot, _target: str) -> tuple[int, str]:
    """1 for a model in the enemy's zone, and 1 if no enemy is in it, whether or not one of your own is."""
    mine = [unit for unit in models_of(state, slot.seat) if _has_broken_through(state, slot.seat, unit)]
    theirs = [unit for unit in models_of(state, opponent(slot.seat)) if _has_broken_through(state, slot.seat, unit)]
    words = f"{len(mine)} of yours and {len(theirs)} enemies in the zone"
    return int(bool(mine)) + int(not theirs), words


def _has_broken_through(state: State, seat: str, unit: Unit) -> bool:
    """Whether somebody is in the zone that a side is to break through to."""
    if is_larger(state.ground):
        return is_in_far_zone(state, seat, unit.body)
    return touches_zone(state, opponent(seat), unit.body)


@rule("fieldmanual.obj-seize")
def _seize(state: State, slot: Slot, target: str) -> tuple[int, str]:
    """1 for more models within 6 in than the enemy, 1 more if so even without one's own heavily damaged ones."""
    mine, theirs = near_target(state, slot.seat, target), len(near_target(state, opponent(slot.seat), target))
    fit = sum(condition_of(state, unit) == FINE for unit in mine)
    return int(len(mine) > theirs) + int(fit > theirs), f"{len(mine)} to {theirs} near it"


@rule("fieldmanual.obj-wipe-them-out")
def _wipe(state: State, slot: Slot, target: str) -> tuple[int, str]:
    """1 if half of the group is lost or critical, and 1 more if all of it is lost."""
    models = _group(state, opponent(slot.seat), target)
    out = sum(is_crippled(state, unit) for unit in models)
    lost = sum(condition_of(state, unit) == LOST for unit in models)
    earned = int(_half(out, len(models))) + int(bool(models) and lost == len(models))
    return earned, f"{out} of {len(models)} out"


_EARN: dict[str, Callable[[State, Slot, str], tuple[int, str]]] = {
    ESCAPE: _escape,
    RECON: _recon,
    SCOUT: _scout,
    BLOCKADE: _blockade,
    PROTECT: _protect,
    SURVIVE: _survive,
    HOLD: _hold,
    ASSASSINATION: _assassination,
    BREAKTHROUGH: _breakthrough,
    SEIZE: _seize,
    WIPE: _wipe,
}


@heeds("fieldmanual.objective-points")
def progress_of(state: State, slot: Slot) -> Progress:
    """What an objective has earned as the table lies; its points are the most it can."""
    name = name_of(state, slot)
    earned, words = _EARN[name](state, slot, target_of(state, slot))
    return Progress(earned, objectives()[name].points, words)


def victory_points(state: State, seat: str) -> int:
    """The Victory Points of a side if the battle ended now."""
    return sum(progress_of(state, slot).earned for slot in slots_of(state, seat))
