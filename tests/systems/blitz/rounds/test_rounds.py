"""3: the sequence of play: initiative, activations, postures, cleanup."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline
from gearlock.systems.blitz.attacks.aiming import StandBy
from gearlock.systems.blitz.chain_of_command import leader_of, post_of
from gearlock.systems.blitz.dice_tests.tests import Reroll
from gearlock.systems.blitz.rounds import (
    Activate,
    Activated,
    Appoint,
    ChooseFirst,
    CleanupBegun,
    EndActivation,
    PointsRefilled,
    RoundBegun,
    offer_activations,
    who_may_test,
)
from gearlock.systems.blitz.state import POSTURES, State
from systems.blitz.field import Field, accepted, asked, facing, give, refused, unit


def moves(battle: Battle[State]) -> int:
    """Moves the active model has left."""
    assert battle.state.activation is not None, "somebody is active"
    return battle.state.activation.moves


def two_groups(**head: object) -> Field:
    field = (
        Field(**{"active": "", **head})
        .model("red-1", "hunter", 10, 10, group=1)
        .model("red-2", "hunter", 14, 10, group=1)
    )
    field.model("red-3", "hunter", 30, 10, group=2)
    return field.model("blue-1", "hunter", 10, 40).model("blue-2", "hunter", 14, 40, group=2)


@pytest.mark.rule("blitz.3.2", "blitz.2.1a", "blitz.3.1", "blitz.3.0")
def test_a_group_is_finished_before_the_other_side_has_its_turn() -> None:
    battle = two_groups().battle()
    give(battle, Activate("red-1", "combat"))
    give(battle, EndActivation("red-1"))
    assert refused(battle, Activate("red-3", "combat")).code == "group"
    assert refused(battle, Activate("red-1", "combat")).code == "used"
    give(battle, Activate("red-2", "combat"))
    give(battle, EndActivation("red-2"))
    assert asked(battle).seat == "blue"


@pytest.mark.rule("blitz.10.3", "blitz.16.2b", "blitz.3.2a")
@pytest.mark.parametrize("tokens", [{"standby": 1}, {"standby": 1, "full speed ahead": 2}])
def test_who_begins_on_standby_is_braced_as_long_as_it_stands_by(tokens: dict[str, int]) -> None:
    """In a fortification a model may begin so; activated with the token it is braced, whatever it was ordered."""
    field = Field(active="").model("red-1", "hunter", 10, 10, tokens=tokens, actions=0)
    battle = field.model("blue-1", "hunter", 10, 40).battle()
    for posture in ("combat", "top speed"):
        assert refused(battle, Activate("red-1", posture)).rule == "blitz.10.3"
    orders = [option.order for option in offer_activations(battle.state, asked(battle))]
    assert {order.posture for order in orders if isinstance(order, Activate)} == {"braced"}
    give(battle, Activate("red-1", "braced"))
    assert (unit(battle, "red-1").stance, unit(battle, "red-1").token("standby")) == ("braced", 1)


@pytest.mark.rule("blitz.3.1")
def test_who_has_groups_left_goes_on_alone() -> None:
    battle = two_groups().battle()
    for name in ("red-1", "red-2", "blue-1", "red-3", "blue-2"):
        assert asked(battle).seat == name.partition("-")[0]
        give(battle, Activate(name, "combat"))
        if name != "blue-2":
            give(battle, EndActivation(name))
    uneven = two_groups().model("red-4", "hunter", 34, 10, group=3).battle()
    for name in ("red-1", "red-2", "blue-1", "red-3", "blue-2"):
        give(uneven, Activate(name, "combat"))
        give(uneven, EndActivation(name))
    assert asked(uneven).seat == "red"


@pytest.mark.rule("blitz.3.2a", "blitz.3.2a-table")
def test_a_model_is_back_at_combat_posture_after_its_activation() -> None:
    battle = two_groups().battle()
    give(battle, Activate("red-1", "braced"))
    assert (unit(battle, "red-1").stance, moves(battle)) == ("braced", 0)
    give(battle, EndActivation("red-1"))
    assert unit(battle, "red-1").stance == "combat"
    give(battle, Activate("red-2", "top speed"))
    assert (unit(battle, "red-2").stance, moves(battle)) == ("top speed", 2)


@pytest.mark.rule("blitz.3.2a", "blitz.6.6a")
def test_who_cannot_move_is_braced() -> None:
    battle = (
        Field(active="")
        .model("red-1", "hunter", 10, 10, tokens={"immobilised": 1})
        .model("blue-1", "hunter", 10, 30)
        .battle()
    )
    assert unit(battle, "red-1").stance == "braced"
    assert refused(battle, Activate("red-1", "combat")).code == "immobile"
    assert accepted(battle, Activate("red-1", "braced"))
    assert refused(battle, Activate("red-1", "flying")).code == "posture"


@pytest.mark.rule("blitz.3.4a")
def test_actions_not_spent_are_lost() -> None:
    battle = two_groups().battle()
    give(battle, Activate("red-1", "combat"))
    assert unit(battle, "red-1").actions == 1
    give(battle, EndActivation("red-1"))
    assert (unit(battle, "red-1").actions, unit(battle, "red-1").used) == (0, True)


@pytest.mark.rule("blitz.3.4a")
def test_actions_spent_in_reactions_are_missing_in_the_activation() -> None:
    battle = Field(active="").model("red-1", "hunter", 10, 10, actions=0).model("blue-1", "hunter", 10, 30).battle()
    give(battle, Activate("red-1", "combat"))
    assert unit(battle, "red-1").actions == 0


@pytest.mark.rule("blitz.trait.autopilot")
def test_an_autopilot_gives_an_action_for_a_die_of_defence() -> None:
    stats = {"traits": ["Autopilot"]}
    battle = Field(active="").model("red-1", "hunter", 10, 10, stats=stats).model("blue-1", "hunter", 10, 30).battle()
    give(battle, Activate("red-1", "combat", autopilot=True))
    assert (unit(battle, "red-1").actions, unit(battle, "red-1").token("autopilot")) == (2, 1)
    give(battle, EndActivation("red-1"))
    assert unit(battle, "red-1").token("autopilot") == 1
    plain = Field(active="").model("red-1", "hunter", 10, 10).model("blue-1", "hunter", 10, 30).battle()
    assert refused(plain, Activate("red-1", "combat", autopilot=True)).code == "autopilot"


@pytest.mark.rule("blitz.trait.autopilot", "blitz.3.2a")
@pytest.mark.parametrize(("traits", "ways"), [(["Autopilot"], {False, True}), ([], {False})])
def test_autopilot_is_offered_with_every_posture(traits: list[str], ways: set[bool]) -> None:
    state = (
        Field(active="")
        .model("red-1", "hunter", 10, 10, stats={"traits": traits})
        .model("blue-1", "hunter", 10, 30)
        .state
    )
    orders = [option.order for option in offer_activations(state, Ask("red", "activate"))]
    for posture in POSTURES:
        assert {o.autopilot for o in orders if isinstance(o, Activate) and o.posture == posture} == ways


@pytest.mark.rule("blitz.6.3a", "blitz.trait.sms")
@pytest.mark.parametrize(("gait", "now"), [("G", "G"), ("", "W")])
def test_the_movement_used_last_stays_when_a_model_is_activated(gait: str, now: str) -> None:
    state = Field(active="").model("red-1", "hunter", 10, 10).model("blue-1", "hunter", 10, 30).state
    state.units["red-1"].gait = gait
    Activated("red-1", "combat", 1).change(state)
    assert state.units["red-1"].gait == now


@pytest.mark.rule("blitz.trait.ann")
def test_a_neural_net_picks_a_skill_with_the_posture() -> None:
    stats = {"traits": ["ANN"]}
    battle = Field(active="").model("red-1", "hunter", 10, 10, stats=stats).model("blue-1", "hunter", 10, 30).battle()
    assert refused(battle, Activate("red-1", "combat", neural="CMD")).code == "neural"
    give(battle, Activate("red-1", "combat", neural="GUN"))
    assert unit(battle, "red-1").token("neural net:GUN") == 1


@pytest.mark.rule("blitz.trait.lowprofile")
def test_a_low_gear_stands_up_for_its_activation_and_crouches_again() -> None:
    stats = {"traits": ["Low Profile"]}
    field = Field(active="").model("red-1", "hunter", 10, 10, stats=stats).model("red-2", "hunter", 14, 10, stats=stats)
    battle = field.model("blue-1", "hunter", 10, 30).battle()
    assert unit(battle, "red-1").height == 1000
    assert Activate("red-1", "combat", tall=True) in [option.order for option in battle.options("red")]
    give(battle, Activate("red-1", "combat", tall=True))
    assert unit(battle, "red-1").height == 2000
    give(battle, EndActivation("red-1"))
    assert unit(battle, "red-1").height == 1000
    give(battle, Activate("red-2", "braced", tall=True))
    give(battle, StandBy("red-2"))
    give(battle, EndActivation("red-2"))
    assert unit(battle, "red-2").height == 2000
    CleanupBegun().change(battle.state)
    assert unit(battle, "red-2").height == 1000, "it is on standby no longer"


@pytest.mark.rule("blitz.3.1c", "blitz.3.1-setup")
def test_setup_makes_everybody_ready_again() -> None:
    state = facing(active="", red_used=True, red_actions=0, red_fired=["LAC"]).state
    RoundBegun(2).change(state)
    red = state.units["red-1"]
    assert (red.used, red.actions, red.fired, state.round, state.phase) == (False, 1, [], 2, "initiative")


@pytest.mark.rule("blitz.3.3", "blitz.10.3", "blitz.trait.smoke")
def test_cleanup_takes_standby_and_smoke() -> None:
    state = facing(blue_tokens={"standby": 2}).state
    state.smoke.append((0, 0, 0, 3000))
    CleanupBegun().change(state)
    assert "standby" not in state.units["blue-1"].tokens
    assert not state.smoke


@pytest.mark.rule("blitz.15.6", "blitz.15.7", "blitz.3.3", "blitz.trait.vet", "blitz.15.0")
def test_points_come_back_in_cleanup() -> None:
    field = facing(red_rank="co", blue_rank="co").model("red-2", "hunter", 20, 10, group=2, rank="cgl")
    field.model("red-3", "hunter", 24, 10, group=2, rank="2ic").model("red-4", "hunter", 28, 10, group=2, rank="xo")
    field.model("red-5", "hunter", 32, 10, group=2, rank="", stats={"traits": ["Vet"], "actions": 2})
    state = field.state
    PointsRefilled().change(state)
    points = {name: (u.token("command points"), u.token("skill points")) for name, u in state.units.items()}
    assert points["red-1"] == (2, 0)
    assert points["red-2"] == (1, 0)
    assert points["red-3"] == points["red-4"] == (0, 1)
    assert points["red-5"] == (0, 2)


@pytest.mark.rule("blitz.3.1a", "blitz.15.2")
def test_the_highest_commander_tests_even_if_it_is_worse_off() -> None:
    field = facing(red_rank="cgl").model("red-2", "hunter", 20, 10, group=2, rank="co", hull=0)
    state = field.state
    assert who_may_test(state, "red") == [state.units["red-2"]]


@pytest.mark.rule("blitz.3.1a", "blitz.trait.cmd", "blitz.A.2.0")
@pytest.mark.parametrize(
    ("stats", "hull", "rank", "count", "skill"),
    [
        ({}, 5, "co", 3, 3),  # the post brings a die
        ({"traits": ["CMD:+1D6"]}, 5, "co", 4, 3),
        ({"traits": ["CMD:+1D6"]}, 0, "co", 3, 3),
        ({}, 5, "cgl", 2, 4),
        ({"traits": ["CMD:+1D6"]}, 5, "cgl", 3, 4),
        ({}, 5, "2ic", 2, 5),
    ],
)
def test_dice_and_skill_of_initiative(stats: dict[str, object], hull: int, rank: str, count: int, skill: int) -> None:
    field = Field(active="", phase="initiative", turn="", winner="", seed=4)
    field.model("red-1", "hunter", 10, 10, rank=rank, stats=stats, hull=hull, actions=0)
    battle = field.model("blue-1", "hunter", 10, 30, rank="co", actions=0).battle()
    roll = next(roll for roll, _ in battle.thrown if roll.seat == "red")
    assert (roll.count, roll.step) == (count, skill)


@pytest.mark.rule("blitz.3.1a")
def test_without_a_commander_anybody_tests_and_no_die_adds() -> None:
    field = Field(active="", phase="initiative", turn="", winner="", seed=4)
    field.model("red-1", "hunter", 10, 10, rank="", actions=0).model("blue-1", "hunter", 10, 30, rank="co", actions=0)
    roll = next(roll for roll, _ in field.battle().thrown if roll.seat == "red")
    assert (roll.count, roll.step) == (2, 7)


@pytest.mark.rule("blitz.3.1a")
def test_the_winner_says_who_is_active_and_a_tie_is_rolled_again() -> None:
    field = Field(active="", phase="initiative", turn="", winner="")
    field.model("red-1", "hunter", 10, 10, rank="co", actions=0).model("blue-1", "hunter", 10, 30, rank="co", actions=0)
    for faces in ((5, 1, 1), (5, 1, 1), (2, 1, 1), (6, 1, 1)):
        field.dice("initiative", *faces)
    battle = field.battle()
    assert asked(battle).seat == "blue"
    give(battle, ChooseFirst("red"))
    assert (battle.state.turn, battle.state.phase) == ("red", "action")


@pytest.mark.rule("blitz.3.1a", "blitz.3.1-setup", "blitz.3.4a-action-bonus")
def test_actions_spent_on_initiative_are_gone() -> None:
    from gearlock.systems.blitz.dice_tests.tests import AddDice

    field = Field(active="", phase="initiative", turn="", winner="", seed=4)
    field.model("red-1", "hunter", 10, 10, rank="co").model("blue-1", "hunter", 10, 30, rank="co", actions=0)
    battle = field.battle()
    assert asked(battle).kind == "bonus"
    battle.answer("red", AddDice("red-1", 1))
    assert unit(battle, "red-1").actions == 0
    assert next(roll.count for roll, _ in battle.thrown if roll.seat == "red") == 4


@pytest.mark.rule("blitz.3.1a", "blitz.10.3")
def test_the_last_standby_token_spent_on_initiative_ends_standing_by() -> None:
    from gearlock.systems.blitz.dice_tests.tests import AddDice

    field = Field(active="", phase="initiative", turn="", winner="", seed=4)
    field.model("red-1", "hunter", 10, 10, rank="co", actions=0, tokens={"standby": 1})
    battle = field.model("blue-1", "hunter", 10, 30, rank="co", actions=0).battle()
    assert unit(battle, "red-1").stance == "braced"
    battle.answer("red", AddDice("red-1", 1))
    while not battle.state.winner:
        battle.answer(battle.waiting_for()[0], Decline())
    assert (unit(battle, "red-1").stance, unit(battle, "red-1").token("standby")) == ("combat", 0)


@pytest.mark.rule("blitz.10.3", "blitz.3.2a-table")
def test_standby_given_up_for_a_test_of_ones_own_ends_with_the_activation() -> None:
    """Stuck and standing by, it spends the token on coming free, and is at combat posture when it is done."""
    from gearlock.systems.blitz.dice_tests.tests import AddDice
    from gearlock.systems.blitz.movement.terrain import ComeFree

    stuck = {"standby": 1, "immobilised": 1}
    field = Field(posture="braced").model("red-1", "hunter", 10, 10, actions=0, tokens=stuck)
    battle = field.model("blue-1", "hunter", 10, 30).dice("try to come free", 6, 1, 1, 1).battle()
    battle.answer("red", ComeFree("red-1"))
    battle.answer("red", AddDice("red-1", 1))
    while asked(battle).kind != "act":
        battle.answer("red", Decline())
    give(battle, EndActivation("red-1"))
    assert unit(battle, "red-1").stance == "combat"


@pytest.mark.rule("blitz.15.0", "blitz.15.2")
def test_deputies_step_up_with_their_own_ratings() -> None:
    field = Field(active="").model("red-1", "hunter", 10, 10, rank="co", status="wreck", group=1)
    field.model("red-2", "hunter", 14, 10, rank="2ic", group=1, tokens={"skill points": 1})
    field.model("red-3", "hunter", 30, 10, rank="cgl", group=2).model("red-4", "hunter", 34, 10, rank="xo", group=2)
    battle = field.model("blue-1", "hunter", 10, 40).battle()
    assert (post_of(unit(battle, "red-2")), post_of(unit(battle, "red-4"))) == ("cgl", "co")
    assert unit(battle, "red-2").token("command points") == 1
    assert [unit.id for unit in who_may_test(battle.state, "red")] == ["red-4"]


@pytest.mark.rule("blitz.15.0", "blitz.15.2")
@pytest.mark.parametrize(("first", "second"), [("xo", "2ic"), ("2ic", "xo")])
def test_of_two_deputies_in_one_group_each_has_its_own_place_to_fill(first: str, second: str) -> None:
    field = Field(active="").model("red-1", "hunter", 10, 10, rank="co", status="wreck")
    field.model("red-2", "hunter", 14, 10, rank=first).model("red-3", "hunter", 18, 10, rank=second)
    state = field.model("red-4", "hunter", 22, 10, rank="").model("blue-1", "hunter", 10, 40).state
    posts = {state.units[name].rank: post_of(state.units[name]) for name in ("red-2", "red-3")}
    assert posts == {"xo": "co", "2ic": "cgl"}
    leader = leader_of(state, state.units["red-4"])
    assert leader is not None
    assert leader.rank == "2ic"


@pytest.mark.rule("blitz.3.1a", "blitz.15.7")
@pytest.mark.parametrize("token", ["command points", "skill points"])
def test_points_spent_on_a_tie_come_back(token: str) -> None:
    field = Field(active="", phase="initiative", turn="", winner="")
    field.model("red-1", "hunter", 10, 10, rank="co", actions=0, tokens={token: 1})
    field.model("blue-1", "hunter", 10, 30, rank="co", actions=0)
    for faces in ((2, 1, 1), (5, 1, 1), (5, 1, 1), (6, 1, 1), (2, 1, 1)):
        field.dice("initiative", *faces)
    battle = field.battle()
    give(battle, Reroll("red-1"))
    assert (battle.state.winner, unit(battle, "red-1").token(token)) == ("red", 1)


@pytest.mark.rule("blitz.15.2", "blitz.3.1a", "blitz.15.0")
@pytest.mark.parametrize(
    ("side", "may"),
    [
        ({"red-1": "co wreck", "red-2": "2ic", "red-3": "cgl", "red-4": ""}, ["red-3"]),
        ({"red-1": "co wreck", "red-2": "", "red-3": "cgl", "red-4": "cgl"}, ["red-3", "red-4"]),
        ({"red-1": "co waiting", "red-2": "", "red-3": "cgl", "red-4": ""}, ["red-3"]),
        ({"red-1": "co waiting", "red-2": "", "red-3": ""}, ["red-2", "red-3"]),
        ({"red-1": "co wreck", "red-2": "", "red-3": "xo", "red-4": "cgl"}, ["red-3"]),
    ],
    ids=["a deputy has the skill of its own rank", "equals", "in reserve", "nobody commands", "the XO stands in"],
)
def test_who_may_test_for_initiative(side: dict[str, str], may: list[str]) -> None:
    """The owner names one of several: it is asked, and the dice of that model are thrown."""
    field = Field(active="", phase="initiative", turn="", winner="", seed=4)
    for place, (name, said) in enumerate(side.items()):
        rank, _, status = said.partition(" ")
        group = {"red-3": 2, "red-4": 3}.get(name, 1)
        more = {"status": status} if status else {"actions": 0}
        field.model(name, "hunter", 4 + 4 * place, 10, group=group, rank=rank, **more)
    battle = field.model("blue-1", "hunter", 10, 40, rank="co", actions=0).battle()
    assert [unit.id for unit in who_may_test(battle.state, "red")] == may
    if len(may) > 1:
        assert (asked(battle).kind, asked(battle).about) == ("appoint", tuple(may))
        assert refused(battle, Appoint("red-1")).rule == "blitz.15.2"
        give(battle, Appoint(may[-1]))
    assert next(roll.unit for roll, _ in battle.thrown if roll.seat == "red") == may[-1]
