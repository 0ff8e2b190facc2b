"""Interceptors: shots of large projectiles that are stopped before they are rolled for."""

from __future__ import annotations

import pytest

from gearlock.kernel.orders import Decline
from gearlock.systems.hex100.advice.previews import PREVIEWS
from gearlock.systems.hex100.attacks.attack import Attack, Bombard, Fired, Scattered
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.defenses import GunsWarding, Intercept, ShotsStopped, Ward, interceptors
from gearlock.systems.hex100.forces.cards import Machine
from gearlock.systems.hex100.shown.view import view
from gearlock.systems.hex100.turns import EndTurn, Focus, PhaseBegan
from systems.hex100.kit import E, Place, Position, W, at, code, events, machine, plain

ROCKETS = machine("big-guye", ["rocket-pod"], [])
SWARM = machine("crocodile-mk2", ["swarmer-micro-missiles"])
LIGHT = machine("crocodile-mk2", ["active-defence-system-light"])
HEAVY = machine("crocodile-mk2", ["active-defence-system-heavy"])
ONAGER = machine("onager-mk2", [], ["onager-interceptor"])
RAMPART = machine("rampart", ["rampart-siege-cannon"], ["rampart-point-defence-turret"])
CUMULUS = machine("cumulus", [], [], [], ["aegis-smart-gun"], ["aegis-smart-gun"])
MORTAR = machine("rampart", ["mortar"])


def attacked(blue: list[Place], red: Place = (ROCKETS, (0, 0), E)) -> Position:
    return Position(plain(), [red], blue)


def rockets(position: Position, target: str = "blue-1") -> Attack:
    return Attack("red-1", ("rocket-pod",), position.state.contacts["red"][target])


@pytest.mark.rule("hex100.attr-interceptor", "hex100.active-defence", "hex100.attack-sequence")
@pytest.mark.rule("hex100.attr-large-projectile")
@pytest.mark.parametrize(("carrier", "most"), [(LIGHT, 1), (HEAVY, 2)])
def test_active_defence_stops_as_many_shots_at_its_carrier_as_it_has(carrier: Machine, most: int) -> None:
    position = attacked([(carrier, (3, 0), W)])
    battle = position.play(tuple([99] * (3 - most)))
    battle.answer("red", rockets(position))
    assert code(battle, "blue", Intercept("blue-1", most + 1)) == "not-so-many"
    assert code(battle, "blue", Intercept("blue-1", 0)) == "not-so-many"
    battle.answer("blue", Intercept("blue-1", most))
    assert [len(event.faces) for event in events(battle, Fired)] == [3 - most]


@pytest.mark.rule("hex100.attr-interceptor")
def test_two_shots_at_the_carrier_are_stopped_and_none_at_its_neighbour() -> None:
    position = attacked([(HEAVY, (3, 0), W), (SWARM, (3, 1), W)])
    battle = position.play((99, 99, 99))
    battle.answer("red", rockets(position, "blue-2"))
    assert not events(battle, ShotsStopped)
    assert len(events(battle, Fired)[0].faces) == 3


@pytest.mark.rule("hex100.attr-interceptor")
def test_what_an_interceptor_has_stopped_it_has_again_when_its_side_begins_its_phase() -> None:
    position = attacked([(HEAVY, (3, 0), W)])
    battle = position.play((99,))
    battle.answer("red", rockets(position))
    battle.answer("blue", Intercept("blue-1", 2))
    blue = battle.state.units["blue-1"]
    assert [each.shots for each in interceptors(battle.state, blue)] == []
    position = attacked([(HEAVY, (3, 0), W)])
    position.unit("blue-1").stopped = {"active-defence-system-heavy": 2}
    position.ctx.emit(PhaseBegan(2, "red", ()))
    assert position.unit("blue-1").stopped
    position.ctx.emit(PhaseBegan(2, "blue", ()))
    assert not position.unit("blue-1").stopped


