"""3.5: detailed damage: the Systems Damage Table and its subtables."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.tactical.damage.amounts import Blow, base_armor, striker_seat, weapon_of
from gearlock.systems.tactical.damage.condition import (
    ACCURACY,
    AUX,
    COMPARTMENT,
    FIRE_CONTROL,
    FRAME,
    GONE,
    LOST,
    MANEUVER,
    MINUS,
    POWER,
    RUPTURED,
    TURRET_RING,
    WRECKED,
    aux_systems,
    crew_left,
    is_aux_gone,
    is_immobile,
    is_weapon_gone,
    modes_left,
    perk,
    top_now,
    weapons_left,
)
from gearlock.systems.tactical.damage.condition import MP_CONDITION as MP
from gearlock.systems.tactical.damage.damage import (
    ArmorLost,
    CrewFell,
    CrewStunned,
    HarmSystem,
    PerkUsedUp,
    ShieldWeapons,
    SystemHarmed,
    SystemSpared,
    lose,
    riders,
)
from gearlock.systems.tactical.datacards import MODE_WORDS
from gearlock.systems.tactical.dice_tests import throw_dice, throw_die
from gearlock.systems.tactical.infantry import LOCATIONS, Felled, cross_out
from gearlock.systems.tactical.infantry_cards import standing
from gearlock.systems.tactical.line_of_sight.seeing import BACKUP, SENSORS, aux_loss, has_backup
from gearlock.systems.tactical.state import HEAVY, IN_PLAY, LIGHT, State, Unit
from gearlock.systems.tactical.weapons import HAYWIRE

# --- 3.5.1: who chooses where several components could be harmed: odd the defender, even the attacker

WHICH, SHIELD = "harmed system", "shield weapons"
"""The questions: which of several systems, and whether the shields take it."""
WHO = "who chooses"


@rule("tactical.3.5.1")
def chooser(die: int, defender: str, attacker: str) -> str:
    """The seat that chooses: odd the defender's, even the attacker's."""
    return defender if die % 2 else attacker


@heeds("tactical.3.5.1")
def resolve_which(
    ctx: Ctx[State], unit_id: str, blow: Blow, systems: list[str], rule_id: str, count: int = 1
) -> Script[list[str]]:
    """Which systems are harmed: as many as are struck. A die is thrown only where there is something to choose."""
    if len(systems) <= count:
        return systems
    die = yield from throw_die(ctx, WHO, unit_id, "tactical.3.5.1")
    left, chosen = list(systems), []
    for _ in range(count):
        unit = ctx.state.units[unit_id]
        seat = chooser(die, unit.seat, striker_seat(ctx.state, blow, unit_id))
        prompt = f"Which system of {unit.name} is struck?"
        order = yield from ask(Ask(seat, WHICH, unit_id, tuple(left), rule_id, prompt))
        assert isinstance(order, HarmSystem)
        chosen.append(order.system)
        left.remove(order.system)
    return chosen


def refuse_harm(_state: State, asked: Ask, order: HarmSystem) -> Refusal | None:
    """One of the systems that could be struck, of the unit that is."""
    if order.unit == asked.unit and order.system in asked.about:
        return None
    words = f"One of these is struck: {', '.join(asked.about)}."
    return Refusal("system", asked.rule, words, {"system": order.system})


def system_name(unit: Unit, system: str) -> str:
    """A system as a player calls it: a weapon, a movement system, an auxiliary system."""
    mount = unit.mount(system)
    if mount is not None:
        return mount.weapon.name if mount.id == mount.weapon.id else f"{mount.weapon.name} ({mount.id})"
    return MODE_WORDS[system] if system in unit.card.modes else system[:1].upper() + system[1:]


def offer_harm(state: State, asked: Ask) -> Iterator[Option]:
    """Every system that could be struck."""
    unit = state.units[asked.unit]
    for system in asked.about:
        yield Pick(system_name(unit, system), HarmSystem(unit.id, system), asked.rule)


def refuse_shield(_state: State, asked: Ask, order: ShieldWeapons) -> Refusal | None:
    """The unit that is struck."""
    if order.unit == asked.unit:
        return None
    return Refusal("unit", asked.rule, "The shields of another vehicle cannot take this hit.", {"unit": order.unit})


def offer_shield(_state: State, asked: Ask) -> Iterator[Option]:
    """Use the shields up, or take the hit."""
    yield Pick("Let the shields take it; they are lost", ShieldWeapons(asked.unit), asked.rule)
    yield decline("Take the hit", asked.rule)


# --- 3.5.1: auxiliary systems that are hit: as many as a die says, by odd and even


def aux_in_reach(unit: Unit, level: str) -> list[str]:
    """The auxiliary systems that a level of damage can harm: what is left of them, and a turret only from Heavy on."""
    left = [system for system in aux_systems(unit) if not is_aux_gone(unit, system)]
    return [system for system in left if level != LIGHT or system != TURRET_RING]


@heeds("tactical.3.5.1-auxiliary", "tactical.3.5.1-light-table", "tactical.3.5.1-heavy-table")
def resolve_auxiliary_hit(ctx: Ctx[State], unit_id: str, level: str, blow: Blow) -> Script[None]:
    """Light takes 1 off as many systems as the die says, Heavy destroys as many; exposed ones all go."""
    if not aux_in_reach(ctx.state.units[unit_id], level):
        ctx.emit(SystemSpared(unit_id, "no auxiliary system is left to be hit", "tactical.3.5.1-auxiliary"))
        return
    seat = striker_seat(ctx.state, blow, unit_id)
    (face,) = yield from throw_dice(ctx, "auxiliary systems", 1, seat, unit_id, "tactical.3.5.1-auxiliary")
    systems = aux_in_reach(ctx.state.units[unit_id], level)
    count = len(systems) if level == RUINED else face
    for system in (yield from resolve_which(ctx, unit_id, blow, systems, "tactical.3.5.1-auxiliary", count)):
        harm_aux(ctx, unit_id, system, level)


@heeds("tactical.7.2-backup-sensors", "tactical.3.5.1-auxiliary")
def harm_aux(ctx: Ctx[State], unit_id: str, system: str, level: str) -> None:
    """1 off a system, or all of it; backup sensors take what would harm the Sensors, once."""
    unit = ctx.state.units[unit_id]
    if system == SENSORS and has_backup(unit):
        ctx.emit(PerkUsedUp(unit_id, BACKUP, "tactical.7.2-backup-sensors"))
        return
    left = WRECKED - aux_loss(unit, system)
    points = 1 if level == LIGHT else left
    gone = "destroyed" if points == left else "1 less"
    ctx.emit(
        SystemHarmed(unit_id, AUX + system, points, f"{system_name(unit, system)} {gone}", "tactical.3.5.1-auxiliary")
    )


# --- 3.5.1: movement systems that are hit: MP off one of them, Maneuver off the whole vehicle

RUGGED = "Rugged Movement Systems"


@heeds("tactical.3.5.1-movement", "tactical.3.5.1")
def resolve_mode(ctx: Ctx[State], unit_id: str, blow: Blow) -> Script[str]:
    """The movement system that is struck: the one in use, or by odd and even another; empty if none is left."""
    unit = ctx.state.units[unit_id]
    left = modes_left(unit)
    if unit.mode in left:
        return unit.mode
    found = yield from resolve_which(ctx, unit_id, blow, left, "tactical.3.5.1-movement")
    return found[0] if found else ""


@heeds("tactical.3.5.1-movement", "tactical.3.5.1-light-table", "tactical.3.5.1-subtable-b")
def lose_mp(ctx: Ctx[State], unit_id: str, mode: str, rule_id: str = "tactical.3.5.1-movement") -> None:
    """One MP off the Top Speed of a movement system; the fifth time it stops working."""
    ctx.emit(SystemHarmed(unit_id, MINUS + mode, 1, "", rule_id))
    ctx.emit(SystemHarmed(unit_id, MP + mode, 1, f"1 MP less in {MODE_WORDS[mode]} movement", rule_id))


@heeds("tactical.3.5.1-movement", "tactical.3.5.1-heavy-table", "tactical.3.5.1-subtable-b")
def halve_mp(ctx: Ctx[State], unit_id: str, mode: str, rule_id: str = "tactical.3.5.1-movement") -> None:
    """Half of the MP that are left remain, rounded down."""
    top = top_now(ctx.state.units[unit_id], mode)
    words = f"half the MP in {MODE_WORDS[mode]} movement, {top // 2} left at Top Speed"
    ctx.emit(SystemHarmed(unit_id, MP + mode, top - top // 2, words, rule_id))


def lose_maneuver(ctx: Ctx[State], unit_id: str, points: int, rule_id: str) -> None:
    """Points off the Maneuver of the vehicle."""
    ctx.emit(SystemHarmed(unit_id, MANEUVER, points, f"{points} less Maneuver", rule_id))


@rule("tactical.7.2-rugged-movement")
@heeds("tactical.3.5.1-light-table", "tactical.3.5.1-heavy-table", "tactical.5-gun-turret")
def resolve_movement_hit(ctx: Ctx[State], unit_id: str, level: str, blow: Blow) -> Script[None]:
    """Light 1 MP; Heavy half of what is left and 2 Maneuver; exposed worse. Rugged systems ignore the first hit."""
    unit = ctx.state.units[unit_id]
    if not modes_left(unit):
        ctx.emit(SystemSpared(unit_id, "no movement system is left to be hit", "tactical.3.5.1-movement"))
        return
    if perk(unit, RUGGED):
        ctx.emit(PerkUsedUp(unit_id, RUGGED, "tactical.7.2-rugged-movement"))
        return
    mode = yield from resolve_mode(ctx, unit_id, blow)
    if level == LIGHT:
        lose_mp(ctx, unit_id, mode, "tactical.3.5.1-light-table")
    elif level == RUINED:
        words = f"{MODE_WORDS[mode]} movement destroyed"
        ctx.emit(SystemHarmed(unit_id, GONE + mode, 1, words, "tactical.7.2-exposed-auxiliary"))
    else:
        halve_mp(ctx, unit_id, mode, "tactical.3.5.1-heavy-table")
        lose_maneuver(ctx, unit_id, 2, "tactical.3.5.1-heavy-table")


# --- 3.5.1, Subtable B: structural damage: MP, Maneuver, power, the crew compartment, the whole frame

REINFORCED_STRUCTURE = "Reinforced Structure"


@rule("tactical.3.5.1-subtable-b")
@heeds("tactical.3.5.1-structure", "tactical.7.2-card-only-perks")
def resolve_structure_hit(ctx: Ctx[State], unit_id: str, level: str, blow: Blow) -> Script[None]:
    """Roll on the table; a reinforced structure ignores the first hit."""
    if perk(ctx.state.units[unit_id], REINFORCED_STRUCTURE):
        ctx.emit(PerkUsedUp(unit_id, REINFORCED_STRUCTURE, "tactical.7.2-card-only-perks"))
        return
    seat = striker_seat(ctx.state, blow, unit_id)
    (face,) = yield from throw_dice(ctx, "Subtable B, structure", 1, seat, unit_id, "tactical.3.5.1-subtable-b")
    row = structure_row(ctx.state.units[unit_id], level, face)
    if row <= 2:
        yield from resolve_mp_row(ctx, unit_id, row, blow)
    elif row <= 4:
        lose_maneuver(ctx, unit_id, row - 2, "tactical.3.5.1-subtable-b")
    elif row == 5:
        cut_power(ctx, unit_id)
    elif row == 6:
        crush_crew(ctx, unit_id)
    else:
        ctx.emit(SystemHarmed(unit_id, FRAME, 1, "", "tactical.3.5.1-subtable-b"))
        lose(
            ctx,
            unit_id,
            blow._replace(cause="its structure fails"),
            crew_safe=True,
            rule_id="tactical.3.5.1-subtable-b",
        )


@rule("tactical.3.5.1-structure")
def resolve_mp_row(ctx: Ctx[State], unit_id: str, row: int, blow: Blow) -> Script[None]:
    """MP off one movement type: one, or half of what is left."""
    if not modes_left(ctx.state.units[unit_id]):
        ctx.emit(SystemSpared(unit_id, "no movement system is left to be hit", "tactical.3.5.1-subtable-b"))
        return
    mode = yield from resolve_mode(ctx, unit_id, blow)
    if row == 1:
        lose_mp(ctx, unit_id, mode, "tactical.3.5.1-subtable-b")
    else:
        halve_mp(ctx, unit_id, mode, "tactical.3.5.1-subtable-b")


@heeds("tactical.3.5.1-structure")
def cut_power(ctx: Ctx[State], unit_id: str) -> None:
    """The power transfer fails: nothing moves any more, weapons still fire."""
    if is_immobile(ctx.state.units[unit_id]):
        ctx.emit(SystemSpared(unit_id, "it cannot move anyway", "tactical.3.5.1-subtable-b"))
    else:
        ctx.emit(
            SystemHarmed(unit_id, POWER, 1, "the power transfer fails, no more movement", "tactical.3.5.1-subtable-b")
        )


def crush_crew(ctx: Ctx[State], unit_id: str) -> None:
    """The compartment, if anybody is in it."""
    if crew_left(ctx.state.units[unit_id]):
        crush(ctx, unit_id)
    else:
        ctx.emit(SystemSpared(unit_id, "nobody of the crew is left", "tactical.3.5.1-subtable-b"))


# --- 3.5.1: crews and passengers that are hit: stunned, or so many of them out of the fight

REINFORCED_CREW, REINFORCED_PASSENGERS = "Reinforced Crew Compartment", "Reinforced Passenger Compartment"
TENTH, THREE_QUARTERS = 10, 75
TO_PASSENGERS = 4
"""From this die on a hit is the passengers'."""


