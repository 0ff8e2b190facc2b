"""What a system hands over for building and drawing is what the pages and the rules can do something with."""

from __future__ import annotations

from conformance.test_looks import FIGURES, GROUND
from gearlock.kernel.mapping import HEXES, INCHES
from gearlock.kernel.registry import AnySystem
from gearlock.kernel.rulebook import load_rulebook
from gearlock.kernel.shop import MODEL, MOUNT, UNIT
from gearlock.muster.shops import shop_of


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


def test_maps_are_drawn_with_ground_that_pages_know_and_come_back_as_they_were(system: AnySystem) -> None:
    if system.maps is None:
        return
    assert system.maps.form in (INCHES, HEXES)
    assert {brush.drawing for brush in system.maps.brushes()} <= GROUND
    assert any(system.maps.option in scenario.options for scenario in system.scenarios().values())
    for name, text in system.maps.ready_made().items():
        sketch = system.maps.read(text, name)
        assert system.maps.read(system.maps.write(sketch), name) == sketch, name
