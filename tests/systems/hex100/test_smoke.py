"""Dense smoke: what it hides, whom it hinders, when it clears."""

from __future__ import annotations

import pytest

from gearlock.systems.hex100.advice.previews import PREVIEWS
from gearlock.systems.hex100.attacks.attack import Attack, accuracy_modifiers, take_aim
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.defenses import LaySmoke, SmokeCleared, SmokeLaid, clear_smoke
from gearlock.systems.hex100.detection.sight import Detected
from gearlock.systems.hex100.equipment import find_weapon
from gearlock.systems.hex100.shown.view import view
from gearlock.systems.hex100.suppositions import decode, encode
from gearlock.systems.hex100.turns import EndTurn, Focus
from gearlock.table.hexes import neighbours
from systems.hex100.kit import E, Position, W, at, code, events, machine, plain

SMOKER = machine("big-guye", ["rocket-pod"], ["mace"], [], ["smoke-launcher"])
TEGU = "tegu-siege"
MORTAR = machine("rampart", ["mortar"])


def smoker(column: int = 4, row: int = 4, drawing: str = "") -> Position:
    return Position(drawing or plain(), [(SMOKER, (column, row), E)], [(TEGU, (column + 4, row), W)])


@pytest.mark.rule("hex100.smoke-launcher")
def test_smoke_fills_the_adjacent_hexes_and_not_the_own() -> None:
    battle = smoker().play()
    battle.answer("red", LaySmoke("red-1", "smoke-launcher"))
    assert battle.state.land.smoke == set(neighbours(at(4, 4)))
    assert battle.state.units["red-1"].pool["wildcard"] == 0
    assert battle.state.units["red-1"].uses["smoke-launcher"] == 1


@pytest.mark.rule("hex100.smoke-launcher")
def test_at_the_edge_only_hexes_of_the_map_fill() -> None:
    battle = smoker(0, 0).play()
    battle.answer("red", LaySmoke("red-1", "smoke-launcher"))
    assert len(battle.state.smoke) == 2
    assert all(hex_ in battle.state.land.ground for hex_ in battle.state.land.smoke)


@pytest.mark.rule("hex100.smoke-launcher")
def test_nobody_sees_or_shoots_through_smoke_and_contacts_are_lost() -> None:
    battle = smoker().play()
    assert battle.state.land.is_clear(at(4, 4), at(8, 4))
    battle.answer("red", LaySmoke("red-1", "smoke-launcher"))
    assert not battle.state.land.is_clear(at(4, 4), at(8, 4))
    assert {(event.seat, event.level) for event in events(battle, Detected)} == {("red", 0), ("blue", 0)}
    assert code(battle, "red", Attack("red-1", ("rocket-pod",), "contact-1")) == "no-such-contact"


@pytest.mark.rule("hex100.smoke-launcher")
@pytest.mark.parametrize(("where", "lines"), [((8, 4), [-30]), ((7, 3), [])])
def test_direct_attacks_on_a_target_in_smoke_have_thirty_less(where: tuple[int, int], lines: list[int]) -> None:
    position = smoker()
    position.ctx.emit(SmokeLaid("blue-1", (at(*where),)))
    red, blue = position.unit("red-1"), position.unit("blue-1")
    found = find_weapon(position.state, red, "rocket-pod")
    assert found is not None
    aim = take_aim(position.state, red, found[1], blue, blue.hex)
    assert [line.value for line in accuracy_modifiers(position.state, aim)] == lines


@pytest.mark.rule("hex100.smoke-launcher", "hex100.modifier-stacking")
def test_smoke_and_woods_are_one_source_and_the_worse_counts() -> None:
    position = smoker(0, 0, "....W....")
    position.ctx.emit(SmokeLaid("blue-1", (at(4, 0),)))
    red, blue = position.unit("red-1"), position.unit("blue-1")
    found = find_weapon(position.state, red, "rocket-pod")
    assert found is not None
    aim = take_aim(position.state, red, found[1], blue, blue.hex)
    assert [(line.value, line.label) for line in accuracy_modifiers(position.state, aim)] == [
        (-30, "target in dense smoke")
    ]


@pytest.mark.rule("hex100.smoke-launcher")
def test_fire_over_the_smoke_has_the_penalty_of_indirect_fire_alone() -> None:
    position = Position(plain(), [(MORTAR, (0, 4), E)], [(TEGU, (4, 4), W)])
    position.ctx.emit(SmokeLaid("blue-1", (at(3, 4), at(4, 4))))
    red, blue = position.unit("red-1"), position.unit("blue-1")
    found = find_weapon(position.state, red, "mortar")
    assert found is not None
    aim = take_aim(position.state, red, found[1], blue, blue.hex)
    assert aim.indirect
    assert [line.value for line in accuracy_modifiers(position.state, aim)] == [-20]


