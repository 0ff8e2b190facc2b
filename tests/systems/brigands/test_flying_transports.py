"""9.3 and 9.7: transports that fly. Nobody gets in or out in the air, but those aboard one that is shot down."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Scripted
from gearlock.systems.brigands.attacks.attack import Attack
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, FIELDED, RIDING, WRECK, State
from gearlock.systems.brigands.transport import BailOut, Disembark, Embark, refuse_embark
from gearlock.systems.brigands.vtols import Landed
from systems.brigands.company import lined_up
from systems.brigands.field import again, code, give, mil

BADGER, SQUAD = "badger", "north-infantry-squad"


def _hopper(riding: bool = True) -> Battle[State]:
    """A Badger that flies at 20, 20, 12 in up, with a squad aboard it or right below."""
    hopper = {"stats": {"traits": ("VTOL", "Transport:4"), "piloting": 3}, "airborne": True, "at": (20, 20)}
    squad = {"status": RIDING, "carrier": "red-1"} if riding else {}
    return lined_up(
        [[(f"{BADGER}/foc", 20, 20), (SQUAD, 20, 20)]],
        [[("hunter/foc", 20, 24)]],
        models={"red-1": {**hopper, "hull": 2, "structure": 0}, "red-2": squad},
        command=0,
    ).battle(Scripted())


@pytest.mark.rule("brigands.9.3", "brigands.9.7")
def test_nobody_gets_into_a_transport_in_the_air() -> None:
    battle = _hopper(riding=False)
    refusal = refuse_embark(battle.state, battle.state.units["red-2"], "red-1")
    assert refusal is not None
    assert refusal.code == "transport"
    battle.state.units["red-1"].airborne, battle.state.units["red-1"].z = False, 0
    assert refuse_embark(battle.state, battle.state.units["red-2"], "red-1") is None


@pytest.mark.rule("brigands.9.3", "brigands.9.7")
def test_nobody_gets_out_of_a_transport_before_it_lands() -> None:
    out = Disembark("red-1", "red-2", mil(20), mil(22.2))
    battle = _hopper()
    give(battle, Activate("red-1", COMBAT_SPEED, airborne=True))
    assert code(battle, out) == "airborne"
    battle = _hopper()
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, out) == ""


@pytest.mark.rule("brigands.9.3", "brigands.9.7", "brigands.5.6d")
def test_who_is_in_a_transport_that_is_shot_down_gets_out_beside_the_wreck_on_the_ground() -> None:
    battle = _hopper()
    battle.state.turn = "blue"
    battle.state.units["red-1"].actions, battle.state.units["red-1"].hull = 0, 1
    battle = again(battle, (3, 1, 1, 1), (1, 1, 1), (4, 4))
    events = give(battle, Activate("blue-1", BRACED), Attack("blue-1", "LAC", "Ballistic", ("red-1",)))
    assert [event.unit for event in events if isinstance(event, Landed)] == ["red-1"]
    wreck = battle.state.units["red-1"]
    assert (wreck.status, wreck.z, wreck.airborne) == (WRECK, 0, False)
    assert code(battle, Embark("red-2", "red-1")) != ""
    give(battle, BailOut("red-2", mil(20), mil(18)))
    squad = battle.state.units["red-2"]
    assert (squad.status, squad.z, squad.hull) == (FIELDED, 0, squad.line.hull - 2)
