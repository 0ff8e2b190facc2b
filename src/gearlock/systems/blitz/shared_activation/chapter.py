"""5.4: attached models: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.blitz.shared_activation import events as e
from gearlock.systems.blitz.shared_activation.orders import HandOver
from gearlock.systems.blitz.shared_activation.sharing import joined, leashed, refuse_hand_over, resolve_hand_over
from gearlock.systems.blitz.state import State

SHARED_ACTIVATION: Chapter[State] = Chapter(
    "5.4: attached models",
    orders=(OrderRules(HandOver, "act", by_order(refuse_hand_over), resolve_hand_over),),
    events={e.Joined: joined, e.HandedOver: None, e.Leashed: leashed, e.PostureFollowed: None},
)