@pytest.mark.rule("hex100.smoke-launcher")
def test_smoke_stays_for_the_enemy_phase_and_clears_when_the_own_begins() -> None:
    battle = smoker().play()
    battle.answer("red", LaySmoke("red-1", "smoke-launcher"))
    battle.answer("red", EndTurn("red-1"))
    assert len(battle.state.smoke) == 6
    battle.answer("blue", EndTurn("blue-1"))
    assert battle.state.turn == 2
    assert not battle.state.smoke
    assert not battle.state.land.smoke
    assert "blue-1" in battle.state.known["red"]
    assert [event.seat for event in events(battle, SmokeCleared)] == ["red"]
    battle.answer("red", Focus("red-1"))


@pytest.mark.rule("hex100.smoke-launcher", "hex100.attr-limited-ammo")
def test_a_launcher_has_two_charges_and_needs_a_whole_hardpoint() -> None:
    position = smoker()
    position.unit("red-1").uses["smoke-launcher"] = 0
    assert code(position.play(), "red", LaySmoke("red-1", "smoke-launcher")) == "empty"
    position = smoker()
    assert position.unit("red-1").uses["smoke-launcher"] == 2
    position.unit("red-1").hurt[3] = 9
    assert code(position.play(), "red", LaySmoke("red-1", "smoke-launcher")) == "out-of-order"
    assert code(smoker().play(), "red", LaySmoke("red-1", "rocket-pod")) == "no-such-item"
    position = smoker()
    position.unit("red-1").pool = {"move": 1, "attack": 1}
    assert code(position.play(), "red", LaySmoke("red-1", "smoke-launcher")) == "no-action-left"


@pytest.mark.rule("hex100.smoke-launcher")
def test_smoke_is_on_the_table_for_both_and_survives_saving() -> None:
    position = smoker()
    position.ctx.emit(SmokeLaid("red-1", (at(5, 4),), "smoke-launcher"))
    for seat in ("red", "blue"):
        assert [marker.id for marker in view(position.state, seat, ()).markers] == ["smoke-{}-{}".format(*at(5, 4))]
    again = decode(encode(position.state), position.setup)
    assert again == position.state
    assert again.land.smoke == {at(5, 4)}


@pytest.mark.rule("hex100.smoke-launcher")
def test_who_laid_smoke_is_told_to_those_who_know_of_the_unit() -> None:
    position = smoker()
    event = SmokeLaid("red-1", (at(5, 4),))
    told = [BOOK.tell(position.state, event, seat) for seat in ("red", "blue")]
    assert [line.text for line in told if line] == [
        "Test big-guye lays smoke: dense smoke fills 1 hex.",
        "Big Guye (contact 1) lays smoke: dense smoke fills 1 hex.",
    ]
    position.state.known["blue"].clear()
    hidden = BOOK.tell(position.state, event, "blue")
    assert hidden is not None
    assert hidden.text == "Dense smoke fills 1 hex."


@pytest.mark.rule("hex100.smoke-launcher")
def test_a_preview_is_worth_what_the_smoke_keeps_off() -> None:
    near = PREVIEWS.preview(smoker().state, "red", LaySmoke("red-1", "smoke-launcher"))
    assert near.gives > 0
    alone = Position(plain(), [(SMOKER, (0, 0), E)], [(TEGU, (15, 8), W)])
    assert PREVIEWS.preview(alone.state, "red", LaySmoke("red-1", "smoke-launcher")).gives == 0


@pytest.mark.rule("hex100.smoke-launcher", "hex100.once-per-turn")
def test_a_launcher_lays_smoke_once_a_turn_and_again_in_the_next() -> None:
    position = smoker()
    position.unit("red-1").pool["utility"] = 2
    battle = position.play()
    battle.answer("red", LaySmoke("red-1", "smoke-launcher"))
    assert code(battle, "red", LaySmoke("red-1", "smoke-launcher")) == "used"
    battle.answer("red", EndTurn("red-1"))
    battle.answer("blue", EndTurn("blue-1"))
    battle.answer("red", Focus("red-1"))
    assert code(battle, "red", LaySmoke("red-1", "smoke-launcher")) == ""


@pytest.mark.rule("hex100.smoke-launcher")
def test_smoke_clears_with_the_phase_of_the_side_that_laid_it_and_no_other() -> None:
    position = smoker()
    position.ctx.emit(SmokeLaid("red-1", (at(0, 0), at(1, 0))))
    position.ctx.emit(SmokeLaid("blue-1", (at(1, 0), at(2, 0))))
    clear_smoke(position.ctx, "red")
    assert position.state.land.smoke == {at(1, 0), at(2, 0)}
    clear_smoke(position.ctx, "blue")
    assert not position.state.land.smoke
