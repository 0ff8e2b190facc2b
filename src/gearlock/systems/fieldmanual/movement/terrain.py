"""Terrain and movement: what types a piece of ground is, and what an inch of it costs in each Movement Mode.

A map says it in the property `going`: soft, rough, dense, very-rough, very-dense, impassable, open, and difficult,
dangerous, rough-water beside them. An area that says nothing is rough, dense or very-rough by its rating.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.ground.forms import depth_of, is_building, is_road
from gearlock.systems.fieldmanual.state import GROUND, HOVER, WALKER, Unit
from gearlock.table.measure import INCH
from gearlock.table.terrain import Piece

OPEN, SOFT, ROUGH, DENSE = "open", "soft", "rough", "dense"
VERY_ROUGH, VERY_DENSE, IMPASSABLE = "very-rough", "very-dense", "impassable"
ROAD, SHALLOW, DEEP, STRUCTURE = "road", "shallow water", "deep water", "structure"
DIFFICULT, DANGEROUS, ROUGH_WATER = "difficult", "dangerous", "rough-water"
WRECK = "wreck"
BESIDE = (DIFFICULT, DANGEROUS, ROUGH_WATER)
"""What ground can be beside its type."""
BY_RATING = {"": ROUGH, "light": ROUGH, "medium": DENSE, "heavy": VERY_ROUGH}
DEEP_FROM = INCH
MP = 1000
CLOSED: Final = -1
"""The price of what a model cannot go through at all."""
PRICES: Final = {
    OPEN: MP, ROAD: MP, SOFT: 2 * MP, ROUGH: 3 * MP, DENSE: 3 * MP, VERY_ROUGH: 4 * MP, VERY_DENSE: 4 * MP,
    SHALLOW: 2 * MP, DEEP: CLOSED, IMPASSABLE: CLOSED, STRUCTURE: 3 * MP,
}  # fmt: skip
"""Thousandths of an MP for an inch, before mode and perks have their say."""
RULES: Final = {
    OPEN: "fieldmanual.terrain-open", ROAD: "fieldmanual.terrain-roads", SOFT: "fieldmanual.terrain-soft",
    ROUGH: "fieldmanual.terrain-rough-dense", DENSE: "fieldmanual.terrain-rough-dense",
    VERY_ROUGH: "fieldmanual.terrain-very-rough-dense", VERY_DENSE: "fieldmanual.terrain-very-rough-dense",
    SHALLOW: "fieldmanual.terrain-shallow-water", DEEP: "fieldmanual.terrain-deep-water",
    IMPASSABLE: "fieldmanual.terrain-impassable", STRUCTURE: "fieldmanual.terrain-structures",
}  # fmt: skip


def words_of(piece: Piece) -> tuple[str, ...]:
    """What both sides agreed a piece is."""
    return tuple(str(piece.props.get("going", "")).split())


@rule("fieldmanual.terrain-classify", "fieldmanual.option-representational-movement")
@heeds("fieldmanual.terrain-shallow-water", "fieldmanual.terrain-deep-water", "fieldmanual.infantry-structures")
def types_of(piece: Piece) -> tuple[str, ...]:
    """The types of a piece of terrain; a whole area is what it was marked off as, whatever stands in it.

    Hills and the like are as open as what is said of them.
    """
    said = tuple(word for word in words_of(piece) if word not in BESIDE)
    if is_road(piece):
        return (ROAD, *said)
    if piece.kind == "water":
        return (DEEP if depth_of(piece) >= DEEP_FROM else SHALLOW, *said)
    if is_building(piece):
        return (STRUCTURE, *said)
    if said or piece.kind != "area":
        return said
    return () if words_of(piece) else (BY_RATING.get(piece.rating, VERY_ROUGH),)


@rule("fieldmanual.perk-improved-off-road", "fieldmanual.flaw-poor-off-road")
@heeds("fieldmanual.infantry")
def taken_as(type_: str, unit: Unit, mode: str) -> str:
    """What a type of ground is to a model: better with Improved, worse with Poor Off-Road ability.

    Of infantry only those on foot are at home off the road. A road stays a road.
    """
    on_foot = not unit.is_infantry or mode == WALKER
    if unit.perk("Improved Off-Road") and on_foot:
        type_ = {STRUCTURE: OPEN, ROUGH: OPEN, VERY_ROUGH: ROUGH}.get(type_, type_)
    if unit.perk("Poor Off-Road Ability"):
        type_ = {OPEN: ROUGH, ROUGH: VERY_ROUGH, VERY_ROUGH: IMPASSABLE}.get(type_, type_)
    return type_


@rule("fieldmanual.terrain-open", "fieldmanual.terrain-soft", "fieldmanual.terrain-rough-dense")
@rule("fieldmanual.terrain-very-rough-dense", "fieldmanual.terrain-impassable", "fieldmanual.terrain-roads")
@rule("fieldmanual.terrain-shallow-water", "fieldmanual.terrain-deep-water", "fieldmanual.perk-amphibious")
@heeds("fieldmanual.infantry-structures")
def price_of(type_: str, unit: Unit, mode: str) -> int:
    """Thousandths of an MP that an inch of one type of ground costs a model in a mode, or CLOSED."""
    if type_ in (SHALLOW, DEEP) and unit.perk("Amphibious"):
        return PRICES[OPEN]
    kind = taken_as(type_, unit, mode)
    price = PRICES[kind]
    if mode == WALKER:
        return walker_price(kind, price)
    if mode == HOVER:
        return hover_price(kind, price)
    return ground_price(kind, price) if mode == GROUND else price


@rule("fieldmanual.mode-walker")
def walker_price(kind: str, price: int) -> int:
    """Legs: 1 MP less in Rough and Very Rough ground, 1 more in Soft."""
    if kind in (ROUGH, VERY_ROUGH, STRUCTURE):
        return price - MP
    return price + MP if kind == SOFT else price


@rule("fieldmanual.mode-ground")
@heeds("fieldmanual.terrain-roads")
def ground_price(kind: str, price: int) -> int:
    """Wheels and tracks: double speed on roads, so half an MP an inch; Very Dense ground is closed to them."""
    if kind == ROAD:
        return price // 2
    return CLOSED if kind == VERY_DENSE else price


@rule("fieldmanual.mode-hover")
def hover_price(kind: str, price: int) -> int:
    """Air cushions: Soft, Rough, Very Rough and water are Open, what is Dense or Very Dense is closed."""
    if kind in (SOFT, ROUGH, VERY_ROUGH, SHALLOW, DEEP):
        return PRICES[OPEN]
    return CLOSED if kind in (DENSE, VERY_DENSE) else price


@rule("fieldmanual.terrain-rough-water")
def water_surcharge(piece: Piece) -> int:
    """Rough Water costs everybody 1 MP an inch more, hover included."""
    return MP if piece.kind == "water" and ROUGH_WATER in words_of(piece) else 0


@heeds("fieldmanual.terrain-classify", "fieldmanual.terrain-rough-water")
def dearest(pieces: Iterable[Piece], unit: Unit, mode: str) -> tuple[int, str, Piece | None]:
    """What an inch costs where all these pieces lie, by the worst of their types; which it is, and whose.

    A road leads through whatever it was laid through, but not through wrecks.
    """
    on = list(pieces)
    road = next((piece for piece in on if is_road(piece)), None)
    worst: tuple[int, str, Piece | None] = (price_of(OPEN, unit, mode), OPEN, None)
    if road is not None:
        on = [road, *(piece for piece in on if piece.kind == WRECK)]
        worst = (price_of(ROAD, unit, mode), ROAD, road)
    elif any(types_of(piece) for piece in on):
        worst = (0, OPEN, None)
    for piece in on:
        for type_ in types_of(piece):
            price = price_of(type_, unit, mode)
            if price == CLOSED:
                return CLOSED, type_, piece
            price += water_surcharge(piece)
            worst = max(worst, (price, type_, piece), key=lambda found: found[0])
    return worst


@rule("fieldmanual.terrain-difficult-dangerous")
def threshold_of(piece: Piece) -> int:
    """The Threshold of the test for entering a piece: 5 for Dangerous, 3 for Difficult, 0 for none."""
    words = words_of(piece)
    return 5 if DANGEROUS in words else 3 if DIFFICULT in words else 0
