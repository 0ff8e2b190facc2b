"""The card of an attack says what the rules come to when they are played on all the dice can show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from gearlock.bots.players import make_bot
from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import BadInput
from gearlock.kernel.gunnery import Outcomes, Situation, Terms, gathered
from gearlock.kernel.registry import get_system
from gearlock.kernel.seat import Seat
from gearlock.kernel.view import OddsCard, Preview
from gearlock.odds.attack import attack_odds, fate_of
from gearlock.systems.blitz.advice.attacks_and_moves import preview_attack
from gearlock.systems.blitz.advice.best_attack import best_against
from gearlock.systems.blitz.attacks.aiming import Attack
from gearlock.systems.blitz.firing_range.laid_out import stage
from gearlock.systems.blitz.firing_range.outcomes import _walked, answering, outcomes
from gearlock.systems.blitz.models import model_cards, ready
from gearlock.systems.blitz.state import State
from systems.blitz.field import Field, facing, fire

Figures = tuple[float, float, float, float, dict[int, float]]
"""Hit, mean damage, cripples, destroys, and the chance of each damage."""


def shown_by(card: OddsCard | None) -> Figures:
    assert card is not None
    damage = {amount: chance for amount, chance in card.damage.items() if chance}
    return card.p_hit, card.mean_damage, card.p_crippled, card.p_destroyed, damage


def found_in(found: Outcomes[State], unit: str) -> Figures:
    fate = fate_of(found, unit)
    damage = {amount: fate.chance(weight) for amount, weight in fate.damage.items() if weight}
    return (
        fate.chance(fate.hits), fate.mean_damage, fate.chance(fate.crippled), fate.chance(fate.destroyed), damage
    )  # fmt: skip


def played(state: State, order: Attack, unit: str) -> Figures:
    """The attack played on everything the dice can show, nobody answering anything."""
    return found_in(gathered(list(_walked(state, order, answering(None), (unit,)))), unit)


def is_alike(ours: Figures, theirs: Figures) -> bool:
    return ours[:4] == pytest.approx(theirs[:4]) and ours[4] == pytest.approx(theirs[4])


def cards_of(shown: Preview) -> Iterator[Preview]:
    """Everybody the attack is rolled against once."""
    each = (shown, *shown.also)
    struck = [one.target for one in each]
    return (one for one in each if one.target and struck.count(one.target) == 1)


def test_fire_bites_at_once_on_the_card_as_in_play() -> None:
    """The Leopard Wildfire's MFL at a Hunter, 4 in: fire is laid with every hit and rolled there and then."""
    odds = attack_odds("blitz", "leopard-wildfire:MFL", "hunter", {"range": 4})
    card = odds.shots[0].preview.odds
    assert card is not None
    assert (round(card.mean_damage, 2), round(card.p_destroyed, 3)) == (0.88, 0.011)


WEAPONS: dict[tuple[Any, ...], tuple[str, str, str]] = {}
for _card in model_cards().values():
    for _weapon in ready(_card).weapons.values():
        for _load, _used in _weapon.loads.items():
            _kind = _used.row.code, _used.pen, _used.persistent, tuple(sorted(_used.traits.items()))
            WEAPONS.setdefault(_kind, (_card.id, _weapon.id, _load))


def laid(unit: str, weapon: str, load: str, target: str) -> tuple[State, Attack] | None:
    """One of the weapons of the lists at a target, as near as it bears; None for what is no direct attack."""
    for away in ("4", "1", "0", "10", "30"):
        said = (("range", away), ("posture", "braced"), *((("ammo", load),) if load else ()))
        try:
            staged = stage(Situation((f"{unit}:{weapon}",), target, said))
        except BadInput:
            continue
        order = staged.orders[0]
        return (staged.state, order) if isinstance(order, Attack) else None
    return None


