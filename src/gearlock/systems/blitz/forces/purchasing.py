"""5.2, 5.4 and A.2.2 to A.2.4: what units may be, who leads, and who may buy what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from gearlock.kernel.force import Violation
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.drawing_lots import Bounds
from gearlock.muster.headers import model_hint
from gearlock.muster.lines import buyers, heads
from gearlock.muster.suggest import Suggestions
from gearlock.systems.blitz.forces.enlisting import (
    PRIMARY,
    SUPPORT,
    CombatGroup,
    Force,
    Recruit,
    Squad,
    find_model,
    has_family_ties,
    is_extra_police,
    model_names,
)
from gearlock.systems.blitz.forces.lists import (
    ANY,
    COLONISTS,
    DRONE,
    DUELIST,
    GENERIC,
    LEAGUELESS,
    RANKS,
    SPECIAL,
    TALONS,
    UNIT,
    VARIANT,
    VETERAN,
    Limit,
    Purchase,
    codes,
    has_trait,
    is_swarm,
    limits,
    rating,
    read_purchase,
    upgrade,
    upgrade_list,
)
from gearlock.systems.blitz.models import ModelCard, model_cards

# --- 5.1, 5.2, 5.4: what units may be: their codes, sizes and limits, and the lists their models come from

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


# --- 5.2, 5.5: veteran units. A force has one, or is elite as a whole


def _is_marked(recruit: Recruit) -> bool:
    """Whether its availability here is marked Vet."""
    limit = recruit.limit(recruit.card) if recruit.card else None
    return limit is not None and limit.veteran


def _is_listed(recruit: Recruit) -> bool:
    """Whether its line has the trait."""
    return recruit.card is not None and has_trait(recruit.card, "Vet")


@heeds("blitz.force.nucoal.fn")
def _test_pilots(squad: Squad) -> list[Recruit]:
    """Fort Neil: one model of each unit buys Vet without making a veteran unit of it."""
    pilots = buyers(squad.recruits, "vet") if squad.force.list_code == "FN" else []
    marked = any(it.id == "vet" for it in squad.bought)
    return pilots if not marked and heads(pilots) == 1 else []


@heeds("blitz.5.2", "blitz.trait.vet")
def is_veteran(squad: Squad) -> bool:
    """Whether a unit takes the force's place for veterans: by a model that buys or has Vet, or by a limit of Vet."""
    pilots = _test_pilots(squad)
    bound = (it for it in squad.recruits if not is_free_veteran(it) and it not in pilots)
    return any(it.buys("vet") or _is_listed(it) or _is_marked(it) for it in bound)


@rule("blitz.5.5")
@heeds("blitz.force.south.mk", "blitz.force.black-talon")
def veteran_faults(force: Force) -> Iterator[Violation]:
    """One veteran unit. A group of Black Talons is the one; the police of the Mekong Dominion come on top."""
    for squad in force.squads:
        yield from _support_faults(squad)
        yield from _conscript_faults(squad)
    if force.is_elite:
        return
    units = [squad for squad in force.squads if is_veteran(squad) and not is_extra_police(squad)]
    talons = [squad for squad in units if squad.origins == {TALONS}]
    counted = [*talons[:1], *(squad for squad in units if squad not in talons)]
    for squad in counted[1:]:
        cause = next((it for it in squad.recruits if _is_listed(it) or _is_marked(it)), None)
        why = f" ({cause.name} serves in veteran units only)" if cause else ""
        said = f"The force has {len(counted)} veteran units; it may have one{why}."
        fix = "Choose other models or take Vet off, or make the whole force elite with a line 'elite yes'."
        yield Violation("blitz.5.5", cause.line if cause else squad.block.line, said, fix)