@heeds("tactical.3.5.1-heavy-table", "tactical.3.5.1-subtable-b")
def casualties_of(people: int, percent: int) -> int:
    """So many in a hundred, rounded up: at least one of whoever is there."""
    return (people * percent + 99) // 100


@rule("tactical.3.5.1-crew")
@heeds("tactical.3.5.1-light-table", "tactical.2.6.3")
def stun(ctx: Ctx[State], unit_id: str) -> None:
    """An Action less: one that is left this round, or one owed in the next."""
    ctx.emit(CrewStunned(unit_id, ctx.state.units[unit_id].actions < 1))


def fell(ctx: Ctx[State], unit_id: str, percent: int) -> None:
    """Casualties among a crew."""
    left = crew_left(ctx.state.units[unit_id])
    lost = casualties_of(left, percent)
    if lost:
        ctx.emit(CrewFell(unit_id, lost, left - lost))


@rule("tactical.7.2-reinforced-crew")
@heeds("tactical.3.5.1-crew", "tactical.3.5.1-light-table", "tactical.3.5.1-heavy-table", "tactical.7.2-passengers")
def resolve_crew_hit(ctx: Ctx[State], unit_id: str, level: str, _blow: Blow) -> Script[None]:
    """Light stuns, Heavy takes one in ten, exposed all. A reinforced compartment ignores the first hit."""
    if (yield from resolve_who(ctx, unit_id)):
        yield from resolve_passengers_hit(ctx, unit_id, level)
        return
    unit = ctx.state.units[unit_id]
    if not crew_left(unit):
        ctx.emit(SystemSpared(unit_id, "nobody of the crew is left", "tactical.3.5.1-crew"))
    elif perk(unit, REINFORCED_CREW):
        ctx.emit(PerkUsedUp(unit_id, REINFORCED_CREW, "tactical.7.2-reinforced-crew"))
    elif level == LIGHT:
        stun(ctx, unit_id)
    else:
        fell(ctx, unit_id, 100 if level == RUINED else TENTH)


