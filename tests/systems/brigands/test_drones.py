from __future__ import annotations

import pytest

from gearlock.kernel.errors import BadInput
from gearlock.systems.brigands.beginning.scenario import begin, prepare
from gearlock.systems.brigands.state import RIDING


@pytest.mark.rule("brigands.9.2", "brigands.10.5-drones")
def test_drones_join_the_group_of_the_model_they_were_bought_for_and_begin_with_it() -> None:
    state = begin(prepare("command", 0, {"red": "jager*2+hunter,hunter:recon-drone*2"}))
    drone = state.units["red-4a"]
    assert (drone.controller, drone.carrier, drone.status, drone.group) == ("red-4", "red-4", RIDING, 2)
    assert (drone.name, drone.hull, drone.structure) == ("Red Recon Drone 4a", 1, 0)
    assert state.units["red-5a"].controller == "red-5"
    assert len(state.units) == 2 + 3 + 2 + 4


@pytest.mark.rule("brigands.10.5-drones", "brigands.trait.drone-bay")
def test_a_model_controls_one_drone_or_as_many_as_its_bay_holds() -> None:
    three = "hunter,recon-hun:recon-drone:recon-drone:defender-drone"
    assert "red-2c" in begin(prepare("command", 0, {"red": three})).units
    with pytest.raises(BadInput, match="controls 3 at most, not 4 drones"):
        prepare("command", 0, {"red": f"{three}:recon-drone"})
    with pytest.raises(BadInput, match="controls 1 at most, not 2 drones"):
        prepare("command", 0, {"red": "hunter:recon-drone:recon-drone"})
    with pytest.raises(BadInput, match="recon-drone"):
        prepare("command", 0, {"red": "hunter:recon-dron"})
    with pytest.raises(BadInput, match="no drones"):
        prepare("intro", 0, {"red": "hunter:recon-drone,hunter*2"})
