"""Steps, volleys and swarms in the corners: who is struck first, where a stopped walk ends, what fires together."""

from __future__ import annotations

import random
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from gearlock.kernel.script import Ctx
from gearlock.systems.hex100.attacks.attack import AttackDeclared, Fired
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.damage.units_hit import Struck
from gearlock.systems.hex100.drones.terror import Pounced, ShakeOff, ShakeTried, ShootOff, _stray
from gearlock.systems.hex100.equipment import find_weapon
from gearlock.systems.hex100.movement import moving as walk
from gearlock.systems.hex100.movement.moving import (
    Disengage,
    Halted,
    Move,
    Turned,
    finish_walk,
    is_facing,
    opportunity_type,
    refuse_path,
)
from gearlock.systems.hex100.weapons import can_fire_together, named_weapons, refuse_aim, refuse_volley
from gearlock.table.hexes import step
from systems.hex100.kit import NE, NW, SE, SW, E, Place, Position, W, at, code, events, machine, plain
from systems.hex100.test_get_it_off import GUNNER, HUNT, SWARM, TEGU, VICTIM, ridden

CROC, BARE = "crocodile-lasers", machine("crocodile-mk2")


def two_swarms(acting: str) -> Position:
    packs = machine("crocodile-mk2", ["drone-controller"], ["drone-controller"], drones=("terror-drones",) * 2)
    blue: list[Place] = [(TEGU, (6, 4), W), (GUNNER, (8, 4), W)]
    position = Position(plain(20, 9), [(packs, (19, 8), W)], blue, acting=acting)
    for column, swarm in enumerate((SWARM, "red-1-drone-2"), 4):
        position.field(swarm, (column, 4), HUNT)
        position.ctx.emit(Pounced(swarm, VICTIM))
    return position


@pytest.mark.rule("hex100.drone-terror-removal")
def test_of_two_swarms_on_a_unit_the_first_is_shaken_and_shot_at_first() -> None:
    battle = two_swarms(VICTIM).play((99,))
    battle.answer("blue", ShakeOff(VICTIM, "attack"))
    assert [event.drone for event in events(battle, ShakeTried)] == [SWARM]
    battle = two_swarms("blue-2").play((0, 0))
    battle.answer("blue", ShootOff("blue-2", ("light-auto-cannon",), VICTIM))
    assert [event.target for event in events(battle, AttackDeclared)] == [SWARM]
    (fired,) = events(battle, Fired)
    assert (fired.target, fired.hits, fired.evasion, fired.evasion_faces, fired.evaded) == (SWARM, 2, 0, (), 0)


@pytest.mark.rule("hex100.drone-terror-removal", "hex100.attr-graze")
def test_a_shot_that_strays_hits_the_friend_and_grazes_nobody() -> None:
    battle = ridden(CROC).play((99,), (0,), (99,))
    battle.answer("blue", ShootOff("blue-2", ("crocodile-combat-laser",), VICTIM))
    assert [(event.unit, event.how) for event in events(battle, Struck)] == [(VICTIM, "hit")]


@pytest.mark.rule("hex100.drone-terror-removal")
def test_stray_shots_are_ill_luck_from_0_to_99() -> None:
    position = ridden()
    found = find_weapon(position.state, position.unit("blue-2"), "light-auto-cannon")
    assert found is not None
    roll: Any = next(_stray(Ctx(position.state, BOOK.apply), "blue-2", found[1], VICTIM, 2, False))
    assert (roll.count, roll.sides, roll.low, roll.ill) == (2, 100, 0, True)


@pytest.mark.rule("hex100.move-action")
@pytest.mark.parametrize(("facing", "known"), [(-1, False), *((side, True) for side in range(6)), (6, False)])
def test_there_are_six_facings(facing: int, known: bool) -> None:
    assert is_facing(facing) is known


