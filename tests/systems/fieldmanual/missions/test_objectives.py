"""Step 4: what each of the eleven objectives earns, at the borders of half and all, near and far."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.mechanics.secrets import Sealed
from gearlock.systems.fieldmanual.attacks.defense import refuse_attack
from gearlock.systems.fieldmanual.attacks.ranged import near_now
from gearlock.systems.fieldmanual.attacks.weapons_in_use import Attack, BackTraced
from gearlock.systems.fieldmanual.melee import Strike, refuse_strike
from gearlock.systems.fieldmanual.missions.objectives import ESCAPED, Leave, Scout, Scouted, Slot, objectives
from gearlock.systems.fieldmanual.missions.progress import (
    CRITICAL,
    FINE,
    HEAVY,
    LOST,
    condition_of,
    far_zone,
    is_larger,
    progress_of,
    ways_out,
)
from gearlock.systems.fieldmanual.missions.scenario import (
    offer_leaving,
    refuse_leave,
    refuse_scout,
    resolve_leave,
    resolve_scout,
)
from gearlock.systems.fieldmanual.paying import is_reconnoitred
from gearlock.systems.fieldmanual.rams_and_impacts import Ram, refuse_ram
from gearlock.systems.fieldmanual.sensors import ActiveLockGained
from gearlock.systems.fieldmanual.state import DEAD, DESTROYED, LEFT, RESERVE, State
from systems.fieldmanual.tables import activate, mils, piece, play, put, table

SLOT = Slot("red", 1)


def battle(name: str, target: str = "", *pieces: Any, size: tuple[float, float] = (72, 48)) -> State:
    """A table in thirds from south and north; red has one objective."""
    state = table(*pieces, size=size)
    state.switches = {"zones": "wide", "limit": "500"}
    state.facts[SLOT.key("objective")] = Sealed(name, ("red", "blue"))
    state.facts[SLOT.key("target")] = Sealed(target, ("red", "blue"))
    return state


def earned(state: State) -> int:
    return progress_of(state, SLOT).earned


def group(state: State, seat: str, count: int, group: int = 1, y: float = 5) -> None:
    for number in range(count):
        put(state, f"{seat}-{group}{number}", "jager", 10 + 2 * number, y, group=group)


def hurt(state: State, name: str, boxes: int) -> None:
    state.units[name].boxes = boxes


@pytest.mark.rule("fieldmanual.mission-types")
def test_there_are_eleven_objectives_on_three_lists() -> None:
    points = {name: one.points for name, one in objectives().items()}
    assert points == {
        "escape": 3, "recon": 2, "scout": 1, "blockade": 3, "protect": 1, "survive": 2, "hold": 2,
        "assassination": 1, "breakthrough": 2, "seize": 2, "wipe-them-out": 2,
    }  # fmt: skip
    lists = [
        sum(one.mission == mission for one in objectives().values()) for mission in ("standard", "defense", "offense")
    ]
    assert lists == [3, 4, 4]


@pytest.mark.rule("fieldmanual.combined-scenario-damage")
def test_how_a_model_counts() -> None:
    state = battle("survive", "1")
    group(state, "red", 1)
    unit = state.units["red-10"]
    for boxes, level in ((0, FINE), (1, FINE), (2, FINE), (3, HEAVY), (4, CRITICAL)):
        unit.boxes = boxes
        assert condition_of(state, unit) == level
    for status in (DEAD, DESTROYED, LEFT, RESERVE):
        unit.status = status
        assert condition_of(state, unit) == LOST, "who is not there at the end counts as Destroyed"
    frail = put(state, "red-9", "jager", 30, 5, stats={"boxes": "LH"}, boxes=2)
    assert condition_of(state, frail) == CRITICAL, "without a Critical box Heavy is as bad"


@pytest.mark.rule("fieldmanual.combined-scenario-damage")
def test_a_combined_model_counts_by_the_bases_it_has_lost() -> None:
    state = battle("survive", "1")
    for number in range(5):
        name = "red-1" if not number else f"red-1-{number}"
        put(state, name, "infantry-squad-proposed", 10 + 2 * number, 5, team="red-1")
    found = []
    for number in range(5):
        found.append(condition_of(state, state.units["red-1"]))
        state.units["red-1" if not number else f"red-1-{number}"].status = DESTROYED
    assert found == [FINE, FINE, HEAVY, CRITICAL, CRITICAL]
    assert condition_of(state, state.units["red-1"]) == LOST


@pytest.mark.rule("fieldmanual.obj-escape")
def test_escape_needs_half_of_the_group_away_and_nobody_badly_hurt_for_all_of_it() -> None:
    state = battle("escape", "1")
    group(state, "red", 3)
    assert earned(state) == 0, "nobody hurt earns nothing by itself"
    for name in ("red-10", "red-11"):
        state.units[name].status = LEFT
        state.units[name].tokens[ESCAPED] = 1
        assert earned(state) == (3 if name == "red-11" else 0), "half of three are two"
    hurt(state, "red-12", 4)
    assert earned(state) == 2
    hurt(state, "red-12", 3)
    assert earned(state) == 3
    hurt(state, "red-11", 4)
    assert earned(state) == 2, "critical damage of one who got away counts too"


@pytest.mark.rule("fieldmanual.obj-escape")
def test_only_the_group_leaves_and_only_by_the_enemys_edge_with_movement_left() -> None:
    state = battle("escape", "1")
    unit = put(state, "red-1", "jager", 30, 46.49, band="combat")
    other = put(state, "red-2", "jager", 34, 46.6, band="combat", group=2)
    activate(state, "red-1", spent={"red-1": 3_001})

    def code() -> str:
        refusal = refuse_leave(state, Leave("red-1"))
        return "" if refusal is None else refusal.code

    assert code() == "movement", "less than an inch of movement is left of 4 MP"
    activate(state, "red-1", spent={"red-1": 3_000})
    assert code() == "edge"
    unit.y = mils(46.5)
    assert code() == "", "1 in from the edge of its base to that of the table"
    unit.band = "stationary"
    assert code() == "movement"
    unit.band = "combat"
    assert list(offer_leaving(state, unit))
    resolve_leave(play(state, lambda _ctx: None).ctx, Leave("red-1"))
    assert (unit.status, unit.token(ESCAPED), state.activation) == (LEFT, 1, None)
    activate(state, "red-2")
    refusal = refuse_leave(state, Leave("red-2"))
    assert refusal is not None
    assert refusal.code == "objective"
    assert not list(offer_leaving(state, other))


@pytest.mark.rule("fieldmanual.obj-escape", "fieldmanual.obj-breakthrough")
def test_larger_tables_have_nearer_ways_out_and_a_nearer_zone() -> None:
    small, large = battle("escape", "1"), battle("escape", "1", size=(96, 96))
    assert not is_larger(small.ground)
    assert is_larger(large.ground)
    west = [part for part in ways_out(large, "red") if part[0] == part[2] == 0]
    assert min(part[1] for part in west) == mils(32 + 25), "25 in down the edge from its zone"
    assert far_zone(large, "red") == ((43_500, 52_000), (52_500, 52_000), (52_500, 61_000), (43_500, 61_000))
    through = battle("breakthrough", size=(96, 96))
    put(through, "red-1", "jager", 48, 56)
    put(through, "blue-1", "jager", 48, 90)
    assert earned(through) == 2


@pytest.mark.rule("fieldmanual.obj-recon")
def test_recon_counts_active_locks_gained_on_the_group() -> None:
    state = battle("recon", "1")
    group(state, "blue", 3, y=40)
    put(state, "red-1", "jager", 10, 5)
    put(state, "blue-9", "jager", 40, 40, group=2)
    assert earned(state) == 0
    ActiveLockGained("red-1", "blue-9").change(state)
    ActiveLockGained("red-1", "blue-10").change(state)
    assert earned(state) == 0
    ActiveLockGained("red-1", "blue-11").change(state)
    assert earned(state) == 1, "half of three are two"
    state.units["blue-12"].status, state.units["blue-12"].slayer = DESTROYED, "blue-10"
    assert earned(state) == 2, "destroyed by its own side counts as locked"
    state.units["blue-12"].slayer = "red-1"
    assert earned(state) == 1


@pytest.mark.rule("fieldmanual.obj-recon")
def test_who_is_to_be_reconnoitred_is_not_attacked_before_it_was_locked() -> None:
    state = battle("recon", "1")
    put(state, "red-1", "jager", 30, 20, 90)
    target = put(state, "blue-1", "jager", 30, 30, 270)
    put(state, "blue-2", "jager", 34, 30, 270, group=2)
    activate(state, "red-1")
    refusal = refuse_attack(state, Attack("red-1", "LAC", "blue-1"))
    assert refusal is not None
    assert refusal.rule == "fieldmanual.obj-recon"
    assert refuse_attack(state, Attack("red-1", "LAC", "blue-2")) is None, "others may be"
    ActiveLockGained("red-1", "blue-1").change(state)
    assert is_reconnoitred(state, "red", target)
    assert refuse_attack(state, Attack("red-1", "LAC", "blue-1")) is None
    assert not is_reconnoitred(state, "blue", state.units["red-1"])


@pytest.mark.rule("fieldmanual.obj-scout")
def test_scouting_takes_one_model_two_rounds_running() -> None:
    state = battle("scout", "wood")
    put(state, "red-1", "jager", 10, 5)
    put(state, "red-2", "jager", 12, 5)
    Scouted("red-1", "red", 1, 1).change(state)
    Scouted("red-2", "red", 1, 2).change(state)
    assert earned(state) == 0, "efforts are not combined"
    Scouted("red-1", "red", 1, 3).change(state)
    assert earned(state) == 0, "a round was missed"
    Scouted("red-1", "red", 1, 4).change(state)
    assert earned(state) == 1


@pytest.mark.rule("fieldmanual.obj-scout")
def test_scouting_is_done_from_within_detect_with_an_action() -> None:
    state = battle("scout", "wood", piece("area", (20, 38, 26, 42), 2, rating="light", id="wood"))
    unit = put(state, "red-1", "jager", 23, 35.5, band="stationary")
    activate(state, "red-1")
    assert refuse_scout(state, Scout("red-1", 1)) is None, "2 in from base to wood"
    unit.y = 35_499
    refusal = refuse_scout(state, Scout("red-1", 1))
    assert refusal is not None
    assert refusal.code == "range"
    unit.y, unit.actions = 36_000, 0
    assert refuse_scout(state, Scout("red-1", 1)) is not None
    assert refuse_scout(state, Scout("red-1", 2)) is not None, "no such objective"
    unit.actions = 1
    played = play(state, lambda ctx: resolve_scout(ctx, Scout("red-1", 1)))
    assert played.of(Scouted)
    assert unit.actions == 0


@pytest.mark.rule("fieldmanual.obj-blockade")
def test_a_blockade_counts_enemies_in_the_own_zone() -> None:
    state = battle("blockade")
    group(state, "blue", 1, y=40)
    unit = state.units["blue-10"]
    assert earned(state) == 3
    unit.y = mils(16.5)
    assert earned(state) == 3, "its base touches the border from outside"
    unit.y = 16_499
    assert earned(state) == 0
    unit.boxes = 4
    assert earned(state) == 2, "critically damaged ones do not count for the first two"
    unit.status = DEAD
    assert earned(state) == 3, "the dead are no models"


@pytest.mark.rule("fieldmanual.obj-protect", "fieldmanual.obj-assassination")
@pytest.mark.parametrize(("status", "boxes", "lost"), [("fielded", 4, False), (DEAD, 4, True), (DESTROYED, 4, True)])
def test_a_leader_is_protected_or_assassinated(status: str, boxes: int, lost: bool) -> None:
    for name, target in (("protect", "red-1"), ("assassination", "blue-1")):
        state = battle(name, target)
        put(state, target, "command-jager", 10, 5, rank="leader", status=status, boxes=boxes)
        assert earned(state) == int(lost == (name == "assassination"))


@pytest.mark.rule("fieldmanual.obj-survive")
def test_half_of_a_group_survives_or_all_of_it() -> None:
    state = battle("survive", "1")
    group(state, "red", 3)
    assert earned(state) == 2
    hurt(state, "red-10", 4)
    assert earned(state) == 1
    hurt(state, "red-11", 3)
    assert earned(state) == 1, "heavy damage is survived"
    hurt(state, "red-11", 4)
    assert earned(state) == 0, "one of three is less than half"


@pytest.mark.rule("fieldmanual.obj-hold")
def test_hold_counts_models_within_6_in_of_a_place() -> None:
    state = battle("hold", "wood", piece("area", (30, 20, 36, 24), 2, rating="light", id="wood"))
    mine = put(state, "red-1", "jager", 33, 30.5)
    assert earned(state) == 2, "exactly 6 in from its base"
    mine.y = mils(30.6)
    assert earned(state) == 0, "an empty place earns nothing"
    mine.y = mils(30)
    put(state, "blue-1", "jager", 33, 14)
    assert earned(state) == 0, "as many as the enemy"
    put(state, "red-2", "jager", 36, 30)
    assert earned(state) == 1


@pytest.mark.rule("fieldmanual.obj-breakthrough")
def test_breakthrough_gives_each_condition_its_own_point() -> None:
    state = battle("breakthrough")
    mine, enemy = put(state, "red-1", "jager", 20, 10), put(state, "blue-1", "jager", 20, 40)
    assert earned(state) == 0
    enemy.y = mils(20)
    assert earned(state) == 1, "an empty zone"
    mine.y = mils(35)
    assert earned(state) == 2
    enemy.y = mils(40)
    assert earned(state) == 1


@pytest.mark.rule("fieldmanual.obj-seize")
def test_seize_counts_again_without_ones_own_heavily_damaged() -> None:
    state = battle("seize", "wood", piece("area", (30, 20, 36, 24), 2, rating="light", id="wood"))
    put(state, "red-1", "jager", 33, 28)
    put(state, "red-2", "jager", 36, 28, boxes=3)
    put(state, "blue-1", "jager", 33, 16)
    assert earned(state) == 1
    state.units["red-2"].boxes = 2
    assert earned(state) == 2
    state.units["blue-1"].boxes = 4
    assert earned(state) == 2, "the enemy's damaged ones count"
    put(state, "blue-2", "jager", 36, 16)
    assert earned(state) == 0


@pytest.mark.rule("fieldmanual.obj-wipe-them-out")
def test_wiping_out_counts_half_and_all() -> None:
    state = battle("wipe-them-out", "1")
    group(state, "blue", 3)
    hurt(state, "blue-10", 4)
    assert earned(state) == 0
    state.units["blue-11"].status = DEAD
    assert earned(state) == 1
    state.units["blue-10"].status = DESTROYED
    hurt(state, "blue-12", 4)
    assert earned(state) == 1, "critical damage is not killed"
    state.units["blue-12"].status = DEAD
    assert earned(state) == 2


@pytest.mark.rule("fieldmanual.obj-hold", "fieldmanual.obj-seize")
@pytest.mark.parametrize("name", ["hold", "seize"])
def test_turrets_and_bunkers_are_models_near_a_place_and_blinds_are_terrain(name: str) -> None:
    state = battle(name, "wood", piece("area", (30, 20, 36, 24), 2, rating="light", id="wood"))
    put(state, "red-1", "hac-turret", 33, 28)
    assert earned(state) == 2
    put(state, "blue-1", "blind", 33, 16)
    assert earned(state) == 2, "a Blind is terrain"
    put(state, "blue-2", "heavy-bunker", 36, 16)
    assert earned(state) == 0


@pytest.mark.rule("fieldmanual.obj-blockade", "fieldmanual.obj-breakthrough")
def test_a_blind_in_a_zone_is_no_enemy_in_it() -> None:
    state = battle("blockade")
    put(state, "blue-1", "blind", 20, 10)
    assert earned(state) == 3
    state = battle("breakthrough")
    put(state, "blue-1", "blind", 20, 40)
    put(state, "red-1", "blind", 30, 40)
    assert earned(state) == 1, "an empty zone, but nobody has broken through"
    put(state, "blue-2", "hrp-turret", 40, 40)
    assert earned(state) == 0


@pytest.mark.rule("fieldmanual.obj-recon", "fieldmanual.perk-cbs")
def test_the_active_lock_of_counter_battery_sensors_counts_for_recon() -> None:
    state = battle("recon", "1")
    group(state, "blue", 2, y=40)
    put(state, "red-1", "jager", 20, 10)
    BackTraced("red-1", "blue-10").change(state)
    assert earned(state) == 1
    assert is_reconnoitred(state, "red", state.units["blue-10"])
    assert not is_reconnoitred(state, "red", state.units["blue-11"])


@pytest.mark.rule("fieldmanual.obj-recon")
def test_who_is_to_be_reconnoitred_is_not_struck_rammed_or_sprayed_either() -> None:
    state = battle("recon", "1")
    put(state, "red-1", "jager", 30, 20, 90, band="combat")
    put(state, "blue-1", "jager", 30, 21, 270)
    activate(state, "red-1")
    tried = (
        refuse_strike(state, Strike("red-1", "VB", "blue-1")),
        refuse_ram(state, Ram("red-1", "blue-1")),
        refuse_attack(state, Attack("red-1", "LAC", "blue-1", spray=1)),
    )
    assert [refusal and refusal.rule for refusal in tried] == ["fieldmanual.obj-recon"] * 3
    ActiveLockGained("red-1", "blue-1").change(state)
    assert refuse_strike(state, Strike("red-1", "VB", "blue-1")) is None
    assert refuse_ram(state, Ram("red-1", "blue-1")) is None
    assert refuse_attack(state, Attack("red-1", "LAC", "blue-1", spray=1)) is None


@pytest.mark.rule("fieldmanual.obj-recon", "fieldmanual.perk-ap-charges")
def test_ap_charges_wait_for_the_lock_as_well() -> None:
    state = battle("recon", "1")
    put(state, "red-1", "jager", 30, 20, stats={"perks": {"Anti-Personnel Charges": 1}})
    put(state, "blue-1", "infantry-squad-proposed", 30, 23, team="blue-1")
    assert not near_now(state)
    ActiveLockGained("red-1", "blue-1").change(state)
    assert near_now(state)