@rule("tactical.7.2-passengers")
@heeds("tactical.3.5.1-crew")
def resolve_who(ctx: Ctx[State], unit_id: str) -> Script[bool]:
    """Whether the passengers are hit and not the crew: a die where there are any, 1-3 the crew, 4-6 they."""
    if not riders(ctx.state, unit_id):
        return False
    die = yield from throw_die(ctx, "crew or passengers", unit_id, "tactical.3.5.1-crew")
    return die >= TO_PASSENGERS


@heeds("tactical.7.2-passengers", "tactical.7.2-card-only-perks", "tactical.3.5.1-crew")
def resolve_passengers_hit(ctx: Ctx[State], unit_id: str, level: str) -> Script[None]:
    """As a crew: each squad aboard owes an Action, or loses one man in ten, whom a die for the location finds."""
    unit = ctx.state.units[unit_id]
    if perk(unit, REINFORCED_PASSENGERS):
        ctx.emit(PerkUsedUp(unit_id, REINFORCED_PASSENGERS, "tactical.7.2-card-only-perks"))
        return
    for squad_id in [squad.id for squad in riders(ctx.state, unit_id)]:
        if level == LIGHT:
            stun(ctx, squad_id)
            continue
        die = yield from throw_die(ctx, "passengers hit", squad_id, "tactical.3.5.1-crew")
        squad = ctx.state.units[squad_id]
        lost = casualties_of(standing(squad), 100 if level == RUINED else TENTH)
        found = felled(squad.troopers, die, lost)
        cross_out(ctx, squad_id, sum(squad.troopers) - sum(found.troopers), found, "", "tactical.3.5.1-crew")


