"""A legal force at random: a section with its headquarters where the purse allows it, or a part of one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.force import Block, Entry, Group, Remark, Roster
from gearlock.kernel.system import Chooser
from gearlock.muster.drafting import headers_of
from gearlock.muster.headers import find_faction
from gearlock.systems.tactical.cards import Card
from gearlock.systems.tactical.crew_levels import ELITE, NAMES, QUALIFIED, ROOKIE, VETERAN
from gearlock.systems.tactical.forces.enlisting import LARGEST, ROVERS
from gearlock.systems.tactical.forces.force import check
from gearlock.systems.tactical.formations import ANY, FOOT, GEARS, VEHICLES, Army, Formation, armies, sort_of
from gearlock.systems.tactical.own_files import our_lists
from gearlock.systems.tactical.threat_value import level_of, unit_tv

SIZES = (3200, 1600, 6400)
"""Small is a squadron, middle two of them, large a section with its headquarters, all with usual crews."""
WHOLE_FROM = 6000
"""Threat Value from which on headquarters and a whole section are drawn."""
TRIES, MOST_SQUADS, THRIFT = 24, 40, 10
"""Squads and forces that are tried; the most squads; the part of the size that may stay unspent."""
FORCE_NAMES = (
    ("Azure", "Seventh", "Iron", "Dusty", "Silent", "Second", "Crimson", "Far", "Salt", "Morning"),
    ("Sabers", "Rams", "Column", "Hounds", "Drovers", "Lances", "Foxes", "Anvil", "Riders", "Watch"),
)


@dataclass(frozen=True)
class Style:
    """Which crews are drawn, whether a whole force is wanted, and infantry."""

    about: str
    levels: tuple[int, ...] = (QUALIFIED,)
    whole: bool = False
    detached: bool = False
    infantry: bool = False


RECRUITING = {
    "usual": Style("Machines with Qualified crews: a whole force if the size allows it, or else a detachment."),
    "detachment": Style("A few squads of Qualified crews; the rest of the regiment stays at home.", detached=True),
    "mixed": Style("Crews of all levels.", levels=(ROOKIE, QUALIFIED, QUALIFIED, VETERAN, ELITE)),
    "rookies": Style("Many Rookies: a whole force for little.", levels=(ROOKIE,), whole=True, infantry=True),
    "combined": Style("As usual, with infantry beside the machines.", infantry=True),
}


@dataclass(frozen=True)
class Bought:
    """A squad being drawn: its formation, its models and the level of all crews; 0 is the usual one of each."""

    formation: Formation
    models: tuple[Card, ...]
    level: int

    @property
    def tv(self) -> int:
        """What it costs."""
        return sum(unit_tv(card, self.level or level_of(card)) for card in self.models)

    def block(self, word: str) -> Block:
        """As a roster has it, equal models on one line."""
        counts = {card.name: sum(it.name == card.name for it in self.models) for card in self.models}
        entries = tuple(Entry(model=name, count=count) for name, count in counts.items())
        levels = (NAMES[self.level],) if self.level else ()
        return Block(kind=word, code=self.formation.name, upgrades=levels, entries=entries)


@cache
def pool(faction: str) -> tuple[Card, ...]:
    """The models a faction may have, cheapest first."""
    army = armies()[faction]
    cards = (card for card in our_lists().cards.values() if card.fieldable)
    return tuple(sorted((it for it in cards if it.faction in (*army.lists, ANY)), key=lambda card: card.tv))


@cache
def formations(faction: str) -> tuple[Formation, ...]:
    """The squads a faction may have."""
    shared = () if armies()[faction].squad in ("patrol", "team") else (ANY,)
    known = our_lists().formations.values()
    return tuple(it for it in known if it.fieldable and it.faction in (faction, *shared))


def recruit(faction: str, size: int, style: str, chooser: Chooser) -> Roster:
    """A legal force of this faction and Threat Value, drawn at random. Raises UnknownName or BadInput."""
    if style not in RECRUITING:
        raise UnknownName("style", style, RECRUITING)
    home = find_faction(faction, tuple(armies()))
    if home is None:
        raise UnknownName("faction", faction, armies())
    if not 1 <= size <= LARGEST:
        raise BadInput(f"A battle is fought with 1 to {LARGEST:,} TV a side, not {size}.")
    wanted = RECRUITING[style]
    for each in (wanted, replace(wanted, levels=(ROOKIE,)), replace(wanted, levels=(ROOKIE,), infantry=True)):
        draws = [_Draw(armies()[home], size, each, chooser) for _ in range(TRIES)]
        legal = [draw for draw in draws if draw.fill()]
        if legal:
            break
    else:
        least = min(draw.cheapest() for draw in draws)
        raise BadInput(f"The smallest {style} force of {home} costs {least} TV; {size} TV are too few.")
    whole = [draw for draw in legal if draw.headquarters] or legal
    spent = [draw for draw in whole if draw.left <= size // THRIFT] or [min(whole, key=lambda draw: draw.left)]
    roster = chooser.choice(spent).roster()
    assert not check(roster), "a drawn force breaks a rule"
    return roster


@dataclass
class _Draw:
    """A force being drawn: a headquarters if there is one, and the squads of its sections."""

    army: Army
    size: int
    style: Style
    chooser: Chooser
    headquarters: Bought | None = None
    squads: list[Bought] = field(default_factory=list)

    @property
    def left(self) -> int:
        """TV that is not spent yet."""
        spent = sum(squad.tv for squad in self.squads)
        return self.size - spent - (self.headquarters.tv if self.headquarters else 0)

    def fill(self) -> bool:
        """A whole force if it can be paid for, else a part of one; whether that is legal."""
        if self._is_whole and self._whole():
            self._more()
            return True
        self.headquarters, self.squads = None, []
        if self.style.whole:
            return False
        self._more()
        return bool(self.squads)

    @property
    def _is_whole(self) -> bool:
        """Whether headquarters and a section are wanted; a band always has its leader."""
        large = self.size >= WHOLE_FROM or not self.army.squads
        return self.style.whole or (large and not self.style.detached)

    def _whole(self) -> bool:
        """Headquarters and one complete section; with Rovers a leader and his henchmen."""
        number, least = self.army.squads, min((it.tv for it in self._cheap(False)), default=0)
        even = self.left // (1 + number)
        self.headquarters = self._draw(even, staff=True) or self._draw(self.left - number * least, staff=True)
        if self.headquarters is None:
            return False
        for more in range(number, 0, -1):
            squad = self._draw(self.left // more) or self._draw(self.left - (more - 1) * least)
            if squad is None:
                return False
            self.squads.append(squad)
        return True

    def _more(self) -> None:
        while len(self.squads) < MOST_SQUADS and (squad := self._draw(self.left)):
            if self._is_full():
                return
            self.squads.append(squad)

    def _is_full(self) -> bool:
        army = self.army
        most = army.most_squads * army.sections * max(1, army.companies)
        one_company = army.most_squads * army.sections
        return bool(most) and len(self.squads) >= min(most, one_company)

    def _level(self) -> int:
        level = self.chooser.choice(self.style.levels)
        return 0 if level == QUALIFIED else level

    def _draw(self, purse: int, staff: bool = False) -> Bought | None:
        """A squad that the purse allows; None after a while."""
        kinds = self._kinds(staff)
        for _ in range(TRIES):
            squad = self._squad(self.chooser.choice(kinds), self._level(), staff)
            if squad is not None and squad.tv <= purse:
                return squad
        affordable = [it for it in self._cheap(staff) if it.tv <= purse]
        return self.chooser.choice(affordable) if affordable else None

    def _kinds(self, staff: bool) -> Sequence[Formation]:
        whole = formations(self.army.faction)
        if self.army.faction == ROVERS:
            return [it for it in whole if (it.name == "Leader Group") == staff]
        foot = self.style.infantry and not staff
        listed = [it for it in whole if it.composition]
        return [*listed, *(it for it in whole if foot or it.kind != FOOT)]

    def _squad(self, formation: Formation, level: int, staff: bool) -> Bought | None:
        if formation.composition:
            found = [card for name in formation.models if (card := our_lists().card(name))]
            return Bought(formation, tuple(found), level) if len(found) == len(formation.models) else None
        models = self._models(formation, staff)
        count = self.chooser.randrange(formation.least, formation.most + 1)
        if not models:
            return None
        pair = [self.chooser.choice(models), self.chooser.choice(models)]
        men = [card for card in pair if card.squad is None] if staff else pair
        if not men:
            return None
        picked = (men[0], *(self.chooser.choice(pair) for _ in range(count - 1)))
        return Bought(formation, picked, level if picked[0].squad is None else 0)

    def _models(self, formation: Formation, staff: bool) -> list[Card]:
        kinds = (GEARS, VEHICLES, FOOT) if formation.kind == ANY else (formation.kind,)
        foot = self.style.infantry and not (staff and formation.kind != ANY)
        return [card for card in pool(self.army.faction) if sort_of(card) in kinds and (foot or card.squad is None)]

    def _cheap(self, staff: bool) -> list[Bought]:
        """The cheapest squad of every kind."""
        found = []
        for formation in self._kinds(staff):
            level = min(self.style.levels)
            crew = 0 if level == QUALIFIED else level
            if formation.composition:
                squad = self._squad(formation, crew, staff)
                found += [squad] if squad else []
                continue
            models = [card for card in self._models(formation, staff) if not staff or card.squad is None]
            if models:
                card = min(models, key=lambda it: unit_tv(it, level_of(it) if it.squad else crew or level_of(it)))
                found.append(Bought(formation, (card,) * formation.least, 0 if card.squad else crew))
        return found

    def cheapest(self) -> int:
        """What a force of this style costs at least."""
        squad = min((it.tv for it in self._cheap(False)), default=0)
        staff = min((it.tv for it in self._cheap(True)), default=0)
        return staff + self.army.squads * squad if self.style.whole else squad

    def roster(self) -> Roster:
        """The force written down, sections filled one after the other."""
        title = " ".join(self.chooser.choice(words) for words in FORCE_NAMES)
        said = {"system": "tactical", "faction": self.army.faction, "name": title, "size": str(self.size)}
        said |= {} if self.headquarters else {"detachment": "yes"}
        groups = []
        if self.headquarters:
            word = "leader" if self.army.faction == ROVERS else "hq"
            groups.append(_group("Headquarters" if word == "hq" else "Leader", [self.headquarters.block(word)]))
        step = self.army.most_squads or len(self.squads) or 1
        blocks = [squad.block(self.army.squad) for squad in self.squads]
        for number, start in enumerate(range(0, len(blocks), step), 1):
            groups.append(_group(f"{self.army.section.capitalize()} {number}", blocks[start : start + step]))
        return Roster(headers_of(said), tuple(groups))


def _group(name: str, blocks: Sequence[Block]) -> Group:
    return Group(name=name, above=(Remark(""),), blocks=tuple(blocks))
