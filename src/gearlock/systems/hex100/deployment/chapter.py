"""Deployment: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.hex100.actions.acting_unit import TRIES
from gearlock.systems.hex100.deployment import answers as a
from gearlock.systems.hex100.deployment.events import Deployed
from gearlock.systems.hex100.deployment.orders import Deploy
from gearlock.systems.hex100.deployment.words import deployed
from gearlock.systems.hex100.state import State

DEPLOYMENT: Chapter[State] = Chapter(
    "Deployment",
    orders=(OrderRules(Deploy, "deploy", a.refuse_deploy, guess=a.guess_place, aim=a.aim_place, tries=TRIES),),
    events={
        Deployed: deployed,
    },
)
