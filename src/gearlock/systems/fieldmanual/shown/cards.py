"""Datacards as people see them: every figure, and where it comes from."""

from __future__ import annotations

from gearlock.kernel import view as v
from gearlock.kernel.kept import KeptByIdentity
from gearlock.kernel.rulebook import heeds
from gearlock.systems.fieldmanual.cards import PRINTED, Card, Mount, Row
from gearlock.systems.fieldmanual.weapons import BOARD
from gearlock.table.measure import inches_text

MARKS = {
    "printed": "",
    "roster": " (roster picture)",
    "derived": " (derived)",
    "proposed": " (proposed)",
    "user": " (own)",
}
MODE_NAMES = {"W": "Walker", "G": "Ground", "H": "Hover", "A": "Air"}


def signed(value: int) -> str:
    """A modifier with its sign; 0 has none."""
    return f"{value:+d}" if value else "0"


@heeds("fieldmanual.card-modifiers", "fieldmanual.card-electronics", "fieldmanual.datacards-lost")
def _make_cards(card: Card) -> tuple[v.Card, ...]:
    """The stat block, weapons, and the provenance of whatever is not printed."""
    rows = [
        ("TV", f"{card.tv}{_mark(card, 'tv')}"),
        ("Actions", f"{card.actions}{_mark(card, 'actions')}"),
        *((MODE_NAMES[mode], _row_text(row) + _mark(card, f"mode{at}")) for at, (mode, row) in _rows(card)),
        ("ATTACK", f"{' / '.join(map(signed, card.attack))}{_mark(card, 'attack_stop')}"),
        ("Size", f"{card.size}{_mark(card, 'size')}"),
        (
            "Detect / Sensors / Comm",
            f"{card.detect} / {signed(card.sensors)} / {signed(card.comm)}{_mark(card, 'detect')}",
        ),
        ("Auto Comm", f"{card.auto_comm} in{_mark(card, 'autocomm')}"),
        ("Armor / Overkill", f"{card.armor} / {card.overkill}, boxes {card.boxes}{_mark(card, 'armor')}"),
        ("Att / Def / EW / LD", f"{' / '.join(map(str, card.skills))}{_mark(card, 'skill_att')}"),
        ("Perks", (_traits(card, card.perks) or "none") + _mark(card, "perks")),
    ]
    if card.flaws:
        rows.append(("Flaws", _traits(card, card.flaws) + _mark(card, "flaws")))
    if card.status != PRINTED:
        rows.append(("Provenance", f"not all printed: {card.status}. {card.note}".strip()))
    weapons = v.Card("Weapons", tuple((mount.id, weapon_text(card, mount)) for mount in card.weapons))
    return v.Card(card.name, tuple(rows)), weapons


def _rows(card: Card) -> list[tuple[int, tuple[str, Row]]]:
    return list(enumerate(card.rows.items(), 1))


def _row_text(row: Row) -> str:
    defense = " / ".join(signed(value) for value in (row.stop_def, row.combat_def, row.top_def))
    return f"{row.combat}/{row.top} MP, Defense {defense}"


def _mark(card: Card, field: str) -> str:
    return MARKS.get(card.provenance.get(field, PRINTED), "")


def _traits(card: Card, named: dict[str, int]) -> str:
    """Perks or flaws with rating, detail and the AUX mark."""
    words = []
    for name, rating in named.items():
        detail = card.details.get(name, "")
        more = [*([str(rating)] if rating > 1 else []), *([detail] if detail else [])]
        aux = " (AUX)" if name in card.aux else ""
        words.append(f"{name}{' ' + ', '.join(more) if more else ''}{aux}")
    return ", ".join(words)


def weapon_text(card: Card, mount: Mount) -> str:
    """A weapon row: arc, accuracy, ranges, damage, RoF, traits and rounds."""
    weapon = mount.weapon
    near, far, most = weapon.ranges(card.size)
    last = "-" if most is None else "inf" if most >= BOARD else inches_text(most)
    reach = "melee" if weapon.is_melee else f"{inches_text(near)}/{inches_text(far)}/{last} in"
    traits = [f"{name}{rating if rating > 1 else ''}" for name, rating in weapon.traits.items()]
    damage = f"S+{weapon.dm}" if weapon.by_size and weapon.dm else "S" if weapon.by_size else f"x{weapon.dm}"
    parts = [weapon.name, mount.arc or "all round", f"ACC {signed(weapon.acc)}", reach, damage]
    parts += [f"RoF {weapon.rof}"] if weapon.rof else []
    parts += [", ".join(traits)] if traits else []
    parts += [f"{mount.rounds} rounds"] if mount.rounds is not None else []
    parts += [f"linked {mount.link}"] if mount.link else []
    return ", ".join(parts)


cards_of = KeptByIdentity(_make_cards)
"""The cards of a model, made once for each datacard."""
