"""Building an army: upgrades and options, what they change, and the list of what Support Points buy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

import msgspec

from gearlock.kernel.files import data_records
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster import purchases
from gearlock.muster.fitting import Unfit
from gearlock.muster.purchases import UpgradeList
from gearlock.systems.fieldmanual.datacards import (
    MOST_BOXES,
    Card,
    Lists,
    Mount,
    Row,
    Skills,
    overkill_of,
    read_weapon_rows,
)
from gearlock.systems.fieldmanual.weapons import PACKAGE, known_perks

# --- Upgrades and options as a roster names them, and the offers by which they are sold: to whom, at what price

VETERAN, ARMY_COMMAND, LEADER = "veteran", "army-command", "leader"
GROUP, RANK, MODEL = "group", "rank", "model"
"""What is bought for a whole Combat Group, what ranks a model, and what changes one."""


class Offer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who may have an option, at what price, and what it changes. Nothing said is no bound."""

    rule: str
    line: int
    tv: int | None = None
    """None where the price stands in a list that this book has not."""
    armies: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    veteran: bool = False
    era: str = ""
    most: int = 0
    most_veteran: int = 0
    per_tv: int = 0
    becomes: str = ""
    keeps: bool = False
    closes: bool = False
    doubles: bool = False
    renames: str = ""
    takes: tuple[str, ...] = ()
    gives: str = ""
    then_takes: tuple[str, ...] = ()
    then_gives: str = ""
    adds: str = ""
    links: tuple[str, ...] = ()
    gains: str = ""
    loses: str = ""
    box: str = ""
    actions: int = 0
    more_actions: int = 0
    defense: int = 0
    skill: str = ""
    to: int = 0
    note: str = ""

    @property
    def arms(self) -> bool:
        """Whether weapons or skills change by it."""
        return bool(self.gives or self.adds or self.links or self.skill)


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An option by the name players call it; the first offer that fits a model counts."""

    id: str
    name: str
    kind: str = MODEL
    choice: str = ""
    aliases: dict[str, str] = {}
    rule: str = ""
    offer: tuple[Offer, ...] = ()


Purchase = purchases.Purchase[Option]


@cache
def option_list() -> UpgradeList[Option]:
    """All options, in the order in which they are carried out: swaps of models first."""
    return UpgradeList(data_records(PACKAGE, "options.toml", "option", Option))


class Army(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An army of a faction: some options are sold to some armies only."""

    name: str
    faction: str
    aliases: tuple[str, ...] = ()


@cache
def armies() -> dict[str, Army]:
    """The armies the book names, by name."""
    return {army.name: army for army in data_records(PACKAGE, "armies.toml", "army", Army)}


def find_army(text: str) -> Army | None:
    """An army by its name or another name for it, large or small letters."""
    plain = text.strip().casefold()
    return next(
        (army for army in armies().values() if plain in {each.casefold() for each in (army.name, *army.aliases)}), None
    )


# --- The list of what Support Points buy: prices, limits and figures. How they are spent is the chapter on support

AIRSTRIKE, ASSET, ARTILLERY, SHELLS, GROUP_SUPPORT, COMMAND = (
    "airstrike",
    "asset",
    "artillery",
    "shells",
    "group",
    "command",
)
USES = (AIRSTRIKE, ASSET, ARTILLERY, SHELLS, GROUP_SUPPORT, COMMAND)


