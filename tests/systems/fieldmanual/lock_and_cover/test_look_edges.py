"""Looks at their edges: smoke around the target, squads that look, wrecks on slanting lines, airstrikes."""

from __future__ import annotations

import pytest

from gearlock.systems.fieldmanual.lock_and_cover.contact import terrain_in_contact
from gearlock.systems.fieldmanual.lock_and_cover.lock import (
    concealment,
    concealment_lines,
    cover_of,
    has_combat_lock,
    has_lock,
)
from gearlock.systems.fieldmanual.lock_and_cover.looks import (
    CLEAR,
    MODEL,
    SOLID,
    TERRAIN,
    Sighting,
    counts,
    distance,
    look_at,
)
from gearlock.systems.fieldmanual.state import ALOFT, DEAD, FIRED_MB, OUT
from systems.fieldmanual.lock_and_cover.scene import across, facing_off
from systems.fieldmanual.tables import mils, piece, put, table

SQUAD = "infantry-squad-proposed"


@pytest.mark.rule("fieldmanual.perk-smoke")
def test_smoke_around_the_target_conceals_by_its_length() -> None:
    state, red, blue = facing_off()
    state.smoke.append((blue.x, blue.y, 0, 2000))
    assert look_at(state, red, blue).medium == 1500
    assert concealment(state, red, blue) == 1
    state.smoke[0] = (blue.x + 1100, blue.y, 0, 2000)
    state.notes.clear()
    assert concealment(state, red, blue) == 0
    state.smoke[0] = (blue.x - 1500, blue.y, 0, 2000)
    state.notes.clear()
    assert look_at(state, red, blue).medium == 3000
    assert look_at(state, red, blue).is_smoked


@pytest.mark.rule("fieldmanual.perk-smoke", "fieldmanual.concealment-types")
def test_smoke_that_overlaps_other_smoke_counts_once() -> None:
    state, red, blue = facing_off()
    state.smoke += [(10_000, 10_000, 0, 2000), (11_000, 10_000, 0, 2000)]
    assert look_at(state, red, blue).medium == 5000
    assert concealment(state, red, blue) == 2


@pytest.mark.rule("fieldmanual.perk-smoke")
def test_a_wood_and_smoke_around_the_target_count_each_by_its_type() -> None:
    state, red, blue = facing_off(across(8, 20, 3, "light"))
    state.smoke.append((blue.x, blue.y, 0, 2000))
    look = look_at(state, red, blue)
    assert (look.light, look.medium) == (4000, 1500)
    assert cover_of(state, red, blue).level == 3
    assert concealment(state, red, blue) == 2


@pytest.mark.rule("fieldmanual.combined-models", "fieldmanual.concealment")
def test_of_several_bases_the_one_that_sees_best_looks() -> None:
    state, _, blue = facing_off(piece("area", (8, 8, 12, 10.9), 3, rating="heavy", id="wood"))
    hidden = put(state, "red-2", SQUAD, 5, 9, team="red-2")
    put(state, "red-3", SQUAD, 5, 14, team="red-2")
    assert concealment(state, hidden, blue) == 0


@pytest.mark.rule("fieldmanual.perk-drone-recon")
def test_a_drone_looks_though_it_is_no_model() -> None:
    state, _, blue = facing_off(across(2, 9, 3, "heavy"))
    drone = put(state, "red-5", "recon-drone", 5, 10, status=OUT)
    assert concealment(state, drone, blue) == 7


@pytest.mark.rule("fieldmanual.lock", "fieldmanual.combined-models")
def test_the_active_lock_of_one_base_is_that_of_all() -> None:
    state, _, blue = facing_off(across(2, 11, 3, "heavy"))
    one = put(state, "red-2", SQUAD, 4, 9, team="red-2")
    other = put(state, "red-3", SQUAD, 4, 11, team="red-2")
    assert not has_lock(state, one, blue)
    blue.tokens["locked:red-3"] = 1
    assert has_lock(state, one, blue)
    assert has_lock(state, other, blue)


