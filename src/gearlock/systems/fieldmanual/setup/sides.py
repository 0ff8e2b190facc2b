"""Step 1: the force a side brings to a battle: a roster, one's own or ready made, a draw, or models typed by hand."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from gearlock.kernel.bounds import MOST_FIELDED
from gearlock.kernel.errors import BadInput, UnknownName, shortened
from gearlock.kernel.force import Roster
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import SAME
from gearlock.muster.reading import Reading
from gearlock.muster.sides import Lots, battle_violations
from gearlock.muster.sides import read_side as roster_named
from gearlock.systems.fieldmanual.cards import Card
from gearlock.systems.fieldmanual.forces.fielding import field_force
from gearlock.systems.fieldmanual.forces.force_rules import FORCE, ready_made
from gearlock.systems.fieldmanual.forces.recruiting import HOMES, recruit
from gearlock.systems.fieldmanual.setup.lineup import Groups, Post, read_groups
from gearlock.systems.fieldmanual.state import SEATS
from gearlock.systems.fieldmanual.unit_files import all_cards

RANDOM: Final = "random"
TYPICAL: Final = 600
LARGEST: Final = 10_000
USUAL_LEVEL: Final = 2
DRAWS: Final = 60
"""Forces that are drawn until one has the Priority Level that is wanted."""


class Force(NamedTuple):
    """A side as it takes the field: Combat Groups, the cards of its models, its level, and the line announcing it."""

    groups: Groups
    cards: Mapping[str, Card] = MappingProxyType({})
    banner: str = ""
    level: int = 0
    """Its Priority Level; 0 for models typed by hand."""


Side = Reading | Groups | str
"""A roster, models typed by hand, or the faction a force is drawn from."""


def side_text() -> str:
    """What an option for a side may be."""
    made = ", ".join(ready_made())
    drawn = f"a faction to draw from ({', '.join(HOMES)}), or {RANDOM} (default)"
    typed = "models by id with commas, + between Combat Groups"
    return f"a ready-made roster ({made}), a roster file of your own (.txt or .json), {typed}, {drawn}"


@heeds("fieldmanual.step1-army", "fieldmanual.priority-level")
def muster_all(
    seed: int, options: Mapping[str, str], levels: Mapping[str, int], wrong: list[str]
) -> tuple[int, dict[str, Force]]:
    """The limit of Threat Value, and the force of each side; everything that is wrong goes to `wrong`."""
    unchecked, mirrored = options.get("unchecked", "no"), options.get("blue") == SAME
    if unchecked not in ("yes", "no"):
        wrong.append(f"'unchecked={shortened(unchecked)}': yes or no.")
    sides: dict[str, Side] = {}
    for seat in SEATS[:1] if mirrored else SEATS:
        try:
            sides[seat] = _read_side(options.get(seat, RANDOM), seat)
        except BadInput as error:
            wrong.append(f"{seat}: {error}")
    written = max(map(_size_of, sides.values()), default=0)
    least = TYPICAL if any(isinstance(side, str) for side in sides.values()) else 0
    limit = _limit(options.get("size", ""), max(written, least), wrong)
    forces: dict[str, Force] = {}
    for seat, side in sides.items():
        try:
            forces[seat] = _muster(side, seat, limit, seed, levels.get(seat, 0), unchecked == "yes")
        except BadInput as error:
            wrong.append(f"{seat}: {error}")
    if mirrored and "red" in forces:
        forces["blue"] = forces["red"]
    return limit, forces


def _read_side(text: str, seat: str) -> Side:
    roster = roster_named(text, ready_made())
    if roster is not None:
        return roster
    faction = next((home for home in HOMES if home.lower() == text.lower()), "")
    if text == RANDOM or faction:
        return faction
    if "," in text or "+" in text or "*" in text or text.partition("/")[0] in all_cards():
        wrong: list[str] = []
        groups = read_groups(text, seat, all_cards(), wrong)
        if wrong:
            raise BadInput("\n".join(wrong))
        return groups
    raise UnknownName("roster, faction or model", text, (*ready_made(), *HOMES, RANDOM))


def _size_of(side: Side) -> int:
    """The TV a roster was written for, or typed models cost; 0 if neither says."""
    if isinstance(side, Reading):
        said = side.roster.says("size") or ""
        return int(said) if said.isdecimal() and len(said) < 6 else 0
    return 0 if isinstance(side, str) else sum(post.tv for group in side for post in group)


def _limit(text: str, written: int, wrong: list[str]) -> int:
    limit = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
    limit = limit if text else written or TYPICAL
    if not 1 <= limit <= LARGEST:
        wrong.append(f"'size={shortened(text) or limit}': a battle is fought with 1 to {LARGEST} TV a side.")
        return TYPICAL
    return limit


def _muster(side: Side, seat: str, limit: int, seed: int, level: int, unchecked: bool) -> Force:
    """The force of a side for a game of this size. Raises BadInput with every violation, unless told not to check."""
    if isinstance(side, Reading):
        violations = battle_violations(side, FORCE, limit)
        if violations and not unchecked:
            raise BadInput("\n".join(violation.text(side.file) for violation in violations))
        force = _fielded(side.roster, len(violations), side.file)
        if level and force.level != level and not unchecked:
            remedy = f"Leave 'level' out, or choose {force.level}."
            raise BadInput(f"{side.file} has Priority Level {force.level}, the battle {level}. {remedy}")
        return force
    if not isinstance(side, str):
        cost = sum(post.tv for group in side for post in group)
        if cost > limit and not unchecked:
            raise BadInput(f"these models cost {cost} TV, more than the limit of {limit}")
        return Force(side)
    return _drawn(side, limit, level, Lots(seed, seat))


def _drawn(faction: str, limit: int, level: int, lots: Lots) -> Force:
    """A legal force by lot, of the Priority Level that is wanted; with proposed cards only where it needs them."""
    styles = ("line", "proposed") if level in (0, 1, 2) else ("special",)
    home = faction or lots.choice(HOMES)
    for style in styles:
        for _ in range(DRAWS):
            try:
                force = _fielded(recruit(home, limit, style, lots), 0, home)
            except BadInput:
                break
            if level in (0, force.level):
                return force
    wanted = f" of Priority Level {level}" if level else ""
    raise BadInput(f"no force of {home}{wanted} fits into {limit} TV; raise the limit or name a force")


def _fielded(roster: Roster, violations: int, file: str) -> Force:
    """Every model in its place."""
    found = field_force(roster)
    if not found.models:
        raise BadInput(f"{file}: nobody takes the field.")
    if len(found.models) > MOST_FIELDED:
        raise BadInput(f"{file}: {len(found.models)} models would take the field; {MOST_FIELDED} is the most.")
    groups: dict[int, list[Post]] = {}
    for one in found.models:
        groups.setdefault(one.group, []).append(Post(one.card.id, one.rank, one.tv))
    legal = f", NOT LEGAL: {violations} violation{'s' * (violations > 1)}" if violations else ""
    cards = {one.card.id: one.card for one in found.models}
    return Force(tuple(map(tuple, groups.values())), cards, f"{found.banner}{legal}", found.level)