@pytest.mark.rule("hex100.move-action")
@pytest.mark.parametrize(("before", "start", "turned"), [(E, -1, []), (E, E, []), (W, E, [E]), (E, SW, [SW])])
def test_a_walk_may_begin_with_a_turn(before: int, start: int, turned: list[int]) -> None:
    position = Position(plain(), [(BARE, (2, 4), before)], [(BARE, (15, 4), W)])
    battle = position.play()
    end = turned[-1] if turned else before
    battle.answer("red", Move("red-1", (at(3, 4),), end, start=start))
    assert [event.facing for event in events(battle, Turned)] == turned


@pytest.mark.rule("hex100.move-action", "hex100.stacking")
def test_who_only_turns_may_stand_anywhere() -> None:
    position = Position("..^.", [(BARE, (0, 0), E), (BARE, (1, 0), E)], [(BARE, (3, 0), W)])
    state, unit = position.state, position.unit("red-1")
    for column in (2, 1, 0):
        unit.q, unit.r = at(column, 0)
        assert refuse_path(state, unit, ()) is None
        assert refuse_path(state, unit, (), "jump") is None


@pytest.mark.rule("hex100.stacking")
@pytest.mark.parametrize(("taken", "ends"), [((3,), 2), ((3, 2), 1), ((3, 2, 1), 1)])
def test_a_stopped_walk_ends_in_the_last_free_hex_or_where_it_began(taken: tuple[int, ...], ends: int) -> None:
    others = [(BARE, (10 + number, 0), E) for number in range(3)]
    position = Position(plain(), [(BARE, (3, 4), E), *others], [(BARE, (15, 8), W)])
    state = position.state
    for number, column in enumerate(taken, 2):
        unit = state.units[f"red-{number}"]
        unit.q, unit.r = at(column, 4)
    walked = [at(1, 4), at(2, 4), at(3, 4)]
    finish_walk(position.ctx, "red-1", tuple(walked[1:]), walked, E)
    assert [(event.q, event.r) for event in position.ctx.events if isinstance(event, Halted)][-1:] == [at(ends, 4)]


@pytest.mark.rule("hex100.attack-of-opportunity", "hex100.damage-types")
@pytest.mark.parametrize(
    ("mounts", "kind"),
    [
        ([], "impact"),
        ([(-1, [(True, "slash")])], "impact"),
        ([(0, [(True, "slash")])], "slash"),
        ([(1, [(False, "energy")])], "impact"),
        ([(0, [(False, "energy")]), (1, [(True, "piercing")])], "piercing"),
        ([(0, [(True, "impact"), (True, "slash")])], "impact"),
        ([(0, [(True, "slash"), (True, "impact")])], "slash"),
        ([(0, [(True, "slash"), (False, "impact")])], "slash"),
        ([(0, [(False, "slash"), (True, "slash")])], "impact"),
        ([(0, [])], "impact"),
    ],
)
def test_a_blow_in_passing_is_of_the_first_mode_of_a_mounted_blade(
    monkeypatch: pytest.MonkeyPatch, mounts: list[tuple[int, list[tuple[bool, str]]]], kind: str
) -> None:
    found = [
        SimpleNamespace(hardpoint=at_, modes=tuple(SimpleNamespace(melee=m, damage_type=t) for m, t in modes))
        for at_, modes in mounts
    ]
    monkeypatch.setattr(walk, "working_mounts", lambda *_: found)
    nobody: Any = None
    assert opportunity_type(nobody, nobody) == kind


@pytest.mark.rule("hex100.disengage", "hex100.stacking")
def test_disengaging_is_one_step_to_a_free_hex_out_of_reach() -> None:
    position = Position("......\n..B...\n......\n......", [(BARE, (2, 2), E)], [(BARE, (3, 2), W), (BARE, (5, 0), W)])
    battle, here = position.play(), at(2, 2)
    codes = {side: code(battle, "red", Disengage("red-1", *step(here, side, 1), E)) for side in range(6)}
    assert codes == {E: "occupied", NE: "impassable", NW: "", W: "", SW: "", SE: "not-away"}
    assert code(battle, "red", Disengage("red-1", *step(here, W, 2), E)) == "impassable"
    assert code(battle, "red", Disengage("red-1", *here, E)) == "impassable"


