"""Reactions: what is declared of them."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, accept, by_order
from gearlock.systems.fieldmanual.attacks.orders import Attack
from gearlock.systems.fieldmanual.melee.orders import Strike
from gearlock.systems.fieldmanual.reactions import events as e
from gearlock.systems.fieldmanual.reactions import words as w
from gearlock.systems.fieldmanual.reactions.orders import DeclareFire, HoldFire, StandBy, TakePartingShot
from gearlock.systems.fieldmanual.reactions.parting_shot import OFFER, SHOT, refuse_parting_fire, refuse_parting_shot
from gearlock.systems.fieldmanual.reactions.reaction_fire import ANSWER, DECLARE, FIRE, refuse_declare, refuse_fire
from gearlock.systems.fieldmanual.reactions.stand_by import (
    COORDINATES,
    refuse_coordinates,
    refuse_stand_by,
    resolve_forward_observation,
    resolve_stand_by,
)
from gearlock.systems.fieldmanual.sensors.observation import refuse_observation
from gearlock.systems.fieldmanual.sensors.orders import ForwardObserve
from gearlock.systems.fieldmanual.state import State

REACTIONS: Chapter[State] = Chapter(
    "Reaction Fire, Stand By and Parting Shots",
    orders=(
        OrderRules(DeclareFire, DECLARE, refuse_declare),
        OrderRules(HoldFire, DECLARE, accept),
        OrderRules(Attack, (FIRE, ANSWER), refuse_fire),
        OrderRules(StandBy, "act", by_order(refuse_stand_by), resolve_stand_by),
        OrderRules(ForwardObserve, "act", by_order(refuse_observation), resolve_forward_observation),
        OrderRules(Attack, COORDINATES, refuse_coordinates),
        OrderRules(TakePartingShot, OFFER, refuse_parting_shot),
        OrderRules(Attack, SHOT, refuse_parting_fire),
        OrderRules(Strike, SHOT, refuse_parting_fire),
    ),
    events={
        e.FireDeclared: w.declared,
        e.FireOver: w.over,
        e.FireHeld: None,
        e.StandByBegun: w.standing_by,
        e.StandBySpent: w.stand_by_spent,
        e.PartingShotBegun: w.parting,
        e.PartingShotOver: None,
    },
)
