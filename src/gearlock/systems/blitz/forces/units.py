"""5.1, 5.2, 5.4: what units may be: their codes, sizes and limits, and the lists their models come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from gearlock.kernel.force import Violation
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.drawing_lots import Bounds
from gearlock.muster.headers import model_hint
from gearlock.muster.lines import heads
from gearlock.muster.suggest import Suggestions
from gearlock.systems.blitz.cards import ModelCard, model_cards
from gearlock.systems.blitz.forces.availability import ANY, Limit, codes, limits
from gearlock.systems.blitz.forces.enlisting import (
    PRIMARY,
    SUPPORT,
    CombatGroup,
    Recruit,
    Squad,
    find_model,
    model_names,
)
from gearlock.systems.blitz.forces.sublists import COLONISTS, LEAGUELESS, is_swarm
from gearlock.systems.blitz.forces.upgrades import DRONE, read_purchase

SIZES = Bounds(4, 6)
"""Actions of a primary unit."""
GREATEST_SWARM = 8
SHELTERED = ("GP", "FS", "IN")
"""The primary units that generic support may follow."""


def counted(number: int, thing: str) -> str:
    """`1 action`, `2 actions`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


@rule("blitz.A.2.0")
@heeds("blitz.5.4")
def group_faults(group: CombatGroup) -> Iterator[Violation]:
    """One primary unit, and at most one support unit."""
    kinds = Counter(squad.kind for squad in group.squads)
    if not kinds[PRIMARY]:
        fix = "Add a line 'primary' with a code and 4 to 6 actions under it, or take the group out."
        yield Violation("blitz.A.2.0", group.group.line, f"{group.title} has no primary unit.", fix)
    for kind in (PRIMARY, SUPPORT):
        if kinds[kind] > 1:
            later = [squad for squad in group.squads if squad.kind == kind][1]
            said = f"{group.title} has {kinds[kind]} {kind} units; a combat group has one."
            yield Violation("blitz.A.2.0", later.block.line, said, "Open another 'group' above it.")
    for squad in group.squads:
        if squad.block.kind not in (PRIMARY, SUPPORT):
            hint = Suggestions((PRIMARY, SUPPORT)).hint(squad.block.kind) or "There are primary and support."
            yield Violation("blitz.A.2.0", squad.block.line, f"'{squad.block.kind}' is no kind of unit.", hint)


def squad_faults(squad: Squad, group: CombatGroup) -> Iterator[Violation]:
    """Everything wrong with a unit and the models in it, but for ranks and purchases."""
    yield from _code_faults(squad)
    yield from _size_faults(squad, group)
    yield from _limit_faults(squad)
    yield from _required(squad)
    yield from _works_faults(squad, group)
    for recruit in squad.recruits:
        yield from _model_faults(recruit)


@heeds("blitz.5.1", "blitz.units.ua-codes")
def _code_faults(squad: Squad) -> Iterator[Violation]:
    """Each unit has one code."""
    code = squad.block.code
    if code in codes() or (code == ANY and squad.is_works):
        return
    said = f"'{code}' is no unit availability." if code else f"The {squad.title} has no code."
    known = [recruit for recruit in squad.recruits if recruit.card]
    common = [code for code in codes() if known and all(code in limits(it.card) for it in known if it.card)]
    fix = f"Its models could serve as {' or '.join(common)}." if common else f"There are {', '.join(codes())}."
    yield Violation("blitz.5.1", squad.block.line, said, fix)


