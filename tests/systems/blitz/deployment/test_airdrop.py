"""16.1b: airdrops: the command roll, the drop zone, the landing, and being in the air until the unit activates."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.battle import Battle
from gearlock.systems.blitz.attacks.aiming import Sight, attack_distance, loaded, refuse_bearing
from gearlock.systems.blitz.attacks.modifiers import Use, duel_of
from gearlock.systems.blitz.attacks.pairs import Pair, is_engaged
from gearlock.systems.blitz.deployment.deploying import landing_skill, refuse_zone
from gearlock.systems.blitz.deployment.zones import Drop
from gearlock.systems.blitz.lock_and_cover.cover import has_lock, look_at, model_class
from gearlock.systems.blitz.lock_and_cover.looks import OPEN
from gearlock.systems.blitz.models import model_cards, ready
from gearlock.systems.blitz.rounds import Activated
from gearlock.systems.blitz.state import ALOFT, DROPPED, FIELDED, GONE, WAITING, State, Unit
from systems.blitz.fieldwork import model, table
from systems.blitz.stage import asked, at, give, moment, play_to, refused, story

UP = {DROPPED: 1, ALOFT: 1}


def dropping(*throws: tuple[str, tuple[int, ...]], round: int = 1, **more: Any) -> Battle[State]:
    """A Cleanup in which red's second unit, two Jaguars, may come down."""

    def lay(state: State) -> None:
        state.round = round
        state.ground = state.ground.changed(without=tuple(piece.id for piece in state.ground.pieces))
        for name in ("red-3", "red-4"):
            state.units[name].status, state.units[name].arrival = WAITING, "airdrop"
        for name, value in more.items():
            state.units[name.replace("_", "-")].__setattr__(*value)

    return moment(lay, *throws, red="hunter*2+jaguar*2")


@pytest.mark.rule("blitz.16.1b", "blitz.3.1b")
def test_one_success_of_the_commander_brings_the_unit_down_in_the_first_cleanup() -> None:
    battle = dropping(("airdrop", (4, 1)))
    assert (asked(battle).kind, asked(battle).unit) == ("drop", "red-3")
    late = dropping(("airdrop", (3, 3)))
    assert late.over or asked(late).kind != "drop"
    assert "is late" in story(late, "blue")
    assert late.state.units["red-3"].status == WAITING


@pytest.mark.rule("blitz.16.1b")
def test_in_the_second_cleanup_it_comes_without_a_roll() -> None:
    battle = dropping(round=2)
    assert asked(battle).kind == "drop"
    assert "airdrop" not in story(battle).lower()


@pytest.mark.rule("blitz.16.1b")
def test_the_drop_zone_is_away_from_enemies_and_in_formation() -> None:
    battle = dropping(("airdrop", (6, 6)), blue_1=("x", 20_000), blue_2=("y", 20_000))
    battle.state.units["blue-1"].y = 20_000
    gap = 500 + 500 + 6_000
    assert refused(battle, Drop("red-3", 20_000 + gap, 20_000)) == "enemy"
    assert refused(battle, Drop("red-3", 20_000 + gap + 1, 20_000)) == ""
    assert refused(battle, Drop("red-3", 400, 10_000)) == "table"
    give(battle, Drop("red-3", 30_000, 18_000))
    assert asked(battle).unit == "red-4"
    assert refused(battle, Drop("red-4", 30_000, 18_000 - 7_000)) == ""
    assert refused(battle, Drop("red-4", 30_000, 18_000 - 7_001)) == "formation"
    assert refused(battle, Drop("red-4", 30_000, 18_500)) == "overlap"


@pytest.mark.rule("blitz.16.1b", "blitz.15.3")
@pytest.mark.parametrize(("x", "code"), [(17.0, ""), (17.001, "formation")])
def test_a_support_unit_comes_down_near_the_leader_of_its_group(x: float, code: str) -> None:
    dropping = model("red-2", "jaguar", squad="support", status=WAITING, arrival="airdrop")
    state = table(model("red-1", rank="cgl"), dropping, model("red-3", x=40, squad="support"))
    refusal = refuse_zone(state, dropping, round(1000 * x), 20_000)
    assert ("" if refusal is None else refusal.code) == code


@pytest.mark.rule("blitz.16.1b", "blitz.6.6a")
@pytest.mark.parametrize(
    ("faces", "hull", "destroyed"), [((3, 1, 1), 0, False), ((2, 1, 1), 1, False), ((1, 1, 1), 9, True)]
)
def test_landing_is_a_dangerous_terrain_test(faces: tuple[int, ...], hull: int, destroyed: bool) -> None:
    battle = dropping(("airdrop", (6, 6)), ("landing", faces), ("landing", (6, 6, 6)))
    whole = battle.state.units["red-3"].hull
    give(battle, Drop("red-3", 30_000, 18_000))
    give(battle, Drop("red-4", 30_000, 16_000))
    unit = battle.state.units["red-3"]
    assert unit.is_destroyed is destroyed
    assert (unit.hull, unit.structure) == (0, 0) or not destroyed
    if not destroyed:
        assert unit.hull == whole - hull
        assert unit.tokens.get(DROPPED) == 1
    assert battle.state.units["red-4"].status == FIELDED


