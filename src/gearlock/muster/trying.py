"""What may be bought where: everything there is gets tried on the roster, and the rules say what they have against it.

Nothing is known here about who may have what. A roster that breaks rules already may still be added to: what counts is
what the rules say besides.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import msgspec

from gearlock.kernel.errors import BadInput
from gearlock.kernel.force import Block, Entry, ForceRules, Group, Roster, Violation
from gearlock.kernel.shop import MODEL, MOUNT, UNIT, Good, Shop, Ware

Change = Callable[[str], Roster]
"""The roster with something bought at the place in question."""
MOST_CHOICES = 12
"""Choices that are tried where the rules ask for one."""


class Offer(msgspec.Struct, frozen=True):
    """Something that could be bought at a place: the words to write and what it adds to the price.

    A `problem` is what the rules have against it, `fix` what to do about that.
    """

    text: str
    sort: str
    price: int
    about: str = ""
    rule: str = ""
    problem: str = ""
    fix: str = ""
    choice: str = ""
    dear: bool = False
    """Nothing speaks against it but the whole force, which costs too much with it."""


class Offers(msgspec.Struct, frozen=True):
    """What could be bought at a place: models that may join, and upgrades or items."""

    models: tuple[Offer, ...] = ()
    goods: tuple[Offer, ...] = ()


class _Judge:
    """A roster as it stands, and what the rules have to say besides about changes of it."""

    def __init__(self, rules: ForceRules, roster: Roster) -> None:
        self._rules, self._cost = rules, _cost(rules, roster)
        self._known = Counter(violation.rule for violation in rules.check(roster))
        self._heads = {0, *(header.line for header in roster.headers)}

    def besides(self, changed: Roster) -> Violation | None:
        """The first thing that the rules have against the change and had not before."""
        known, found = Counter(self._known), list[Violation]()
        for violation in self._rules.check(changed):
            if known[violation.rule]:
                known[violation.rule] -= 1
            else:
                found.append(violation)
        # That it is too dear is said only of what could be had otherwise.
        return next((each for each in found if not self.is_of_the_whole(each)), next(iter(found), None))

    def is_of_the_whole(self, fault: Violation) -> bool:
        """Whether a fault is no line's own."""
        return fault.line in self._heads

    def dearer(self, changed: Roster) -> int:
        """What the change costs."""
        return _cost(self._rules, changed) - self._cost


class Place(NamedTuple):
    """A line of a roster: the unit, and the models on it if it is not the unit's own."""

    group: int
    block: int
    entry: int = -1


def offers_at(rules: ForceRules, shop: Shop, roster: Roster, line: int, mount: str = "") -> Offers:
    """What could be bought on this line, for that place of a machine if one is named. Raises BadInput."""
    place = _find(roster, line)
    judge = _Judge(rules, roster)
    if mount:
        goods = (good for good in shop.goods if good.goes == MOUNT)
        return Offers(goods=_tried(judge, goods, lambda text: _mounted(roster, place, mount, text)))
    goes = UNIT if place.entry < 0 else MODEL
    goods = (good for good in shop.goods if good.goes == goes)
    found = _tried(judge, goods, lambda text: _upgraded(roster, place, text))
    members = _for_sale(shop, roster.says("faction")) if place.entry < 0 else ()
    return Offers(tuple(_members(judge, roster, place, members)), found)


def _for_sale(shop: Shop, faction: str) -> Iterator[Ware]:
    """The models of this faction and those for everybody; all where no list goes by that name."""
    shelves = {ware.shelf.casefold() for ware in shop.wares}
    near = {faction.casefold(), *(shelf.casefold() for shelf in shop.everybody)} & shelves
    own = near if faction.casefold() in near else shelves
    return (ware for ware in shop.wares if not ware.opens and ware.shelf.casefold() in own)


def places(roster: Roster) -> Iterator[tuple[Place, int]]:
    """Every unit and every line of models, with the line it stands on."""
    for g, group in enumerate(roster.groups):
        for b, block in enumerate(group.blocks):
            yield Place(g, b), block.line
            yield from ((Place(g, b, e), entry.line) for e, entry in enumerate(block.entries))


