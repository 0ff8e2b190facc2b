"""What happens with smoke, light and hatches."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.sighting.clouds import Cloud
from gearlock.systems.fieldmanual.lock_and_cover.concealment import LIGHT_USED, SEARCHLIT
from gearlock.systems.fieldmanual.lock_and_cover.locks import HATCH
from gearlock.systems.fieldmanual.paying import mark, pay
from gearlock.systems.fieldmanual.state import State

LAUNCHERS = "Smoke Launchers"


class SmokeLaunched(Event, frozen=True, tag="smoke-launched"):
    """A model put up a cloud of smoke (x, y, z, radius); it hangs there until the round is over."""

    unit: str
    cloud: Cloud

    @heeds("fieldmanual.perk-smoke")
    def change(self, state: State) -> None:
        """An Action and one of the uses it has in the battle."""
        unit = state.units[self.unit]
        pay(state, unit)
        for part in state.parts(unit):
            part.expended[LAUNCHERS] = part.expended.get(LAUNCHERS, 0) + 1
        state.smoke.append(self.cloud)


class Illuminated(Event, frozen=True, tag="illuminated"):
    """A searchlight was turned on a model: darkness hides neither of the two for the rest of the round."""

    unit: str
    target: str

    @heeds("fieldmanual.perk-searchlight")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        mark(state, unit, LIGHT_USED)
        mark(state, unit, SEARCHLIT)
        state.units[self.target].tokens[SEARCHLIT] = 1


class HatchPopped(Event, frozen=True, tag="hatch-popped"):
    """A crew opened the hatch for the rest of the round."""

    unit: str

    @heeds("fieldmanual.flaw-sensor-dependent")
    def change(self, state: State) -> None:
        mark(state, state.units[self.unit], HATCH)
