"""A legal force at random: models drawn into Units by style, upgrades for what is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.force import Roster
from gearlock.kernel.system import Chooser
from gearlock.muster.drawing_lots import weighted
from gearlock.systems.brigands.forces.drafting import Draft, Draw, spend_rest
from gearlock.systems.brigands.forces.enlisting import (
    ANYBODY,
    FACTIONS,
    LARGEST_BATTLE,
    PRIMARY,
    SUPPORT,
    find_faction,
)
from gearlock.systems.brigands.forces.fitting import has_trait
from gearlock.systems.brigands.forces.force import ACTIONS, STANDARD_LIMIT
from gearlock.systems.brigands.forces.recruiting_styles import RECRUITING
from gearlock.systems.brigands.forces.roster_units import UA_CODES, read_ua, unit_cards
from gearlock.systems.brigands.models import ModelCard

TRIES = 12


def recruit(faction: str, size: int, style: str, chooser: Chooser) -> Roster:
    """A legal force of this faction and size, drawn at random."""
    name = find_faction(faction)
    if name is None or name not in FACTIONS:
        raise UnknownName("faction", faction, FACTIONS)
    if style not in RECRUITING:
        raise UnknownName("style", style, RECRUITING)
    if not 1 <= size <= LARGEST_BATTLE:
        raise BadInput(f"A battle is fought with 1 to {LARGEST_BATTLE:,} TV a side, not {size}.")
    least = min(cost for code in UA_CODES if (cost := cheapest_cost(name, code)) is not None)
    if size < least:
        raise BadInput(f"The smallest legal force of {name} costs {least} TV; {size} TV are too few.")
    reserve = round(size * RECRUITING[style].reserve)
    draw = Draw(name, size, RECRUITING[style], chooser, reserve if size - reserve >= least else 0)
    while draw.left >= least:
        _add_group(draw)
    return spend_rest(draw)


@cache
def pool(faction: str, code: str) -> tuple[ModelCard, ...]:
    """What a Unit of this code may draw. Parts of great vehicles are left out; a Core fills a Unit alone."""
    cards = (card for card in unit_cards().values() if card.faction in (faction, ANYBODY) and card.actions)
    fitting = (card for card in cards if any(read_ua(text)[0] == code for text in card.ua))
    return tuple(card for card in fitting if not has_trait(card, "Core") and not has_trait(card, "Attached"))


def limit(card: ModelCard, code: str) -> str:
    """How often a Unit of this code may have it."""
    return dict(read_ua(text) for text in card.ua)[code]


@cache
def cheapest_unit(faction: str, code: str) -> tuple[ModelCard, ...] | None:
    """The cheapest Primary Unit of this code that needs no Commander's model; None if there is none."""
    least, most = ACTIONS[PRIMARY]
    best: dict[int, tuple[int, tuple[ModelCard, ...]]] = {0: (0, ())}
    for card in pool(faction, code):
        kind = limit(card, code)
        if kind == "commanders only" or has_trait(card, "Medic") or card.type == "Fortification":
            continue
        for _ in range(most if kind == "unlimited" else STANDARD_LIMIT):
            for actions, (cost, picked) in list(best.items()):
                reached = actions + card.actions
                if reached <= most and cost + card.tv < best.get(reached, (10**9, ()))[0]:
                    best[reached] = (cost + card.tv, (*picked, card))
    units = [best[actions] for actions in range(least, most + 1) if actions in best]
    units = [unit for unit in units if _is_within_limits(unit[1], code)]
    return min(units, key=lambda unit: unit[0])[1] if units else None


def _is_within_limits(cards: Sequence[ModelCard], code: str) -> bool:
    numbers = Counter(card.id for card in cards)
    return all(numbers[card.id] <= STANDARD_LIMIT or limit(card, code) == "unlimited" for card in cards)


def cheapest_cost(faction: str, code: str) -> int | None:
    """What that Unit costs."""
    unit = cheapest_unit(faction, code)
    return sum(card.tv for card in unit) if unit else None


def _add_group(draw: Draw) -> None:
    """A Primary Unit, and a Support Unit if the style and the purse allow."""
    costs = {code: cost for code in UA_CODES if (cost := cheapest_cost(draw.faction, code)) is not None}
    codes = [code for code, cost in costs.items() if cost <= draw.left]
    code = weighted(codes, [draw.style.codes.get(code, 1) for code in codes], draw.chooser)
    models = _draw_unit(draw, PRIMARY, code) or list(cheapest_unit(draw.faction, code) or ())
    draw.groups.append([Draft(PRIMARY, code, [(card, ()) for card in models])])
    if draw.chooser.random() < draw.style.support:
        code = weighted(UA_CODES, [draw.style.codes.get(code, 1) for code in UA_CODES], draw.chooser)
        support = _draw_unit(draw, SUPPORT, code)
        if support:
            draw.groups[-1].append(Draft(SUPPORT, code, [(card, ()) for card in support]))


def _draw_unit(draw: Draw, kind: str, code: str) -> list[ModelCard]:
    """Models for a Unit, leader first; none if the purse is empty before it is complete."""
    least, most = ACTIONS[kind]
    for _ in range(TRIES):
        wanted = draw.chooser.randrange(least, most + 1)
        picked: list[ModelCard] = []
        while sum(card.actions for card in picked) < wanted:
            options = _options(draw, kind, code, picked)
            if not options:
                break
            picked.append(weighted(options, [draw.style.weight(card) for card in options], draw.chooser))
        if sum(card.actions for card in picked) >= least:
            return picked
    return []


def _options(draw: Draw, kind: str, code: str, picked: list[ModelCard]) -> list[ModelCard]:
    """What may be drawn next. A Commander's model or none leads; medics follow."""
    room = ACTIONS[kind][1] - sum(card.actions for card in picked)
    purse = draw.left - sum(card.tv for card in picked)
    numbers = Counter(card.id for card in picked)
    options = []
    for card in pool(draw.faction, code):
        kept = limit(card, code)
        may_lead = kept == "commanders only" and kind == PRIMARY and not picked
        may_follow = kept == "unlimited" or (kept == "0-2" and numbers[card.id] < STANDARD_LIMIT)
        is_idle = not picked and (has_trait(card, "Medic") or card.type == "Fortification")
        if card.actions <= room and card.tv <= purse and (may_lead or may_follow) and not is_idle:
            options.append(card)
    return options