def _find(roster: Roster, line: int) -> Place:
    found = next((place for place, at in places(roster) if at == line), None)
    if found is None or not line:
        raise BadInput(f"There is neither a unit nor a model on line {line}.")
    return found


def _members(judge: _Judge, roster: Roster, place: Place, wares: Iterable[Ware]) -> Iterator[Offer]:
    for ware in wares:
        changed = with_entry(roster, place, Entry(model=ware.name))
        yield _offer(judge, changed, ware.name, ware.shelf)


def _tried(judge: _Judge, goods: Iterable[Good], change: Change) -> tuple[Offer, ...]:
    found: list[Offer] = []
    for good in goods:
        offer = _offer(judge, change(good.name), good.name, good.sort, good)
        if offer.problem and good.choice:
            chosen = list(_chosen(judge, good, offer, change))
            found += chosen or [offer]
        elif not (offer.problem and good.rare):
            found.append(offer)
    return tuple(found)


def _chosen(judge: _Judge, good: Good, bare: Offer, change: Change) -> Iterator[Offer]:
    """Where something must be chosen the rules say what there is; each of the words they use is tried."""
    words = re.findall(r"\b[A-Z][A-Z0-9]+(?: \d)?\b", bare.fix)
    for word in list(dict.fromkeys(words))[:MOST_CHOICES]:
        offer = _offer(judge, change(f"{good.name} {word}"), f"{good.name} {word}", good.sort, good)
        if not offer.problem:
            yield offer


def _offer(judge: _Judge, changed: Roster, text: str, sort: str, good: Good | None = None) -> Offer:
    fault = judge.besides(changed)
    about, rule, choice = (good.about, good.rule, good.choice) if good else ("", "", "")
    problem, fix = (fault.message, fault.fix) if fault else ("", "")
    dear = fault is not None and judge.is_of_the_whole(fault)
    return Offer(text, sort, judge.dearer(changed), about, fault.rule if fault else rule, problem, fix, choice, dear)


def _cost(rules: ForceRules, roster: Roster) -> int:
    sheet = rules.sheet(roster)
    models = (model for group in sheet.groups for unit in group.units for model in unit.models)
    return sheet.cost or sum(model.price * model.count for model in models)


def _upgraded(roster: Roster, place: Place, text: str) -> Roster:
    block = roster.groups[place.group].blocks[place.block]
    if place.entry < 0:
        return with_block(roster, place, msgspec.structs.replace(block, upgrades=(*block.upgrades, text)))
    entry = block.entries[place.entry]
    return with_entry(roster, place, msgspec.structs.replace(entry, upgrades=(*entry.upgrades, text)))


def _mounted(roster: Roster, place: Place, mount: str, text: str) -> Roster:
    block = roster.groups[place.group].blocks[place.block]
    for at, entry in enumerate(block.entries):
        if entry.model == mount:
            changed = msgspec.structs.replace(entry, upgrades=(*entry.upgrades, text))
            return with_entry(roster, place._replace(entry=at), changed)
    return with_entry(roster, place._replace(entry=-1), Entry(model=mount, upgrades=(text,), line=block.line))


def with_entry(roster: Roster, place: Place, entry: Entry) -> Roster:
    """The roster with another entry in this place, or one more at the end of the unit."""
    entries = list(roster.groups[place.group].blocks[place.block].entries)
    if place.entry < 0:
        entries.append(entry)
    else:
        entries[place.entry] = entry
    return with_entries(roster, place, tuple(entries))


def with_entries(roster: Roster, place: Place, entries: tuple[Entry, ...]) -> Roster:
    """The roster with other entries in the unit of this place."""
    block = roster.groups[place.group].blocks[place.block]
    return with_block(roster, place, msgspec.structs.replace(block, entries=entries))


def with_block(roster: Roster, place: Place, block: Block | None) -> Roster:
    """The roster with another unit in this place, or without it."""
    group: Group = roster.groups[place.group]
    here = () if block is None else (block,)
    blocks = (*group.blocks[: place.block], *here, *group.blocks[place.block + 1 :])
    changed = msgspec.structs.replace(group, blocks=blocks)
    groups = (*roster.groups[: place.group], changed, *roster.groups[place.group + 1 :])
    return msgspec.structs.replace(roster, groups=groups)
