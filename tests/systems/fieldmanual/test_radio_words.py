"""The story of commands, signals, reactions and drones, line by line."""

from __future__ import annotations

import pytest

from gearlock.kernel.events import Event
from gearlock.systems.fieldmanual import drones as d
from gearlock.systems.fieldmanual import electronic_warfare as ew
from gearlock.systems.fieldmanual import leaders as le
from gearlock.systems.fieldmanual import reactions as r
from gearlock.systems.fieldmanual import sensors as s
from gearlock.systems.fieldmanual import special_actions as sp
from gearlock.systems.fieldmanual.book import BOOK
from gearlock.systems.fieldmanual.command_points import tests as c
from gearlock.systems.fieldmanual.rounds import GroupsSplit
from gearlock.systems.fieldmanual.state import STATIONARY, State
from systems.fieldmanual.radio import model
from systems.fieldmanual.tables import put, table

TOLD: list[tuple[Event, str]] = [
    (c.PointIssued("A", "A", "re-roll"), "A issues a Command Point to itself: re-roll."),
    (c.PointIssued("A", "B", "re-roll"), "A issues a Command Point to B: re-roll."),
    (c.PointBlocked("A", "B"), "The Command Point does not reach B, and is not spent."),
    (c.SkillRerolled("B", "attack"), "B re-rolls: attack."),
    (c.OtherRerolled("A", "scatter", (2, 5)), "A spends a Command Point: scatter [2 5] is rolled again."),
    (c.NeuralNetUsed("B", "attack"), "B uses its neural net: a die more for its attack."),
    (c.CalledUp("B"), "B activates out of sequence."),
    (c.ActionGiven("B"), "B has an additional Action."),
    (c.UplinkUsed("B"), "B uses its uplink."),
    (c.PointGained("B"), "B brings its army a Command Point."),
    (le.CommandPassed("red", "B"), "Red has lost its Army Commander and a Command Point. B commands now."),
    (le.LeaderNominated("B"), "B leads its Sub-squad."),
    (GroupsSplit("red", ("B",)), "Red splits its Combat Groups into Sub-squads."),
    (ew.CommEventBegun("A", "uplink"), "A: uplink, a Comm Event."),
    (ew.CommEventBegun("A", "Forward Observation", "D"), "A: Forward Observation by its drone, a Comm Event."),
    (ew.EcmUsed("X", "A"), "X uses ECM against A."),
    (ew.EcmUsed("X", "A", ("Y",)), "X with Y uses ECM against A."),
    (ew.EccmUsed("B", "A"), "B aids A with ECCM."),
    (ew.CommEventEnded("A", "uplink", 5, 6, blocked=True), "Uplink of A is blocked: 5 against 6."),
    (ew.CommEventEnded("A", "uplink", 6, 6, blocked=False), "Uplink of A gets through: 6 against 6."),
    (ew.HomingUsed("X", "A"), "X uses EW Homing on A."),
    (ew.HomedIn("X", "A"), "A counts as Forward Observed and Designated."),
    (s.ActiveLockTried("A", "X"), "A tries to gain Active Lock on X."),
    (s.ActiveLockTried("A", "X", drone=True), "A tries to gain Active Lock on X from its drone."),
    (s.ActiveLockGained("A", "X"), "A has Active Lock on X, and a free Action."),
    (s.ObservationBegun("A", "X", free=False), "A observes X."),
    (s.Observed("A", "X", designated=False, blocked=False), "X is Forward Observed."),
    (s.Observed("A", "X", designated=True, blocked=True), "X is Forward Observed and Designated, for those near A."),
    (sp.TargetNominated("A", "X", free=False), "A nominates X for a Coordinated Attack."),
    (sp.AttackCoordinated("A", "X"), "Combat Group 1: X defends at -1 this round."),
    (sp.AttackCoordinated("A", "X", ("A", "B"), blocked=True), "A, B: X defends at -1 this round."),
    (sp.PenaltyOffset("B", 1), "B spends 1 on its defense: a Defense modifier of 0."),
    (r.FireDeclared("X", later=True), "X declares Reaction Fire, after the next inch."),
    (r.FireDeclared("X"), "X declares Reaction Fire."),
    (r.FireOver("X", lost=True), "X makes no Reaction Fire; its Action is spent."),
    (r.StandByBegun("A", "LRP/24"), "A: the LRP/24 stands by for coordinates."),
    (r.StandBySpent("A", "LRP/24", "X"), "A has its coordinates: LRP/24 at X."),
    (r.PartingShotBegun("B"), "B makes a Parting Shot."),
    (d.DronePlaced("A", "D", 1, 2, 0), "D takes its place."),
    (d.DroneDocked("A", "D"), "D is docked."),
    (d.DroneDirected("A", "D", lay=False), "A has D set its charge off."),
    (d.DroneDirected("A", "D", lay=True), "A has D lay its charge."),
    (d.DroneLost("D", "its owner is gone"), "D is gone: its owner is gone."),
]


def scene() -> State:
    state = table()
    for name, seat, x in (("A", "red", 5), ("B", "red", 10), ("X", "blue", 30), ("Y", "blue", 35)):
        unit = model(state, name, x, band=STATIONARY, mode="W")
        unit.seat, unit.name = seat, name
    put(state, "D", "demo-drone", 6, 20, parent="A").name = "D"
    state.points = {"CP:red": 1, "CP start:red": 3, "CP:blue": 1}
    return state


@pytest.mark.rule(
    "fieldmanual.comm-events", "fieldmanual.cp-issue", "fieldmanual.reaction-fire", "fieldmanual.perk-drone"
)
@pytest.mark.parametrize(("event", "text"), TOLD, ids=lambda value: type(value).__name__)
def test_what_happened_is_told_in_a_line(event: Event, text: str) -> None:
    state = scene()
    event.change(state)
    for seat in ("red", "blue", None):
        line = BOOK.tell(state, event, seat)
        assert line is not None
        assert line.text == text
        assert line.rule.startswith("fieldmanual.")


@pytest.mark.rule("fieldmanual.reaction-fire")
def test_fire_that_was_made_is_told_by_the_attack_alone() -> None:
    state = scene()
    assert BOOK.tell(state, r.FireOver("X"), "red") is None
    assert BOOK.tell(state, r.FireHeld(("X",)), "red") is None
