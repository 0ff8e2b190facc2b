"""5.0-5.4, A.2.0, A.2.1: factions, sizes, units, codes, actions, limits."""

from __future__ import annotations

import pytest

from gearlock.kernel.errors import UnknownName
from gearlock.systems.blitz.forces.enlisting import enlist, unit_size
from gearlock.systems.blitz.forces.lists import Limit, codes, limits, read_limit, read_ua
from gearlock.systems.blitz.models import all_cards, model_cards
from systems.blitz.roll_call import GREEN, broken, cost, found, of, roster, the_one

SAMPLE = of(
    "North",
    "primary GP\n Hunter: Headhunter, CO\n 4x Hunter\nsupport FS\n 2x Grizzly",
    "primary SK\n Jaguar: Thunder Jaguar, CGL\n 2x Jaguar\n Hunter\nsupport RC\n 2x Ferret Mk. 2 Gunner",
    "primary LT\n Klemm: CGL, Recon Drone\n Klemm: Recon Drone",
    size=150,
)


@pytest.mark.rule("blitz.A.2.1", "blitz.5.4")
def test_the_sample_army_costs_150_and_breaks_one_limit() -> None:
    assert cost(SAMPLE) == 150
    assert [squad.size for squad in enlist(roster(SAMPLE)).squads] == [5, 2, 4, 2, 4]
    wrong = the_one(SAMPLE)
    assert (wrong.rule, wrong.line) == ("blitz.5.2", 15)
    assert "2 Ferret Mk. 2 Gunner; it may have 1" in wrong.message
    assert found(SAMPLE.replace("2x Ferret Mk. 2 Gunner", "Ferret Mk. 2 Gunner\n Ferret")) == []


@pytest.mark.rule("blitz.5.2", "blitz.5.1")
@pytest.mark.parametrize(
    ("text", "primary", "support"),
    [
        ("", (0, 2), (0, 1)),
        ("0+", (0, None), (0, None)),
        ("0-1", (0, 1), (0, 0)),
        ("0-2", (0, 2), (0, 1)),
        ("0-3", (0, 3), (0, 2)),
        ("1+", (1, None), (0, None)),
        ("CMD 1-2", (1, 2), (0, 1)),
        ("0-2 CMD", (0, 2), (0, 1)),
        ("SU", (0, None), (0, None)),
        ("X", (0, None), (0, None)),
    ],
)
def test_limits_in_primary_and_support_units(
    text: str, primary: tuple[int, int | None], support: tuple[int, int | None]
) -> None:
    limit = read_limit(text)
    assert (limit.bounds(True), limit.bounds(False)) == (primary, support)


@pytest.mark.rule("blitz.5.2")
def test_marks_nest_in_limits() -> None:
    assert read_limit("CMD 0-1") == Limit(0, 1, commander=True)
    assert read_limit("0-1, CMD") == Limit(0, 1, commander=True)
    assert read_limit("0+, Vet") == Limit(0, None, veteran=True)
    assert read_limit("0+ Vet") == Limit(0, None, veteran=True)
    assert read_limit("RSU") == Limit(0, None, support=True)
    for text in ("0+ 0-1", "ACE", "many"):
        with pytest.raises(UnknownName):
            read_limit(text)


@pytest.mark.rule("blitz.units.ua-codes")
def test_every_code_printed_in_a_list_is_known() -> None:
    assert len(codes()) == 44
    for card in all_cards().values():
        for text in card.ua:
            read_ua(text)
    assert read_ua("OT")[0] == "OA"
    assert read_ua("SU (0-1)") == ("ANY", Limit(0, 1, support=True))
    with pytest.raises(UnknownName):
        read_ua("ZZ (0+)")


@pytest.mark.rule("blitz.5.1")
def test_the_hunter_serves_as_its_list_says() -> None:
    served = limits(model_cards()["hunter"])
    assert {code: limit.most for code, limit in served.items()} == {"GP": None, "SK": 2, "FS": 2, "DG": 1}


@pytest.mark.rule("blitz.5.0")
def test_a_faction_must_be_named_and_known() -> None:
    assert the_one(of("North", GREEN).replace("faction North\n", "")).rule == "blitz.5.0"
    assert "Did you mean North" in the_one(of("Nrth", GREEN)).fix


