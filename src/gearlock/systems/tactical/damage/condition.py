"""2.6.3, 2.6.5 and 2.6.10: what damage has left of a vehicle and its crew: Movement Points, speed, Actions."""

from __future__ import annotations

import re
from fractions import Fraction

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice, result
from gearlock.systems.tactical.damage.amounts import halved
from gearlock.systems.tactical.datacards import (
    FRONT,
    GROUND,
    LEFT,
    NAVAL,
    REAR,
    RIGHT,
    TANK,
    TURRETED,
    VEHICLE,
    Mount,
    combat_speed,
    most_mass,
)
from gearlock.systems.tactical.dice_tests import LEVELS, PILOTING, skill_lines
from gearlock.systems.tactical.line_of_sight.seeing import (
    COMMUNICATIONS,
    LAMP,
    SENSORS,
    aux_loss,
    feels_its_way,
    refuse_running_blind,
)
from gearlock.systems.tactical.state import (
    AUTOPILOT,
    CLASSES,
    COMBAT,
    HALF,
    HEAVY,
    NO_SPEEDS,
    ROOKIE,
    STANDS,
    STATIONARY,
    STUNNED,
    TOP,
    TOWING,
    Activation,
    State,
    Unit,
    pace_of,
)
from gearlock.systems.tactical.switches import STRUCTURES, is_jammed
from gearlock.table.measure import FULL_TURN, bearing

# --- 2.6.5: Movement Points, Combat and Top Speed, and how fast a unit counts as going

MP = 1000
"""Movement Points are counted in thousandths, since inches are."""
PACE_WORDS = {STATIONARY: "stationary", HALF: "half Combat Speed", COMBAT: "Combat Speed", TOP: "Top Speed"}


@rule("tactical.2.6.5", "tactical.2.6.5-combat-speed")
def allowance(unit: Unit, pace: str, mode: str = "") -> int:
    """Thousandths of MP that a class of speed allows in a movement system: none, half of Combat Speed, all, Top."""
    if pace == STATIONARY:
        return 0
    speed = TOP if pace == TOP else COMBAT
    points = MP * mp_now(unit, mode or unit.mode, speed)
    return points // 2 if pace == HALF else points


@rule("tactical.2.6.7-attacker-movement")
@heeds("tactical.2.6.5-combat-speed")
def class_of(unit: Unit, spent: int, mode: str) -> str:
    """How fast spending so much was: nothing is stationary, up to half of Combat Speed half."""
    if unit.speed == TOP or unit.next_speed == TOP:
        return TOP
    if spent == 0:
        return STATIONARY
    return HALF if spent <= allowance(unit, HALF, mode) else COMBAT


@rule("tactical.2.6.2-snap-fire")
@heeds("tactical.2.6.7-target-speed", "tactical.2.6.2-first-round-speed", "tactical.2.6.5-top-speed")
def inches_moved(state: State, unit: Unit) -> int:
    """The whole inches that count for a unit's defense: of its last recorded move, or of the whole move it is on.

    Who is attacked in its own move counts all the Movement Points of the speed it announced as inches; once it has
    ended that move, those that it spent.
    """
    now = state.activation_of(unit.id)
    if now is None or (now.halted and unit.has_moved):
        return unit.moved // MP
    ended = not now.path and (now.halted or STANDS in now.marks)
    return max(now.spent if ended else allowance(unit, pace_of(state, unit), now.mode), now.gone) // MP


@rule("tactical.3.2.7")
def tow_limit(load: Fraction, capacity: Fraction) -> str:
    """How fast a vehicle may go with a load: up to half of what it tows any speed, up to three quarters Combat Speed.

    Up to all of it half Combat Speed; empty for what is too heavy.
    """
    if 2 * load <= capacity:
        return TOP
    if 4 * load <= 3 * capacity:
        return COMBAT
    return HALF if load <= capacity else ""


@rule("tactical.7.2-towing")
@heeds("tactical.3.2.7")
def tow_capacity(unit: Unit) -> Fraction:
    """Tons a vehicle tows: its own mass, the most its Size has, and twice that with High Towing Capacity."""
    return most_mass(unit.card.size) * (2 if perk(unit, "High Towing Capacity") else 1)


