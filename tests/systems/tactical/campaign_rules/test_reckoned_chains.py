"""Chains of three battles of different kinds, fought by lot; every number they hand on is reckoned anew from the logs.

Prices stand here once more as the book prints them, and nothing is asked of the code that charges them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gearlock.bots.arena import play_out
from gearlock.bots.players import make_bot
from gearlock.campaign.lines import Buy, Mend
from gearlock.campaign.war import War, load_campaign, new_campaign
from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import BadInput
from gearlock.kernel.events import Outcome
from gearlock.systems.tactical import victory_points as e
from gearlock.systems.tactical.rounds.round import RoundBegun

VP, LABOR, SEATS = "Victory Points", "Labor Points", ("red", "blue")
CANCELLED = {"light": 2, "heavy": 5, "overkill": 10}
SALVOS = {"Light Salvo": 2, "Medium Salvo": 3, "Heavy Salvo": 5}
A_RATING = {"ecm": 2, "eccm": 1}
CLIPS = {"LAC": 10}
"""Threat Value of a clip, by the price list of Hunter and Jaeger."""
CHAINS = [
    ("skirmish", "battle", "skirmish"),
    ("battle", "battle", "battle"),
    ("skirmish", "king-of-the-ridge", "battle"),
    ("king-of-the-ridge", "king-of-the-ridge", "skirmish"),
    ("pressure-point", "skirmish", "battle"),
    ("skirmish", "come-out-come-out", "come-out-come-out"),
    ("opportunity-knocks", "battle", "skirmish"),
    ("back-against-the-wall", "skirmish", "back-against-the-wall"),
    ("cornered", "skirmish", "battle"),
    ("battle", "skirmish", "duelists"),
    ("skirmish", "duelists", "skirmish"),
    ("skirmish", "skirmish", "skirmish"),
]


def price_of(event: object) -> int:
    """What a purchase costs by the table, of those with a price of their own."""
    if isinstance(event, e.DamageCancelled):
        return CANCELLED[event.level]
    if isinstance(event, e.ConditionBought):
        return {"fog": 3, "night": 2}.get(event.condition, 2 if "heavy" in event.condition else 1)
    if isinstance(event, e.SalvoBought):
        return SALVOS[event.salvo]
    if isinstance(event, e.CoverBought):
        assert event.price % A_RATING[event.system] == 0
        return event.price
    return 7 if isinstance(event, e.PriorityBought) else 0


def spent_in(battle: Battle[Any]) -> dict[str, int]:
    """What each side has paid, by what its log says was bought: of units and clips a point for each hundred begun."""
    spent, threat_values, number = dict.fromkeys(SEATS, 0), dict[tuple[str, int], int](), 0
    for event in (event for entry in battle.entries for event in entry.events):
        number += isinstance(event, RoundBegun)
        if isinstance(event, e.ReinforcementBought | e.ClipBought):
            tv = event.tv if isinstance(event, e.ReinforcementBought) else CLIPS[event.weapon]
            threat_values[event.seat, number] = threat_values.get((event.seat, number), 0) + tv
        elif price := price_of(event):
            spent[str(getattr(event, "seat", ""))] += price
    for (seat, _), tv in threat_values.items():
        spent[seat] += -(-tv // 100)
    return spent


def mends_and_buys(war: War) -> None:
    """Each side tries what it can pay for, the dearest repair first, and buys some labor."""
    for seat in SEATS:
        if war.side(seat).pools[VP]:
            war.buy(seat, "labor", 1)
        for _ in range(4):
            able = [offer for offer in war.repairs(seat) if not offer.refused]
            if able:
                war.repair(seat, max(able, key=lambda offer: (offer.cost[LABOR], offer.id)).id)


def labor_after(war: War, seat: str, since: int) -> int:
    """Labor left of the 30 by the lines since then: what was bought, less what every attempt took."""
    labor = 5 * (1 + 1 + 2 + 2)
    for line in war.following.lines[since:]:
        did = line.decision
        if isinstance(did, Buy) and did.seat == seat:
            labor += int(did.what)
        elif isinstance(did, Mend) and did.seat == seat:
            labor -= int(line.told[0].partition(" Labor Points")[0].rpartition(" ")[2])
    return labor


def earned_by(scenario: str, outcome: Outcome, seat: str) -> int:
    """A duel earns nothing, a battle without points of its own a mission's for who won, any other what it scores."""
    if scenario == "skirmish":
        return 5 if outcome.winner == seat else 0
    return 0 if scenario == "duelists" else outcome.score.get(seat, 0)


def fights(war: War, scenario: str, seed: int, points: dict[str, int]) -> str:
    """A battle by lot, the usual one where the forces cannot play this; counted by hand and held against the pools."""
    before = {seat: war.side(seat).members for seat in SEATS}
    try:
        battle = war.battle(scenario)
    except BadInput:
        scenario = "skirmish"
        battle = war.battle(scenario)
    play_out(battle, {"red": make_bot("random", seed), "blue": make_bot("random", seed + 50)})
    war.bring_home()
    assert battle.outcome is not None
    spent = spent_in(battle)
    for seat in SEATS:
        points[seat] = max(0, points[seat] + earned_by(scenario, battle.outcome, seat) - spent[seat])
        assert war.side(seat).pools == {VP: points[seat], LABOR: 30}
        for was, now in zip(before[seat], war.side(seat).members, strict=True):
            old, new = was.hurt.get("", {}), now.hurt.get("", {})
            assert new.get("armor_lost", 0) >= old.get("armor_lost", 0), "no battle mends anything"
            assert now == was or not was.away, "who was not there is as it was"
    return scenario


@pytest.mark.rule(
    "tactical.4.2", "tactical.4.2.1", "tactical.4.2.2", "tactical.4.2.2-spending", "tactical.4.2.2-winner"
)
@pytest.mark.parametrize("number", range(len(CHAINS)))
def test_every_number_of_a_chain_is_what_its_logs_add_up_to(number: int, tmp_path: Path) -> None:
    chain, points = CHAINS[number], dict.fromkeys(SEATS, 6 * (number % 3))
    options = {
        "red": "jaeger*3", "blue": "hunter*3", "rounds": 1, "battles": 3, "technicians": "1,1,2,2",
        "modules": "detailed damage" if number % 2 or "back-against-the-wall" in chain else "none",
    }  # fmt: skip
    pools = {seat: {VP: points[seat]} for seat in SEATS}
    war = new_campaign("tactical", "skirmish", seed=number, options=options, pools=pools)
    fought = ""
    for at, scenario in enumerate(chain):
        fought = fights(war, scenario, 10 * number + at, points)
        if war.over or not all(any(not each.away for each in war.side(seat).members) for seat in SEATS):
            break
        since = len(war.following.lines)
        mends_and_buys(war)
        for seat in SEATS:
            points[seat] -= 1 if points[seat] else 0
            assert war.side(seat).pools == {VP: points[seat], LABOR: labor_after(war, seat, since)}
    if not war.over:
        war.end()
    ahead = "" if points["red"] == points["blue"] else max(SEATS, key=lambda seat: points[seat])
    dueled = war.state.battles[-1].outcome.winner if fought == "duelists" else ""
    assert war.outcome.winner == (dueled or ahead)
    war.save(tmp_path / "war.jsonl")
    again = load_campaign(tmp_path / "war.jsonl")
    assert again.state == war.state
    assert not again.prove().wrong
