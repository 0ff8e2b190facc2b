"""3.2b: the buildings a model may attack."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Place
from gearlock.kernel.orders import Order
from gearlock.kernel.system import Aim, Chooser
from gearlock.mechanics.ground.forms import is_building
from gearlock.systems.brigands.attacking.attack import refuse_weapon
from gearlock.systems.brigands.attacking.orders import Demolish
from gearlock.systems.brigands.buildings.collapse import height_in
from gearlock.systems.brigands.state import State, Unit, opponent


def offer_demolitions(state: State, unit: Unit) -> Iterator[Option]:
    """Each weapon that may reach a building, to be pointed at one."""
    if not unit.readiness:
        return
    for weapon in unit.line.weapons.values():
        category, reach = weapon.categories[0], weapon.most + unit.line.radius
        near = state.ground.pieces_near(unit.x - reach, unit.y - reach, unit.x + reach, unit.y + reach)
        if "Proximity" in weapon.traits or not any(is_building(piece) for piece in near):
            continue
        if refuse_weapon(unit, weapon.id, category) is None:
            template = Demolish(unit.id, weapon.id, category)
            yield Place(f"{weapon.id} at a building", template, "brigands.3.2b-attack", unit=unit.id, zone="range")


def guess_building(state: State, _ask: Ask, order: Demolish, chooser: Chooser, _attempt: int) -> Order | None:
    """A building with enemies in it or on it; now and then any other."""
    taken = _taken_buildings(state, opponent(state.units[order.unit].seat))
    if not taken and chooser.randrange(0, 8) == 0:
        taken = [piece.id for piece in state.ground.pieces if is_building(piece)]
    return Demolish(order.unit, order.weapon, order.category, chooser.choice(taken)) if taken else None


def _taken_buildings(state: State, seat: str) -> list[str]:
    """The buildings that models of a seat are in or on, noted."""
    key = (_taken_buildings, seat)
    known: list[str] | None = state.notes.get(key)
    if known is None:
        models, buildings = list(state.fielded(seat)), [piece for piece in state.ground.pieces if is_building(piece)]
        known = [piece.id for piece in buildings if any(height_in(piece, model) for model in models)]
        state.notes[key] = known
    return known


def aim_building(state: State, _ask: Ask, order: Demolish, spot: Aim) -> Order:
    """The building at the spot."""
    here = [piece.id for piece in state.ground.pieces_at(spot.x, spot.y) if is_building(piece)]
    return Demolish(order.unit, order.weapon, order.category, here[0] if here else "")