@heeds("tactical.3.2.7")
def tow_load(target: Unit) -> Fraction:
    """Tons a vehicle is worth in tow: twice its mass unless it is made to be towed, as ground and naval ones are."""
    made = {GROUND, NAVAL} & set(target.card.modes) and target.card.kind in (TANK, VEHICLE)
    return most_mass(target.card.size) * (1 if made else 2)


@heeds("tactical.3.2.7")
def pace_in_tow(unit: Unit) -> str:
    """The fastest class of speed that what it tows leaves a vehicle."""
    limits = [count for name, count in unit.tokens.items() if name.startswith(f"{TOWING}:")]
    return CLASSES[min(limits)] if limits else TOP


@heeds("tactical.2.6.5-switch-mode", "tactical.2.6.5-top-speed", "tactical.3.2.7")
def most_mp(unit: Unit, now: Activation) -> int:
    """Thousandths of MP it may spend in this activation; after a switch the lower of both Combat Speeds."""
    if now.halted:
        return now.spent
    limit = TOP if unit.speed == TOP else now.limit
    points = allowance(unit, limit, now.mode)
    if now.switched:
        points = min(points, allowance(unit, COMBAT, unit.mode), allowance(unit, COMBAT, now.mode))
    if pace_in_tow(unit) != TOP:
        points = min(points, allowance(unit, pace_in_tow(unit), now.mode))
    return max(0, points)


@rule("tactical.3.2.5-roads")
def road_bonus(state: State, unit: Unit, now: Activation) -> int:
    """Thousandths of MP that a road gives a Ground vehicle for its inches: half of its speed, rounded down.

    They count as spent like all others, so who keeps to half Combat Speed or less has none of them.
    """
    if not state.switch(STRUCTURES) or unit.is_infantry or unit.mode != GROUND or now.halted:
        return 0
    if unit.speed != TOP and now.limit not in (COMBAT, TOP):
        return 0
    return most_mp(unit, now) // MP // 2 * MP


def mp_left(state: State, unit: Unit, now: Activation) -> int:
    """Thousandths of MP it could still spend at best, those of a road among them."""
    own = most_mp(unit, now) - (now.spent - now.road)
    return max(0, own) + max(0, road_bonus(state, unit, now) - now.road)


@rule("tactical.2.6.2-step3")
@heeds("tactical.2.6.5-top-speed", "tactical.2.6.5-combat-speed")
@heeds("tactical.3.7-night", "tactical.3.7-searchlight")
def refuse_pace(state: State, unit: Unit, pace: str) -> Refusal | None:
    """Why a unit cannot announce this speed: at Top Speed it goes at Top Speed, and nobody else does."""
    if pace not in CLASSES:
        message = f"'{pace}' is no speed: say {', '.join(CLASSES)}."
        return Refusal("pace", "tactical.2.6.2-step3", message)
    if feels_its_way(state, unit) and pace in (COMBAT, TOP) and not (pace == TOP == unit.speed):
        message = f"The {unit.name} sees nothing at night: it moves at half Combat Speed at most."
        return Refusal("dark", "tactical.3.7-night", message)
    if CLASSES.index(pace) > CLASSES.index(pace_in_tow(unit)) and unit.speed != TOP:
        message = f"With what it tows the {unit.name} goes at {PACE_WORDS[pace_in_tow(unit)]} at most."
        return Refusal("tow", "tactical.3.2.7", message)
    if unit.speed == TOP and allowance(unit, TOP) > allowance(unit, COMBAT):
        if pace == TOP:
            return None
        message = f"The {unit.name} is at Top Speed: it goes at Top Speed this round, and may slow down after its move."
        return Refusal("top", "tactical.2.6.5-top-speed", message)
    if pace == TOP:
        message = f"The {unit.name} is not at Top Speed: it shifts to it after spending its full Combat Speed."
        return Refusal("top", "tactical.2.6.5-top-speed", message)
    if pace != STATIONARY and not allowance(unit, pace):
        return Refusal("pace", "tactical.2.6.5", f"The {unit.name} has no Movement Points for {PACE_WORDS[pace]}.")
    return None


