"""16.0, 2c: special conditions in play."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.systems.blitz.attacks.aiming import Attack
from gearlock.systems.blitz.conditions import STORM, is_tested
from gearlock.systems.blitz.deployment.deploying import beginnings
from gearlock.systems.blitz.deployment.zones import Prepared
from gearlock.systems.blitz.dice_tests import comms_tests
from gearlock.systems.blitz.lock_and_cover.cover import is_concealed
from gearlock.systems.blitz.objectives.winning import parameter_generating as parameter
from gearlock.systems.blitz.rounds import RoundBegun
from gearlock.systems.blitz.state import CORROSION, HULL_DOWN, RIDING, SANDED, STANDBY, STRICKEN, WAITING, State
from systems.blitz.fieldwork import model
from systems.blitz.stage import at, give, moment, play_to, story

Throws = tuple[tuple[str, tuple[int, ...]], ...]


def weather(state: State, name: str) -> None:
    state.switches = {**state.switches, "weather": name}
    state.ground = state.ground.changed(without=tuple(piece.id for piece in state.ground.pieces))


@pytest.mark.rule("blitz.16.0-2c-fog")
def test_fog_hides_beyond_eighteen_inches() -> None:
    def lay(state: State) -> None:
        weather(state, "fog")
        at(state, "red-1", 10, 5)
        at(state, "blue-1", 10, 24)

    state = moment(lay, phase="initiative").state
    red, blue = state.units["red-1"], state.units["blue-1"]
    assert not is_concealed(state, red, blue)
    blue.y += 1
    assert is_concealed(state, red, blue)


def shot(name: str, *throws: tuple[str, tuple[int, ...]]) -> Battle[State]:
    """Red's Hunter shoots at blue's in this weather."""

    def lay(state: State) -> None:
        weather(state, name)
        state.turn = "red"
        at(state, "red-1", 10, 10, used=False, actions=1)
        at(state, "blue-1", 10, 17)

    battle = play_to(moment(lay, *throws, phase="action"), "activate")
    option = next(o for o in battle.options("red") if "combat" in o.label)
    give(battle, option.order)
    give(battle, Attack("red-1", "LAC", ("blue-1",)))
    return play_to(battle, "act", "activate")


@pytest.mark.rule("blitz.16.0-2c-sand")
def test_a_one_on_the_marked_die_corrodes_and_bites_at_once() -> None:
    battle = shot("sand", ("attack", (1, 6, 6)), ("corrosion roll", (3,)))
    unit = battle.state.units["red-1"]
    assert unit.token(CORROSION) == 1
    assert unit.hull == unit.line.hull - 1
    assert SANDED not in unit.tokens
    assert "White sand gets into" in story(battle)


@pytest.mark.rule("blitz.16.0-2c-sand")
@pytest.mark.parametrize(
    ("name", "throws"),
    [
        ("sand", (("attack", (2, 1, 1)),)),
        ("fog", (("attack", (1, 1, 1)),)),
        ("sand", (("attack", (6, 6, 6)), ("defence", (1, 1)))),
    ],
)
def test_other_dice_other_weather_and_defences_do_not(name: str, throws: Throws) -> None:
    battle = shot(name, *throws)
    assert "White sand" not in story(battle)
    assert not battle.state.units["red-1"].token(CORROSION)
    assert not battle.state.units["blue-1"].token(CORROSION)


@pytest.mark.rule("blitz.16.0-2c-temp")
def test_who_has_no_success_before_the_first_round_is_crippled() -> None:
    def lay(state: State) -> None:
        weather(state, "temperatures")
        state.round = 0
        state.units["blue-4"].status = WAITING

    names = [f"{seat}-{number}" for seat in ("red", "blue") for number in (1, 2, 3, 4)]
    throws = [("extreme temperatures", (1, 2) if name in ("red-2", "blue-4") else (4, 6)) for name in names]
    battle = play_to(moment(lay, *throws, phase="weather"), "activate")
    stricken = [unit.id for unit in battle.state.units.values() if STRICKEN in unit.tokens]
    assert stricken == ["red-2", "blue-4"]
    assert battle.state.units["red-2"].is_crippled
    assert not battle.state.units["red-1"].is_crippled
    assert is_tested(battle.state.units["blue-4"])


@pytest.mark.rule("blitz.16.0-2c-temp")
@pytest.mark.parametrize(("faces", "left"), [((3,), True), ((4,), False)])
def test_a_success_in_cleanup_takes_the_token_off(faces: tuple[int, ...], left: bool) -> None:
    def lay(state: State) -> None:
        weather(state, "temperatures")
        state.units["red-1"].tokens[STRICKEN] = 1

    battle = play_to(moment(lay, ("extreme temperatures", faces)), "activate", "first")
    assert (STRICKEN in battle.state.units["red-1"].tokens) is left


@pytest.mark.rule("blitz.16.0-2c-temp")
def test_nobody_is_tested_in_other_weather() -> None:
    def lay(state: State) -> None:
        weather(state, "fog")
        state.round = 0

    battle = play_to(moment(lay, phase="weather"), "activate")
    assert not [unit for unit in battle.state.units.values() if STRICKEN in unit.tokens]


@pytest.mark.rule("blitz.16.0-2c-em")
def test_the_storm_of_the_table_is_the_one_comms_tests_know() -> None:
    assert parameter("weather", 2) == comms_tests.STORM == STORM
    assert (comms_tests.STORM_DICE, comms_tests.STORM_SKILL) == (2, 5)


@pytest.mark.rule("blitz.16.2b")
def test_whoever_is_deployed_in_a_fortification_may_begin_hull_down_or_on_standby() -> None:
    def lay(state: State) -> None:
        state.round = 0
        at(state, "red-2", 10, 6, status=RIDING, carrier="red-1")

    state = moment(lay, phase="setup", red="bunker,north-infantry-squad,hunter").state
    infantry = state.units["red-2"]
    assert beginnings(state, infantry) == (HULL_DOWN, STANDBY)
    infantry.carrier = ""
    assert beginnings(state, infantry) == ()
    Prepared("red-2", STANDBY).change(state)
    assert infantry.token(STANDBY) == infantry.line.actions
    RoundBegun(1).change(state)
    assert infantry.actions == 0


@pytest.mark.rule("blitz.16.0-2c-temp")
def test_fortifications_feel_no_weather() -> None:
    assert [is_tested(model("red", card)) for card in ("ac-turret", "hunter")] == [False, True]