@pytest.mark.rule("hex100.co-axial", "hex100.linked-fire", "hex100.focus-fire-control", "hex100.focus-melee")
def test_weapons_fire_together_on_one_co_axial_mount_as_linked_twins_or_as_a_blade_on_either_arm() -> None:
    places = [
        SimpleNamespace(types=("a",), arm="left"),
        SimpleNamespace(types=("co-axial",), arm=""),
        SimpleNamespace(types=("a",), arm="right"),
    ]
    state: Any = SimpleNamespace(machine=lambda _: SimpleNamespace(unit=SimpleNamespace(hardpoints=places)))
    guns = [
        SimpleNamespace(name=name, melee=melee, has=(lambda _, linked=linked: linked))
        for name, melee, linked in product("ab", (True, False), (True, False))
    ]
    chooser, seen = random.Random(3), set()
    for focus in ("", "fire-control", "melee"):
        unit: Any = SimpleNamespace(id="red-1", focus=focus)
        for _ in range(1500):
            count = chooser.choice((2, 2, 2, 3))
            weapons: Any = [
                (SimpleNamespace(id=chooser.choice("pqrst"), hardpoint=chooser.randrange(-1, 3)), chooser.choice(guns))
                for _ in range(count)
            ]
            ids = [mount.id for mount, _ in weapons]
            spots = [mount.hardpoint for mount, _ in weapons]
            kinds = [gun for _, gun in weapons]
            twins = kinds[0].name == kinds[1].name and all(gun.has("linked") for gun in kinds)
            blades = all(gun.melee for gun in kinds) and sorted(spots) == [0, 2]
            together = len(set(ids)) == count and (
                set(spots) == {1}
                or (count == 2 and focus == "fire-control" and twins)
                or (count == 2 and focus == "melee" and blades)
            )
            assert can_fire_together(state, unit, weapons) is together
            seen.add((focus, count, together))
    assert seen == set(product(("", "fire-control", "melee"), (2, 3), (True, False)))


@pytest.mark.rule("hex100.attack-action")
def test_an_attack_names_weapons_that_there_are() -> None:
    position = Position(plain(), [(CROC, (2, 4), E)], [(BARE, (6, 4), W)])
    state, unit = position.state, position.unit("red-1")
    assert named_weapons(state, unit, ()) is None
    assert named_weapons(state, unit, ("crocodile-combat-laser", "nonsense")) is None
    assert len(named_weapons(state, unit, ("crocodile-combat-laser",)) or ()) == 1
    for tokens, said in (((), "none"), (("this", "that"), "this, that")):
        refusal = refuse_volley(state, unit, tokens)
        assert refusal is not None
        assert refusal.message == f"There is no such weapon to fire: {said}."


@pytest.mark.rule("hex100.stat-range", "hex100.minimum-range", "hex100.attr-indirect-fire", "hex100.los-blocking")
@pytest.mark.parametrize("sees", [True, False])
@pytest.mark.parametrize("above", [True, False])
@pytest.mark.parametrize("only_above", [True, False])
def test_a_weapon_reaches_from_its_minimum_to_its_range_with_sight_or_over_everything(
    sees: bool, above: bool, only_above: bool
) -> None:
    position = Position(plain(), [(CROC, (2, 4), E)], [(BARE, (6, 4), W)])
    unit = position.unit("red-1")
    state: Any = SimpleNamespace(land=SimpleNamespace(is_clear=lambda *_: sees))
    weapon: Any = SimpleNamespace(
        name="gun",
        mode="",
        melee=False,
        range=5,
        minimum_range=3,
        minimum_range_for_indirect_fire_only=only_above,
        has=lambda name: above and name == "indirect-fire",
    )
    for away in range(8):
        refusal = refuse_aim(state, unit, weapon, step(unit.hex, E, away))
        said = "too-near" if away < 3 and not (sees and only_above) else ""
        said = "no-line-of-sight" if not sees and not above else said
        said = "out-of-range" if away > 5 else said
        assert (refusal.code if refusal else "") == said