@heeds("blitz.5.5", "blitz.A.2.2-vet", "blitz.force.north.ng")
def _support_faults(squad: Squad) -> Iterator[Violation]:
    """Units that buy nothing generic buy no Vet; they are veteran only if all their models have it of their own."""
    if buys_generic(squad) or squad.force.is_elite:
        return
    if any(it.id == "vet" for it in squad.bought):
        yield Violation("blitz.5.5", squad.block.line, "A support unit buys no Vet.", "Take 'veteran' off.")
        return
    pilots = _test_pilots(squad)
    for recruit in buyers(squad.recruits, "vet"):
        if recruit not in pilots:
            said = f"{recruit.name}: models of support units buy no Vet."
            yield Violation("blitz.5.5", recruit.line, said, "Take it off, or choose models that have Vet.")
    if any(_is_listed(it) or _is_marked(it) for it in squad.recruits):
        for recruit in squad.recruits:
            if recruit.card and not _is_listed(recruit) and recruit not in pilots:
                said = f"{recruit.name} has no Vet; a veteran support unit is veteran to a model."
                yield Violation("blitz.5.5", recruit.line, said, "Choose models with Vet, or none.")


@heeds("blitz.force.south.milicia")
def _conscript_faults(squad: Squad) -> Iterator[Violation]:
    for recruit in squad.recruits:
        if recruit.buys("conscript") and recruit.buys("vet"):
            said = f"{recruit.name}: conscripts are no veterans."
            yield Violation("blitz.force.south.milicia", recruit.line, said, "Take one of the two off.")


# --- A.2.2 to A.2.4: who may buy what: veterans, drones, grenades, duelists

MOST_WITH_DRONES = 2
MOST_ANTI_AIR = 2
MONKS = ("GP", "SK", "FS")
HEAVY = {"hhg": "heavy hand grenades", "hse": "heavy shaped explosives"}


def purchase_faults(recruit: Recruit) -> Iterator[Violation]:
    """Everything that is wrong with what one line of models buys."""
    line = recruit.line
    for text in recruit.unknown:
        yield Violation("blitz.A.2.2-vet", line, f"There is no upgrade '{text[:60]}'.", upgrade_list().hint(text))
    if recruit.card is None:
        return
    yield from _repeated(recruit)
    yield from _drone_faults(recruit)
    for purchase in recruit.purchases:
        yield from _list_faults(purchase, recruit)
    for purchase, fault in recruit.fitted[1]:
        yield Violation(purchase.upgrade.rule, line, f"{purchase.title}: {fault.message}.", fault.fix)


@heeds("blitz.A.2.3")
def _repeated(recruit: Recruit) -> Iterator[Violation]:
    """Each upgrade once. Drones are counted on their own."""
    times = Counter[str]()
    for purchase in recruit.purchases:
        times[purchase.id] += purchase.times
    for purchase in {bought.id: bought for bought in recruit.purchases}.values():
        if purchase.upgrade.list != DRONE and times[purchase.id] > 1:
            said = f"{recruit.name} buys {purchase.upgrade.name} {times[purchase.id]} times; once is all it may."
            yield Violation(purchase.upgrade.rule, recruit.line, said, "Leave one.")


@rule("blitz.A.2.2-drones", "blitz.trait.dronebay")
@heeds("blitz.force.utopia-special")
def _drone_faults(recruit: Recruit) -> Iterator[Violation]:
    """One drone to a model of a primary unit; a Drone Bay has room for as many as its rating, in support too."""
    bay = rating(recruit.card, "Drone Bay") if recruit.card else 0
    number, line = len(recruit.drones), recruit.line
    if number > max(1, bay):
        said = f"{recruit.name} has {number} drones; it may have {max(1, bay)}."
        yield Violation("blitz.A.2.2-drones", line, said, f"Take {number - max(1, bay)} less.")
    if number and not bay and not buys_generic(recruit.squad):
        said = f"{recruit.name}: models of support units buy no drones without a Drone Bay."
        yield Violation("blitz.A.2.2-drones", line, said, "Move it to the primary unit, or take the drone off.")
    if number and recruit.card and is_swarm(recruit.card) and recruit.card.actions == 1:
        said = f"{recruit.name}: N-KIDU with one action have no drones."
        yield Violation("blitz.force.utopia-special", line, said, "Take the drone off.")


@heeds("blitz.force.north.ng", "blitz.A.2.4")
def buys_generic(squad: Squad) -> bool:
    """Primary units, the support units of the Northern Guard, and duelists; no works."""
    return not squad.is_works and (squad.is_primary or squad.force.list_code == "NG" or squad.is_duel)


@rule("blitz.force.nucoal.kada")
def is_duelist(recruit: Recruit) -> bool:
    """Who may use the options of duelists: every commander of Khayr Ad-Din among them."""
    return recruit.buys("duelist") or (recruit.squad.force.list_code == "KADA" and recruit.is_commander)