def felled(troopers: list[int], die: int, men: int) -> Felled:
    """Men who fall whatever they could take, from where the die says."""
    left = list(troopers)
    first, step = LOCATIONS[die]
    at = min(first, len(left)) - 1
    for _ in range(len(left)):
        if men and left[at]:
            left[at], men = 0, men - 1
        at = (at + step) % len(left)
    return Felled(tuple(left), 0)


@heeds("tactical.3.5.1-subtable-b", "tactical.3.5.1-structure")
def crush(ctx: Ctx[State], unit_id: str) -> None:
    """The crew compartment collapses: three in four of the crew, whatever reinforces it. How many is kept with it."""
    words = "the crew compartment collapses"
    lost = casualties_of(crew_left(ctx.state.units[unit_id]), THREE_QUARTERS)
    ctx.emit(SystemHarmed(unit_id, COMPARTMENT, max(1, lost), words, "tactical.3.5.1-subtable-b"))
    fell(ctx, unit_id, THREE_QUARTERS)


# --- 3.5.1, Subtable A: Fire Control damage: weapons knocked out of true or off, Fire Control, ammunition and fuel

SHIELDED, HAZARDOUS = "Shielded Weapons", "Hazardous Ammo/Fuel Storage"
ONE, TWO, ALL, DESTROY, BLIND, AGAIN = 1, 2, 3, 4, 5, 6
HAZARD, EXPLODES = 2, 4


