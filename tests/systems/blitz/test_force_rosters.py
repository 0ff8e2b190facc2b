"""Ready-made rosters, random forces, the sheet, and how long it all takes."""

from __future__ import annotations

import random

import pytest

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.muster.text import write_text
from gearlock.systems.blitz.forces.around_a_force import (
    FORCE,
    RECRUITING,
    field_force,
    force_sheet,
    ready_made,
    recruit,
    stock,
)
from gearlock.systems.blitz.forces.enlisting import enlist, force_price
from gearlock.systems.blitz.forces.force_building import check
from gearlock.systems.blitz.forces.lists import HOMES, sublists
from gearlock.systems.blitz.models import known_traits, ready
from systems.blitz.roll_call import found, of, roster


def slug(text: str) -> str:
    return text.lower().replace(" ", "-")


def test_there_are_three_rosters_for_every_faction_and_one_for_every_sub_list() -> None:
    wanted = {f"{slug(home)}-{size}" for home in HOMES for size in (50, 100, 150)}
    wanted |= {f"{slug(each.faction)}-{slug(each.code)}-100" for each in sublists().values()}
    assert set(ready_made()) == wanted


@pytest.mark.parametrize("name", ready_made())
def test_a_ready_made_roster_is_legal_and_spends_its_points(name: str) -> None:
    written = roster(ready_made()[name])
    assert check(written) == []
    force = enlist(written)
    assert force.size == int(name.rpartition("-")[2])
    assert force.size - 3 <= force_price(force) <= force.size
    assert slug(f"{force.faction} {force.list_code}".strip()) == name.rpartition("-")[0]
    assert write_text(written) == ready_made()[name]


def test_rosters_have_names_of_their_own() -> None:
    names = [roster(text).says("name") for text in ready_made().values()]
    assert all(names)
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("style", RECRUITING)
@pytest.mark.parametrize("who", HOMES)
def test_random_forces_of_every_faction_are_legal(who: str, style: str) -> None:
    for size in (50, 100):
        drawn = recruit(who, size, style, random.Random(f"{who} {style} {size}"))
        assert check(drawn) == []
        assert force_price(enlist(drawn)) <= size
        for model in field_force(drawn):
            assert set(ready(model.card).traits) <= set(known_traits("model"))


@pytest.mark.parametrize("code", sublists())
def test_random_forces_of_every_sub_list_are_legal(code: str) -> None:
    drawn = recruit(code, 150, "balanced", random.Random(code))
    assert check(drawn) == []
    assert enlist(drawn).list_code == code


def test_the_same_seed_draws_the_same_force() -> None:
    one, two = (recruit("South", 100, "balanced", random.Random(7)) for _ in range(2))
    assert one == two


def test_what_cannot_be_recruited_is_refused_in_words() -> None:
    with pytest.raises(UnknownName, match="Nrth"):
        recruit("Nrth", 100, "balanced", random.Random(1))
    with pytest.raises(UnknownName, match="wild"):
        recruit("North", 100, "wild", random.Random(1))
    with pytest.raises(BadInput, match="1,000"):
        recruit("North", 5000, "balanced", random.Random(1))
    with pytest.raises(BadInput, match="smallest legal force"):
        recruit("Black Talon", 20, "balanced", random.Random(1))


def test_equal_ids_are_equal_cards_in_all_forces() -> None:
    cards: dict[str, object] = {}
    for text in ready_made().values():
        for model in field_force(roster(text)):
            for card in (model.card, *model.drones):
                assert cards.setdefault(card.id, card) == card, card.id


def test_the_models_of_a_force_cost_what_the_force_costs() -> None:
    for text in ready_made().values():
        written = roster(text)
        assert sum(model.tv for model in field_force(written)) == force_price(enlist(written))


@pytest.mark.rule("blitz.units.cef-hht90")
def test_the_heavy_tank_takes_the_field_in_two_parts() -> None:
    text = of("CEF", "primary HT: veteran\n HHT-90: CO\n 2x GREL")
    assert found(text) == []
    body, turret, *_ = field_force(roster(text))
    assert [(it.card.name, it.rank, it.tv) for it in (body, turret)] == [
        ("HHT-90 Body", "co", 105 + 18),
        ("HHT-90 Turret", "", 0),
    ]
    assert (ready(body.card).actions, ready(turret.card).actions) == (6, 3)
    assert all("Vet" in ready(it.card).traits for it in (body, turret))
    assert (ready(body.card).traits["CMD"], "CMD" in ready(turret.card).traits) == (2, False)
    assert (ready(turret.card).attached, body.card.line) == ("hht-90-body", "hht-90-body")
    assert [(ready(it.card).height, ready(it.card).radius) for it in (body, turret)] == [(4000, 1181)] * 2


@pytest.mark.rule("blitz.sheet")
def test_the_sheet_shows_groups_units_models_and_sums() -> None:
    sheet = force_sheet(
        roster(of("North", "primary GP: LHG\n Hunter: CO, AA\n 3x Hunter\n Bogus\nsupport FS\n 2x Grizzly"))
    )
    assert sheet.facts == ("North", "51 of 500 TV", "7 models")
    primary, support = sheet.groups[0].units
    assert (primary.title, support.title) == (
        "Primary unit GP, LHG: 4 actions, 27 TV",
        "Support unit FS: 2 actions, 24 TV",
    )
    chief = primary.models[0]
    assert (chief.title, chief.count, chief.price) == ("Hunter", 1, 7)
    assert dict(chief.stats)["GUN"] == "4+"
    assert dict(chief.rows)["bought"] == "CO, AA (+1)"
    assert "LAC (Arm, Split:2, AA)" in dict(chief.rows)["weapons"]
    assert primary.models[-1].rows == (("", "not found in the lists"),)


@pytest.mark.rule("blitz.sheet")
def test_the_stock_sheet_has_every_line_and_marks_the_doubtful_ones() -> None:
    models = [model for group in stock().groups for unit in group.units for model in unit.models]
    assert len(models) == 597
    assert sum(model.converted for model in models) == 69


def test_force_rules_say_what_rosters_are_made_of() -> None:
    assert FORCE.factions() == HOMES
    assert FORCE.sizes == (100, 50, 150)
    assert {"list", "allies", "elite"} <= set(FORCE.layout.headers)