@pytest.mark.rule("blitz.16.1b", "blitz.18.4", "blitz.6.6a")
def test_no_drone_survives_a_drop() -> None:
    battle = dropping(("airdrop", (6, 6)), ("landing", (6, 6, 6)))
    drone = battle.state.units["red-4"]
    drone.line, drone.parent, drone.hull, drone.structure = ready(model_cards()["recon-drone"]), "red-3", 1, 0
    give(battle, Drop("red-3", 30_000, 18_000))
    give(battle, Drop("red-4", 30_000, 16_000))
    assert [battle.state.units[name].status for name in ("red-3", "red-4")] == [FIELDED, GONE]


@pytest.mark.rule("blitz.16.1b")
def test_jump_jets_and_jetpacks_help_landing() -> None:
    def skill(*traits: str) -> int:
        import msgspec

        card = msgspec.structs.replace(model_cards()["hunter"], traits=traits)
        return landing_skill(Unit("red-1", "red", "Hunter", ready(card)))

    assert skill("Arms") == 4
    assert skill('Jump Jets:3"') == skill('Jetpack:6"') == 3


def in_the_air(**more: Any) -> State:
    def lay(state: State) -> None:
        state.switches = {**state.switches, "weather": "clear"}
        at(state, "red-3", 20, 18, tokens=dict(UP))
        at(state, "red-4", 24, 18, tokens=dict(UP))
        at(state, "blue-1", 20, 22, **more)

    return moment(lay, phase="initiative", red="hunter*2+jaguar*2").state


@pytest.mark.rule("blitz.16.1b")
def test_whoever_has_just_been_dropped_counts_as_flying() -> None:
    state = in_the_air()
    blue, red = state.units["blue-1"], state.units["red-3"]
    gun = loaded(blue, "LAC")
    sight = Sight(state, blue, red)
    assert sight.distance == 3_000
    assert attack_distance(sight.state, sight.unit, sight.target, gun) == 15_000
    assert duel_of(state, Use(gun), Pair(state, blue, red, gun)).pools.attack_step == 6
    assert duel_of(state, Use(gun), Pair(state, blue, state.units["red-1"], gun)).pools.attack_step == 4
    assert look_at(state, blue, red).dice == 0
    assert has_lock(state, blue, red)
    assert model_class(red) == OPEN


@pytest.mark.rule("blitz.16.1b", "blitz.wtrait.aa", "blitz.wtrait.flak")
def test_anti_aircraft_weapons_and_flak_are_made_for_it() -> None:
    state = in_the_air()
    blue, red = state.units["blue-1"], state.units["red-3"]
    import msgspec

    card = msgspec.structs.replace(blue.line.card, weapons=("LAC (Arm, AA)", "MAC (Arm, Flak)"))
    blue.line = ready(card)
    anti_air, flak = (loaded(blue, name) for name in blue.line.weapons)
    assert attack_distance(state, blue, red, anti_air) == 3_000
    assert attack_distance(state, blue, red, flak) == 15_000
    for gun in (anti_air, flak):
        assert duel_of(state, Use(gun), Pair(state, blue, red, gun)).pools.attack_step == 4


@pytest.mark.rule("blitz.16.1b")
def test_it_is_not_there_to_be_struck_or_engaged() -> None:
    state = in_the_air()
    blue, red = state.units["blue-1"], state.units["red-3"]
    blue.y = red.y + 1_000
    assert not is_engaged(blue, red)
    blade = loaded(blue, "LVB")
    refusal = refuse_bearing(Sight(state, blue, red), blade)
    assert refusal is not None
    assert refusal.code == "aloft"


@pytest.mark.rule("blitz.16.1b", "blitz.16.0-2c-fog")
def test_weather_alone_covers_it() -> None:
    state = in_the_air()
    state.switches = {**state.switches, "weather": "fog"}
    blue, red = state.units["blue-1"], state.units["red-3"]
    assert look_at(state, blue, red).dice == 0
    blue.y = red.y + 1_000 + 18_001
    assert look_at(state, blue, red).dice == 1
    assert has_lock(state, blue, red)


@pytest.mark.rule("blitz.16.1b")
def test_the_whole_unit_is_down_once_one_of_it_activates() -> None:
    state = in_the_air()
    state.units["red-1"].tokens = dict(UP)
    Activated("red-4", "combat", 1).change(state)
    assert DROPPED not in state.units["red-3"].tokens
    assert ALOFT not in state.units["red-3"].tokens
    assert DROPPED in state.units["red-1"].tokens, "another unit"


def test_a_drop_goes_on_into_the_next_round() -> None:
    battle = dropping(("airdrop", (6, 6)), ("landing", (6, 6, 6)), ("landing", (6, 6, 6)))
    play_to(battle, "activate")
    assert battle.state.round == 2
    assert battle.state.units["red-3"].is_fielded
    assert battle.state.units["red-3"].actions == 1
