"""What happens in Electronic Warfare."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.fieldmanual.electronic_warfare.free_action import spend_action
from gearlock.systems.fieldmanual.state import DESIGNATED, OBSERVED, State


class CommEventBegun(Event, frozen=True, tag="comm-event-begun"):
    """A model communicates: a Comm Event that may be blocked. From a drone, if it is the source."""

    unit: str
    purpose: str
    source: str = ""


class EcmUsed(Event, frozen=True, tag="ecm-used"):
    """A model spent an Action on ECM against a model's Comm Event or Active Lock, helpers one each."""

    unit: str
    against: str
    helpers: tuple[str, ...] = ()

    @heeds("fieldmanual.ecm-block", "fieldmanual.ecm-combined")
    def change(self, state: State) -> None:
        """Everybody pays."""
        for name in (self.unit, *self.helpers):
            spend_action(state, state.units[name])


class EccmUsed(Event, frozen=True, tag="eccm-used"):
    """A model spent an Action on ECCM to aid a friend."""

    unit: str
    friend: str

    @heeds("fieldmanual.eccm")
    def change(self, state: State) -> None:
        spend_action(state, state.units[self.unit])


class CommEventEnded(Event, frozen=True, tag="comm-event-ended"):
    """A Comm Event that was contested: the best result of either side, and whether it was blocked."""

    unit: str
    purpose: str
    own: int
    against: int
    blocked: bool


class HomingUsed(Event, frozen=True, tag="homing-used"):
    """A model spent an Action on EW Homing."""

    unit: str
    target: str

    @heeds("fieldmanual.perk-ew-homing")
    def change(self, state: State) -> None:
        spend_action(state, state.units[self.unit])


class HomedIn(Event, frozen=True, tag="homed-in"):
    """EW Homing found a model: it counts as Forward Observed and Designated."""

    unit: str
    target: str

    @heeds("fieldmanual.perk-ew-homing")
    def change(self, state: State) -> None:
        tokens = state.units[self.target].tokens
        tokens[f"{OBSERVED}:{self.unit}"] = tokens[f"{DESIGNATED}:{self.unit}"] = 1
