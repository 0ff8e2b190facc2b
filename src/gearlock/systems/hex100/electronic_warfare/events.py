"""What may happen in jamming, hacking, networks and recovery."""

from __future__ import annotations

from typing import ClassVar

from gearlock.kernel.events import Event
from gearlock.systems.hex100.e_war import trace
from gearlock.systems.hex100.state import State


class Jammed(Event, frozen=True, tag="jammed"):
    """A unit is jammed; that it did not resist is news to the side that jams it."""

    reveals: ClassVar[bool] = True
    unit: str
    by: str

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.jammed = True
        trace(state, unit)


class JamResisted(Event, frozen=True, tag="jam-resisted"):
    """A target rolled under its e-war rating and is not jammed."""

    unit: str
    by: str
    number: int
    face: int


class Hacked(Event, frozen=True, tag="hacked"):
    """A unit is hacked; `through` is the hacked unit whose network the intruder came by, if any."""

    reveals: ClassVar[bool] = True
    unit: str
    by: str
    through: str = ""

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.hacked = True
        trace(state, unit)


class HackRolled(Event, frozen=True, tag="hack-rolled"):
    """One die of a hack: the ``attack`` itself, the target's ``resistance``, or its ``network`` defence.

    A face under the number keeps the intruder out.
    """

    unit: str
    by: str
    against: str
    number: int
    face: int


class Recovered(Event, frozen=True, tag="recovered"):
    """A unit is rid of EMP shock and of intruders; `noticed` if those who did it to it have held it as a contact."""

    unit: str
    noticed: bool = False

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.shocked = unit.hacked = False
        unit.traced = unit.traced and unit.jammed


class LinkSwitched(Event, frozen=True, tag="link-switched"):
    """A data link was turned on or off."""

    plain: ClassVar[bool] = True
    unit: str
    on: bool

    def change(self, state: State) -> None:
        state.units[self.unit].unlinked = not self.on


class Fortified(Event, frozen=True, tag="fortified"):
    """A unit has electronic defence and a better e-war rating until its next phase."""

    unit: str
    by: str

    def change(self, state: State) -> None:
        state.units[self.unit].fortified = True
