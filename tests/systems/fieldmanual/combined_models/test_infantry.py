"""Infantry: its profile, its last base, and booby traps."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from gearlock.systems.fieldmanual.attacks.defense import refuse_attack
from gearlock.systems.fieldmanual.attacks.weapons_in_use import Attack, rof_of
from gearlock.systems.fieldmanual.combined_models import profile_faults
from gearlock.systems.fieldmanual.datacards import Row, Skills, all_cards, read_weapon_rows
from gearlock.systems.fieldmanual.leaders import leader_of
from gearlock.systems.fieldmanual.lock_and_cover.lock import has_combat_lock
from gearlock.systems.fieldmanual.state import DESTROYED, LEADER, STATIONARY, State
from systems.fieldmanual.tables import activate, put, table

SQUAD = "infantry-squad-proposed"


@pytest.mark.rule("fieldmanual.infantry")
def test_the_squad_of_the_data_has_the_profile_of_the_book() -> None:
    assert profile_faults(all_cards()[SQUAD]) == []


@pytest.mark.rule("fieldmanual.infantry")
@pytest.mark.parametrize(("change", "word"), [
    ({"skills": Skills(2, 1, 2, 2)}, "Skills"), ({"detect": 3}, "Detect"), ({"auto_comm": 9}, "Auto Comm"),
    ({"sensors": 1}, "Sensors"), ({"comm": 1}, "Comm"), ({"rows": {"W": Row(3, 4, 1, 1, 1)}}, "2/4"),
    ({"rows": {"W": Row(2, 4, 1, 0, 1)}}, "Defense"), ({"perks": {"Infantry": 1}}, "Off-Road"),
    ({"attack": (1, 0, -3)}, "ATTACK"), ({"size": 3}, "Size"), ({"actions": 2}, "Action"), ({"bases": 0}, "Combined"),
])  # fmt: skip
def test_what_is_not_infantry_as_the_book_has_it(change: dict[str, Any], word: str) -> None:
    card = msgspec.structs.replace(all_cards()[SQUAD], **change)
    (fault,) = profile_faults(card)
    assert word in fault


@pytest.mark.rule("fieldmanual.perk-infantry", "fieldmanual.infantry")
def test_leader_and_heavy_weapon_are_in_the_last_base() -> None:
    state = table()
    for number in (1, 2, 3):
        put(state, f"red-{number}", SQUAD, 10 + 2 * number, 10, team="red-1", rank=LEADER)
    for number in (1, 2, 3):
        (left,) = state.models("red")
        assert left is state.units[f"red-{number}"]
        assert leader_of(state, left) is left
        assert left.is_infantry
        left.status = DESTROYED
    assert list(state.models("red")) == []
    assert not put(state, "blue-1", "jager", 30, 30).is_infantry


@pytest.mark.rule("fieldmanual.combined-models", "fieldmanual.infantry")
def test_detect_is_the_skill_of_the_squad() -> None:
    state = table()
    base = put(state, "red-1", SQUAD, 10, 10, team="red-1")
    blue = put(state, "blue-1", "jager", 40, 10)
    assert base.card.detect == base.card.skills.ew
    assert has_combat_lock(state, base, blue)


def trapped() -> State:
    """Two bases with hand grenades, and an enemy near them."""
    state = table()
    card = all_cards()[SQUAD]
    weapons = (*card.weapons, *read_weapon_rows("HG|F|-1|thrown|x15|0|T,AI,AE2|3"))
    for number in (1, 2):
        stats = {"weapons": weapons}
        put(state, f"red-{number}", SQUAD, 10, 8 + 2 * number, team="red-1", stats=stats, band=STATIONARY)
    put(state, "blue-1", "jager", 13, 10)
    activate(state, "red-1")
    return state


@pytest.mark.rule("fieldmanual.errata-booby-traps")
@pytest.mark.parametrize(("way", "legal"), [("thrown", False), ("placed", True), ("self", True)])
def test_infantry_places_and_detonates_grenades_but_throws_none(way: str, legal: bool) -> None:
    state = trapped()
    target = "blue-1" if way == "thrown" else ""
    refusal = refuse_attack(state, Attack("red-1", "HG", target, way=way))
    assert (refusal is None) is legal, refusal


@pytest.mark.rule("fieldmanual.combined-attack")
def test_each_further_base_adds_to_the_rate_of_fire_of_small_arms() -> None:
    state = trapped()
    unit = state.units["red-1"]
    arms = unit.card.weapons[0]
    assert rof_of(state, unit, arms) == arms.weapon.rof + 1
    state.units["red-2"].status = DESTROYED
    assert rof_of(state, unit, arms) == arms.weapon.rof