@heeds("tactical.2.6.2-step3")
def refuse_settle(state: State, unit: Unit, pace: str) -> Refusal | None:
    """Why it cannot commit itself to a lower speed: it has spent more, or the speed is not lower."""
    now = state.activation
    if now is None or now.unit != unit.id or now.halted:
        return Refusal("passive", "tactical.2.6.2-step3", f"The {unit.name} is not on the move.")
    if pace not in CLASSES or CLASSES.index(pace) >= CLASSES.index(now.limit) or now.limit == TOP:
        return Refusal("pace", "tactical.2.6.2-step3", f"Choose a speed below {PACE_WORDS[now.limit]}.")
    if now.spent > allowance(unit, pace, now.mode):
        message = f"The {unit.name} has already spent more than {PACE_WORDS[pace]} allows."
        return Refusal("spent", "tactical.2.6.2-step3", message, {"spent": now.spent})
    return None


# --- What damage has left of a vehicle: speed, maneuver, weapons, electronics, perks. `Unit.harm` by the names below

ACCURACY, LOST = "accuracy:", "lost:"
"""Points of Accuracy a mount has lost; 1 for a mount that is gone."""
MP_CONDITION, MINUS, GONE = "mp:", "minus:", "gone:"
"""Of a movement system: MP its Top Speed has lost, single losses among them, 1 if it is simply gone."""
AUX, USED_UP = "aux:", "lost:"
"""Points an auxiliary system has lost, 5 if it is destroyed; 1 for a perk that has done what it does once."""
FIRE_CONTROL, MANEUVER, POWER, RUPTURED = "fire control", "maneuver", "power", "ruptured"
COMPARTMENT, FRAME = "crew compartment", "frame"
"""1 each: destroyed, no power, nothing moves or fires, broken. Maneuver counts points, the compartment its dead."""
WRECKED = 5
"""Losses that put a weapon, a movement system or an auxiliary system out of order."""
WITHOUT = -5
"""What is done without Fire Control or Sensors is done at this."""
TURRET_RING = "turret"
QUARTERS = (FRONT, LEFT, REAR, RIGHT)


@heeds("tactical.3.5.1-movement", "tactical.3.5.1-structure")
def is_mode_gone(unit: Unit, mode: str) -> bool:
    """Whether a movement system is out of order: five single losses, no MP left, or destroyed. A squad's never is."""
    if unit.is_infantry:
        return False
    top, harm = unit.card.modes.get(mode, NO_SPEEDS).top, unit.harm
    return (
        harm.get(MINUS + mode, 0) >= WRECKED or harm.get(MP_CONDITION + mode, 0) >= top or bool(harm.get(GONE + mode))
    )


@heeds("tactical.3.5.1-structure", "tactical.3.5.1-subtable-a", "tactical.3.5.1-movement", "tactical.5-gun-turret")
def is_immobile(unit: Unit) -> bool:
    """Whether it cannot move at all any more, or never could."""
    if unit.harm.get(POWER) or unit.harm.get(RUPTURED):
        return True
    return all(is_mode_gone(unit, mode) for mode in unit.card.modes)


def modes_left(unit: Unit) -> list[str]:
    """The movement systems that still work."""
    return [] if is_immobile(unit) else [mode for mode in unit.card.modes if not is_mode_gone(unit, mode)]


def top_now(unit: Unit, mode: str) -> int:
    """The Top Speed that detailed damage has left of a movement system."""
    top = unit.card.modes.get(mode, NO_SPEEDS).top
    return 0 if is_immobile(unit) or is_mode_gone(unit, mode) else top - unit.harm.get(MP_CONDITION + mode, 0)


@rule("tactical.3.5.1-movement")
@heeds("tactical.2.6.10-heavy", "tactical.2.3.4-speed")
def mp_now(unit: Unit, mode: str, speed: str) -> int:
    """The MP of a movement system at Combat or at Top Speed.

    Detailed damage comes off the Top Speed and half of what is left, rounded up, is the Combat Speed; the Heavy Damage
    of the Quick Start halves either, rounded up.
    """
    printed, top = unit.card.modes.get(mode, NO_SPEEDS), top_now(unit, mode)
    combat = printed.combat if top == printed.top else combat_speed(top)
    allowance = top if speed == TOP else combat
    return halved(allowance) if unit.token(HEAVY) else allowance


@heeds("tactical.3.5.1-structure", "tactical.2.3.4-maneuver")
def maneuver_now(unit: Unit) -> int:
    """Its Maneuver, less what its frame and its movement systems have lost."""
    return unit.card.maneuver - unit.harm.get(MANEUVER, 0)