@rule("tactical.3.5.1-subtable-a")
def resolve_fire_control_hit(ctx: Ctx[State], unit_id: str, level: str, blow: Blow) -> Script[None]:
    """Roll on the table, and twice more for each row that says so."""
    rolls = 1
    while rolls and ctx.state.units[unit_id].status in IN_PLAY:
        rolls -= 1
        seat = striker_seat(ctx.state, blow, unit_id)
        (face,) = yield from throw_dice(ctx, "Subtable A, Fire Control", 1, seat, unit_id, "tactical.3.5.1-subtable-a")
        row = fire_control_row(ctx.state.units[unit_id], level, face)
        if row == AGAIN:
            rolls += 2
        elif row > AGAIN:
            yield from resolve_ammunition(ctx, unit_id, blow)
        elif row == BLIND:
            lose_fire_control(ctx, unit_id)
        else:
            yield from resolve_weapons_hit(ctx, unit_id, row, blow)


def lose_fire_control(ctx: Ctx[State], unit_id: str) -> None:
    """Fire Control is gone: -5 to attacks."""
    if ctx.state.units[unit_id].harm.get(FIRE_CONTROL):
        ctx.emit(SystemSpared(unit_id, "Fire Control is destroyed already", "tactical.3.5.1-subtable-a"))
    else:
        ctx.emit(
            SystemHarmed(unit_id, FIRE_CONTROL, 1, "Fire Control destroyed, -5 to attacks", "tactical.3.5.1-subtable-a")
        )


@heeds("tactical.3.5.1-subtable-a", "tactical.3.5.1-fire-control", "tactical.3.5.1")
def resolve_weapons_hit(ctx: Ctx[State], unit_id: str, row: int, blow: Blow) -> Script[None]:
    """One weapon, by odd and even, or all of them; shields may take it."""
    left = weapons_left(ctx.state.units[unit_id])
    if not left:
        ctx.emit(SystemSpared(unit_id, "no weapon is left to be hit", "tactical.3.5.1-subtable-a"))
        return
    if (yield from resolve_shield(ctx, unit_id)):
        return
    if row == ALL:
        unit = ctx.state.units[unit_id]
        for id in [mount.id for mount in unit.card.weapons if not is_weapon_gone(unit, mount.id)]:
            spoil(ctx, unit_id, id, 1)
        return
    found = yield from resolve_which(ctx, unit_id, blow, left, "tactical.3.5.1-subtable-a")
    if row == DESTROY:
        name = system_name(ctx.state.units[unit_id], found[0])
        ctx.emit(SystemHarmed(unit_id, LOST + found[0], 1, f"{name} destroyed", "tactical.3.5.1-subtable-a"))
    else:
        spoil(ctx, unit_id, found[0], row)