@pytest.mark.rule("hex100.attack-sequence", "hex100.attr-interceptor")
def test_homing_shots_on_a_lock_are_stopped_too_and_only_the_rest_hits() -> None:
    position = attacked([(HEAVY, (3, 0), W)], (SWARM, (0, 0), E))
    position.unit("red-1").lock = "blue-1"
    battle = position.play((99, 99, 99, 99))
    battle.answer("red", Attack("red-1", ("swarmer-micro-missiles",), "contact-1"))
    battle.answer("blue", Intercept("blue-1", 2))
    assert events(battle, Fired)[0].hits == 4
    assert battle.state.units["blue-1"].hp == 16 - 8


@pytest.mark.rule("hex100.attr-interceptor")
def test_when_all_shots_are_stopped_nothing_is_rolled() -> None:
    position = attacked([(ONAGER, (3, 0), W)])
    battle = position.play()
    battle.answer("red", rockets(position))
    battle.answer("blue", Intercept("blue-1", 3))
    assert not events(battle, Fired)
    assert battle.state.units["red-1"].uses["rocket-pod"] == 1


@pytest.mark.rule("hex100.attr-interceptor")
def test_an_owner_may_let_shots_come() -> None:
    position = attacked([(LIGHT, (3, 0), W)])
    battle = position.play((99, 99, 99))
    battle.answer("red", rockets(position))
    battle.answer("blue", Decline())
    assert len(events(battle, Fired)[0].faces) == 3
    assert not battle.state.units["blue-1"].stopped


@pytest.mark.rule("hex100.onager-interceptor", "hex100.attr-interceptor")
@pytest.mark.parametrize(("column", "asked"), [(6, True), (7, False)])
def test_an_onager_interceptor_reaches_three_hexes(column: int, asked: bool) -> None:
    position = attacked([(SWARM, (3, 0), W), (ONAGER, (column, 0), W)])
    battle = position.play(*([] if asked else [(99, 99, 99)]))
    battle.answer("red", rockets(position))
    assert (battle.waiting_for() == ("blue",)) is asked
    if asked:
        battle.answer("blue", Intercept("blue-2", 3))
        assert battle.state.units["blue-2"].stopped == {"onager-interceptor": 3}


@pytest.mark.rule("hex100.attr-interceptor")
def test_interceptors_add_up_and_the_shorter_reach_goes_first() -> None:
    both = machine("onager-mk2", [], ["onager-interceptor"], ["active-defence-system-light"])
    position = attacked([(both, (3, 0), W)], (SWARM, (0, 0), E))
    battle = position.play((99, 99, 99))
    battle.answer("red", Attack("red-1", ("swarmer-micro-missiles",), "contact-1"))
    assert code(battle, "blue", Intercept("blue-1", 4)) == ""
    battle.answer("blue", Intercept("blue-1", 3))
    assert battle.state.units["blue-1"].stopped == {"active-defence-system-light": 1, "onager-interceptor": 2}


@pytest.mark.rule("hex100.attr-large-projectile")
def test_shells_of_guns_and_beams_are_not_stopped() -> None:
    position = attacked([(HEAVY, (3, 0), W)], ("crocodile-lasers", (0, 0), E))
    battle = position.play((99,))
    battle.answer("red", Attack("red-1", ("crocodile-combat-laser",), "contact-1"))
    assert len(events(battle, Fired)) == 1


@pytest.mark.rule("hex100.active-defence", "hex100.attr-interceptor")
@pytest.mark.parametrize("harm", ["shocked", "hacked", "wrecked"])
def test_an_interceptor_without_power_or_a_hardpoint_stops_nothing(harm: str) -> None:
    position = attacked([(LIGHT, (3, 0), W)])
    blue = position.unit("blue-1")
    if harm == "wrecked":
        blue.hurt[0] = 2
    else:
        setattr(blue, harm, True)
    battle = position.play((99, 99, 99))
    battle.answer("red", rockets(position))
    assert len(events(battle, Fired)) == 1


