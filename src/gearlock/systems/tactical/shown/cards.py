"""Datacards as people see them: every figure, and where it comes from."""

from __future__ import annotations

from gearlock.kernel import view as v
from gearlock.kernel.kept import KeptByIdentity
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.cards import MODE_WORDS, Card, Mount
from gearlock.systems.tactical.customization import weakest
from gearlock.systems.tactical.provenance import doubts
from gearlock.systems.tactical.unit_rows import SPEEDS
from gearlock.systems.tactical.weapons import PRINTED
from gearlock.table.measure import inches_text

MARKS = {"printed": "", "reconstructed": " (reconstructed)", "proposed": " (proposed)", "user": " (own)"}
COLUMNS = {mode: column for column, mode in SPEEDS.items()}


@heeds("tactical.ref-datacards", "tactical.2.3.4-perks")
def _make_cards(card: Card) -> tuple[v.Card, ...]:
    """The stat block, weapons, and whatever is not printed, each with its mark and the reason."""
    seen = f"{card.sensor_km}.{card.sensor_m // 100}" if card.sensor_m else str(card.sensor_km)
    crew = _mark(card, "size", "crew", "actions")
    rows = [
        ("TV", f"{card.tv}{_mark(card, 'tv', 'base_tv')}"),
        ("Size / Crew / Actions", f"{card.size} / {card.crew} / {card.actions}{crew}"),
        ("Armor", f"{card.armor} / {2 * card.armor} / {3 * card.armor}{_mark(card, 'armor')}"),
        (
            "Maneuver / Fire Control",
            f"{card.maneuver:+d} / {card.fire_control:+d}{_mark(card, 'maneuver', 'fire_control')}",
        ),
        ("Sensors", f"{card.sensors:+d}, {seen} km{_mark(card, 'sensors', 'sensor_km')}"),
        ("Communications", f"{card.communications:+d}, {card.comm_km} km{_mark(card, 'communications', 'comm_km')}"),
        *(
            (MODE_WORDS[mode], f"{speed.combat}/{speed.top} MP{_mark(card, COLUMNS.get(mode, ''))}")
            for mode, speed in card.modes.items()
        ),
    ]
    for title, named in (("perks", card.perks), ("flaws", card.flaws)):
        if named:
            rows.append((title.title(), f"{_traits(card, named)}{_mark(card, title)}"))
    if card.status != PRINTED:
        rows.append(("Provenance", f"not all printed: {card.status}. {card.reason}".strip()))
    weapons = v.Card("Weapons", tuple((mount.id, weapon_text(mount)) for mount in card.weapons))
    told = tuple((doubt.what, doubt.told) for doubt in doubts(card))
    return v.Card(card.name, tuple(rows)), weapons, *((v.Card(v.NOT_PRINTED, told),) if told else ())


def _mark(card: Card, *fields: str) -> str:
    """The weakest mark of some fields."""
    return MARKS.get(weakest(card.provenance.get(field, PRINTED) for field in fields), "")


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
