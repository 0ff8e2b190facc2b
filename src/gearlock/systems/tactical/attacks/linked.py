"""7.2: weapons that are linked: one Action fires them all, with the worst Accuracy and Base Range among them."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.attacks.ammunition import rounds_left
from gearlock.systems.tactical.cards import Mount
from gearlock.systems.tactical.damage.condition import accuracy_now, can_use
from gearlock.systems.tactical.state import Unit

RULE = "tactical.7.2-weapon-link"
BETWEEN = "+"
"""Between the names of several links that one weapon belongs to."""


def links_of(mount: Mount) -> tuple[str, ...]:
    """The links a weapon belongs to, by name."""
    return tuple(name.strip() for name in mount.link.split(BETWEEN) if name.strip())


@heeds("tactical.7.2-weapon-link")
def linked_with(unit: Unit, mount: Mount) -> tuple[Mount, ...]:
    """The weapons of its first link that still work and are not empty, the weapon itself first."""
    names = links_of(mount)
    if not names:
        return (mount,)
    others = [each for each in unit.card.weapons if each.id != mount.id and names[0] in links_of(each)]
    return (mount, *(each for each in others if can_use(unit, each) is None and rounds_left(unit, each) != 0))


@rule("tactical.7.2-weapon-link")
def worst_of(unit: Unit, mounts: tuple[Mount, ...]) -> tuple[int, int]:
    """Accuracy and Base Range of a link: the worst among its weapons."""
    return min(accuracy_now(unit, mount) for mount in mounts), min(mount.weapon.base for mount in mounts)


@heeds("tactical.7.2-weapon-link")
def refuse_link(unit: Unit, mount: Mount) -> Refusal | None:
    """Why there is nothing to fire with a weapon."""
    if len(linked_with(unit, mount)) > 1:
        return None
    return Refusal("link", RULE, f"The {mount.id} of the {unit.name} is linked with no other weapon that can fire.")