@heeds("tactical.3.5.1-fire-control")
def spoil(ctx: Ctx[State], unit_id: str, mount_id: str, points: int) -> None:
    """Points off the Accuracy of a weapon: at -5 it is out of order, beyond that it is blown off."""
    unit = ctx.state.units[unit_id]
    total = unit.harm.get(ACCURACY + mount_id, 0) + points
    state = "" if total < 5 else ", out of order" if total == 5 else ", blown off"
    words = f"{points} less Accuracy of the {system_name(unit, mount_id)}{state}"
    ctx.emit(SystemHarmed(unit_id, ACCURACY + mount_id, points, words, "tactical.3.5.1-subtable-a"))


@rule("tactical.7.2-shielded-weapons")
def resolve_shield(ctx: Ctx[State], unit_id: str) -> Script[bool]:
    """Once, the owner may have the shields take what would harm weapons."""
    unit = ctx.state.units[unit_id]
    if not perk(unit, SHIELDED):
        return False
    rule_id = "tactical.7.2-shielded-weapons"
    prompt = f"The weapons of {unit.name} are hit. Shall their shields take it, and be lost?"
    order = yield from ask(Ask(unit.seat, SHIELD, unit_id, (), rule_id, prompt, True))
    if not isinstance(order, ShieldWeapons):
        return False
    ctx.emit(PerkUsedUp(unit_id, SHIELDED, rule_id))
    return True


@rule("tactical.7.2-hazardous-ammo")
@heeds("tactical.3.5.1-subtable-a")
def resolve_ammunition(ctx: Ctx[State], unit_id: str, blow: Blow) -> Script[None]:
    """A die, 2 more where they are stored badly: from 4 on everything explodes, below it all runs out."""
    seat = striker_seat(ctx.state, blow, unit_id)
    (face,) = yield from throw_dice(ctx, "ammunition and fuel", 1, seat, unit_id, "tactical.3.5.1-subtable-a")
    unit = ctx.state.units[unit_id]
    if face + HAZARD * unit.card.has(HAZARDOUS) >= EXPLODES:
        lose(
            ctx,
            unit_id,
            blow._replace(cause="its ammunition explodes"),
            crew_killed=True,
            rule_id="tactical.3.5.1-subtable-a",
        )
    elif unit.harm.get(RUPTURED):
        ctx.emit(SystemSpared(unit_id, "fuel and ammunition have run out already", "tactical.3.5.1-subtable-a"))
    else:
        words = "fuel tank and ammunition storage ruptured, it can neither move nor fire"
        ctx.emit(SystemHarmed(unit_id, RUPTURED, 1, words, "tactical.3.5.1-subtable-a"))


# --- 3.5.1: the Systems Damage Table: what a die strikes, what flaws and called shots make of it

FIRE_CONTROL_HIT, STRUCTURE_HIT, CREW_HIT, MOVEMENT_HIT, AUXILIARY_HIT = (
    "fire control", "structure", "crew", "movement", "auxiliary",
)  # fmt: skip
SYSTEMS = (FIRE_CONTROL_HIT, STRUCTURE_HIT, CREW_HIT, MOVEMENT_HIT, AUXILIARY_HIT)
"""By their numbers on the table, from 1."""
TWICE = 6
RUINED = "ruined"
"""A level beyond Heavy that only exposed components know: the component is destroyed."""
WEAK_POINT = "Weak Point"
EXPOSED, EXPOSED_FIRE_CONTROL = "Exposed", "Exposed Fire Control Systems"
FRAGILE = "Fragile Chassis"
LAST_ROW = 7
PRECISE = 3
TINY, SYSTEM = "tiny target", "system"


@rule("tactical.3.4.2")
def system_at(face: int, called: str = "") -> str:
    """The system that a number strikes; empty for a 6, which means two more rolls, or the target of a called shot."""
    return SYSTEMS[face - 1] if face < TWICE else called


@heeds("tactical.3.4.2-precision")
def precision_result(margin: int) -> str:
    """What a shot at something tiny strikes: the thing from 3 on, below that the system it sits on, or nothing."""
    return TINY if margin >= PRECISE else SYSTEM if margin > 0 else ""


@heeds("tactical.7.2-card-only-perks")
def settled_location(unit: Unit, blow: Blow) -> int:
    """The number on the table that no die decides: one that was given, or a weak point that the margin finds."""
    needed = unit.card.flaws.get(WEAK_POINT, 0) or unit.card.perks.get(WEAK_POINT, 0)
    named = unit.card.details.get(WEAK_POINT, "").lower()
    if not blow.location and needed and blow.margin >= needed:
        return next((SYSTEMS.index(system) + 1 for system in SYSTEMS if named and system.startswith(named)), 0)
    return blow.location


