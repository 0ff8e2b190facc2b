"""What an order is worth before it is given: reserves, blasts on the ground, and hexes worth shelling."""

from __future__ import annotations

import random

import msgspec
import pytest

from gearlock.bots.greedy import GreedyBot
from gearlock.kernel.orders import Order
from gearlock.kernel.seat import Seat
from gearlock.systems.hex100.advice.attack_odds import GUESSED, READY, TYPICAL_HP, WAITING, blast_worth, standing
from gearlock.systems.hex100.advice.previews import IDLE, PREVIEWS
from gearlock.systems.hex100.attacks.attack import Attack, Bombard, FireReserve, HoldBack, Reserve
from gearlock.systems.hex100.damage.units_hit import SpendCharges, Struck
from gearlock.systems.hex100.detection.sight import LookAround, MarkTarget, Search
from gearlock.systems.hex100.equipment import find_weapon
from gearlock.systems.hex100.forces.cards import machines
from gearlock.systems.hex100.movement.moving import Move
from gearlock.systems.hex100.state import BLIP
from gearlock.systems.hex100.turns import EndTurn, Focus
from gearlock.table.hexes import Hex, distance
from systems.hex100.kit import E, Position, W, at, events, machine, plain

CROC = "crocodile-lasers"
TEGU = "tegu-siege"
MORTAR = "squire-storm"
TRIGGERS = ("moves", "attacks", "appears")


def shelling(hex_: Hex) -> Bombard:
    return Bombard("red-1", "storm-mortar", *hex_)


@pytest.mark.rule("hex100.reserve")
@pytest.mark.parametrize("trigger", TRIGGERS)
def test_a_reserve_is_worth_a_part_of_the_attack_it_holds_back(trigger: str) -> None:
    state = Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (5, 0), W)]).state
    attack = PREVIEWS.preview(state, "red", Attack("red-1", ("crocodile-combat-laser",), "contact-1"))
    held = PREVIEWS.preview(state, "red", Reserve("red-1", "attack", ("crocodile-combat-laser",), trigger))
    assert attack.gives > 0
    assert held.gives == pytest.approx(WAITING * attack.gives)


@pytest.mark.rule("hex100.reserve")
def test_holding_back_is_worth_its_best_reserve_and_a_trifle_while_nobody_can_be_hit() -> None:
    position = Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (5, 0), W)])
    battle = position.play()
    held = battle.preview("red", HoldBack("red-1", "attack")).gives
    battle.answer("red", HoldBack("red-1", "attack"))
    worths = [battle.preview("red", option.order).gives for option in battle.options("red")]
    assert held == max(worths) > 0.01
    assert min(worths) == pytest.approx(READY)
    other = battle.preview("red", Reserve("red-1", "attack", ("crocodile-combat-laser",), enemy="contact-9"))
    assert other.gives == pytest.approx(READY * 6)
    assert battle.preview("red", Reserve("red-1", "attack", ("no such gun",))).gives == 0
    away = Position(plain(20, 4) + "\n" + "B" * 20 + "\n" + plain(20, 4), [(TEGU, (0, 0), E)], [(TEGU, (19, 8), W)])
    assert not away.state.known["red"]
    assert 0 < PREVIEWS.preview(away.state, "red", HoldBack("red-1", "attack")).gives < 0.001
    assert PREVIEWS.preview(away.state, "red", HoldBack("red-1", "move")).gives == 0


@pytest.mark.rule("hex100.focus-evasion", "hex100.focus-fire-control")
def test_a_focus_is_worth_what_it_adds_to_attacks_and_what_it_spares() -> None:
    twin = machine("crocodile-mk2", [], [], ["crocodile-combat-laser"], ["crocodile-combat-laser"])
    state = Position(plain(), [(twin, (0, 0), E)], [(TEGU, (5, 0), W)]).state
    weighed = {
        focus: PREVIEWS.preview(state, "red", Focus("red-1", focus)) for focus in ("", "fire-control", "evasion")
    }
    assert weighed["fire-control"].gives == pytest.approx(2 * weighed[""].gives)
    assert weighed["evasion"].hoped == weighed[""].hoped == weighed[""].gives > 0
    agility = state.machine("red-1").unit.agility / 100
    assert weighed["evasion"].risks == pytest.approx((1 - agility) * weighed[""].risks)
    assert weighed["fire-control"].risks == weighed[""].risks > 0


