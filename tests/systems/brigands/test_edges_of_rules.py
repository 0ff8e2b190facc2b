"""Where a rule just holds or just does not: at the edge of a zone, at the height of a step, for whom it is meant."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.script import Ctx
from gearlock.mechanics.figures import Mover
from gearlock.mechanics.going.edges import refuse_landing
from gearlock.mechanics.ground.surfaces import surface_at
from gearlock.systems.brigands.book import BOOK
from gearlock.systems.brigands.deployment import places as deployment
from gearlock.systems.brigands.deployment.places import FLANK, STANDARD, legal_spots
from gearlock.systems.brigands.electronic_warfare.contests import offer_origin_fire
from gearlock.systems.brigands.movement.paths import ChangeFloor
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, State
from systems.brigands.field import BASE, NORTH, again, give, ground, lay, piece, remodel
from systems.brigands.muster_point import gathered
from systems.brigands.signals import wired

# --- 11.4b: where there is room ---------------------------------------------------------------------------------------


@pytest.mark.rule("brigands.11.4b-standard")
@pytest.mark.parametrize(("more", "spots"), [(-1, 0), (0, 1), (499, 1), (500, 4)])
def test_room_is_looked_for_up_to_the_very_edges_of_a_zone(
    monkeypatch: pytest.MonkeyPatch, more: int, spots: int
) -> None:
    """A zone just as large as the base has one place; every half inch more has more."""
    state = gathered([[("GP", ["hunter/foc"])]], phase="deployment").state
    size = 2 * BASE + more
    monkeypatch.setattr(deployment, "boxes", lambda *_: iter([(3_000, 2_000, 3_000 + size, 2_000 + size)]))
    found = list(legal_spots(state, state.units["red-1"], (STANDARD, True)))
    assert len(found) == spots
    assert set(found) <= {(3_000 + BASE + x, 2_000 + BASE + y) for x in (0, 500) for y in (0, 500)}


@pytest.mark.rule("brigands.11.4b-flank")
def test_flankers_find_the_places_farthest_from_every_edge_and_those_right_at_it() -> None:
    state = gathered([[("RC", ["hunter/foc"])]], phase="deployment").state
    found = list(legal_spots(state, state.units["red-1"], (FLANK, True)))
    level = {x for x, y in found if y == BASE + 15_000}
    assert min(level) == BASE
    assert max(x for x in level if x < 24_000) == 6_000 + BASE
    assert min(x for x in level if x > 24_000) == 48_000 - 6_000 - BASE


# --- 2.5: dropping clear of what stands there -------------------------------------------------------------------------


@pytest.mark.rule("brigands.2.5")
@pytest.mark.parametrize(
    ("gait", "x", "top", "base", "refused"),
    [
        # However low the ledge, a base half in it is neither over it nor beside it (3.1): a step leads onto it, not in.
        ("W", 9_800, 875, 0, True),
        ("W", 9_800, 876, 0, True),
        ("G", 9_800, 1, 0, True),
        ("G", 9_800, 0, 0, False),
        ("W", 10_000 - BASE, 875, 0, False),  # touching it
        ("W", 10_000 - BASE + 1, 875, 0, True),
        ("W", 10_200, 875, 0, False),  # its middle is over the ledge: it lands on top
        ("W", 9_800, 9_000, 5_749, True),  # beside it while it falls
        ("W", 9_800, 9_000, 5_750, False),  # above its head from the beginning
    ],
)
def test_a_model_drops_clear_of_what_is_beside_it_and_under_what_is_above_its_head(
    gait: str, x: int, top: int, base: int, refused: bool
) -> None:
    ledge = piece("instance", 10, 10, 14, 14, top / 1000, base=base, footing=True)
    battle = lay([("hunter", 8, 12, NORTH)], on=ground(ledge))
    unit = battle.state.units["red-1"]
    remodel(unit, height=1.75)
    unit.z = 4_000
    step = unit.line.height // 2 if gait == "W" else 0
    below = surface_at(battle.state.ground, x, 12_000, unit.z + step)
    mover = Mover(unit, unit.line.radius, step)
    assert (unit.height, step, unit.line.radius) == (1_750, 875 if gait == "W" else 0, BASE)
    assert (refuse_landing(battle.state.ground, mover, x, 12_000, below) is not None) is refused


# --- 8.1b: whom electronics give away ---------------------------------------------------------------------------------


def _fire_at(battle: Battle[State], origin: str) -> bool:
    """Whether the enemies are offered Snap Fire at an Origin."""
    return next(offer_origin_fire(Ctx(battle.state, BOOK.apply), origin), None) is not None


@pytest.mark.rule("brigands.8.1b")
def test_only_the_active_model_and_its_drones_give_themselves_away_by_electronics() -> None:
    battle = wired(red_1="ECM:1", red_2="ECM:1")
    assert not _fire_at(battle, "red-1"), "nobody is Active"
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert _fire_at(battle, "red-1")
    assert not _fire_at(battle, "red-2"), "another one is Active"
    battle.state.units["red-2"].controller = "red-1"
    assert _fire_at(battle, "red-2")


# --- 3.2b: floors -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("brigands.3.2b")
def test_infantry_on_a_middle_floor_is_offered_the_next_one_up_and_down_once() -> None:
    house = piece("building", 8, 12, 14, 18, 5, footing=True, props={"entry": "open"})
    battle = lay([("hunter", 11, 15, NORTH)], on=ground(house))
    unit = battle.state.units["red-1"]
    remodel(unit, type="Infantry", height=0.5, move={"W": 5, "G": 5}, traits=())
    unit.inside, unit.z = house.id, 2_000
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    floors = [option.order for option in battle.options("red") if isinstance(option.order, ChangeFloor)]
    assert floors == [ChangeFloor("red-1", "W", 3), ChangeFloor("red-1", "W", 1)]
