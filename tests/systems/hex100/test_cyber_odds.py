"""What a seat is told before it jams, hacks or fires EMP: odds that hold on every roll, from what it knows alone."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gearlock.bots.greedy import GreedyBot
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import DiceSource, Roll, all_outcomes
from gearlock.kernel.orders import Order
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.seat import Seat
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.advice.attack_odds import SHOCKING, blast_worth, expected_share
from gearlock.systems.hex100.advice.drones_and_signals import TYPICAL_E_WAR
from gearlock.systems.hex100.advice.previews import PREVIEWS
from gearlock.systems.hex100.attacks.attack import Attack, Bombard, resolve_shots, take_aim
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.drones.commands import resolve_turning
from gearlock.systems.hex100.electronic_warfare import Hack, Jam, MassFortify, MassJam, Recover, SwitchLink, hack, jam
from gearlock.systems.hex100.equipment import find_weapon
from gearlock.systems.hex100.forces.cards import units
from gearlock.systems.hex100.state import BLIP, IDENTIFIED, State
from systems.hex100.kit import E, Place, Position, W, at, machine, plain

TEGU = "tegu-siege"
ERRANT = "errant-knight"
STORM = "cumulus-stormcloud"
SCOUT = "cloudburst-scout"
WARDEN = "cloudburst-warden"
HACKER = machine("cobra-ka1", [], ["ecm-suite", "basic-sensor-suite"])
THROWER = machine("big-guye", [], ["emp-charge"], ["electro-spike"])


def drive(script: Script[object], dice: DiceSource) -> None:
    """Run a script that only throws dice."""
    faces = None
    for number in range(10):
        try:
            roll = script.send(faces)
        except StopIteration:
            return
        assert isinstance(roll, Roll)
        faces = dice.roll(roll, number)


def chance(state: State, order: Order) -> float:
    odds = PREVIEWS.preview(state, "red", order).odds
    assert odds is not None
    return odds.p_hit


@pytest.mark.rule("hex100.hacking", "hex100.attr-electronic-defence", "hex100.attr-network-defence")
@pytest.mark.parametrize(
    ("target", "exact"),
    [(TEGU, Fraction(60, 100)), (ERRANT, Fraction(36, 100)), (SCOUT, Fraction(50 * 30, 10_000))],
)
def test_the_odds_of_a_hack_hold_on_every_roll(target: str, exact: Fraction) -> None:
    blue: list[Place] = [(target, (6, 0), W), (WARDEN, (6, 2), W)]
    state = Position(plain(), [(HACKER, (0, 0), E)], blue).state

    def run(dice: DiceSource) -> bool:
        ctx = Ctx(state.clone(), BOOK.apply)
        drive(hack(ctx, "red-1", "blue-1", resolve_turning), dice)
        return ctx.state.units["blue-1"].hacked

    assert all_outcomes(run)[True] == exact
    assert chance(state, Hack("red-1", state.contacts["red"]["blue-1"])) == pytest.approx(float(exact))


@pytest.mark.rule("hex100.jamming", "hex100.attr-electronic-defence", "hex100.ecm-items")
@pytest.mark.parametrize(
    ("target", "exact"), [(TEGU, Fraction(1)), (ERRANT, Fraction(60, 100)), (STORM, Fraction(1, 5))]
)
def test_the_odds_of_a_jam_hold_on_every_roll(target: str, exact: Fraction) -> None:
    state = Position(plain(), [(HACKER, (0, 0), E)], [(target, (6, 0), W)]).state

    def run(dice: DiceSource) -> bool:
        ctx = Ctx(state.clone(), BOOK.apply)
        drive(jam(ctx, "red-1", "blue-1"), dice)
        return ctx.state.units["blue-1"].jammed

    assert all_outcomes(run)[True] == exact
    assert chance(state, Jam("red-1", "contact-1")) == pytest.approx(float(exact))


@pytest.mark.rule("hex100.hacking", "hex100.jamming", "hex100.electronic-resistance")
def test_resistance_cannot_be_seen_and_is_named_as_what_may_be() -> None:
    position = Position(plain(), [(HACKER, (0, 0), E)], [(TEGU, (6, 0), W)])
    orders = (Jam("red-1", "contact-1"), Hack("red-1", "contact-1"))
    before = [PREVIEWS.preview(position.state, "red", order) for order in orders]
    assert "If it resists electronically: 60%." in before[0].notes
    assert "If it resists electronically: 36%." in before[1].notes
    blue = position.unit("blue-1")
    blue.resisting = blue.fortified = blue.unlinked = True
    assert [PREVIEWS.preview(position.state, "red", order) for order in orders] == before


@pytest.mark.rule("hex100.hacking", "hex100.sensor-detection")
def test_of_a_blip_a_typical_rating_is_assumed() -> None:
    for target in ("big-guye-brawler", STORM):
        position = Position("...B............", [(HACKER, (0, 0), E)], [(target, (6, 0), W)])
        assert position.state.known["red"] == {"blue-1": BLIP}
        shown = PREVIEWS.preview(position.state, "red", Hack("red-1", "contact-1"))
        assert shown.odds is not None
        assert shown.odds.p_hit == pytest.approx(1 - TYPICAL_E_WAR / 100)
        assert [line.value for line in shown.attack] == [TYPICAL_E_WAR]


def astray(position: Position, name: str) -> float:
    """What a blast may still do to the target it has missed."""
    found = find_weapon(position.state, position.unit("red-1"), name)
    assert found is not None
    target = position.unit("blue-1")
    return blast_worth(position.state, position.unit("red-1"), found[1], target.hex, target)[0] if found[1].blast else 0


@pytest.mark.rule("hex100.attr-heavy-emp", "hex100.attr-light-emp", "hex100.armour-ed")
@pytest.mark.parametrize(
    ("weapon", "plate", "exact"),
    [
        ("emp-charge", "ablative-armour-heavy", Fraction(70, 100)),
        ("emp-charge", "ed-armour-heavy", Fraction(70 * 20, 10_000)),
        ("electro-spike", "internal-reinforcement", Fraction(75 * 30, 10_000)),
    ],
)
def test_the_odds_of_a_shock_hold_on_every_roll(weapon: str, plate: str, exact: Fraction) -> None:
    target = machine("cobra-ka1", [], [], [], [], [plate])
    position = Position(plain(), [(THROWER, (0, 0), E)], [(target, (1, 0), W)])
    position.unit("blue-1").hp, position.unit("blue-1").critical = 100, -100
    order = Attack("red-1", (weapon,), "contact-1")

    def run(dice: DiceSource) -> bool:
        ctx = Ctx(position.state.clone(), BOOK.apply)
        drive(resolve_shots(ctx, "red-1", weapon, "blue-1", at(1, 0)), dice)
        return ctx.state.units["blue-1"].shocked

    shown = PREVIEWS.preview(position.state, "red", order)
    assert f"EMP shock: {float(exact):.1%}." in shown.notes
    assert shown.odds is not None
    found = find_weapon(position.state, position.unit("red-1"), weapon)
    assert found is not None
    aim = take_aim(position.state, position.unit("red-1"), found[1], position.unit("blue-1"), at(1, 0))
    direct = expected_share(position.state, [aim]) + SHOCKING * float(exact)
    assert shown.gives == pytest.approx(direct + astray(position, weapon))
    if weapon == "electro-spike":
        assert all_outcomes(run)[True] == exact


@pytest.mark.rule("hex100.attr-heavy-emp")
def test_a_shock_is_worth_nothing_on_one_that_is_known_to_be_in_shock() -> None:
    position = Position(plain(), [(THROWER, (0, 0), E)], [(TEGU, (3, 0), W)])
    order, burst = Attack("red-1", ("emp-charge",), "contact-1"), Bombard("red-1", "emp-charge", *at(3, 1))
    before, shelled = PREVIEWS.preview(position.state, "red", order), PREVIEWS.preview(position.state, "red", burst)
    missed = astray(position, "emp-charge")
    position.unit("blue-1").shocked = True
    after = PREVIEWS.preview(position.state, "red", order)
    assert missed > astray(position, "emp-charge")
    assert before.gives - after.gives == pytest.approx(SHOCKING * 0.7 + missed - astray(position, "emp-charge"))
    assert not any("EMP" in note for note in after.notes)
    assert PREVIEWS.preview(position.state, "red", burst).gives < shelled.gives


@pytest.mark.rule("hex100.mass-jamming")
def test_mass_jamming_is_worth_all_it_reaches_and_idle_without_anybody() -> None:
    position = Position(plain(), [(STORM, (0, 0), E)], [(TEGU, (6, 0), W), (ERRANT, (4, 2), W), (TEGU, (9, 0), W)])
    shown = PREVIEWS.preview(position.state, "red", MassJam("red-1"))
    assert [each.odds.p_hit for each in shown.also if each.odds] == pytest.approx([0.6, 1.0])
    assert shown.gives == pytest.approx(sum(each.gives for each in shown.also))
    position = Position(plain(20, 2), [(STORM, (0, 0), E)], [(TEGU, (15, 0), W)])
    assert PREVIEWS.preview(position.state, "red", MassJam("red-1")).gives == 0
    assert PREVIEWS.preview(position.state, "red", MassFortify("red-1")).gives > 0


@pytest.mark.rule("hex100.data-link-off")
def test_a_link_is_better_on_until_somebody_in_the_network_is_hacked() -> None:
    position = Position(plain(), [(SCOUT, (0, 0), E), (SCOUT, (0, 2), E)], [(TEGU, (6, 0), W)])
    off, on = SwitchLink("red-1", False), SwitchLink("red-1", True)
    assert PREVIEWS.preview(position.state, "red", off).risks > 0 == PREVIEWS.preview(position.state, "red", off).gives
    assert PREVIEWS.preview(position.state, "red", on).gives > 0
    position.unit("red-2").hacked = True
    assert PREVIEWS.preview(position.state, "red", off).gives > 0 == PREVIEWS.preview(position.state, "red", on).gives


@pytest.mark.rule("hex100.hacking", "hex100.jamming", "hex100.mass-jamming")
def test_greedy_uses_its_electronics_where_it_has_nothing_better() -> None:
    drawing = "...B............"
    position = Position(drawing, [(HACKER, (0, 0), E)], [(TEGU, (6, 0), W)])
    position.unit("red-1").pool = {"utility": 1}
    battle = Battle.begin(SYSTEM, position.setup, None, position.state)
    assert isinstance(GreedyBot(1).decide(Seat(battle, "red")), Hack | Jam)
    position = Position(plain(), [(STORM, (0, 0), E)], [(TEGU, (6, 0), W), (TEGU, (6, 2), W)])
    position.unit("red-1").pool = {"utility": 1}
    battle = Battle.begin(SYSTEM, position.setup, None, position.state)
    assert isinstance(GreedyBot(1).decide(Seat(battle, "red")), MassJam)


@pytest.mark.rule("hex100.recovery")
def test_greedy_fights_first_and_recovers_with_its_special_action() -> None:
    brawler = machine("big-guye", [], ["mace"])
    position = Position(plain(), [(brawler, (0, 0), E)], [(TEGU, (1, 0), W)])
    red = position.unit("red-1")
    red.shocked, red.pool = True, {"wildcard": 1, "focus": 1}
    battle = Battle.begin(SYSTEM, position.setup, None, position.state)
    assert isinstance(GreedyBot(1).decide(Seat(battle, "red")), Attack)
    red.pool = {"focus": 1}
    battle = Battle.begin(SYSTEM, position.setup, None, position.state)
    assert GreedyBot(1).decide(Seat(battle, "red")) == Recover("red-1")


@pytest.mark.rule("hex100.hacking", "hex100.jamming", "hex100.sensor-advanced")
def test_of_a_known_type_out_of_sight_the_rating_of_its_card_is_assumed() -> None:
    """An outline on the sensors tells the type, not what modules are on board."""
    shown = []
    for items in ([], ["advanced-eccm-module"]):
        target = machine("crocodile-mk2", items)
        position = Position("...B............", [(HACKER, (0, 0), E)], [(target, (6, 0), W)])
        position.state.known["red"]["blue-1"] = IDENTIFIED
        shown.append([PREVIEWS.preview(position.state, "red", order("red-1", "contact-1")) for order in (Hack, Jam)])
    assert shown[0] == shown[1]
    assert [line.value for line in shown[0][0].attack] == [units()["crocodile-mk2"].e_war]
