"""What a system hands over for building and drawing is what the pages and the rules can do something with."""

from __future__ import annotations

from collections import Counter

from conformance.test_looks import FIGURES, GROUND
from gearlock.kernel.force import Block, Group, Header, Roster
from gearlock.kernel.mapping import HEXES, INCHES
from gearlock.kernel.registry import AnySystem
from gearlock.kernel.rulebook import load_rulebook
from gearlock.kernel.shop import MODEL, MOUNT, UNIT
from gearlock.muster.reading import read_roster
from gearlock.muster.shops import shop_of
from gearlock.muster.trying import Offers, offers_at, places


def test_a_shop_speaks_words_that_pages_and_rosters_know(system: AnySystem) -> None:
    if system.force is None:
        return
    shop, layout = shop_of(system.id), system.force.layout
    assert {ware.figure for ware in shop.wares} - {""} <= FIGURES
    assert {ware.opens for ware in shop.wares} - {""} <= set(layout.named)
    assert {(opening.word, opening.code) for opening in shop.openings} <= {
        (w, c) for w in layout.units for c in layout.codes
    }
    assert {saying.key for saying in shop.says} <= set(layout.headers)
    assert {good.goes for good in shop.goods} <= {MODEL, UNIT, MOUNT}
    assert {good.rule for good in shop.goods} - {""} <= set(load_rulebook(system.package))


def test_nothing_stands_twice_in_a_shop(system: AnySystem) -> None:
    if system.force is None:
        return
    shop = shop_of(system.id)
    lists: list[list[tuple[str, str]]] = [
        [(good.goes, good.name) for good in shop.goods],
        [(ware.shelf, ware.name) for ware in shop.wares],
        *([(ware.name, mount.name) for mount in ware.mounts] for ware in shop.wares),
    ]
    for names in lists:
        assert [name for name, count in Counter(names).items() if count > 1] == []


def test_what_is_offered_for_one_place_is_offered_once(system: AnySystem) -> None:
    """For every place of every machine that has places, bare; and for units and models of rosters that come along."""
    if system.force is None:
        return
    shop = shop_of(system.id)
    for ware in shop.wares:
        bare = Roster(
            groups=(Group("", (Block(ware.opens, ware.name, line=2),)),), headers=(Header("system", system.id),)
        )
        for mount in ware.mounts:
            check_offers(offers_at(system.force, shop, bare, 2, mount.name), f"{ware.name}, {mount.name}")
    for name, text in list(system.force.ready_made().items())[:2]:
        roster = read_roster(text, name).roster
        for _, line in list(places(roster))[:4]:
            check_offers(offers_at(system.force, shop, roster, line), f"{name}, line {line}")


def check_offers(offers: Offers, where: str) -> None:
    for offered in (offers.models, offers.goods):
        twice = [text for text, count in Counter(offer.text for offer in offered).items() if count > 1]
        assert twice == [], f"{where}: offered twice"


def test_maps_are_drawn_with_ground_that_pages_know_and_come_back_as_they_were(system: AnySystem) -> None:
    if system.maps is None:
        return
    assert system.maps.form in (INCHES, HEXES)
    assert {brush.drawing for brush in system.maps.brushes()} <= GROUND
    assert any(system.maps.option in scenario.options for scenario in system.scenarios().values())
    for name, text in system.maps.ready_made().items():
        sketch = system.maps.read(text, name)
        assert system.maps.read(system.maps.write(sketch), name) == sketch, name
