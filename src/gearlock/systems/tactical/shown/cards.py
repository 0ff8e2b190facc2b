"""Datacards as people see them: every figure, and where it comes from."""

from __future__ import annotations

from gearlock.kernel import view as v
from gearlock.kernel.kept import KeptByIdentity
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.cards import MODE_WORDS, Card, Mount
from gearlock.systems.tactical.weapons import PRINTED
from gearlock.table.measure import inches_text

MARKS = {"printed": "", "reconstructed": " (reconstructed)", "proposed": " (proposed)", "user": " (own)"}


@heeds("tactical.ref-datacards", "tactical.2.3.4-perks")
def _make_cards(card: Card) -> tuple[v.Card, ...]:
    """The stat block, weapons, and the provenance of whatever is not printed."""
    rows = [
        ("TV", f"{card.tv}{_mark(card, 'tv')}"),
        ("Size / Crew / Actions", f"{card.size} / {card.crew} / {card.actions}{_mark(card, 'size')}"),
        ("Armor", f"{card.armor} / {2 * card.armor} / {3 * card.armor}{_mark(card, 'armor')}"),
        ("Maneuver / Fire Control", f"{card.maneuver:+d} / {card.fire_control:+d}{_mark(card, 'maneuver')}"),
        ("Sensors", f"{card.sensors:+d}, {card.sensor_km} km{_mark(card, 'sensors')}"),
        ("Communications", f"{card.communications:+d}, {card.comm_km} km{_mark(card, 'communications')}"),
        *((MODE_WORDS[mode], f"{speed.combat}/{speed.top} MP") for mode, speed in card.modes.items()),
    ]
    for title, named in (("Perks", card.perks), ("Flaws", card.flaws)):
        if named:
            rows.append((title, _traits(card, named)))
    if card.status != PRINTED:
        rows.append(("Provenance", f"not all printed: {card.status}. {card.reason}".strip()))
    weapons = v.Card("Weapons", tuple((mount.id, weapon_text(mount)) for mount in card.weapons))
    return v.Card(card.name, tuple(rows)), weapons


def _mark(card: Card, field: str) -> str:
    return MARKS.get(card.provenance.get(field, PRINTED), "")


def _traits(card: Card, named: dict[str, int]) -> str:
    """Perks or flaws with rating, detail and the AUX mark."""
    words = []
    for name, rating in named.items():
        more = [*([str(rating)] if rating > 1 else []), *filter(None, [card.details.get(name, "")])]
        words.append(" ".join([name, *more]) + (" (AUX)" if name in card.aux else ""))
    return ", ".join(words)


def weapon_text(mount: Mount) -> str:
    """A weapon row: arc, Accuracy, ranges, damage, ROF, traits and ammunition."""
    weapon = mount.weapon
    reach = "/".join(inches_text(end) for end in weapon.band_ends()) + " in" if weapon.base else "contact"
    parts = [weapon.name, mount.arc, f"Acc {weapon.accuracy:+d}", reach, f"x{weapon.dm}"]
    parts += [f"ROF {weapon.rof}"] if weapon.rof else []
    parts += [f"{name}{f' {number}' if number else ''}" for name, number in weapon.traits.items()]
    parts += [f"{mount.ammo} rounds"] if mount.ammo is not None else []
    parts += [f"{mount.clips} clips"] if mount.clips else []
    parts += [f"linked {mount.link}"] if mount.link else []
    return ", ".join(parts) + MARKS.get(mount.mark, "")


cards_of = KeptByIdentity(_make_cards)
"""The cards of a unit, made once for each datacard."""