@rule("blitz.A.2.3")
@heeds("blitz.A.2.4", "blitz.force.north.umf", "blitz.A.2.2-aa")
def _list_faults(purchase: Purchase, recruit: Recruit) -> Iterator[Violation]:
    """Generic upgrades are for primary units, veteran upgrades for models with Vet, others for whom they name."""
    upgrade, line, kind = purchase.upgrade, recruit.line, purchase.upgrade.list
    if kind == VETERAN and not recruit.has("Vet") and not (_is_gifted(recruit) and _only_veteran(recruit)):
        fix = "Make its unit veteran ('primary GP: veteran'), or leave it out."
        yield Violation(upgrade.rule, line, f"{upgrade.name} is for models with Vet; {recruit.name} has it not.", fix)
    if kind == DUELIST and not is_duelist(recruit):
        said = f"{upgrade.name} is for duelists; {recruit.name} is none."
        yield Violation(upgrade.rule, line, said, "Add ': Duelist' in a support unit of its own, or leave it out.")
    if kind == UNIT:
        fix = f"Write '{recruit.squad.kind} {recruit.squad.block.code}: {upgrade.name}'."
        yield Violation(upgrade.rule, line, f"{upgrade.name} is bought for a whole unit.", fix)
    if kind == GENERIC and upgrade.id != "vet" and not buys_generic(recruit.squad):
        said = f"{upgrade.name}: support units buy no generic upgrades."
        yield Violation("blitz.5.4", line, said, "Move it to the primary unit, or leave it out.")
    if kind == SPECIAL:
        yield from _special_faults(purchase, recruit)
    if kind == VARIANT and upgrade.id.endswith("utopia-apes") and not _are_apes(recruit):
        said = f"{upgrade.name} is for golems in a support unit of a Utopian force."
        yield Violation("blitz.force.eden", line, said, "Leave it out.")


def _are_apes(recruit: Recruit) -> bool:
    return recruit.squad.force.faction == "Utopia" and not recruit.squad.is_primary


def _is_gifted(recruit: Recruit) -> bool:
    return recruit.squad.force.list_code == "UMF" and recruit.rank == "co"


def _only_veteran(recruit: Recruit) -> bool:
    return sum(it.upgrade.list == VETERAN for it in recruit.purchases) == 1


def _special_faults(purchase: Purchase, recruit: Recruit) -> Iterator[Violation]:
    upgrade, force = purchase.upgrade, recruit.squad.force
    sold = force.list_code in upgrade.sold or (
        TALONS in upgrade.sold and recruit.card and recruit.card.faction == TALONS
    )
    if not sold:
        said = f"{upgrade.name} is for {' and '.join(upgrade.sold)} alone."
        yield Violation(upgrade.rule, recruit.line, said, f"Add 'list {upgrade.sold[0]}' on top, or leave it out.")
    elif upgrade.buyer == "commander" and not recruit.is_commander:
        said = f"{upgrade.name} is for commanders; {recruit.name} is none."
        yield Violation(upgrade.rule, recruit.line, said, "Give it to a commander.")


@heeds("blitz.A.2.2-grenades", "blitz.A.2.2-explosives", "blitz.A.2.2-aa", "blitz.A.2.2-drones")
def unit_purchase_faults(squad: Squad) -> Iterator[Violation]:
    """What a whole unit buys, and what only two models of a unit may have."""
    line = squad.block.line
    for text in squad.block.upgrades:
        bought = read_purchase(text)
        if bought is None or (bought.upgrade.list != UNIT and bought.id != "vet"):
            fix = "Write it behind a model; a unit buys grenades, explosives, or 'veteran'."
            yield Violation("blitz.A.2.2-grenades", line, f"'{text[:60]}' is nothing a whole unit buys.", fix)
    for purchase in squad.purchases:
        yield from _unit_upgrade_faults(purchase, squad)
    for kind in ("hg", "se"):
        sizes = [it.upgrade.name for it in squad.purchases if it.id[1:] == kind]
        if len(sizes) > 1:
            yield Violation("blitz.A.2.2-grenades", line, f"{' and '.join(sizes)}: one size to a unit.", "Keep one.")
    crews = [it for it in squad.recruits if it.drones and it.card and not rating(it.card, "Drone Bay")]
    guns = buyers(squad.recruits, "aa")
    for lines, most, what in ((crews, MOST_WITH_DRONES, "drones"), (guns, MOST_ANTI_AIR, "AA")):
        if heads(lines) > most:
            said = f"The {squad.title} has {heads(lines)} models with {what}; it may have {most}."
            rule_id = "blitz.A.2.2-drones" if what == "drones" else "blitz.A.2.2-aa"
            yield Violation(rule_id, lines[-1].line, said, f"Take it off {heads(lines) - most}.")


