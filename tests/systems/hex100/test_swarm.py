"""A swarm of terror drones as a target: machine by machine, bursts, rams, smoke, repair, and the odds of it all."""

from __future__ import annotations

import pytest

from gearlock.systems.hex100.advice.attack_odds import attack_odds
from gearlock.systems.hex100.attacks.attack import Attack, Fired, number_to_evade, number_to_hit, take_aim
from gearlock.systems.hex100.damage.damage import Blow, strike
from gearlock.systems.hex100.damage.units_hit import Destroyed, Fire, SwarmCut, Way, struck, swarm_chances
from gearlock.systems.hex100.defenses import SmokeLaid, would_smoke
from gearlock.systems.hex100.drones.kinds import Repaired, shares
from gearlock.systems.hex100.equipment import find_weapon, full_hp
from gearlock.systems.hex100.movement.moving import Move
from systems.hex100.kit import E, Position, W, at, events, machine, plain

TEGU = "tegu-siege"
CROC = "crocodile-lasers"
PACK = machine("crocodile-mk2", ["drone-controller"], ["basic-sensor-suite"], drones=("terror-drones",))
SWARM = "red-1-drone-1"
HUNT = "search-and-destroy"


@pytest.mark.rule("hex100.drone-terror")
@pytest.mark.parametrize(
    ("swarm", "damage", "critical", "left"),
    [
        ((2, 2, 2), 1, 0, (1, 2, 2)),
        ((1, 2, 2), 1, 0, (2, 2)),
        ((2, 2, 2), 9, 0, (2, 2)),
        ((2, 2, 2), 0, 1, (2, 2)),
        ((2,), 2, 0, ()),
        ((2, 2), 0, 0, (2, 2)),
    ],
)
def test_a_hit_strikes_one_machine_and_what_it_cannot_bear_is_lost(
    swarm: tuple[int, ...], damage: int, critical: int, left: tuple[int, ...]
) -> None:
    assert struck(swarm, damage, critical) == left


@pytest.mark.rule("hex100.drone-terror", "hex100.attr-blast")
def test_a_blast_strikes_every_machine_of_a_swarm() -> None:
    position = shot_at()
    strike(position.ctx, SWARM, Blow(1), how="blast")
    assert position.unit(SWARM).swarm == [1, 1, 1]
    strike(position.ctx, SWARM, Blow(1), how="hit")
    assert (position.unit(SWARM).swarm, position.unit(SWARM).hp) == ([1, 1], 2)
    strike(position.ctx, SWARM, Blow(1), how="blast")
    assert position.unit(SWARM).destroyed


@pytest.mark.rule("hex100.drone-terror", "hex100.stat-agility")
def test_the_card_is_as_decoded_with_three_machines_that_dodge_by_themselves() -> None:
    position = shot_at()
    card = position.state.machine(SWARM).unit
    assert (card.cost, card.movement, card.hp, card.vision, card.e_war, card.agility, card.small) == (
        300,
        6,
        2,
        4,
        30,
        30,
        True,
    )
    assert (position.unit(SWARM).swarm, full_hp(position.state, SWARM)) == ([2, 2, 2], 6)


@pytest.mark.rule("hex100.drone-terror")
def test_odds_against_a_swarm_count_machine_by_machine() -> None:
    half = (Way(0, 0, 0, 50), Way(5, 0, 0, 50))
    burst = (Way(0, 0, 0, 50), Way(5, 0, 1, 50))
    assert swarm_chances((2, 2), [Fire(3, half)]) == {(0, 0): 125000, (2, 0): 375000, (4, 0): 500000}
    assert swarm_chances((2, 2), [Fire(1, burst)]) == {(0, 0): 50, (3, 0): 50}
    assert swarm_chances((2, 2), [Fire(1, burst), Fire(1, half)]) == {
        (0, 0): 2500,
        (2, 0): 2500,
        (3, 0): 2500,
        (4, 0): 2500,
    }
    position = Position(plain(), [(PACK, (0, 4), E)], [(CROC, (7, 4), W)], acting="blue-1")
    position.field(SWARM, (4, 4), HUNT)
    blue, swarm = position.unit("blue-1"), position.unit(SWARM)
    found = find_weapon(position.state, blue, "crocodile-combat-laser")
    assert found is not None
    aim = take_aim(position.state, blue, found[1], swarm, swarm.hex)
    odds = attack_odds(position.state, [aim])
    assert set(odds.damage) == {0, 1, 2} - ({1} if found[1].graze != 1 else set())
    assert odds.p_destroyed == 0.0
    swarm.swarm, swarm.hp = [2], 2
    assert attack_odds(position.state, [aim]).p_destroyed > 0.4


def shot_at() -> Position:
    """A blue mech with two lasers, and red's swarm three hexes before it."""
    position = Position(plain(20, 9), [(PACK, (0, 4), E)], [(CROC, (9, 4), W)], acting="blue-1")
    position.field(SWARM, (6, 4), HUNT)
    position.unit("blue-1").pool["attack"] = 2
    return position


