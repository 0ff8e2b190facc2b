"""2.3.4, 3.6.1: what takes the field at its limits: bases by Size, ten men and their leader."""

from __future__ import annotations

from collections import Counter

import pytest

from gearlock.kernel.force import Roster
from gearlock.systems.tactical.datacards import Squad, stands_on
from gearlock.systems.tactical.forces.force_building import enlist
from systems.tactical.forces.roll_call import found, only, part


@pytest.mark.rule("tactical.2.3.4-size")
def test_bases_grow_at_size_eight_and_ten_and_models_by_their_size() -> None:
    assert [stands_on("gear", size) for size in (1, 7, 8, 9, 10)] == [
        (500, 500), (500, 1400), (750, 1600), (750, 1800), (1000, 2000),
    ]  # fmt: skip
    assert [stands_on("tank", size) for size in (1, 4, 5, 7, 8, 9, 10)] == [
        (500, 500), (500, 500), (500, 625), (500, 875), (750, 1000), (750, 1125), (1000, 1250),
    ]  # fmt: skip
    for size in (1, 8, 14):
        assert stands_on("infantry", size) == stands_on("turret", size) == (500, 500)
    assert stands_on("gear", 2) == (500, 500)
    assert stands_on("gear", 3) == (500, 600)
    assert stands_on("strider", 10) == (1000, 2000)


def squad_of(roster: Roster) -> Squad:
    (recruit,) = enlist(roster).squads[0].recruits
    assert recruit.fitted is not None
    assert recruit.fitted.card.squad is not None
    return recruit.fitted.card.squad


def carried(line: str) -> tuple[str, ...]:
    roster = part(f"squad\n{line}\n")
    assert found(roster) == []
    return squad_of(roster).carried


@pytest.mark.rule("tactical.3.6.1-weapons")
def test_ten_men_carry_ten_weapons_and_whoever_is_given_none_the_standard_one() -> None:
    for heavy in (1, 2, 5, 9):
        for line in (f"{10 - heavy}x 7mm Rifle, {heavy}x 9mm Chaingun", f"{heavy}x 9mm Chaingun"):
            names = carried(f"Veteran Squad: {line}")
            assert sorted(Counter(names).values()) == sorted((heavy, 10 - heavy))
    plain = carried("Veteran Squad: 7mm Rifle")
    assert (len(plain), len(set(plain))) == (10, 1)
    assert "11 weapons for 10 men" in only(part("squad\nVeteran Squad: 9x 7mm Rifle, 2x 9mm Chaingun\n")).message


@pytest.mark.rule("tactical.3.6.1")
def test_men_are_numbered_from_one_to_ten() -> None:
    for number in (1, 2, 10):
        roster = part(f"squad\nVeteran Squad: Leader {number}\n")
        assert found(roster) == []
        assert squad_of(roster).leader == number
    for bad in ("\u00b2", "0", "11", "x"):
        assert "numbered from 1 to 10" in only(part(f"squad\nVeteran Squad: Leader {bad}\n")).message


@pytest.mark.rule("tactical.2.6.2-step0-commander")
@pytest.mark.parametrize("rank", ["Commander", "Second"])
def test_of_two_who_have_one_rank_the_last_line_is_pointed_out(rank: str) -> None:
    fault = only(part(f"squad\nHunter: {rank}\nHunter\nHunter: {rank}\n"))
    assert fault.rule == "tactical.2.6.2-step0-commander"
    assert "2 models as" in fault.message
    assert fault.line == only(part(f"squad\nHunter\nHunter\n2x Hunter: {rank}\n")).line
