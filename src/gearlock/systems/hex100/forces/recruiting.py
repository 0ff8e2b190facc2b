"""A legal force at random: units drawn by style, armed, and every point spent that can be."""

from __future__ import annotations

from collections.abc import Sequence

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.force import Group, Roster
from gearlock.kernel.system import Chooser
from gearlock.muster.drafting import headers_of
from gearlock.muster.drawing_lots import weighted
from gearlock.systems.hex100.forces.force import LARGEST
from gearlock.systems.hex100.forces.recruiting_styles import RECRUITING, Style
from gearlock.systems.hex100.forces.rigging import Rig, Thing, options, rounds
from gearlock.systems.hex100.forces.units import UnitCard, Weapon, units

MOST_MACHINES = 40


def recruit(faction: str, size: int, style: str, chooser: Chooser) -> Roster:
    """A legal force of so many points, drawn at random."""
    if faction:
        raise BadInput(f"This game has no factions; leave '{faction[:40]}' out.")
    if style not in RECRUITING:
        raise UnknownName("style", style, RECRUITING)
    least = min(card.cost for card in _playable())
    if not least <= size <= LARGEST:
        raise BadInput(f"A game is played with {least} to {LARGEST:,} points, not {size}.")
    manner = RECRUITING[style]
    rigs = _draw_units(size, manner, chooser)
    _arm(rigs, size, manner, chooser)
    _fill(rigs, size, manner, chooser)
    while more := _draw_units(_left(rigs, size), manner, chooser):
        rigs += more
        _arm(rigs, size, manner, chooser)
        _fill(rigs, size, manner, chooser)
    _spend_rest(rigs, size, chooser)
    headers = {"system": "hex100", "name": chooser.choice(manner.names), "size": str(size)}
    return Roster(headers_of(headers), (Group(name="", blocks=tuple(rig.block() for rig in rigs)),))


def _playable() -> list[UnitCard]:
    return [card for card in units().values() if card.kind != "drone"]


def _left(rigs: Sequence[Rig], size: int) -> int:
    return size - sum(rig.cost for rig in rigs)


def _draw_units(size: int, style: Style, chooser: Chooser) -> list[Rig]:
    """Bare units for their share of the points; one of the cheapest if the share buys none, none if nothing does."""
    rigs: list[Rig] = []
    purse = int(size * style.bodies)
    while len(rigs) < MOST_MACHINES:
        cards = [card for card in _playable() if card.cost <= purse and style.unit_weight(card)]
        if not cards:
            break
        rigs.append(Rig(weighted(cards, [style.unit_weight(card) for card in cards], chooser)))
        purse -= rigs[-1].unit.cost
    cheap = [card for card in _playable() if card.cost <= size]
    return rigs or [Rig(card) for card in sorted(cheap, key=lambda card: (-style.unit_weight(card), card.cost))[:1]]


def _arm(rigs: list[Rig], size: int, style: Style, chooser: Chooser) -> None:
    """A weapon for every machine without one, none dearer than what leaves something for the others."""
    bare = [rig for rig in rigs if not rig.is_armed]
    for number, rig in enumerate(bare):
        share = _left(rigs, size) // (len(bare) - number)
        weapons = [(at, thing) for at, thing in rig.additions(share) if isinstance(thing, Weapon) and not thing.uses]
        if weapons:
            _put(rig, *weighted(weapons, [style.item_weight(thing) for _, thing in weapons], chooser), chooser)


def _fill(rigs: list[Rig], size: int, style: Style, chooser: Chooser) -> None:
    """Equipment for machines in turn, until nothing fits that can be paid."""
    waiting = list(rigs)
    while waiting:
        rig = waiting.pop(0)
        left = _left(rigs, size)
        _launch(rig, left, chooser)
        found = [(at, thing) for at, thing in rig.additions(_left(rigs, size)) if style.item_weight(thing)]
        if found:
            _put(rig, *weighted(found, [style.item_weight(thing) for _, thing in found], chooser), chooser)
            waiting.append(rig)


def _launch(rig: Rig, left: int, chooser: Chooser) -> None:
    """A drone for a controller that has none."""
    drones = [card for card in units().values() if card.kind == "drone" and card.cost <= left]
    if drones and len(rig.drones) < rig.controllers:
        rig.drones.append(chooser.choice(drones))


def _put(rig: Rig, at: int, thing: Thing, chooser: Chooser) -> None:
    rig.mounts[at].append(chooser.choice(rounds(thing)))


def _spend_rest(rigs: list[Rig], size: int, chooser: Chooser) -> None:
    """Change items for dearer ones of their kind as long as points are left; an exact match ends it."""
    left = _left(rigs, size)
    while left > 0:
        changes = [change for rig in rigs for change in _changes(rig, left)]
        exact = [change for change in changes if change[0] == left]
        if not changes:
            return
        dearer, rig, at, place, thing = chooser.choice(exact or changes)
        rig.mounts[at][place] = chooser.choice(rounds(thing))
        left -= dearer


def _changes(rig: Rig, most: int) -> list[tuple[int, Rig, int, int, Thing]]:
    """Dearer items in the place of others: how much dearer, and where."""
    found = []
    for at, here in enumerate(rig.mounts):
        for place, old in enumerate(here):
            room = rig.room(at) + old.size
            for thing in options(rig.unit.id, at):
                dearer = thing.cost - old.cost
                if 0 < dearer <= most and thing.size <= room and _is_like(old, thing) and rig.could_swap(old, thing):
                    found.append((dearer, rig, at, place, thing))
    return found


def _is_like(old: Thing, new: Thing) -> bool:
    """Things of the same type; what others depend on stays."""
    kept = ("drone_controller", "sensor_lock", "data_link")
    if isinstance(old, Weapon) != isinstance(new, Weapon) or any(effect in old.effects for effect in kept):
        return False
    return bool(set(old.types) & set(new.types))
