"""What an army has or lacks besides its units goes with it through a campaign: bands, support, who commands."""

from __future__ import annotations

import pytest

from gearlock.campaign.lines import March
from gearlock.campaign.war import War, new_campaign
from gearlock.campaign.wishing import refuse_wish
from gearlock.kernel.asks import Ask
from gearlock.kernel.errors import BadInput
from gearlock.kernel.registry import get_system
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.support_assets import AIR, ARTILLERY, is_barred
from gearlock.systems.tactical.switches import DETAILED_DAMAGE
from gearlock.systems.tactical.victory_points import (
    PURCHASE,
    BuyCondition,
    BuyReinforcement,
    BuySalvo,
    offer_conditions,
    refuse_reinforcement,
    refuse_salvo,
)

LOCATIONS = {
    "Rain": ["Northern Hemisphere"],
    "Sandstorm": ["Badlands"],
    "Night+Fog": ["Southern Hemisphere"],
    "Tempest": ["Badlands"],
}
POINTS = {"red": {"Victory Points": 20}, "blue": {"Victory Points": 20}}
NORTH = """system tactical
faction Northern Guard
name Guard
size 3000
support 250
detachment yes

group One
  squad
    5x Hunter
"""
BAND = """system tactical
faction Rovers
name Sand Rats
size 3000

group Gang
  leader
    Hunter: Commander
    Hunter: Second in Command
  team Riders
    2x Hunter
"""


def begun(scenario: str = "battle", **forces: str) -> War:
    return new_campaign("tactical", scenario, seed=3, options=forces, pools=POINTS)


def first_state(war: War, scenario: str) -> State:
    state = war.battle(scenario).state
    assert isinstance(state, State)
    return state


@pytest.mark.rule("tactical.6.5.1")
@pytest.mark.parametrize("scenario", ["battle", "king-of-the-ridge", "opportunity-knocks"])
def test_rovers_have_neither_artillery_nor_aircraft_in_any_battle_of_a_campaign(scenario: str) -> None:
    state = first_state(begun(red="rovers-small", blue="south-small"), scenario)
    assert is_barred(state, "red", ARTILLERY)
    assert is_barred(state, "red", AIR)
    assert is_barred(state, "blue", ARTILLERY) == (scenario == "opportunity-knocks")
    assert not is_barred(state, "blue", AIR)


@pytest.mark.rule("tactical.6.5.1")
def test_rovers_in_a_printed_scenario_have_none_either() -> None:
    setup = get_system("tactical").prepare("king-of-the-ridge", 1, {"red": "rovers-small"})
    assert setup.data["switches"]["barred:red"] == f"{AIR}+{ARTILLERY}"
    assert "barred:blue" not in setup.data["switches"]


@pytest.mark.rule("tactical.6.5.1", "tactical.4.3.6")
def test_salvos_that_nobody_could_have_are_not_told_of() -> None:
    for scenario, seat in (("battle", "red"), ("opportunity-knocks", "red"), ("opportunity-knocks", "blue")):
        war = begun(red="rovers-small", blue="south-small")
        with pytest.raises(BadInput, match=f"{seat} had no artillery"):
            war.report(points={"red": 1}, spent={seat: "light salvo"}, scenario=scenario)
        war.report(points={"red": 1}, spent={seat: "fog"}, scenario=scenario)
    war = begun(red="rovers-small", blue="south-small")
    war.report(points={"red": 1}, spent={"blue": "light salvo*2"}, scenario="king-of-the-ridge")
    assert war.side("blue").pools["Victory Points"] == 16


