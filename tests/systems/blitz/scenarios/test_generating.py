"""16.0, step 2 and 3: every row of every table, and what is agreed on instead of rolled."""

from __future__ import annotations

import pytest

from gearlock.kernel.errors import BadInput
from gearlock.systems.blitz import SYSTEM
from gearlock.systems.blitz.objectives.objectives import NAMES, ChooseObjectives, ChoosePrimary, name_of, slots_of
from gearlock.systems.blitz.objectives.winning import objectives_for
from gearlock.systems.blitz.objectives.winning import parameter_generating as parameter
from systems.blitz.stage import asked, give, play_to, prepared, refused, story

TABLES = {
    "zones": ["narrow", "narrow", "wide", "wide", "diagonal", "divided"],
    "rounds": ["5", "6", "6", "6", "6", "7"],
    "weather": ["fog", "em storm", "sand", "temperatures", "normal", "normal"],
}
PURPOSES = {"zones": "deployment zones", "rounds": "number of rounds", "weather": "special conditions"}
OBJECTIVES = ["assassinate", "recon", "protect", "hold", "capture", "wipe"]


@pytest.mark.rule("blitz.16.0", "blitz.16.0-2b")
@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("face", range(1, 7))
def test_every_row_of_the_tables(kind: str, face: int) -> None:
    battle = prepared("battle", (PURPOSES[kind], (face,)))
    assert battle.state.switches[kind] == TABLES[kind][face - 1] == parameter(kind, face)
    if kind == "rounds":
        assert battle.state.rounds == int(TABLES[kind][face - 1]) == battle.view("red").rounds


@pytest.mark.rule("blitz.16.0-3")
@pytest.mark.parametrize("face", range(1, 7))
def test_every_objective_is_rolled_by_its_number(face: int) -> None:
    battle = prepared("battle", ("objective", (face,)), number="1")
    assert [name_of(battle.state, slot) for slot in slots_of(battle.state, "blue")] == [OBJECTIVES[face - 1]]
    assert list(NAMES) == OBJECTIVES


@pytest.mark.rule("blitz.16.0-3")
def test_mirrored_objectives_are_the_same_for_both_and_open() -> None:
    battle = prepared("battle", ("objective", (1,)), ("objective", (2,)), ("objective", (3,)), number="3")
    for seat in ("red", "blue"):
        assert [name_of(battle.state, slot) for slot in slots_of(battle.state, seat)] == OBJECTIVES[:3]
    assert all(battle.state.facts[f"objective:red:{n}"].knows == ("red", "blue") for n in (1, 2, 3))


@pytest.mark.rule("blitz.16.0-3")
def test_individual_objectives_are_rolled_for_each() -> None:
    battle = prepared("battle", ("objective", (1,)), ("objective", (6,)), number="1", objectives="individual")
    assert [name_of(battle.state, slots_of(battle.state, seat)[0]) for seat in ("red", "blue")] == [
        "assassinate",
        "wipe",
    ]


@pytest.mark.rule("blitz.16.0-obj-reroll")
def test_a_double_is_rolled_once_more_and_stands_if_it_comes_again() -> None:
    battle = prepared("battle", *(("objective", (face,)) for face in (3, 3, 5)), number="2")
    assert [name_of(battle.state, slot) for slot in slots_of(battle.state, "red")] == ["protect", "capture"]
    battle = prepared("battle", *(("objective", (face,)) for face in (3, 3, 3)), number="2")
    assert [name_of(battle.state, slot) for slot in slots_of(battle.state, "red")] == ["protect", "protect"]


@pytest.mark.rule("blitz.16.0-3")
@pytest.mark.parametrize(("size", "count"), [(1, 1), (50, 1), (51, 2), (100, 2), (101, 3), (500, 3)])
def test_small_games_have_fewer_objectives(size: int, count: int) -> None:
    assert objectives_for(size) == count
    battle = prepared("battle", size=str(size))
    assert len(slots_of(battle.state, "red")) == count


