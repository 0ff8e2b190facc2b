"""`gearlock compare`: one table for several systems, JSON beside it, and kind words for what cannot be compared."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cli.command import Command
from gearlock.cli import matchreport
from gearlock.cli.screen import console
from gearlock.lab.compared_forces import Contest
from gearlock.lab.game import Played

BOTH = ("-s", "blitz,brigands")
QUICK = ("--bot", "random", "--games", 2, "--jobs", 1, "-o", "rounds=1")


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen on which no cell is folded."""
    monkeypatch.setattr(console, "_width", 200)
    monkeypatch.setattr(console, "_height", 50)


def cells(text: str, row: str) -> list[str]:
    """What stands in the columns of a row."""
    (line,) = [line for line in text.splitlines() if line.strip().startswith(f"{row}  ")]
    return [cell.strip() for cell in line.strip().removeprefix(row).split("  ") if cell.strip()]


def test_odds_stand_in_one_table(gearlock: Command) -> None:
    done = gearlock("compare", "odds", "HUNTER:lac", "Jager", "--range", 12, "--cover", "Heavy", "-s", "Brigands,BLITZ")
    assert done.code == 0
    assert done.out.splitlines()[0] == "Hunter with light autocannon at Jager; range 12; cover heavy"
    alone = {
        system: gearlock("odds", system, "hunter:LAC", "jager", "--range", 12, "--cover", "heavy").out
        for system in ("brigands", "blitz")
    }
    hits = cells(done.out, "hit")
    assert len(set(hits)) == 2
    for hit, told in zip(hits, alone.values(), strict=True):
        assert f"Hit {hit}, " in told
    assert cells(done.out, "target's hull + structure") == ["4 + 2", "5 + 1"]


def test_odds_as_json_have_every_system_and_every_lack(gearlock: Command) -> None:
    found = gearlock("compare", "odds", "hunter:LAC", "jager", "--range", 12, "--json").json()
    assert found["matchup"]["attacker"] == "Hunter"
    assert found["matchup"]["given"] == [["range", "12"]]
    told = {each["system"]: each for each in found["systems"]}
    alone = gearlock("odds", "blitz", "hunter:LAC", "jager", "--range", 12, "--json").json()
    assert {"format": "gearlock.odds/1", **told["blitz"]["odds"]} == alone
    assert told["brigands"]["odds"]["shots"][0]["fate"]["p_hit"] > 0
    assert "Hex d100" in found["without"]["hex100"]
    assert found["refused"] == {}


def test_an_answer_is_told_beside_the_attack(gearlock: Command) -> None:
    done = gearlock("compare", "odds", "hunter:LAC x2", "jager", "--range", 12, "--reply", "-s", "brigands,blitz")
    assert done.out.startswith("2 x Hunter with")
    assert len(cells(done.out, "answered by")) == 2
    assert all(float(mean) > 0 for mean in cells(done.out, "mean damage in answer"))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("headhunter:LAC", "jager"), "blitz: no counterpart: there is no Headhunter."),
        (
            ("hunter:LAC", "jager", "--cover", "medium"),
            "brigands: no counterpart: cover medium: cover is light or heavy",
        ),
        (("hunter:LAC", "jager", "--range", 50), "blitz: cannot be: The Blue Jager 1 is 50 in away; the LAC reaches"),
    ],
)
def test_where_fewer_than_two_have_odds_the_reason_is_said(
    gearlock: Command, words: tuple[object, ...], says: str
) -> None:
    done = gearlock("compare", "odds", *words, *BOTH)
    assert done.code == 1
    assert says in done.out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("odds", "hunter:LAC", "jager", "-s", "brigands"), "name another beside brigands (blitz, "),
        (
            ("odds", "hunter:LAC", "jager", "-s", "brigand,blitz"),
            "No system is called 'brigand'. Did you mean brigands?",
        ),
        (("odds", "huntr:LAC", "jager"), "No model is called 'huntr'. Did you mean Hunter"),
        (("odds", "hunter", "jager"), "Which weapon of the Hunter? Say Hunter:WEAPON; it has light autocannon"),
        (("odds", "hunter:LAC", "jager", "--with", "smoke"), "`gearlock compare conditions` lists them"),
        (("match", "hunter", "jager", "--games", 3), "2 or 4 games, not 3"),
        (("match", "hunter", "jager", "--jobs", 0), "can be played at once"),
        (("match", "hunter", "jager", "-o", "rounds"), "An option is written name=value"),
        (("model", "huntr"), "Did you mean Hunter"),
    ],
)
def test_what_cannot_be_is_said_in_words(gearlock: Command, words: tuple[object, ...], says: str) -> None:
    done = gearlock("compare", *words)
    assert done.code == 2
    assert says in done.err
    assert not done.out


