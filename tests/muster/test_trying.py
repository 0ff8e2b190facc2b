"""What may be bought where is what the rules say when it is tried."""

from __future__ import annotations

import pytest

from gearlock.kernel.errors import BadInput
from gearlock.kernel.registry import all_systems
from gearlock.muster.mending import mends_of
from gearlock.muster.reading import Reading, read_roster
from gearlock.muster.shops import plain_shop, shop_of
from gearlock.muster.trying import Offer, offers_at

BUILDING = [each.id for each in all_systems() if each.force]
ROSTER = "system brigands\nfaction North\nsize 100\ngroup A\nprimary GP\nHunter\n2x Hunter\nsupport SK\nJaguar: Vat\n"


def brigands(text: str = ROSTER) -> Reading:
    return read_roster(text, "a roster")


def names(offers: tuple[Offer, ...], legal: bool) -> set[str]:
    return {each.text for each in offers if bool(each.problem) != legal}


@pytest.mark.parametrize("system", BUILDING)
def test_every_ware_is_known_to_the_rules_by_its_name(system: str) -> None:
    rules = next(each.force for each in all_systems() if each.id == system)
    assert rules is not None
    shop = shop_of(system)
    assert shop.wares
    assert all(ware.name and ware.model.title for ware in shop.wares)
    word = next((opening for opening in shop.openings), None)
    for ware in shop.wares[:: max(1, len(shop.wares) // 40)]:
        unit = (
            f"{ware.opens} {ware.name}"
            if ware.opens
            else f"{word.word if word else 'squad'} {word.code if word else 'X'}"
        )
        lines = [
            f"system {system}",
            f"faction {ware.shelf}",
            "size 100",
            "group A",
            unit,
            *(() if ware.opens else (ware.name,)),
        ]
        sheet = rules.sheet(read_roster("\n".join(lines) + "\n", ware.name).roster)
        models = [model for group in sheet.groups for each in group.units for model in each.models]
        if not ware.brings:
            assert [model.price for model in models] == [ware.model.price], ware.name
            assert models[0].line == (5 if ware.opens else 6), "a model knows its line"


@pytest.mark.parametrize("system", BUILDING)
def test_a_game_without_a_shop_of_its_own_gets_one_from_its_stock(system: str) -> None:
    rules = next(each.force for each in all_systems() if each.id == system)
    assert rules is not None
    shop = plain_shop(rules)
    stock = rules.stock()
    assert len(shop.wares) == sum(len(unit.models) for group in stock.groups for unit in group.units)
    assert shop.currency == stock.currency


def test_what_a_line_may_buy_is_what_brings_no_new_finding() -> None:
    reading = brigands()
    assert reading.rules is not None
    offers = offers_at(reading.rules, shop_of("brigands"), reading.roster, 6)
    assert {"XO", "FOC", "CGL"} <= names(offers.goods, legal=True)
    assert {"Duelist", "Ace Gunner"} <= names(offers.goods, legal=False)
    assert next(each.price for each in offers.goods if each.text == "XO") == 3
    refused = next(each for each in offers.goods if each.text == "Duelist")
    assert refused.rule == "brigands.10.6"
    assert "Support Unit" in refused.problem
    assert refused.fix


def test_where_something_must_be_chosen_every_choice_is_offered() -> None:
    reading = brigands(ROSTER.replace("primary GP", "primary GP: veteran"))
    assert reading.rules is not None
    offers = offers_at(reading.rules, shop_of("brigands"), reading.roster, 6)
    assert {"Weapons LHG", "Weapons LPZ"} <= names(offers.goods, legal=True)


def test_which_models_may_join_a_unit() -> None:
    reading = brigands()
    assert reading.rules is not None
    offers = offers_at(reading.rules, shop_of("brigands"), reading.roster, 8)
    assert "Jaguar" in names(offers.models, legal=True)
    assert "Badger" in names(offers.models, legal=False)
    assert not any(each.text == "Jager" for each in offers.models), "another faction's models are not tried"


def test_items_go_where_the_rules_let_them() -> None:
    reading = read_roster("system hex100\nsize 3000\nmachine Tegu MBT\n", "a roster")
    assert reading.rules is not None
    shop = shop_of("hex100")
    turret = names(offers_at(reading.rules, shop, reading.roster, 3, "Primary Turret Mount").goods, legal=True)
    pintle = names(offers_at(reading.rules, shop, reading.roster, 3, "Pintle Mount").goods, legal=True)
    assert "R-120 Tank Gun" in turret
    assert "R-120 Tank Gun" not in pintle
    assert "HMG" in pintle


def test_a_line_that_holds_nothing_is_answered_in_words() -> None:
    reading = brigands()
    assert reading.rules is not None
    with pytest.raises(BadInput, match="line 1"):
        offers_at(reading.rules, shop_of("brigands"), reading.roster, 1)


def test_mends_are_changes_after_which_the_rules_have_less_to_say() -> None:
    reading = brigands()
    assert reading.rules is not None
    before = reading.rules.check(reading.roster)
    found = mends_of(reading.rules, shop_of("brigands"), reading.roster, before)
    labels = {mend.message: [way.label for way in mend.ways] for mend in found}
    assert any("Take Vat off" in ways for ways in labels.values())
    assert any(label.startswith("FOC for Hunter") for ways in labels.values() for label in ways)
    for mend in found:
        for way in mend.ways:
            after = read_roster(way.text, "mended")
            assert len(after.violations()) < len(before), way.label


def test_too_much_is_mended_by_taking_out_or_by_a_larger_game() -> None:
    reading = brigands("system brigands\nfaction North\nsize 20\ngroup A\nprimary GP\nHunter: FOC\n4x Hunter\n")
    assert reading.rules is not None
    (mend,) = mends_of(reading.rules, shop_of("brigands"), reading.roster, reading.rules.check(reading.roster))
    assert "Play 50" in [way.label for way in mend.ways]


def ways_of(text: str) -> dict[str, list[str]]:
    """What is offered for each finding in a roster."""
    reading = read_roster(text, "a roster")
    assert reading.rules is not None
    shop = shop_of(reading.roster.says("system"))
    found = mends_of(reading.rules, shop, reading.roster, reading.rules.check(reading.roster))
    return {mend.message: [way.label for way in mend.ways] for mend in found}


def test_as_many_more_of_a_model_as_a_unit_lacks_are_offered_at_once() -> None:
    ways = ways_of("system brigands\nfaction North\nsize 100\ngroup A\nprimary GP\nHunter: FOC\n")
    offered = next(labels for message, labels in ways.items() if "may have 3 to 6" in message)
    assert "2 more Hunter" in offered
    assert not {"One more Hunter", "3 more Hunter"} & set(offered), "the fewest that do are enough"


def test_other_models_of_the_faction_are_offered_where_no_more_of_one_may_serve() -> None:
    ways = ways_of("system blitz\nfaction North\nsize 100\ngroup A\nprimary DG\nHunter: CO\n")
    (offered,) = ways.values()
    assert any(label.startswith("Add 3 ") for label in offered)


def test_what_the_whole_force_can_say_mends_it() -> None:
    ways = ways_of(
        "system tactical\nfaction Northern Guard\nsize 3200\ngroup A\nsquad General Purpose Squadron\n5x Hunter\n"
    )
    assert len(ways) == 2
    assert all("Say detachment yes" in labels for labels in ways.values())
    assert not any(ways_of("system tactical\nfaction Northern Guard\nsize 3200\n").values()), "nobody is there yet"


def test_a_unit_becomes_the_headquarters_that_is_missing() -> None:
    squads = "".join("squad General Purpose Squadron\n5x Hunter\n" for _ in range(4))
    ways = ways_of(f"system tactical\nfaction Northern Guard\nsize 9000\ngroup A\n{squads}")
    offered = next(labels for message, labels in ways.items() if "no headquarters" in message)
    assert "Make A squad General Purpose Squadron the hq" in offered
    assert sum(" the h" in label for label in offered) == 1, "one word for it is enough"


def test_no_way_is_offered_for_a_finding_that_stays() -> None:
    ways = ways_of("system blitz\nfaction North\nsize 100\ngroup A\nprimary DG\nHunter\n")
    offered = next(labels for message, labels in ways.items() if "may have 4 to 6" in message)
    assert offered
    assert not any(label.startswith(("CO ", "CGL ")) for label in offered), "a leader is no fourth action"