class Support(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something Support Points buy."""

    id: str
    name: str
    sp: int
    use: str
    """An airstrike or asset on the table, strikes of artillery, shells for them, a whole group, or a Command Point."""
    rule: str
    card: str = ""
    """The card of an airstrike, asset or drone, by id."""
    level: int = 0
    """The least Priority Level."""
    per_group: int = 0
    """How often it may be bought for one Combat Group; 0 for what is not for groups."""
    by_level: bool = False
    """Whether at most as many groups may have it as the Priority Level."""
    half: bool = False
    """Whether at most half of the groups may have it, together with all else of that kind."""
    strikes: int = 0
    dm: int = 0
    blast: int = 0

    @property
    def words(self) -> str:
        """Its bounds and figures, for lists."""
        parts = [f"Priority Level {self.level} or higher"] if self.level else []
        parts += ["for a Combat Group"] if self.per_group else []
        parts += ["at most as many groups as the Priority Level"] if self.by_level else []
        parts += ["at most half of the groups"] if self.half else []
        parts += [f"{self.strikes} x{self.dm} Blast {self.blast}"] if self.strikes else []
        return ", ".join(parts)


@cache
@heeds("fieldmanual.step5-support-points")
def support_options() -> Mapping[str, Support]:
    """The 18 things Support Points buy, by id, in book order."""
    return {option.id: option for option in data_records(PACKAGE, "support.toml", "support", Support)}


# --- What options make of a card: other models, weapons, links, perks, boxes, Actions, modifiers and skills

ANY_WEAPON = "*"
MOST_SKILL = 9


@rule("fieldmanual.newunit-boa", "fieldmanual.newunit-gladiator", "fieldmanual.newunit-wildcat")
@rule("fieldmanual.newunit-copperhead")
def exchanged(card: Card, offer: Offer, lists: Lists) -> Card:
    """Another model in place of this one. Most of those that are offered so have no card unless a player brings it."""
    if not offer.becomes:
        return card
    found = lists.card(offer.becomes)
    if found is None:
        fix = f"Bring a card of it: a file with a row '{offer.becomes}', and a line 'cards' with the file's name."
        raise Unfit(f"there is no card for the {offer.becomes}", fix)
    return found


def _numbered(mounts: Iterable[Mount]) -> tuple[Mount, ...]:
    """The weapons with their ids made anew: the second LAC is LAC 2."""
    seen: dict[str, int] = {}
    found = []
    for mount in mounts:
        seen[mount.name] = seen.get(mount.name, 0) + 1
        id = mount.name if seen[mount.name] == 1 else f"{mount.name} {seen[mount.name]}"
        found.append(msgspec.structs.replace(mount, id=id))
    return tuple(found)


def _without(card: Card, taken: Iterable[str]) -> list[Mount]:
    """The weapons but for these, by name, code or family; one mount goes for each. Raises Unfit."""
    left = list(card.weapons)
    for name in taken:
        names = ((mount, (mount.name, mount.weapon.id, mount.id, mount.weapon.family)) for mount in left)
        found = next((mount for mount, known in names if name in known), None)
        if found is None:
            raise Unfit(f"{card.name} has no {name} to give", "Leave it out.")
        left.remove(found)
    return left


def swapped(card: Card, taken: Iterable[str], given: str) -> Card:
    """Weapons given up for one of this weapon row, which stands where the first of them stood."""
    left = _without(card, taken)
    first = next((at for at, mount in enumerate(card.weapons) if mount not in left), len(left))
    return msgspec.structs.replace(card, weapons=_numbered([*left[:first], *read_weapon_rows(given), *left[first:]]))


@rule("fieldmanual.errata-high-technology", "fieldmanual.option-crusader-v")
def rearmed(card: Card, offer: Offer, choice: str) -> Card:
    """Weapons swapped, their links gone with them; where no list says which, the player does."""
    if offer.gives:
        taken = offer.takes
        if taken == (ANY_WEAPON,):
            if not choice:
                names = " or ".join(mount.name for mount in card.weapons if not mount.weapon.is_melee)
                raise Unfit("it does not say which weapon is replaced", f"Write it behind the option: {names}.")
            taken = (choice,)
        card = swapped(card, taken, offer.gives)
    if offer.then_gives:
        card = swapped(card, offer.then_takes, offer.then_gives)
    return card


@rule("fieldmanual.errata-booby-traps")
def added(card: Card, offer: Offer) -> Card:
    """One weapon more. Infantry with grenades places or detonates them: it has no Arms to throw with."""
    if not offer.adds:
        return card
    (mount,) = read_weapon_rows(offer.adds)
    if any(each.name == mount.name for each in card.weapons):
        raise Unfit(f"{card.name} has {mount.name} already")
    return msgspec.structs.replace(card, weapons=_numbered([*card.weapons, mount]))


@rule("fieldmanual.errata-strike-squad", "fieldmanual.errata-cavalry-squad", "fieldmanual.errata-leagueless-elite")
def linked(card: Card, offer: Offer, choice: str) -> Card:
    """Two or more weapons of a name that fire in one attack from now on."""
    if not offer.links:
        return card
    codes = [code for code in offer.links if sum(mount.weapon.id == code for mount in card.weapons) > 1]
    if choice:
        codes = [code for code in codes if code == choice]
    if len(codes) != 1:
        what = " or ".join(offer.links)
        fix = f"Say which: {' or '.join(f'Link {code}' for code in codes)}." if codes else "Leave it out."
        raise Unfit(f"{card.name} has {'more than one kind' if codes else 'no two'} of {what} to link", fix)
    weapons = tuple(_link(mount, codes[0]) if mount.weapon.id == codes[0] else mount for mount in card.weapons)
    if weapons == card.weapons:
        raise Unfit(f"its {codes[0]} are linked already")
    return msgspec.structs.replace(card, weapons=weapons)


def _link(mount: Mount, code: str) -> Mount:
    weapon = msgspec.structs.replace(mount.weapon, traits={**mount.weapon.traits, "Link": 1})
    return msgspec.structs.replace(mount, weapon=weapon, link=code)


@rule("fieldmanual.errata-nkidu-recce", "fieldmanual.errata-rrp-uplink", "fieldmanual.option-prdf-wartime-economy")
def equipped(card: Card, offer: Offer) -> Card:
    """A perk gained, a perk or flaw lost. Whoever has it already, or has it not, pays for nothing."""
    if offer.loses:
        if not card.has(offer.loses):
            raise Unfit(f"{card.name} has no {offer.loses} to lose")
        card = msgspec.structs.replace(
            card,
            perks={name: rating for name, rating in card.perks.items() if name != offer.loses},
            flaws={name: rating for name, rating in card.flaws.items() if name != offer.loses},
            aux=tuple(name for name in card.aux if name != offer.loses),
        )
    if offer.gains:
        if card.has(offer.gains):
            raise Unfit(f"{card.name} has {offer.gains} already")
        aux = (*card.aux, offer.gains) if known_perks()[offer.gains].aux else card.aux
        card = msgspec.structs.replace(card, perks={**card.perks, offer.gains: 1}, aux=aux)
    return card


@rule("fieldmanual.option-redundant-systems")
def reinforced(card: Card, offer: Offer) -> Card:
    """A box more on the track, where its letter belongs; Overkill grows with it."""
    if not offer.box:
        return card
    if len(card.boxes) >= MOST_BOXES:
        raise Unfit(f"{card.name} has {MOST_BOXES} boxes, as many as there may be")
    boxes = "".join(sorted(card.boxes + offer.box, key="SLHC".index))
    return msgspec.structs.replace(card, boxes=boxes, overkill=overkill_of(card.armor, boxes))


@rule("fieldmanual.option-cataphract-juggernaut", "fieldmanual.option-king-of-the-field")
@rule("fieldmanual.option-kodiak-conqueror")
def quickened(card: Card, offer: Offer) -> Card:
    """More Actions: one more than the card has, or so many in all."""
    actions = card.actions + offer.more_actions if offer.more_actions else offer.actions or card.actions
    if offer.actions and card.actions >= offer.actions:
        raise Unfit(f"{card.name} has {card.actions} Actions already")
    return msgspec.structs.replace(card, actions=actions)


@rule("fieldmanual.option-naga-refit")
def nimbler(card: Card, offer: Offer) -> Card:
    """All Defense modifiers of all modes better by so much."""
    if not offer.defense:
        return card
    rows = {
        mode: Row(row.combat, row.top, *(each + offer.defense for each in row[2:])) for mode, row in card.rows.items()
    }
    return msgspec.structs.replace(card, rows=rows)


@rule("fieldmanual.errata-dragoon-squad", "fieldmanual.errata-augmented-infantry")
@rule("fieldmanual.errata-accompanying-gears")
def trained(card: Card, offer: Offer) -> Card:
    """A skill raised to a rating, or by one where none is named."""
    if not offer.skill:
        return card
    skills = card.skills._asdict()
    to = offer.to or skills[offer.skill] + 1
    if skills[offer.skill] >= to or to > MOST_SKILL:
        raise Unfit(f"{card.name} has {offer.skill.upper() if offer.skill == 'ew' else offer.skill} {to} already")
    return msgspec.structs.replace(card, skills=Skills(**{**skills, offer.skill: to}))


def altered(card: Card, offer: Offer, choice: str, lists: Lists) -> Card:
    """The card with everything this offer changes. Raises Unfit."""
    card = exchanged(card, offer, lists)
    card = equipped(card, offer)
    card = linked(added(rearmed(card, offer, choice), offer), offer, choice)
    card = trained(nimbler(quickened(reinforced(card, offer), offer), offer), offer)
    return msgspec.structs.replace(card, name=offer.renames) if offer.renames else card


def spoken(offer: Offer) -> str:
    """Who is offered something, in words."""
    whom = offer.models or tuple(f"any {kind}" for kind in offer.kinds) or ("any model",)
    parts = [" or ".join(whom)]
    parts += [f"in the {' or '.join(offer.groups)}"] if offer.groups else []
    parts += [f"of {' or '.join(offer.armies)}"] if offer.armies else []
    parts += ["in a veteran group"] if offer.veteran else []
    parts += [offer.era] if offer.era else []
    return " ".join(parts)