@pytest.mark.rule("fieldmanual.hull-down")
@pytest.mark.parametrize("box", [(9, 7.5, 11, 9.5), (9, 10.5, 11, 12), (7, 9, 9.5, 11), (10.5, 9, 12, 11)])
def test_terrain_on_any_side_is_in_contact(box: tuple[float, float, float, float]) -> None:
    state = table(piece("instance", box, 2, id="rock"))
    assert [contact.id for contact in terrain_in_contact(state, put(state, "red-1", "jager", 10, 10))] == ["rock"]


@pytest.mark.rule("fieldmanual.hull-down")
def test_terrain_below_or_above_the_model_covers_nothing() -> None:
    for base, top, z in ((0, 2, 2), (3, 4, 0), (0, 2, 1.5)):
        state = table(piece("instance", (9, 9, 11, 11), top, base=base, id="rock"))
        unit = put(state, "red-1", "jager", 10, 10, z=mils(z))
        assert terrain_in_contact(state, unit) == []


@pytest.mark.rule("fieldmanual.concealment-solid", "fieldmanual.cover-solid")
def test_nine_tenths_are_all_of_a_model() -> None:
    assert Sighting(900_000, 900_000).is_walled
    assert not Sighting(900_000, 899_999).is_walled
    assert Sighting(0, 0, 0, 0, 0, 0, False, ()) == CLEAR


@pytest.mark.rule("fieldmanual.concealment-types")
def test_a_wreck_on_a_slanting_line_is_as_long_as_the_line_in_it() -> None:
    state = table()
    red, blue = put(state, "red-1", "jager", 10, 10), put(state, "blue-1", "jager", 20, 20)
    wreck = put(state, "red-2", "mammoth", 18, 18, status=DEAD)
    assert look_at(state, red, blue).heavy == 2 * wreck.card.radius
    wreck.x += 400
    wreck.y -= 400
    state.notes.clear()
    aside = 400 * 2**0.5
    chord = 2 * (750**2 - aside**2) ** 0.5
    shares = dict(look_at(state, red, blue).screens)
    assert shares["red-2"] > 0
    assert look_at(state, red, blue).heavy == (round(chord) if shares["red-2"] >= 490_000 else 0)


@pytest.mark.rule("fieldmanual.airstrike-attacks")
@pytest.mark.parametrize(("x", "y"), [(60, 24), (36, 44), (12, 24), (36, 4), (56, 44), (16, 4)])
def test_airstrikes_see_past_terrain_that_is_not_near_from_all_sides(x: float, y: float) -> None:
    """A ring of rock 6 in around the model hides it from the ground, but not from the air; one at 3 in does."""
    for inner, hidden in ((6.0, False), (2.0, True)):
        ring = [
            piece("instance", (36 - inner - 1, 24 - inner - 1, 36 + inner + 1, 24 - inner), 4, id="south"),
            piece("instance", (36 - inner - 1, 24 + inner, 36 + inner + 1, 24 + inner + 1), 4, id="north"),
            piece("instance", (36 - inner - 1, 24 - inner, 36 - inner, 24 + inner), 4, id="west"),
            piece("instance", (36 + inner, 24 - inner, 36 + inner + 1, 24 + inner), 4, id="east"),
        ]
        state = table(*ring)
        blue = put(state, "blue-1", "jager", 36, 24)
        flier = put(state, "red-1", "fighter", x, y, status=ALOFT)
        ground = put(state, "red-2", "jager", x, y)
        assert cover_of(state, ground, blue).level == 3
        assert (cover_of(state, flier, blue).level == 3) is hidden
        assert (cover_of(state, blue, flier).level == 3) is hidden
        assert (concealment(state, flier, blue) >= 1) is hidden


