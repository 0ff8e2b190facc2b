"""Ways to put a roster right: small changes are tried, and those after which the rules have less to say are offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from gearlock.kernel.force import Block, Entry, ForceRules, Header, Roster, Violation
from gearlock.kernel.shop import MODEL, UNIT, Shop
from gearlock.muster.suggest import Suggestions
from gearlock.muster.text import write_text
from gearlock.muster.trying import Place, places, with_block, with_entries, with_entry

MOST_WAYS = 3
"""Ways that are offered for one finding."""
MOST_MENDED = 8
"""Findings for which ways are looked for."""
MOST_MORE = 4
"""Models that are added at once."""
MOST_JOINED = 6
"""Kinds of models, or units, that are tried."""
replace = msgspec.structs.replace


class Mend(msgspec.Struct, frozen=True):
    """A way to put something right, in a few words, and the roster it leads to."""

    label: str
    text: str


class Mends(msgspec.Struct, frozen=True):
    """The ways to put one finding right, the best first."""

    line: int
    rule: str
    message: str
    ways: tuple[Mend, ...]


class _Way(NamedTuple):
    label: str
    roster: Roster
    kind: str = ""
    """Of the ways of one kind only the first that helps is offered; those of none are all."""


def mends_of(rules: ForceRules, shop: Shop, roster: Roster, found: Iterable[Violation]) -> tuple[Mends, ...]:
    """Ways to put each of the first findings right; none where no small change helps."""
    before = rules.check(roster)
    return tuple(
        Mends(each.line, each.rule, each.message, _ways(rules, shop, roster, each, before))
        for each in list(found)[:MOST_MENDED]
    )


def _ways(rules: ForceRules, shop: Shop, roster: Roster, fault: Violation, before: list[Violation]) -> tuple[Mend, ...]:
    known, said = Counter(each.rule for each in before), Counter(each.message for each in before)
    good: list[tuple[int, int, _Way]] = []
    for rank, way in enumerate(_candidates(rules, shop, roster, fault)):
        after = rules.check(way.roster)
        rules_after = Counter(each.rule for each in after)
        is_better = len(after) < len(before) and rules_after[fault.rule] < max(1, known[fault.rule])
        is_gone = Counter(each.message for each in after)[fault.message] < said[fault.message]
        if is_better and is_gone and not rules_after - known:
            good.append((len(after), rank, way))
    good.sort(key=lambda each: each[:2])
    return tuple(Mend(way.label, write_text(way.roster)) for way in _first_of_kinds(way for *_, way in good))


def _first_of_kinds(good: Iterable[_Way]) -> list[_Way]:
    """The best way of every kind, and all those of no kind."""
    first, kinds = list[_Way](), set[str]()
    for way in good:
        if way.kind not in kinds:
            first.append(way)
        if way.kind:
            kinds.add(way.kind)
    return first[:MOST_WAYS]


def _candidates(rules: ForceRules, shop: Shop, roster: Roster, fault: Violation) -> Iterator[_Way]:
    """Changes at the place of a finding, the gentlest first."""
    place = next((place for place, line in places(roster) if line == fault.line), None)
    if place is None:
        yield from _of_headers(rules, roster, fault.line)
        yield from _said(shop, roster)
        yield from _of_words(rules, roster, [place for place, _ in places(roster) if place.entry < 0])
        yield from _given(shop, roster, [place for place, _ in places(roster) if place.entry < 0])
        return
    block = roster.groups[place.group].blocks[place.block]
    if place.entry < 0:
        yield from _given(shop, roster, [place])
        yield from _of_unit(rules, shop, roster, place, block)
        yield from _said(shop, roster)
    else:
        yield from _of_entry(shop, roster, place, block.entries[place.entry])
        yield from _given(shop, roster, [place._replace(entry=-1)])


def _of_entry(shop: Shop, roster: Roster, place: Place, entry: Entry) -> Iterator[_Way]:
    names = Suggestions(ware.name for ware in shop.wares)
    for name in names.near(entry.model):
        yield _Way(f"Make it {name}", with_entry(roster, place, replace(entry, model=name)))
    goods = Suggestions(good.name for good in shop.goods)
    for at, text in enumerate(entry.upgrades):
        for name in goods.near(text):
            bought = (*entry.upgrades[:at], name, *entry.upgrades[at + 1 :])
            yield _Way(f"Make it {name}", with_entry(roster, place, replace(entry, upgrades=bought)))
        bought = entry.upgrades[:at] + entry.upgrades[at + 1 :]
        yield _Way(f"Take {text} off", with_entry(roster, place, replace(entry, upgrades=bought)))
    for other, _ in places(roster):
        if other.entry < 0 and (other.group, other.block) != (place.group, place.block):
            yield _Way(f"Move to {_name(roster, other)}", _moved(roster, place, other))
    if entry.count > 1:
        yield _Way("Take one out", with_entry(roster, place, replace(entry, count=entry.count - 1)))
    yield _Way("Take it out", with_entries(roster, place, _without(roster, place)))


def _of_unit(rules: ForceRules, shop: Shop, roster: Roster, place: Place, block: Block) -> Iterator[_Way]:
    for at, text in enumerate(block.upgrades):
        bought = block.upgrades[:at] + block.upgrades[at + 1 :]
        yield _Way(f"Take {text} off", with_block(roster, place, replace(block, upgrades=bought)))
    for good in shop.goods:
        if good.goes == UNIT:
            bought = (*block.upgrades, good.name)
            yield _Way(f"Buy {good.name}", with_block(roster, place, replace(block, upgrades=bought)))
    if rules.layout.named:
        for name in Suggestions(ware.name for ware in shop.wares if ware.opens).near(block.code):
            yield _Way(f"Make it {name}", with_block(roster, place, replace(block, code=name)))
    for word in rules.layout.units:
        for code in rules.layout.codes:
            if (word, code) != (block.kind, block.code) and (word == block.kind or code == block.code):
                changed = replace(block, kind=word, code=code)
                yield _Way(f"Make it {word} {code}", with_block(roster, place, changed))
    for at, entry in enumerate(block.entries):
        yield from _more(roster, place, block, entry)
        taken = block.entries[:at] + block.entries[at + 1 :]
        yield _Way(f"Take the {entry.model} out", with_entries(roster, place, taken))
    yield from _joined(shop, roster, place, block)
    yield _Way("Take the unit out", with_block(roster, place, None))


def _more(roster: Roster, place: Place, block: Block, entry: Entry) -> Iterator[_Way]:
    """As many more of a model as are needed: plain ones, whatever the first of them has bought."""
    plain = next((each for each in block.entries if each.model == entry.model and not each.upgrades), None)
    for number in range(1, MOST_MORE + 1):
        new = Entry(model=entry.model, count=number)
        more = (*block.entries, new) if plain is None else _counted(block.entries, plain, number)
        label = f"{'One' if number == 1 else number} more {entry.model}"
        yield _Way(label, with_entries(roster, place, more), f"more {entry.model}")


def _counted(entries: tuple[Entry, ...], one: Entry, more: int) -> tuple[Entry, ...]:
    return tuple(replace(each, count=each.count + more) if each is one else each for each in entries)


def _joined(shop: Shop, roster: Roster, place: Place, block: Block) -> Iterator[_Way]:
    """Models of other kinds that serve in such units: the cheapest of the force's own."""
    shelves = {roster.says("faction").lower(), *(shelf.lower() for shelf in shop.everybody)}
    present = {entry.model for entry in block.entries}
    fitting = [
        ware
        for ware in shop.wares
        if block.code in ware.codes and ware.name not in present and ware.shelf.lower() in shelves
    ]
    for ware in sorted(fitting, key=lambda ware: ware.model.price)[:MOST_JOINED]:
        for number in range(1, MOST_MORE + 1):
            joined = (*block.entries, Entry(model=ware.name, count=number))
            label = f"Add {number if number > 1 else 'a'} {ware.name}"
            yield _Way(label, with_entries(roster, place, joined), "others")


