"""The action pool: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.hex100.actions import events as e
from gearlock.systems.hex100.actions.acting_unit import acting
from gearlock.systems.hex100.actions.answers import refuse_change_ammo, refuse_commander
from gearlock.systems.hex100.actions.orders import ChangeAmmo, HandsOn
from gearlock.systems.hex100.actions.pool import change_ammo, lend_hand
from gearlock.systems.hex100.lines import own_deed
from gearlock.systems.hex100.state import State

ACTION_POOL: Chapter[State] = Chapter(
    "The action pool",
    orders=(
        OrderRules(ChangeAmmo, "act", acting(refuse_change_ammo), change_ammo),
        OrderRules(HandsOn, "act", acting(refuse_commander), lend_hand),
    ),
    events={
        e.ActionsSpent: None,
        e.HandLent: own_deed("gets a hand from its commander", "hex100.commander-hands-on"),
        e.AmmoChanged: own_deed("loads other ammunition", "hex100.variable-ammo-tank"),
        e.TurnFinished: None,
    },
)
