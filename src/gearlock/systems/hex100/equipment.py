"""Equipment and movement types: what a unit has while its hardpoints hold, where it may stand, what flies."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.hex100.forces.cards import Mount, Weapon
from gearlock.systems.hex100.forces.loadout import SENSITIVE, frailty
from gearlock.systems.hex100.state import State, Unit

# --- Equipment

JAMMED_OUT = frozenset(
    (
        "advanced_sensor",
        "data_link",
        "optical_scanner",
        "outlines",
        "radar",
        "sensor_lock",
        "sensor_sweep",
        "sensors",
        "stratus",
        "target_marker",
    )
)
"""Effects that a jammed unit goes without: sensors of all sorts, what makes locks, the data link."""


def is_powered(unit: Unit) -> bool:
    """Whether a unit has power: not in EMP shock."""
    return not unit.shocked


@heeds("hex100.attr-requires-power", "hex100.attr-sensitive-electronics", "hex100.emp-shock", "hex100.hacking")
def _runs(unit: Unit, frail: int) -> bool:
    """Whether equipment of this frailty runs: EMP shock stops what needs power, hacking what is sensitive."""
    return not frail or (is_powered(unit) and not (frail == SENSITIVE and unit.hacked))


def electronics_work(unit: Unit, mount: Mount) -> bool:
    """Whether neither EMP shock nor hacking has shut an item down."""
    return _runs(unit, frailty(mount))


@heeds("hex100.stat-critical")
def is_whole(state: State, unit: Unit, mount: Mount) -> bool:
    """Whether an item is still there: critical damage up to the size of its hardpoint wrecks all that is mounted."""
    at = mount.hardpoint
    return at < 0 or unit.hurt[at] < state.scene.loadouts[unit.id].sizes[at]


def works(state: State, unit: Unit, mount: Mount) -> bool:
    """Whether an item can be used: neither wrecked nor shut down."""
    return is_whole(state, unit, mount) and electronics_work(unit, mount)


def working_mounts(state: State, unit: Unit) -> Iterator[Mount]:
    """The items that still work."""
    return (mount for mount in state.machine(unit.id).mounts if works(state, unit, mount))


@heeds("hex100.modifier-stacking", "hex100.jamming")
def equipment_effect(state: State, unit: Unit, effect: str) -> int:
    """The best value that working equipment, built-in or mounted, gives of something: like does not add to like.

    What is wrecked or shut down gives nothing, nor do sensors and data links of a jammed unit.
    """
    loadout = state.scene.loadouts[unit.id]
    if unit.jammed and effect in JAMMED_OUT:
        return 0
    best = 0
    for at, value, frail in loadout.effects.get(effect, ()):
        if value > best and (at < 0 or unit.hurt[at] < loadout.sizes[at]) and _runs(unit, frail):
            best = value
    return best


@rule("hex100.squire-stealth", "hex100.signature-dampening")
def dampening(state: State, unit: Unit) -> int:
    """How near sensors must be to find a unit, 0 if nothing dampens its signature: the smallest number that works."""
    loadout = state.scene.loadouts[unit.id]
    working = (
        value
        for at, value, frail in loadout.effects.get("dampening", ())
        if (at < 0 or unit.hurt[at] < loadout.sizes[at]) and _runs(unit, frail)
    )
    return min(working, default=0)


@rule("hex100.armour-composite", "hex100.attr-damage-reduction")
@heeds("hex100.armour-reactive")
def armour_reduction(state: State, unit: Unit, damage_type: str, charged: bool = False) -> int:
    """Damage reduction of appliqué armour against a damage type; that of reactive armour only where a charge is spent.

    Of several plates the best counts.
    """
    loadout = state.scene.loadouts[unit.id]
    charged = charged and unit.charges > 0
    found = (
        plate.get(damage_type, 0)
        for at, plate, reactive in loadout.plates
        if unit.hurt[at] < loadout.sizes[at] and (charged or not reactive)
    )
    return max(found, default=0)


def find_mount(state: State, unit: Unit, mount_id: str) -> Mount | None:
    """The mounted item of this name, working or not."""
    return state.scene.loadouts[unit.id].mounts.get(mount_id)


@rule("hex100.stratus-missile-link")
@heeds("hex100.attr-variable-ammo", "hex100.siege-stabilizers")
def find_weapon(state: State, unit: Unit, token: str) -> tuple[Mount, Weapon] | None:
    """The weapon a player names: ``item`` for the loaded or the only mode, ``item:mode`` to choose a mode freely.

    A siege cannon reaches farther in siege mode; a missile link links launchers.
    """
    found = state.scene.loadouts[unit.id].tokens.get(token)
    if found is None:
        return None
    mount, weapon = found
    weapon = weapon or mount.modes[unit.loaded.get(token, 0)]
    if unit.sieging and "siege_range" in weapon.effects and is_steadied(state, unit):
        weapon = msgspec.structs.replace(weapon, range=weapon.range + weapon.effects["siege_range"])
    if "launcher" in weapon.types and not weapon.has("linked") and equipment_effect(state, unit, "missile_link"):
        weapon = msgspec.structs.replace(weapon, attributes=(*weapon.attributes, "linked"))
    return mount, weapon


@heeds("hex100.siege-stabilizers")
def is_steadied(state: State, unit: Unit) -> bool:
    """Whether a unit is in siege mode and its stabilizers hold."""
    return unit.sieging and bool(equipment_effect(state, unit, "siege_mode"))


@heeds("hex100.fcs-artillery")
def is_plotted(state: State, unit: Unit) -> bool:
    """Whether artillery fire control has worked out the fire of this turn, and still runs."""
    return unit.plotted and bool(equipment_effect(state, unit, "artillery_fcs"))


def weapon_name(weapon: Weapon) -> str:
    """As a player calls it."""
    return f"{weapon.name} ({weapon.mode})" if weapon.mode else weapon.name


@rule("hex100.universal-melee", "hex100.tank-overview")
def is_melee_capable(state: State, unit: Unit) -> bool:
    """Mecha strike; tanks do not."""
    return state.machine(unit.id).unit.kind == "mech"


@rule("hex100.armour-ablative")
@heeds("hex100.stat-hp")
def full_hp(state: State, unit_id: str) -> int:
    """Hit points at the start: those of the card and of the armour mounted."""
    return state.scene.loadouts[unit_id].full_hp


# --- Movement types

SKATING, SKIMMING = "skate", "skimmer"


@heeds(
    "hex100.skate-system",
    "hex100.cirrus-skimmer",
    "hex100.amphibious",
    "hex100.zenith-amphibious",
    "hex100.linebreaker-integrated",
)
def standing_kind(state: State, unit: Unit) -> str:
    """The movement type that says where a unit may stand."""
    card = state.machine(unit.id).unit
    if unit.gait == SKATING:
        return "tracked"
    if unit.gait == SKIMMING:
        return "skimmer"
    afloat = card.movement_type == "tracked" and equipment_effect(state, unit, "amphibious")
    return "amphibious" if afloat else card.movement_type


@rule("hex100.move-flying")
def is_flying(state: State, unit: Unit) -> bool:
    """Whether a unit is in the air: out of reach of melee and rams, and without cover."""
    return state.machine(unit.id).unit.movement_type == "flying"


@heeds("hex100.siege-stabilizers")
def in_siege() -> Refusal:
    """The answer to a unit in siege mode that should move, or turn."""
    message = "The unit is in siege mode; it leaves that at the beginning of its turn, and cannot move before."
    return Refusal("in-siege-mode", "hex100.siege-stabilizers", message)


@heeds("hex100.skate-system", "hex100.cirrus-skimmer")
def refuse_another_move(unit: Unit) -> Refusal | None:
    """Why a unit on skates or skimming may not move again, or one in siege mode at all."""
    if unit.sieging:
        return in_siege()
    if not unit.gait or not unit.strides:
        return None
    rule_id = "hex100.skate-system" if unit.gait == SKATING else "hex100.cirrus-skimmer"
    return Refusal("one-move-only", rule_id, f"With the {unit.gait} there is one move action a round, and it is taken.")