def _unit_upgrade_faults(purchase: Purchase, squad: Squad) -> Iterator[Violation]:
    upgrade, line, force = purchase.upgrade, squad.block.line, squad.force
    if upgrade.sold and force.list_code not in upgrade.sold:
        fix = f"Add 'list {upgrade.sold[0]}' on top, or leave it out."
        yield Violation(upgrade.rule, line, f"{upgrade.name} is for {' and '.join(upgrade.sold)} alone.", fix)
    if upgrade.id == "warrior-monks" and squad.block.code not in MONKS:
        said = f"{upgrade.name}: a {squad.block.code} unit has none."
        yield Violation(upgrade.rule, line, said, f"Choose a unit of {', '.join(MONKS)}.")
    if not upgrade.sold and squad.recruits and not buys_generic(squad):
        said = f"{upgrade.name}: support units buy no generic upgrades."
        yield Violation("blitz.5.4", line, said, "Take it off, or buy it for the primary unit.")
    if not upgrade.sold and squad.recruits and not any(recruit.has("Arms") for recruit in squad.recruits):
        said = f"{upgrade.name}: no model of the {squad.title} has Arms."
        yield Violation(upgrade.rule, line, said, "Leave it out.")


@heeds("blitz.A.2.2-grenades", "blitz.A.2.2-explosives")
def heavy_faults(force: Force) -> Iterator[Violation]:
    """One unit of a force throws the heavy kind."""
    for id, name in HEAVY.items():
        squads = [squad for squad in force.squads if any(it.id == id for it in squad.purchases)]
        for squad in squads[1:]:
            said = f"{len(squads)} units have {name}; one unit of a force may."
            rule_id = "blitz.A.2.2-grenades" if id == "hhg" else "blitz.A.2.2-explosives"
            yield Violation(rule_id, squad.block.line, said, "Choose a lighter kind.")


@rule("blitz.A.2.4")
@heeds("blitz.force.nucoal.kada", "blitz.trait.duelist")
def duelist_faults(force: Force) -> Iterator[Violation]:
    """At most one duelist: a Gear, alone in a support unit, no command model, with a shield or a linked weapon."""
    found = [(squad, recruit) for squad in force.squads for recruit in buyers(squad.recruits, "duelist")]
    number, champions = heads(recruit for _, recruit in found), force.list_code == "KADA"
    if number > 1 and not champions:
        said = f"The force has {number} duelists; it may have one."
        yield Violation("blitz.A.2.4", found[-1][1].line, said, "Take Duelist off the others.")
    striders = [recruit for _, recruit in found if recruit.is_type("Strider")]
    for squad, recruit in found:
        line = recruit.line
        if recruit.card and not recruit.is_type("Gear") and not (champions and striders[:1] == [recruit]):
            yield Violation("blitz.A.2.4", line, f"{recruit.name} is no Gear; duelists are.", "Choose a Gear.")
        if squad.is_primary:
            fix = "Put it under a line 'support' with a code of its own."
            yield Violation("blitz.A.2.4", line, "A duelist serves in a support unit.", fix)
        elif (crowd := heads(squad.recruits)) > 1:
            said = f"A duelist is alone in its unit; this one has {crowd} models."
            yield Violation("blitz.A.2.4", line, said, "Move the others to another unit.")
        for card in recruit.cards:
            if (limit := recruit.limit(card)) and limit.commander:
                fix = "Choose another Gear." if card is recruit.card else f"Take {card.name} off it."
                said = f"{card.name} is for commanders, and a duelist may not be one."
                yield Violation("blitz.A.2.4", line, said, fix)
    for recruit in force.recruits():
        if recruit.buys("shield") and recruit.buys("linked"):
            fix = "Keep one of the two."
            yield Violation("blitz.A.2.4", recruit.line, "A duelist has a shield or a linked weapon, not both.", fix)


