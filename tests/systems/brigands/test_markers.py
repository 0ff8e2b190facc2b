"""1.9 and 1.8: what lies beside a model, and what the Setup Phase takes off."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.attacks.attack import Attack, SnapFire
from gearlock.systems.brigands.rounds import Activate, EndActivation
from gearlock.systems.brigands.state import COMBAT_SPEED, COORDINATED_ATTACK, EVADE, State, Unit
from systems.brigands.company import company
from systems.brigands.field import NORTH, SOUTH, again, give, kinds, lay, piece, remodel
from systems.brigands.field import ground as field_of


def _shown(battle: Battle[State], unit: str = "red-1") -> dict[str, int]:
    pieces = {piece.id: piece for piece in SYSTEM.view(battle.state, "blue", ()).pieces}
    return {token.name: token.count for token in pieces[unit].tokens}


def _set(unit: Unit, **fields: object) -> None:
    for name, value in fields.items():
        setattr(unit, name, value)


@pytest.mark.rule("brigands.1.9")
@pytest.mark.parametrize(
    ("fields", "token", "count"),
    [
        ({"standby": 2, "actions": 0}, "Standby", 2),
        ({"overwatch": 2, "actions": 0}, "Overwatch", 2),
        ({"command": 2}, "Command Points", 2),
        ({"skill": 1}, "Skill Points", 1),
        ({"corroded": True}, "Corrosion", 1),
        ({"haywire": True}, "Haywire", 1),
        ({"airborne": True}, "Airborne", 1),
        ({"jamming": True}, "ECM Defense:2", 1),
        ({"marks": [EVADE]}, "Evade", 1),
        ({"marks": [COORDINATED_ATTACK]}, "Coordinated Attack", 1),
        ({"actions": 1}, "Actions used", 1),
    ],
)
def test_every_marker_is_seen_by_both_sides_while_it_lies_there(
    fields: dict[str, object], token: str, count: int
) -> None:
    battle = lay([("hunter", 10, 10, NORTH)])
    unit = battle.state.units["red-1"]
    remodel(unit, traits=("ECM:2",), actions=2)
    _set(unit, actions=2, command=0)
    assert token not in _shown(battle)
    _set(unit, **fields)
    assert _shown(battle)[token] == count


@pytest.mark.rule("brigands.1.9")
def test_hull_and_structure_are_counted_down_and_floors_are_named() -> None:
    house = piece("building", 8, 8, 14, 14, 4, footing=True, props={"size": "small"})
    battle = lay([("hunter", 10, 10, NORTH)], on=field_of(house))
    unit = battle.state.units["red-1"]
    _set(unit, hull=0, structure=1, inside=house.id, z=2_000)
    shown = SYSTEM.view(battle.state, "red", ()).pieces[0]
    assert [(track.name, track.now, track.full) for track in shown.tracks] == [("Hull", 0, 4), ("Structure", 1, 2)]
    assert shown.status == "on floor 2, crippled"


@pytest.mark.rule("brigands.1.9", "brigands.6.3")
def test_an_action_used_in_a_reaction_is_marked_until_the_model_is_activated() -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 21, SOUTH)], (1, 1, 1), (6, 6), (1, 1, 1), (6, 6))
    shot = Attack("red-1", "LAC", "Ballistic", ("blue-1",))
    give(battle, Activate("red-1", COMBAT_SPEED), shot, SnapFire("blue-1", "LAC", "Ballistic"))
    assert "Actions used" not in _shown(battle, "red-1")
    assert _shown(battle, "blue-1")["Actions used"] == 1
    give(battle, EndActivation("red-1"), Activate("blue-1", COMBAT_SPEED))
    assert "Actions used" not in _shown(battle, "blue-1")


@pytest.mark.rule("brigands.1.8-setup", "brigands.1.9")
def test_the_setup_phase_refreshes_everything_and_takes_off_all_but_corrosion() -> None:
    battle = company([[("hunter/foc", 10, 10)]])
    unit = battle.state.units["red-1"]
    remodel(unit, traits=("Vet", "ECM:1"))
    _set(unit, actions=0, standby=1, command=0, skill=0, haywire=True, jamming=True, corroded=True, activated=True)
    _set(unit, marks=[EVADE], used=["LAC"], shown=True)
    battle.state.smoke.append((10_000, 10_000, 0, 2_000))
    battle.state.phase, battle.state.turn = "setup", ""
    battle = again(battle, (3,))
    events = [event for entry in battle.entries for event in entry.events]
    assert kinds(events).index("MarginalHitsRolled") < kinds(events).index("RoundReadied")
    unit = battle.state.units["red-1"]
    assert (unit.actions, unit.command, unit.skill) == (1, 2, 1)
    assert (unit.standby, unit.haywire, unit.jamming, unit.shown, unit.activated) == (0, False, False, False, False)
    assert (unit.marks, unit.used, battle.state.smoke) == ([], [], [])
    assert unit.corroded
