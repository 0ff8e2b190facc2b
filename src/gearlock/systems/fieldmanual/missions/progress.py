"""Step 4: what each objective has earned as the table lies."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.deployment.zones import touches_zone
from gearlock.systems.fieldmanual.lock_and_cover.shelters import is_blind
from gearlock.systems.fieldmanual.missions.condition import FINE, LOST, condition_of, is_crippled, is_lost
from gearlock.systems.fieldmanual.missions.events import ESCAPED
from gearlock.systems.fieldmanual.missions.larger_tables import is_in_far_zone, is_larger
from gearlock.systems.fieldmanual.missions.slots import (
    ASSASSINATION,
    BLOCKADE,
    BREAKTHROUGH,
    DONE,
    ESCAPE,
    HOLD,
    PROTECT,
    RECON,
    SCOUT,
    SEIZE,
    SURVIVE,
    WIPE,
    Slot,
    name_of,
    objectives,
    slots_of,
    target_of,
)
from gearlock.systems.fieldmanual.missions.targets import members
from gearlock.systems.fieldmanual.recon import is_reconnoitred
from gearlock.systems.fieldmanual.state import State, Unit, opponent
from gearlock.table.bodies import Body
from gearlock.table.inches import gap
from gearlock.table.measure import INCH
from gearlock.table.polygon import distance_to

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
