"""9.6: Recovery models repair, Medics patch up and never command."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import BadInput
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.movement.paths import Move
from gearlock.systems.brigands.recovery_and_medics import PatchUp, Repair
from gearlock.systems.brigands.rounds import Activate, EndActivation, RoundReadied
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, RIDING, TOP_SPEED, State
from systems.brigands.company import company
from systems.brigands.field import code, give, mil

MECHANIC, MEDIC, SQUAD = "north-engineering-grizzly", "medical-badger", "north-infantry-squad"


def workshop(apart: float = 0.0, patient: str = "hunter") -> Battle[State]:
    """An Engineering Grizzly and a Hunter with 2 of its 4 Hull so many inches of gap from it; another, unhurt."""
    battle = company([[(f"{MECHANIC}/foc", 10, 10), (patient, 20, 10), ("hunter", 30, 10)]])
    mechanic, friend = battle.state.units["red-1"], battle.state.units["red-2"]
    friend.x = mechanic.x + mechanic.line.radius + friend.line.radius + mil(apart)
    friend.hull = 2
    return battle


def repair(battle: Battle[State], posture: str = COMBAT_SPEED, target: str = "red-2") -> str:
    give(battle, Activate("red-1", posture))
    refused = code(battle, Repair("red-1", target))
    if not refused:
        give(battle, Repair("red-1", target))
    return refused


@pytest.mark.rule("brigands.9.6a", "brigands.trait.recovery")
@pytest.mark.parametrize("posture", [BRACED, COMBAT_SPEED])
def test_a_repair_costs_an_action_and_brings_back_a_point(posture: str) -> None:
    battle = workshop()
    actions = battle.state.units["red-1"].actions
    assert repair(battle, posture) == ""
    assert battle.state.units["red-2"].hull == 3
    assert battle.state.units["red-1"].actions == actions - 1


@pytest.mark.rule("brigands.9.6a")
def test_nobody_repairs_at_top_speed() -> None:
    assert repair(workshop(), TOP_SPEED) == "posture"


@pytest.mark.rule("brigands.9.6a", "brigands.trait.recovery")
def test_a_repair_needs_the_trait_and_an_action() -> None:
    battle = workshop()
    give(battle, Activate("red-2", COMBAT_SPEED))
    assert code(battle, Repair("red-2", "red-3")) == "recovery"
    battle = workshop()
    battle.state.units["red-1"].actions = 0
    assert repair(battle) == "no-action"


@pytest.mark.rule("brigands.9.6a")
@pytest.mark.parametrize(("apart", "refused"), [(0.0, ""), (0.1, ""), (0.101, "contact"), (1.0, "contact")])
def test_a_repair_needs_base_contact(apart: float, refused: str) -> None:
    assert repair(workshop(apart)) == refused


@pytest.mark.rule("brigands.9.6a")
def test_structure_comes_back_before_hull() -> None:
    battle = workshop()
    friend = battle.state.units["red-2"]
    friend.hull, friend.structure = 0, 1
    repair(battle)
    friend = battle.state.units["red-2"]
    assert (friend.hull, friend.structure, friend.is_crippled) == (0, 2, True)


@pytest.mark.rule("brigands.9.6a", "brigands.5.6c")
def test_who_has_hull_again_is_crippled_no_more() -> None:
    battle = workshop()
    battle.state.units["red-2"].hull = 0
    repair(battle)
    friend = battle.state.units["red-2"]
    assert (friend.hull, friend.is_crippled) == (1, False)


@pytest.mark.rule("brigands.9.6a", "brigands.5.7b-haywire", "brigands.5.7b-corrosion")
def test_a_repair_takes_off_haywire_and_corrosion_even_of_a_whole_model() -> None:
    battle = workshop()
    friend = battle.state.units["red-2"]
    friend.hull, friend.haywire, friend.corroded = 4, True, True
    assert repair(battle) == ""
    friend = battle.state.units["red-2"]
    assert (friend.hull, friend.structure, friend.haywire, friend.corroded) == (4, 2, False, False)


@pytest.mark.rule("brigands.9.6a")
def test_a_model_is_repaired_once_a_round_whoever_does_it() -> None:
    battle = workshop()
    battle.state.units["red-1"].actions = 2
    repair(battle)
    assert code(battle, Repair("red-1", "red-2")) == "mended"
    state = battle.state.clone()
    SYSTEM.apply(state, RoundReadied(()))
    assert not state.units["red-2"].mended


@pytest.mark.rule("brigands.9.6a")
@pytest.mark.parametrize(
    ("target", "refused"), [("blue-1", "target"), ("red-1", "target"), ("nobody", "target"), ("red-3", "contact")]
)
def test_only_friends_beside_it_are_repaired(target: str, refused: str) -> None:
    assert repair(workshop(), target=target) == refused


@pytest.mark.rule("brigands.9.6a")
def test_the_whole_the_dead_and_infantry_are_not_repaired() -> None:
    battle = workshop()
    battle.state.units["red-2"].hull = 4
    assert repair(battle) == "whole"
    battle = workshop()
    friend = battle.state.units["red-2"]
    friend.hull = friend.structure = 0
    friend.status = "wreck"
    assert repair(battle) == "destroyed"
    assert repair(workshop(patient=SQUAD)) == "infantry"


@pytest.mark.rule("brigands.9.6a")
def test_the_repairs_that_are_possible_are_offered_and_weighed() -> None:
    battle = workshop()
    give(battle, Activate("red-1", COMBAT_SPEED))
    offered = [option.order for option in battle.options("red") if isinstance(option.order, Repair)]
    assert offered == [Repair("red-1", "red-2")]
    shown = battle.preview("red", offered[0])
    assert shown.gives == pytest.approx(1 / 6)
    assert "3/2" in shown.notes[0]
    battle.state.units["red-2"].hull = 0
    assert battle.preview("red", offered[0]).gives > 0.3


@pytest.mark.rule("brigands.9.6a")
def test_going_up_to_a_friend_in_need_counts_as_much_as_the_repair() -> None:
    battle = workshop(apart=3.0)
    battle.state.units["red-1"].facing = 0
    give(battle, Activate("red-1", COMBAT_SPEED))
    beside = battle.preview("red", Move("red-1", "W", ((0, mil(2.95)),)))
    short = battle.preview("red", Move("red-1", "W", ((0, mil(2.8)),)))
    assert beside.gives == pytest.approx(1 / 6)
    assert short.gives == 0.0


def ward(apart: float = 0.0) -> Battle[State]:
    """A Medical Badger, and two squads of which the first has lost two points, so many inches away from it."""
    battle = company([[("hunter/foc", 30, 10), (MEDIC, 10, 10), (SQUAD, 20, 10), (SQUAD, 10, 30)]])
    medic, squad = battle.state.units["red-2"], battle.state.units["red-3"]
    squad.x = medic.x + medic.line.radius + squad.line.radius + mil(apart)
    squad.hull -= 2
    return battle


@pytest.mark.rule("brigands.9.6b", "brigands.trait.medic")
@pytest.mark.parametrize("posture", [BRACED, COMBAT_SPEED])
def test_patch_up_is_free_and_brings_back_a_point(posture: str) -> None:
    battle = ward()
    hull = battle.state.units["red-3"].hull
    give(battle, Activate("red-2", posture))
    actions = battle.state.units["red-2"].actions
    give(battle, PatchUp("red-2", "red-3"))
    assert battle.state.units["red-3"].hull == hull + 1
    assert battle.state.units["red-2"].actions == actions


@pytest.mark.rule("brigands.9.6b")
def test_patch_up_needs_no_action_but_the_right_posture_and_comes_once_a_round() -> None:
    battle = ward()
    battle.state.units["red-2"].actions = 0
    give(battle, Activate("red-2", COMBAT_SPEED), PatchUp("red-2", "red-3"))
    assert code(battle, PatchUp("red-2", "red-3")) == "tended"
    hurried = ward()
    give(hurried, Activate("red-2", TOP_SPEED))
    assert code(hurried, PatchUp("red-2", "red-3")) == "posture"
    state = battle.state.clone()
    SYSTEM.apply(state, RoundReadied(()))
    assert not state.units["red-2"].tended


@pytest.mark.rule("brigands.9.6b")
@pytest.mark.parametrize(("apart", "refused"), [(6.0, ""), (6.001, "distance")])
def test_a_medic_reaches_six_inches(apart: float, refused: str) -> None:
    battle = ward(apart)
    give(battle, Activate("red-2", COMBAT_SPEED))
    assert code(battle, PatchUp("red-2", "red-3")) == refused


@pytest.mark.rule("brigands.9.6b")
def test_infantry_aboard_the_medic_is_patched_up_and_aboard_another_is_not() -> None:
    battle = ward(30)
    squad = battle.state.units["red-3"]
    squad.status, squad.carrier = RIDING, "red-2"
    give(battle, Activate("red-2", COMBAT_SPEED))
    assert code(battle, PatchUp("red-2", "red-3")) == ""
    assert PatchUp("red-2", "red-3") in [option.order for option in battle.options("red")]
    squad.carrier, squad.x = "red-1", battle.state.units["red-2"].x
    assert code(battle, PatchUp("red-2", "red-3")) == "distance"


@pytest.mark.rule("brigands.9.6b", "brigands.trait.medic")
def test_a_medic_helps_hurt_infantry_and_nobody_else() -> None:
    battle = ward()
    hunter = battle.state.units["red-1"]
    hunter.x, hunter.hull = mil(12), 1
    battle.state.units["red-4"].y = mil(12)
    give(battle, Activate("red-2", COMBAT_SPEED))
    assert code(battle, PatchUp("red-2", "red-1")) == "infantry"
    assert code(battle, PatchUp("red-2", "red-4")) == "whole"
    assert code(battle, PatchUp("red-2", "blue-1")) == "target"
    give(battle, EndActivation("red-2"), Activate("red-1", COMBAT_SPEED))
    assert code(battle, PatchUp("red-1", "red-3")) == "medic"


@pytest.mark.rule("brigands.9.6b")
def test_patching_up_leaves_tokens_on() -> None:
    battle = ward()
    battle.state.units["red-3"].haywire = True
    give(battle, Activate("red-2", COMBAT_SPEED), PatchUp("red-2", "red-3"))
    assert battle.state.units["red-3"].haywire


@pytest.mark.rule("brigands.9.6", "brigands.trait.medic")
@pytest.mark.parametrize("rank", ["foc", "cgl", "2ic", "xo"])
def test_a_medic_holds_no_rank(rank: str) -> None:
    with pytest.raises(BadInput, match="Medical Badger may not be"):
        SYSTEM.prepare("command", 1, {"red": f"hunter,{MEDIC}/{rank}+jager"})


@pytest.mark.rule("brigands.9.6")
def test_where_nobody_is_named_the_medic_is_passed_over() -> None:
    setup = SYSTEM.prepare("command", 1, {"red": f"{MEDIC},hunter"})
    units = Battle.begin(SYSTEM, setup).state.units
    assert [units[name].rank for name in ("red-1", "red-2")] == ["", "foc"]


@pytest.mark.rule("brigands.1.9", "brigands.9.6a", "brigands.9.6b")
@pytest.mark.parametrize(("field", "token"), [("mended", "Repaired"), ("tended", "Patch Up used")])
def test_who_was_repaired_and_who_has_patched_up_is_shown(field: str, token: str) -> None:
    battle = ward()
    for marked in (False, True):
        setattr(battle.state.units["red-2"], field, marked)
        shown = next(piece for piece in battle.view("blue").pieces if piece.id == "red-2")
        assert (token in [it.name for it in shown.tokens]) is marked