def is_free_veteran(recruit: Recruit) -> bool:
    """Whose Vet makes no veteran unit: duelists, and commanders with family ties."""
    ties = has_family_ties(recruit.squad.force) and recruit.is_commander and recruit.buys("vet")
    return recruit.buys("duelist") or ties


# --- 5.4, 15.0, A.2.2: who leads: a leader in each primary unit, one of them the Commanding Officer

LEADERS = ("co", "cgl")


@rule("blitz.15.0-large")
@heeds("blitz.5.4", "blitz.A.2.0", "blitz.A.2.2-xo")
def officer_faults(force: Force) -> Iterator[Violation]:
    """Exactly one Commanding Officer, who leads all of a large game as well; at most one Executive Officer."""
    first = next((squad.block.line for squad in force.squads if squad.is_primary), 0)
    chiefs, officers = buyers(force.recruits(), "co"), buyers(force.recruits(), "xo")
    if not chiefs and first:
        fix = "Write ': CO' instead of ': CGL' behind one of the leaders; it costs nothing."
        yield Violation("blitz.A.2.0", first, "The force has no Commanding Officer.", fix)
    if heads(chiefs) > 1:
        said = f"The force has {heads(chiefs)} Commanding Officers; it has one."
        yield Violation("blitz.A.2.0", chiefs[-1].line, said, "Make the others CGL.")
    if heads(officers) > 1:
        said = f"The force has {heads(officers)} Executive Officers; it may have one."
        yield Violation("blitz.A.2.2-xo", officers[-1].line, said, "Take XO off the others.")


@rule("blitz.A.2.2-xo")
@heeds("blitz.5.4")
def commander_faults(squad: Squad, group: str) -> Iterator[Violation]:
    """One leader to each primary unit, at most one Second in Command, no commander in support."""
    leaders, seconds = buyers(squad.recruits, *LEADERS), buyers(squad.recruits, "2ic")
    whose = f"The {squad.title} of {group}"
    if squad.is_primary and not leaders and squad.recruits:
        fix = f"Write ': CGL' behind one model, as in '{_candidate(squad)}: CGL'."
        yield Violation("blitz.5.4", squad.block.line, f"{whose} has no leader.", fix)
    if heads(leaders) > 1:
        fix = "Leave CGL to one model; a line such as '2x' makes two of them."
        yield Violation("blitz.5.4", leaders[-1].line, f"{whose} has {heads(leaders)} leaders; it has one.", fix)
    if heads(seconds) > 1:
        said = f"{whose} has {heads(seconds)} Seconds in Command; it may have one."
        yield Violation("blitz.A.2.2-xo", seconds[-1].line, said, "Take 2iC off the others.")
    for recruit in buyers(squad.recruits, *RANKS):
        yield from _rank_faults(recruit, squad)


def _candidate(squad: Squad) -> str:
    fitting = (it for it in squad.recruits if it.card and not it.has("Medic"))
    return next(fitting, squad.recruits[0]).name


@heeds("blitz.A.2.4", "blitz.18.7-medic")
def _rank_faults(recruit: Recruit, squad: Squad) -> Iterator[Violation]:
    """A rank is for one that has none, in a primary unit, and neither a medic nor a duelist."""
    line = recruit.line
    ranks = [rank for rank in RANKS if recruit.buys(rank)]
    names = " and ".join(upgrade(rank).name for rank in ranks)
    if recruit.has("Medic"):
        said = f"{recruit.name} is a medic and may not command."
        yield Violation("blitz.18.7-medic", line, said, f"Take {names} off it.")
    if recruit.buys("duelist"):
        yield Violation("blitz.A.2.4", line, "A duelist may not be a commander.", f"Take {names} off it.")
    elif not squad.is_primary:
        said = f"{names}: support units have no commanders."
        yield Violation("blitz.5.4", line, said, "Move it to the primary unit.")
    if len({"cgl" if rank == "co" else rank for rank in ranks}) > 1:
        later = upgrade(ranks[-1])
        yield Violation(later.rule, line, f"{names}: one model holds one rank.", f"Give {later.name} to another model.")
