"""Battles that are told of: what is read from Python and files, on ladders of the house too."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock import BadInput, UnknownName, new_campaign
from gearlock.campaign.reporting import read_report, report_of
from gearlock.kernel.campaigning import Report
from gearlock.kernel.registry import all_systems, get_system

LADDERS = [system.id for system in all_systems() if system.campaign and not hasattr(system.campaign, "muster")]
TEXT = """
scenario = "skirmish"
won = "red"
lost = ["blue-1"]
because = "rain"
[harm]
red-1 = "3 armor"
red-2 = ["1 armor", "light"]
blue-2 = { armor_lost = 2 }
[points]
red = 4
blue = -1
[spent]
red = ["fog", "ecm 2"]
blue = 2
"""


def test_a_file_says_what_python_says() -> None:
    harm: dict[str, str | dict[str, Any]] = {
        "red-1": "3 armor",
        "red-2": "1 armor, light",
        "blue-2": {"armor_lost": 2},
    }
    spent = {"red": ("fog", "ecm 2"), "blue": ("2",)}
    expected = Report(harm, ("blue-1",), "red", {"red": 4, "blue": -1}, spent, "rain")
    assert read_report(TEXT, "r.toml") == ("skirmish", expected)
    assert report_of({"lost": "blue-1, blue-2", "won": "draw"}) == Report(lost=("blue-1", "blue-2"))


@pytest.mark.parametrize(
    "given",
    [
        {"harm": "red-1"}, {"harm": {1: "x"}}, {"harm": {"red-1": 2.5}}, {"harm": {"red-1": {"a": object()}}},
        {"lost": 2.5}, {"lost": {"a": 1}}, {"lost": [2.5]}, {"won": 1}, {"points": {"red": True}},
        {"points": {"red": 1001}}, {"points": {"red": "4"}}, {"points": [1]},
        {"spent": "fog"}, {"spent": {"red": None}},
        {"because": 5}, {"because": "x" * 5001}, {"who": "red"},
    ],
)  # fmt: skip
def test_what_is_no_report_is_refused(given: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        report_of(given)


@pytest.mark.parametrize("text", ["harm =", "who = 1", "[harm]\nred-1 = 2.5", "scenario = 1"])
def test_a_file_that_is_no_report_is_refused_by_its_name_or_part(text: str) -> None:
    with pytest.raises(BadInput):
        read_report(text, "r.toml")


@pytest.mark.parametrize("system", LADDERS)
def test_a_ladder_of_the_house_is_told_of_in_fields(system: str) -> None:
    one = new_campaign(system)
    linked = get_system(system).campaign
    known = new_campaign(system).battle().state.units["red-1"]
    field = next(name for name in linked.carried if isinstance(getattr(known, name), int))  # type: ignore[union-attr]
    one.report({"red-1": {field: 1}}, won="red")
    assert one.member("red-1").hurt[""][field] == 1
    before = one.hash()
    for wrong in (
        {"harm": {"red-1": "light"}}, {"harm": {"red-1": {"wings": 1}}}, {"harm": {"red-1": {field: "many"}}},
        {"points": {"red": 1}}, {"spent": {"red": "fog"}},
    ):  # fmt: skip
        with pytest.raises(BadInput):
            one.report(**wrong)
    with pytest.raises(UnknownName):
        one.report({"red-99": {}})
    assert one.hash() == before
    one.report(lost=["blue-1"], won="red")
    assert one.member("blue-1").away == "lost"
    assert one.outcome.winner == "red"
    assert one.outcome.score["red"] == 2


@pytest.mark.parametrize("system", LADDERS)
def test_on_a_ladder_nobody_has_more_than_there_is_of_it_or_takes_the_field_with_nothing(system: str) -> None:
    """What there is is what its boxes show, whether a game counts what is left or what is crossed out."""
    one = new_campaign(system)
    linked, known = get_system(system).campaign, one.battle().state.units["red-1"]
    numbers = [name for name in linked.carried if isinstance(getattr(known, name), int)]  # type: ignore[union-attr]
    full = max(track.full for track in new_campaign(system).view("red").sides[0].members[0].tracks)
    nothing = {name: 0 if getattr(known, name) else full for name in numbers}
    wrong: list[tuple[dict[str, int], str]] = [
        ({numbers[0]: count}, "cannot be like this") for count in (-1, 99, 10**30)
    ]
    for fields, said in (*wrong, (nothing, "name it among the lost")):
        with pytest.raises(BadInput, match=said):
            one.report({"red-1": fields})
        with pytest.raises(BadInput, match=said):
            new_campaign(system, hurt={"red-1": fields})
    one.report({"red-1": nothing}, lost=["red-1"], won="blue")
    assert one.member("red-1").away == "lost"
