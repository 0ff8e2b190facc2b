"""3.0 and 16.0, 2a: deployment zones of every kind, at their edges; the table for the size of the game."""

from __future__ import annotations

import pytest

from gearlock.kernel.errors import BadFile
from gearlock.kernel.files import only_these_files
from gearlock.systems.blitz.battles import ground_for
from gearlock.systems.blitz.deployment.zones import ChooseSide, Deploy, across, is_in_zone, sides_of
from gearlock.systems.blitz.state import State
from gearlock.table.bodies import Body
from gearlock.table.terrain import Ground
from systems.blitz.stage import asked, give, play_to, prepared, refused

TABLE = Ground(48_000, 36_000)
HALF = 500


def inside(side: str, x: int, y: int, ground: Ground = TABLE) -> bool:
    state = State(ground, {}, zones={"red": side, "blue": across(side)})
    return is_in_zone(state, "red", Body(x, y, 0, HALF))


@pytest.mark.rule("blitz.16.0-2a-narrow")
def test_narrow_zones_reach_a_third_in_from_the_narrow_edges() -> None:
    assert sides_of(TABLE, "narrow") == ("west", "east")
    assert sides_of(Ground(36_000, 48_000), "narrow") == ("south", "north")
    assert inside("west", 15_500, 18_000)
    assert not inside("west", 15_501, 18_000)
    assert inside("east", 32_500, 18_000)
    assert not inside("east", 32_499, 18_000)


@pytest.mark.rule("blitz.16.0-2a-wide")
def test_wide_zones_reach_a_third_in_from_the_wide_edges() -> None:
    assert sides_of(TABLE, "wide") == ("south", "north")
    assert sides_of(Ground(48_000, 48_000), "wide") == ("south", "north"), "agreed on for square tables"
    assert inside("south", 24_000, 11_500)
    assert not inside("south", 24_000, 11_501)
    assert inside("north", 24_000, 24_500)
    assert across("south") == "north"


@pytest.mark.rule("blitz.16.0-2a-diagonal")
def test_diagonal_zones_are_a_corner_ninth_and_one_beside_it() -> None:
    assert len(sides_of(TABLE, "diagonal")) == 8
    assert across("southwest+south") == "northeast+north"
    assert across("northwest+west") == "southeast+east"
    assert inside("southwest+south", 2_000, 11_500)
    assert inside("southwest+south", 16_000, 6_000), "across the seam"
    assert inside("southwest+south", 31_500, 6_000)
    assert not inside("southwest+south", 31_501, 6_000)
    assert not inside("southwest+south", 2_000, 11_501)
    assert not inside("southwest+west", 17_000, 6_000)
    for side in sides_of(TABLE, "diagonal"):
        for part in side.split("+"):
            x = {"west": 8_000, "east": 40_000}.get(part[-4:], 24_000)
            y = {"south": 6_000, "north": 30_000}.get(part[:5], 18_000)
            assert inside(side, x, y), f"the middle of the {part} is in {side}"


@pytest.mark.rule("blitz.16.0-2a-divided")
def test_divided_forces_have_two_opposite_corners() -> None:
    assert sides_of(TABLE, "divided") == ("southwest+northeast", "southeast+northwest")
    assert across("southwest+northeast") == "southeast+northwest"
    assert across("southeast+northwest") == "southwest+northeast"
    assert inside("southwest+northeast", 15_500, 11_500)
    assert inside("southwest+northeast", 32_500, 24_500)
    assert not inside("southwest+northeast", 32_500, 11_500)
    assert not inside("southwest+northeast", 24_000, 18_000)


@pytest.mark.rule("blitz.3.0b")
def test_the_winner_of_the_check_takes_a_zone_or_leaves_it() -> None:
    battle = play_to(prepared("meeting"), "side")
    winner = battle.state.winner
    assert asked(battle).seat == winner
    assert refused(battle, ChooseSide("west")) == "side"
    give(battle, ChooseSide(""))
    other = asked(battle).seat
    assert other != winner
    assert refused(battle, ChooseSide("")) == "side"
    give(battle, ChooseSide("north"))
    assert battle.state.zones == {other: "north", winner: "south"}
    play_to(battle, "deploy")
    assert asked(battle).seat == other


@pytest.mark.rule("blitz.3.0b")
def test_combat_groups_are_placed_in_turn_and_wholly_in_the_zone() -> None:
    battle = play_to(prepared("meeting"), "deploy")
    seats: list[tuple[str, int]] = []
    for _ in range(8):
        seat = asked(battle).seat
        zone = battle.state.zones[seat]
        edge = battle.state.ground.height // 3
        y = edge - 499 if zone == "south" else battle.state.ground.height - edge + 499
        unit = next(option.order.unit for option in battle.options(seat))  # type: ignore[attr-defined]
        assert refused(battle, Deploy(unit, 24_000, y)) == "zone"
        seats.append((seat, battle.state.units[unit].group))
        before = len(battle.entries)
        _deploy(battle, seat)
        assert len(battle.entries) > before
        if battle.over or asked(battle).kind != "deploy":
            break
    assert seats[0] == seats[1]
    assert seats[2][0] != seats[0][0]
    assert seats[4][0] == seats[0][0]


def _deploy(battle: object, seat: str) -> None:
    import random
    from typing import Any, cast

    table = cast(Any, battle)
    option = table.options(seat)[0]
    table.answer(seat, table.sample(seat, option, random.Random(7)))


@pytest.mark.rule("blitz.3.0a", "blitz.3.0c")
@pytest.mark.parametrize(("size", "depth"), [(50, 36_000), (100, 36_000), (101, 48_000), (300, 48_000)])
def test_the_table_fits_the_size_of_the_game(size: int, depth: int) -> None:
    ground = ground_for("random", 3, size)
    assert (ground.width, ground.height) == (48_000, depth)


WATER = """
[[piece]]
id = "lake"
name = "lake"
kind = "water"
rectangle = [0, 0, {}, 48]
props = {{ depth = 3000 }}
"""


@pytest.mark.parametrize(
    ("wide", "models", "zones", "room"),
    [
        (48, "hunter*2", "wide", False),
        (48, "hunter*2", "diagonal", False),
        (40, "hunter*2", "wide", True),
        (40, "hunter*20", "wide", True),
        (44, "hunter*60", "wide", False),
        (40, "hunter*2", "diagonal", False),
        (40, "hunter*2", "roll", False),
        (10, "hunter*2", "roll", True),
        (48, "hydra*2", "roll", True),
        (48, "hydra*2,hunter", "roll", False),
    ],
)
def test_a_table_of_ones_own_has_room_in_every_zone_one_may_get(wide: int, models: str, zones: str, room: bool) -> None:
    text = 'name = "x"\nwidth = 48\nheight = 48\n' + WATER.format(wide)
    options = {"map": "m.toml", "red": models, "blue": models, "zones": zones, "unchecked": "yes"}
    with only_these_files({"m.toml": text}):
        if room:
            assert prepared("battle", **options)
            return
        with pytest.raises(BadFile, match="the deployment zone of blue has no room for its models"):
            prepared("battle", **options)
