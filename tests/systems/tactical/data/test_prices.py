"""The price lists of the eight Gears, their stock loads, and Gears armed from them."""

from __future__ import annotations

import pytest

from gearlock.muster.fitting import Unfit
from gearlock.systems.tactical.unit_files import (
    Pick,
    Price,
    all_cards,
    customized,
    our_loads,
    our_prices,
    our_units,
    refuse_pick,
)
from gearlock.systems.tactical.weapons import all_arms

LISTS = {
    "Hunter": "APGL 15/- DPG 30/5 LAC 50/10* MAC 80/10* HAC 100/10 SC 250/5 MBZK 200/10 MRP/9 200/- HG 5/-*",
    "Jaguar": "APGL 25/-* DPG 50/5* LAC 80/10* MAC 130/10* HAC 160/10* SC 400/5* LRP/24 250/-* MBZK 300/10* HG 10/-*",
    "Cheetah": "APGL 15/-* LAC 50/10 MAC 80/10 SC 250/5* LRP/8 60/- MRP/9 200/- MBZK 200/10* HG 5/-*",
    "Grizzly": "DPG 30/5 MAC 80/10* HAC 100/10* HGL 325/20* AGM 375/20* MRP/36 250/-* MBZK 200/10* HG 5/-*",
    "Jaeger": "APGL 15/- DPG 30/5 LAC 50/10* MAC 80/10 HAC 100/10* SC 250/5* MBZK 200/10* MRP/9 200/-* HG 5/-*",
    "Black Mamba": "APGL 25/- DPG 50/5 LAC 80/10 MAC 130/10* HAC 160/10* SC 400/5 LRP/24 250/- MBZK 300/10 HG 10/-*",
    "Iguana": "APGL 15/-* LAC 50/10* MAC 80/10* LRP/8 60/-* MRP/9 200/- MBZK 200/10* HG 5/-*",
    "Spitting Cobra": "DPG 30/5 HGL 325/20 MAC 80/10 AGM 375/20 MRP/36 250/- HG 5/- LPA 150/10 MBZK 320/10",
}
"""Weapon, price and price of a clip; * where the row is proposed."""
FITTINGS = {
    "Hunter": "Crew Armor 2: 12, Smoke Launchers: 12, Camo Netting: 12", "Jaguar": "Smoke Launchers: 10",
    "Cheetah": "Smoke Launchers: 16", "Grizzly": "", "Spitting Cobra": "",
    "Jaeger": "Crew Armor 2: 12, Smoke Launchers: 12, Camo Netting: 12", "Black Mamba": "Smoke Launchers: 10",
    "Iguana": "Crew Armor 1: 6, Smoke Launchers: 16",
}  # fmt: skip
ROUNDS = {
    "APGL": 6, "DPG": 30, "LAC": 60, "MAC": 40, "HAC": 30, "SC": 3, "MBZK": 10, "MRP/9": 9, "HG": 1, "LRP/24": 24,
    "LRP/8": 8, "HGL": 10, "AGM": 3, "MRP/36": 36, "LPA": 10,
}  # fmt: skip


def picks(gear: str, *options: str, clips: int = 0) -> list[Pick]:
    return [Pick(our_prices()[gear][option], clips) for option in options]


def words(price: Price) -> str:
    clip = "-" if price.clip is None else price.clip
    return f"{price.option} {price.cost}/{clip}{'*' * (price.mark == 'proposed')}"


@pytest.mark.rule("tactical.2.3.6")
@pytest.mark.parametrize("gear", LISTS)
def test_every_price_of_every_gear(gear: str) -> None:
    rows = our_prices()[gear].values()
    weapons = [row for row in rows if row.weapon is not None]
    assert " ".join(map(words, weapons)) == LISTS[gear]
    assert ", ".join(f"{it.option}: {it.cost}" for it in rows if it.weapon is None) == FITTINGS[gear]
    assert {it.option: it.ammo for it in weapons} == {it.option: ROUNDS[it.option] for it in weapons}
    assert all(it.arc == ("FF" if it.option == "APGL" else "F") for it in weapons)
    assert all(it.reason for it in rows if it.mark != "printed")


def test_eight_gears_have_price_lists_and_loads() -> None:
    assert set(our_prices()) == set(LISTS) == set(our_units().chassis) == set(our_loads())
    assert {load.mark for load in our_loads().values()} == {"proposed"}
    assert all(load.reason for load in our_loads().values())


@pytest.mark.rule("tactical.2.3.6")
@pytest.mark.parametrize(
    ("gear", "options", "clips", "tv"),
    [
        ("Hunter", (), 0, 236),
        ("Hunter", ("LAC", "APGL"), 0, 301),
        ("Hunter", ("HAC",), 2, 356),
        ("Hunter", ("HAC", "DPG"), 1, 381),
        ("Black Mamba", ("SC", "Smoke Launchers"), 0, 725),
        ("Spitting Cobra", ("AGM",), 1, 569),
    ],
)
def test_prices_and_clips_are_added_to_the_base(gear: str, options: tuple[str, ...], clips: int, tv: int) -> None:
    bought = [Pick(it.price, clips if it.price.clip is not None else 0) for it in picks(gear, *options)]
    card = customized(our_units().chassis[gear], bought)
    assert (card.tv, card.base_tv) == (tv, our_units().chassis[gear].base_tv)
    assert [mount.clips for mount in card.weapons] == [it.clips for it in bought if it.price.weapon]


@pytest.mark.rule("tactical.7.1-customization")
def test_an_armed_gear_keeps_its_hull_and_carries_what_was_bought() -> None:
    chassis = our_units().chassis["Hunter"]
    card = customized(chassis, picks("Hunter", "HAC", "HAC", "Smoke Launchers"))
    assert [mount.id for mount in card.weapons] == ["HAC", "HAC 2"]
    assert (card.armor, card.modes, card.size) == (chassis.armor, chassis.modes, chassis.size)
    assert card.perks == {"Manipulator Arm": 6, "Smoke Launchers": 1}
    assert card.aux == ("Manipulator Arm", "Smoke Launchers")
    assert (card.load, {mount.mark for mount in card.weapons}) == ("reconstructed", {"printed"})
    assert customized(chassis, picks("Hunter", "HAC")).load == "printed"


@pytest.mark.rule("tactical.7.1-customization")
def test_what_a_gear_cannot_carry_is_refused_with_a_remedy() -> None:
    hunter = our_units().chassis["Hunter"]
    arms = all_arms().vehicle
    large = Price("Hunter", "HFG", 500, arms["HFG"], "F", 10, None, "user")
    fault = refuse_pick(hunter, Pick(large))
    assert fault is not None
    assert (fault.message, fault.fix) == (
        "a Heavy Field Gun needs Size 10; Hunter has Size 6", "Choose a smaller weapon.",
    )  # fmt: skip
    fits = Price("Hunter", "SC", 250, arms["SC"], "F", 3, None, "user")
    assert refuse_pick(hunter, Pick(fits)) is None
    clip = refuse_pick(hunter, Pick(our_prices()["Hunter"]["APGL"], 1))
    assert clip is not None
    assert "no spare clip is sold" in clip.message
    armless = all_cards()["aller"]
    thrown = refuse_pick(armless, Pick(our_prices()["Hunter"]["HG"]))
    assert thrown is not None
    assert "has no Manipulator Arm" in thrown.message
    with pytest.raises(Unfit, match="has Smoke Launchers already"):
        customized(hunter, picks("Hunter", "Smoke Launchers", "Smoke Launchers"))
