"""A force being drawn at random, and what its last TV buy: upgrades are tried one by one, and the rules judge them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from gearlock.kernel.force import Block, Entry, Group, Header, Remark, Roster
from gearlock.kernel.system import Chooser
from gearlock.systems.brigands.forces.enlisting import PRIMARY
from gearlock.systems.brigands.forces.fitting import has_trait
from gearlock.systems.brigands.forces.force import check
from gearlock.systems.brigands.forces.recruiting_styles import Style
from gearlock.systems.brigands.forces.upgrades import upgrades
from gearlock.systems.brigands.models import ModelCard

GROUP_NAMES = ("Alpha", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf", "Hotel", "India", "Juliet", "Kilo")
FORCE_NAMES = (
    ("Steel", "Iron", "Dusty", "Silent", "Broken", "Burning", "Hollow", "Second", "Last", "Quiet"),
    ("Rain", "Hounds", "Column", "Lances", "Watch", "Answer", "Wedge", "Harvest", "Compass", "Ledger"),
)
CHOICES = {"weapons": ("Weapons LHG", "Weapons LPZ")}
"""Upgrades that must say what they are; the others find their weapon or are not bought."""


@dataclass
class Draft:
    """A Unit being drawn: each model with its upgrades; the first one leads."""

    kind: str
    code: str
    models: list[tuple[ModelCard, tuple[str, ...]]]
    upgrades: tuple[str, ...] = ()


@dataclass
class Draw:
    """A force being drawn."""

    faction: str
    size: int
    style: Style
    chooser: Chooser
    reserve: int
    groups: list[list[Draft]] = field(default_factory=list)

    @property
    def left(self) -> int:
        """TV that models may still cost; the reserve is kept for upgrades."""
        spent = sum(card.tv for group in self.groups for draft in group for card, _ in draft.models)
        return self.size - self.reserve - spent


def spend_rest(draw: Draw) -> Roster:
    """Ranks for all that lead, and upgrades until the purse is empty or nothing more fits."""
    for number, group in enumerate(draw.groups):
        card, _ = group[0].models[0]
        group[0].models[0] = (card, ("CGL",) if number else ("FOC",))
    title = " ".join(draw.chooser.choice(words) for words in FORCE_NAMES)
    _try_veterans(draw, title)
    _try_duelist(draw, title)
    for _ in range(min(90, 6 * (draw.left + draw.reserve))):
        _try_upgrade(draw, title)
    roster = as_roster(draw, title)
    assert not check(roster), "a drawn force breaks a rule"
    return roster


def _try_veterans(draw: Draw, title: str) -> None:
    for group in draw.groups:
        if draw.chooser.random() < draw.style.veterans:
            group[0].upgrades = ("veteran",)
            if check(as_roster(draw, title)):
                group[0].upgrades = ()


def _try_duelist(draw: Draw, title: str) -> None:
    alone = [group[1] for group in draw.groups if len(group) > 1 and len(group[1].models) == 1]
    if not alone or draw.chooser.random() >= draw.style.duelist:
        return
    _try(draw, title, draw.chooser.choice(alone), 0, "Duelist")


def _try_upgrade(draw: Draw, title: str) -> None:
    """One upgrade at random for one model at random; what the rules refuse is not bought."""
    draft = draw.chooser.choice(draw.chooser.choice(draw.groups))
    number = draw.chooser.randrange(0, len(draft.models))
    names = list(_offers(draft, number))
    if names:
        _try(draw, title, draft, number, draw.chooser.choice(names))


def _offers(draft: Draft, number: int) -> Iterator[str]:
    card, bought = draft.models[number]
    lists = {"drone"} if draft.kind == PRIMARY else set()
    lists |= {"generic"} if draft.kind == PRIMARY and not number else set()
    lists |= {"veteran"} if draft.upgrades or has_trait(card, "Vet") or "Duelist" in bought else set()
    lists |= {"duelist", "drone"} if "Duelist" in bought else set()
    for upgrade in upgrades().values():
        if upgrade.list in lists and upgrade.id != "vet":
            yield from CHOICES.get(upgrade.id, (upgrade.name,))
    if draft.kind == PRIMARY and number:
        yield from ("XO", "2iC")


def _try(draw: Draw, title: str, draft: Draft, number: int, upgrade: str) -> None:
    card, bought = draft.models[number]
    draft.models[number] = (card, (*bought, upgrade))
    if check(as_roster(draw, title)):
        draft.models[number] = (card, bought)


def as_roster(draw: Draw, title: str) -> Roster:
    """The force so far, written down."""
    headers = (
        Header(key="system", value="brigands"),
        Header(key="faction", value=draw.faction),
        Header(key="name", value=title),
        Header(key="size", value=str(draw.size)),
    )
    groups = (
        Group(name=_group_name(number), above=(Remark(""),), blocks=tuple(_block(draft) for draft in drafts))
        for number, drafts in enumerate(draw.groups)
    )
    return Roster(headers, tuple(groups))


def _group_name(number: int) -> str:
    turn, place = divmod(number, len(GROUP_NAMES))
    return GROUP_NAMES[place] + (f" {turn + 1}" if turn else "")


def _block(draft: Draft) -> Block:
    numbers: dict[tuple[str, tuple[str, ...]], int] = {}
    for card, bought in draft.models:
        numbers[card.name, bought] = numbers.get((card.name, bought), 0) + 1
    entries = (Entry(model=name, count=count, upgrades=bought) for (name, bought), count in numbers.items())
    return Block(kind=draft.kind, code=draft.code, upgrades=draft.upgrades, entries=tuple(entries))