@pytest.mark.rule("blitz.5.1", "blitz.A.2.0")
def test_a_force_costs_no_more_than_the_game_allows() -> None:
    assert found(of("North", GREEN, size=24)) == []
    wrong = the_one(of("North", GREEN, size=23))
    assert (wrong.rule, wrong.line) == ("blitz.5.1", 2)
    assert "costs 24 TV" in wrong.message
    assert "no size" in the_one(of("North", GREEN).replace("size 500", "size big")).message
    assert "how many TV" in the_one(of("North", GREEN).replace("size 500\n", "")).message
    assert "no models" in the_one(of("North")).message


@pytest.mark.rule("blitz.5.4")
@pytest.mark.parametrize(("count", "fault"), [(3, True), (4, False), (5, False), (6, False), (7, True)])
def test_a_primary_unit_has_four_to_six_actions(count: int, fault: bool) -> None:
    text = of("North", f"primary GP\n Hunter: CO\n {count - 1}x Hunter")
    assert broken(text) == (["5.4"] if fault else [])


@pytest.mark.rule("blitz.5.4", "blitz.A.2.1")
@pytest.mark.parametrize(("leading", "most"), [(4, 2), (5, 3), (6, 3)])
def test_a_support_unit_has_half_of_its_primary_unit_rounded_up(leading: int, most: int) -> None:
    unit = f"primary GP\n Hunter: CO\n {leading - 1}x Hunter\nsupport FS\n"
    assert found(of("North", f"{unit} {most}x Grizzly")) == []
    wrong = the_one(of("North", f"{unit} {most + 1}x Grizzly"))
    assert (wrong.rule, wrong.fix) == ("blitz.5.4", "Take 1 action less.")
    assert broken(of("North", unit.rstrip("\n"))) == ["5.4"]


@pytest.mark.rule("blitz.A.2.0")
def test_a_group_has_one_primary_unit_and_at_most_one_support_unit() -> None:
    support = "support FS\n Grizzly\n"
    assert broken(of("North", GREEN, support)) == ["A.2.0"]
    assert broken(of("North", GREEN + support + support)) == ["A.2.0"]
    assert "A.2.0" in broken(of("North", GREEN + GREEN.replace("CO", "CGL")))
    assert "Did you mean support" in the_one(of("North", GREEN + support.replace("support", "suport"))).fix


@pytest.mark.rule("blitz.5.1")
def test_a_unit_has_one_code_and_all_its_models_serve_in_it() -> None:
    assert "could serve as" in the_one(of("North", GREEN.replace("GP", "ZZ"))).fix
    assert "could serve as" in the_one(of("North", GREEN.replace(" GP", ""))).fix
    wrong = the_one(of("North", GREEN.replace("3x Hunter", "3x Hunter\n Grizzly")))
    assert (wrong.rule, wrong.line) == ("blitz.5.1", 7)
    assert "FS (0+)" in wrong.fix


@pytest.mark.rule("blitz.5.2")
def test_unmarked_models_come_in_twos_and_alone_in_support() -> None:
    unit = "primary SK\n Jaguar: CO\n Jaguar\n {}x Hunter"
    assert found(of("North", unit.format(2))) == []
    assert broken(of("North", unit.format(3))) == ["5.2"]
    pair = "primary GP\n Hunter: CO\n 3x Hunter\nsupport SK\n {}x Hunter"
    assert found(of("North", pair.format(1))) == []
    assert broken(of("North", pair.format(2))) == ["5.2"]


@pytest.mark.rule("blitz.5.2", "blitz.A.2.0")
def test_a_limit_of_one_leaves_none_in_support() -> None:
    text = of("North", GREEN + "support DG\n Hunter")
    wrong = the_one(text)
    assert "it may have none (limit 0-1, one less in a support unit)" in wrong.message


@pytest.mark.rule("blitz.5.2")
def test_models_for_support_units_serve_nowhere_else() -> None:
    assert found(of("North", GREEN + "support IN\n 2x Field Gun")) == []
    wrong = the_one(of("North", "primary IN\n Infantry Squad: CO\n 3x Field Gun"))
    assert (wrong.rule, wrong.fix) == ("blitz.5.2", "Move it to a support unit.")
    for code in ("FS", "RC"):
        assert found(of("North", GREEN + f"support {code}\n Verder")) == []
    assert "5.2" in broken(of("North", GREEN + "support FS\n 2x Verder"))