# Three bombs of area damage 2 at 70 %: of twelve ways to go astray by one or two hexes, four still reach the next hex.
EXPECTED = 3 * (0.7 * 2 + 0.3 * 4 / 12 * 2)


@pytest.mark.rule("hex100.attr-blast", "hex100.blast-scatter")
def test_shelling_a_hex_is_worth_what_the_blast_would_do_to_known_enemies_and_risks_friends() -> None:
    position = Position(plain(), [(MORTAR, (0, 4), E), (CROC, (3, 4), E)], [(machine("big-guye"), (5, 4), W)])
    shown = PREVIEWS.preview(position.state, "red", shelling(at(4, 4)))
    assert shown.gives == pytest.approx(EXPECTED / 18)
    assert shown.risks == pytest.approx(EXPECTED / 32)
    assert shown.spot == (*at(4, 4), 0)
    assert shown.ends == (*at(0, 4), 0)


@pytest.mark.rule("hex100.attr-blast", "hex100.armour-blast")
def test_a_blast_is_worth_nothing_against_plates_that_keep_it_off() -> None:
    plated = machine("cobra-ka1", ["light-howitzer"], [], [], [], ["blast-plating-light"])
    state = Position(plain(), [(MORTAR, (0, 4), E)], [(plated, (5, 4), W)]).state
    assert PREVIEWS.preview(state, "red", shelling(at(4, 4))).gives == -IDLE


@pytest.mark.rule("hex100.attr-blast", "hex100.sensor-detection")
def test_a_blast_at_a_blip_is_reckoned_from_its_place_alone() -> None:
    hidden = machine("big-guye", [], [], [], ["ablative-armour-heavy"])
    worths = []
    for foe in (hidden, machines()[TEGU]):
        position = Position(plain(), [(MORTAR, (0, 4), E), (CROC, (0, 0), E)], [(foe, (5, 4), W)])
        position.state.known["red"]["blue-1"] = BLIP
        worths.append(PREVIEWS.preview(position.state, "red", shelling(at(4, 4))).gives)
    assert worths == [pytest.approx(EXPECTED / TYPICAL_HP)] * 2


@pytest.mark.rule("hex100.attack-action")
def test_shelling_nothing_is_worth_a_little_less_than_ending_the_turn() -> None:
    state = Position(plain(), [(MORTAR, (0, 4), E)], [(TEGU, (15, 0), W)]).state
    shown, ended = PREVIEWS.preview(state, "red", shelling(at(4, 4))), PREVIEWS.preview(state, "red", EndTurn("red-1"))
    assert (shown.gives, shown.risks, shown.ends) == (-IDLE, 0, ended.ends)
    assert (ended.gives, ended.risks) == (0, 0)
    assert shown.notes == ("No enemy is known to be within reach of the blast.",)


def test_the_greedy_bot_shells_no_empty_hex() -> None:
    position = Position(plain(), [(MORTAR, (0, 4), E)], [(TEGU, (15, 0), W)])
    position.unit("red-1").pool = {"attack": 1}
    battle = position.play()
    assert any(isinstance(option.order, Bombard) for option in battle.options("red"))
    for seed in range(10):
        assert isinstance(GreedyBot(seed).decide(Seat(battle, "red")), EndTurn)


