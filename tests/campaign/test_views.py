"""What a seat sees of a campaign: nothing of what another seat keeps to itself, and everything when it is over."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from campaign.chain import begun, fight, usual
from gearlock.campaign.counter import counters
from gearlock.campaign.deputies import bot_repairs
from gearlock.campaign.following import Following
from gearlock.campaign.keeping import begin, plan_of, read
from gearlock.campaign.lines import Buy, Finish, Line, March, Mend
from gearlock.campaign.views import view_of
from gearlock.campaign.wishing import refuse_wish
from gearlock.kernel.dice import Seeded
from gearlock.kernel.errors import BadInput
from gearlock.kernel.registry import all_systems, get_system

LINKED = [system.id for system in all_systems() if system.campaign is not None]
BOOK = next(system.id for system in all_systems() if hasattr(system.campaign, "muster"))


def seen(following: Following, seat: str) -> bytes:
    return msgspec.json.encode(view_of(following, seat), order="deterministic")


def fought(path: Path, system: str) -> Following:
    """A campaign between its first battle and its second."""
    begun(path, system, usual(system), battles="9")
    assert fight(path)
    return read(path)[0]


def behind_the_back(following: Following) -> None:
    """Blue does everything that nobody else may know: hurt and mended members, points, purchases, lines of the log."""
    side = following.campaign.sides["blue"]
    members = tuple(msgspec.structs.replace(each, hurt={}, away="gone for good", name="Else") for each in side.members)
    pools = {name: amount + 3 for name, amount in side.pools.items()}
    following.campaign = following.campaign.side("blue", members=(*members, *members), pools=pools, banner="other")
    for decision in (Mend("blue", "blue-1:secret"), Buy("blue", "secret", "secret")):
        following.lines.append(Line(decision, ((1, 1),), ("a secret",), "x", "y"))


def wishes_refused(following: Following, seat: str) -> dict[str, str]:
    """What a seat hears when it wants one battle after the other."""
    found = {}
    for name in (*following.rules.scenarios(following.start.start), "duelists", "tea"):
        try:
            refuse_wish(following, seat, March(name))
        except BadInput as error:
            found[name] = str(error)
    return found


@pytest.mark.parametrize("system", LINKED)
@pytest.mark.parametrize("battles", [0, 1])
def test_what_a_seat_may_want_next_tells_nothing_of_the_other_side(system: str, battles: int, tmp_path: Path) -> None:
    """Neither who is mended or bought there nor, before the first battle, who is there at all."""
    if battles:
        following = fought(tmp_path / "war.jsonl", system)
    else:
        following = begin(get_system(system), plan_of(get_system(system), "duel", {}), "7")
    before = {seat: wishes_refused(following, seat) for seat in ("red", "blue")}
    assert "tea" in before["red"]
    assert usual(system) not in before["red"]
    behind_the_back(following)
    if not battles and get_system(system).hidden:
        nobody = following.start.start.side("blue", members=())
        following.start = msgspec.structs.replace(following.start, start=nobody)
    after = {seat: wishes_refused(following, seat) for seat in ("red", "blue")}
    assert after["red"] == before["red"]
    assert after["blue"] != before["blue"], "one's own force counts as it is"


@pytest.mark.parametrize("system", LINKED)
@pytest.mark.parametrize("battles", [0, 1])
def test_nothing_that_another_seat_keeps_to_itself_can_be_seen(system: str, battles: int, tmp_path: Path) -> None:
    if battles:
        following = fought(tmp_path / "war.jsonl", system)
    else:
        following = begin(get_system(system), plan_of(get_system(system), "duel", {}), "7")
    before = {seat: seen(following, seat) for seat in ("red", "", "blue")}
    behind_the_back(following)
    after = {seat: seen(following, seat) for seat in ("red", "", "blue")}
    assert after["red"] == before["red"]
    assert after[""] == before[""]
    assert after["blue"] != before["blue"]


def test_the_dice_to_come_are_nobodys_until_it_is_over(tmp_path: Path) -> None:
    following = begin(get_system(BOOK), plan_of(get_system(BOOK), "duel", {}), "a seed that nobody guesses")
    for seat in ("red", "blue", ""):
        assert b"nobody guesses" not in seen(following, seat)
    following.decide(Finish())
    assert b"nobody guesses" in seen(following, "")
    one, other = following.dice_of(1), following.dice_of(2)
    assert len({one.commitment, other.commitment, Seeded(1).commitment}) == 3


def test_a_force_nobody_has_fought_is_unknown_where_a_game_has_secrets() -> None:
    for id_ in LINKED:
        system = get_system(id_)
        view = view_of(begin(system, plan_of(system, "duel", {}), "7"), "red")
        assert bool(view.sides[1].members) is not system.hidden
        assert view.sides[0].members[0].figure


@pytest.mark.parametrize("system", LINKED)
@pytest.mark.parametrize("seat", ["red", "blue", ""])
def test_before_the_first_battle_nobody_is_told_that_a_side_alone_has_a_force_left(system: str, seat: str) -> None:
    view = view_of(begin(get_system(system), plan_of(get_system(system), "duel", {}), "7"), seat)
    assert view.standing.winner == ""
    assert "alone" not in view.standing.reason


def test_what_was_said_of_a_force_is_unknown_as_long_as_the_force_is(tmp_path: Path) -> None:
    plan = plan_of(get_system(BOOK), "duel", {"red": "hunter", "blue": "jaeger", "rounds": "2", "technicians": "4"})
    following = begin(get_system(BOOK), plan, "7")
    both = {"rounds": "2", "technicians": "4"}
    assert view_of(following, "red").agreed == {"red": "hunter", **both}
    assert view_of(following, "blue").agreed == {"blue": "jaeger", **both}
    assert view_of(following, "").agreed == both
    assert b"jaeger" not in seen(following, "red")
    begun(tmp_path / "war.jsonl", BOOK, "duel", red="hunter", blue="jaeger")
    fight(tmp_path / "war.jsonl")
    assert view_of(read(tmp_path / "war.jsonl")[0], "red").agreed["blue"] == "jaeger"
    following.decide(Finish())
    assert view_of(following, "").agreed == {"red": "hunter", "blue": "jaeger", **both}


def test_the_counter_tells_prices_of_what_cannot_be_paid_and_why() -> None:
    following = begin(get_system(BOOK), plan_of(get_system(BOOK), "duel", {}), "7")
    items = {item.what: item for counter in counters(following, "red") for item in counter.items}
    assert items["hunter"].price == {"Victory Points": 4}
    assert "costs 4" in items["hunter"].refused
    assert "" not in items, "of what must be said more of nothing is offered bare"
    following.campaign = following.campaign.paid("red", "Victory Points", 4)
    items = {item.what: item for counter in counters(following, "red") for item in counter.items}
    assert (items["hunter"].refused, items["hunter"].price) == ("", {"Victory Points": 4})
    assert items["5"].refused


def test_bots_mend_what_is_likely_and_leave_alone_what_is_not(tmp_path: Path) -> None:
    following = begin(get_system(BOOK), plan_of(get_system(BOOK), "duel", {"technicians": "4,4"}), "7")
    member = following.campaign.sides["blue"].members[0]
    hurt = {"": {"armor_lost": 2, "harm": {"frame": 1}}}
    following.campaign = following.campaign.member("blue", msgspec.structs.replace(member, hurt=hurt, away="destroyed"))
    players = {"red": "human", "blue": "bot:greedy"}
    tried = []
    for wanted in bot_repairs(following, players):
        tried.append(wanted.repair)
        following.decide(wanted)
    assert set(tried) == {"blue-1:armor"}, "one roll in 1296 mends a frame"
    assert list(bot_repairs(following, {"red": "human", "blue": "human"})) == []
    with pytest.raises(BadInput):
        following.decide(Mend("blue", tried[-1] + "x"))
