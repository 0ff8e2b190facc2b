"""2.3.4, 2.6.7: what the weapon, the vehicle and the target add to the rolls of an attack."""

from __future__ import annotations

import msgspec
import pytest

from gearlock.kernel.positions import Position
from gearlock.systems.tactical.attacks.exchange import attack_lines, defense_lines
from gearlock.systems.tactical.attacks.targets import Pair, use_of
from gearlock.systems.tactical.attacks.weapons_in_use import Attack
from gearlock.systems.tactical.damage.condition import piloting_lines
from gearlock.systems.tactical.line_of_sight.seeing import detection_rating
from systems.tactical.play import unit


def worth(position: Position, weapon: str) -> tuple[dict[str, int], dict[str, int]]:
    """The lines of both rolls of red-1 against blue-1, by their words."""
    battle = position.battle()
    attacker, target = unit(battle), unit(battle, "blue-1")
    mount = attacker.mount(weapon)
    assert mount is not None
    pair = Pair(battle.state, attacker, target, use_of(battle.state, attacker, mount, target, Attack("red-1", weapon)))
    found = ({line.label: line.value for line in lines} for lines in (attack_lines(pair), defense_lines(pair)))
    return next(found), next(found)


def against(target: str, model: str = "hunter", **red: object) -> Position:
    position = Position("tactical", active="red-1", pace="combat", modules=["infantry"])
    position.model("red-1", model, at=(20, 10), facing="north", **red)
    return position.model("blue-1", target, at=(20, 11.5), facing="south", moved=5_000, went="combat")


@pytest.mark.rule("tactical.2.3.4-accuracy")
def test_the_accuracy_of_a_weapon_and_its_damage_count() -> None:
    assert worth(against("hunter", stats={"weapons": ["LRP/8 F"]}), "LRP/8")[0]["Accuracy -1"] == -1
    assert worth(against("hunter", harm={"accuracy:LAC": 2}), "LAC")[0]["Accuracy -2"] == -2


@pytest.mark.rule("tactical.2.3.4-maneuver", "tactical.2.6.7-maneuver")
@pytest.mark.parametrize(("maneuver", "lost", "value"), [(1, 0, 1), (-2, 0, -2), (1, 3, -2)])
def test_maneuver_is_added_to_every_piloting_roll(maneuver: int, lost: int, value: int) -> None:
    position = Position("tactical", active="red-1")
    harm = {"maneuver": lost} if lost else {}
    position.model("red-1", "hunter", at=(20, 10), stats={"maneuver": maneuver}, harm=harm)
    position.model("blue-1", "hunter", at=(20, 30))
    lines = {line.label: line.value for line in piloting_lines(unit(position.battle()))}
    assert lines == {"Piloting": 2, "Maneuver": value}


@pytest.mark.rule("tactical.2.6.7-infantry-defense")
def test_squads_are_harder_to_hit_once_for_vehicles_without_a_weapon_for_it() -> None:
    attack, defense = worth(against("infantry-squad"), "LAC")
    assert attack["Infantry in cover"] == -2
    assert list(defense) == ["Infantry Skill"], "neither speed nor arc nor a second bonus"
    armed = against("infantry-squad", stats={"weapons": ["APGL F"]})
    assert "Infantry in cover" not in worth(armed, "APGL")[0]
    rifle = next(mount.id for mount in unit(against("infantry-squad", "infantry-squad").battle()).card.weapons)
    assert "Infantry in cover" not in worth(against("infantry-squad", "infantry-squad"), rifle)[0]


@pytest.mark.rule("tactical.3.6.3", "tactical.2.6.6-detection")
@pytest.mark.parametrize(("night_vision", "by_day", "by_night"), [(False, 4, 2), (True, 4, 4)])
def test_a_squad_sees_by_its_eyes_and_its_night_vision(night_vision: bool, by_day: int, by_night: int) -> None:
    battle = against("hunter", "infantry-squad").battle()
    squad = unit(battle)
    assert squad.card.squad is not None
    seeing = squad.clone()
    own = msgspec.structs.replace(squad.card.squad, night_vision=night_vision)
    seeing.card = msgspec.structs.replace(squad.card, squad=own)
    assert detection_rating(battle.state, seeing, dark=False) == by_day
    assert detection_rating(battle.state, seeing, dark=True) == by_night
