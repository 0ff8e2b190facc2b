"""A roster understood: companies, sections and squads, models found in the lists and fitted out one by one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from gearlock.kernel.errors import BadFile
from gearlock.kernel.force import Block, Group, Roster, Violation
from gearlock.muster import headers
from gearlock.muster.lines import Line
from gearlock.muster.tables import slug
from gearlock.systems.tactical.cards import Card
from gearlock.systems.tactical.forces.arming import Fitted, fit
from gearlock.systems.tactical.forces.upgrades import LEVEL, RANK, Option, Purchase, option_list
from gearlock.systems.tactical.formations import ANY, FOOT, GEARS, VEHICLES, Army, Formation, armies, sort_of
from gearlock.systems.tactical.own_files import KINDS, Lists, lists_with, our_lists
from gearlock.systems.tactical.threat_value import level_of, unit_tv

SQUADS, HQS, LEADER, DUELIST = ("squad", "cadre", "patrol", "team"), ("hq", "headquarters"), "leader", "duelist"
OPENERS = (*SQUADS, *HQS, LEADER, DUELIST)
OWN = ("", "own", "own-squad", "own-cadre", "own-patrol")
"""Ways to write a squad of one's own choice."""
LARGEST = 200_000
YES, NO = ("yes", "true", "on", "y"), ("no", "false", "off", "n")
ROVERS = "Rovers"
_SLASH = re.compile(r"\s*/\s*")
_FREE = {GEARS: "any-gear-squad", VEHICLES: "any-armored-squad", FOOT: "any-infantry-block"}


class Recruit(Line[Card, Option]):
    """Equal models of one line, as far as they are understood."""

    squad: Squad

    @cached_property
    def fitted(self) -> Fitted | None:
        """The card with everything bought."""
        return None if self.card is None else fit(self.card, self.purchases, self.squad.force.lists)

    @property
    def levels(self) -> list[int]:
        """The crew levels its line names."""
        return [int(it.upgrade.means) for it in self.purchases if it.upgrade.kind == LEVEL]

    @property
    def level(self) -> int:
        """Its crew level: as its line says, or its squad's, or the usual one."""
        named = self.levels or self.squad.levels
        return named[0] if named else level_of(self.card) if self.card else 0

    @property
    def ranks(self) -> list[str]:
        """Commander, Second, or nothing."""
        return [it.upgrade.means for it in self.purchases if it.upgrade.kind == RANK]

    @property
    def tv(self) -> int:
        """What each of them costs."""
        return unit_tv(self.fitted.card, self.level) if self.fitted else 0


@dataclass
class Squad:
    """A squad of a force, its headquarters, its Duelist or a leader with henchmen."""

    block: Block
    force: Force
    company: str
    section: str
    recruits: list[Recruit] = field(default_factory=list)

    @property
    def kind(self) -> str:
        """squad, hq, leader or duelist, whatever the roster calls it."""
        word = self.block.kind
        return SQUADS[0] if word in SQUADS else HQS[0] if word in HQS else word

    @cached_property
    def formation(self) -> Formation | None:
        """The entry of the lists it follows, one of free choice by what stands in it; None if there is none."""
        force, name = self.force, slug(self.block.code)
        known = force.lists.formations
        shared = None if self.is_freely_named else known.get(slug(f"{ANY} {name}"))
        found = known.get(slug(f"{force.faction} {name}")) or shared
        if found is not None or self.kind == DUELIST:
            return found
        foreign = next((each for each in known.values() if slug(each.name) == name), None)
        if foreign is not None or (name not in OWN and not self.is_freely_named):
            return foreign
        return known.get(self._free_id())

    @property
    def is_freely_named(self) -> bool:
        """Whether patrols and teams of its faction bear names of their players' choice."""
        return self.force.army is not None and self.force.army.squad in ("patrol", "team")

    def _free_id(self) -> str:
        sorts = [sort_of(recruit.card) for recruit in self.recruits if recruit.card]
        sort = sorts[0] if sorts else GEARS
        if self.force.faction == ROVERS:
            return "rovers-leader-group" if self.kind == LEADER else "rovers-team"
        if self.is_freely_named:
            return "cef-grel-patrol" if sort == FOOT else "cef-patrol"
        return _FREE[sort]

    @cached_property
    def levels(self) -> list[int]:
        """The crew levels said of all of it."""
        return [int(it.upgrade.means) for it in self.bought if it.upgrade.kind == LEVEL]

    @cached_property
    def bought(self) -> list[Purchase]:
        """What is said of all of it."""
        read = option_list(self.force.lists).read
        return [found for text in self.block.upgrades if (found := read(text))]

    @property
    def size(self) -> int:
        """How many units it has."""
        return sum(recruit.count for recruit in self.recruits)

    @property
    def is_complete(self) -> bool:
        """Whether it has all units of its kind."""
        return self.formation is not None and self.size >= self.formation.least

    @property
    def tv(self) -> int:
        """What it costs."""
        return sum(recruit.count * recruit.tv for recruit in self.recruits)

    @property
    def title(self) -> str:
        """As players call it."""
        listed = self.formation.name if self.formation else ""
        said = self.block.code if self.is_freely_named and slug(self.block.code) not in OWN else listed
        return "Duelist" if self.kind == DUELIST else said or self.block.code or self.block.kind

    @property
    def is_infantry(self) -> bool:
        """Whether all of it are men on foot."""
        return bool(self.recruits) and all(it.card and it.card.squad for it in self.recruits)


