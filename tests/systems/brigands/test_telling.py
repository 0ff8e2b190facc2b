"""The story of a battle in words a player understands."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy

import msgspec

from gearlock.kernel.battle import Battle
from gearlock.kernel.events import Event
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.attacks.attack import Attack, AttackRolled
from gearlock.systems.brigands.damage import MarginalHitsRolled
from gearlock.systems.brigands.deployment.places import RolledOff
from gearlock.systems.brigands.movement.paths import Move
from gearlock.systems.brigands.rounds import Activate, InitiativeRolled
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, WRECK, State
from systems.brigands.field import NORTH, SOUTH, again, alter, give, lay


def _told(battle: Battle[State], events: Iterable[Event]) -> list[str]:
    lines = [SYSTEM.tell(battle.state, event, "red") for event in events]
    return [line.text for line in lines if line is not None]


def test_postures_and_turns_are_told_apart() -> None:
    battle = lay([("hunter", 10, 10, NORTH), ("hunter", 20, 10, NORTH)])
    assert _told(battle, give(battle, Activate("red-1", BRACED))) == ["Red Hunter 1 activates Braced."]
    battle = lay([("hunter", 10, 10, NORTH)])
    give(battle, Activate("red-1", COMBAT_SPEED))
    moved = give(battle, Move("red-1", "G", ((0, 2_000),), last=False))
    turned = give(battle, Move("red-1", "G", ((450, 0),)))
    assert _told(battle, moved) == ["Red Hunter 1 moves 2 in as Ground to 10, 12."]
    assert _told(battle, turned) == ["Red Hunter 1 turns on the spot."]


def test_an_area_aimed_at_the_ground_is_told_with_its_point_and_whom_it_reaches() -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("chasseur", 10, 20, SOUTH)])
    battle.state.units["blue-1"].actions = 0
    battle = again(battle, (4,), (4, 1))
    give(battle, Activate("red-1", COMBAT_SPEED))
    text = _told(battle, give(battle, Attack("red-1", "LRP", "Ballistic", (), (12_000, 20_000, 0))))
    assert text[0] == "Red Hunter 1 attacks the point 12, 20, reaching Blue Chasseur 1, with its LRP (Ballistic)."
    assert text[1] == "Red Hunter 1 on Blue Chasseur 1: [4] = 4 against [4 1] = 4: miss, as the target is Agile."


def test_a_wreck_that_is_hit_too_little_remains_one() -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 20, SOUTH), ("hunter", 40, 40, SOUTH)])
    wreck = battle.state.units["blue-1"]
    wreck.hull = wreck.structure = wreck.actions = 0
    wreck.status = WRECK
    battle = again(battle, (3, 1, 1))
    give(battle, Activate("red-1", COMBAT_SPEED))
    text = _told(battle, give(battle, Attack("red-1", "LAC", "Ballistic", ("blue-1",))))
    assert text[1].endswith("[3 1 1] = 3 against no dice = 1: hit with MoS 2.")
    assert text[2] == "Blue Hunter 1 takes 2 damage and remains a wreck."


def test_every_roll_off_is_told_with_what_it_is_about_and_its_own_rule() -> None:
    battle = lay([("hunter", 10, 10, NORTH)])
    told = {}
    for phase in ("zones", "fortifications", "roll-off", "pathfinders"):
        battle.state.phase = phase
        line = SYSTEM.tell(battle.state, RolledOff(3, 5, "blue"), "red")
        assert line is not None
        told[line.text.partition(":")[0]] = line.rule
    assert told == {
        "Roll-off for the side": "brigands.11.4a",
        "Roll-off for Fortifications": "brigands.11.4d",
        "Roll-off": "brigands.11.4b",
        "Roll-off for Pathfinders": "brigands.11.4c",
    }


def test_a_roll_unfolds_into_dice_that_count_and_the_lines_that_made_the_pool() -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 20, SOUTH)])
    battle.state.units["blue-1"].actions = 0
    battle = again(battle, (5, 4, 1), (2, 3))
    give(battle, Activate("red-1", COMBAT_SPEED))
    shot = Attack("red-1", "LAC", "Ballistic", ("blue-1",))
    shown = battle.preview("red", shot)
    (event,) = [each for each in give(battle, shot) if isinstance(each, AttackRolled)]
    line = SYSTEM.tell(battle.state, event, "blue")
    assert line is not None
    attack, defence = line.rolls
    assert (attack.faces, attack.counts) == ((5, 4, 1), (True, True, False))
    assert attack.total == "5 highest, +1 for others of 4+ = 6"
    assert attack.modifiers[1:] == shown.attack, "the log shows the lines of the preview"
    assert sum(each.value for each in attack.modifiers if each.unit == "D6") == len(attack.faces)
    assert defence.counts == (False, True)
    assert defence.total == "3 highest = 3"


def test_initiative_and_marginal_hits_unfold_too() -> None:
    battle = lay([("hunter", 10, 10, NORTH)])
    initiative = SYSTEM.tell(battle.state, InitiativeRolled(3, 5, 4, 4, "red"), None)
    hits = SYSTEM.tell(battle.state, MarginalHitsRolled("red-1", "red-1", "fall", (2, 6, 5), 2), None)
    assert initiative is not None
    assert hits is not None
    assert [(throw.label, throw.faces, throw.total) for throw in initiative.rolls] == [
        ("red", (3,), "3 +2 = 5"),
        ("blue", (4,), "4"),
    ]
    assert [line.value for throw in initiative.rolls for line in throw.modifiers] == [2]
    assert hits.rolls[0].counts == (False, True, True)


def test_an_event_of_an_older_log_shows_its_dice_alone() -> None:
    old = b'{"event":"attack-rolled","unit":"red-1","weapon":"LAC","target":"blue-1","attack_faces":[6,1],'
    old += b'"defence_faces":[],"attack":6,"defence":1,"margin":5,"hit":true}'
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 20, SOUTH)])
    line = SYSTEM.tell(battle.state, msgspec.json.decode(old, type=AttackRolled), "red")
    assert line is not None
    assert [(throw.modifiers, throw.total) for throw in line.rolls] == [((), "6 highest = 6"), ((), "no dice, so 1")]


def test_a_hit_that_armor_stops_is_told_so() -> None:
    held = AttackRolled("red-1", "LAC", "blue-1", (1, 1), (1, 1), 2, 2, 0, True)
    bitten = AttackRolled("red-1", "LAC", "blue-1", (6, 1), (1, 1), 6, 2, 4, True)
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 20, SOUTH)])
    battle.state.units["blue-1"].line = deepcopy(battle.state.units["blue-1"].line)
    alter(battle.state.units["blue-1"], armor=9)
    pen = battle.state.units["red-1"].line.weapons["LAC"].pen
    assert _told(battle, [held])[0].endswith("hit with MoS 0, which Armor 9 stops.")
    alter(battle.state.units["blue-1"], armor=pen + 4)
    assert _told(battle, [bitten])[0].endswith("hit with MoS 4, a Marginal Hit.")
    alter(battle.state.units["blue-1"], armor=pen)
    assert _told(battle, [bitten])[0].endswith("hit with MoS 4.")
