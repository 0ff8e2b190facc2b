"""The odds of laid-out attacks: the rules played on every face there is, and what every condition changes."""

from __future__ import annotations

from copy import copy
from fractions import Fraction
from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.dice import DiceSource, Roll, all_outcomes
from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.gunnery import Outcomes, Situation, Staged, Terms, Toll, gathered
from gearlock.kernel.orders import Decline
from gearlock.kernel.script import Ctx
from gearlock.systems.blitz.attacks.aiming import Attack, IndirectFire
from gearlock.systems.blitz.attacks.attack import Volley
from gearlock.systems.blitz.attacks.exchange import resolve_exchange
from gearlock.systems.blitz.book import BOOK
from gearlock.systems.blitz.firing_range.laid_out import GUNNERY, stage
from gearlock.systems.blitz.firing_range.outcomes import (
    ATTACK_REROLL,
    DEFENCE_REROLL,
    Fan,
    _walked,
    aim_of,
    answering,
    declare,
    outcomes,
    toll,
)
from gearlock.systems.blitz.state import State
from systems.blitz.field import Field, facing, fire


def laid(attacker: str, target: str, **given: str) -> Staged[State]:
    said = tuple((name.replace("_", "-"), value) for name, value in given.items())
    return stage(Situation((attacker,), target, said))


def odds(attacker: str, target: str, **given: str) -> Outcomes[State]:
    staged = laid(attacker, target, **given)
    return outcomes(staged.state, staged.orders[0], Terms(about=(staged.target,), ends=False))


def hits(found: Outcomes[State]) -> Fraction:
    return Fraction(sum(b.weight for b in found.branches if any(t.hit for t in b.tolls.values())), found.total)


def mean(found: Outcomes[State]) -> Fraction:
    return Fraction(sum(b.weight * t.damage for b in found.branches for t in b.tolls.values()), found.total)


def dice(attacker: str, target: str, **given: str) -> tuple[int, int]:
    """The dice of attack and defence, as the rules write them."""
    staged = laid(attacker, target, **given)
    order = staged.orders[0]
    if isinstance(order, IndirectFire):
        volley = aim_of(staged.state, order)
    else:
        assert isinstance(order, Attack)
        volley = Volley(order.unit, order.weapon, order.load, order.targets)
    pools = Fan(staged.state, volley, len(volley.targets) - 1, ()).main.duel.pools
    return pools.attack, pools.defence


def every_face(staged: Staged[State], about: tuple[str, ...]) -> dict[tuple[Toll, ...], Fraction]:
    """The whole exchange on everything the dice can show, nobody answering anything."""

    def run(source: DiceSource) -> tuple[Toll, ...]:
        ctx = Ctx(staged.state.clone(), BOOK.apply)
        script = _play(ctx, staged)
        reply: Any = None
        while True:
            try:
                step = script.send(reply)
            except StopIteration:
                return tuple(toll(staged.state, ctx.state, ctx.events, unit) for unit in about)
            reply = Decline() if isinstance(step, Ask) else source.roll(step, 0) if isinstance(step, Roll) else None

    return all_outcomes(run)


def _play(ctx: Ctx[State], staged: Staged[State]) -> Any:
    yield from resolve_exchange(ctx, (yield from declare(ctx, staged.orders[0])))


CASES: dict[str, tuple[str, str, dict[str, str]]] = {
    "a crippled attacker": (
        "hunter:LAC",
        "jager",
        {"attacker-crippled": "yes", "target-posture": "braced", "range": "10"},
    ),
    "rockets": ("hunter:LRP", "jager", {"range": "10", "target-posture": "braced"}),
}


@pytest.mark.parametrize("name", CASES)
def test_the_odds_are_what_every_face_comes_to(name: str) -> None:
    attacker, target, given = CASES[name]
    staged = laid(attacker, target, **given)
    for ends in (False, True):
        found = outcomes(staged.state, staged.orders[0], Terms(about=(staged.target,), ends=ends))
        ours: dict[tuple[Toll, ...], Fraction] = {}
        for branch in found.branches:
            key = (branch.tolls[staged.target],)
            ours[key] = ours.get(key, Fraction(0)) + Fraction(branch.weight, found.total)
        assert ours == every_face(staged, (staged.target,))


def near(target: Field, model: str = "hunter", **more: Any) -> Field:
    """Another blue model within the area around the first."""
    return target.model("blue-2", model, 12, 20, actions=0, **more)


def screened(target: Field) -> Field:
    """A strider right before the first."""
    return target.model("blue-2", "mammoth", 10, 22, actions=0, hull=0)