def _of_words(rules: ForceRules, roster: Roster, units: Iterable[Place]) -> Iterator[_Way]:
    """A unit under another word of those that are followed by a name: a headquarters that is missing, for one."""
    for unit in list(units)[:MOST_JOINED]:
        block = roster.groups[unit.group].blocks[unit.block]
        for word in rules.layout.named if block.kind in rules.layout.named else ():
            if word != block.kind:
                label = f"Make {_name(roster, unit)} the {word}"
                yield _Way(label, with_block(roster, unit, replace(block, kind=word)), "words")


def _said(shop: Shop, roster: Roster) -> Iterator[_Way]:
    """Something about the whole force that was not said yet and has a few answers; an empty one needs models first."""
    for saying in shop.says if roster.groups else ():
        for value in saying.values if not roster.says(saying.key) else ():
            answer = value.split(":")[0]
            yield _Way(f"Say {saying.key} {answer}", _saying(roster, saying.key, answer), f"say {saying.key}")


def _given(shop: Shop, roster: Roster, units: Iterable[Place]) -> Iterator[_Way]:
    """An upgrade for the first model of a unit: a leader that is missing, for one."""
    for unit in units:
        block = roster.groups[unit.group].blocks[unit.block]
        if not block.entries:
            continue
        first, *rest = block.entries
        for good in shop.goods:
            if good.goes == MODEL and not good.rare and good.name not in first.upgrades:
                one = replace(first, count=1, upgrades=(*first.upgrades, good.name))
                others = [replace(first, count=first.count - 1, above=())] if first.count > 1 else []
                changed = with_entries(roster, unit, (one, *others, *rest))
                yield _Way(f"{good.name} for {first.model}, {_name(roster, unit)}", changed)


