"""What is easily got wrong by one, or the other way round, and told to nobody when it is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Refusal
from gearlock.kernel.script import Ctx
from gearlock.systems.hex100.advice.attack_odds import chance_to_strike, pool_odds, reach_of
from gearlock.systems.hex100.advice.drones_and_signals import _repair_support_worth
from gearlock.systems.hex100.advice.previews import fields, reach
from gearlock.systems.hex100.attacks.attack import number_to_hit, take_aim
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.damage.units_hit import lose_docked
from gearlock.systems.hex100.deployment import Deploy, Deployed
from gearlock.systems.hex100.detection.sight import MarkTarget
from gearlock.systems.hex100.drones.commands import refuse_mode
from gearlock.systems.hex100.drones.kinds import Named, SetMode
from gearlock.systems.hex100.drones.terror import ShootOff, resolve_shoot
from gearlock.systems.hex100.equipment import find_weapon
from gearlock.systems.hex100.forces import force_building as force
from systems.hex100.drone_kit import MEDIC, RECON, TEGU, docked, laid_out
from systems.hex100.kit import E, Position, W, code, machine, plain
from systems.hex100.test_get_it_off import VICTIM, ridden

SWARM = machine("terror-drones")
MARKER = machine("crocodile-mk2", ["hunter-killer-missile"], ["target-marker"], ["crocodile-combat-laser"])


@pytest.mark.rule("hex100.drone-small")
def test_a_drone_lost_with_its_carrier_has_nothing_left() -> None:
    position = docked()
    assert position.unit(RECON).docked
    lose_docked(position.state, position.unit("red-1"))
    assert (position.unit(RECON).destroyed, position.unit(RECON).hp) == (True, 0)


@pytest.mark.rule("hex100.drone-command")
def test_a_mode_that_names_an_enemy_names_one_the_side_has_found() -> None:
    position = Position(plain(), [(SWARM, (0, 4), E), (TEGU, (0, 6), E)], [(TEGU, (4, 4), W)])
    drone = position.unit("red-1")
    found = position.state.contacts["red"]["blue-1"]
    for target, refused in ((found, None), ("contact-9", "no-such-contact"), ("blue-1", "no-such-contact")):
        refusal = refuse_mode(position.state, "red", drone, SetMode("red-1", "red-1", "attack", target=target))
        assert (refusal and refusal.code) == refused


@pytest.mark.rule("hex100.drone-repair-modes")
def test_to_support_nobody_is_worth_nothing() -> None:
    position = Position(plain(), [(MEDIC, (2, 4), E), (TEGU, (2, 6), E)], [(TEGU, (14, 4), W)])
    drone, ally = position.field("red-1-drone-1", (3, 4), "support", charge="red-2"), position.unit("red-2")
    ally.hp -= 3
    assert _repair_support_worth(position.state, "red", drone, Named(charge="red-2")) > 0
    assert _repair_support_worth(position.state, "red", drone, Named(charge="nobody")) == 0
    ally.destroyed = True
    assert _repair_support_worth(position.state, "red", drone, Named(charge="red-2")) == 0


@pytest.mark.rule("hex100.stat-accuracy", "hex100.drone-terror-removal")
def test_shots_at_riders_are_thrown_with_dice_from_0_to_99() -> None:
    position = ridden(acting="blue-2")
    script = resolve_shoot(Ctx(position.state, BOOK.apply), ShootOff("blue-2", ("light-auto-cannon",), VICTIM))
    roll: Any = next(script)
    assert (roll.purpose, roll.sides, roll.low) == ("to hit", 100, 0)


@pytest.mark.rule("hex100.stat-accuracy")
def test_what_an_unknown_target_evades_is_not_reckoned_with() -> None:
    position = Position(plain(), [(TEGU, (0, 4), E)], [(machine("terror-drones"), (2, 4), W), (TEGU, (9, 4), W)])
    red, blue = position.unit("red-1"), position.unit("blue-1")
    found = find_weapon(position.state, red, "hmg")
    assert found is not None
    aim = take_aim(position.state, red, found[1], blue, blue.hex)
    number = number_to_hit(position.state, aim, False)
    assert chance_to_strike(position.state, aim, known=False) == pytest.approx(number / 100)
    assert chance_to_strike(position.state, aim) == pytest.approx(number_to_hit(position.state, aim) * 70 / 10_000)


@pytest.mark.rule("hex100.stat-accuracy", "hex100.stat-agility")
@pytest.mark.parametrize(
    ("numbers", "hit", "mean", "damage"),
    [
        ((60, 20, 8, 3), 0.48, 2.4, {0: 0.52, 5: 0.48}),
        ((120, -5, 8, 3), 1.0, 5.0, {0: 0.0, 5: 1.0}),
        ((60, 130, 8, 3), 0.0, 0.0, {0: 1.0, 5: 0.0}),
        ((60, 0, 3, 3), 0.6, 0.0, {0: 1.0}),
    ],
)
def test_a_bare_shot(numbers: tuple[int, int, int, int], hit: float, mean: float, damage: dict[int, float]) -> None:
    card = pool_odds(*numbers)
    assert (card.p_hit, card.mean_damage) == pytest.approx((hit, mean))
    assert card.damage == pytest.approx(damage)


@pytest.mark.rule("hex100.target-marker")
def test_a_target_marker_costs_an_action_that_is_there() -> None:
    for pool, refused in (({"attack": 1}, ""), ({"utility": 1}, "no-action-left")):
        position = Position(plain(), [(MARKER, (0, 4), E)], [(TEGU, (4, 4), W)])
        position.unit("red-1").pool = pool
        order = MarkTarget("red-1", position.state.contacts["red"]["blue-1"], "attack")
        assert code(position.play(), "red", order) == refused


@pytest.mark.rule("hex100.attr-blast", "hex100.blast-scatter")
def test_only_what_bursts_reaches_beyond_its_hex() -> None:
    shot: Any = SimpleNamespace(weapon=SimpleNamespace(radius=0), indirect=True)
    burst: Any = SimpleNamespace(weapon=SimpleNamespace(radius=2), indirect=True)
    assert reach_of(shot) == 0
    assert reach_of(burst) > 2


@pytest.mark.rule("hex100.hardpoint-capacity")
@pytest.mark.parametrize(("count", "words"), [(12, "Gun (1). All"), (13, "Gun (1) and 1 more. All")])
def test_of_many_items_that_do_not_fit_a_dozen_are_named(
    monkeypatch: pytest.MonkeyPatch, count: int, words: str
) -> None:
    monkeypatch.setattr(force, "possible_places", lambda *_: [0])
    gun = SimpleNamespace(thing=SimpleNamespace(name="Gun"))
    parts: Any = [SimpleNamespace(found=gun, piece=SimpleNamespace(size=1), line=3)] * count
    draft: Any = SimpleNamespace(room=[4])
    unit: Any = SimpleNamespace(hardpoints=[SimpleNamespace(name="the left arm")])
    said = force._crowded(parts, draft, unit)
    assert said.message.count("Gun") == 12
    assert words in said.message


@pytest.mark.rule("hex100.deployment")
def test_the_zone_shown_for_a_placement_is_what_is_still_free_of_it() -> None:
    battle = laid_out("tegu-siege", "tegu-siege")
    ask = battle.pending[0]
    assert isinstance(ask, Ask)
    (option, *_) = battle.options(ask.seat)
    order = option.order
    assert isinstance(order, Deploy)
    (before,) = reach(battle.state, ask, option)
    place = before.hexes[0]
    Ctx(battle.state, BOOK.apply).emit(Deployed(order.unit, *place, 0))
    (after,) = reach(battle.state, ask, option)
    assert set(before.hexes) - set(after.hexes) == {place}


@pytest.mark.rule("hex100.stat-range")
def test_a_blade_reaches_the_next_hex() -> None:
    position = Position(plain(), [("big-guye-brawler", (0, 4), E)], [(TEGU, (9, 4), W)])
    found = fields(position.state, "red", "red-1", None)
    assert not isinstance(found, Refusal)
    assert (("range", 1),) in [field.bands for field in found]
    assert all(far > 0 for field in found for _, far in field.bands)
