"""What sort of equipment goes on what sort of hardpoint: the type symbols."""

from __future__ import annotations

from collections.abc import Collection

from gearlock.kernel.rulebook import heeds, rule

SPECIALIST = "specialist"
ARMOUR = "armour"
DRONE_CONTROLLER = "drone-controller"

TYPES: dict[str, tuple[str, str]] = {
    "artillery": ("artillery weapons", "hex100.type-artillery-weapon"),
    "launcher": ("launchers", "hex100.type-launcher"),
    "melee": ("melee weapons and shields", "hex100.type-melee-weapon"),
    "thrown": ("thrown items", "hex100.type-thrown"),
    "utility": ("utility equipment", "hex100.type-utility"),
    "sensor": ("sensors and fire control", "hex100.type-sensor"),
    "leg": ("equipment for legs", "hex100.type-leg"),
    "electronic": ("electronic support", "hex100.type-electronic"),
    DRONE_CONTROLLER: ("drone controllers", "hex100.type-drone-controller"),
    "pintle": ("pintle weapons", "hex100.type-pintle"),
    ARMOUR: ("appliqué armour", "hex100.type-armour"),
    "light": ("light weapons", "hex100.type-light-weapon"),
    "medium": ("medium weapons", "hex100.type-medium-weapon"),
    "main-gun": ("main guns", "hex100.type-main-gun"),
    "co-axial": ("weapons that fire together", "hex100.type-co-axial"),
    SPECIALIST: ("specialities of the unit", "hex100.type-specialist"),
}
"""Every type symbol, what bears it, and its rule."""


def deciding_types(item_types: Collection[str]) -> tuple[str, ...]:
    """The types by which an item finds its place: ``specialist`` decides only where there is no other."""
    return tuple(each for each in item_types if each != SPECIALIST) or tuple(item_types)


@rule(
    "hex100.hardpoints",
    "hex100.type-artillery-weapon",
    "hex100.type-launcher",
    "hex100.type-melee-weapon",
    "hex100.type-thrown",
    "hex100.type-utility",
    "hex100.type-sensor",
    "hex100.type-leg",
    "hex100.type-electronic",
    "hex100.type-light-weapon",
    "hex100.type-medium-weapon",
    "hex100.type-main-gun",
)
@heeds("hex100.type-drone-controller", "hex100.type-armour", "hex100.type-specialist")
def takes(hardpoint_types: Collection[str], item_types: Collection[str]) -> bool:
    """Whether a hardpoint has a type of the item: a dozer blade (utility) goes on the chassis, not in a gun turret."""
    return any(each in hardpoint_types for each in deciding_types(item_types))


def type_rule(item_types: Collection[str]) -> str:
    """The rule to cite when an item has no place here."""
    return TYPES[deciding_types(item_types)[0]][1] if item_types else "hex100.hardpoints"


def described(types: Collection[str]) -> str:
    """What bears these types, for a player."""
    return ", ".join(TYPES[each][0] for each in types if each in TYPES)