@pytest.mark.rule("tactical.6.1.2-duel")
def test_a_band_with_gears_of_the_north_alone_follows_no_custom_of_duels(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    path = tmp_path_factory.mktemp("rosters") / "band.txt"
    path.write_text(BAND, encoding="utf-8")
    assert "duelists" not in begun(red="south-small", blue=str(path)).scenarios()
    assert "duelists" in begun(red="south-small", blue="north-small").scenarios()


@pytest.mark.rule("tactical.4.1.3-support", "tactical.4.2")
def test_threat_value_set_aside_for_support_is_there_in_every_battle(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("rosters") / "guard.txt"
    path.write_text(NORTH, encoding="utf-8")
    war = begun(red="south-small", blue=str(path))
    for scenario in ("battle", "king-of-the-ridge"):
        points = war.battle(scenario).setup.data["points"]
        assert points["set aside:blue"] == 250
        assert "set aside:red" not in points
        war.report(points={"red": 1})
    setup = get_system("tactical").prepare("king-of-the-ridge", 1, {"blue": str(path)})
    assert setup.data["points"]["set aside:blue"] == 250


@pytest.mark.rule("tactical.2.6.2-step0-commander", "tactical.4.2")
@pytest.mark.parametrize(("lost", "named"), [("red-1", 0), ("red-2", 0), ("red-3", 2)])
def test_a_side_that_has_lost_its_commander_or_its_second_names_both_anew(lost: str, named: int) -> None:
    war = begun("skirmish", red="hunter/commander,hunter/second,hunter*2", blue="jaeger*4")
    war.report({lost: "destroyed"}, won="blue")
    battle = war.battle()
    assert isinstance(battle.state, State)
    assert sum(bool(unit.rank) for unit in battle.state.units.values()) == named
    assert battle.waiting_for() == (("blue",) if named else ("red",))
    assert [ask.kind for ask in battle.pending] == ["appoint"]


@pytest.mark.rule("tactical.4.2.2-spending")
@pytest.mark.parametrize("name", ["c3-vehicle", "truck", "gun-turret-mac", "hunter, truck"])
def test_what_comes_with_a_scenario_joins_no_force(name: str) -> None:
    war = begun("skirmish", red="hunter*2", blue="jaeger*2")
    with pytest.raises(BadInput, match="no force buys it"):
        war.buy("red", "reinforcements", name)
    assert len(war.side("red").members) == 2


@pytest.mark.rule("tactical.4.2.2-spending", "tactical.2.6.2-step0-commander")
def test_a_rank_is_not_bought() -> None:
    war = begun("skirmish", red="hunter*2", blue="jaeger*2")
    with pytest.raises(BadInput, match="leave the rank out"):
        war.buy("red", "reinforcements", "hunter/commander")


@pytest.mark.rule("tactical.4.2.2-spending", "tactical.3.6.6")
@pytest.mark.parametrize(
    ("name", "tv", "price"), [("rookie-squad", 23, 1), ("qualified-squad", 94, 1), ("veteran-squad", 299, 3)]
)
def test_a_ready_squad_is_offered_at_the_price_of_its_quality(name: str, tv: int, price: int) -> None:
    war = begun("skirmish", red="hunter*2", blue="jaeger*2")
    offered = next(ware for ware in war.wares("red") if ware.id == "reinforcements").choices
    assert offered[name].endswith(f", {tv} TV")
    war.buy("red", "reinforcements", name)
    assert war.side("red").pools["Victory Points"] == 20 - price
    assert war.member("red-3").worth == tv


@pytest.mark.rule("tactical.4.3.3", "tactical.4.2.2-spending")
def test_who_was_seen_in_the_last_battle_counts_for_the_next_one_that_is_wanted() -> None:
    """The North began with a single Gear and has bought two: the South has seen them since."""
    war = begun("skirmish", red="jaeger*3", blue="hunter")
    war.report(won="red")
    war.buy("blue", "reinforcements", "hunter*2")
    with pytest.raises(BadInput, match="needs 2 Gears"):
        refuse_wish(war.following, "red", March("cornered"))
    war.report({"blue-1": "destroyed"}, won="red")
    refuse_wish(war.following, "red", March("cornered"))


@pytest.mark.rule("tactical.4.2", "tactical.4.1.2-location")
@pytest.mark.parametrize(
    "said", [{"condition": "Rain"}, {"condition": "Sandstorm"}, {"condition": "Night+Fog"}, {"subplot-blue": "Tempest"}]
)
def test_weather_that_was_agreed_on_finds_its_location_whatever_the_seed_of_the_battle(said: dict[str, str]) -> None:
    for seed in range(12):
        war = new_campaign("tactical", "skirmish", seed=seed, options={"red": "hunter", "blue": "jaeger"})
        switches = war.battle("battle", said).setup.data["switches"]
        location = switches["location"]
        assert all(location in known for known in (LOCATIONS[each] for each in said.values()))
    refused = new_campaign("tactical", "skirmish", seed=1, options={"red": "hunter", "blue": "jaeger"})
    with pytest.raises(BadInput, match="result of the roll for condition"):
        refused.battle("battle", {"condition": "Fog+Sandstorm"})
    assert refused.state.marching is None


@pytest.mark.rule("tactical.4.2", "tactical.3.5")
@pytest.mark.parametrize("scenario", ["battle", "king-of-the-ridge", "duelists", "back-against-the-wall"])
def test_a_campaign_that_began_with_detailed_damage_goes_on_with_it(scenario: str) -> None:
    war = begun("back-against-the-wall", red="jaeger*3", blue="hunter*3")
    state = first_state(war, scenario)
    assert state.switch(DETAILED_DAMAGE)
    war.report({"red-1": "2 armor"}, won="blue", points=None if scenario == "duelists" else {"blue": 1})
    assert war.wounds("red-1") == ("2 Armor lost",)


@pytest.mark.rule("tactical.4.2", "tactical.3.5")
def test_counters_and_detailed_damage_are_not_mixed_in_one_campaign() -> None:
    war = begun("skirmish", red="jaeger*3", blue="hunter*3")
    for modules in ("all", "detailed damage, stealth"):
        with pytest.raises(BadInput, match="counters of the Quick Start"):
            war.battle("skirmish", {"modules": modules})
    assert war.state.marching is None
    assert not first_state(war, "skirmish").switch(DETAILED_DAMAGE)


@pytest.mark.rule("tactical.4.1.3-support", "tactical.4.2")
def test_support_without_the_generator_is_reckoned_by_who_is_left() -> None:
    """The total is that of the larger force: two Jaegers first, a Hunter and a Jaeger each later."""
    options = {"red": "hunter", "blue": "jaeger*2", "support-red": 400}
    war = new_campaign("tactical", "skirmish", seed=3, options=options, pools=POINTS)
    points = war.battle().setup.data["points"]
    assert (points["TV:agreed"], points["TV:red"], points["TV:blue"], points["support:red"]) == (602, 301, 602, 400)
    war.report({"blue-2": "destroyed"}, won="red")
    points = war.battle().setup.data["points"]
    assert (points["TV:agreed"], points["TV:red"], points["TV:blue"]) == (301, 301, 301)


@pytest.mark.rule("tactical.6.1.2-duel", "tactical.4.2.2-spending")
def test_a_duel_is_between_two_and_points_bring_neither_salvos_nor_anybody_else() -> None:
    war = begun("skirmish", red="jaeger*2", blue="hunter*2")
    state = first_state(war, "duelists")
    question = Ask("red", PURCHASE)
    refused = refuse_reinforcement(state, question, BuyReinforcement("jaeger"))
    assert refused is not None
    assert refused.code == "barred"
    assert refuse_salvo(state, question, BuySalvo("Light Salvo")) is not None
    bought = {type(option.order) for option in offer_conditions(state, question) if hasattr(option, "order")}
    assert BuyReinforcement not in bought
    assert BuySalvo not in bought
    assert BuyCondition in bought, "fog may be bought"
    for ware in ("reinforcements 301", "heavy salvo"):
        with pytest.raises(BadInput, match=r"called in to a duel|had no artillery"):
            war.report(won="red", spent={"red": ware})
    war.report(won="red", spent={"red": "cancel light"})
    assert war.outcome.winner == "red"
