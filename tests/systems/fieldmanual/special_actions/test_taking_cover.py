"""Hull Down and Hiding: where they are possible, what they cost, and when they end."""

from __future__ import annotations

import pytest

from gearlock.systems.fieldmanual.lock_and_cover.lock import concealment
from gearlock.systems.fieldmanual.special_actions import (
    GoHullDown,
    Hide,
    lost_cover,
    offer_cover,
    refuse_hide,
    refuse_hull_down,
    resolve_hide,
    resolve_hull_down,
    resolve_lost_cover,
)
from gearlock.systems.fieldmanual.state import COMBAT, DEAD, HIDING, HULL_DOWN, REVERSE, STATIONARY, TOP, State, Unit
from systems.fieldmanual.tables import activate, mils, piece, play, put, table


def at_a_wall(top: float = 0.8, gap: float = 0, rating: str = "heavy", band: str = STATIONARY) -> tuple[State, Unit]:
    """A Jäger 1.2 in tall whose base touches a wall, or stands so far from it."""
    state = table(piece("instance", (10.5 + gap, 8, 11 + gap, 12), top, rating=rating, id="wall"))
    red = put(state, "red-1", "jager", 10, 10, band=band)
    activate(state, "red-1")
    return state, red


@pytest.mark.rule("fieldmanual.hull-down")
@pytest.mark.parametrize(("band", "code"), [(STATIONARY, ""), (COMBAT, "speed"), (REVERSE, "speed"), (TOP, "speed")])
def test_one_goes_hull_down_when_stationary(band: str, code: str) -> None:
    state, _ = at_a_wall(band=band)
    refusal = refuse_hull_down(state, GoHullDown("red-1"))
    assert (refusal.code if refusal else "") == code


@pytest.mark.rule("fieldmanual.hiding")
@pytest.mark.parametrize(("band", "code"), [(STATIONARY, ""), (COMBAT, ""), (REVERSE, ""), (TOP, "speed")])
def test_one_hides_below_top_speed(band: str, code: str) -> None:
    state, _ = at_a_wall(band=band)
    refusal = refuse_hide(state, Hide("red-1"))
    assert (refusal.code if refusal else "") == code


@pytest.mark.rule("fieldmanual.hull-down", "fieldmanual.hiding")
@pytest.mark.parametrize(("top", "gap", "fits"), [(0.6, 0, True), (0.599, 0, False), (3, 0, True), (3, 0.001, False)])
def test_terrain_is_touched_and_covers_half_of_the_model(top: float, gap: float, fits: bool) -> None:
    state, _ = at_a_wall(top, gap)
    for refusal in (refuse_hull_down(state, GoHullDown("red-1")), refuse_hide(state, Hide("red-1"))):
        assert (refusal is None) is fits
        assert refusal is None or refusal.code == "terrain"


@pytest.mark.rule("fieldmanual.hull-down", "fieldmanual.hiding")
def test_roads_and_models_are_no_terrain_but_wrecks_are() -> None:
    state = table(piece("road", (8, 8, 14, 12)))
    put(state, "red-1", "jager", 10, 10)
    other = put(state, "blue-1", "jager", 11, 10)
    activate(state, "red-1")
    assert refuse_hide(state, Hide("red-1")) is not None
    other.status = DEAD
    assert refuse_hide(state, Hide("red-1")) is None
    other.x += 1
    assert refuse_hide(state, Hide("red-1")) is not None


@pytest.mark.rule("fieldmanual.hull-down", "fieldmanual.hiding")
def test_both_take_an_action() -> None:
    state, red = at_a_wall()
    red.actions = 0
    refusal = refuse_hull_down(state, GoHullDown("red-1"))
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("no-action", "fieldmanual.hull-down")
    assert refuse_hide(state, Hide("red-1")) is not None
    red.actions = 2
    play(state, lambda ctx: resolve_hull_down(ctx, GoHullDown("red-1")))
    play(state, lambda ctx: resolve_hide(ctx, Hide("red-1")))
    assert red.actions == 0
    assert (red.token(HULL_DOWN), red.token(HIDING)) == (1, 1)
    red.actions = 1
    for again in (refuse_hull_down(state, GoHullDown("red-1")), refuse_hide(state, Hide("red-1"))):
        assert again is not None
        assert again.code == "done"


@pytest.mark.rule("fieldmanual.hull-down", "fieldmanual.hiding")
def test_both_are_offered_where_they_are_possible() -> None:
    state, red = at_a_wall()
    assert [type(option.order) for option in offer_cover(state, red)] == [GoHullDown, Hide]
    red.band = COMBAT
    assert [type(option.order) for option in offer_cover(state, red)] == [Hide]
    state, red = at_a_wall(gap=1)
    assert list(offer_cover(state, red)) == []