@dataclass
class Force:
    """A roster understood."""

    roster: Roster
    lists: Lists
    army: Army | None
    size: int | None
    support: int | None
    """TV set aside for artillery and aircraft; None where the header is no number."""
    squads: list[Squad] = field(default_factory=list)
    broken: list[Violation] = field(default_factory=list)
    """What is wrong with the files it names."""

    @property
    def faction(self) -> str:
        """Whose it is; "" if nobody knows."""
        return self.army.faction if self.army else ""

    @property
    def is_detachment(self) -> bool:
        """Whether it is a part of a regiment for one battle: the rest of it stays at home."""
        return self.roster.says("detachment").strip().lower() in YES

    @property
    def tv(self) -> int:
        """What it costs, what is set aside for support included."""
        return sum(squad.tv for squad in self.squads) + (self.support or 0)

    def of_kind(self, kind: str) -> list[Squad]:
        """Its squads, headquarters, Duelists or leader groups."""
        return [squad for squad in self.squads if squad.kind == kind]

    def recruits(self) -> Iterator[Recruit]:
        """All models, line by line."""
        return (recruit for squad in self.squads for recruit in squad.recruits)

    def companies(self) -> dict[str, dict[str, list[Squad]]]:
        """The squads of each section of each company; headquarters and Duelists stand outside the sections.

        Where companies have names, a staff without one is that of the whole force, and no company.
        """
        found: dict[str, dict[str, list[Squad]]] = {}
        for squad in self.squads:
            sections = found.setdefault(squad.company, {})
            if squad.kind == SQUADS[0]:
                sections.setdefault(squad.section, []).append(squad)
        return {name: sections for name, sections in found.items() if name or sections or len(found) == 1}


def enlist(roster: Roster) -> Force:
    """Understand a roster. Where its files cannot be read, our lists are taken and the faults kept."""
    broken: list[Violation] = []
    try:
        lists = lists_with({kind: roster.says(kind) for kind in KINDS})
    except BadFile as error:
        lists = our_lists()
        named = next((header for kind in KINDS if (header := roster.header(kind))), None)
        fix = "Correct the file, or leave its line out."
        broken = [Violation("", named.line if named else 0, str(each), fix) for each in error.findings]
    faction = headers.find_faction(roster.says("faction"), tuple(armies()))
    said = roster.says("support").strip() or "0"
    support = int(said) if re.fullmatch(r"[0-9]{1,6}", said) else None
    army = armies().get(faction or "")
    force = Force(roster, lists, army, headers.size_of(roster, LARGEST), support, broken=broken)
    for number, group in enumerate(roster.groups, 1):
        force.squads += (_squad(block, force, group, number) for block in group.blocks)
    return force


def _squad(block: Block, force: Force, group: Group, number: int) -> Squad:
    """`group A Company / Section 1`: what stands before the slash is the company."""
    first, *rest = _SLASH.split(group.name, maxsplit=1)
    company, section = (first, rest[0]) if rest else ("", group.name)
    squad = Squad(block, force, company, section or f"section {number}")
    for entry in block.entries:
        recruit = Recruit(entry, force.lists.card(entry.model), *option_list(force.lists).read_all(entry.upgrades))
        recruit.squad = squad
        squad.recruits.append(recruit)
    return squad
