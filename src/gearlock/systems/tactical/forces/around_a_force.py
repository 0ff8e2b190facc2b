"""Forces at random, in the field and on paper, and force building as seen from outside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import msgspec

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.files import data_texts
from gearlock.kernel.force import (
    Arm,
    Block,
    Entry,
    ForceRules,
    Group,
    Layout,
    Remark,
    Roster,
    Sheet,
    SheetGroup,
    SheetModel,
    SheetUnit,
)
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.system import Chooser
from gearlock.muster.drafting import headers_of
from gearlock.muster.headers import find_faction
from gearlock.muster.lines import heads
from gearlock.muster.sheets import plain_group, rows_said, spent
from gearlock.muster.tables import slug
from gearlock.systems.tactical.army_lists import (
    ANY,
    FOOT,
    GEARS,
    VEHICLES,
    Army,
    Formation,
    armies,
    echelons,
    our_formations,
    our_lists,
    sort_of,
)
from gearlock.systems.tactical.army_lists import KINDS_OWN_FILES as KINDS
from gearlock.systems.tactical.datacards import (
    ELITE,
    MODE_WORDS,
    NAMES,
    QUALIFIED,
    ROOKIE,
    VETERAN,
    Card,
    Mount,
    known_perks,
    perk_words,
)
from gearlock.systems.tactical.forces.force_building import (
    DUELIST,
    HQS,
    LARGEST,
    LEADER,
    OPENERS,
    ROVERS,
    Force,
    Recruit,
    Squad,
    check,
    enlist,
    mixed_troops,
)
from gearlock.systems.tactical.forces.upgrades import COMMANDER, LEVEL, RANK, SECOND, SWAP
from gearlock.systems.tactical.infantry_cards import level_of, unit_tv
from gearlock.systems.tactical.unit_files import WORDS, Price, doubts, is_as_printed
from gearlock.systems.tactical.weapons import COUNTED, PACKAGE, PRINTED, Weapon
from gearlock.table.measure import INCH

# --- A legal force at random: a section with its headquarters where the purse allows it, or a part of one

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


# --- 2.5.1: a force as it takes the field: combat groups, each unit with its card, crew, rank and Threat Value


@dataclass(frozen=True)
class Post:
    """One unit of a force: its card as it is played, crew level, rank, combat group from 1, and what it costs."""

    card: Card
    level: int
    rank: str
    """commander, second or nothing."""
    group: int
    tv: int
    duelist: bool = False


@dataclass(frozen=True)
class FieldedForce:
    """A force ready for a battle: who is in it, and what scenarios ask about it."""

    posts: tuple[Post, ...]
    groups: tuple[str, ...]
    """The names of its combat groups, the first of them group 1."""
    faction: str
    size: int
    """The Threat Value that was agreed upon; what the force costs where its roster does not say."""
    tv: int
    support: int
    """TV set aside for artillery and aircraft."""
    printed: bool
    """Whether every card in it is as printed: a battle with other ones says so."""
    own: bool
    """Whether it has values that its player brought."""
    banner: str

    @property
    def cards(self) -> dict[str, Card]:
        """Its cards by id."""
        return {post.card.id: post.card for post in self.posts}


@heeds("tactical.2.5.1")
def field_force(roster: Roster) -> FieldedForce:
    """All units of a roster in its order: each squad is a combat group, and so is a Duelist by himself.

    What nobody knows cannot take the field: BadInput names the line.
    """
    force = enlist(roster)
    if force.broken:
        raise BadInput("\n".join(fault.message for fault in force.broken))
    squads = [squad for squad in force.squads if squad.recruits]
    posts = []
    for number, squad in enumerate(squads, 1):
        for recruit in squad.recruits:
            rank = next(iter(recruit.ranks), "")
            card = _played(recruit)
            for _ in range(recruit.count):
                posts.append(Post(card, recruit.level, rank, number, recruit.tv, squad.kind == DUELIST))
                rank = ""
    named = tuple(_with_ranks(posts, squads))
    printed = all(is_as_printed(post.card) for post in named)
    return FieldedForce(
        named,
        _titles(squads),
        force.faction,
        force.size or force.tv,
        force.tv,
        force.support or 0,
        printed,
        force.lists.own,
        _banner(force, printed),
    )


def _titles(squads: Sequence[Squad]) -> tuple[str, ...]:
    """Names of combat groups, each its own: the second Recon Squadron is Recon Squadron 2."""
    seen: dict[str, int] = {}
    found = []
    for squad in squads:
        title = f"Headquarters ({squad.title})" if squad.kind == HQS[0] else squad.title
        seen[title] = seen.get(title, 0) + 1
        found.append(title if seen[title] == 1 else f"{title} {seen[title]}")
    return tuple(found)


@heeds("tactical.2.6.2-step0-commander")
def _with_ranks(posts: list[Post], squads: Sequence[Squad]) -> list[Post]:
    """Where the roster names nobody: the best crew of the headquarters commands, that of another group is Second."""
    chiefs = [at for at, post in enumerate(posts) if squads[post.group - 1].kind in (HQS[0], LEADER)]
    others = [at for at, post in enumerate(posts) if not post.duelist]
    ranked = list(posts)
    for rank in (COMMANDER, SECOND):
        if any(post.rank == rank for post in ranked):
            continue
        commander = next((post for post in ranked if post.rank == COMMANDER), None)
        free = [at for at in others if not ranked[at].rank]
        first = [at for at in free if at in chiefs] if rank == COMMANDER else []
        apart = [at for at in free if commander is None or ranked[at].group != commander.group]
        chosen = max(first or apart or free, key=lambda at: (ranked[at].level, -at), default=None)
        if chosen is not None:
            ranked[chosen] = _ranked(ranked[chosen], rank)
    return ranked


def _ranked(post: Post, rank: str) -> Post:
    return Post(post.card, post.level, rank, post.group, post.tv, post.duelist)


def _banner(force: Force, printed: bool) -> str:
    name = force.roster.says("name") or "a nameless force"
    marks = "" if printed else ", with figures that are not printed"
    own = ", with values of its player's own" if force.lists.own else ""
    part = ", a detachment" if force.is_detachment else ""
    return f"{name[:60]} ({force.faction or 'no faction'}){part}, {force.tv} TV{marks}{own}"


def _played(recruit: Recruit) -> Card:
    """The card with its load and price in its id, so that two cards of a battle never share one."""
    if recruit.fitted is None:
        raise BadInput(f"Line {recruit.line}: there is no card for '{recruit.name[:60]}', so it cannot take the field.")
    card = recruit.fitted.card
    bought = [it for it in recruit.purchases if it.upgrade.kind not in (LEVEL, RANK, SWAP)]
    if not bought:
        return card
    marks = "+".join(slug(it.title) for it in bought)
    return msgspec.structs.replace(card, id=f"{card.id}+{marks}@{card.tv}")


@heeds("tactical.2.5.1")
def field_squads(names: Sequence[str], level: int = 0) -> tuple[Post, ...]:
    """Squads of the lists by name, or single models, each as a combat group, as scenarios give them. Raises BadInput.

    A level of 0 is the usual one of each unit.
    """
    posts: list[Post] = []
    known = {slug(each.name): each for each in our_formations().values()}
    for number, name in enumerate(names, 1):
        formation = known.get(slug(name))
        models = formation.models if formation else (name,)
        for model in models:
            card = our_lists().card(model)
            if card is None:
                raise BadInput(f"No squad and no model is called '{name[:60]}'.")
            crew = level or level_of(card)
            posts.append(Post(card, crew, "", number, unit_tv(card, crew)))
    return tuple(posts)


# --- A force on paper: what each unit is, can do and costs, and what of it is not printed, with the reason

STAR = "* not all of it is printed in the book; below stands what is not, and why"
CALLED = 1
"""Communications that the book advises for a headquarters."""


@heeds("tactical.2.3.4-threat-value", "tactical.ref-datacards")
def force_sheet(roster: Roster) -> Sheet:
    """The whole force, squads in their order. What is not found in the lists shows without figures."""
    force = enlist(roster)
    facts = [force.faction or "no faction", spent(force.tv, force.size, "TV"), f"{heads(force.recruits())} units"]
    facts += [f"{force.support} TV set aside for support"] if force.support else []
    facts += ["a detachment"] if force.is_detachment else []
    facts += ["has figures that are not printed"] if any(_notes(force)) else []
    facts += ["uses values of its player's own"] if force.lists.own else []
    groups = tuple(SheetGroup(_place(squad), (_unit(squad),)) for squad in force.squads)
    starred = any(model.converted for group in groups for unit in group.units for model in unit.models)
    notes = ((STAR,) if starred else ()) + tuple(dict.fromkeys((*_notes(force), *_advice(force))))
    return Sheet(title_of(roster), tuple(facts), groups, notes, "TV", cost=force.tv)


@rule("tactical.6.2.6-background")
def title_of(roster: Roster) -> str:
    """The name of a regiment and its badge. They change nothing in play."""
    name, badge = roster.says("name") or "A force", roster.says("badge")
    return f"{name} ({badge})" if badge else name


def _notes(force: Force) -> Iterator[str]:
    """Everything that is not printed, told once: cards, loads, weapon rows, squads, the organisation."""
    if force.army and force.army.proposed:
        yield f"{force.army.faction}: {force.army.proposed}"
    for squad in force.squads:
        formation = squad.formation
        if formation and formation.mark != PRINTED:
            yield f"{formation.name}: {WORDS[formation.mark]}{f' ({formation.reason})' if formation.reason else ''}"
        for recruit in squad.recruits:
            for doubt in doubts(recruit.fitted.card) if recruit.fitted else ():
                yield f"{recruit.name}, {doubt.words}"


@heeds("tactical.6.2.6-units", "tactical.6.4.1")
def _advice(force: Force) -> Iterator[str]:
    """What the book advises and does not demand."""
    for squad in force.of_kind(HQS[0]):
        if not any(it.card and it.card.communications >= CALLED for it in squad.recruits):
            yield f"{squad.title}: a headquarters is better off with Communications of +{CALLED} or more"
    for name in mixed_troops(force):
        yield f"{name}: GRELs are generally in troops of their own, for they cannot keep up with tanks"


def _place(squad: Squad) -> str:
    place = "Headquarters" if squad.kind == HQS[0] else squad.section
    return f"{squad.company}, {place}" if squad.company else place


def _unit(squad: Squad) -> SheetUnit:
    formation = squad.formation
    mark = f", {formation.mark}" if formation and formation.mark != PRINTED else ""
    listed = (
        f" ({formation.name}{mark})" if formation and formation.name != squad.title else f" ({mark[2:]})" * bool(mark)
    )
    return SheetUnit(f"{squad.title}{listed}: {squad.tv} TV", tuple(map(_model, squad.recruits)))


def _model(recruit: Recruit) -> SheetModel:
    if recruit.fitted is None:
        lost = recruit.squad.force.lists.unfielded.get(recruit.name, ("", "there is no card for it"))[1]
        return SheetModel(recruit.name, recruit.count, 0, rows=(("", lost),), line=recruit.line)
    bought = [*(it.title for it in recruit.purchases), *(f"{text} (not known)" for text in recruit.unknown)]
    said = f"{recruit.name}, {NAMES[recruit.level]}"
    found = shown(recruit.fitted.card, said, recruit.count, recruit.tv, ("bought", ", ".join(bought)))
    return msgspec.structs.replace(found, line=recruit.line)


def shown(card: Card, title: str, count: int, cost: int, *more: tuple[str, str]) -> SheetModel:
    """A card as a sheet has it, starred where something of it is not printed."""
    rows = rows_said(
        ("weapons", "; ".join(map(weapon_words, card.weapons))),
        ("squad", _squad_words(card)),
        ("perks", _perks(card, card.perks)),
        ("flaws", _perks(card, card.flaws)),
        *more,
        *(("not printed", doubt.words) for doubt in doubts(card)),
    )
    return SheetModel(
        title, count, cost, _stats(card), rows, not is_as_printed(card), arms=tuple(map(_arm, card.weapons))
    )


def _arm(mount: Mount) -> Arm:
    """A weapon row by its ranges, with a mark where it is not printed; best at Short, at most Extreme."""
    weapon = mount.weapon
    short, *_, extreme = weapon.band_ends() if weapon.base else (0, 0)
    traits = [f"{name} {rating}" if name in COUNTED else name for name, rating in weapon.traits.items()]
    traits += [f"ROF {weapon.rof}"] if weapon.rof else []
    traits += [f"{mount.ammo} rounds"] if mount.ammo is not None else []
    traits += [f"{mount.clips} spare clip{'s' * (mount.clips > 1)}"] if mount.clips else []
    traits += [f"linked {mount.link}"] if mount.link else []
    traits += [f"not printed: {mount.mark}"] if mount.mark != PRINTED else []
    strength = (("acc", signed(weapon.accuracy)), ("dm", f"x{weapon.dm}"))
    return Arm(f"{mount.id} {mount.arc}".strip(), (0, short // INCH), extreme // INCH, strength, tuple(traits))


def signed(value: int) -> str:
    """+1, 0, -2."""
    return f"{value:+d}" if value else "0"


def _stats(card: Card) -> tuple[tuple[str, str], ...]:
    moves = [(MODE_WORDS[mode], f"{it.combat}/{'-' if card.squad else it.top}") for mode, it in card.modes.items()]
    seen = f"{card.sensor_km}.{card.sensor_m // 100}" if card.sensor_m else str(card.sensor_km)
    armor = [] if card.squad else [("Armor", "/".join(map(str, card.thresholds())))]
    base = [("base TV", str(card.base_tv))] if card.base_tv else []
    return (
        ("kind", card.kind),
        *base,
        ("Size", str(card.size)),
        ("Crew", str(card.crew)),
        ("Actions", str(card.actions)),
        ("Man", signed(card.maneuver)),
        ("FireCon", signed(card.fire_control)),
        ("Sens", f"{signed(card.sensors)}/{seen}"),
        ("Com", f"{signed(card.communications)}/{card.comm_km}"),
        *moves,
        *armor,
    )


def _squad_words(card: Card) -> str:
    if card.squad is None:
        return ""
    squad = card.squad
    parts = [f"{len(squad.carried)} men in {squad.armor or 'no armor'}"]
    parts += (f"{squad.carried.count(name)} {name}" for name in dict.fromkeys(squad.carried))
    parts += [squad.mount + "s"] if squad.mount else []
    return ", ".join([*parts, *(["night vision"] if squad.night_vision else []), f"leader #{squad.leader}"])


def figures(weapon: Weapon) -> str:
    """`0 2/4/8/16 x8 ROF 2 (Anti-Infantry)`."""
    bands = "/".join(str(end // INCH) for end in weapon.band_ends()) if weapon.base else "contact"
    rof = f" ROF {weapon.rof}" if weapon.rof else ""
    traits = ", ".join(f"{name} {rating}" if name in COUNTED else name for name, rating in weapon.traits.items())
    return f"{signed(weapon.accuracy)} {bands} x{weapon.dm}{rof}{f' ({traits})' if traits else ''}"


def weapon_words(mount: Mount) -> str:
    """A weapon row: `LAC F 0 2/4/8/16 x8 ROF 2, 60 rounds, 2 clips`, with a mark where the row is not printed."""
    rounds = f", {mount.ammo} rounds" if mount.ammo is not None else ""
    clips = f", {mount.clips} spare clip{'s' * (mount.clips > 1)}" if mount.clips else ""
    link = f", linked {mount.link}" if mount.link else ""
    mark = f" [{mount.mark}]" if mount.mark != PRINTED else ""
    return f"{mount.id} {mount.arc} {figures(mount.weapon)}{rounds}{clips}{link}{mark}"


def _perks(card: Card, named: Mapping[str, int]) -> str:
    words = (perk_words(name, rating, card.details.get(name, "")) for name, rating in named.items())
    return ", ".join(f"{text} AUX" if name in card.aux else text for text, name in zip(words, named, strict=True))


@cache
def stock() -> Sheet:
    """Every card, squad, price list and weapon there is, and the names that have no card, each with its mark."""
    lists = our_lists()
    factions: dict[str, list[Card]] = {}
    for card in lists.cards.values():
        factions.setdefault(card.faction, []).append(card)
    groups = [plain_group(name, map(listed, cards)) for name, cards in factions.items()]
    groups.append(plain_group("Squads", map(formation_line, lists.formations.values())))
    for gear, rows in lists.prices.items():
        groups.append(plain_group(f"Price list of the {gear}", map(_price, rows.values())))
    groups.append(plain_group("Vehicle weapons", map(_weapon, lists.arms.vehicle.values())))
    groups.append(plain_group("Infantry weapons", map(_weapon, lists.arms.infantry.values())))
    groups.append(plain_group("Perks and flaws", _perk_rows()))
    groups.append(plain_group("Named without a card", _unfielded()))
    groups.append(plain_group("Organisation", _organisation()))
    facts = (f"{len(lists.cards)} cards", f"{len(lists.formations)} squads", f"{len(lists.unfielded)} names only")
    return Sheet("All cards, squads, prices and weapons", facts, tuple(groups), (STAR,), "TV")


def listed(card: Card) -> SheetModel:
    """A card as a list shows it."""
    level = level_of(card)
    crew = f", {NAMES[level]}" if card.squad else ""
    return shown(card, f"{card.name}{crew}", 1, unit_tv(card, level), ("note", card.note))


def formation_line(formation: Formation) -> SheetModel:
    """A squad as a list shows it."""
    lists = our_lists()
    cards = [card for name in formation.models if (card := lists.card(name))]
    models = ", ".join(f"{count} {name}" for count, name in formation.composition)
    free = f"{formation.least}{f' to {formation.most}' * (formation.most > formation.least)} of any {formation.kind}"
    rows = rows_said(
        ("models", models or (free if formation.fieldable else "not known")),
        ("not printed", f"{WORDS[formation.mark]} ({formation.reason})" if formation.mark != PRINTED else ""),
        ("note", formation.note),
    )
    cost = sum(unit_tv(card, level_of(card)) for card in cards)
    return SheetModel(f"{formation.name} ({formation.faction})", 1, cost, (), rows, formation.mark != PRINTED)


def _price(price: Price) -> SheetModel:
    clip = "none can be bought" if price.clip is None else f"{price.clip} TV"
    rounds = f"{price.arc}, {price.ammo} rounds, spare clip: {clip}" if price.weapon else ""
    doubt = f"{WORDS[price.mark]} ({price.reason})" if price.mark != PRINTED else ""
    rows = rows_said(("", rounds), ("not printed", doubt))
    return SheetModel(price.option, 1, price.cost, (), rows, price.mark != PRINTED)


def _weapon(weapon: Weapon) -> SheetModel:
    doubt = f"{WORDS[weapon.mark]} ({weapon.reason})" if weapon.mark != PRINTED else ""
    size = f", from Size {weapon.min_size} on" if weapon.min_size else ""
    rows = rows_said(("", f"{figures(weapon)}{size}"), ("not printed", doubt))
    title = weapon.id if weapon.id == weapon.name else f"{weapon.id}, {weapon.name}"
    return SheetModel(title, 1, 0, (), rows, weapon.mark != PRINTED)


def _perk_rows() -> Iterator[SheetModel]:
    for perk in known_perks().values():
        kind = (
            f"{'flaw' if perk.flaw else 'perk'}{', AUX' if perk.aux else ''}{', with a rating' if perk.rated else ''}"
        )
        yield SheetModel(perk.name, 1, 0, (), ((kind, f"{perk.words} [{perk.rule}]"),))


def _unfielded() -> Iterator[SheetModel]:
    for name, (faction, reason) in our_lists().unfielded.items():
        yield SheetModel(f"{name} ({faction})", 1, 0, (), (("cannot be fielded", reason),), True)


@heeds("tactical.6.1.1", "tactical.6.1.2")
def _organisation() -> Iterator[SheetModel]:
    for army in armies().values():
        company = f"{army.sections} {army.section}s to a company" if army.sections else "no fixed structure"
        squads = f", {army.squads} {army.squad}s make a {army.section}" if army.squads else ""
        more = f" and {army.most_squads} may" if army.most_squads > army.squads else ""
        rows = rows_said(("", f"{company}{squads}{more}"), ("not printed", army.proposed))
        yield SheetModel(army.faction, 1, 0, (), rows, bool(army.proposed))
    for each in echelons().values():
        yield SheetModel(each.name, 1, 0, (), rows_said(("", each.consists), ("people", each.people)))


# --- Force building as everything around the system sees it

HEADERS = ("name", "badge", "faction", "size", "support", "detachment", *KINDS)


@cache
def ready_made() -> Mapping[str, str]:
    """The rosters that come with the game: four factions, small, middle and large, by name."""
    return data_texts(PACKAGE, "rosters", ".txt")


FORCE = ForceRules(
    layout=Layout(HEADERS, named=OPENERS, names=lambda: tuple(each.name for each in our_formations().values())),
    factions=lambda: tuple(armies()),
    sizes=SIZES,
    styles={name: style.about for name, style in RECRUITING.items()},
    check=check,
    recruit=recruit,
    sheet=force_sheet,
    stock=stock,
    ready_made=ready_made,
)