@pytest.mark.rule("fieldmanual.airstrike-attacks")
def test_an_airstrike_within_four_inches_looks_from_where_it_is() -> None:
    state = table(piece("instance", (38, 20, 38.5, 28), 4, id="wall"))
    blue = put(state, "blue-1", "jager", 36, 24)
    near = put(state, "red-1", "fighter", 37.25, 24, status=ALOFT)
    assert cover_of(state, near, blue).level == 0
    other = put(state, "red-2", "fighter", 40, 26, status=ALOFT)
    assert cover_of(state, other, blue).level > 0
    both = put(state, "blue-9", "fighter", 34, 24, status=ALOFT)
    assert cover_of(state, other, both).level > 0
    assert has_combat_lock(state, near, blue)


@pytest.mark.rule("fieldmanual.infantry-structures")
def test_the_edge_of_a_building_is_its_nearest_point_at_corners_too() -> None:
    state = table(piece("building", (20, 20, 24, 26), 2, id="house"))
    inside = put(state, "red-1", SQUAD, 22, 23, team="red-1", carrier="house")
    for x, y, away in ((17, 16, 5.0), (27, 30, 5.0), (22, 10, 10.0), (30, 23, 6.0)):
        blue = put(state, "blue-1", "jager", x, y)
        assert distance(state, inside, blue) == mils(away) - 500
        assert distance(state, blue, inside) == mils(away) - 500


@pytest.mark.rule("fieldmanual.concealment")
def test_bases_in_contact_see_each_other_whatever_is_around() -> None:
    state, red, blue = facing_off(across(-3, 6, 3, "heavy"), apart=0.005)
    assert look_at(state, red, blue) == CLEAR


@pytest.mark.rule("fieldmanual.concealment", "fieldmanual.concealment-solid")
def test_a_floor_parts_those_above_and_below_it() -> None:
    for rating, walled in (("solid", True), ("heavy", False)):
        roof = piece("instance", (5, 5, 15, 15), 3, base=2, rating=rating, footing=True, id="roof")
        state = table(roof)
        low, high = put(state, "red-1", "jager", 10, 10), put(state, "blue-1", "jager", 10, 10.2, z=3000)
        look = look_at(state, low, high)
        assert look.hidden == 1_000_000
        assert look.is_walled is walled


@pytest.mark.rule("fieldmanual.concealment")
@pytest.mark.parametrize(("klass", "share", "is_round", "expected"), [
    (TERRAIN, 499_000, False, True), (TERRAIN, 498_999, False, False), (MODEL, 490_000, True, True),
    (MODEL, 489_999, True, False), (SOLID, 125_000, False, False), (SOLID, 125_001, False, True),
])  # fmt: skip
def test_half_is_half_but_for_a_hair_and_a_base_an_eighth_of_an_inch(
    klass: int, share: int, is_round: bool, expected: bool
) -> None:
    assert counts(klass, share, 1000, is_round) is expected


@pytest.mark.rule("fieldmanual.infantry-structures", "fieldmanual.concealment-types")
def test_who_is_in_a_building_stands_in_nobodys_way() -> None:
    state, red, blue = facing_off(piece("building", (10, 8, 14, 12), 0.2, rating="light", id="house"))
    inside = put(state, "blue-2", "jager", 12, 10, carrier="house")
    assert look_at(state, red, blue).models == 0
    inside.carrier = ""
    state.notes.clear()
    assert look_at(state, red, blue).models == 1


@pytest.mark.rule("fieldmanual.perk-drone")
def test_a_drone_stands_in_nobodys_way() -> None:
    state, red, blue = facing_off(card="infantry-squad-proposed")
    put(state, "blue-2", "recon-drone", 16.5, 10)
    assert look_at(state, red, blue) == CLEAR


@pytest.mark.rule("fieldmanual.effect-fog", "fieldmanual.effect-storm")
@pytest.mark.parametrize(
    ("words", "rule"), [("fog", "effect-fog"), ("storm", "effect-fog"), ("blizzard", "effect-storm")]
)
def test_lines_name_the_rule_they_come_from(words: str, rule: str) -> None:
    state, red, blue = facing_off(apart=30, tokens={FIRED_MB: 1})
    state.switches["effects"] = words
    lines = {line.label: line.rule for line in concealment_lines(state, red, blue)}
    assert lines["fired an MB weapon"] == f"fieldmanual.{rule}"
