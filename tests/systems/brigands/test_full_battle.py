"""The full battle from two rosters: which forces, how large a table, how many Rounds, and what is refused."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import BadInput
from gearlock.kernel.system import Setup
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.battles import full_battle, plan_battle
from gearlock.systems.brigands.command import initiative_bonus
from gearlock.systems.brigands.forces.around_a_force import ready_made
from gearlock.systems.brigands.forces.force_building import FACTIONS
from gearlock.systems.brigands.forces.force_building import LARGEST_BATTLE as LARGEST
from gearlock.systems.brigands.state import FIELDED, State
from systems.brigands.drill import LEGAL

SPOILT = LEGAL.replace("3x Hunter", "6x Hunter").replace("Grizzly", "4x Hunter")


def _prepare(seed: int = 7, **options: str) -> Setup:
    return SYSTEM.prepare("battle", seed, options)


def _state(seed: int = 7, **options: str) -> State:
    return SYSTEM.begin(_prepare(seed, **options))


def _models(state: State, seat: str) -> list[str]:
    return [unit.line.id for unit in state.units.values() if unit.seat == seat]


def _refused(**options: str) -> str:
    with pytest.raises(BadInput) as caught:
        SYSTEM.prepare("battle", 7, options)
    return str(caught.value)


@pytest.fixture
def mine(tmp_path: Path) -> str:
    path = tmp_path / "mine.txt"
    path.write_text(LEGAL)
    return str(path)


@pytest.fixture
def spoilt(tmp_path: Path) -> str:
    path = tmp_path / "spoilt.txt"
    path.write_text(SPOILT)
    return str(path)


@pytest.mark.rule("brigands.10.3")
def test_a_roster_takes_the_field_with_groups_units_codes_ranks_and_prices() -> None:
    state = _state(red="north-100", blue="south-100")
    red = [unit for unit in state.units.values() if unit.seat == "red" and not unit.controller]
    assert [(unit.group, unit.squad, unit.code, unit.rank) for unit in red] == [
        (1, 1, "SK", "foc"),
        (1, 1, "SK", ""),
        (1, 1, "SK", ""),
        (1, 1, "SK", ""),
        (1, 2, "RC", ""),
        (2, 3, "FS", "cgl"),
        (2, 3, "FS", "xo"),
        (2, 3, "FS", ""),
    ]
    (drone,) = [unit for unit in state.units.values() if unit.seat == "red" and unit.controller]
    assert (drone.tv, drone.group, drone.squad, drone.code) == (1, 2, 3, "FS")
    assert sum(unit.tv for unit in red) + drone.tv == 100
    assert state.banners["red"] == "Steel Rain (North), 100 TV"
    assert "Vet" in red[0].line.traits
    assert red[4].line.traits["Shield"]


@pytest.mark.parametrize("name", sorted(ready_made()))
def test_every_ready_made_roster_can_be_fielded(name: str) -> None:
    state = _state(red=name, blue=name)
    assert state.full
    assert not state.introductory


@pytest.mark.parametrize("faction", FACTIONS)
def test_a_faction_draws_a_legal_force_of_its_own_by_the_seed(faction: str) -> None:
    one, same = _state(3, red=faction, blue=faction), _state(3, red=faction, blue=faction)
    assert SYSTEM.hash(one) == SYSTEM.hash(same)
    assert f"({faction})" in one.banners["red"]
    assert "NOT LEGAL" not in one.banners["red"] + one.banners["blue"]
    assert _models(one, "red") != _models(one, "blue")
    assert _models(one, "red") != _models(_state(4, red=faction, blue=faction), "red")


def test_factions_are_drawn_if_nobody_names_one() -> None:
    assert len({_state(seed).banners["red"].partition("(")[2] for seed in range(12)}) > 3


@pytest.mark.parametrize("red", ["random", "caprice-50"])
def test_blue_may_bring_the_same_force_as_red(red: str) -> None:
    plan = plan_battle(5, {"red": red, "blue": "same", "size": "50"})
    assert plan.forces["blue"] == plan.forces["red"]
    assert plan.banners["blue"] == plan.banners["red"]
    assert plan_battle(5, {"red": red, "size": "50"}).forces["red"] == plan.forces["red"]


@pytest.mark.rule("brigands.11.1")
@pytest.mark.parametrize(("size", "width"), [(50, 48), (100, 48), (101, 72), (200, 72), (201, 96)])
def test_the_table_grows_with_the_game(size: int, width: int) -> None:
    ground = _state(size=str(size)).ground
    assert (ground.width, ground.height) == (width * 1_000, 48_000)
    assert 0.40 <= ground.covered_share(("area", "instance", "building", "hill", "water")) <= 0.50


def test_the_size_is_that_of_the_rosters_unless_it_is_given(mine: str) -> None:
    assert _state(red="north-150").ground.width == 72_000
    assert _state(red="north-150", blue="south-50").ground.width == 72_000
    assert _state(red="north-50", size="150").ground.width == 72_000
    assert _state(red=mine).ground.width == 48_000
    assert "The force costs 150 TV; the game allows 100." in _refused(red="north-150", size="100")


@pytest.mark.rule("brigands.11.2")
def test_six_rounds_or_as_many_as_agreed() -> None:
    assert _state().rounds == 6
    assert _state(rounds="5").rounds == 5
    assert {_state(seed, rounds="roll").rounds for seed in range(8)} == {5, 6}
    for rounds in ("0", "-1", "100", "six"):
        assert f"'rounds={rounds}'" in _refused(rounds=rounds)


def test_a_roster_of_ones_own_is_written_into_the_set_up(mine: str) -> None:
    setup = _prepare(red=mine, blue="random", size="100")
    Path(mine).unlink()
    again = msgspec.json.decode(msgspec.json.encode(setup), type=Setup)
    assert SYSTEM.hash(SYSTEM.begin(again)) == SYSTEM.hash(SYSTEM.begin(setup))
    assert Battle.begin(SYSTEM, again).waiting_for()


def test_every_violation_is_named_and_nothing_is_fielded(spoilt: str) -> None:
    said = _refused(red=spoilt, blue="north-100")
    assert "spoilt.txt:5: The Primary Unit GP of Alpha has 7 Actions; it may have 3 to 6. [brigands.10.2]" in said
    assert "spoilt.txt:8: The Support Unit FS of Alpha has 4 Actions; it may have 1 to 3. [brigands.10.2]" in said


def test_unchecked_rosters_are_fielded_and_marked(spoilt: str) -> None:
    state = _state(red=spoilt, unchecked="yes")
    assert state.banners["red"].endswith("NOT LEGAL: 3 violations")
    assert "NOT LEGAL" in SYSTEM.view(state, "blue", ()).notes[0]
    assert len([unit for unit in state.units.values() if unit.seat == "red"]) == 11


def test_who_cannot_be_fielded_is_refused_even_unchecked(tmp_path: Path) -> None:
    path = tmp_path / "odd.txt"
    for text, says in [
        (LEGAL.replace("Grizzly", "Grizzli"), "odd.txt:9: No model is called 'Grizzli'. [brigands.10.1] Did you mean"),
        (LEGAL.replace("Grizzly", "Recon Drone"), "a Recon Drone takes the field only behind the model"),
        ("system brigands\nfaction North\nsize 100\n", "nobody takes the field"),
        (LEGAL + "  primary GP\n    90x Hunter\n" * 4, "no room"),
        (LEGAL + "  primary GP\n    90x Hunter\n" * 5, "455 models would take the field; 400 is the most"),
        (LEGAL.replace("3x Hunter", "99x Hunter\n" * 20), "odd.txt:5: this unit lists 1982 models"),
    ]:
        path.write_text(text)
        assert says in _refused(red=str(path), unchecked="yes", size="100")


def test_a_leaderless_group_that_nobody_checked_is_deployed_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "leaderless.txt"
    path.write_text(LEGAL.replace("Hunter: FOC", "Hunter"))
    battle = Battle.begin(SYSTEM, _prepare(red=str(path), blue="north-50", unchecked="yes"))
    assert [unit.rank for unit in battle.state.units.values() if unit.seat == "red"] == [""] * 5


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"red": "nroth-100"}, "red: No roster or faction is called 'nroth-100'. Did you mean north-100"),
        ({"blue": "Leagueless"}, "blue: No roster or faction is called 'Leagueless'."),
        ({"red": "no-such.txt"}, "no-such.txt: cannot be read"),
        ({"size": "0"}, f"1 to {LARGEST} TV"),
        ({"size": "-5"}, f"1 to {LARGEST} TV"),
        ({"size": "1001"}, f"1 to {LARGEST} TV"),
        ({"size": "9" * 5000}, f"1 to {LARGEST} TV"),
        ({"size": "3"}, "3 TV are too few"),
        ({"zones": "round"}, "No kind of deployment zone is called 'round'"),
        ({"unchecked": "maybe"}, "yes or no"),
        ({"map": "crosroads"}, "Did you mean crossroads"),
        ({"models": "hunter"}, "There is no option 'models': there are size, red"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(options: dict[str, str], says: str) -> None:
    assert says in _refused(**options)


def test_everything_wrong_is_said_at_once(spoilt: str) -> None:
    said = _refused(red=spoilt, blue="nobody", rounds="x", map="x", zones="x")
    assert all(f in said for f in ("red: ", "blue: ", "'rounds=x'", "map is called 'x'", "zone is called 'x'"))


def test_the_options_name_what_can_be_chosen() -> None:
    words = full_battle().options["red"]
    assert all(name in words for name in (*ready_made(), *FACTIONS))


@pytest.mark.rule("brigands.10.5-init", "brigands.trait.init", "brigands.1.8-initiative")
def test_init_that_was_bought_counts_in_the_battle(tmp_path: Path) -> None:
    path = tmp_path / "quick.txt"
    for text, bonus in ((LEGAL, 4), (LEGAL.replace("Hunter: FOC", "Hunter: FOC, Init"), 5)):
        path.write_text(text)
        state = _state(red=str(path), size="100")
        for unit in state.units.values():
            unit.status = FIELDED
        assert initiative_bonus(state, "red") == bonus
