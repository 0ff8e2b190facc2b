"""2.6: a second throw is offered where other dice could change something, and nowhere else."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.orders import Decline, Order
from gearlock.systems.blitz.dice_tests.tests import Reroll
from gearlock.systems.blitz.state import State
from systems.blitz.field import Field, asked, facing, fire, play
from systems.blitz.lock_and_cover.scene import STRIDER
from systems.blitz.stage import moment

POINTS = {"skill points": 9}


class Fixed:
    """Dice that show one face the first time they are thrown, and another ever after; 0 favors the one who is hit."""

    def __init__(self, first: int, later: int) -> None:
        self.first, self.later = first, later

    def roll(self, roll: Roll, number: int) -> Faces:
        face, self.first = self.first, self.later
        if not face:
            face = 1 if roll.purpose == "marginal hit" else 6
        return (min(face, roll.low + roll.sides - 1),) * roll.count


def comes_to(battle: Battle[State], order: Order, first: int, later: int) -> Any:
    """All that is left of models once everything else is turned down, whatever was paid for it."""
    there = battle.fork(Fixed(first, later))
    there.answer(there.waiting_for()[0], order)
    while not there.over and asked(there).optional:
        there.answer(there.waiting_for()[0], Decline())
    state = there.state
    return state.winner, [
        (unit.id, unit.status, unit.hull, unit.structure, unit.x, unit.y,
         {token: count for token, count in unit.tokens.items() if "points" not in token})
        for unit in state.units.values()
    ]  # fmt: skip


def can_help(battle: Battle[State], ask: Ask) -> bool:
    """Whether any second throw changes anything, whatever dice follow it."""
    for later in (1, 3, 4, 6, 0):
        as_it_lies = comes_to(battle, Decline(), later, later)
        if any(comes_to(battle, Reroll(ask.unit), first, later) != as_it_lies for first in (6, 1)):
            return True
    return False


WEAPONS = ("LAC", "LAC (PEN:2)", "LAC (PEN:4/1F)", "LAC (AT)", 'LAC (AE:3", Blast:1D6)', "LAC (PEN:0/2H)")
TARGETS: dict[str, dict[str, Any]] = {
    "a hunter": {},
    "one that can dodge": {"blue_actions": 1},
    "infantry": {"target": "north-infantry-squad"},
    "one nearly gone": {"blue_hull": 0, "blue_structure": 1},
}


@pytest.mark.rule("blitz.2.6")
@pytest.mark.parametrize("weapon", WEAPONS)
@pytest.mark.parametrize("target", TARGETS)
def test_every_second_throw_that_is_offered_could_change_something(weapon: str, target: str) -> None:
    """Both sides have points; every question of an exchange is played on with many dice."""
    for seed in range(3):
        field = facing(
            seed=seed, red_stats={"weapons": [weapon]}, red_tokens=POINTS, blue_tokens=POINTS, **TARGETS[target]
        )
        battle = field.battle()
        battle.answer("red", fire())
        while not battle.over and asked(battle).optional:
            if asked(battle).kind == "reroll":
                assert can_help(battle, asked(battle)), (seed, asked(battle))
            battle.answer(battle.waiting_for()[0], Decline())


def questions(field: Field, *answers: Any) -> list[str]:
    """Who is asked about which second throw in an attack of red-1 on blue-1."""
    battle = field.battle()
    return [ask for ask in play(battle, fire(), *answers) if ask.startswith("reroll")]


def duel(attack: tuple[int, ...], defence: tuple[int, ...], **more: Any) -> Field:
    """Both have points; the dice of one exchange lie there."""
    field = facing(red_tokens=POINTS, blue_tokens=POINTS, **{"red_actions": 1, **more})
    return field.dice("attack", *attack).dice("defence", *defence).dice("marginal hit", 6)


@pytest.mark.rule("blitz.2.6")
@pytest.mark.parametrize(
    ("attack", "defence", "asks"),
    [
        ((5, 1, 1), (4, 1), ["reroll red-1", "reroll blue-1"]),
        ((6, 6, 6), (4, 1), ["reroll blue-1"]),  # nothing is more than 8
        ((5, 1, 1), (6, 1), ["reroll red-1"]),  # the defence has held
        ((5, 1, 1), (6, 6), ["reroll red-1"]),
        ((6, 6, 6), (6, 6), []),  # nothing is more than 8, and nothing more than 7
    ],
)
def test_who_has_nothing_to_gain_is_not_asked(
    attack: tuple[int, ...], defence: tuple[int, ...], asks: list[str]
) -> None:
    assert questions(duel(attack, defence)) == asks


@pytest.mark.rule("blitz.2.6", "blitz.2.14")
def test_a_hit_that_cannot_be_better_is_not_thrown_again() -> None:
    """Infantry without a way to dodge loses 1 whatever the margin; with one the margin counts if a lower one spares it.

    A LAC hurts it at a margin of 0, too. PEN 0 against AR 2 needs one of 2, more is to be dodged.
    """
    squad: dict[str, Any] = {"target": "north-infantry-squad"}
    assert questions(duel((5, 5, 1), (1, 1), **squad)) == ["reroll blue-1"]
    assert questions(duel((5, 5, 1), (1, 1), **squad, blue_actions=1)) == ["reroll blue-1"]
    weak: dict[str, Any] = {**squad, "red_stats": {"weapons": ["LAC (PEN:0)"]}}
    assert questions(duel((5, 5, 1), (1, 1), **weak)) == ["reroll blue-1"]
    assert questions(duel((5, 5, 1), (1, 1), **weak, blue_actions=1)) == ["reroll red-1", "reroll blue-1"]


@pytest.mark.rule("blitz.2.6", "blitz.9.3", "blitz.9.4")
@pytest.mark.parametrize(
    ("left", "armor", "asks"),
    [
        (1, 7, []),  # 2 or 1 destroy what has 1 left
        (2, 7, ["reroll blue-1"]),  # 2 destroy it, 1 does not
        (1, 2, ["reroll blue-1"]),  # 7 leave nothing of it, 6 leave a wreck
        (1, 1, []),  # neither 8 nor 7 leave anything
    ],
)
def test_who_is_destroyed_by_any_margin_does_not_throw_again(left: int, armor: int, asks: list[str]) -> None:
    """8 with PEN 6 against 5, or 6 at best. Beyond the last box nothing counts until it is the whole track of 7."""
    stats = {"armor": armor, "structure": 2}
    field = duel((6, 6, 6), (5,), blue_hull=0, blue_structure=left, blue_stats=stats)
    assert questions(field) == asks


@pytest.mark.rule("blitz.2.6", "blitz.9.5")
def test_a_squad_that_falls_at_any_margin_is_not_asked_to_defend_again() -> None:
    """8 against 6, at best 7: a margin of 2, 1 or 0 fells the squad all the same, dodged or not."""
    squad: dict[str, Any] = {"target": "north-infantry-squad", "blue_actions": 1}
    assert questions(duel((6, 6, 6), (6, 2), **squad)) == []


@pytest.mark.rule("blitz.2.6", "blitz.8.2e-g")
def test_an_attack_that_cannot_hit_is_not_thrown_again() -> None:
    """One die comes to 6 at most, and the defence lies at 7."""
    field = duel((3,), (6, 6), red_stats={"weapons": ["LAC (Burst:-1D6)"]})
    assert questions(field) == []


@pytest.mark.rule("blitz.2.6", "blitz.10.2")
def test_an_attack_with_friends_in_its_area_may_be_thrown_again_however_good() -> None:
    """The armor of the friend is good enough for the attack to be allowed; to hit it less is a gain."""
    field = Field().model("red-1", "hunter", 10, 10, tokens=POINTS, stats={"weapons": ['LAC (AE:3")']})
    field.model("blue-1", "hunter", 10, 20, actions=0).model("red-2", "hunter", 12, 20, stats={"armor": 12})
    field.dice("attack", 6, 6, 6).dice("defence", 1, 1).dice("defence", 1, 1)
    assert questions(field) == ["reroll red-1"]


@pytest.mark.rule("blitz.2.6", "blitz.7.0a")
@pytest.mark.parametrize(
    ("before", "status", "is_asked"),
    [
        ("blue-2", "fielded", True),  # who is in the way has to defend
        ("blue-2", "wreck", False),
        ("red-2", "wreck", False),
    ],
)
def test_a_miss_is_thrown_again_for_who_is_in_the_way_but_for_no_wreck(
    before: str, status: str, is_asked: bool
) -> None:
    """One die comes to 6 at most, and the defence lies at 9."""
    field = facing(red_stats={"weapons": ["LAC (Burst:-1D6)"]}, red_tokens=POINTS, seed=3)
    field.model(before, STRIDER, 10, 20 - 2.681, status=status, actions=0).dice("attack", 5).dice("defence", 6, 6, 6, 6)
    battle = field.battle()
    battle.answer("red", fire())
    assert (asked(battle).kind == "reroll") == is_asked
    if is_asked:
        assert battle.preview("red", Reroll("red-1")).odds is None  # a card of the target alone would say it is in vain


@pytest.mark.rule("blitz.9.6a", "blitz.2.6")
@pytest.mark.parametrize(("faces", "asks"), [((6, 6), []), ((6, 1), ["reroll blue-1"])])
def test_fire_that_every_die_puts_out_is_not_thrown_again(faces: tuple[int, ...], asks: list[str]) -> None:
    """PEN 0 does nothing but burn: a margin of 0 and fire of 2."""
    field = facing(red_stats={"weapons": ["LAC (Burst:+0D6, PEN:0/2F)"]}, blue_tokens=POINTS)
    field.dice("attack", 6, 1).dice("defence", 6, 1).dice("fire roll", *faces)
    assert questions(field)[1:] == asks


@pytest.mark.rule("blitz.16.0-2c-temp", "blitz.2.6")
@pytest.mark.parametrize(("faces", "is_asked"), [((6, 6), False), ((6, 1), False), ((1, 1), True)])
def test_heat_that_was_endured_is_not_thrown_again_and_the_question_says_what_it_costs(
    faces: tuple[int, ...], is_asked: bool
) -> None:
    def lay(state: State) -> None:
        state.switches = {**state.switches, "weather": "temperatures"}
        for unit in state.units.values():
            unit.tokens.update(POINTS)

    throws = [("extreme temperatures", faces)] * 8
    battle = moment(lay, *throws, phase="weather")
    kinds = []
    while not battle.over and asked(battle).kind in ("bonus", "reroll"):
        kinds.append(asked(battle))
        battle.answer(battle.waiting_for()[0], Decline())
    rerolls = [ask for ask in kinds if ask.kind == "reroll" and ask.about[0] == "extreme temperatures"]
    assert bool(rerolls) == is_asked
    assert all("without a success it is crippled" in ask.prompt for ask in rerolls)


@pytest.mark.rule("blitz.9.5", "blitz.2.6")
def test_no_action_is_asked_for_a_hit_that_bounces() -> None:
    """PEN 2 against AR 6 at a margin of 1 does nothing: there is nothing to be spared."""
    field = facing(red_stats={"weapons": ["LAC (PEN:2)"]}, blue_actions=2)
    bounced = field.dice("attack", 6, 1, 1).dice("defence", 5, 1).battle()
    assert "trouble blue-1" not in play(bounced, fire())
    field = facing(blue_actions=2).dice("attack", 6, 1, 1).dice("defence", 5, 1)
    assert "trouble blue-1" in play(field.battle(), fire())


@pytest.mark.rule("blitz.2.6", "blitz.3.4a-action-bonus")
def test_who_has_no_skill_is_not_asked_for_actions_or_second_throws_in_a_roll() -> None:
    """EW NA: no die of sensor recovery can succeed."""
    field = facing(red_actions=3, red_stats={"ew": 7}, red_tokens={**POINTS, "sensor jamming:blue-1": 2})
    battle = field.battle()
    asks: list[tuple[str, ...]] = []
    battle.answer("red", fire())
    while not battle.over and asked(battle).optional:
        asks.append((asked(battle).kind, *asked(battle).about[:1]))
        battle.answer(battle.waiting_for()[0], Decline())
    assert ("bonus", "sensor recovery") not in asks
    assert ("reroll", "sensor recovery") not in asks
