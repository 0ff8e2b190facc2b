"""Choices at their edge: who may be named, which point may be aimed at, who is asked at all, and what is shown."""

from __future__ import annotations

import pytest

from gearlock.kernel.orders import Refusal
from gearlock.kernel.script import Ctx
from gearlock.muster.fitting import Unfit
from gearlock.systems.brigands.attacks.attack import Attack, Demolish, SnapFire, refuse_area
from gearlock.systems.brigands.attacks.exchange import refuse_snap_fire
from gearlock.systems.brigands.book import BOOK
from gearlock.systems.brigands.deployment.places import Pathfind
from gearlock.systems.brigands.forces.upgrades import FITS, ready, unit_cards
from gearlock.systems.brigands.lock_and_cover.sight import Look, crossing_of, look_from_eye
from gearlock.systems.brigands.models import weapons_table
from gearlock.systems.brigands.movement.paths import Move, Moved
from gearlock.systems.brigands.rounds import Activate, EndActivation
from gearlock.systems.brigands.state import COMBAT_SPEED, TOP_SPEED, WRECK
from gearlock.systems.brigands.transport import offer_embark
from gearlock.table.bodies import Body
from systems.brigands.airfield import airfield
from systems.brigands.company import company
from systems.brigands.field import NORTH, SOUTH, again, code, give, ground, lay, piece, remodel, water
from systems.brigands.muster_point import gathered, stand_all
from systems.brigands.shooting import facing, fire

HOUSE = piece("building", 8, 20, 14, 26, 4, footing=True, props={"size": "small"})


@pytest.mark.rule("brigands.5.4a")
def test_an_area_is_aimed_at_one_model_and_not_at_two() -> None:
    battle = facing(10, ("hunter", 12, 21.182, SOUTH))
    assert code(battle, fire("LRP")) == ""
    assert code(battle, fire("LRP", "Ballistic", "blue-1", "blue-2")) == "targets"


@pytest.mark.rule("brigands.5.4a", "brigands.1.4b")
@pytest.mark.parametrize(
    ("point", "on_table"),
    [
        ((0, 24_000, 0), True), ((-1, 24_000, 0), False), ((48_000, 24_000, 0), True), ((48_001, 24_000, 0), False),
        ((24_000, 0, 0), True), ((24_000, -1, 0), False), ((24_000, 48_000, 0), True), ((24_000, 48_001, 0), False),
        ((24_000, 30_000, -1), False), ((24_000, 30_000, 12_000), True), ((24_000, 30_000, 12_001), False),
    ],
)  # fmt: skip
def test_a_target_point_lies_anywhere_on_the_table_or_over_it(point: tuple[int, int, int], on_table: bool) -> None:
    state = lay([("hunter", 24, 24, NORTH)]).state
    unit = state.units["red-1"]
    refusal = refuse_area(state, unit, unit.line.weapons["LRP"], Attack("red-1", "LRP", "Ballistic", (), point))
    off = isinstance(refusal, Refusal) and "off the table" in refusal.message
    assert off is not on_table


@pytest.mark.rule("brigands.6.3")
def test_snap_fire_is_made_by_whoever_is_asked() -> None:
    battle = facing(10, ("hunter", 12, 21.182, SOUTH))
    give(battle, fire())
    asked = battle.ask_for("blue")
    assert asked is not None
    answers = [
        refuse_snap_fire(battle.state, asked, SnapFire(name, "LAC", "Ballistic")) for name in ("blue-1", "blue-2")
    ]
    assert [answer.code if answer else "" for answer in answers] == (
        ["", "unit"] if asked.unit == "blue-1" else ["unit", ""]
    )


@pytest.mark.rule("brigands.11.4c", "brigands.9.7", "brigands.trait.vtol")
def test_a_pathfinder_that_is_no_vtol_goes_on_the_ground() -> None:
    battle = gathered([[("RC", ["hunter/foc"])]], (6, 1), (6, 1), phase="pathfinders", change=stand_all)
    assert code(battle, Pathfind("red-1")) == ""
    assert code(battle, Pathfind("red-1", True)) == "vtol"


@pytest.mark.rule("brigands.9.7", "brigands.3.2a")
@pytest.mark.parametrize(("deeper", "answer"), [(-1, ""), (0, "water"), (1, "water")])
def test_a_vtol_lands_in_water_of_less_than_half_its_height(deeper: int, answer: str) -> None:
    half = airfield().state.units["red-1"].line.height // 2
    battle = airfield(water(20, 6, 28, 14, (half + deeper) / 1000), aloft=True)
    assert code(battle, Activate("red-1", COMBAT_SPEED)) == answer