def test_the_card_of_every_weapon_of_the_lists_says_what_its_odds_say() -> None:
    compared = 0
    for unit, weapon, load in WEAPONS.values():
        for target in ("hunter", "north-infantry-squad"):
            found = laid(unit, weapon, load, target)
            for each in cards_of(preview_attack(found[0], "red", found[1])) if found is not None else ():
                assert found is not None
                state, order = found
                odds = found_in(outcomes(state, order, Terms(about=(each.target,), ends=False)), each.target)
                assert is_alike(shown_by(each.odds), odds), (unit, weapon, load, target, each.target)
                compared += 1
    assert compared > 400


def test_the_card_of_every_kind_of_weapon_says_what_playing_it_comes_to() -> None:
    kinds = {(kind[2], tuple(name for name, _ in kind[3])): names for kind, names in WEAPONS.items()}
    compared = 0
    for names in kinds.values():
        found = laid(*names, "hunter")
        for each in cards_of(preview_attack(found[0], "red", found[1])) if found is not None else ():
            assert found is not None
            assert is_alike(shown_by(each.odds), played(found[0], found[1], each.target)), (names, each.target)
            compared += 1
    assert compared > 60


FIRE, ACID, SHOCK = "LAC (PEN:6/2F)", "LAC (PEN:6/2C)", "LAC (PEN:6/2H)"


def shot(weapon: str, **more: Any) -> Field:
    return facing(**{"red_stats": {"weapons": [weapon]}, **more})


def beside(field: Field, model: str = "hunter", y: float = 20.0, **more: Any) -> Field:
    return field.model("blue-2", model, 12, y, actions=0, **more)


WHO: dict[str, dict[str, Any]] = {
    "a whole one": {},
    "one nearly gone": {"blue_hull": 0, "blue_structure": 1},
    "one that resists": {"blue_stats": {"traits": ["Resist: Fire", "Resist: Corrosion", "Resist: Haywire"]}},
    "one that is vulnerable": {"blue_stats": {"traits": ["Vul: Fire", "Vul: Corrosion", "Vul: Haywire"]}},
    "infantry": {"target": "north-infantry-squad"},
    "a wreck": {"blue_status": "wreck"},
    "one with worse tokens": {"blue_tokens": {"fire": 3, "corrosion": 3, "haywire": 3}},
}

PLACES: dict[str, tuple[Field, Attack]] = {
    **{
        f"{name} at {who}": (shot(weapon, **said), fire())
        for name, weapon in (("fire", FIRE), ("acid", ACID), ("haywire", SHOCK))
        for who, said in WHO.items()
    },
    "fire at one shorted by the damage": (shot(FIRE, blue_tokens={"haywire": 3}), fire()),
    "fire with an area": (beside(shot('LAC (PEN:6/1F, AE:4")')), fire()),
    "armor against fire": (shot(FIRE, blue_stats={"traits": ["Field Armor:+1D6"]}), fire()),
    "armor that does not work when braced": (
        shot("LAC", blue_stats={"traits": ["Field Armor:+1D6"]}, blue_tokens={"standby": 1}), fire()
    ),
    "armor hull down in the open": (
        shot("LAC", blue_stats={"traits": ["Field Armor:+1D6"]}, blue_tokens={"hull down": 1}), fire()
    ),
    "armor in the area": (beside(shot('LAC (AE:4")'), stats={"traits": ["Field Armor:+1D6"]}), fire()),
    "a defective gun": (facing(red_stats={"traits": ["Defective: Fire Control"]}), fire()),
    "a defective target": (facing(blue_stats={"traits": ["Defective: Move"]}), fire()),
    "a defective target beside": (beside(shot('LAC (AE:4")', blue_stats={"traits": ["Defective: Move"]})), fire()),
    "jammed sensors": (facing(red_tokens={"sensor jamming:blue-1": 2}), fire()),
    "jammed sensors that do not recover": (
        facing(red_tokens={"sensor jamming:blue-1": 2}, red_stats={"traits": ["Defective: Electronics"]}), fire()
    ),
    "a wreck": (shot("LAC", blue_status="wreck"), fire()),
    "a bunker in ruins": (facing(target="ac-turret", blue_status="wreck"), fire()),
    "a crippled one": (shot("LAC", blue_hull=0), fire()),
    "an area around a turret": (beside(facing(9, target="ac-turret"), y=21.0), fire("LRP")),
    "anti-tank in an area around a turret": (beside(shot('LAC (AE:4", AT)', target="ac-turret"), y=21.0), fire()),
}  # fmt: skip


