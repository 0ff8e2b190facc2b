"""How an attack comes about: in one's own activation, as Reaction Fire, from Stand-by, as a Parting Shot and so on."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.systems.fieldmanual.attacks.orders import DIRECT, INDIRECT, THROWN, WAYS


class Terms(NamedTuple):
    """What is different about an attack by how it comes about."""

    name: str = ""
    cost: int = 1
    """Actions it costs beside those for further dice; 0 where it is paid for already."""
    ways: tuple[str, ...] = WAYS
    own: bool = False
    """It is an order of the model being activated: the free Action of an Active Lock may pay for it."""
    again: bool = False
    """A weapon that has fired this round may fire again."""
    crossfire: bool = True
    """Its target may suffer from a Crossfire."""
    noted: bool = True
    """It counts for the Crossfire of later attacks."""
    coordinated: bool = True
    plain_cover: bool = False
    observed: bool = False
    """The attacker counts as having observed the target for itself."""
    air: bool = False
    """May be aimed at airstrikes."""


OWN = Terms(own=True)
GIVEN = Terms("a Command Point", own=True, again=True)
"""An Action that a Command Point gave."""
REACTION = Terms("Reaction Fire", 0, (DIRECT, THROWN), crossfire=False, noted=False, coordinated=False, air=True)
STAND_BY = Terms("Stand By", 0, (INDIRECT, THROWN))
PARTING = Terms("Parting Shot", 0, (DIRECT, INDIRECT, THROWN), again=True)
COUNTER = Terms("counter-battery fire", 1, (DIRECT, INDIRECT, THROWN), plain_cover=True, observed=True)
FOLLOW_UP = Terms("the same Action", 0, (DIRECT,))
"""The other weapon of a squad that attacks."""
DRONE = Terms("a drone", 0, crossfire=False, coordinated=False)
"""The explosion of a Demo Drone: it profits from neither, but others may profit from it."""
CHARGES = Terms("AP Charges", 0, crossfire=False, noted=False, coordinated=False)