@pytest.mark.rule("brigands.trait.vuln-h", "brigands.trait.vuln-f")
def test_a_trait_that_names_a_kind_is_had_once() -> None:
    assert ready(unit_cards()["wild-ferret"], weapons_table()).traits["Vuln:H"] == 1


@pytest.mark.rule("brigands.3.2b-attack", "brigands.5.4a")
def test_friends_beside_a_building_are_a_risk_and_enemies_a_gain() -> None:
    shown = []
    for seat in ("red", "blue"):
        battle = lay([("hunter", 11, 10, NORTH), ("hunter", 40, 3, NORTH)], on=ground(HOUSE))
        remodel(battle.state.units["red-1"], weapons=("LRP",))
        other = battle.state.units["red-2" if seat == "red" else "blue-1"]
        other.x, other.y, other.facing = 12_000, 19_000, SOUTH
        for unit in battle.state.units.values():
            unit.actions = 1 if unit.id == "red-1" else 0
        battle = again(battle)
        give(battle, Activate("red-1", COMBAT_SPEED))
        shown.append(battle.preview("red", Demolish("red-1", "LRP", "Ballistic", HOUSE.id)))
    friendly, hostile = shown
    harm = hostile.gives
    assert harm > 0
    assert friendly.gives == 0.0
    assert friendly.risks - friendly.lasting == pytest.approx(harm)
    assert hostile.risks == hostile.lasting


@pytest.mark.rule("brigands.4.4a", "brigands.4.4-full", "brigands.4.4-defensive")
@pytest.mark.parametrize("rating", ["light", "heavy"])
@pytest.mark.parametrize(("top", "sight", "dice"), [(0.999, True, 0), (1, True, 1), (1.999, True, 1), (2, False, 1)])
def test_area_terrain_hides_half_of_a_model_or_all_of_it(rating: str, top: float, sight: bool, dice: int) -> None:
    place = crossing_of(ground(piece("area", 8, 14, 12, 18, top, rating=rating)))
    end = Body(10_000, 24_000, 0, 591, 2_000)
    look = look_from_eye(place, (10_000, 10_000, 2_000), end, [], [], list(place.patches), False)
    heavy = rating == "heavy"
    assert look == Look(sight, heavy and not sight, 2 * dice if heavy else dice)


@pytest.mark.rule("brigands.2.3", "brigands.3.2", "brigands.3.2a")
@pytest.mark.parametrize(("wet", "spent"), [(True, 1_000), (False, 0)])
def test_only_what_lies_in_water_counts_as_such(wet: bool, spent: int) -> None:
    rough = water(8, 12, 14, 13, 0.3) if wet else piece("area", 8, 12, 14, 13, 1)
    battle = lay([("hunter", 11, 10, NORTH)], on=ground(rough))
    give(battle, Activate("red-1", COMBAT_SPEED))
    moved = next(event for event in give(battle, Move("red-1", "G", ((0, 5_000),))) if isinstance(event, Moved))
    assert (moved.rough, moved.wet) == (1_000, spent)


@pytest.mark.rule("brigands.1.9")
def test_whoever_is_still_to_act_is_shown_as_ready() -> None:
    battle = lay([("hunter", 10, 10, NORTH), ("hunter", 20, 10, NORTH)])

    def is_ready() -> list[bool]:
        return [shown.ready for shown in battle.view(None).pieces if shown.id in ("red-1", "red-2")]

    assert is_ready() == [True, True]
    give(battle, Activate("red-1", TOP_SPEED))
    assert is_ready() == [True, True]
    give(battle, EndActivation("red-1"))
    assert is_ready() == [False, True]


@pytest.mark.rule("brigands.9.3")
@pytest.mark.parametrize(("y", "status", "asked"), [(17.5, "", True), (5, "", False), (17.5, WRECK, False)])
def test_only_who_stands_by_a_transport_is_asked_to_get_in(y: float, status: str, asked: bool) -> None:
    battle = company([[("badger/foc", 20, 20), ("north-infantry-squad", 20, y)]])
    squad = battle.state.units["red-2"]
    squad.status = status or squad.status
    assert (next(offer_embark(Ctx(battle.state, BOOK.apply), "red-2"), None) is not None) is asked


@pytest.mark.rule("brigands.10.6-quickdraw")
def test_nothing_but_a_snap_weapon_is_drawn_quickly() -> None:
    hunter = unit_cards()["hunter"]
    assert "LVB (Snap, Auto)" in FITS["quickdraw"](hunter, "LVB").weapons
    with pytest.raises(Unfit):
        FITS["quickdraw"](hunter, "LRP")
