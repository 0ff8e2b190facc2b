"""Examples of the book's second chapter, played as they are told: Actions, a skid, evasion, and the duel of 2.7."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline
from gearlock.kernel.positions import Position
from gearlock.systems.tactical.attacks.exchange import defense_lines
from gearlock.systems.tactical.attacks.targets import Pair, use_of
from gearlock.systems.tactical.attacks.weapons_in_use import Attack
from gearlock.systems.tactical.command import SpendPoint
from gearlock.systems.tactical.damage.condition import actions_now, extra_lines
from gearlock.systems.tactical.damage.damage import DamageCompared
from gearlock.systems.tactical.datacards import with_crew
from gearlock.systems.tactical.movement.course import Move, ShiftSpeed
from gearlock.systems.tactical.rounds.round import Activate, ChooseFirst, Declare, EndActivation, EndDeclaring
from gearlock.systems.tactical.state import State
from systems.tactical.play import code, give, under_way, unit


@pytest.mark.rule("tactical.2.6.3")
@pytest.mark.parametrize(
    ("model", "lost", "taken", "free", "penalty"),
    [("hunter", 0, 3, 1, -2), ("aller", 0, 4, 3, -1), ("aller", 1, 2, 2, 0)],
)
def test_the_three_examples_of_actions(model: str, lost: int, taken: int, free: int, penalty: int) -> None:
    position = Position("tactical", phase="declaration", map="48x48", switches={"last winner": "blue"})
    position.model("red-1", model, at=(5, 5), crew_lost=lost).model("blue-1", "hunter", at=(5, 40))
    battle = position.battle()
    assert actions_now(unit(battle)) == free
    if taken > free:
        give(battle, Declare("red-1", taken - free))
    assert unit(battle).actions == taken
    assert sum(line.value for line in extra_lines(unit(battle))) == penalty


@pytest.mark.rule("tactical.2.6.5-top-speed-turn")
def test_the_apc_that_skids_on_sand() -> None:
    position = Position("tactical", active="red-1", pace="top", map="48x48")
    position.piece("area", (5, 5, 40, 40), props={"going": "sand"})
    position.model(
        "red-1", "aller", at=(20, 10), facing="north", speed="top", stats={"modes": {"G": [6, 12]}, "maneuver": 0}
    )
    position.model("blue-1", "hunter", at=(45, 45), done=True, actions=0)
    battle = position.dice("hard turn", 4, 2).battle()
    give(battle, Move("red-1", ((0, 1_000), (-600, 1_000))))
    assert under_way(battle).spent == 4_000
    before = unit(battle).x, unit(battle).y
    give(battle, Move("red-1", ((1_800, 0),)))
    after = unit(battle).x, unit(battle).y
    assert (after[0] - before[0]) ** 2 + (after[1] - before[1]) ** 2 == pytest.approx(1_000_000, rel=0.005)
    assert unit(battle).facing == (900 - 600 + 1_800) % 3_600, "it turns all the same"
    assert under_way(battle).spent == 5_000, "1 MP for the turn, none for the skid"
    assert [code(battle, Move("red-1", ((0, length),))) for length in (3_500, 3_600)] == ["", "movement"]


@pytest.mark.rule("tactical.2.3.2", "tactical.2.3.4-threat-value")
def test_a_crew_multiplies_the_threat_value() -> None:
    assert [with_crew(236, level) for level in (1, 2, 3, 4)] == [59, 236, 531, 944]


@pytest.mark.rule("tactical.2.6.7", "tactical.2.3.4-accuracy")
@pytest.mark.parametrize(("maneuver", "hit"), [(1, False), (-1, True)])
def test_alpha_shoots_at_beta(maneuver: int, hit: bool) -> None:
    """The book's 6 and 5 hold the attributes; in example one Beta's 7 inches and Maneuver are enough."""
    position = Position("tactical", active="red-1", pace="combat", map="48x48")
    position.model("red-1", "hunter", at=(20, 10), facing="north", mode="G")
    position.model(
        "blue-1",
        "hunter",
        at=(20, 12),
        facing="south",
        moved=7_000,
        went="combat",
        done=True,
        stats={"maneuver": maneuver},
    )
    battle = give(position.dice("attack", 5, 2).dice("defense", 5, 3).battle(), Attack("red-1", "LAC", "blue-1"))
    harmed = [event for entry in battle.entries for event in entry.events if isinstance(event, DamageCompared)]
    assert [event.amount for event in harmed] == ([8] if hit else []), "6 against 5 with 1 for speed, and Maneuver"


@pytest.mark.rule("tactical.2.6.9")
def test_nobody_aborts_to_evasion_and_next_round_it_may_be_declared() -> None:
    position = Position("tactical", turn="red", map="48x48", seed=4)
    position.model("red-1", "hunter", at=(5, 5)).model("blue-1", "hunter", at=(5, 45), done=True)
    battle = position.battle()
    assert code(battle, Declare("red-1", 0, True)) != ""
    give(battle, Activate("red-1", "stationary"), EndActivation("red-1"))
    seat = battle.pending[0].seat
    while seat != "red":
        give(battle, EndDeclaring(), seat=seat)
        seat = battle.pending[0].seat
    give(battle, Declare("red-1", 0, True))
    assert (unit(battle).token("evading"), unit(battle).actions) == (1, 0)


def defense_of(battle: Battle[State], attacker: str, target: str) -> int:
    state = battle.state
    mount = state.units[attacker].mount("MAC")
    assert mount is not None
    use = use_of(state, state.units[attacker], mount, state.units[target], Attack(attacker, "MAC", target))
    lines = defense_lines(Pair(state, state.units[attacker], state.units[target], use))
    return sum(line.value for line in lines if line.unit == "result")


def levels(battle: Battle[State]) -> list[tuple[int, str]]:
    events = [event for entry in battle.entries for event in entry.events]
    return [(event.amount, event.level) for event in events if isinstance(event, DamageCompared)]


def duel() -> Position:
    """Katja's Jaguar (red) and Miranda's Black Mamba (blue), woods between them; dice as the book tells them."""
    position = Position("tactical", phase="declaration", map="48x48", points={"TCP:red": 3, "TCP:blue": 2}, seed=1)
    position.piece("area", (10, 12, 34, 14), props={"going": "woodland"}, top=1)
    position.model(
        "red-1", "jaguar", at=(20, 10), facing="north", stats={"armor": 16, "maneuver": 1, "fire_control": 1}
    )
    walks = {"armor": 17, "maneuver": 1, "fire_control": 1, "modes": {"W": [5, 9]}}
    position.model("blue-1", "black-mamba", at=(29, 17), facing="west", stats=walks, speed="top")
    position.dice("Initiative", 5, 2).dice("Initiative", 1, 2)
    position.dice("attack", 2, 1).dice("defense", 2, 1).dice("attack", 3, 2).dice("defense", 1, 1)
    position.dice("Initiative", 6, 1).dice("Initiative", 5, 2)
    position.dice("attack", 5, 1).dice("defense", 6, 2).dice("attack", 3, 1).dice("defense", 3, 2)
    return position


@pytest.mark.rule("tactical.2.7", "tactical.2.6.2-step2", "tactical.2.6.4-extra-action", "tactical.2.6.10-light")
def test_the_duel_of_the_combat_example() -> None:
    battle = duel().battle()
    for _ in range(3):
        ask = battle.pending[0]
        if ask.kind != "declare":
            break
        if ask.seat == "blue" and not unit(battle, "blue-1").token("evading"):
            give(battle, Declare("blue-1", 0, True), seat="blue")
        else:
            give(battle, EndDeclaring(), seat=ask.seat)
    assert battle.state.points["ICP:red"] == 3, "5 against 2, Piloting with Maneuver on both sides"
    give(battle, ChooseFirst("blue"))
    hold(battle)
    give(battle, Activate("blue-1", "top"), Move("blue-1", ((0, 9_000),)), seat="blue")
    hold(battle)
    give(battle, ShiftSpeed("blue-1", "combat"), EndActivation("blue-1"), seat="blue")
    hold(battle)
    assert defense_of(battle, "red-1", "blue-1") == 5
    give(battle, Activate("red-1", "stationary"), Attack("red-1", "MAC", "blue-1"))
    hold(battle)
    give(battle, SpendPoint("red-1", "extra action"), Attack("red-1", "MAC", "blue-1"))
    hold(battle)
    assert levels(battle) == [(30, "light")]
    assert unit(battle, "blue-1").token("light") == 1
    assert battle.state.points["ICP:red"] == 2
    give(battle, EndActivation("red-1"))
    hold(battle)
    assert battle.state.round == 2
    for _ in range(2):
        give(battle, EndDeclaring(), seat=battle.pending[0].seat)
    assert battle.state.points["ICP:red"] == 1, "what was left of the first round's is lost"
    give(battle, ChooseFirst("blue"))
    hold(battle)
    give(battle, Activate("blue-1", "half"), Move("blue-1", ((900, 1_000),)), seat="blue")
    hold(battle)
    assert defense_of(battle, "blue-1", "red-1") == -2, "the Jaguar stood still last round"
    give(battle, Attack("blue-1", "MAC", "red-1"), seat="blue")
    hold(battle)
    give(battle, SpendPoint("blue-1", "extra action"), Attack("blue-1", "MAC", "red-1"), seat="blue")
    hold(battle)
    assert levels(battle)[1:] == [(10, "none"), (20, "light")]
    assert battle.state.points["TCP:blue"] == 1


def hold(battle: Battle[State]) -> None:
    """Nobody answers with fire or warnings."""
    while battle.pending and battle.pending[0].kind in ("snap fire", "warning", "command"):
        battle.answer(battle.pending[0].seat, Decline())
