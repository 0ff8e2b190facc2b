"""The Castellan utility launcher: smoke and mines, and those who step on them."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Place
from gearlock.kernel.orders import Refusal
from gearlock.kernel.system import Aim
from gearlock.systems.hex100.advice.previews import PREVIEWS
from gearlock.systems.hex100.attacks.attack import FireReserve
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.damage.units_hit import SpendCharges, Struck
from gearlock.systems.hex100.defenses import Launch, MineGone, MinesLaid, SwitchRounds
from gearlock.systems.hex100.forces.cards import Machine
from gearlock.systems.hex100.movement.moving import Move
from gearlock.systems.hex100.shown.view import view
from gearlock.systems.hex100.suppositions import decode, encode
from gearlock.systems.hex100.turns import EndTurn, Focus
from gearlock.table.hexes import disc, step
from systems.hex100.kit import E, Position, W, at, code, east, events, machine, plain

LORD = machine("lord-mk2", ["castellan-utility-launcher"])
TEGU = machine("tegu-mbt", [], [], [], ["tegu-dozer-blade"])
MECH = machine("crocodile-mk2", [], [], [], [], ["internal-reinforcement"])
REACTIVE = machine("crocodile-mk2", [], [], [], [], ["reactive-armour-light"])
JUMPER = machine("crocodile-mk2", [], [], [], [], ["jump-jets"])
BARE = machine("crocodile-mk2")
LAUNCHER = "castellan-utility-launcher"


def lord(drawing: str = "") -> Position:
    return Position(drawing or plain(), [(LORD, (2, 4), E)], [(BARE, (12, 4), W)])


def launch(load: str, column: int, row: int, first: int = 0, second: int = 3) -> Launch:
    return Launch("red-1", LAUNCHER, load, *at(column, row), first, second)


def mined(walker: Machine, *mines: int) -> Position:
    """A walker at column 2 that looks east, with mines in these columns."""
    position = Position(plain(), [(walker, (2, 4), E)], [(BARE, (15, 8), W)])
    position.ctx.emit(MinesLaid("blue-1", tuple(at(column, 4) for column in mines)))
    return position


@pytest.mark.rule("hex100.castellan-smoke", "hex100.castellan-launcher")
def test_smoke_rounds_fill_a_hex_and_all_around_it() -> None:
    battle = lord().play()
    battle.answer("red", launch("smoke", 6, 4))
    assert battle.state.land.smoke == set(disc(at(6, 4), 1))
    assert battle.state.units["red-1"].pool["attack"] == 0
    assert code(battle, "red", launch("smoke", 6, 4)) == "used"
    battle.answer("red", EndTurn("red-1"))
    battle.answer("blue", Focus("blue-1"))
    assert battle.state.smoke
    battle.answer("blue", EndTurn("blue-1"))
    assert not battle.state.smoke


@pytest.mark.rule("hex100.castellan-launcher")
@pytest.mark.parametrize(("column", "refused"), [(8, ""), (9, "out-of-range")])
def test_the_launcher_reaches_six_hexes_over_anything(column: int, refused: str) -> None:
    battle = lord("\n".join("." * 5 + "B" + "." * 10 for _ in range(9))).play()
    assert code(battle, "red", launch("smoke", column, 4)) == refused


@pytest.mark.rule("hex100.castellan-launcher")
def test_the_first_shot_is_free_to_choose_and_a_change_costs_a_utility_action() -> None:
    battle = lord().play()
    assert code(battle, "red", launch("mines", 6, 4)) == ""
    assert code(battle, "red", SwitchRounds("red-1", LAUNCHER)) == "not-loaded"
    battle.answer("red", launch("smoke", 6, 4))
    assert battle.state.units["red-1"].loaded == {LAUNCHER: 0}
    position = lord()
    position.unit("red-1").loaded = {LAUNCHER: 0}
    battle = position.play()
    assert code(battle, "red", launch("mines", 6, 4)) == "other-round"
    battle.answer("red", SwitchRounds("red-1", LAUNCHER))
    assert battle.state.units["red-1"].pool["wildcard"] == 0
    assert code(battle, "red", launch("smoke", 6, 4)) == "other-round"
    assert code(battle, "red", launch("mines", 6, 4)) == ""


@pytest.mark.rule("hex100.castellan-launcher")
def test_orders_that_make_no_sense_are_refused_with_reasons() -> None:
    battle = lord().play()
    assert code(battle, "red", launch("gas", 6, 4)) == "no-such-ammo"
    assert code(battle, "red", launch("mines", 6, 4, 2, 2)) == "no-such-pattern"
    assert code(battle, "red", launch("mines", 6, 4, 2, 6)) == "no-such-pattern"
    assert code(battle, "red", Launch("red-1", LAUNCHER, "smoke", 50, 50)) == "off-map"
    assert code(battle, "red", Launch("red-1", "hmg", "smoke", *at(6, 4))) == "no-such-item"
    position = lord()
    position.unit("red-1").hurt[0] = 3
    assert code(position.play(), "red", launch("smoke", 6, 4)) == "out-of-order"


@pytest.mark.rule("hex100.castellan-mines")
def test_three_mines_come_down_on_hexes_where_nobody_stands() -> None:
    position = Position(plain(), [(LORD, (2, 4), E)], [(BARE, (7, 4), W)])
    battle = position.play()
    battle.answer("red", launch("mines", 6, 4, 0, 3))
    assert battle.state.mines == [at(5, 4), at(6, 4)], "one landed on a unit"
    assert code(battle, "red", launch("mines", 6, 4)) == "used"


@pytest.mark.rule("hex100.castellan-mines")
def test_a_mine_strikes_body_and_chassis_once_and_is_gone() -> None:
    position = mined(BARE, 4)
    battle = position.play()
    battle.answer("red", Move("red-1", east(position.unit("red-1"), 3), E))
    (struck,) = events(battle, Struck)
    assert (struck.damage, struck.critical, struck.hardpoint, struck.how) == (8, 2, 4, "mine")
    assert battle.state.units["red-1"].hurt == [0, 0, 0, 0, 2]
    assert battle.state.units["red-1"].hex == at(5, 4)
    assert battle.state.mines == []


@pytest.mark.rule("hex100.castellan-mines")
def test_top_armour_stands_for_the_bottom_and_reinforcement_softens_the_critical() -> None:
    position = mined(TEGU, 3)
    battle = position.play()
    battle.answer("red", Move("red-1", east(position.unit("red-1"), 1), E))
    top = position.state.machine("red-1").unit.armour.top
    assert [event.damage for event in events(battle, Struck)] == [8 - top]
    position = mined(MECH, 3)
    battle = position.play()
    battle.answer("red", Move("red-1", east(position.unit("red-1"), 1), E))
    assert [event.critical for event in events(battle, Struck)] == [1]


@pytest.mark.rule("hex100.castellan-mines", "hex100.armour-reactive")
def test_reactive_armour_meets_a_mine() -> None:
    position = mined(REACTIVE, 3)
    battle = position.play()
    battle.answer("red", Move("red-1", east(position.unit("red-1"), 1), E))
    battle.answer("red", SpendCharges("red-1", 1, 8))
    assert [(event.damage, event.critical) for event in events(battle, Struck)] == [(0, 2)]


@pytest.mark.rule("hex100.castellan-mines")
def test_a_mine_can_end_a_walk() -> None:
    position = mined(BARE, 3)
    position.unit("red-1").hp = 8
    battle = position.play()
    battle.answer("red", Move("red-1", east(position.unit("red-1"), 3), E))
    assert battle.state.units["red-1"].destroyed
    assert battle.state.units["red-1"].hex == at(3, 4)


@pytest.mark.rule("hex100.castellan-mines", "hex100.jump-jets")
@pytest.mark.parametrize(("hexes", "struck"), [(3, 0), (1, 1)])
def test_a_jump_passes_over_mines_and_may_land_on_one(hexes: int, struck: int) -> None:
    position = mined(JUMPER, 3)
    battle = position.play()
    battle.answer("red", Move("red-1", east(position.unit("red-1"), hexes), E, way="jump"))
    assert len(events(battle, Struck)) == struck


@pytest.mark.rule("hex100.castellan-mines", "hex100.dozer-blade")
def test_a_dozer_blade_clears_mines_unharmed() -> None:
    position = mined(TEGU, 3, 4)
    battle = position.play()
    battle.answer("red", Move("red-1", east(position.unit("red-1"), 3), E, way="doze"))
    assert not events(battle, Struck)
    assert [event.cleared for event in events(battle, MineGone)] == [True, True]
    assert battle.state.mines == []


@pytest.mark.rule("hex100.castellan-mines")
def test_mines_are_on_the_table_for_both_and_previews_count_them() -> None:
    position = mined(BARE, 3)
    for seat in ("red", "blue"):
        assert [marker.kind for marker in view(position.state, seat, ()).markers] == ["mine"]
    assert decode(encode(position.state), position.setup) == position.state
    over = PREVIEWS.preview(position.state, "red", Move("red-1", east(position.unit("red-1"), 2), E))
    position.state.mines = []
    beside = PREVIEWS.preview(position.state, "red", Move("red-1", east(position.unit("red-1"), 2), E))
    assert over.risks == pytest.approx(beside.risks + 8 / 16)
    told = BOOK.tell(position.state, MineGone("red-1", *at(3, 4)), "blue")
    assert told is not None
    assert told.text == "An unseen enemy sets off the mine at column 3, row 4."


@pytest.mark.rule("hex100.castellan-launcher", "hex100.castellan-mines")
def test_launching_is_offered_pointed_and_weighed() -> None:
    position = Position(plain(), [(LORD, (2, 4), E)], [(BARE, (7, 4), W)])
    battle = position.play()
    (ask,) = battle.pending
    offered = [option for option in BOOK.options(battle.state, ask) if isinstance(option.order, Launch)]
    assert [type(option) for option in offered] == [Place, Place]
    q, r = at(6, 4)
    order = BOOK.aim(battle.state, ask, offered[1], Aim(q, r))
    assert order == Launch("red-1", LAUNCHER, "mines", q, r, 2, 5)
    assert step((q, r), 2) != step((q, r), 5)
    far = BOOK.aim(battle.state, ask, offered[1], Aim(*at(12, 4)))
    assert isinstance(far, Refusal)
    assert PREVIEWS.preview(battle.state, "red", order).gives > 0
    assert PREVIEWS.preview(battle.state, "red", launch("smoke", 4, 4)).gives >= 0


@pytest.mark.rule("hex100.castellan-mines", "hex100.cover")
def test_no_cover_helps_against_a_mine_below() -> None:
    position = Position("...b" + "." * 12, [(BARE, (2, 0), E)], [(BARE, (15, 0), W)])
    position.ctx.emit(MinesLaid("blue-1", (at(3, 0),)))
    battle = position.play()
    battle.answer("red", Move("red-1", (at(3, 0),), E))
    assert [event.damage for event in events(battle, Struck)] == [8]


@pytest.mark.rule("hex100.castellan-launcher", "hex100.reserve")
@pytest.mark.parametrize(("die", "smoke"), [(99, True), (0, False)])
def test_a_reserve_that_waits_for_an_attack_answers_the_launcher_before_it_fires(die: int, smoke: bool) -> None:
    gunner = machine("tegu-mbt", ["r-120-tank-gun"])
    position = Position(plain(), [(LORD, (2, 4), E)], [(gunner, (6, 4), W)])
    holder = position.unit("blue-1")
    holder.held, holder.held_weapons, holder.trigger = "attack", ["r-120-tank-gun"], "attacks"
    position.unit("red-1").hp = 1
    battle = position.play((die,), *([(99,), (0,)] if die == 0 else [(1,), (2,)]))
    battle.answer("red", launch("smoke", 6, 6))
    battle.answer("blue", FireReserve("blue-1", "contact-1"))
    assert bool(battle.state.smoke) == smoke
    assert battle.state.units["red-1"].destroyed != smoke
