import msgspec
import pytest

from gearlock.table.polygon import rectangle
from gearlock.table.terrain import Ground, Piece

HILL = Piece("hill", "Hill", "hill", rectangle(10_000, 10_000, 20_000, 20_000), top=2_000, rating="heavy", footing=True)
TOWER = Piece("tower", "Tower", "building", rectangle(14_000, 14_000, 16_000, 16_000), top=6_000, footing=True)
WOOD = Piece(
    "wood", "Wood", "area", rectangle(30_000, 5_000, 40_000, 9_000), top=1_500, rating="light", props={"slow": 2}
)
GROUND = Ground(48_000, 48_000, (HILL, TOWER, WOOD), "Two hills")


def test_pieces_are_found_by_place_and_id() -> None:
    assert [piece.id for piece in GROUND.pieces_at(15_000, 15_000)] == ["hill", "tower"]
    assert [piece.id for piece in GROUND.pieces_at(40_000, 9_000)] == ["wood"]
    assert list(GROUND.pieces_at(1_000, 1_000)) == []
    assert GROUND.piece("wood") is WOOD
    with pytest.raises(KeyError):
        GROUND.piece("lake")


def test_pieces_near_a_rectangle_come_in_map_order_and_none_is_missed() -> None:
    assert [piece.id for piece in GROUND.pieces_near(0, 0, 48_000, 48_000)] == ["hill", "tower", "wood"]
    assert [piece.id for piece in GROUND.pieces_near(39_000, 8_000, 47_000, 10_000)] == ["wood"]


def test_a_model_stands_on_the_highest_footing_below_the_ceiling() -> None:
    assert GROUND.elevation(15_000, 15_000) == 6_000
    assert GROUND.elevation(15_000, 15_000, ceiling=5_000) == 2_000
    assert GROUND.elevation(35_000, 7_000) == 0


def test_a_segment_is_measured_in_every_piece_it_crosses() -> None:
    assert GROUND.crossed(0, 15_000, 48_000, 15_000) == {"hill": 10_000, "tower": 2_000}
    assert GROUND.crossed(35_000, 0, 35_000, 7_000) == {"wood": 2_000}


def test_the_digest_names_exactly_this_ground() -> None:
    again = Ground(48_000, 48_000, (HILL, TOWER, WOOD), "Two hills")
    assert again == GROUND
    assert hash(again) == hash(GROUND)
    assert GROUND.digest == "f17d0a5901ce1ae93a0c580a27789ca4"
    assert GROUND.changed(without={"wood"}).digest != GROUND.digest


def test_a_destroyed_piece_is_put_in_place_of_the_old_one() -> None:
    ruin = Piece("tower", "Ruin", "area", TOWER.outline, top=1_000, rating="heavy")
    changed = GROUND.changed(ruin, without={"wood"})
    assert [piece.name for piece in changed.pieces] == ["Hill", "Ruin"]
    assert GROUND.piece("tower").name == "Tower"


def test_the_covered_share_counts_the_kinds_asked_for() -> None:
    assert GROUND.covered_share(("area",)) == 40 / 48**2
    assert GROUND.covered_share() == (100 + 4 + 40) / 48**2


def test_a_ground_survives_json() -> None:
    assert msgspec.json.decode(msgspec.json.encode(GROUND), type=Ground) == GROUND