@rule("tactical.7.2-exposed-auxiliary")
def worsened(unit: Unit, system: str, level: str) -> str:
    """The level at which a system is harmed: one step worse for a component that is exposed.

    Fire Control that is exposed goes by a flaw of its own. What does not get through the armor is never rolled for.
    """
    names = [name for name in unit.card.flaws if name.startswith(EXPOSED) and name != EXPOSED_FIRE_CONTROL]
    words = [f"{name} {unit.card.details.get(name, '')}".lower() for name in names]
    if not any(system in word for word in words):
        return level
    return HEAVY if level == LIGHT else RUINED


@rule("tactical.7.2-exposed-fire-control")
@heeds("tactical.3.5.1-heavy-table", "tactical.3.5.1-subtable-a")
def fire_control_row(unit: Unit, level: str, face: int) -> int:
    """The row of Subtable A: 1 more for Heavy Damage, 1 more for exposed systems; the last row for what is above."""
    return min(LAST_ROW, face + (level != LIGHT) + unit.card.has(EXPOSED_FIRE_CONTROL))


@rule("tactical.7.2-fragile-chassis")
@heeds("tactical.3.5.1-heavy-table", "tactical.3.5.1-subtable-b")
def structure_row(unit: Unit, level: str, face: int) -> int:
    """The row of Subtable B: 1 more for Heavy Damage, 1 more for a fragile chassis; the last row for what is above."""
    return min(LAST_ROW, face + (level != LIGHT) + unit.card.has(FRAGILE))


# --- 3.5: detailed damage: armor lost, then rolls on the Systems Damage Table

LOCATION = "Systems Damage Table"
ARMOR_COST = {LIGHT: 1, HEAVY: 2}
HITS: dict[str, Callable[[Ctx[State], str, str, Blow], Script[None]]] = {
    FIRE_CONTROL_HIT: resolve_fire_control_hit,
    STRUCTURE_HIT: resolve_structure_hit,
    CREW_HIT: resolve_crew_hit,
    MOVEMENT_HIT: resolve_movement_hit,
    AUXILIARY_HIT: resolve_auxiliary_hit,
}
TABLES = {LIGHT: "tactical.3.5.1-light-table", HEAVY: "tactical.3.5.1-heavy-table"}


@rule("tactical.3.5")
@heeds("tactical.3.5.2", "tactical.2.6.10-overkill", "tactical.3.5.1")
def resolve_detailed(ctx: Ctx[State], unit_id: str, level: str, blow: Blow, face: int = 0) -> Script[None]:
    """Light costs 1 Armor, Heavy 2, and systems are struck; without Armor, or three times its Armor at once: destroyed.

    `face` is the first number on the table, where a die that was thrown for cover has shown it.
    """
    if level not in ARMOR_COST:
        lose(ctx, unit_id, blow, rule_id="tactical.3.5")
        return
    left = base_armor(ctx.state.units[unit_id])
    points = min(ARMOR_COST[level], left)
    ctx.emit(ArmorLost(unit_id, points, left - points))
    if points == left:
        lose(ctx, unit_id, blow, rule_id="tactical.3.5.1")
    else:
        yield from resolve_systems(ctx, unit_id, level, blow, face)


@rule("tactical.7.2.2-haywire", "tactical.3.5.1-light-table", "tactical.3.5.1-heavy-table")
@heeds("tactical.3.5.1", "tactical.3.4.2")
def resolve_systems(ctx: Ctx[State], unit_id: str, level: str, blow: Blow, face: int = 0) -> Script[None]:
    """A roll on the table, two for a discharge; each 6 is two more, or finds what a called shot was meant for."""
    weapon = weapon_of(ctx.state, blow)
    rolls = 2 if weapon is not None and weapon.has(HAYWIRE) else 1
    face = settled_location(ctx.state.units[unit_id], blow) or face
    while rolls and ctx.state.units[unit_id].status in IN_PLAY:
        rolls -= 1
        if not face:
            seat = striker_seat(ctx.state, blow, unit_id)
            (face,) = yield from throw_dice(ctx, LOCATION, 1, seat, unit_id, TABLES[level])
        system, face = system_at(face, blow.called), 0
        if system:
            harm = worsened(ctx.state.units[unit_id], system, level)
            yield from HITS[system](ctx, unit_id, harm, blow)
        else:
            rolls += 2