@pytest.mark.rule("hex100.attack-action")
def test_hexes_to_shell_are_looked_for_beside_known_enemies() -> None:
    battle = Position(plain(), [(MORTAR, (0, 4), E)], [(TEGU, (5, 4), W)]).play()
    option = next(each for each in battle.options("red") if isinstance(each.order, Bombard))
    chooser = random.Random(1)
    orders = [battle.sample("red", option, chooser) for _ in range(60)]
    spots = [(order.q, order.r) for order in orders if isinstance(order, Bombard)]
    beside = [spot for spot in spots if distance(spot, at(5, 4)) == 1]
    assert len(spots) == 60
    assert len(beside) > 30
    assert len(set(spots) - set(beside)) > 3


@pytest.mark.parametrize(
    "order",
    [
        Bombard("red-1", "demolition-charge", 99, 99),
        Bombard("red-1", "nonsense", 0, 0),
        Search("red-1", "nonsense"),
        Attack("red-1", ("nonsense",), "contact-1"),
        MarkTarget("red-1", "nonsense"),
    ],
)
def test_a_preview_of_what_cannot_be_says_so_and_fails_nobody(order: Order) -> None:
    thrower = machine("crocodile-mk2", [], ["target-marker"], ["demolition-charge"])
    position = Position(plain(), [(thrower, (0, 4), E)], [(machine("tegu-mbt"), (3, 4), W)])
    assert PREVIEWS.preview(position.state, "red", order).gives == 0


@pytest.mark.rule("hex100.movement-points")
def test_a_route_counts_the_movement_points_hex_by_hex() -> None:
    state = Position(".bb..\n.....", [(TEGU, (0, 0), E)], [(TEGU, (4, 1), W)]).state
    unit = state.units["red-1"]
    path = (at(1, 0), at(2, 0))
    route = PREVIEWS.preview(state, "red", Move("red-1", path, E)).route
    assert route is not None
    assert route.start == unit.hex
    assert tuple((leg.x, leg.y) for leg in route.legs) == path
    costs = [state.land.cost(hex_, state.machine("red-1").unit.movement_type) for hex_ in path]
    assert [leg.used for leg in route.legs] == [f"{costs[0]} MP", f"{sum(costs)} MP"]
    assert sum(costs) > 2, "broken ground costs more"
    assert route.used == f"{sum(costs)} of {state.machine('red-1').unit.movement} movement points"
    assert PREVIEWS.preview(state, "red", EndTurn("red-1")).route is None


@pytest.mark.rule("hex100.action-pool", "hex100.attr-limited-ammo")
def test_orders_say_what_they_cost() -> None:
    position = Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (5, 0), W)])
    unit = position.unit("red-1")
    attack = Attack("red-1", ("crocodile-combat-laser",), "contact-1")
    unit.pool = {"attack": 2, "commander": 1}
    assert PREVIEWS.preview(position.state, "red", attack).cost == "1 of 2 attack actions"
    unit.pool = {"wildcard": 1, "commander": 1}
    assert PREVIEWS.preview(position.state, "red", attack).cost == "the wildcard action"
    unit.uses["crocodile-combat-laser"] = 3
    assert PREVIEWS.preview(position.state, "red", attack).cost.startswith("the wildcard action, 1 of 3 uses of the ")
    assert PREVIEWS.preview(position.state, "red", LookAround("red-1")).cost == "the commander action"
    assert (
        PREVIEWS.preview(position.state, "red", FireReserve("red-1", "contact-1")).cost
        == "the attack that was held back"
    )
    assert PREVIEWS.preview(position.state, "blue", attack).cost == "", "what the enemy pays is its own business"


@pytest.mark.rule("hex100.armour-reactive")
def test_charges_say_how_many_are_left() -> None:
    position = Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (5, 0), W)])
    position.unit("red-1").charges = 3
    assert PREVIEWS.preview(position.state, "red", SpendCharges("red-1", 2, 4)).cost == "2 of 3 charges"