@rule("tactical.3.5.1-fire-control")
@heeds("tactical.2.3.4-accuracy")
def accuracy_now(unit: Unit, mount: Mount) -> int:
    """The Accuracy of a weapon, less what damage took off it."""
    return mount.weapon.accuracy - unit.harm.get(ACCURACY + mount.id, 0)


@heeds("tactical.3.5.1-fire-control")
def is_weapon_gone(unit: Unit, mount_id: str) -> bool:
    """Whether a weapon was destroyed or blown off."""
    return bool(unit.harm.get(LOST + mount_id)) or unit.harm.get(ACCURACY + mount_id, 0) > WRECKED


@heeds("tactical.3.5.1-fire-control")
def weapons_left(unit: Unit) -> list[str]:
    """The weapons that still work, first to last."""
    ids = [mount.id for mount in unit.card.weapons]
    return [id for id in ids if not is_weapon_gone(unit, id) and unit.harm.get(ACCURACY + id, 0) < WRECKED]


@heeds("tactical.3.5.1-subtable-a", "tactical.2.3.4-fire-control", "tactical.3.5.1-auxiliary")
def fire_control_now(unit: Unit) -> int:
    """Its Fire Control; -5 in its place once that is destroyed."""
    return WITHOUT if unit.harm.get(FIRE_CONTROL) else unit.card.fire_control


@heeds("tactical.3.5.1-auxiliary")
def is_aux_gone(unit: Unit, system: str) -> bool:
    """Whether an auxiliary system is destroyed."""
    return aux_loss(unit, system) >= WRECKED


@heeds("tactical.3.5.1-auxiliary", "tactical.2.3.4-sensors")
def sensors_now(unit: Unit) -> int:
    """The rating of its Sensors less what they have lost; -5 in its place once they are destroyed."""
    return WITHOUT if is_aux_gone(unit, SENSORS) else unit.card.sensors - aux_loss(unit, SENSORS)


@heeds("tactical.3.5.1-auxiliary", "tactical.2.3.4-communications")
def comms_now(unit: Unit) -> int:
    """The rating of its Communications less what they have lost; ask `refuse_comms` whether there are any."""
    return unit.card.communications - aux_loss(unit, COMMUNICATIONS)


@heeds("tactical.3.5.1-auxiliary")
def refuse_comms(unit: Unit) -> Refusal | None:
    """Why nothing reaches it: without Communications no Command Point is received and no fire observed."""
    if not is_aux_gone(unit, COMMUNICATIONS):
        return None
    return Refusal("comms", "tactical.3.5.1-auxiliary", f"The Communications of {unit.name} are destroyed.")


def copies_of(unit: Unit, name: str) -> tuple[str, ...]:
    """An auxiliary perk as the systems it stands for: of two arms each one."""
    found = re.search(r"x(\d+)", unit.card.details.get(name, ""))
    count = int(found.group(1)) if found else 1
    return (name, *(f"{name} {number}" for number in range(2, count + 1)))


@rule("tactical.3.5.1-auxiliary")
def aux_systems(unit: Unit) -> tuple[str, ...]:
    """The auxiliary systems of a vehicle: Sensors, Communications, the perks that count as such, and a turret."""
    perks = tuple(system for name in unit.card.aux for system in copies_of(unit, name))
    turret = (TURRET_RING,) if any(mount.arc == TURRETED for mount in unit.card.weapons) else ()
    return () if unit.is_infantry else (SENSORS, COMMUNICATIONS, *perks, *turret)


def harms_of(unit: Unit) -> tuple[str, ...]:
    """Everything of a vehicle that damage may count, as `Unit.harm` names it. Squads have none of it."""
    modes = (f"{prefix}{mode}" for mode in unit.card.modes for prefix in (MP_CONDITION, MINUS, GONE))
    weapons = (f"{prefix}{mount.id}" for mount in unit.card.weapons for prefix in (ACCURACY, LOST))
    lamps = (LAMP,) if unit.card.has(LAMP) else ()
    systems = (f"{AUX}{name}" for name in dict.fromkeys((*aux_systems(unit), *lamps)))
    perks = (f"{USED_UP}{name}" for name in unit.card.perks)
    whole = (FIRE_CONTROL, MANEUVER, POWER, RUPTURED, COMPARTMENT, FRAME)
    return () if unit.is_infantry else (*whole, *modes, *weapons, *systems, *perks)


