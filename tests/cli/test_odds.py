"""`gearlock odds`: laid-out attacks, attacks of saved battles, and what cannot be."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from cli.command import Command
from gearlock.cli.screen import percent
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.gunnery import Situation
from gearlock.kernel.log import dumps
from gearlock.kernel.registry import get_system
from gearlock.systems.brigands.rounds import EndActivation
from gearlock.systems.hex100.state import BLIP


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A duel: at step 1 red could attack, at step 2 blue is asked whom it activates."""
    system = get_system("brigands")
    assert system.gunnery is not None
    staged = system.gunnery.stage(Situation(("hunter:LAC",), "hunter", (("range", "12"),)))
    battle = Battle.begin(system, staged.setup, Seeded(1), staged.state)
    battle.answer("red", EndActivation("red-1"))
    path = tmp_path / "duel.jsonl"
    path.write_bytes(dumps(battle))
    return path


def test_an_attack_is_told_whole(gearlock: Command) -> None:
    done = gearlock("odds", "brigands", "hunter:LAC", "Jager", "--range", 10, "--cover", "light", "--from", "rear")
    assert done.code == 0
    for words in ("10 in apart", "+1 D6  Back Attack  [brigands.5.5b]", "4D6, mean 6.31", "or more", "PEN 6", "Reroll"):
        assert words in done.out


def test_only_what_was_said_is_told_of_the_conditions(gearlock: Command) -> None:
    told = gearlock("odds", "brigands", "hunter:LAC", "jager", "--range", 10, "--from", "rear").out.splitlines()
    assert told[1] == "10 in apart, Optimal range; from the rear"
    told = gearlock("odds", "hex100", "squire-storm:hmg", "tegu-mbt", "--cover", "Light-Woods").out.splitlines()
    assert told[1] == "3 hexes away; target in light woods"


def test_weights_are_whole_numbers_that_add_up(gearlock: Command) -> None:
    found = gearlock("odds", "brigands", "hunter:LAC", "hunter", "--range", 12, "--reply", "--json").json()
    (shot,) = found["shots"]
    fate = shot["fate"]
    assert sum(fate["damage"].values()) == fate["total"]
    assert fate["or_more"]["0"] == fate["total"]
    assert fate["or_more"]["3"] == sum(weight for amount, weight in fate["damage"].items() if int(amount) >= 3)
    assert fate["p_hit"] == fate["hits"] / fate["total"]
    assert {worth["aid"] for worth in found["worths"]} == {"attack-reroll", "defence-reroll"}
    assert found["suffered"][0]["name"] == "Red Hunter 1"


def test_attackers_follow_one_another(gearlock: Command) -> None:
    done = gearlock("odds", "brigands", "hunter:LAC x2", "hunter", "--then", "jager:LAC")
    assert done.code == 0
    assert "3 attacks" in done.out
    assert "In the end" in done.out


def test_conditions_are_listed(gearlock: Command) -> None:
    assert "combat speed (usual)" in gearlock("odds", "brigands", "--conditions").out
    names = {
        condition["name"] for condition in gearlock("odds", "brigands", "--conditions", "--json").json()["conditions"]
    }
    assert {"range", "cover", "posture", "from", "trait"} <= names


def test_a_saved_battle_tells_what_could_be_attacked(gearlock: Command, saved: Path) -> None:
    done = gearlock("odds", "brigands", "--log", saved, "--step", 1)
    assert done.code == 0
    assert "mean damage" in done.out
    (first, *_) = gearlock("odds", "brigands", "--log", saved, "--step", 1, "--json").json()["attacks"]
    weapon = first["order"]["weapon"]
    one = gearlock("odds", "brigands", f"hunter:{weapon}", "hunter", "--log", saved, "--step", 1, "--json").json()
    assert one["shots"][0]["fate"]["p_hit"] == pytest.approx(first["preview"]["odds"]["p_hit"])


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("hunter:LAC",), "Say who attacks whom"),
        ((), "Say who attacks whom"),
        (("hunter:LAC", "nobody"), "No unit is called 'nobody'"),
        (("hunter:LAC", "jager", "--range", 99), "number of inches"),
        (("hunter:LAC", "jager", "--with", "smoke"), "name=value"),
        (("hunter:LAC", "jager", "--then", "hunter:LAC x99"), "attackers can be laid out"),
        (("--log", "no-such.jsonl"), "cannot be read"),
    ],
)
def test_what_cannot_be_is_said_in_words(gearlock: Command, words: tuple[object, ...], says: str) -> None:
    done = gearlock("odds", "brigands", *words)
    assert done.code == 2
    assert says in done.err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--step", 0), "steps 1 to"),
        (("--step", 2), "cannot attack"),
        (("--step", 1, "--seat", "green"), "No seat"),
        (("hunter:GUN", "hunter", "--step", 1), "There are:"),
        (("hunter:LAC", "hunter", "--step", 1, "--range", 5), "everything stands where it stands"),
    ],
)
def test_what_a_saved_battle_has_not_is_said_in_words(
    gearlock: Command, saved: Path, words: tuple[object, ...], says: str
) -> None:
    done = gearlock("odds", "brigands", *words, "--log", saved)
    assert done.code == 2
    assert says in done.err


def test_the_other_seat_is_told_nothing(gearlock: Command, saved: Path) -> None:
    ways = [gearlock("odds", "brigands", "--log", saved, "--step", 1, "--seat", seat) for seat in ("red", "blue")]
    assert sorted(done.code for done in ways) == [0, 2]


def raid(tmp_path: Path, secret: bool) -> Path:
    """Two machines that face each other out of sight; with another secret the enemy's wounds and plans differ."""
    system = get_system("hex100")
    assert system.gunnery is not None
    given = (("range", "5"), ("sight", "no"))
    staged = system.gunnery.stage(Situation(("cobra-howitzer:light-howitzer",), "onager-shield", given))
    staged.state.known["red"]["blue-1"] = BLIP
    state = system.disguise(staged.state, "red", Random(4)) if secret else staged.state
    path = tmp_path / f"raid-{secret}.jsonl"
    path.write_bytes(dumps(Battle.begin(system, staged.setup, Seeded(1), state)))
    return path


@pytest.mark.parametrize("words", [(), ("cobra:howitzer", "contact")])
@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_seat_is_told_nothing_it_does_not_know(
    gearlock: Command, tmp_path: Path, words: tuple[str, ...], form: tuple[str, ...]
) -> None:
    logs = [raid(tmp_path, secret) for secret in (False, True)]
    told = [gearlock("odds", "hex100", *words, "--log", log, "--seat", "red", *form) for log in logs]
    assert told[0].code == 0
    assert told[0].out == told[1].out
    assert logs[0].read_bytes() != logs[1].read_bytes()
    for log in logs:
        assert gearlock("odds", "hex100", "--log", log, "--seat", "blue").code == 2


def test_chances_are_never_rounded_to_certainty() -> None:
    assert [percent(chance) for chance in (0.0, 1e-9, 0.5, 1 - 1e-9, 1.0)] == [
        "0.00%",
        "<0.01%",
        "50.00%",
        ">99.99%",
        "100.00%",
    ]


def test_an_answer_that_cannot_be_is_said(gearlock: Command) -> None:
    done = gearlock("odds", "hex100", "cobra-howitzer:long-bow-missiles", "onager-shield", "--reply")
    assert done.code == 0
    assert "cannot answer" in done.out
