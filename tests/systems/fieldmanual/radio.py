"""Models with radios, leaders and jammers for tests of Electronic Warfare, command and sensors; answers by order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from gearlock.kernel.asks import OPEN_OPTIONS, Ask
from gearlock.kernel.chapters import Book
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.fieldmanual.command_points.spending import (
    COMMAND_POINTS,
    offer_commands,
    offer_neural_net,
    offer_reroll_other,
    offer_rerolls,
    offer_uplink,
)
from gearlock.systems.fieldmanual.command_points.tests import fill_pool
from gearlock.systems.fieldmanual.datacards import Skills
from gearlock.systems.fieldmanual.electronic_warfare import (
    ECCM,
    ECM,
    ELECTRONIC_WARFARE,
    offer_counters,
    offer_homing,
    offer_jams,
)
from gearlock.systems.fieldmanual.leaders import LEADERS, offer_heirs
from gearlock.systems.fieldmanual.sensors import SENSORS, offer_active_locks
from gearlock.systems.fieldmanual.special_actions import SPECIAL_ACTIONS, offer_special_actions
from gearlock.systems.fieldmanual.state import State, Unit
from systems.fieldmanual.tables import Played, play, put

PERKS = {"ecm": ECM, "eccm": ECCM, "ann": "Advanced Neural Net", "homing": "EW Homing", "uplink": "Satellite Uplink"}
AUX = (ECM, ECCM, "Satellite Uplink", "Target Designator")


def acting(offer: Callable[[State, Unit], Iterable[Any]]) -> Callable[[State, Ask], Iterable[Any]]:
    return lambda state, ask: offer(state, state.units[ask.unit])


BOOK: Book[State] = Book(
    (LEADERS, ELECTRONIC_WARFARE, COMMAND_POINTS, SENSORS, SPECIAL_ACTIONS),
    {
        "appoint": (offer_heirs,),
        "jam": (offer_jams,),
        "jam lock": (offer_jams,),
        "counter": (offer_counters,),
        "home": (offer_homing,),
        "neural net": (offer_neural_net,),
        "reroll": (offer_rerolls,),
        "reroll other": (offer_reroll_other,),
        "command": (offer_commands,),
        "act": (
            acting(offer_active_locks),
            acting(offer_special_actions),
            acting(offer_uplink),
            offer_commands,
        ),
    },
)


def model(state: State, name: str, x: float, y: float = 20, **more: Any) -> Unit:
    """A Jäger with EW 2 and other skills, perks (`ecm=2`), flaws and ratings as wanted; red looks east, blue west."""
    skills = {"attack": 2, "defense": 2, "ew": 2, "leadership": 0}
    skills.update({key: more.pop(key) for key in list(skills) if key in more})
    skills["leadership"] = more.pop("ld", skills["leadership"])
    perks: dict[str, int] = {"Arms": 1, **more.pop("perks", {})}
    perks.update({PERKS[key]: more.pop(key) for key in list(PERKS) if key in more})
    stats: dict[str, Any] = {
        key: more.pop(key) for key in ("comm", "auto_comm", "sensors", "detect", "size", "flaws") if key in more
    }
    stats |= {"skills": Skills(**skills), "perks": perks, "aux": tuple(perk for perk in perks if perk in AUX)}
    facing = 0 if name.startswith("red") else 180
    unit = put(state, name, more.pop("card", "jager"), x, y, facing, stats=stats, **more)
    unit.name = name
    return unit


def pool(state: State, red: int = 0, blue: int = 0) -> None:
    """Command Points for both sides."""
    fill_pool(state, "red", red)
    fill_pool(state, "blue", blue)


class Replies:
    """Orders that answer the first question they are legal for; everything else is declined.

    At every question everything that is offered is held against the rules.
    """

    def __init__(self, *orders: Order, book: Book[State] = BOOK) -> None:
        self.left, self.book = list(orders), book
        self.asked: list[tuple[str, str]] = []

    def __call__(self, state: State, ask: Ask) -> Order:
        self.asked.append((ask.seat, ask.kind))
        if ask.kind not in self.book.offers:
            return Decline()
        for option in self.book.options(state, ask):
            if not isinstance(option, OPEN_OPTIONS):
                assert self.book.refuse(state, ask, option.order) is None, (ask.kind, option)
        for order in self.left:
            if self.book.refuse(state, ask, order) is None:
                self.left.remove(order)
                return order
        return Decline()


def run(
    state: State,
    script: Callable[[Ctx[State]], Script[Any] | None],
    *dice: Iterable[int],
    replies: Iterable[Order] = (),
    book: Book[State] = BOOK,
) -> Played:
    """Run a script with dice and replies, all of which must be used."""
    given = Replies(*replies, book=book)
    played = play(state, script, *dice, answer=given)
    assert not given.left, f"nobody asked for {given.left}; asked were {given.asked}"
    return played


def asked(played: Played) -> list[tuple[str, str]]:
    """Who was asked what."""
    return [(ask.seat, ask.kind) for ask in played.asks]


def refusal(state: State, order: Order, kind: str = "act", **about: Any) -> str:
    """The code with which an order is refused; empty if it is legal."""
    unit = getattr(order, "unit", "")
    seat = about.pop("seat", state.units[unit].seat if unit in state.units else "red")
    asking = Ask(seat, kind, about.pop("unit", unit if kind == "act" else ""), about.pop("about", ()))
    found = BOOK.refuse(state, asking, order)
    return "" if found is None else found.code


def damaged(unit: Unit, boxes: int) -> Unit:
    unit.boxes = boxes
    return unit


def with_card(unit: Unit, **changes: Any) -> Unit:
    unit.card = msgspec.structs.replace(unit.card, **changes)
    return unit