@pytest.mark.rule("blitz.5.2")
def test_command_models_command() -> None:
    unit = "primary FS\n Den Mother{}\n Grizzly: CO\n 2x Grizzly"
    wrong = the_one(of("North", unit.format("")))
    assert (wrong.rule, wrong.line) == ("blitz.5.2", 5)
    assert found(of("North", unit.format(": 2iC"))) == []
    assert "5.2" in broken(of("North", GREEN + "support FS\n Den Mother"))


@pytest.mark.rule("blitz.5.2")
def test_a_unit_that_demands_a_model_must_have_it() -> None:
    unit = "primary HG: veteran\n {}\n 3x Fer De Lance"
    text = of("South", unit.format("Fer De Lance: CO"))
    assert "at least 1 Command Fer De Lance" in found(text)[0].message
    assert found(of("South", unit.format("Command Fer De Lance: CO"))) == []


@pytest.mark.rule("blitz.5.3")
def test_upgrade_variants_fit_models_of_their_kind_within_their_limits() -> None:
    unit = "primary {}\n {}: CO, {}\n 3x {}"
    assert found(of("North", unit.format("GP", "Hunter", "Headhunter", "Hunter"))) == []
    assert found(of("North", "primary GP\n Headhunter: CO\n 3x Hunter")) == []
    assert cost(of("North", "primary GP\n Headhunter: CO\n 3x Hunter")) == 25
    assert "for Hunter models" in the_one(of("North", unit.format("FS", "Grizzly", "Headhunter", "Grizzly"))).message
    alone = the_one(of("North", "primary GP\n Hunter: CO\n 2x Hunter\n Hunter: Headhunter"))
    assert "Headhunter serves in GP units as a commander only" in alone.message


@pytest.mark.rule("blitz.5.3")
def test_an_upgrade_variant_may_open_a_unit_but_a_command_variant_may_not() -> None:
    squad = "primary IN\n Infantry Squad: CO\n 3x Infantry Squad\n Thunderhammer: Thunderhammer Bastion"
    assert found(of("North", squad)) == []
    assert "does not serve in IN" in the_one(of("North", squad.replace(": Thunderhammer Bastion", ""))).message
    para = "primary GP\n Para Hunter: Headhunter, CO\n 3x Hunter"
    assert "Para Hunter does not serve in GP" in the_one(of("North", para)).message
    anywhere = "primary SK\n Lion: Thunder Lion, CO\n Lion\n 2x Jaguar"
    assert found(of("North", anywhere)) == []


@pytest.mark.rule("blitz.units.cef-hht90", "blitz.units.cef-flail")
def test_what_counts_as_one_action() -> None:
    assert unit_size(model_cards()["hht-90"]) == 1
    assert unit_size(model_cards()["flail"]) == 1
    assert unit_size(model_cards()["interdiction-flail"]) == 1
    assert unit_size(model_cards()["caiman"]) == 1
    assert unit_size(model_cards()["outpost"]) == 3
    assert unit_size(model_cards()["minefield"]) == 1
    assert unit_size(model_cards()["klemm"]) == 2
    flails = "primary FL\n FLAIL: CO\n {}x FLAIL"
    assert found(of("CEF", flails.format(3))) == []
    assert cost(of("CEF", flails.format(3))) == 32
    assert broken(of("CEF", flails.format(2))) == ["5.4"]
    assert broken(of("CEF", "primary HT\n HHT-90: CO")) == ["5.4"]
    crewed = of("CEF", "primary HT\n HHT-90: CO\n 2x GREL")
    assert (found(crewed), cost(crewed)) == ([], 117)
    assert enlist(roster(crewed)).squads[0].size == 5


def test_an_unknown_model_is_answered_with_near_ones_and_hides_no_other_finding() -> None:
    wrong = the_one(of("North", GREEN.replace("3x Hunter", "3x Huntr")))
    assert (wrong.rule, wrong.line) == ("blitz.5.0", 6)
    assert "Did you mean Hunter" in wrong.fix
    assert "bought for another model" in the_one(of("North", GREEN + " Recon Drone")).message


def test_everything_wrong_is_said_at_once() -> None:
    text = of("North", "primary GP\n 7x Hunter\n Grizzly: Wings", "support FS\n 3x Grizzly: CGL", size=10)
    assert len(found(text)) >= 7
    assert all(violation.fix for violation in found(text))
    lines = [violation.line for violation in found(text)]
    assert lines == sorted(lines)