@pytest.mark.rule("hex100.attr-interceptor")
def test_a_shell_aimed_at_a_hex_is_stopped_by_those_who_reach_the_hex() -> None:
    position = attacked([(ONAGER, (5, 0), W), (LIGHT, (4, 1), W)], (MORTAR, (0, 0), E))
    battle = position.play()
    battle.answer("red", Bombard("red-1", "mortar", *at(4, 0)))
    assert battle.pending[0].unit == "blue-1"
    battle.answer("blue", Intercept("blue-1", 1))
    assert not events(battle, Fired)


@pytest.mark.rule("hex100.point-defence-turret")
def test_defence_mode_stops_two_shots_and_is_no_turn_for_an_attack() -> None:
    position = Position(plain(), [(RAMPART, (3, 0), E)], [(ROCKETS, (6, 0), W)])
    battle = position.play((99,))
    pintle = "rampart-point-defence-turret"
    assert code(battle, "red", Ward("red-1", ("rampart-siege-cannon",))) == "no-such-mode"
    battle.answer("red", Ward("red-1", (pintle,)))
    assert battle.state.units["red-1"].pool["wildcard"] == 0
    assert code(battle, "red", Attack("red-1", (pintle,), "contact-1", "commander")) == "used"
    battle.answer("red", EndTurn("red-1"))
    battle.answer("blue", Focus("blue-1"))
    battle.answer("blue", Attack("blue-1", ("rocket-pod",), "contact-1"))
    assert code(battle, "red", Intercept("red-1", 3)) == "not-so-many"
    battle.answer("red", Intercept("red-1", 2))
    assert len(events(battle, Fired)[0].faces) == 1


@pytest.mark.rule("hex100.point-defence-turret")
def test_a_turret_that_fired_or_needs_power_cannot_defend_and_without_the_mode_stops_nothing() -> None:
    position = Position(plain(), [(RAMPART, (3, 0), E)], [(ROCKETS, (6, 0), W)])
    battle = position.play((99, 99, 99))
    pintle = "rampart-point-defence-turret"
    assert not list(interceptors(battle.state, battle.state.units["red-1"]))
    battle.answer("red", Attack("red-1", (pintle,), "contact-1", "commander"))
    assert code(battle, "red", Ward("red-1", (pintle,))) == "used"
    position = Position(plain(), [(RAMPART, (3, 0), E)], [(ROCKETS, (6, 0), W)])
    position.unit("red-1").hacked = True
    assert code(position.play(), "red", Ward("red-1", (pintle,))) == "shut-down"


@pytest.mark.rule("hex100.aegis-mode")
def test_aegis_guns_are_turned_together_only_under_fire_control() -> None:
    position = Position(plain(), [(CUMULUS, (3, 0), E)], [(ROCKETS, (6, 0), W)])
    guns = ("aegis-smart-gun", "aegis-smart-gun#2")
    assert code(position.play(), "red", Ward("red-1", guns)) == "not-together"
    position = Position(plain(), [(CUMULUS, (3, 0), E)], [(ROCKETS, (6, 0), W)])
    position.unit("red-1").focus = "fire-control"
    battle = position.play()
    battle.answer("red", Ward("red-1", guns))
    unit = battle.state.units["red-1"]
    assert sum(each.shots for each in interceptors(battle.state, unit)) == 4
    assert unit.pool["wildcard"] == 0


@pytest.mark.rule("hex100.aegis-mode")
@pytest.mark.parametrize(("facing", "column", "asked"), [(W, 9, True), (W, 10, False), (E, 9, False)])
def test_an_aegis_covers_six_hexes_against_what_comes_from_the_front(facing: int, column: int, asked: bool) -> None:
    position = Position(plain(), [(ROCKETS, (0, 0), E)], [(SWARM, (3, 0), W), (CUMULUS, (column, 0), facing)])
    position.ctx.emit(GunsWarding("blue-2", ("aegis-smart-gun",)))
    battle = position.play(*([] if asked else [(99, 99, 99)]))
    battle.answer("red", rockets(position))
    assert (battle.waiting_for() == ("blue",)) is asked
    if asked:
        assert battle.pending[0].about == ("2",)


