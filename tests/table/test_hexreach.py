"""Movement on hexes: costs, closed hexes, hexes one may cross but not stop in."""

from gearlock.table.hexes import distance, from_offset
from gearlock.table.hexmaps import HexGround
from gearlock.table.hexreach import reach


def plain(columns: int, rows: int) -> HexGround:
    return HexGround("plain", columns, rows, ("open",) * (columns * rows))


def test_on_bare_ground_everything_within_the_budget_is_reached_at_its_distance() -> None:
    ground = plain(9, 9)
    start = from_offset(4, 4)
    found = reach(ground, start, 3, ground.prices({"open": 1}))
    assert set(found.steps) == {hex_ for hex_ in ground if distance(start, hex_) <= 3}
    assert all(found.cost(hex_) == distance(start, hex_) for hex_ in found.steps)
    assert found.cost(from_offset(0, 0)) is None
    assert found.path(start) == (start,)


def test_a_way_round_is_taken_when_it_is_cheaper() -> None:
    ground = plain(5, 2).replaced({from_offset(1, 0): "mud"})
    found = reach(ground, (0, 0), 9, ground.prices({"open": 1, "mud": 3}))
    assert found.steps[(2, 0)][0] == 3
    assert found.path((2, 0)) == ((0, 0), from_offset(0, 1), from_offset(1, 1), (2, 0))
    assert found.cost((1, 0)) == 3


def test_price_zero_and_blocked_hexes_are_never_entered() -> None:
    ground = plain(3, 1).replaced({(1, 0): "cliff"})
    assert set(reach(ground, (0, 0), 9, ground.prices({"open": 1})).steps) == {(0, 0)}
    ground = plain(3, 1)
    assert set(reach(ground, (0, 0), 9, ground.prices({"open": 1}), blocked={(1, 0)}).steps) == {(0, 0)}


def test_a_friend_may_be_passed_but_is_no_place_to_stop() -> None:
    ground = plain(3, 1)
    found = reach(ground, (0, 0), 2, ground.prices({"open": 1}), through={(0, 0), (1, 0)})
    assert list(found.ends()) == [(0, 0), (2, 0)]
    assert found.path((2, 0)) == ((0, 0), (1, 0), (2, 0))


def test_the_start_may_stand_on_ground_it_could_not_enter() -> None:
    ground = plain(2, 1).replaced({(0, 0): "cliff"})
    assert set(reach(ground, (0, 0), 1, ground.prices({"open": 1}), blocked={(0, 0)}).steps) == {(0, 0), (1, 0)}


def test_single_hexes_may_have_their_own_price() -> None:
    ground = plain(3, 1)
    prices = ground.prices({"open": 1}, by_hex={(1, 0): 4, (9, 9): 7})
    assert reach(ground, (0, 0), 9, prices).cost((2, 0)) == 5
