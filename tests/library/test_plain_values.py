"""Numbers, paths, mappings: what a program hands over is taken as a person would have typed it, or refused in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gearlock import (
    Aim,
    BadFile,
    BadInput,
    Decline,
    IllegalOrder,
    Position,
    Seat,
    Seeded,
    attack_odds,
    get_system,
    load_log,
    make_bot,
    new_battle,
    new_campaign,
    play_out,
    save_log,
    verify,
)
from gearlock.kernel.plain import as_words, read_pairs


def test_odds_take_a_mapping_with_numbers_or_pairs_as_words() -> None:
    words = attack_odds("brigands", "hunter:LAC", "jager", [("range", "10"), ("cover", "light")])
    assert attack_odds("brigands", "hunter:LAC", "jager", {"range": 10, "cover": "light"}) == words
    assert attack_odds("brigands", "hunter:LAC", "jager", [("range", 10.0), ("cover", "light")]) == words
    assert [as_words(value, "x") for value in (7.5, 0.1 + 0.2, -0.0)] == ["7.5", "0.3", "0"]
    halves = [attack_odds("brigands", "hunter:LAC", "jager", {"range": said}) for said in (7.5, "7.5")]
    assert halves[0] == halves[1]
    assert read_pairs({"trait": ["a", "b"], "full": True}) == (("trait", "a"), ("trait", "b"), ("full", "yes"))


def test_options_take_numbers_and_paths() -> None:
    system = get_system("brigands")
    assert system.prepare("duel", 1, {"rounds": 3}) == system.prepare("duel", 1, {"rounds": "3"})
    assert as_words(Path("a") / "b", "x") == str(Path("a") / "b")
    assert as_words(False, "x") == "no"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"range": object()}, "The condition range is written as a text, a number or yes and no"),
        ({"range": float("nan")}, "The condition range is written as"),
        ({"range": float("inf")}, "The condition range is written as"),
        ({3: 4}, "A condition is named by a text, not by 3"),
        ("range", r"a mapping of names to values, such as \{'range': 10\}"),
        (7, "a mapping of names to values"),
        (["range"], r"a name with its value, such as \('range', 10\), not 'range'"),
        ([("range",)], "a name with its value"),
        ([7], "a name with its value"),
    ],
)
def test_odds_refuse_the_rest_in_words(wrong: Any, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        attack_odds("brigands", "hunter:LAC", "jager", wrong)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("duel", 1, {"rounds": 3.5}), "'rounds=3.5': a number from 1 to 99"),
        (("duel", 1, {"rounds": None}), "The option rounds is written as"),
        (("duel", 1, [("rounds", 3)]), "The options are a mapping"),
        (("duel", "1", {}), "A seed is a whole number, not '1'"),
        (("duel", True, {}), "A seed is a whole number"),
        ((None, 1, {}), "A scenario is written as"),
    ],
)
def test_a_battle_refuses_the_rest_in_words(words: tuple[Any, ...], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        get_system("brigands").prepare(*words)


def test_who_plays_and_where_files_lie_are_words_too(tmp_path: Path) -> None:
    wrong: list[Any] = [(7, "A bot is called by its name"), ("gready", "Did you mean bot:greedy")]
    for name, said in wrong:
        with pytest.raises(BadInput, match=said):
            make_bot(name)
    with pytest.raises(BadInput, match="A system is called by its id"):
        get_system(7)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="A file is named by its path"):
        load_log(7)  # type: ignore[arg-type]
    with pytest.raises(BadFile, match="cannot be written"):
        save_log(new_battle("brigands"), tmp_path / "nowhere" / "b.jsonl")


def test_who_cannot_play_is_named_before_anybody_decides() -> None:
    battle = new_battle("brigands", "duel", 1)
    wrong: list[Any] = [({"green": make_bot("random")}, "No seat is called 'green'"), ({"red": 7}, "7 cannot play red")]
    wrong.append(({"red": type(make_bot("random"))}, "cannot play red: a player is an object with a method decide"))
    for players, said in wrong:
        with pytest.raises(BadInput, match=said):
            play_out(battle, players)
    assert battle.decisions == 0


def test_a_log_goes_to_a_file_and_back(tmp_path: Path) -> None:
    battle = play_out(
        new_battle("hex100", "close-quarters", 3), {"red": make_bot("random"), "blue": make_bot("random")}
    )
    path = save_log(battle, str(tmp_path / "b.jsonl"))
    assert load_log(path).battle().hash() == battle.hash()
    assert verify(path).holds
    assert [each.name for each in tmp_path.iterdir()] == ["b.jsonl"]


def test_things_say_what_they_are(tmp_path: Path) -> None:
    battle = new_battle("brigands", "duel", 7)
    log = load_log(save_log(battle, tmp_path / "b.jsonl"))
    assert repr(log) == f"<LoadedLog {log.name}: brigands duel, 2 entries, goes on>"
    assert repr(battle) == "<Battle brigands duel, seed 7, waiting for ('red',)>"
    assert repr(Seat(battle, "red")) == "<Seat red: asked first>"
    assert repr(Seat(battle, "blue")) == "<Seat blue: not asked>"
    assert repr(battle.system).startswith("<System brigands: ")
    assert repr(Position("brigands").model("r1", "Hunter")) == "<Position brigands: 1 models>"


def test_an_option_instead_of_its_order_is_recognised() -> None:
    battle = new_battle("brigands", "duel", 7)
    with pytest.raises(BadInput, match=r"return option\.order, not the option itself"):
        battle.answer("red", battle.options("red")[0])  # type: ignore[arg-type]
    with pytest.raises(IllegalOrder):
        battle.answer("red", Decline())


def test_who_attacks_and_who_is_attacked_are_words() -> None:
    wrong: list[tuple[Any, Any]] = [
        (None, "jager"),
        (7, "jager"),
        ([None], "jager"),
        ("hunter:LAC", None),
        ("hunter:LAC", []),
    ]
    for attacker, target in wrong:
        with pytest.raises(BadInput, match="is written"):
            attack_odds("brigands", attacker, target)


@pytest.mark.parametrize("strange", [range(3), object(), float("nan"), float("inf"), 1j, b"x", "\ud800"])
def test_what_no_file_could_hold_stands_in_no_position(strange: Any) -> None:
    with pytest.raises(BadInput, match="A position holds words, numbers, lists and tables"):
        Position("brigands", zones=strange)
    with pytest.raises(BadInput, match="A position holds"):
        Position("brigands").piece("area", (strange, 1, 2, 3))


HUGE = 10**5000


@pytest.mark.parametrize("number", [HUGE, -HUGE, float("inf"), float("nan")], ids=["huge", "-huge", "inf", "nan"])
def test_numbers_that_nobody_can_write_are_refused_in_words(number: Any) -> None:
    battle = new_battle("brigands", "duel", 1)
    seat = Seat(battle, battle.waiting_for()[0])
    option = seat.options()[0]
    for tried in (
        lambda: new_battle("brigands", "duel", number),
        lambda: new_battle("brigands", "duel", 1, {"rounds": number}),
        lambda: make_bot("greedy", number),
        lambda: new_campaign("brigands", seed=number),
        lambda: new_campaign("brigands", seed=1).repair("red", number),
        lambda: attack_odds("brigands", "hunter:LAC", "jager", {"range": number}),
        lambda: Position("brigands", rounds=number).battle(),
        lambda: seat.aim(option, Aim(number, 0)),
        lambda: Seeded(number),
    ):
        with pytest.raises(BadInput) as refused:
            tried()
        assert len(str(refused.value)) < 600