@heeds("tactical.3.5.1-auxiliary", "tactical.7.2")
def perk(unit: Unit, name: str) -> int:
    """The rating of a perk or flaw, 0 without it, when it is used up, or when all there is of it is destroyed."""
    if unit.harm.get(USED_UP + name):
        return 0
    if name in unit.card.aux and all(is_aux_gone(unit, system) for system in copies_of(unit, name)):
        return 0
    return unit.card.rating(name)


@heeds("tactical.3.5.1-auxiliary", "tactical.7.2")
def aux_worn(unit: Unit, name: str) -> int:
    """Points that damage has taken off an auxiliary perk; of several of a kind the one that is hurt least is used."""
    losses = (aux_loss(unit, system) for system in copies_of(unit, name) if not is_aux_gone(unit, system))
    return min(losses, default=0)


@heeds("tactical.3.5.1-auxiliary", "tactical.7.2")
def worn_lines(unit: Unit, name: str) -> tuple[Modifier, ...]:
    """What damage to an auxiliary perk takes off every roll that is made with it."""
    loss = aux_worn(unit, name)
    return (result(-loss, f"damaged {name}", "tactical.3.5.1-auxiliary"),) if loss else ()


@heeds("tactical.3.5.1-subtable-a", "tactical.7.2-sensor-dependent", "tactical.2.6.3", "tactical.3.5.1-fire-control")
@heeds("tactical.4.1.4-malfunctions")
def can_use(unit: Unit, mount: Mount) -> Refusal | None:
    """Why damage keeps a vehicle from using a weapon; None if it does not."""
    name = mount.weapon.name
    if is_crewless(unit):
        return Refusal("crew", "tactical.2.6.3", f"Nobody is left in {unit.name} to fire.")
    if unit.harm.get(RUPTURED):
        words = f"The fuel and ammunition of {unit.name} have leaked out: it can neither move nor fire."
        return Refusal("ruptured", "tactical.3.5.1-subtable-a", words)
    if is_weapon_gone(unit, mount.id):
        return Refusal("weapon-lost", "tactical.3.5.1-fire-control", f"The {name} of {unit.name} is destroyed.")
    if unit.harm.get(ACCURACY + mount.id, 0) >= WRECKED:
        return Refusal("weapon-out", "tactical.3.5.1-fire-control", f"The {name} of {unit.name} is out of order.")
    if is_jammed(unit, mount.id):
        words = f"The {name} of {unit.name} has jammed: clear it with an Action first."
        return Refusal("jammed", "tactical.4.1.4-malfunctions", words)
    return refuse_running_blind(unit)


