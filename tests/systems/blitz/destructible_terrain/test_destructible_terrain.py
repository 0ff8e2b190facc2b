"""18.3b: damaging and destroying terrain."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.script import Ctx
from gearlock.systems.blitz.attacks.aiming import Attack, SnapFire
from gearlock.systems.blitz.battles import begin, prepare
from gearlock.systems.blitz.book import BOOK
from gearlock.systems.blitz.destructible_terrain import (
    Demolish,
    TerrainDamaged,
    armor_of,
    damage_capacity,
    demolition_duel,
)
from gearlock.systems.blitz.flow import step
from gearlock.systems.blitz.special_melee import Crush
from gearlock.systems.blitz.state import FIELDED, State
from gearlock.systems.blitz.state_codec import decode, encode
from gearlock.systems.blitz.transport import GetOut
from systems.blitz.fieldwork import activate, give, model, offered, piece, refused, run, table


def wall(rating: str = "medium", height: float = 1.0, **more: Any) -> Any:
    return piece("instance", rating, 20, 18, 20.5, 22, height, id="wall", name="wall", **more)


def gunner(*things: Any, weapon: str = "LAC (Arm)") -> State:
    return activate(table(model("red", "hunter", 10, weapons=(weapon,)), *things), "red")


@pytest.mark.rule("blitz.18.3b")
@pytest.mark.parametrize(
    ("length", "rating", "points", "armor"), [(4, "light", 1, 6), (4.5, "medium", 2, 6), (4, "heavy", 2, 9)]
)
def test_walls_of_the_book(length: float, rating: str, points: int, armor: int) -> None:
    found = piece("instance", rating, 20, 10, 20.5, 10 + length, 1)
    assert (damage_capacity(found), armor_of(found)) == (points, armor)


@pytest.mark.rule("blitz.18.3b")
@pytest.mark.parametrize(("weapon", "skill"), [("LAC (Arm)", 6), ("LAC (Arm, AS)", 4)])
def test_terrain_defends_with_one_die_and_guns_are_6_without_anti_structure(weapon: str, skill: int) -> None:
    state = gunner(wall(), weapon=weapon)
    duel = demolition_duel(
        state, state.units["red"], state.units["red"].line.weapons["LAC"], state.ground.piece("wall")
    )
    assert (duel.pools.defence, duel.pools.defence_step, duel.pools.attack_step) == (1, 7, skill)


@pytest.mark.rule("blitz.18.3b")
def test_terrain_has_the_cover_of_what_stands_before_it() -> None:
    screen = piece("instance", "heavy", 19, 15, 19.4, 25, 0.6)
    state = gunner(wall(), screen)
    duel = demolition_duel(
        state, state.units["red"], state.units["red"].line.weapons["LAC"], state.ground.piece("wall")
    )
    assert duel.pools.defence == 1 + 3


@pytest.mark.rule("blitz.18.3b")
def test_destroyed_terrain_is_difficult_ground_of_half_the_height_even_when_overkilled() -> None:
    state = gunner(wall(), weapon="HBZ (Arm)")
    played = give(state, Demolish("red", "HBZ", "wall"), [("attack", (6, 6)), ("defence", (1,))])
    (hurt,) = played.of(TerrainDamaged)
    assert hurt.left == 0
    assert hurt.damage > 2
    ruin = state.ground.piece("wall")
    assert (ruin.kind, ruin.top, ruin.rating) == ("area", 500, "medium")
    state.units["red"].fired, state.units["red"].actions = [], 1
    assert refused(state, Demolish("red", "HBZ", "wall")) == "area", "areas are never damaged"


@pytest.mark.rule("blitz.18.3b")
def test_damage_adds_up_and_a_marginal_hit_may_bite() -> None:
    state = gunner(wall(height=4))
    assert damage_capacity(state.ground.piece("wall")) == 4
    pen = state.units["red"].line.weapons["LAC"].pen
    assert pen == 6
    dice = [("attack", (3, 1, 1)), ("defence", (3,)), ("marginal hit", (4,))]
    give(state, Demolish("red", "LAC", "wall"), dice)
    assert state.damaged == {"wall": 3}
    state.units["red"].fired, state.units["red"].actions = [], 1
    give(state, Demolish("red", "LAC", "wall"), [("attack", (5, 1, 1)), ("defence", (3,))])
    assert state.damaged == {"wall": 1}


@pytest.mark.rule("blitz.18.3b")
def test_nothing_but_a_deliberate_attack_damages_terrain_and_it_resists_blast() -> None:
    state = gunner(wall(), model("blue", "hunter", 21.2, facing=1800), weapon='LAC (Arm, AE:4", Blast:3D6, PEN:12)')
    give(state, Attack("red", "LAC", ("blue",)), [("attack", (6, 6, 6)), ("blast", (6, 6, 6))])
    assert state.damaged == {}
    state = gunner(wall(height=4), weapon='LAC (Arm, AE:4", Blast:3D6, PEN:12)')
    played = give(
        state, Demolish("red", "LAC", "wall"), [("attack", (6, 1, 1)), ("defence", (6,)), ("blast", (5, 5, 5))]
    )
    assert played.dice("blast") == [3]
    assert [roll.marks for roll in played.rolls if roll.purpose == "blast"] == [(6,)]


@pytest.mark.rule("blitz.18.3b")
def test_what_cannot_be_attacked() -> None:
    wood = piece("area", "light", 20, 10, 25, 15, 2, id="wood")
    hill = piece("hill", "heavy", 20, 25, 25, 30, 2, id="hill")
    far = piece("instance", "light", 47, 18, 47.5, 22, 1, id="far")
    state = gunner(wood, hill, far, wall())
    assert refused(state, Demolish("red", "LAC", "wood")) == "area"
    assert refused(state, Demolish("red", "LAC", "hill")) == "area"
    assert refused(state, Demolish("red", "LAC", "moon")) == "no-target"
    assert refused(state, Demolish("red", "LAC", "far")) == "range"
    assert [option.order.piece for option in offered(state, Demolish)] == ["wall"]  # type: ignore[attr-defined]
    state.units["red"].facing = 1800
    assert refused(state, Demolish("red", "LAC", "wall")) == "arc"
    state.units["red"].fired = ["LAC"]
    assert refused(state, Demolish("red", "LAC", "wall")) == "used"


@pytest.mark.rule("blitz.18.3b")
@pytest.mark.rule("blitz.18.5b")
def test_infantry_in_a_building_that_falls_must_get_out_and_who_stood_on_it_falls() -> None:
    house = piece("building", "light", 20, 18, 24, 22, 3, id="house", name="house", footing=True)
    squad = model("blue", "north-infantry-squad", 22, 20, place="house")
    above = model("blue-2", "hunter", 22, 20, z=3000)
    state = gunner(house, squad, above, weapon="HBZ (Arm, PEN:30)")
    played = give(state, Demolish("red", "HBZ", "house"), [("attack", (6, 6)), ("defence", (1,))])
    assert played.dice("fall", "blue-2") == [3]
    assert state.units["blue-2"].z == 0
    state.activation = None
    state.units["red"].used = True
    played = run(state, step(Ctx(state, BOOK.apply)), answers=[("get-out", GetOut("blue", 22_000, 17_000))])
    assert state.units["blue"].status == FIELDED
    assert state.units["blue"].actions == 0
    assert state.units["blue"].place == ""


@pytest.mark.rule("blitz.18.3b")
def test_a_state_with_ruins_is_written_and_read() -> None:
    setup = prepare("duel", 3, {"map": "outskirts"})
    state = begin(setup)
    name = next(p.id for p in state.ground.pieces if p.kind in ("instance", "building") and p.top)
    TerrainDamaged("red-1", name, 99, 0).change(state)
    again = decode(encode(state), setup)
    assert again.ground.digest == state.ground.digest
    assert again.ground.piece(name).kind == "area"
    assert encode(again) == encode(state)


@pytest.mark.rule("blitz.18.3b")
def test_terrain_has_no_help_but_cover_and_nobody_overwhelms_or_charges_it() -> None:
    friend = model("red-2", "hunter", 20.25, 17.35)
    jammer = model("blue", "hunter", 25, 30, tokens={"sensor interference": 2})
    state = gunner(wall(), friend, jammer, weapon='LVB (Reach:15")')
    state.units["red"].tokens["charge"] = 1
    duel = demolition_duel(
        state, state.units["red"], state.units["red"].line.weapons["LVB"], state.ground.piece("wall")
    )
    assert duel.pools.defence == 1
    assert {line.label: line.value for line in duel.attack} == {"Charge": 1}


@pytest.mark.rule("blitz.18.3b", "blitz.10.3")
def test_who_stands_by_answers_an_attack_on_terrain_and_both_do_their_damage() -> None:
    watcher = model("blue", "hunter", 18, 22, facing=1800, actions=0, tokens={"standby": 1})
    other = model("blue-2", "hunter", 18, 18, facing=1800, actions=1)
    state = gunner(wall(), watcher, other)
    dice = [("attack", (5, 1, 1)), ("defence", (3,)), ("attack", (6, 1, 1, 1)), ("defence", (3, 1))]
    played = give(state, Demolish("red", "LAC", "wall"), dice, [("snap", SnapFire("blue", "LAC", "red"))])
    assert [ask.unit for ask in played.asks if ask.kind == "snap"] == ["blue"], "it names nobody"
    assert state.damaged == {"wall": 0}
    assert (state.units["red"].hull, state.units["blue"].token("standby")) == (5 - 3, 0)


@pytest.mark.rule("blitz.18.3b", "blitz.trait.cbs")
def test_indirect_weapons_fired_at_terrain_give_their_place_away() -> None:
    ear = model("blue", "hunter", 30, 30, facing=1800, traits=("CBS",), weapons=("LFM",))
    state = gunner(wall(), ear, weapon="LFM")
    assert "chain" in give(state, Demolish("red", "LFM", "wall")).asked


@pytest.mark.rule("blitz.10.3", "blitz.12.0", "blitz.18.3b")
def test_standby_tokens_pay_for_no_attack_of_ones_own() -> None:
    squad = model("blue", "north-infantry-squad", 11)
    state = gunner(wall(), squad)
    state.units["red"].actions, state.units["red"].tokens["standby"] = 0, 1
    assert refused(state, Demolish("red", "LAC", "wall")) == "no-action"
    assert refused(state, Crush("red", "blue")) == "no-action"
    assert not offered(state, Demolish)
    state.units["red"].actions = 1
    assert not refused(state, Crush("red", "blue"))
