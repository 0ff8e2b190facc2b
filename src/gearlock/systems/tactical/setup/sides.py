"""4.1.1: the force a side brings to a generated battle: a roster, one's own or ready made, or one drawn by lot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from gearlock.kernel.bounds import MOST_FIELDED
from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import SAME
from gearlock.muster.headers import find_faction
from gearlock.muster.reading import Reading
from gearlock.muster.sides import Lots, battle_violations, read_side
from gearlock.systems.tactical.assets import AIR, ARTILLERY, BARRED
from gearlock.systems.tactical.cards import Card
from gearlock.systems.tactical.forces.fielding import field_force
from gearlock.systems.tactical.forces.force_rules import FORCE, ready_made
from gearlock.systems.tactical.forces.recruiting import recruit
from gearlock.systems.tactical.formations import armies
from gearlock.systems.tactical.generator.record import USUAL_TV
from gearlock.systems.tactical.setup.lineup import Groups, Post, read_groups
from gearlock.systems.tactical.state import SEATS
from gearlock.systems.tactical.unit_files import all_cards

RANDOM: Final = "random"
SET_ASIDE: Final = "set aside:"
"""Counted in points: the Threat Value that a roster sets aside for support."""
Side = Reading | Groups | str


class Brought(NamedTuple):
    """A side as it comes: combat groups, the cards of its models, and the line that announces it."""

    groups: Groups
    cards: Mapping[str, Card]
    banner: str = ""
    support: int = 0
    """Threat Value that its roster sets aside for support."""
    barred: bool = False
    """Whether its army has neither artillery nor aircraft."""


@heeds("tactical.6.5.1")
def barred_to(sides: Mapping[str, Brought]) -> dict[str, str]:
    """Switches for sides whose army has neither artillery nor aircraft."""
    return {BARRED + seat: f"{AIR}+{ARTILLERY}" for seat, side in sides.items() if side.barred}


@heeds("tactical.6.2.6-support", "tactical.4.1.3-support")
def set_aside(sides: Mapping[str, Brought]) -> dict[str, int]:
    """Points of sides whose rosters set Threat Value aside for support."""
    return {SET_ASIDE + seat: side.support for seat, side in sides.items() if side.support}


def side_text() -> str:
    """What an option for a side may be."""
    factions = ", ".join(armies())
    made = ", ".join(ready_made())
    return (
        f"a ready-made roster ({made}), a roster file of your own, units typed by id, a faction ({factions}), or random"
    )


def _read(text: str, seat: str) -> Side:
    """What somebody means by a side. Raises BadInput."""
    roster = read_side(text, ready_made())
    if roster is not None:
        return roster
    if text == RANDOM:
        return ""
    faction = find_faction(text, tuple(armies()))
    if faction:
        return faction
    if any(mark in text for mark in ",+*/") or text in all_cards():
        wrong: list[str] = []
        groups = read_groups(text, seat, all_cards(), wrong)
        if wrong:
            raise BadInput("\n".join(wrong))
        return groups
    raise UnknownName("roster, faction or unit", text, (*ready_made(), *armies(), RANDOM))


def _written(side: Side) -> int:
    """The TV a side was written for; 0 if it does not say."""
    if isinstance(side, Reading):
        said = side.roster.says("size") or ""
        return int(said) if said.isdecimal() and len(said) < 6 else 0
    return 0 if isinstance(side, str) else sum(post.tv for group in side for post in group)


def _fielded(side: Side, tv: int, lots: Lots) -> Brought:
    """A side for a battle of this size. Raises BadInput with everything it breaks."""
    if not isinstance(side, str | Reading):
        cost = sum(post.tv for group in side for post in group)
        if cost > tv:
            raise BadInput(f"these units cost {cost} TV, more than the {tv} that are agreed upon")
        return Brought(side, {})
    if isinstance(side, Reading):
        violations = battle_violations(side, FORCE, tv)
        if violations:
            raise BadInput("\n".join(violation.text(side.file) for violation in violations))
        roster = side.roster
    else:
        roster = recruit(side or lots.choice(tuple(armies())), tv, "usual", lots)
    found = field_force(roster)
    if not 0 < len(found.posts) <= MOST_FIELDED:
        raise BadInput(f"{len(found.posts)} units would take the field; 1 to {MOST_FIELDED} can.")
    groups: dict[int, list[Post]] = {}
    for one in found.posts:
        groups.setdefault(one.group, []).append(Post(one.card.id, one.level, one.rank, one.tv))
    army = armies().get(found.faction)
    barred = army is not None and not army.support
    return Brought(tuple(map(tuple, groups.values())), found.cards, found.banner, found.support, barred)


def bring_one(seat: str, text: str, seed: int, tv: int, wrong: list[str]) -> Brought:
    """What a player brings in place of a force of so much TV, at its own price; faults go to `wrong`."""
    try:
        side = _read(text, seat)
        return _fielded(side, _written(side) or tv, Lots(seed, seat))
    except BadInput as error:
        wrong.append(f"{seat}: {error}")
        return Brought((), {})


@heeds("tactical.4.1.1")
def bring_all(seed: int, options: Mapping[str, str], tv: int, wrong: list[str]) -> tuple[int, dict[str, Brought]]:
    """The TV that is agreed upon, 0 to be told by the rosters, and what each side brings; faults go to `wrong`."""
    sides: dict[str, Side] = {}
    found: dict[str, Brought] = {}
    mirrored = options.get("blue") == SAME
    for seat in SEATS[:1] if mirrored else SEATS:
        try:
            sides[seat] = _read(options.get(seat, RANDOM), seat)
        except BadInput as error:
            wrong.append(f"{seat}: {error}")
    tv = tv or max(map(_written, sides.values()), default=0) or USUAL_TV
    for seat, side in sides.items():
        try:
            found[seat] = _fielded(side, tv, Lots(seed, seat))
        except BadInput as error:
            wrong.append(f"{seat}: {error}")
    if mirrored and "red" in found:
        found["blue"] = found["red"]
    return tv, found
