"""A force with nobody left to fight: what its owner is told, and the ways out that are open."""

from __future__ import annotations

from pathlib import Path

import pytest

from gearlock import BadInput
from gearlock.campaign.following import Following
from gearlock.campaign.lines import Buy, March, Mend
from gearlock.campaign.views import view_of
from gearlock.campaign.war import load_campaign, new_campaign
from gearlock.kernel.registry import all_systems

VP = "Victory Points"
WRECKS = {"red-1": {"harm": {"frame": 1}}, "red-2": {"harm": {"frame": 1}}}
FORCES = {"red": "hunter*2", "blue": "jaeger*2"}


def wrecked(technicians: str = "3", points: int = 0) -> Following:
    """A campaign of Tactical in which every machine of red is a wreck."""
    options = {**FORCES, "technicians": technicians, "battles": "5"}
    return new_campaign("tactical", "duel", 7, options, pools={"red": {VP: points}}, hurt=WRECKS).following


def test_who_can_neither_repair_nor_buy_is_told_that_the_force_cannot_fight_on() -> None:
    following = wrecked()
    (mine,) = view_of(following, "red").stranded
    assert (mine.seat, mine.repairs, mine.wares) == ("red", (), ())
    assert mine.words == "Your force cannot fight on. End the campaign."
    with pytest.raises(BadInput, match="cannot fight on"):
        following.decide(March("duel", {}))


def test_ways_out_are_named_only_while_they_are_open() -> None:
    (repair,) = view_of(wrecked("5,5"), "red").stranded
    assert (set(repair.repairs), repair.wares) == ({"red-1:frame", "red-2:frame"}, ())
    assert repair.words == "Your force cannot fight on. Repair a unit or end the campaign."
    following = wrecked("5,5", points=4)
    (both,) = view_of(following, "red").stranded
    assert both.wares == ("reinforcements",)
    assert both.words == "Your force cannot fight on. Repair a unit, buy reinforcements or end the campaign."
    following.decide(Buy("red", "reinforcements", "hunter"))
    assert view_of(following, "red").stranded == ()


def test_the_other_side_sees_that_there_is_nobody_and_nothing_of_the_ways_out() -> None:
    assert view_of(wrecked("5,5", points=4), "blue").stranded == (), "nobody has seen them before the first battle"
    fought = new_campaign("tactical", "duel", 7, {**FORCES, "technicians": "5,5", "battles": "5"})
    fought.report(lost=("red-1", "red-2"), won="blue")
    (theirs,) = fought.view("blue").stranded
    assert (theirs.seat, theirs.repairs, theirs.wares) == ("red", (), ())
    assert theirs.words == "The force of red cannot fight on."


def test_a_hopeless_repair_costs_nothing_whoever_tries_it() -> None:
    following = wrecked()
    labor = following.campaign.sides["red"].pools["Labor Points"]
    with pytest.raises(BadInput, match="No roll of the technicians"):
        following.decide(Mend("red", "red-1:frame"))
    assert following.campaign.sides["red"].pools["Labor Points"] == labor
    assert not following.lines


def test_a_force_that_can_fight_is_told_nothing() -> None:
    for system in all_systems():
        if system.campaign is None:
            continue
        view = view_of(new_campaign(system.id, seed=7).following, system.seats[0])
        assert view.stranded == (), system.id


def test_a_file_from_before_in_which_somebody_tried_it_is_still_read_and_proved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    war = new_campaign("tactical", "duel", 7, {**FORCES, "technicians": "3", "battles": "5"})
    war.report(lost=("red-1", "red-2"), won="blue")
    with monkeypatch.context() as before:
        before.setattr(Following, "_refuse_hopeless", lambda *_: None)
        war.repair("red", "red-1:frame")
    again = load_campaign(war.save(tmp_path / "war.jsonl"))
    assert again.hash() == war.hash()
    assert not again.prove().wrong
