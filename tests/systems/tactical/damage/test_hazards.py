"""3.2: walkers knocked down, falls, hull-down positions, mines."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.mechanics.pools.lines import dice, result
from gearlock.systems.tactical.damage.amounts import Blow
from gearlock.systems.tactical.damage.damage import CoverAbsorbed, DamageCompared, KnockedDown
from gearlock.systems.tactical.damage.resolving import (
    EDGE,
    HIDDEN_WHOLE,
    POSITIONS,
    fall_damage,
    position_in,
    position_token,
    resolve_damage,
    resolve_fall,
)
from gearlock.systems.tactical.damage.structures import MINES, mine_threshold, resolve_mines
from gearlock.systems.tactical.state import DESTROYED, FALLEN, HEAVY, HULL_DOWN, LIGHT, Unit
from systems.tactical.tables import Played, play, put, table

KNOCKS: dict[str, Any] = {"falling_and_knockback": "yes"}


def strike(amount: int, *dice: tuple[int, ...], margin: int = 2, detailed: bool = False, **more: Any) -> Played:
    """A blow at a Hunter (Size 6, Armor 15) where walkers may be knocked down."""
    state = table(**KNOCKS)
    state.switches["detailed damage"] = "yes" if detailed else "no"
    state.switches["hull-down"] = "yes"
    put(state, "red-1", "hunter", 10, 10)
    put(state, "blue-1", "hunter", 20, 20, **more)
    return play(state, lambda ctx: resolve_damage(ctx, "blue-1", Blow(amount, margin, "red-1", "LAC")), *dice)


def struck(amount: int, *dice: tuple[int, ...], **more: Any) -> Unit:
    return strike(amount, *dice, **more).state.units["blue-1"]


@pytest.mark.rule("tactical.3.2.3")
def test_twice_its_size_in_one_hit_may_throw_a_walker_down() -> None:
    assert FALLEN not in struck(11).tokens
    unit = struck(12, (1, 2))
    assert (unit.token(FALLEN), unit.token(LIGHT)) == (1, 1)
    assert FALLEN not in struck(12, (1, 3)).tokens
    unit = struck(12, (1, 1))
    assert (unit.token(FALLEN), unit.token(HEAVY)) == (1, 1)


@pytest.mark.rule("tactical.3.2.3")
def test_the_test_is_against_1_more_than_the_margin_with_maneuver() -> None:
    assert strike(12, (2, 4), margin=4).of(KnockedDown)
    assert not strike(12, (2, 4), margin=4, stats={"maneuver": 1}).of(KnockedDown)
    assert not strike(12, (1, 2), margin=-3).of(KnockedDown)
    assert not strike(12, (1, 2), margin=0, stats={"maneuver": -1}).of(KnockedDown), "1 against 1"
    assert strike(12, (1, 2), margin=1, stats={"maneuver": -1}).of(KnockedDown)
    assert strike(12, (2, 3), margin=2, stats={"maneuver": 1}, harm={"maneuver": 2}).of(KnockedDown)


@pytest.mark.rule("tactical.3.2.3")
def test_only_who_walks_and_stands_is_knocked_down() -> None:
    assert strike(12, mode="G").rolls == []
    assert strike(12, tokens={FALLEN: 1}).rolls == []
    assert strike(45).rolls == []
    state = table()
    put(state, "blue-1", "hunter", 20, 20)
    assert play(state, lambda ctx: resolve_damage(ctx, "blue-1", Blow(12, 2))).rolls == []
    assert play(state, lambda ctx: resolve_damage(ctx, "blue-1", Blow(12, 2, knocks=False))).rolls == []


@pytest.mark.rule("tactical.3.2.3", "tactical.2.6.3")
def test_a_walker_that_nobody_steers_falls_without_a_test() -> None:
    played = strike(12, crew_lost=1)
    unit = played.state.units["blue-1"]
    assert (played.rolls, unit.token(FALLEN), unit.token(LIGHT)) == ([], 1, 1)
    assert strike(12, (3,), crew_lost=1, stats={"perks": {"Autopilot": 1}}).of(KnockedDown) == []


@pytest.mark.rule("tactical.3.2.3", "tactical.3.5")
def test_a_fall_harms_systems_where_damage_is_detailed() -> None:
    unit = struck(12, (1, 2), (3,), detailed=True)
    assert (unit.armor_lost, unit.actions) == (1, 0)
    unit = struck(30, (4,), (1, 1), (4,), detailed=True)
    assert (unit.armor_lost, unit.harm["mp:W"]) == (4, 6)


@pytest.mark.rule("tactical.3.2.1-falling")
def test_the_gear_of_the_book_is_smashed_by_a_fall_of_three_inches() -> None:
    assert fall_damage(5, 6, 3) == 90
    state = table()
    put(state, "blue-1", "hunter", 20, 20)
    played = play(state, lambda ctx: resolve_fall(ctx, "blue-1", 3), (3, 5))
    assert played.of(DamageCompared)[0].amount == 90
    assert state.units["blue-1"].status == DESTROYED


@pytest.mark.rule("tactical.3.2.1-falling")
def test_sixes_add_up_in_a_fall_and_a_fumble_destroys() -> None:
    for faces, amount in (((6, 6), 42), ((2, 2), 12)):
        state = table()
        put(state, "blue-1", "hunter", 20, 20)
        assert play(state, lambda ctx: resolve_fall(ctx, "blue-1", 1), faces).of(DamageCompared)[0].amount == amount
    state = table()
    put(state, "blue-1", "aller", 20, 20)
    play(state, lambda ctx: resolve_fall(ctx, "blue-1", 1), (1, 1))
    assert state.units["blue-1"].status == DESTROYED


@pytest.mark.rule("tactical.3.2.4-table")
def test_the_hull_down_table() -> None:
    assert {terrain: tuple(cover) for terrain, cover in POSITIONS.items()} == {
        "rough": (2, 2, 4, 15), "sand": (3, 3, 4, 10), "woodland": (2, 2, 4, 15), "jungle": (1, 2, 6, 20),
        "swamp": (1, 2, 5, 10), "water": (3, 2, 6, 5), "urban": (2, 2, 6, 15), "dense urban": (1, 2, 6, 20),
        EDGE: (1, 2, 6, 15),
    }  # fmt: skip
    assert position_in("clear") is None
    assert position_in("rough") == (2, 2, 4, 15)


def hidden(terrain: str, how: int = 1) -> dict[str, int]:
    return {HULL_DOWN: how, position_token(terrain): 1}


@pytest.mark.rule("tactical.3.2.4-effects")
@pytest.mark.parametrize(
    ("face", "left", "level"),
    [(1, 30, "heavy"), (2, 15, "light"), (3, 15, "light"), (4, 15, "light"), (5, 30, "heavy"), (6, 30, "heavy")],
)
def test_cover_absorbs_its_part_of_a_hit_where_it_covers(face: int, left: int, level: str) -> None:
    played = strike(30, (face,), tokens=hidden("rough"), mode="G")
    assert (played.of(CoverAbsorbed)[0].left, played.of(DamageCompared)[0].level) == (left, level)


@pytest.mark.rule("tactical.3.2.4-effects")
def test_cover_never_absorbs_more_than_there_is_and_hides_everything_if_it_should() -> None:
    played = strike(12, (3,), tokens=hidden("rough"))
    assert (played.of(CoverAbsorbed)[0].absorbed, played.of(CoverAbsorbed)[0].left) == (12, 0)
    assert strike(30, (1,), tokens=hidden("rough", HIDDEN_WHOLE), mode="G").of(CoverAbsorbed)[0].left == 15
    assert strike(30, tokens={HULL_DOWN: 1}, mode="G").of(CoverAbsorbed) == []


@pytest.mark.rule("tactical.3.2.4-effects", "tactical.3.1")
def test_cover_absorbs_nothing_in_a_battle_without_hull_down_positions() -> None:
    state = table()
    put(state, "blue-1", "hunter", 20, 20, tokens=hidden("rough"), mode="G")
    played = play(state, lambda ctx: resolve_damage(ctx, "blue-1", Blow(30, 2)))
    assert (played.of(CoverAbsorbed), played.of(DamageCompared)[0].level) == ([], "heavy")


@pytest.mark.rule("tactical.3.2.4-effects")
def test_the_die_of_the_cover_is_the_location_where_damage_is_detailed() -> None:
    unit = struck(30, (4,), tokens=hidden("rough"), mode="G", detailed=True)
    assert unit.harm == {"minus:G": 1, "mp:G": 1}
    unit = struck(30, (6,), (4,), (3,), tokens=hidden("rough"), mode="G", detailed=True, stats={"crew": 4})
    assert (unit.harm["mp:G"], unit.crew_lost) == (6, 1)


@pytest.mark.rule("tactical.3.2.4-effects", "tactical.3.2.1-falling")
def test_cover_softens_no_fall() -> None:
    state = table()
    state.switches["hull-down"] = "yes"
    put(state, "blue-1", "hunter", 20, 20, tokens=hidden("rough"), mode="G")
    played = play(state, lambda ctx: resolve_fall(ctx, "blue-1", 1), (3, 5))
    assert (played.of(CoverAbsorbed), played.of(DamageCompared)[0].amount) == ([], 5 * 6)


@pytest.mark.rule("tactical.3.2.4-effects")
def test_squads_have_no_hull_down_positions() -> None:
    state = table()
    state.switches["hull-down"] = "yes"
    unit = put(state, "blue-1", "rifle-squad", 20, 20, tokens=hidden("rough"))
    play(state, lambda ctx: resolve_damage(ctx, "blue-1", Blow(5, 1)), (1,))
    assert unit.troopers[0] == 0


@pytest.mark.rule("tactical.3.2.6-types")
def test_the_types_of_mines() -> None:
    assert [tuple(mines) for mines in MINES.values()] == [
        (5, 4, 7, 2), (7, 4, 8, 3), (10, 6, 6, 5), (15, 6, 6, 7), (15, 7, 4, 8), (25, 8, 3, 10),
    ]  # fmt: skip
    state = table()
    gear, men = put(state, "red-1", "hunter", 1, 1), put(state, "red-2", "rifle-squad", 2, 2)
    assert [mine_threshold("Heavy Anti-Armor", unit) for unit in (gear, men)] == [8, 3]


@pytest.mark.rule("tactical.3.2.6")
def test_gear_zeta_of_the_book_is_blown_to_pieces() -> None:
    state = table()
    unit = put(state, "red-1", "hunter", 1, 1)
    lines = (dice(2, "Piloting", ""), result(0, "", ""))
    played = play(state, lambda ctx: resolve_mines(ctx, "red-1", "Heavy Anti-Armor", lines), (6, 2))
    assert (played.of(DamageCompared)[0].amount, unit.status) == (50, DESTROYED)


@pytest.mark.rule("tactical.3.2.6")
@pytest.mark.parametrize(("faces", "amount"), [((6, 6), 0), ((4, 6), 0), ((5, 1), 10), ((1, 1), 60)])
def test_mines_do_their_multiplier_times_what_is_missing(faces: tuple[int, int], amount: int) -> None:
    state = table()
    put(state, "red-1", "aller", 1, 1)
    played = play(state, lambda ctx: resolve_mines(ctx, "red-1", "General Purpose", (dice(2, "", ""),)), faces)
    assert [event.amount for event in played.of(DamageCompared)] == ([amount] if amount else [])


@pytest.mark.rule("tactical.3.2.6")
def test_what_cannot_dodge_takes_it_all_and_men_take_it_as_men_do() -> None:
    state = table()
    put(state, "red-1", "hunter", 1, 1, harm={"power": 1})
    played = play(state, lambda ctx: resolve_mines(ctx, "red-1", "Anti-Personnel", ()))
    assert played.of(DamageCompared)[0].amount == 20
    men = put(state, "red-2", "rifle-squad", 2, 2)
    play(state, lambda ctx: resolve_mines(ctx, "red-2", "Anti-Personnel", (dice(2, "", ""),)), (5, 1), (1,))
    assert men.troopers[:3] == [0, 0, 5]
