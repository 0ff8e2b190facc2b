"""AUX perks and when they are lost; what weapon traits there are; preparation and the table."""

from __future__ import annotations

import pytest

from gearlock.kernel.errors import BadInput
from gearlock.systems.fieldmanual import SYSTEM
from gearlock.systems.fieldmanual.battles import LARGE, OPTIONAL, SMALL, ground_for, read_optional
from gearlock.systems.fieldmanual.weapons import weapon_traits, weapons_table
from systems.fieldmanual.tables import put, table


@pytest.mark.rule("fieldmanual.perk-aux", "fieldmanual.flaw-exposed-aux")
@pytest.mark.parametrize(("flaws", "kept"), [({}, [2, 2, 2, 2, 0]), ({"Exposed Aux": 1}, [2, 2, 2, 0, 0])])
def test_auxiliaries_go_at_critical_damage_and_exposed_ones_at_heavy(flaws: dict[str, int], kept: list[int]) -> None:
    stats = {"perks": {"Electronic Countermeasures": 2, "Arms": 1}, "aux": ("Electronic Countermeasures",)}
    unit = put(table(), "red-1", "jager", 10, 10, stats={**stats, "flaws": flaws})
    found = []
    for unit.boxes in range(5):
        found.append(unit.perk("Electronic Countermeasures"))
        assert unit.perk("Arms") == 1, "what is no AUX perk stays"
    assert found == kept


@pytest.mark.rule("fieldmanual.weapon-traits-scope")
def test_every_trait_of_a_weapon_is_one_of_the_list() -> None:
    known = weapon_traits()
    assert len(known) == 19
    assert {trait for weapon in weapons_table().values() for trait in weapon.traits} <= set(known)


@pytest.mark.rule("fieldmanual.before-the-game")
def test_an_optional_rule_is_used_only_if_it_was_agreed_on() -> None:
    state = SYSTEM.begin(SYSTEM.prepare("duel", 1, {}))
    assert not any(state.switch(name) for name in OPTIONAL)
    state = SYSTEM.begin(SYSTEM.prepare("duel", 1, {"optional": "knockdown, ejection"}))
    assert [name for name in OPTIONAL if state.switch(name)] == ["knockdown", "ejection"]
    with pytest.raises(BadInput, match="knockdwn"):
        SYSTEM.prepare("duel", 1, {"optional": "knockdwn"})


@pytest.mark.rule("fieldmanual.before-the-game")
def test_both_kinds_of_sub_squads_share_a_switch() -> None:
    wrong: list[str] = []
    assert read_optional("small", wrong) == {"sub-squads": "small"}
    assert read_optional("outnumbered", wrong) == {"sub-squads": "outnumbered"}
    assert read_optional("small, outnumbered", wrong) == {"sub-squads": "yes"}
    assert read_optional("true terrain", wrong) == {"representational cover": "no"}
    assert not wrong


@pytest.mark.rule("fieldmanual.table-size", "fieldmanual.scale")
@pytest.mark.parametrize(("tv", "size"), [(600, SMALL), (601, LARGE), (2000, LARGE)])
def test_tables_are_no_larger_than_recommended_and_nearly_half_covered(tv: int, size: tuple[int, int]) -> None:
    ground = ground_for("random", 7, tv)
    assert (ground.width, ground.height) == size
    assert ground.width <= 72_000
    assert ground.height <= 48_000
    assert ground.covered_share() > 0.38