DEFECT = {"traits": ["Defective: Move"]}
TWINS: dict[str, tuple[Field, str]] = {
    "blast in its own area": (
        near(facing(red_stats={"weapons": ['LRP (AE:4", Blast:1D6 (AE:2"))']}, red_hull=0)), "LRP"
    ),
    "a secondary target's defect": (near(facing(red_hull=0), stats=DEFECT), "LRP"),
    "armor with a defect": (facing(blue_stats={"traits": [*DEFECT["traits"], "Field Armor:+1D6"]}), "LAC"),
    "armor at cover": (facing(blue_stats={"traits": ["Field Armor:+1D6"]}).wall("light", 8, 19, 12, 19.3, 1), "LAC"),
    "a defect by token": (facing(blue_tokens={"Defective: Move": 1}), "LAC"),
    "a screen in the area": (screened(facing(13)), "LRP"),
    "a screen out of any area": (screened(facing(13, red_stats={"weapons": ["LRP (AE:0)"]}, red_hull=0)), "LRP"),
    "anti-tank at thicker armour": (facing(4, red_stats={"weapons": ["LPZ"]}, blue_stats={"armor": 9}), "LPZ"),
    "a skill beyond six": (facing(4, red_stats={"weapons": ["LPZ"], "gun": 7}, blue_stats={"armor": 9}), "LPZ"),
    "armour-piercing": (facing(red_stats={"weapons": ["LRG"]}, red_hull=0), "LRG"),
    "an area of fire": (
        near(facing(4, red_stats={"weapons": ['LFL (AE:3", PEN:0/1F)']}, red_hull=0)), "LFL"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TWINS)
def test_odds_added_up_are_those_of_the_exchange_played(name: str) -> None:
    field, weapon = TWINS[name]
    state = field.state
    about = tuple(unit for unit in state.units if unit.startswith("blue"))
    found = outcomes(state, fire(weapon), Terms(about=about, ends=False))
    slow = gathered(list(_walked(state, fire(weapon), answering(None), about)))
    assert shares(found) == shares(slow)


@pytest.mark.rule("blitz.16.0-2c-sand", "blitz.wtrait.at")
@pytest.mark.parametrize("weather", ["normal", "sand"])
def test_the_weather_leaves_the_odds_of_anti_tank_weapons_as_they_are(weather: str) -> None:
    state = facing(4, red_stats={"weapons": ["LPZ"]}, blue_stats={"armor": 9}).state
    fair = shares(outcomes(state, fire("LPZ"), Terms(about=("blue-1",), ends=False)))
    state.switches = {**state.switches, "weather": weather}
    assert shares(outcomes(state, fire("LPZ"), Terms(about=("blue-1",), ends=False))) == fair


def shares(found: Outcomes[State]) -> dict[tuple[tuple[str, Toll], ...], Fraction]:
    """Every toll and how likely it is."""
    ours: dict[tuple[tuple[str, Toll], ...], Fraction] = {}
    for branch in found.branches:
        key = tuple(sorted(branch.tolls.items()))
        ours[key] = ours.get(key, Fraction(0)) + Fraction(branch.weight, found.total)
    return ours


def test_harm_that_is_kept_is_what_all_pairs_of_dice_come_to() -> None:
    plain = 0
    for unit in list(GUNNERY.units())[::40]:
        for weapon in GUNNERY.weapons(unit)[:2]:
            for armor in (0, 2):
                staged = laid(f"{unit}:{weapon}", "hunter", posture="braced")
                target = staged.state.units[staged.target]
                target.line = copy(target.line)
                target.line.traits = target.line.traits | {"Field Armor": armor}
                order = staged.orders[0]
                if not isinstance(order, Attack) or not order.targets:
                    continue
                fan = Fan(staged.state, Volley(order.unit, order.weapon, order.load, order.targets), 0, ())
                for about in ((staged.target,), ()):
                    known = fan.outcomes("", about)
                    plain, was = plain + fan.is_plain, fan.is_plain
                    fan.is_plain = False
                    assert known == fan.outcomes("", about)
                    fan.is_plain = was
    assert plain > 20


def test_conditions_change_the_dice_of_the_book() -> None:
    plain = dice("hunter:LAC", "jager", range="10")
    assert plain == (3, 2)
    for rating, more in (("light", 1), ("medium", 2), ("heavy", 3)):
        assert dice("hunter:LAC", "jager", range="10", cover=rating)[1] == plain[1] + more
    assert dice("hunter:LAC", "jager", range="10", **{"from": "rear"})[0] == plain[0] + 1
    assert dice("hunter:LAC", "jager", range="30")[0] == plain[0] - 1
    assert dice("hunter:LAC", "jager", range="10", attacker_crippled="yes")[0] == plain[0] - 1
    assert dice("hunter:LAC", "jager", range="10", posture="braced")[0] == plain[0] + 1
    assert dice("hunter:LAC", "jager", range="10", target_posture="top speed")[1] == plain[1] + 1
    assert dice("hunter:LAC", "jager", range="10", height="4")[0] == plain[0] + 1


@pytest.mark.rule("blitz.7.3b", "blitz.14.5c", "blitz.trait.autopilot", "blitz.15.5c", "blitz.17.7b")
def test_tokens_and_further_cover_can_be_said() -> None:
    plain = dice("hunter:LAC", "jager", range="10")
    for said, more in (("some", 1), ("light", 1), ("medium", 2), ("heavy", 3)):
        assert dice("hunter:LAC", "jager", range="10", additional=said)[1] == plain[1] + more
    assert dice("hunter:LAC", "jager", range="10", cover="medium", additional="some")[1] == plain[1] + 3
    assert dice("hunter:LAC", "jager", range="10", interference="3")[1] == plain[1] + 1
    assert dice("hunter:LAC", "jager", range="10", cover="light", interference="3")[1] == plain[1] + 4
    assert dice("hunter:LAC", "jager", range="10", autopilot="yes")[1] == plain[1] - 1
    charging = dice("hunter:LVB", "jager", range="0", charge="yes")
    assert charging[0] == dice("hunter:LVB", "jager", range="0")[0] + 2
    assert dice("hunter:LAC", "jager", range="10", target_airborne="yes")[0] == plain[0] - 1
    assert dice("dragonfly-north:MAC", "jager", range="10", attacker_airborne="yes")[0] == plain[0] + 1


@pytest.mark.rule("blitz.14.5b")
def test_jammed_sensors_work_against_it_before_they_lose_dice() -> None:
    """EW 6+ on two dice: each point of jamming left takes a die of the attack."""
    clear, jammed = (hits(odds("hunter:LAC", "jager", range="10", jamming=said)) for said in ("0", "1"))
    fewer = hits(odds("hunter:LAC", "jager", range="10", attacker_crippled="yes"))
    recovered = 1 - Fraction(25, 36)
    assert jammed == recovered * clear + (1 - recovered) * fewer


def test_cover_that_cannot_be_there_is_said() -> None:
    with pytest.raises(BadInput, match=r"blitz\.7\.5-table|blitz\.8\.2a"):
        laid("hunter:LAC", "jager", range="0.5", additional="some")
    with pytest.raises(BadInput, match=r"blitz\.8\.2a"):
        laid("hunter:LAC", "jager", range="14", additional="light")
    with pytest.raises(BadInput, match=r"blitz\.17\.7"):
        laid("hunter:LAC", "jager", range="10", attacker_airborne="yes")


def test_stealth_helps_at_cover_until_it_is_given_away() -> None:
    hidden = dice("hunter:LAC", "jager", range="10", cover="light", trait="Stealth")
    assert hidden[1] == dice("hunter:LAC", "jager", range="10", cover="light")[1] + 1
    assert dice("hunter:LAC", "jager", range="10", cover="light", trait="Stealth", exposed="yes")[1] == hidden[1] - 1


def test_a_re_roll_helps_its_own_side() -> None:
    staged = laid("hunter:LAC", "jager", range="10")

    def mean_with(aid: str) -> Fraction:
        return mean(outcomes(staged.state, staged.orders[0], Terms(aid=aid, about=(staged.target,), ends=False)))

    assert mean_with(DEFENCE_REROLL) < mean_with("") < mean_with(ATTACK_REROLL)


def test_what_the_rules_forbid_is_said_with_the_rule() -> None:
    with pytest.raises(BadInput, match=r"blitz\.8\.2b"):
        laid("hunter:LAC", "jager", range="90")
    with pytest.raises(BadInput, match=r"blitz\.7\.5a"):
        laid("hunter:LAC", "jager", range="10", cover="heavy", full="yes")
    with pytest.raises(BadInput, match=r"blitz\.8\.4"):
        laid("hunter:LAC", "jager", range="10", bearing="behind")
    with pytest.raises(UnknownName):
        laid("hunter:LAC", "jager", cover="glass")
    with pytest.raises(BadInput, match=r"blitz\.14\.2a"):
        laid("hunter:LAC", "jager", range="10", fire="indirect")


def test_the_target_may_answer() -> None:
    staged = laid("hunter:LAC", "jager", range="10")
    shots = GUNNERY.replies(staged.state, staged.orders[0])
    assert shots
    found = outcomes(staged.state, staged.orders[0], Terms(reply=shots[0], about=("red-1", "blue-1"), ends=False))
    assert any(branch.tolls["red-1"].damage for branch in found.branches)
    assert hits(found) > 0