@pytest.mark.rule("hex100.attr-blast", "hex100.blast-scatter")
def test_a_blast_at_a_target_risks_what_it_would_do_to_friends_wherever_it_comes_down() -> None:
    red, blue = [(TEGU, (0, 2), E), ("big-guye-brawler", (4, 1), E)], [(CROC, (4, 2), W)]
    shot = Attack("red-1", ("r-120-tank-gun",), "contact-1")
    shown = Position(plain(), list(red), list(blue)).play().preview("red", shot)

    def harm(*dice: tuple[int, ...]) -> int:
        battle = Position(plain(), list(red), list(blue)).play(*dice)
        battle.answer("red", shot)
        return sum(event.damage for event in events(battle, Struck) if event.unit == "red-2")

    hit = sum(line.value for line in shown.attack) / 100
    astray = sum(harm((99,), (side,), (hexes,)) for side in range(1, 7) for hexes in (1, 2)) / 12
    whole = Position(plain(), list(red), list(blue)).unit("red-2").hp
    assert astray > 0
    assert shown.risks == pytest.approx((hit * harm((0,), (99,), (0,)) + (1 - hit) * astray) / whole)
    assert any("your own: " in note and "itself" not in note for note in shown.notes)
    near = Position(plain(), [(TEGU, (3, 2), E)], list(blue)).play().preview("red", shot)
    assert any(note.endswith("(itself).") for note in near.notes)


@pytest.mark.rule("hex100.attr-blast")
def test_enemies_beside_the_target_of_a_blast_add_to_its_worth_and_nobody_is_warned_of_them() -> None:
    shot = Attack("red-1", ("r-120-tank-gun",), "contact-1")
    alone = PREVIEWS.preview(Position(plain(), [(TEGU, (0, 2), E)], [(CROC, (4, 2), W)]).state, "red", shot)
    both = PREVIEWS.preview(
        Position(plain(), [(TEGU, (0, 2), E)], [(CROC, (4, 2), W), (CROC, (4, 1), W)]).state, "red", shot
    )
    assert both.gives > alone.gives
    assert both.odds == alone.odds
    assert not any("your own" in note for note in both.notes)


@pytest.mark.rule("hex100.focus-evasion", "hex100.focus-defence")
def test_with_nobody_in_sight_a_focus_that_keeps_attacks_off_is_better_than_none() -> None:
    wall = plain(20, 4) + "\n" + "B" * 20 + "\n" + plain(20, 4)
    state = Position(wall, [(CROC, (0, 0), E)], [(TEGU, (19, 8), W)]).state
    worth = {
        focus: PREVIEWS.preview(state, "red", Focus("red-1", focus)).gives for focus in ("", "fire-control", "evasion")
    }
    assert worth["evasion"] > worth["fire-control"] == worth[""] == 0


@pytest.mark.rule("hex100.sensor-detection")
def test_an_enemy_out_of_sight_is_feared_like_a_machine_of_ones_own_kind_and_less() -> None:
    position = Position(plain(), [(CROC, (0, 2), E)], [(CROC, (5, 2), W)])
    (contact,) = position.state.contacts["red"].values()
    seen = standing(position.state, "red", "red-1").soon[contact]
    position.state.known["red"]["blue-1"] = BLIP
    assert standing(position.state, "red", "red-1").soon == {contact: pytest.approx(GUESSED * seen)}


@pytest.mark.rule("hex100.attr-blast", "hex100.drone-terror")
def test_what_a_blast_does_to_a_swarm_it_hits_is_counted_once_by_the_odds() -> None:
    position = Position(plain(), [(TEGU, (0, 2), E)], [(CROC, (4, 2), W)])
    unit, target = position.unit("red-1"), position.unit("blue-1")
    target.swarm = [2, 2, 2]
    found = find_weapon(position.state, unit, "r-120-tank-gun")
    assert found is not None
    sure = msgspec.structs.replace(found[1], accuracy=200)
    assert blast_worth(position.state, unit, sure, target.hex)[0] > 0
    assert blast_worth(position.state, unit, sure, target.hex, target) == (0, 0)
