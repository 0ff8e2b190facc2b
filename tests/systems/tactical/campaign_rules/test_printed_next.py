"""4.2, 4.3: printed scenarios as battles of a campaign begun with another."""

from __future__ import annotations

import pytest

from gearlock.kernel.campaigning import Plan
from gearlock.kernel.errors import BadInput
from gearlock.systems.tactical import SYSTEM
from gearlock.systems.tactical.battles.battles import begin
from gearlock.systems.tactical.campaigns.linking import lay_out, muster, next_battles
from gearlock.systems.tactical.printed_scenarios.the_six import CONVOY, LAST_STAND, PRINTED
from gearlock.systems.tactical.state import NEEDED, RESERVE, State
from systems.tactical.campaign_rules.campaigns import after_battle, campaign, hurt

LENT = {"king-of-the-ridge": 1, "cornered": 1, "come-out-come-out": 8, "opportunity-knocks": 1}


@pytest.mark.rule("tactical.4.2")
@pytest.mark.parametrize("name", PRINTED)
def test_the_forces_of_the_campaign_fight_a_printed_scenario_and_what_it_adds_joins_nobody(name: str) -> None:
    now = hurt(campaign("detailed damage", red="hunter*2", blue="jaeger*3"), "blue-2", armor_lost=2)
    assert name in next_battles(now)
    state = begin(lay_out(now, name, 1, {}))
    lent = [unit for unit in state.units.values() if unit.token(NEEDED)]
    assert len(lent) == LENT.get(name, 0)
    assert len(state.units) == 5 + len(lent)
    assert state.units["blue-2"].armor_lost == 2

    def struck(state: State) -> None:
        for unit in state.units.values():
            unit.armor_lost += 1

    after = after_battle(now, struck, scenario=name, score={"red": 4, "blue": 1})
    assert [len(side.members) for side in after.sides.values()] == [2, 3]
    assert after.sides["blue"].members[1].hurt == {"": {"armor_lost": 3}}
    assert [side.pools["Victory Points"] for side in after.sides.values()] == [4, 1]


@pytest.mark.rule("tactical.4.3.1")
def test_the_mammoth_comes_whole_in_every_battle_of_its_scenario_also_when_a_squadron_is_gone() -> None:
    now = muster(Plan("king-of-the-ridge", {}, {}))
    assert not any("Mammoth" in member.name for member in now.sides["blue"].members)
    first = {member.id for member in now.sides["blue"].members if member.group == 1}
    for id in first:
        now = hurt(now, id, harm={"frame": 1})
    state = begin(lay_out(now, "king-of-the-ridge", 1, {}))
    (mammoth,) = (unit for unit in state.units.values() if unit.token(NEEDED))
    assert ("Mammoth" in mammoth.name, mammoth.status) == (True, RESERVE)


@pytest.mark.rule("tactical.4.2")
@pytest.mark.parametrize(
    ("name", "modules", "blue", "words"),
    [
        ("back-against-the-wall", "none", "jaeger*2", "counters of the Quick Start"),
        ("cornered", "none", "jaeger", "needs 2 Gears"),
    ],
)
def test_a_scenario_that_cannot_be_played_is_refused_with_a_remedy(
    name: str, modules: str, blue: str, words: str
) -> None:
    with pytest.raises(BadInput, match=words):
        lay_out(campaign(modules, blue=blue), name, 1, {})


def test_the_system_knows_them_all() -> None:
    assert set(PRINTED) <= set(SYSTEM.scenarios())


@pytest.mark.rule("tactical.4.2.2", "tactical.4.3.5")
@pytest.mark.parametrize(
    ("won", "trucks", "escorts", "pools"),
    [("blue", 2, 1, (1, 5)), ("blue", 7, 0, (0, 7)), ("red", 2, 0, (5, 2)), ("", 2, 1, (1, 2)), ("red", 0, 0, (5, 0))],
)
def test_a_printed_scenario_that_is_given_up_earns_what_was_earned_and_the_winner_a_mission_at_least(
    won: str, trucks: int, escorts: int, pools: tuple[int, int]
) -> None:
    def so_far(state: State) -> None:
        state.points |= {name: points for name, points in (("VP:blue", trucks), ("VP:red", escorts)) if points}

    now = after_battle(campaign(red="hunter*2", blue="jaeger*2"), so_far, won=won, scenario=CONVOY)
    assert tuple(side.pools["Victory Points"] for side in now.sides.values()) == pools


@pytest.mark.rule("tactical.4.2.2", "tactical.4.3.4")
@pytest.mark.parametrize(("score", "winner"), [((5, 2), "red"), ((0, 5), "blue"), ((2, 2), "")])
def test_a_printed_scenario_is_won_in_a_campaign_by_who_earned_more_whoever_drove_the_other_off(
    score: tuple[int, int], winner: str
) -> None:
    """The North beats the attack off and loses Stevens: 2 points against 5, a technical victory of the South."""
    now = campaign("detailed damage", red="jaeger*2", blue="hunter*2", battles="9")
    now = after_battle(now, lambda _: None, "blue", LAST_STAND, dict(zip(("red", "blue"), score, strict=True)))
    assert now.battles[-1].outcome.winner == winner
    assert tuple(side.pools["Victory Points"] for side in now.sides.values()) == score