@pytest.mark.rule("fieldmanual.hull-down", "fieldmanual.hiding")
@pytest.mark.parametrize(("band", "lost"), [
    (STATIONARY, set()), (COMBAT, {HULL_DOWN}), (REVERSE, {HULL_DOWN}), (TOP, {HULL_DOWN, HIDING})
])  # fmt: skip
def test_speed_ends_them(band: str, lost: set[str]) -> None:
    state, red = at_a_wall()
    red.actions = 2
    play(state, lambda ctx: resolve_hull_down(ctx, GoHullDown("red-1")))
    play(state, lambda ctx: resolve_hide(ctx, Hide("red-1")))
    red.band = band
    assert {token for _, token in lost_cover(state)} == lost
    play(state, resolve_lost_cover)
    assert {name for name in (HULL_DOWN, HIDING) if not red.token(name)} == lost
    assert resolve_lost_cover(play(state, lambda _: None).ctx) is None


@pytest.mark.rule("fieldmanual.hiding")
def test_hiding_goes_on_along_the_terrain_and_ends_away_from_it() -> None:
    other = piece("area", (11, 8, 14, 12), 2, rating="light", id="other")
    state = table(piece("area", (6, 8, 11, 12), 2, rating="light", id="wood"), other)
    red, blue = put(state, "red-1", "jager", 8, 10, band=COMBAT), put(state, "blue-1", "jager", 40, 10)
    activate(state, "red-1")
    play(state, lambda ctx: resolve_hide(ctx, Hide("red-1")))
    hidden = concealment(state, blue, red)
    red.y = mils(11)
    assert lost_cover(state) == []
    red.x = mils(12)
    state.notes.clear()
    assert lost_cover(state) == [("red-1", HIDING)]
    assert concealment(state, blue, red) < hidden
    play(state, resolve_lost_cover)
    assert red.tokens == {}


@pytest.mark.rule("fieldmanual.hull-down")
def test_hull_down_ends_when_the_model_moves_from_the_terrain() -> None:
    state, red = at_a_wall()
    play(state, lambda ctx: resolve_hull_down(ctx, GoHullDown("red-1")))
    red.x -= 1
    play(state, resolve_lost_cover)
    assert red.tokens == {}


@pytest.mark.rule("fieldmanual.hiding", "fieldmanual.combined-models")
def test_of_a_combined_model_those_bases_hide_that_can() -> None:
    state = table(piece("area", (6, 8, 11, 12), 2, rating="light", id="wood"))
    inside = put(state, "red-1", "infantry-squad-proposed", 10, 10, team="red-1")
    outside = put(state, "red-2", "infantry-squad-proposed", 12, 10, team="red-1")
    activate(state, "red-1")
    play(state, lambda ctx: resolve_hide(ctx, Hide("red-1")))
    assert (inside.token(HIDING), outside.token(HIDING)) == (1, 0)
    assert (inside.actions, outside.actions) == (0, 0)


@pytest.mark.rule("fieldmanual.infantry-structures")
def test_infantry_goes_hull_down_in_a_building() -> None:
    state = table(piece("building", (6, 8, 11, 12), 2, id="house"))
    red = put(state, "red-1", "infantry-squad-proposed", 8, 10, team="red-1", carrier="house")
    activate(state, "red-1")
    assert refuse_hull_down(state, GoHullDown("red-1")) is None
    play(state, lambda ctx: resolve_hull_down(ctx, GoHullDown("red-1")))
    assert red.token("hull down at:house")
    red.carrier, red.x = "", mils(20)
    assert lost_cover(state) == [("red-1", HULL_DOWN)]


@pytest.mark.rule("fieldmanual.hull-down")
def test_static_models_do_not_go_hull_down() -> None:
    state = table(piece("area", (6, 8, 11, 12), 2, rating="light", id="wood"))
    put(state, "red-1", "hac-turret", 8, 10)
    refusal = refuse_hull_down(state, GoHullDown("red-1"))
    assert refusal is not None
    assert refusal.code == "kind"


@pytest.mark.rule("fieldmanual.hull-down")
def test_the_offer_names_the_best_minimum_of_all_terrain_in_contact() -> None:
    state, red = at_a_wall(rating="light")
    alone = next(option.label for option in offer_cover(state, red))
    state.ground = table(
        piece("instance", (10.5, 8, 11, 12), 0.8, rating="light", id="wall"),
        piece("instance", (9, 8, 9.5, 12), 0.8, rating="heavy", id="other"),
    ).ground
    both = next(option.label for option in offer_cover(state, red))
    assert (alone, both) == ("Go Hull Down (minimum Defense 1)", "Go Hull Down (minimum Defense 3)")
