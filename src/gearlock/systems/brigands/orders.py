"""What a player may order in Brigands."""

from __future__ import annotations

from gearlock.kernel.orders import Decline, Finish, Keep, Order
from gearlock.systems.brigands.companions.orders import COMPANIONS_ORDERS
from gearlock.systems.brigands.electronics.orders import ELECTRONICS_ORDERS
from gearlock.systems.brigands.machines.orders import MACHINES_ORDERS
from gearlock.systems.brigands.objectives.orders import OBJECTIVES_ORDERS
from gearlock.systems.brigands.observation.orders import OBSERVATION_ORDERS
from gearlock.systems.brigands.setting.orders import SETTING_ORDERS

Leg = tuple[int, int]
"""A Turn in tenths of a degree (left is positive), then a straight advance in mils (backward is negative)."""


class ChooseFirst(Order, frozen=True, tag="choose-first"):
    """Say which seat goes first."""

    seat: str


class Deploy(Order, frozen=True, tag="deploy"):
    """Put a model on the table."""

    unit: str
    x: int = 0
    y: int = 0
    facing: int = 0


class KeepOverwatch(Keep, frozen=True, tag="keep-overwatch"):
    """Keep Overwatch tokens instead of refreshing Actions."""

    unit: str


class Activate(Order, frozen=True, tag="activate"):
    """Begin a model's activation in a posture; `tall` lets a Low Profile model stand up, `airborne` a VTOL fly."""

    unit: str
    posture: str
    tall: bool = False
    airborne: bool = False


class Move(Order, frozen=True, tag="move"):
    """Go along legs with one movement type; `last` ends this Move, otherwise it may go on after an Action.

    `drop` lets the model fall where the ground ends under it, or let go of the face it hangs on.
    """

    unit: str
    gait: str
    legs: tuple[Leg, ...] = ()
    last: bool = True
    drop: bool = False


class Climb(Order, frozen=True, tag="climb"):
    """Climb a piece of vertical terrain, to a place at its face or on its top."""

    unit: str
    piece: str
    x: int = 0
    y: int = 0
    z: int = 0
    gait: str = "C"
    last: bool = True


class Jump(Order, frozen=True, tag="jump"):
    """A Jetpack Move: one Turn, then straight on over what is low enough (backward is negative)."""

    unit: str
    angle: int = 0
    length: int = 0


class Slide(Order, frozen=True, tag="slide"):
    """Shift sideways on Thrusters in the middle of a Move; left is positive."""

    unit: str
    length: int = 0


class ChangeFloor(Order, frozen=True, tag="change-floor"):
    """Go to another floor of the building one is in, counted from 0; the one above the last is the roof."""

    unit: str
    gait: str
    floor: int = 0


class EndMove(Order, frozen=True, tag="end-move"):
    """End a Move that was interrupted for an Action."""

    unit: str


class Turn(Order, frozen=True, tag="turn"):
    """Turn a Braced model once."""

    unit: str
    angle: int = 0


class Attack(Order, frozen=True, tag="attack"):
    """Attack with one weapon: one target, several for Split, none for an area around a bare point or oneself.

    `aim` is the Target Point (x, y, z) of an area weapon; without one it is the middle of the target's Silhouette.
    `sharer` is the friend whose Sensor Lock it takes.
    """

    unit: str
    weapon: str
    category: str
    targets: tuple[str, ...] = ()
    aim: tuple[int, int, int] | None = None
    sharer: str = ""


class SnapFire(Order, frozen=True, tag="snap-fire"):
    """Answer the Active model with an attack on it, or on the model that helps it where `target` names one."""

    unit: str
    weapon: str
    category: str
    tall: bool = False
    target: str = ""


class Reroll(Order, frozen=True, tag="reroll"):
    """Roll a whole pool again: by a free Reroll, a Skill Point or a Commander's point; unnamed, the cheapest."""

    unit: str
    by: str = ""


class GiveOrder(Order, frozen=True, tag="give-order"):
    """Spend a Command Point of the Active leader on one of the six Orders; a Coordinated Attack has a target."""

    unit: str
    name: str
    target: str = ""


class Demolish(Order, frozen=True, tag="demolish"):
    """Attack a building with one weapon."""

    unit: str
    weapon: str
    category: str
    building: str = ""


class FireSmoke(Order, frozen=True, tag="fire-smoke"):
    """Spend an Action on a cloud of Smoke around oneself."""

    unit: str


class Standby(Keep, frozen=True, tag="standby"):
    """End the activation and keep the remaining Actions as Standby tokens."""

    unit: str


class Overwatch(Keep, frozen=True, tag="overwatch"):
    """End a Braced model's activation and keep the remaining Actions as Overwatch tokens."""

    unit: str


class EndActivation(Finish, frozen=True, tag="end-activation"):
    """End the activation; Actions that are left are lost."""

    unit: str


ORDERS: tuple[type[Order], ...] = (
    ChooseFirst, Deploy, KeepOverwatch, Activate, Move, Climb, Jump, Slide, ChangeFloor, EndMove, Turn, Attack,
    Demolish, FireSmoke, SnapFire, Reroll, GiveOrder, Standby, Overwatch, EndActivation, Decline,
    *ELECTRONICS_ORDERS,
    *OBSERVATION_ORDERS,
    *COMPANIONS_ORDERS,
    *MACHINES_ORDERS,
    *SETTING_ORDERS,
    *OBJECTIVES_ORDERS,
)  # fmt: skip