def _of_headers(rules: ForceRules, roster: Roster, line: int) -> Iterator[_Way]:
    for size in sorted(rules.sizes):
        yield _Way(f"Play {size}", _saying(roster, "size", str(size)))
    header = next((each for each in roster.headers if each.line == line), None)
    if header is not None and header.key == "faction":
        for faction in Suggestions(rules.factions()).near(header.value) or rules.factions():
            yield _Way(f"Make it {faction}", _saying(roster, "faction", faction))
    for place, _ in places(roster):
        if place.entry >= 0:
            entry = roster.groups[place.group].blocks[place.block].entries[place.entry]
            label = f"Take {'one ' if entry.count > 1 else 'the '}{entry.model} out"
            fewer = with_entry(roster, place, replace(entry, count=entry.count - 1))
            yield _Way(label, fewer if entry.count > 1 else with_entries(roster, place, _without(roster, place)))


def _saying(roster: Roster, key: str, value: str) -> Roster:
    headers = tuple(replace(each, value=value) if each.key == key else each for each in roster.headers)
    if roster.header(key) is None:
        headers = (*headers, Header(key=key, value=value))
    return replace(roster, headers=headers)


def _moved(roster: Roster, place: Place, other: Place) -> Roster:
    entry = roster.groups[place.group].blocks[place.block].entries[place.entry]
    left = with_entries(roster, place, _without(roster, place))
    there = left.groups[other.group].blocks[other.block].entries
    return with_entries(left, other, (*there, entry))


def _without(roster: Roster, place: Place) -> tuple[Entry, ...]:
    entries = roster.groups[place.group].blocks[place.block].entries
    return entries[: place.entry] + entries[place.entry + 1 :]


def _name(roster: Roster, place: Place) -> str:
    group = roster.groups[place.group]
    block = group.blocks[place.block]
    return " ".join(filter(None, (group.name, block.kind, block.code)))
