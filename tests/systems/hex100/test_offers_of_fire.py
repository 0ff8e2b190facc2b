"""Every attack that is offered, against the slow way: every volley at every contact, asked of the rules one by one."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask, Place, Target
from gearlock.kernel.orders import Refusal
from gearlock.kernel.system import Aim
from gearlock.systems.hex100.actions import payment
from gearlock.systems.hex100.advice.attack_odds import attack_odds
from gearlock.systems.hex100.advice.previews import SURVEY
from gearlock.systems.hex100.attacks.attack import Attack, Bombard, FireReserve, take_aim
from gearlock.systems.hex100.attacks.reserve import (
    TRIGGERS,
    offer_attacks,
    offer_holding_back,
    offer_overwatch,
    offer_reserves_kept,
    refuse_attack_now,
    refuse_bombard,
)
from gearlock.systems.hex100.equipment import find_weapon, weapon_name
from gearlock.systems.hex100.forces.cards import machines
from gearlock.systems.hex100.weapons import AUX, aux_volleys, is_pintle_shot, legal_volleys, refuse_aim, refuse_weapon
from gearlock.table.hexes import distance
from systems.hex100.kit import E, Position, W, at, plain

TEGU, CROC = "tegu-siege", "crocodile-lasers"
FOES = [(3, 4), (4, 4), (5, 5), (6, 3), (7, 4), (8, 4), (9, 6), (10, 4), (12, 4)]
POOLS: list[dict[str, int]] = [{"attack": 1, "commander": 1}, {"attack": 1}, {"commander": 1}, {"utility": 1}]


def surrounded(name: str) -> Position:
    """A machine with enemies at many distances before it, all in sight."""
    position = Position(plain(20), [(name, (2, 4), E)], [(CROC, place, W) for place in FOES])
    state = position.state
    for number in range(1, len(FOES) + 1):
        state.known["red"].setdefault(f"blue-{number}", 3)
        state.contacts["red"].setdefault(f"blue-{number}", f"contact-{90 + number}")
    return position


@pytest.mark.rule("hex100.attack-action", "hex100.stat-range", "hex100.commander-pintle", "hex100.zenith-aux-turrets")
@pytest.mark.parametrize("pool", POOLS, ids=lambda pool: "+".join(pool))
@pytest.mark.parametrize("name", machines())
def test_what_can_be_fired_at_whom_is_offered_and_nothing_else(name: str, pool: dict[str, int]) -> None:
    position = surrounded(name)
    state, unit = position.state, position.unit("red-1")
    unit.pool, unit.focus = pool, "fire-control" if state.machine("red-1").unit.kind == "mech" else ""
    volleys = list(legal_volleys(state, unit))
    ways = [("attack", volleys)] if payment(unit, "attack") else []
    if payment(unit, "commander"):
        ways.append(("commander", [each for each in volleys if is_pintle_shot(state, unit, each)]))
    ways.append((AUX, aux_volleys(state, unit)))
    wanted, shells = [], []
    for pay, fired in ways:
        for volley in fired:
            for enemy, contact in state.contacts["red"].items():
                order = Attack("red-1", volley, contact, pay)
                if refuse_attack_now(state, unit, order) is None:
                    assert distance(unit.hex, state.units[enemy].hex) <= 20
                    wanted.append((order, contact, volley[0]))
            found = find_weapon(state, unit, volley[0])
            if found is not None and len(volley) < 2 and found[1].blast:
                shells.append(Bombard("red-1", volley[0], unit.q, unit.r, pay))
    offered = list(offer_attacks(state, unit))
    targets = [(each.order, each.unit, each.weapon) for each in offered if isinstance(each, Target)]
    assert sorted(targets, key=repr) == sorted(wanted, key=repr)
    assert [each.order for each in offered if isinstance(each, Place)] == shells
    rest = [each.label for each in offered if not isinstance(each, (Target, Place))]
    assert len(rest) == (2 if "commander" in pool else 0)


@pytest.mark.rule("hex100.attack-action", "hex100.drone-terror-removal")
def test_an_attack_is_refused_for_its_price_its_contact_or_its_aim() -> None:
    position = surrounded(TEGU)
    state, unit = position.state, position.unit("red-1")
    gun = "r-120-tank-gun"
    contact = state.contacts["red"]["blue-2"]

    def said(refusal: Refusal | None) -> str:
        return refusal.code if refusal else ""

    assert said(refuse_attack_now(state, unit, Attack("red-1", (gun,), contact))) == ""
    assert said(refuse_attack_now(state, unit, Attack("red-1", (gun,), contact, "utility"))) == "no-such-action"
    assert said(refuse_attack_now(state, unit, Attack("red-1", (gun,), "contact-77"))) == "no-such-contact"
    state.units["blue-2"].riding = "red-1"
    assert said(refuse_attack_now(state, unit, Attack("red-1", (gun,), contact))) == "riding"
    state.units["blue-2"].riding = ""
    assert said(refuse_bombard(state, unit, Bombard("red-1", gun, *at(4, 6)))) == ""
    assert said(refuse_bombard(state, unit, Bombard("red-1", "nonsense", *at(4, 6)))) == "no-such-weapon"
    assert said(refuse_bombard(state, unit, Bombard("red-1", "hmg", *at(4, 6)))) == "no-blast"
    assert said(refuse_bombard(state, unit, Bombard("red-1", gun, *at(4, 4)))) == "not-empty"
    assert said(refuse_bombard(state, unit, Bombard("red-1", gun, 99, 99))) == "off-map"
    unit.pool = {}
    assert said(refuse_bombard(state, unit, Bombard("red-1", gun, *at(4, 6)))) != ""


@pytest.mark.rule("hex100.reserve")
def test_reserves_are_offered_for_every_volley_and_every_trigger() -> None:
    position = surrounded(CROC)
    state, unit = position.state, position.unit("red-1")
    volleys = list(legal_volleys(state, unit))
    kept: list[Any] = [each.order for each in offer_reserves_kept(state, Ask("red", "reserve", "red-1", ("attack",)))]
    assert [(each.held, each.weapons, each.trigger) for each in kept] == [
        ("attack", volley, trigger) for volley in volleys for trigger in TRIGGERS
    ]
    moves: list[Any] = [each.order for each in offer_reserves_kept(state, Ask("red", "reserve", "red-1", ("move",)))]
    assert [(each.held, each.weapons, each.trigger) for each in moves] == [("move", (), each) for each in TRIGGERS]
    fire, hold = offer_overwatch(state, Ask("red", "overwatch", "red-1", ("contact-3",)))
    assert fire.order == FireReserve("red-1", "contact-3")
    assert isinstance(fire, Target)
    assert fire.unit == "contact-3"
    assert hold.label == "Hold fire"
    unit.pool = {"utility": 1, "attack": 1}
    assert [getattr(each.order, "held", "") for each in offer_holding_back(state, unit)] == ["attack"]
    unit.pool = {"utility": 1, "move": 1}
    assert [getattr(each.order, "held", "") for each in offer_holding_back(state, unit)] == ["move"]
    unit.pool = {"attack": 1, "move": 1}
    assert list(offer_holding_back(state, unit)) == []


@pytest.mark.rule("hex100.stat-range", "hex100.minimum-range", "hex100.stat-melee")
@pytest.mark.parametrize("name", machines())
def test_fields_are_the_reach_of_every_weapon_that_can_be_used(name: str) -> None:
    state = surrounded(name).state
    unit = state.units["red-1"]
    wanted: dict[str, tuple[int, int]] = {}
    for token in state.scene.loadouts["red-1"].tokens:
        found = find_weapon(state, unit, token)
        if found is not None and refuse_weapon(state, unit, *found) is None:
            weapon = found[1]
            said = f"{weapon.name} ({weapon.mode})" if weapon.mode else weapon.name
            wanted.setdefault(said, (1 if weapon.melee else weapon.range, weapon.minimum_range))
    fields = SURVEY.fields(state, "red", "red-1", None)
    assert not isinstance(fields, Refusal)
    assert {each.weapon: (each.bands[0][1], each.nearest) for each in fields} == wanted
    for first in fields:
        assert [name for name, _ in first.bands] == ["range"]


@pytest.mark.rule("hex100.sensor-detection", "hex100.attack-sequence")
def test_menaces_are_the_worst_blow_of_each_enemy_in_view_the_worst_first() -> None:
    position = Position(
        plain(20), [(CROC, (2, 4), E)], [(name, (8, row), W) for row, name in enumerate(machines()) if row < 9]
    )
    state, several = position.state, 0
    for spot in (None, Aim(*at(5, 4), None), Aim(*at(5, 4), 1800)):
        found = SURVEY.menaces(state, "red", "red-1", spot)
        assert not isinstance(found, Refusal)
        means = [each.odds.mean_damage for each in found]
        assert means == sorted(means, reverse=True)
        there = state.units["red-1"].clone()
        if spot is not None:
            there.q, there.r = spot.x, spot.y
            there.facing = there.facing if spot.facing is None else 3
        for contact, id_ in ((contact, id_) for id_, contact in state.contacts["red"].items()):
            enemy = state.units[id_]
            cards = {}
            for token in state.scene.loadouts[id_].tokens:
                each = find_weapon(state, enemy, token)
                if each is None or refuse_weapon(state, enemy, *each) or refuse_aim(state, enemy, each[1], there.hex):
                    continue
                aim = take_aim(state, enemy, each[1], there, there.hex)._replace(locked=False, hidden=False)
                cards[weapon_name(each[1])] = attack_odds(state, [aim])
            mine = [each for each in found if each.piece == contact]
            if not cards:
                assert not mine
                continue
            (menace,) = mine
            assert menace.odds == cards[menace.weapon]
            assert menace.odds.mean_damage == max(card.mean_damage for card in cards.values())
            several += len(cards) > 1
    assert several > 5
    assert isinstance(SURVEY.menaces(state, "red", "blue-1", None), Refusal)
    assert isinstance(SURVEY.menaces(state, "red", "red-1", Aim(99, 99, None)), Refusal)