@pytest.mark.rule("hex100.drone-terror-smoke", "hex100.smoke-launcher")
def test_a_swarm_hides_in_smoke_before_the_first_shot_at_it_and_only_once() -> None:
    position = shot_at()
    blue, swarm = position.unit("blue-1"), position.unit(SWARM)
    lasers = [token for token in position.state.scene.loadouts["blue-1"].tokens if "laser" in token]
    found = find_weapon(position.state, blue, lasers[0])
    assert found is not None
    bare = number_to_hit(position.state, take_aim(position.state, blue, found[1], swarm, swarm.hex))
    battle = position.play((99,), (99,))
    for laser in lasers:
        battle.answer("blue", Attack("blue-1", (laser,), position.state.contacts["blue"][SWARM]))
    assert [(event.unit, event.hexes) for event in events(battle, SmokeLaid)] == [(SWARM, (at(6, 4),))]
    assert [event.number for event in events(battle, Fired)] == [bare - 30] * 2
    assert battle.state.units[SWARM].uses == {"smoke": 0}


@pytest.mark.rule("hex100.drone-terror-smoke", "hex100.drone-terror")
@pytest.mark.parametrize(("trouble", "value"), [("shocked", True), ("uses", {"smoke": 0}), ("riding", "blue-1")])
def test_without_smoke_left_shut_down_or_riding_there_is_none(trouble: str, value: object) -> None:
    position = shot_at()
    assert would_smoke(position.unit(SWARM))
    setattr(position.unit(SWARM), trouble, value)
    assert not would_smoke(position.unit(SWARM))


@pytest.mark.rule("hex100.drone-terror", "hex100.drone-terror-removal", "hex100.stat-agility")
@pytest.mark.parametrize(("riding", "dodge"), [("", 30), ("blue-1", 0)])
def test_riders_do_not_dodge(riding: str, dodge: int) -> None:
    position = shot_at()
    blue, swarm = position.unit("blue-1"), position.unit(SWARM)
    swarm.riding = riding
    found = find_weapon(position.state, blue, "crocodile-combat-laser")
    assert found is not None
    assert number_to_evade(position.state, take_aim(position.state, blue, found[1], swarm, swarm.hex)) == dodge


@pytest.mark.rule("hex100.drone-terror-smoke")
def test_the_preview_of_an_attack_on_a_swarm_reckons_with_its_smoke() -> None:
    shown = []
    for uses in (1, 0):
        position = shot_at()
        position.unit(SWARM).uses = {"smoke": uses}
        order = Attack("blue-1", ("crocodile-combat-laser",), position.state.contacts["blue"][SWARM])
        shown.append(sum(line.value for line in position.play().preview("blue", order).attack))
        assert not position.state.smoke
    assert shown[0] == shown[1] - 30


@pytest.mark.rule("hex100.drone-terror", "hex100.drone-repair")
def test_a_repair_drone_mends_the_machines_that_are_left_and_brings_none_back() -> None:
    both = machine("crocodile-mk2", ["drone-controller"], drones=("terror-drones", "repair-drone"))
    position = Position(plain(20, 9), [(both, (0, 4), E)], [(TEGU, (19, 4), W)])
    position.field(SWARM, (4, 4), HUNT)
    position.field("red-1-drone-2", (5, 4), "triage", point=at(5, 4))
    position.ctx.emit(SwarmCut(SWARM, (1, 1), "hit"))
    assert shares(position.state, position.unit("red-1-drone-2")) == {SWARM: 2}
    position.ctx.emit(Repaired("red-1-drone-2", ((SWARM, 2),)))
    assert (position.unit(SWARM).swarm, position.unit(SWARM).hp) == ([2, 2], 4)


@pytest.mark.rule("hex100.drone-terror", "hex100.attr-blast")
@pytest.mark.parametrize("dodge", [99, 0])
def test_a_shell_that_bursts_among_a_swarm_takes_all_of_it_dodged_or_not(dodge: int) -> None:
    gun = machine("rampart", ["mortar"])
    position = Position(plain(20, 9), [(PACK, (0, 4), E)], [(gun, (9, 4), W)], acting="blue-1")
    position.field(SWARM, (6, 4), HUNT)
    dice = ((0,), (dodge,), (99,)) if dodge >= 30 else ((0,), (dodge,))
    order = Attack("blue-1", ("mortar",), position.state.contacts["blue"][SWARM])
    battle = position.play(*dice)
    battle.answer("blue", order)
    assert [event.unit for event in events(battle, Destroyed)] == [SWARM]


@pytest.mark.rule("hex100.drone-terror", "hex100.ramming")
def test_a_ram_crushes_one_machine_and_its_preview_says_so() -> None:
    position = Position(plain(20, 9), [(PACK, (0, 4), E)], [(TEGU, (9, 4), W)], acting="blue-1")
    position.field(SWARM, (4, 4), HUNT)
    blue = position.unit("blue-1")
    path = tuple((blue.q - hexes, blue.r) for hexes in range(1, 5))
    order = Move("blue-1", path, W, ram=position.state.contacts["blue"][SWARM])
    battle = position.play((0,))
    shown = battle.preview("blue", order)
    assert shown.odds is not None
    assert (shown.odds.damage, shown.odds.p_destroyed) == ({0: 0.7, 2: 0.3}, 0.0)
    battle.answer("blue", order)
    assert battle.state.units[SWARM].swarm == [2, 2]
