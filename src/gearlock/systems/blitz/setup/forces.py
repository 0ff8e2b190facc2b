"""5 and 16.0, step 1: the force a side brings: a roster, one's own or ready made, a draw, or models typed by hand."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

import msgspec

from gearlock.kernel.bounds import MOST_FIELDED
from gearlock.kernel.errors import BadInput, UnknownName, shortened
from gearlock.kernel.force import Roster
from gearlock.kernel.system import SAME
from gearlock.muster.reading import Reading
from gearlock.muster.sides import Lots, battle_violations
from gearlock.muster.sides import read_side as roster_named
from gearlock.systems.blitz.cards import ModelCard, model_cards
from gearlock.systems.blitz.forces.alterations import gain_trait
from gearlock.systems.blitz.forces.fielding import Fielded, field_force
from gearlock.systems.blitz.forces.force_rules import FORCE, ready_made
from gearlock.systems.blitz.forces.recruiting import RECRUITING, recruit
from gearlock.systems.blitz.forces.sublists import HOMES, find_faction
from gearlock.systems.blitz.setup.lineup import Groups, Post, read_groups

RANDOM: Final = "random"
TYPICAL: Final = 100
LARGEST: Final = 1_000


class Force(NamedTuple):
    """A side as it takes the field: combat groups, the cards of its models, and the line that announces it."""

    groups: Groups
    cards: Mapping[str, ModelCard] = MappingProxyType({})
    banner: str = ""


Side = Reading | Groups | str
"""A roster, models typed by hand, or the faction a force is drawn from."""


def side_text() -> str:
    """What an option for a side may be."""
    made = ", ".join(name for name in ready_made() if name.endswith("-100") and name.count("-") == 1)
    drawn = f"a faction to draw from ({', '.join(HOMES)}), or {RANDOM} (default)"
    typed = "models by id with commas, + between combat groups"
    return f"a ready-made roster ({made} and others), a roster file of your own (.txt or .json), {typed}, {drawn}"


def muster_all(seed: int, options: Mapping[str, str], wrong: list[str]) -> tuple[int, dict[str, Force]]:
    """The size of the game, and the force of each side; everything that is wrong goes to `wrong`."""
    unchecked, mirrored = options.get("unchecked", "no"), options.get("blue") == SAME
    if unchecked not in ("yes", "no"):
        wrong.append(f"'unchecked={shortened(unchecked)}': yes or no.")
    sides: dict[str, Side] = {}
    for seat in ("red",) if mirrored else ("red", "blue"):
        try:
            sides[seat] = _read_side(options.get(seat, RANDOM), seat)
        except BadInput as error:
            wrong.append(f"{seat}: {error}")
    size = _size(options.get("size", ""), max(map(_size_of, sides.values()), default=0), wrong)
    forces: dict[str, Force] = {}
    for seat, side in sides.items():
        try:
            forces[seat] = _muster(side, seat, size, seed, unchecked == "yes")
        except BadInput as error:
            wrong.append(f"{seat}: {error}")
    if mirrored and "red" in forces:
        forces["blue"] = forces["red"]
    return size, forces


def _read_side(text: str, seat: str) -> Side:
    roster = roster_named(text, ready_made())
    if roster is not None:
        return roster
    faction = find_faction(text)
    if text == RANDOM or faction in HOMES:
        return faction if faction in HOMES else ""
    if "," in text or "+" in text or "*" in text or text in model_cards():
        wrong: list[str] = []
        groups = read_groups(text, seat, model_cards(), wrong)
        if wrong:
            raise BadInput("\n".join(wrong))
        return groups
    raise UnknownName("roster, faction or model", text, (*ready_made(), *HOMES, RANDOM))


def _size_of(side: Side) -> int:
    """The TV a roster was written for, or typed models cost; 0 if neither says."""
    if isinstance(side, Reading):
        said = side.roster.says("size") or ""
        return int(said) if said.isdecimal() and len(said) < 5 else 0
    return 0 if isinstance(side, str) else sum(post.tv for group in side for post in group)


def _size(text: str, written: int, wrong: list[str]) -> int:
    size = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0
    size = size if text else written or TYPICAL
    if not 1 <= size <= LARGEST:
        wrong.append(f"'size={shortened(text) or size}': a battle is fought with 1 to {LARGEST} TV a side.")
        return TYPICAL
    return size


def _muster(side: Side, seat: str, size: int, seed: int, unchecked: bool) -> Force:
    """The force of a side for a game of this size. Raises BadInput with every violation, unless told not to check."""
    if isinstance(side, Reading):
        violations = battle_violations(side, FORCE, size)
        if violations and not unchecked:
            raise BadInput("\n".join(violation.text(side.file) for violation in violations))
        return _fielded(side.roster, len(violations), side.file)
    if not isinstance(side, str):
        return Force(side)
    lots = Lots(seed, seat)
    faction = side or lots.choice(HOMES)
    return _fielded(recruit(faction, size, lots.choice(tuple(RECRUITING)), lots), 0, faction)


def _fielded(roster: Roster, violations: int, file: str) -> Force:
    """Every model in its place."""
    models = field_force(roster)
    if not models:
        raise BadInput(f"{file}: nobody takes the field.")
    if len(models) > MOST_FIELDED:
        raise BadInput(f"{file}: {len(models)} models would take the field; {MOST_FIELDED} is the most.")
    groups: dict[int, list[Post]] = {}
    cards: dict[str, ModelCard] = {}
    for one in models:
        card = _card(one)
        cards[card.id] = card
        drones = tuple(drone.id for drone in one.drones)
        groups.setdefault(one.group, []).append(Post(card.id, one.rank, one.squad, one.ua, one.tv, drones))
    legal = f", NOT LEGAL: {violations} violation{'s' * (violations > 1)}" if violations else ""
    name, faction = roster.says("name") or "a nameless force", roster.says("faction") or "no faction"
    banner = f"{name[:60]} ({faction[:60]}), {sum(one.tv for one in models)} TV{legal}"
    return Force(tuple(map(tuple, groups.values())), cards, banner)


def _card(one: Fielded) -> ModelCard:
    """The card with the command points its list gives this commander beyond those of its rank."""
    if not one.points:
        return one.card
    card = gain_trait(one.card, f"Command Points:{one.points}")
    return msgspec.structs.replace(card, id=f"{card.id}+points-{one.points}")
