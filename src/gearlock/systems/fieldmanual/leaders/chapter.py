"""Leaders: what is declared of them."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.fieldmanual.leaders import words as w
from gearlock.systems.fieldmanual.leaders.events import CommandPassed, LeaderNominated
from gearlock.systems.fieldmanual.leaders.orders import Appoint
from gearlock.systems.fieldmanual.leaders.succession import APPOINT, refuse_appoint
from gearlock.systems.fieldmanual.state import State

LEADERS: Chapter[State] = Chapter(
    "Command: leaders",
    orders=(OrderRules(Appoint, APPOINT, refuse_appoint),),
    events={CommandPassed: w.command_passed, LeaderNominated: w.leader_nominated},
)
