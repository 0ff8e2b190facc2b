"""A mover of red's and those of blue's who may fire at it; the chapters that take part."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from gearlock.kernel.chapters import Book
from gearlock.kernel.orders import Order
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.fieldmanual.attacks.ranged import (
    ATTACKS,
    offer_also,
    offer_attacks,
    offer_charges,
    offer_counter,
    offer_reloads,
)
from gearlock.systems.fieldmanual.reactions import (
    REACTIONS,
    offer_coordinates,
    offer_declaring,
    offer_fire,
    offer_parting_fire,
    offer_parting_shot,
    offer_stand_by,
)
from gearlock.systems.fieldmanual.sensors import offer_observations
from gearlock.systems.fieldmanual.state import COMBAT, State
from systems.fieldmanual.radio import BOOK as RADIO
from systems.fieldmanual.radio import acting, model, run
from systems.fieldmanual.tables import Played, activate, table

BOOK: Book[State] = Book(
    (*RADIO.chapters, ATTACKS, REACTIONS),
    {
        **RADIO.offers,
        "act": (
            *RADIO.offers["act"],
            acting(offer_attacks),
            acting(offer_reloads),
            acting(offer_stand_by),
            acting(offer_observations),
        ),
        "declare fire": (offer_declaring,),
        "reaction fire": (offer_fire,),
        "answer": (offer_fire,),
        "coordinates": (offer_coordinates,),
        "parting shot": (offer_parting_shot,),
        "parting fire": (offer_parting_fire,),
        "counter-battery": (offer_counter,),
        "also-fire": (offer_also,),
        "ap-charges": (offer_charges,),
    },
)


def crossing(*pieces: Any, x_blue: float = 25, **more: Any) -> State:
    """Red's model moves along y = 20; blue's, 15 in away, looks at it and has an Action."""
    state = table(*pieces)
    model(state, "red-1", 10, band=COMBAT, **more)
    model(state, "blue-1", x_blue)
    activate(state, "red-1")
    return state


def fight(
    state: State,
    script: Callable[[Ctx[State]], Script[Any] | None],
    *dice: Iterable[int],
    replies: Iterable[Order] = (),
) -> Played:
    """Run a script of a fight."""
    return run(state, script, *dice, replies=replies, book=BOOK)
