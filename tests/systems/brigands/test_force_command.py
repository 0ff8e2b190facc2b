"""7.1 and 10.3: Commanders of a force."""

from __future__ import annotations

import pytest

from gearlock.systems.brigands.forces.force_building import field_force
from systems.brigands.drill import LEGAL, force_of, found, in_play, roster, rules_broken, spoilt, the_one

SECOND = "group Bravo\n  primary GP\n    Hunter: CGL\n    2x Hunter\n"


@pytest.mark.rule("brigands.10.3", "brigands.7.1")
def test_each_primary_unit_names_one_leader() -> None:
    assert found(LEGAL + SECOND) == []
    missing = the_one(found(LEGAL + SECOND.replace(": CGL", "")))
    assert "no leader" in missing.message
    assert "Hunter: CGL" in missing.fix
    double = the_one(found(LEGAL + SECOND.replace("2x Hunter", "2x Hunter: CGL")))
    assert "3 leaders" in double.message


@pytest.mark.rule("brigands.10.3", "brigands.7.1")
def test_exactly_one_leader_is_force_commander() -> None:
    none = the_one(spoilt(": FOC", ": CGL"))
    assert "no Force Commander" in none.message
    two = the_one(found(LEGAL + SECOND.replace("CGL", "FOC")))
    assert "2 Force Commanders" in two.message
    assert spoilt(": FOC", ": FOC, CGL") == []


@pytest.mark.rule("brigands.10.5-xo", "brigands.7.1-xo")
def test_one_executive_officer_to_a_force_for_three_tv() -> None:
    with_officer = LEGAL.replace("3x Hunter", "2x Hunter\n    Hunter: XO")
    assert found(with_officer) == []
    assert [one.price for one in field_force(roster(with_officer)) if one.rank == "xo"] == [9]
    both = with_officer + SECOND.replace("2x Hunter", "Hunter\n    Hunter: XO")
    assert rules_broken(both) == {"10.5-xo"}
    assert rules_broken(LEGAL.replace("3x Hunter", "3x Hunter: XO")) == {"10.5-xo"}


@pytest.mark.rule("brigands.10.5-2ic", "brigands.7.1-2ic")
def test_one_second_in_command_to_each_primary_unit_for_two_tv() -> None:
    second = LEGAL.replace("3x Hunter", "2x Hunter\n    Hunter: 2iC")
    group = SECOND.replace("2x Hunter", "Hunter\n    Hunter: 2iC")
    assert found(second + group) == []
    assert [one.price for one in field_force(roster(second)) if one.rank == "2ic"] == [8]
    assert rules_broken(LEGAL.replace("3x Hunter", "3x Hunter: 2iC")) == {"10.5-2ic"}


@pytest.mark.rule("brigands.10.5-xo", "brigands.10.5-2ic")
@pytest.mark.parametrize("ranks", ["XO, 2iC", "CGL, XO", "CGL, 2iC"])
def test_a_model_holds_one_rank(ranks: str) -> None:
    text = (LEGAL + SECOND).replace(": CGL", "").replace("2x Hunter\n", f"Hunter\n    Hunter: {ranks}\n")
    assert any("one rank" in violation.message for violation in found(text))


@pytest.mark.rule("brigands.7.1-cmd", "brigands.10.2b")
def test_a_commanders_model_is_for_commanders_and_they_may_take_others() -> None:
    assert spoilt("Hunter: FOC", "Headhunter: FOC") == []
    wrong = the_one(spoilt("3x Hunter", "2x Hunter\n    Headhunter"))
    assert (wrong.rule, wrong.line) == ("brigands.7.1-cmd", 8)
    three = "Headhunter: FOC\n    Headhunter: XO\n    Headhunter: 2iC"
    assert found(force_of(three)) == []


@pytest.mark.rule("brigands.10.3", "brigands.10.5")
@pytest.mark.parametrize("rank", ["CGL", "XO", "2iC"])
def test_support_units_have_no_commanders(rank: str) -> None:
    assert any("Support Units have no Commanders" in it.message for it in spoilt("Grizzly", f"Grizzly: {rank}"))


@pytest.mark.rule("brigands.trait.medic")
def test_medics_do_not_command() -> None:
    lines = ("Hamath Medic: FOC", "2x Hamath")
    wrong = the_one(found(force_of(*lines, faction="Caprice", unit="primary IN")))
    assert wrong.rule == "brigands.trait.medic"
    assert found(force_of("Hamath: FOC", "Hamath", "Hamath Medic", faction="Caprice", unit="primary IN")) == []


@pytest.mark.rule("brigands.10.5-init")
def test_only_the_force_commander_buys_init() -> None:
    assert spoilt(": FOC", ": FOC, Init") == []
    (leader, *_) = field_force(roster(LEGAL.replace(": FOC", ": FOC, Init")))
    assert leader.price == 9
    assert in_play(leader).traits["Init"] == 1
    assert rules_broken(LEGAL.replace("3x Hunter", "2x Hunter\n    Hunter: Init")) == {"10.5-init"}


def test_the_fielded_force_has_every_model_with_rank_group_and_unit() -> None:
    models = field_force(roster(LEGAL + SECOND))
    assert [one.rank for one in models] == ["foc", "", "", "", "", "cgl", "", ""]
    assert [one.group for one in models] == [0] * 5 + [1] * 3
    assert [one.code for one in models] == ["GP"] * 4 + ["FS"] + ["GP"] * 3
    assert [one.squad for one in models] == [0] * 4 + [1] + [2] * 3
    assert sum(one.price for one in models) == 36 + 18