@rule("blitz.5.4", "blitz.A.2.1")
@heeds("blitz.force.utopia-special", "blitz.force.north.ng")
def sizes(squad: Squad, group: CombatGroup) -> Bounds:
    """Fewest and most actions: four to six, or half of what the primary unit has, rounded up."""
    if not squad.is_primary:
        leading = group.primary.size if group.primary else SIZES.most
        return Bounds(1, -(-leading // 2))
    swarm = all(it.card is not None and is_swarm(it.card) for it in squad.recruits)
    return Bounds(SIZES.least, GREATEST_SWARM if swarm and squad.recruits else SIZES.most)


@heeds("blitz.5.4")
def _size_faults(squad: Squad, group: CombatGroup) -> Iterator[Violation]:
    """Nobody knows the actions of a model that is not found, so a unit with one is not called too small."""
    if squad.kind not in (PRIMARY, SUPPORT):
        return
    bounds = sizes(squad, group)
    uncounted = _uncounted(squad)
    guessing = any(recruit.card is None for recruit in squad.recruits)
    line, whose = squad.block.line, f"The {squad.title} of {group.title}"
    if squad.size < bounds.least and not guessing:
        said = f"{whose} has {counted(squad.size, 'action')}; it may have {bounds.least} to {bounds.most}."
        yield Violation("blitz.5.4", line, said, f"Take {counted(bounds.least - squad.size, 'action')} more.")
    if squad.size - uncounted > bounds.most:
        most = f"; it may have {bounds.least} to {bounds.most}."
        if not squad.is_primary:
            most = f"; it may have half of its primary unit's, {bounds.most}."
        fix = f"Take {counted(squad.size - uncounted - bounds.most, 'action')} less."
        yield Violation("blitz.5.4", line, f"{whose} has {counted(squad.size - uncounted, 'action')}{most}", fix)


@heeds("blitz.force.north.ng")
def _uncounted(squad: Squad) -> int:
    """Infantry of the Northern Guard does not fill a GP or FS unit."""
    if squad.force.list_code != "NG" or squad.block.code not in ("GP", "FS"):
        return 0
    return sum(it.count * it.size for it in squad.recruits if it.is_type("Infantry"))


@heeds("blitz.5.2", "blitz.5.3", "blitz.5.4")
def _limit_faults(squad: Squad) -> Iterator[Violation]:
    """So many of each variant as its limit says, and so many of each upgrade variant."""
    same: dict[str, tuple[ModelCard, list[Recruit]]] = {}
    for recruit in squad.recruits:
        for card in recruit.cards:
            same.setdefault(card.id, (card, []))[1].append(recruit)
    for card, recruits in same.values():
        limit, number = recruits[-1].limit(card), heads(recruits)
        most = limit.bounds(squad.is_primary)[1] if limit else None
        if limit and most is not None and number > most and not (limit.commander and not squad.is_primary):
            said = f"The {squad.title} has {number} {card.name}; it may have {_most(most)} ({_why(limit, squad)})."
            fix = f"Take {number - most} less, or another variant."
            yield Violation("blitz.5.2", recruits[-1].line, said, fix)


def _most(number: int) -> str:
    return str(number) if number else "none"


def _why(limit: Limit, squad: Squad) -> str:
    return f"limit {limit.text()}" + ("" if squad.is_primary or limit.support else ", one less in a support unit")


@cache
def _needed(faction: str, code: str) -> tuple[tuple[ModelCard, int], ...]:
    """Models that every primary unit of this code must have, and how many."""
    cards = (card for card in model_cards().values() if card.faction == faction)
    return tuple((card, limit.least) for card in cards if (limit := limits(card).get(code)) and limit.least)


@heeds("blitz.5.2", "blitz.force.leagueless")
def _required(squad: Squad) -> Iterator[Violation]:
    """Models that a list demands; the leagueless need have none."""
    for faction in sorted(squad.origins) if squad.is_primary and squad.force.faction != LEAGUELESS else ():
        for card, least in _needed(faction, squad.block.code):
            number = heads(it for it in squad.recruits if it.card and it.card.id == card.id)
            if number < least:
                said = f"A {squad.block.code} unit has at least {least} {card.name}; this one has {_most(number)}."
                yield Violation("blitz.5.2", squad.block.line, said, f"Add '{card.name}: CGL', or choose another code.")


@heeds("blitz.18.3", "blitz.5.5-elite")
def _works_faults(squad: Squad, group: CombatGroup) -> Iterator[Violation]:
    """Generic support is the support unit of a GP, FS or IN unit; of colonists any one unit of the force."""
    works = [recruit for recruit in squad.recruits if recruit.is_type("Fortification")]
    if not works:
        return
    line, force = works[0].line, squad.force
    if squad.is_primary or heads(works) < heads(squad.recruits):
        fix = "Put it under a line 'support Any' of its own."
        yield Violation("blitz.18.3", line, f"{works[0].name}: generic support is a support unit by itself.", fix)
    leading = group.primary.block.code if group.primary else ""
    if force.faction in COLONISTS:
        others = [it for it in force.squads if it.is_works]
        if others[0] is not squad:
            said = f"A force of {force.faction} has one unit of generic support; it has {len(others)}."
            yield Violation("blitz.18.3", line, said, "Keep one of them.")
    elif leading not in SHELTERED:
        said = (
            f"Generic support follows a {', '.join(SHELTERED[:-1])} or {SHELTERED[-1]} unit, not {leading or 'none'}."
        )
        yield Violation("blitz.18.3", line, said, "Move it to such a group.")
    if force.is_elite:
        said = "An elite force has no support but from the air."
        yield Violation("blitz.5.5-elite", line, said, f"Take {works[0].name} out, or 'elite' off the force.")


def _model_faults(recruit: Recruit) -> Iterator[Violation]:
    card, line, squad = recruit.card, recruit.line, recruit.squad
    if card is None:
        drone = read_purchase(recruit.name)
        if drone and drone.upgrade.list == DRONE:
            fix = f"Write it behind the model that controls it: 'Model: {drone.upgrade.name}'."
            yield Violation("blitz.A.2.2-drones", line, f"A {drone.upgrade.name} is bought for another model.", fix)
            return
        owners = [squad.force.faction] if squad.force.faction else []
        fix = model_hint(recruit.name, lambda name: find_model(name, owners), model_names(squad.force.faction))
        yield Violation("blitz.5.0", line, f"No model is called '{recruit.name[:60]}'.", fix)
        return
    for each in recruit.cards:
        yield from _availability_faults(recruit, card, each)


@heeds("blitz.5.1", "blitz.5.2", "blitz.5.3")
def _availability_faults(recruit: Recruit, card: ModelCard, line_of: ModelCard) -> Iterator[Violation]:
    """A model's line says in which units it serves, and whether as a commander or in support only."""
    squad, line, code = recruit.squad, recruit.line, recruit.squad.block.code
    limit = recruit.limit(line_of)
    if limit is None and (line_of is card or line_of.ua) and code in codes():
        if line_of is not card or not _is_granted(recruit):
            served = ", ".join(line_of.ua) or "no unit by itself"
            yield Violation(
                "blitz.5.1", line, f"{line_of.name} does not serve in {code} units.", f"It serves in {served}."
            )
        return
    if limit is None:
        return
    if limit.commander and not recruit.is_commander and not recruit.buys("duelist"):
        where = "Give it a rank (CGL, CO, XO, 2iC)" if squad.is_primary else "Move it to a primary unit with a rank"
        said = f"{line_of.name} serves in {code} units as a commander only."
        yield Violation("blitz.5.2", line, said, f"{where}, or take another model.")
    if limit.support and squad.is_primary and not recruit.is_type("Fortification"):
        said = f"{line_of.name} serves in support units only."
        yield Violation("blitz.5.2", line, said, "Move it to a support unit.")


@heeds("blitz.5.3")
def _is_granted(recruit: Recruit) -> bool:
    """An upgrade variant that is no command model may give a unit its model does not serve in."""
    served = (recruit.limit(variant) for variant in recruit.variants if variant.ua)
    return any(limit is not None and not limit.commander for limit in served)