@heeds("tactical.3.5.1-auxiliary")
def quarter_fired(unit: Unit, x: int, y: int) -> int:
    """Into which quarter a shot at a point goes, by number: ahead, left, back, right. Kept of a turret's last shot."""
    turn = (bearing(unit.x, unit.y, x, y) - unit.facing) % FULL_TURN
    return (turn + FULL_TURN // 8) % FULL_TURN * 4 // FULL_TURN


@heeds("tactical.3.5.1-auxiliary", "tactical.2.6.6-firing-arcs")
def arc_now(unit: Unit, mount: Mount) -> str:
    """The arc of a weapon: one in a turret that is frozen keeps that of its last shot, ahead if it made none.

    The quarter of a mount's last shot is kept in `Unit.used` as "arc:" and its id.
    """
    if mount.arc != TURRETED or not is_aux_gone(unit, TURRET_RING):
        return mount.arc
    return QUARTERS[unit.used.get(f"arc:{mount.id}", 0)]


# --- 2.6.3: crew and Actions: what is left of them after casualties, what a stunned crew owes, and who drives

SELF_DRIVING = "Autopilot"


def crew_left(unit: Unit) -> int:
    """How many of the crew can still do their work."""
    return max(0, unit.card.crew - unit.crew_lost)


def is_crewless(unit: Unit) -> bool:
    """Whether a vehicle has nobody left in it who can drive or fire."""
    return not unit.is_infantry and unit.crew_lost > 0 and not crew_left(unit)


def by_crew(crew: int) -> int:
    """The Actions of so many: none for nobody, 1 for one, 2 for two or three, 3 for more."""
    return 0 if crew < 1 else 1 if crew < 2 else 2 if crew < 4 else 3


@rule("tactical.2.6.3")
def actions_now(unit: Unit) -> int:
    """The Actions a unit has in a round: those of its card, one less for each step that its crew fell below."""
    if is_crewless(unit):
        return 0
    if unit.is_infantry or not unit.crew_lost:
        return unit.card.actions
    return max(0, unit.card.actions - by_crew(unit.card.crew) + by_crew(crew_left(unit)))


@heeds("tactical.3.5.1-crew", "tactical.2.6.3")
def actions_paid(unit: Unit) -> tuple[int, int]:
    """The Actions a round begins with once a stunned crew has paid what it owes, and what it owes then."""
    actions, owed = actions_now(unit), unit.token(STUNNED)
    return max(0, actions - owed), max(0, owed - actions)


@heeds("tactical.2.6.3")
def extra_lines(unit: Unit) -> tuple[Modifier, ...]:
    """What extra Actions take off every roll that is made as an Action this round; Defense is none."""
    return (result(-unit.extra, "extra Actions", "tactical.2.6.3"),) if unit.extra else ()


@rule("tactical.7.2-autopilot")
def is_self_driven(unit: Unit, working: bool) -> bool:
    """Whether the autopilot drives: straight on, with turns of 60 degrees, and it dodges like a pilot of level 1.

    It is switched on, or nobody is left; `working` tells whether damage has left it.
    """
    return working and (bool(unit.token(AUTOPILOT)) or is_crewless(unit))


@heeds("tactical.7.2-autopilot", "tactical.2.3.2")
def driver_lines(unit: Unit, self_driven: bool) -> tuple[Modifier, ...]:
    """The Piloting of whoever drives: the crew, or an autopilot of level 1."""
    if not self_driven:
        return skill_lines(unit, PILOTING)
    count, attribute = LEVELS[ROOKIE][PILOTING]
    lines = (dice(count, "autopilot", "tactical.7.2-autopilot"),)
    return (*lines, result(attribute, "autopilot", "tactical.7.2-autopilot")) if attribute else lines


# --- Piloting with what damage has left: Maneuver, an autopilot, and no Defense at all for what cannot move


@heeds("tactical.7.2-autopilot")
def drives_itself(unit: Unit) -> bool:
    """Whether the autopilot drives it now."""
    return is_self_driven(unit, bool(perk(unit, SELF_DRIVING)))


@rule("tactical.2.3.4-maneuver")
@heeds("tactical.7.2-autopilot", "tactical.3.5.1-auxiliary")
def piloting_lines(unit: Unit) -> tuple[Modifier, ...]:
    """Every Piloting roll: the Skill of whoever drives, and the Maneuver that is left."""
    maneuver = maneuver_now(unit)
    added = (result(maneuver, "Maneuver", "tactical.2.3.4-maneuver"),) if maneuver else ()
    by_itself = drives_itself(unit)
    return (*driver_lines(unit, by_itself), *added, *(worn_lines(unit, SELF_DRIVING) if by_itself else ()))


@heeds("tactical.2.6.3", "tactical.7.2-autopilot")
def is_driverless(unit: Unit) -> bool:
    """Whether nobody drives it: its crew is out of the fight, and no autopilot takes over."""
    return is_crewless(unit) and not drives_itself(unit)


@heeds("tactical.3.5.1-movement", "tactical.2.6.3", "tactical.7.2-autopilot", "tactical.7.2-sensor-dependent")
def refuse_driving(unit: Unit) -> Refusal | None:
    """Why damage keeps a unit from moving at all: nothing moves any more, nobody drives, nobody sees."""
    if unit.is_infantry:
        return None
    if unit.card.modes and is_immobile(unit):
        return Refusal("immobile", "tactical.3.5.1-movement", f"Nothing of {unit.name} moves any more.")
    if is_driverless(unit):
        return Refusal("crew", "tactical.2.6.3", f"Nobody is left in {unit.name} to drive it.")
    return refuse_running_blind(unit)


@heeds("tactical.3.5.1-movement", "tactical.5-gun-turret", "tactical.2.6.3")
def defends_at_zero(unit: Unit) -> bool:
    """Whether its Defense counts as 0 without a roll: it cannot move at all, or nobody drives."""
    if unit.is_infantry:
        return False
    return is_immobile(unit) or is_driverless(unit)
