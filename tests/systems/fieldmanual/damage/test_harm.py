"""Damage: what a margin does, boxes, Overkill, armor, piercing; and what is left of a model."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.odds.pools import Spread
from gearlock.systems.fieldmanual.damage.damage import (
    ESCAPED,
    PARTING,
    Damaged,
    Harm,
    HaywireRolled,
    Hit,
    Origin,
    armor_of,
    destroy,
    fate_of,
    filled_after,
    harm_of,
    inflict,
    margins_to_boxes,
    resolve_hit,
    stun,
)
from gearlock.systems.fieldmanual.state import (
    ARMOR_LOST,
    BURNING,
    COMBAT,
    DEAD,
    DESTROYED,
    FALLEN,
    FIELDED,
    STATIONARY,
    STUN,
    TOP,
    State,
    Unit,
)
from systems.fieldmanual.tables import Played, mils, play, put, table


def jager(state: State | None = None, name: str = "blue-1", **more: Any) -> Unit:
    """A Jäger (Armor 15, SLHC, Overkill 60) in the middle of a table, facing north."""
    return put(table() if state is None else state, name, "jager", 24, 24, 90, **more)


def strike(
    unit_more: dict[str, Any], *dice: tuple[int, ...], switches: dict[str, str] | None = None, **hit: Any
) -> Played:
    """Let a hit happen to a Jäger: margin and traits as given, DM 15."""
    state = table()
    state.switches.update(switches or {})
    jager(state, **unit_more)
    blow = Hit(**{"multiplier": 15, "margin": 1, **hit})
    return play(state, lambda ctx: resolve_hit(ctx, "blue-1", blow), *dice)


def origin(x: float, y: float, z: float = 0, placed: bool = False) -> Origin:
    return Origin(mils(x), mils(y), mils(z), placed)


@pytest.mark.rule("fieldmanual.damage")
def test_the_shot_of_a_jager_at_a_jager() -> None:
    assert harm_of(jager(), Hit(10, 3)) == Harm(3, 30, 2, False)


@pytest.mark.rule("fieldmanual.damage")
@pytest.mark.parametrize(
    ("multiplier", "margin", "boxes", "overkill"),
    [(14, 1, 0, False), (15, 1, 1, False), (29, 1, 1, False), (15, 2, 2, False), (59, 1, 3, False), (60, 1, 4, True)],
)
def test_a_box_for_each_whole_armor_and_overkill_at_once(
    multiplier: int, margin: int, boxes: int, overkill: bool
) -> None:
    harm = harm_of(jager(), Hit(multiplier, margin))
    assert (harm.boxes, harm.overkill) == (boxes, overkill)


@pytest.mark.rule("fieldmanual.damage", "fieldmanual.opposed-test")
@pytest.mark.parametrize("margin", [0, -1, -7])
def test_a_tie_or_less_does_nothing(margin: int) -> None:
    assert harm_of(jager(), Hit(99, margin)) == Harm(0, 0, 0, False)


@pytest.mark.rule("fieldmanual.wt-ap")
@pytest.mark.parametrize(("margin", "felt"), [(-1, 0), (0, 2), (1, 3), (4, 6)])
def test_armor_piercing_hits_on_a_tie_and_adds_two(margin: int, felt: int) -> None:
    assert harm_of(jager(), Hit(15, margin, ("AP",))).margin == felt


@pytest.mark.rule("fieldmanual.flaw-weak-facing", "fieldmanual.wt-ap")
@pytest.mark.parametrize(
    ("at", "traits", "margin", "felt"),
    [((24, 10), ("AP",), 1, 4), ((24, 10), (), 1, 3), ((24, 10), (), 0, 2), ((24, 10), ("AP",), 0, 3),
     ((24, 40), ("AP",), 1, 3), ((24, 40), (), 1, 1), ((40, 24), (), 1, 1), ((40, 23.9), (), 1, 3)],
)  # fmt: skip
def test_a_weak_facing_gives_armor_piercing_or_makes_it_worse(
    at: tuple[float, float], traits: tuple[str, ...], margin: int, felt: int
) -> None:
    unit = jager(stats={"flaws": {"Weak Facing": 1}, "details": {"Weak Facing": "Rear"}})
    assert harm_of(unit, Hit(15, margin, traits, origin=origin(*at))).margin == felt


@pytest.mark.rule("fieldmanual.flaw-weak-facing")
@pytest.mark.parametrize(("z", "placed", "felt"), [(0, False, 3), (1, False, 1), (0.999, False, 3), (2, True, 3)])
def test_what_comes_from_more_than_an_inch_below_or_from_the_ground_strikes_the_underside(
    z: float, placed: bool, felt: int
) -> None:
    unit = jager(z=mils(2), stats={"flaws": {"Weak Facing": 1}, "details": {"Weak Facing": "Underside"}})
    assert harm_of(unit, Hit(15, 1, origin=origin(24, 40, z, placed))).margin == felt


@pytest.mark.rule("fieldmanual.flaw-weak-facing", "fieldmanual.perk-reinforced-arc")
def test_what_strikes_the_underside_meets_no_reinforced_front() -> None:
    unit = jager(z=mils(2), stats={"perks": {"Reinforced Front": 5}})
    assert harm_of(unit, Hit(15, 1, origin=origin(24, 40, 0.5))).boxes == 1
    assert harm_of(unit, Hit(15, 1, origin=origin(24, 40, 1.5))).boxes == 0


@pytest.mark.rule("fieldmanual.flaw-weak-facing")
def test_an_open_hatch_is_weak_in_front() -> None:
    unit = jager(tokens={"hatch": 1})
    assert harm_of(unit, Hit(15, 1, origin=origin(24, 40))).margin == 3
    assert harm_of(unit, Hit(15, 1, origin=origin(24, 10))).margin == 1


@pytest.mark.rule("fieldmanual.perk-reinforced-arc")
@pytest.mark.parametrize(("at", "boxes"), [((24, 40), 1), ((24, 10), 2), ((40, 24), 1), ((40, 23.9), 2), (None, 2)])
def test_a_reinforced_arc_adds_to_the_armor_there_and_nowhere_else(at: tuple[float, float] | None, boxes: int) -> None:
    unit = jager(stats={"perks": {"Reinforced Front": 5}})
    assert harm_of(unit, Hit(15, 2, origin=None if at is None else origin(*at))).boxes == boxes


@pytest.mark.rule("fieldmanual.perk-reinforced-arc", "fieldmanual.damage")
def test_overkill_is_as_printed_whatever_the_armor_is_now() -> None:
    thick = jager(stats={"perks": {"Reinforced Front": 15}})
    assert harm_of(thick, Hit(60, 1, origin=origin(24, 40))) == Harm(1, 60, 2, True)
    crushed = jager(tokens={ARMOR_LOST: 5})
    assert harm_of(crushed, Hit(40, 1)) == Harm(1, 40, 4, False)


@pytest.mark.rule("fieldmanual.wt-ac")
def test_armor_crushing_takes_the_margin_off_the_armor_after_the_boxes() -> None:
    played = strike({}, margin=2, traits=("AC",))
    assert played.state.units["blue-1"].boxes == 2
    assert played.state.units["blue-1"].token(ARMOR_LOST) == 2
    again = play(played.state, lambda ctx: resolve_hit(ctx, "blue-1", Hit(13, 1)))
    assert again.state.units["blue-1"].boxes == 3


@pytest.mark.rule("fieldmanual.wt-ac", "fieldmanual.wt-ap")
def test_armor_crushing_needs_a_box_counts_what_pierces_and_stops_at_one() -> None:
    assert strike({}, multiplier=7, margin=2, traits=("AC",)).state.units["blue-1"].token(ARMOR_LOST) == 0
    assert strike({}, margin=0, traits=("AC", "AP")).state.units["blue-1"].token(ARMOR_LOST) == 2
    low = strike({"stats": {"armor": 3, "overkill": 99}}, multiplier=1, margin=5, traits=("AC",))
    assert low.state.units["blue-1"].token(ARMOR_LOST) == 2


@pytest.mark.rule("fieldmanual.wt-ac", "fieldmanual.combined-damage")
def test_infantry_is_removed_and_its_armor_is_never_crushed() -> None:
    state = table()
    for number in (1, 2):
        put(state, f"blue-{number}", "infantry-squad-proposed", 24 + number, 24, team="blue-1")
    play(state, lambda ctx: resolve_hit(ctx, "blue-2", Hit(5, 1, ("AC", "SB"))))
    assert state.units["blue-2"].status == DESTROYED
    assert state.units["blue-1"].status == FIELDED
    assert all(not unit.token(ARMOR_LOST) and not unit.token(BURNING) for unit in state.units.values())


@pytest.mark.rule("fieldmanual.combined-damage")
@pytest.mark.parametrize(("multiplier", "margin", "left"), [(4, 1, 2), (5, 1, 1), (99, 9, 1)])
def test_a_base_falls_when_its_armor_is_met_and_takes_no_other_with_it(multiplier: int, margin: int, left: int) -> None:
    state = table()
    for number in (1, 2):
        put(state, f"blue-{number}", "infantry-squad-proposed", 24 + number, 24, team="blue-1")
    play(state, lambda ctx: resolve_hit(ctx, "blue-1", Hit(multiplier, margin)))
    assert len(state.bases(state.units["blue-2"])) == left


@pytest.mark.rule("fieldmanual.combined-damage")
@pytest.mark.parametrize(
    ("boxes", "gone"), [(1, ["blue-1"]), (2, ["blue-1", "blue-3"]), (9, ["blue-1", "blue-2", "blue-3"])]
)
def test_boxes_without_a_hit_remove_a_base_each(boxes: int, gone: list[str]) -> None:
    state = table()
    for number in (1, 2, 3):
        put(state, f"blue-{number}", "infantry-squad-proposed", 24 + number, 24, team="blue-1")
    play(state, lambda ctx: inflict(ctx, "blue-1", boxes, "fall"))
    assert [unit.id for unit in state.units.values() if unit.status == DESTROYED] == gone


@pytest.mark.rule("fieldmanual.damage-levels", "fieldmanual.damage-dead")
def test_boxes_add_up_to_dead_and_a_wreck_is_left() -> None:
    state = table()
    unit = jager(state, boxes=3, band=TOP)
    played = play(state, lambda ctx: resolve_hit(ctx, "blue-1", Hit(15, 2, attacker="red-1", cause="LAC")))
    assert (unit.status, unit.slayer, unit.actions, unit.used) == (DEAD, "red-1", 0, True)
    assert played.of(Damaged)[0].filled == 5
    assert unit.token(PARTING) == 4
    assert unit.band == TOP


@pytest.mark.rule("fieldmanual.damage-dead", "fieldmanual.damage")
def test_a_full_track_is_not_yet_dead_and_overkill_leaves_nothing() -> None:
    assert strike({"boxes": 2}, margin=2).state.units["blue-1"].status == FIELDED
    gone = strike({}, margin=4).state.units["blue-1"]
    assert (gone.status, gone.token(PARTING)) == (DESTROYED, 1)


@pytest.mark.rule("fieldmanual.damage-fragile")
@pytest.mark.parametrize(("boxes", "before", "status"), [("SLH", 3, DEAD), ("SLH", 2, FIELDED), ("SLHC", 3, FIELDED)])
def test_fragile_models_have_no_critical_box_to_fall_back_on(boxes: str, before: int, status: str) -> None:
    stats = {"boxes": boxes, "overkill": 15 * len(boxes)}
    assert strike({"stats": stats, "boxes": before}).state.units["blue-1"].status == status


@pytest.mark.rule("fieldmanual.damage-add-ons")
def test_an_added_box_takes_one_more_and_raises_overkill() -> None:
    stats = {"boxes": "SSLHC", "overkill": 75}
    unit = jager(stats=stats)
    assert harm_of(unit, Hit(60, 1)) == Harm(1, 60, 4, False)
    assert harm_of(unit, Hit(75, 1)).overkill
    assert fate_of(unit, filled_after(unit, 5)) == ""
    assert fate_of(unit, filled_after(unit, 6)) == DEAD


@pytest.mark.rule("fieldmanual.damage-heavy", "fieldmanual.damage-critical", "fieldmanual.flaw-exposed-movement")
@pytest.mark.parametrize(
    ("before", "margin", "flaws", "band"),
    [(0, 1, {}, TOP), (0, 2, {}, TOP), (0, 3, {}, COMBAT), (2, 2, {}, COMBAT),
     (0, 1, {"Exposed Movement": 1}, TOP), (0, 2, {"Exposed Movement": 1}, COMBAT)],
)  # fmt: skip
def test_heavy_damage_ends_top_speed_at_once_and_light_damage_that_of_exposed_movement(
    before: int, margin: int, flaws: dict[str, int], band: str
) -> None:
    played = strike({"band": TOP, "boxes": before, "stats": {"flaws": flaws}}, margin=margin)
    assert played.state.units["blue-1"].band == band


@pytest.mark.rule("fieldmanual.damage-critical", "fieldmanual.perk-aux")
def test_auxiliaries_work_until_critical_damage() -> None:
    stats = {"perks": {"Anti-Missile System": 1, "Arms": 1}, "aux": ("Anti-Missile System",)}
    state = table()
    unit = jager(state, stats=stats)
    for boxes, left in ((3, 1), (4, 0)):
        unit.boxes = boxes
        assert (unit.perk("Anti-Missile System"), unit.perk("Arms")) == (left, 1)


@pytest.mark.rule("fieldmanual.perk-fire-resistant")
@pytest.mark.parametrize(
    ("margin", "traits", "boxes", "burning"), [(1, ("SB",), 0, 0), (3, ("SB",), 2, 0), (3, (), 3, 0)]
)
def test_the_fire_resistant_feel_one_box_less_of_fire_and_never_burn(
    margin: int, traits: tuple[str, ...], boxes: int, burning: int
) -> None:
    played = strike({"stats": {"perks": {"Fire Resistant": 1}}}, margin=margin, traits=traits)
    unit = played.state.units["blue-1"]
    assert (unit.boxes, unit.token(BURNING)) == (boxes, burning)


@pytest.mark.rule("fieldmanual.perk-fire-resistant")
def test_what_fire_resistance_takes_off_does_not_count_for_overkill() -> None:
    unit = jager(stats={"perks": {"Fire Resistant": 1}})
    assert harm_of(unit, Hit(60, 1, ("SB",))) == Harm(1, 45, 3, False)
    assert harm_of(unit, Hit(75, 1, ("SB",))).overkill


@pytest.mark.rule("fieldmanual.wt-sustained-burn")
@pytest.mark.parametrize(("multiplier", "burning"), [(14, 0), (15, 1)])
def test_fire_takes_hold_with_the_first_box(multiplier: int, burning: int) -> None:
    assert strike({}, multiplier=multiplier, traits=("SB",)).state.units["blue-1"].token(BURNING) == burning


@pytest.mark.rule("fieldmanual.wt-haywire", "fieldmanual.perk-haywire-resistant", "fieldmanual.flaw-vulnerable-haywire")
@pytest.mark.parametrize(
    ("stats", "faces"),
    [
        ({}, "..sssb"),
        ({"perks": {"Haywire Resistant": 1}}, "....ss"),
        ({"flaws": {"Vulnerable to Haywire": 1}}, "ssbbbb"),
    ],
)
def test_haywire_rolls_a_die_even_if_the_armor_held(stats: dict[str, Any], faces: str) -> None:
    for face, expected in enumerate(faces, 1):
        unit = strike({"stats": stats}, (face,), multiplier=1, traits=("H",)).state.units["blue-1"]
        assert (unit.boxes, unit.token(STUN)) == {".": (0, 0), "s": (0, 1), "b": (1, 0)}[expected]


@pytest.mark.rule("fieldmanual.wt-haywire")
def test_a_miss_rolls_no_haywire_and_nor_does_a_kill() -> None:
    assert not strike({}, margin=0, traits=("H",)).of(HaywireRolled)
    assert not strike({}, margin=4, traits=("H",)).of(HaywireRolled)


@pytest.mark.rule("fieldmanual.mode-static")
def test_scenery_without_a_track_takes_no_harm() -> None:
    state = table()
    unit = put(state, "blue-1", "blind", 24, 24)
    played = play(state, lambda ctx: resolve_hit(ctx, "blue-1", Hit(99, 9)))
    assert (unit.status, played.value.boxes) == (FIELDED, 0)


@pytest.mark.rule("fieldmanual.option-ejection")
@pytest.mark.parametrize(("face", "escaped"), [(5, 0), (6, 1)])
def test_the_crew_of_a_dead_machine_may_get_out_if_the_option_is_in_use(face: int, escaped: int) -> None:
    played = strike({"boxes": 4}, (face,), switches={"ejection": "yes"})
    assert played.state.units["blue-1"].token(ESCAPED) == escaped


@pytest.mark.rule("fieldmanual.option-ejection")
def test_nobody_gets_out_of_what_is_destroyed_nor_without_the_option() -> None:
    assert not strike({"boxes": 4}, margin=4, switches={"ejection": "yes"}).rolls
    assert not strike({"boxes": 4}).rolls


@pytest.mark.rule("fieldmanual.stun")
def test_there_is_never_more_than_one_stun_counter() -> None:
    state = table()
    unit = jager(state)
    for _ in range(2):
        play(state, lambda ctx: stun(ctx, "blue-1", "test"))
    assert unit.tokens == {STUN: 1}


@pytest.mark.rule("fieldmanual.option-walker-knockdown")
@pytest.mark.parametrize(("card", "falls"), [("jager", True), ("caiman", False), ("mammoth", True)])
def test_with_the_option_who_is_stunned_again_falls_if_it_walks(card: str, falls: bool) -> None:
    state = table()
    state.switches["knockdown"] = "yes"
    unit = put(state, "blue-1", card, 24, 24, band=COMBAT)
    play(state, lambda ctx: stun(ctx, "blue-1", "test"))
    assert (unit.token(STUN), unit.token(FALLEN), unit.band) == (1, 0, COMBAT)
    play(state, lambda ctx: stun(ctx, "blue-1", "test"))
    assert (unit.token(STUN), unit.token(FALLEN), unit.band) == ((0, 1, STATIONARY) if falls else (1, 0, COMBAT))


@pytest.mark.rule("fieldmanual.damage")
def test_nothing_more_happens_to_who_is_lost() -> None:
    state = table()
    unit = jager(state, status=DEAD, boxes=4)
    for script in (lambda ctx: resolve_hit(ctx, "blue-1", Hit(60, 1)), lambda ctx: destroy(ctx, "blue-1", "test")):
        assert not play(state, script).events
    assert unit.status == DEAD


@pytest.mark.rule("fieldmanual.damage")
def test_the_spread_of_boxes_is_what_every_margin_does() -> None:
    unit = jager(boxes=2)
    margins = Spread(-1, (5, 4, 3, 2, 1, 1), 16)
    found = margins_to_boxes(unit, Hit(15, 0), margins)
    assert found == Spread(0, (0, 0, 9, 3, 2, 1, 1), 16)


@pytest.mark.rule("fieldmanual.ram-direction")
@pytest.mark.parametrize(("quarters", "damage"), [(4, 15), (8, 30), (2, 8), (1, 4)])
def test_parts_of_the_damage_are_rounded_as_the_book_does(quarters: int, damage: int) -> None:
    assert harm_of(jager(), Hit(15, 1, quarters=quarters)).damage == damage


@pytest.mark.rule("fieldmanual.cp-parting-shot", "fieldmanual.combined-damage")
def test_only_the_last_base_of_a_squad_is_a_model_that_was_killed() -> None:
    state = table()
    for number in (1, 2):
        put(state, f"blue-{number}", "infantry-squad-proposed", 24 + number, 24, team="blue-1")
    play(state, lambda ctx: resolve_hit(ctx, "blue-1", Hit(9, 1)))
    play(state, lambda ctx: resolve_hit(ctx, "blue-2", Hit(9, 1)))
    assert [state.units[name].token(PARTING) for name in ("blue-1", "blue-2")] == [0, 1]


@pytest.mark.rule("fieldmanual.flaw-exposed-aux", "fieldmanual.perk-aux")
@pytest.mark.parametrize(("flaws", "works"), [({}, 3), ({"Exposed Aux": 1}, 2)])
def test_exposed_auxiliaries_are_lost_at_heavy_damage(flaws: dict[str, int], works: int) -> None:
    stats = {"perks": {"Smoke Launchers": 2, "Arms": 1}, "aux": ("Smoke Launchers",), "flaws": flaws}
    found = [jager(stats=stats, boxes=boxes).perk("Smoke Launchers") for boxes in range(5)]
    assert found == [2] * (works + 1) + [0] * (4 - works)
    assert jager(stats=stats, boxes=4).perk("Arms") == 1


@pytest.mark.rule("fieldmanual.damage")
def test_who_is_destroyed_at_once_leaves_nothing_and_no_boxes_are_told() -> None:
    state = table()
    unit = jager(state, boxes=1)
    played = play(state, lambda ctx: destroy(ctx, "blue-1", "cliff", "red-1"))
    (event,) = played.of(Damaged)
    assert (event.boxes, event.filled, event.fate, unit.status, unit.slayer) == (0, 6, DESTROYED, DESTROYED, "red-1")


@pytest.mark.rule("fieldmanual.wt-ac")
@pytest.mark.parametrize(("lost", "armor"), [(0, 15), (14, 1), (15, 1), (20, 1)])
def test_armor_never_falls_below_one(lost: int, armor: int) -> None:
    assert armor_of(jager(tokens={ARMOR_LOST: lost})) == armor


@pytest.mark.rule("fieldmanual.combined-damage", "fieldmanual.damage")
def test_boxes_without_a_hit_are_told_one_by_one() -> None:
    state = table()
    jager(state)
    (event,) = play(state, lambda ctx: inflict(ctx, "blue-1", 2, "fall")).of(Damaged)
    assert (event.damage, event.boxes, event.filled, event.cause, event.fate) == (0, 2, 2, "fall", "")
    assert not play(state, lambda ctx: inflict(ctx, "blue-1", 0, "fall")).events