@pytest.mark.rule("hex100.attr-interceptor")
def test_a_preview_warns_of_interceptors_in_sight_and_counts_them() -> None:
    warded, bare = attacked([(HEAVY, (3, 0), W)]), attacked([(SWARM, (3, 0), W)])
    with_them, without = (PREVIEWS.preview(each.state, "red", rockets(each)) for each in (warded, bare))
    assert with_them.notes == ("Interceptors may stop up to 2 of 3 shots; the odds leave them out.",)
    assert with_them.gives == pytest.approx(without.gives / 3)
    warded.unit("blue-1").stopped = {"active-defence-system-heavy": 2}
    assert PREVIEWS.preview(warded.state, "red", rockets(warded)) == with_them


@pytest.mark.rule("hex100.attr-interceptor")
def test_own_interceptors_show_as_a_token_and_stopped_shots_in_the_story() -> None:
    position = attacked([(HEAVY, (3, 0), W)])
    tokens = {seat: view(position.state, seat, ()).pieces for seat in ("red", "blue")}
    own, foreign = (
        [token.name for piece in tokens[seat] if piece.side == "blue" for token in piece.tokens]
        for seat in ("blue", "red")
    )
    assert "shots to intercept" in own
    assert "shots to intercept" not in foreign
    event = ShotsStopped("blue-1", "red-1", (("active-defence-system-heavy", 2),))
    told = BOOK.tell(position.state, event, "red")
    assert told is not None
    assert told.text == "Crocodile Mk2 (contact 1) stops 2 shots in flight."


@pytest.mark.rule("hex100.attr-interceptor")
def test_neighbours_are_asked_only_for_the_shots_that_are_still_on_their_way() -> None:
    position = attacked([(HEAVY, (3, 0), W), (ONAGER, (4, 0), W)])
    battle = position.play()
    battle.answer("red", rockets(position))
    assert (battle.pending[0].unit, battle.pending[0].about) == ("blue-1", ("2",))
    battle.answer("blue", Intercept("blue-1", 2))
    assert (battle.pending[0].unit, battle.pending[0].about) == ("blue-2", ("1",))
    battle.answer("blue", Intercept("blue-2", 1))
    assert [event.shots for event in events(battle, ShotsStopped)] == [2, 1]
    assert not events(battle, Fired)


@pytest.mark.rule("hex100.point-defence-turret", "hex100.aegis-mode")
def test_guns_leave_their_defensive_modes_when_their_side_begins_its_phase() -> None:
    position = Position(plain(), [(RAMPART, (3, 0), E)], [(ROCKETS, (6, 0), W)])
    battle = position.play()
    battle.answer("red", Ward("red-1", ("rampart-point-defence-turret",)))
    battle.answer("red", EndTurn("red-1"))
    battle.answer("blue", Focus("blue-1"))
    assert list(interceptors(battle.state, battle.state.units["red-1"]))
    battle.answer("blue", EndTurn("blue-1"))
    assert not list(interceptors(battle.state, battle.state.units["red-1"]))


@pytest.mark.rule("hex100.attr-interceptor", "hex100.blast-scatter")
def test_shots_that_were_stopped_go_nowhere() -> None:
    storm = machine("squire", ["storm-mortar"])
    position = Position(plain(), [(storm, (0, 4), E)], [(HEAVY, (5, 4), W)])
    battle = position.play((99,), (1,), (2,))
    battle.answer("red", Attack("red-1", ("storm-mortar",), "contact-1"))
    battle.answer("blue", Intercept("blue-1", 2))
    assert len(events(battle, Scattered)) == 1