def test_a_match_tells_wins_with_intervals_for_each_system(gearlock: Command) -> None:
    done = gearlock("compare", "match", "hunter x2", "2 jager", "-s", "blitz,brigands,hex100", *QUICK)
    assert done.code == 0
    assert done.out.splitlines()[:2] == ["A: 2 Hunter", "B: 2 Jager"]
    assert cells(done.out, "games") == ["2", "2"]
    assert cells(done.out, "A costs") == ["12 TV", "12 TV"]
    assert len(cells(done.out, "A's share of the points")) == 2
    assert len(cells(done.out, "95 % interval")) == 2
    assert all(cell.endswith("of 2") for cell in cells(done.out, "B loses on average"))
    assert "No difference between the systems is shown" in done.out
    assert "hex100: no counterpart: its models are of Hex d100" in done.out


def test_a_match_as_json_is_the_same_when_repeated(gearlock: Command) -> None:
    words = ("compare", "match", "hunter", "jager", *BOTH, *QUICK, "--json")
    one, other = (gearlock(*words).json() for _ in range(2))
    assert [each["system"] for each in one["contests"]] == ["blitz", "brigands"]
    for each, again in zip(one["contests"], other["contests"], strict=True):
        assert each["report"]["a"]["wins"] == again["report"]["a"]["wins"]
        assert each["lost"] == again["lost"]
        assert each["report"]["games"] == 2


def test_where_only_one_has_the_forces_nothing_is_played(gearlock: Command) -> None:
    done = gearlock("compare", "match", "headhunter, hunter", "jager", *BOTH)
    assert done.code == 1
    assert "Nothing was played" in done.out
    assert "--leave-out leaves at home: Headhunter." in done.out
    done = gearlock("compare", "match", "headhunter, hunter", "jager", "--leave-out", *BOTH, *QUICK)
    assert done.code == 0
    assert "A: Hunter (left out: Headhunter)" in done.out


def test_progress_names_the_system(gearlock: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matchreport, "EVERY_SECONDS", 0.0)
    lines = gearlock("compare", "match", "hunter", "jager", *BOTH, *QUICK).err.splitlines()
    assert [line.split(" ")[4] for line in lines] == ["blitz:", "blitz:", "brigands:", "brigands:"]
    assert lines[0].startswith("1 of 2 games; blitz: A ")


def test_a_match_that_is_stopped_tells_what_was_played(gearlock: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    play = Contest.play

    def stopped(contest: Contest, games: int, jobs: int) -> Iterator[Played]:
        for played in play(contest, games, jobs):
            yield played
            raise KeyboardInterrupt

    monkeypatch.setattr(Contest, "play", stopped)
    done = gearlock("compare", "match", "hunter", "jager", *BOTH, *QUICK)
    assert done.code == 130
    assert cells(done.out, "games") == ["1", "0"]
    assert "Stopped before all games were played" in done.err


def test_a_model_is_shown_card_beside_card(gearlock: Command) -> None:
    done = gearlock("compare", "model", "hunter", "-s", "brigands,blitz")
    assert cells(done.out, "hull + structure") == ["4 + 2", "5 + 1"]
    assert cells(done.out, "light panzerfaust") == ["LPZ: PEN 6, 2-6/12 in, AP:2", "LPZ: PEN 8, 0-6/12 in, AT"]
    found = gearlock("compare", "model", "headhunter", "--json").json()
    assert set(found["systems"]) == {"brigands", "fieldmanual"}
    assert found["without"]["blitz"] == "there is no Headhunter"


def test_all_models_are_listed_by_who_has_them(gearlock: Command) -> None:
    told = gearlock("compare", "model", *BOTH).out
    assert "models in blitz and brigands: " in told
    assert "models in brigands alone, with no counterpart: " in told
    groups = {
        tuple(group["systems"]): group["models"]
        for group in gearlock("compare", "model", *BOTH, "--json").json()["groups"]
    }
    assert "Hunter" in groups["blitz", "brigands"]
    assert "Headhunter" in groups[("brigands",)]


def test_shared_conditions_are_listed_with_each_systems_own(gearlock: Command) -> None:
    told = gearlock("compare", "conditions", "-s", "brigands,blitz").out
    assert cells(told, "full") == ["cover=light full=yes", "cover=light full=yes"]
    assert cells(told, "medium") == ["no counterpart: cover is light or heavy, nothing between", "cover=medium"]
    found = gearlock("compare", "conditions", "--json").json()["conditions"]
    assert found["cover"]["brigands"]["lacks"]["medium"]


@pytest.mark.parametrize("words", [(), ("odds",), ("match",), ("model",), ("conditions",)])
def test_help_says_what_it_does(gearlock: Command, words: tuple[str, ...]) -> None:
    done = gearlock("compare", *words, "--help")
    assert done.code == 0
    assert "system" in done.out