@pytest.mark.rule("blitz.16.0-3")
def test_secret_objectives_are_chosen_at_once_and_told_to_nobody() -> None:
    battle = prepared("battle", objectives="secret", number="2", condition="fog", zones="wide", rounds="6")
    assert set(battle.waiting_for()) == {"red", "blue"}
    assert refused(battle, ChooseObjectives(("hold",)), "red") == "number"
    assert refused(battle, ChooseObjectives(("hold", "hold")), "red") == "number"
    assert refused(battle, ChooseObjectives(("hold", "casualties")), "red") == "objective"
    give(battle, ChooseObjectives(("wipe", "recon")), "red")
    give(battle, ChooseObjectives(("protect", "recon")), "blue")
    assert refused(battle, ChoosePrimary(3), "red") == refused(battle, ChoosePrimary(0), "red") == "primary"
    give(battle, ChoosePrimary(2), "red")
    give(battle, ChoosePrimary(1), "blue")
    assert "Wipe" not in story(battle, "blue")
    assert "Wipe" in story(battle, "red")
    assert "primary objective is" not in story(battle, "blue").replace("blue's primary objective is", "").replace(
        "Blue's primary objective is", ""
    )
    notes = "\n".join(battle.view("blue").notes)
    assert "red: objective 1 is secret" in notes
    assert "blue: Protect (primary, counts double)" in notes
    assert "red: Wipe them out" in "\n".join(battle.view("red").notes)


@pytest.mark.rule("blitz.16.0-3")
def test_a_single_objective_is_the_primary_one() -> None:
    battle = prepared("battle", ("objective", (2,)), number="1")
    assert battle.state.facts["primary:red"].value == "1"
    assert battle.state.facts["primary:red"].knows == ("red",)


@pytest.mark.rule("blitz.16.0-2c-normal")
def test_area_terrain_is_dangerous_on_a_six_alone() -> None:
    before = prepared("battle", condition="fog").state.ground.pieces
    areas = [piece.id for piece in before if piece.kind == "area"]
    known = {piece.id for piece in before if "dangerous" in str(piece.props.get("going", ""))}
    faces = tuple(6 if number == 1 else 5 for number in range(len(areas)))
    battle = prepared("battle", ("dangerous ground", faces), condition="normal")
    dangers = [piece.id for piece in battle.state.ground.pieces if "dangerous" in str(piece.props.get("going", ""))]
    assert areas[1] not in known
    assert set(dangers) == {areas[1], *known}
    again = SYSTEM.decode(SYSTEM.encode(battle.state), battle.setup)
    assert again == battle.state
    assert again.ground is battle.state.ground


def test_what_is_agreed_on_is_not_rolled() -> None:
    battle = prepared("battle", zones="divided", condition="sand", rounds="9")
    assert [battle.state.switches[key] for key in ("zones", "weather", "rounds")] == ["divided", "sand", "9"]
    assert battle.state.rounds == 9


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"zones": "round"}, "kind of deployment zone"),
        ({"condition": "rain"}, "condition"),
        ({"rounds": "0"}, "rounds=0"),
        ({"rounds": "many"}, "rounds=many"),
        ({"number": "4"}, "1, 2 or 3"),
        ({"objectives": "none"}, "way to choose objectives"),
        ({"size": "0"}, "size=0"),
        ({"size": "1001"}, "1 to 1000"),
        ({"red": "nobody"}, "roster, faction or model"),
        ({"unchecked": "maybe"}, "unchecked=maybe"),
        ({"wind": "east"}, "There is no option 'wind'"),
    ],
)
def test_wrong_options_are_told(options: dict[str, str], words: str) -> None:
    with pytest.raises(BadInput, match=words.replace("(", "\\(")):
        SYSTEM.prepare("battle", 1, options)


def test_all_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(BadInput) as caught:
        SYSTEM.prepare("battle", 1, {"zones": "x", "condition": "y", "red": "z", "number": "9"})
    assert len(str(caught.value).splitlines()) == 4


@pytest.mark.rule("blitz.3.0b")
def test_the_steps_before_a_battle_come_in_their_order() -> None:
    battle = prepared("battle", ("objective", (4,)), number="1", condition="fog", rounds="6", zones="wide")
    seen: list[str] = []
    for kind in ("side", "marker", "real marker", "first", "declare", "deploy", "activate"):
        play_to(battle, kind)
        seen.append(asked(battle).kind)
    assert seen == ["side", "marker", "real marker", "first", "declare", "deploy", "activate"]