@pytest.mark.rule("blitz.9.6", "blitz.9.6a", "blitz.9.6c", "blitz.9.3", "blitz.9.4", "blitz.trait.fieldarmor")
@pytest.mark.parametrize("name", PLACES)
def test_the_card_says_what_the_rules_come_to(name: str) -> None:
    field, order = PLACES[name]
    state = field.state
    shown, worth = preview_attack(state, "red", order), {"red": 0.0, "blue": 0.0}
    for each in cards_of(shown):
        true = played(state, order, each.target)
        added = found_in(outcomes(state, order, Terms(about=(each.target,), ends=False)), each.target)
        assert is_alike(shown_by(each.odds), true), each.target
        assert is_alike(added, true), each.target
        unit = state.units[each.target]
        left = unit.hull + unit.structure
        mean = sum(min(amount, left) * chance for amount, chance in true[4].items())
        worth[unit.seat] += 0 if unit.is_destroyed else mean / unit.line.bulk
    assert (shown.gives, shown.risks) == pytest.approx((worth["blue"], worth["red"]))


@pytest.mark.rule("blitz.9.2", "blitz.9.3", "blitz.9.4")
def test_a_card_says_what_an_attack_brings_about_and_not_what_has_happened_already() -> None:
    """A wreck is destroyed already and can only be removed; a crippled model is not crippled again."""
    wreck = preview_attack(facing(blue_status="wreck").state, "red", fire()).odds
    crippled = preview_attack(facing(blue_hull=0).state, "red", fire()).odds
    assert wreck is not None
    assert crippled is not None
    assert wreck.p_crippled == 0
    assert 0 < wreck.p_destroyed < wreck.p_hit
    assert crippled.p_crippled == 0
    assert 0 < crippled.p_destroyed < 1


@pytest.mark.rule("blitz.9.6", "blitz.trait.fieldarmor", "blitz.14.5b")
@pytest.mark.parametrize(
    "name",
    ["fire at a whole one", "armor against fire", "a defective gun", "jammed sensors", "armor hull down in the open"],
)
def test_what_bots_reckon_with_is_the_card(name: str) -> None:
    state = PLACES[name][0].state
    unit, target = state.units["red-1"], state.units["blue-1"]
    worths = [
        preview_attack(state, "red", Attack(unit.id, weapon.id, ("blue-1",), load)).gives
        for weapon in unit.line.weapons.values()
        for load, used in weapon.loads.items()
        if not used.is_melee and not used.proximity
    ]
    assert best_against(state, unit, target) == pytest.approx(max(worths))


@pytest.mark.parametrize(("scenario", "seed"), [("skirmish", 1), ("skirmish", 2), ("duel", 3)])
def test_cards_in_real_battles_say_what_the_odds_say(scenario: str, seed: int) -> None:
    """Every fifth attack that is offered; of those every tenth is played on all dice."""
    system = get_system("blitz")
    battle: Battle[State] = Battle.begin(system, system.prepare(scenario, seed, {}))
    bots = {seat: make_bot("greedy", seed + number) for number, seat in enumerate(system.seats)}
    offered = 0
    for _ in range(120):
        if battle.over:
            break
        seat = battle.waiting_for()[0]
        ask, state = battle.ask_for(seat), battle.state
        assert ask is not None
        for option in battle.options(seat) if ask.kind == "act" else ():
            order = getattr(option, "order", None)
            offered += isinstance(order, Attack)
            if not isinstance(order, Attack) or offered % 5:
                continue
            for each in cards_of(preview_attack(state, seat, order)):
                odds = found_in(outcomes(state, order, Terms(about=(each.target,), ends=False)), each.target)
                assert is_alike(shown_by(each.odds), odds), (order, each.target)
                if not offered % 50:
                    assert is_alike(odds, played(state, order, each.target)), (order, each.target)
        battle.answer(seat, bots[seat].decide(Seat(battle, seat)))
    assert offered > 5
