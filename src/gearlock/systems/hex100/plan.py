"""A briefing worked out in full: what a battle is about, who is told what, who begins where, what counts."""

from __future__ import annotations

import msgspec

from gearlock.table.hexes import Hex


class Objective(msgspec.Struct, frozen=True):
    """Something that counts. Without a seat it counts for both sides; a secret one is known to its own side alone."""

    kind: str
    """One of `KINDS` in `objectives`."""
    seat: str = ""
    name: str = ""
    points: int = 1
    """For each time it is met; 0 with ``destroy`` is what the machine costs."""
    wins: bool = False
    """To meet it `count` times wins the battle at once."""
    count: int = 1
    secret: bool = False
    hexes: tuple[Hex, ...] = ()
    zone: str = ""
    units: tuple[str, ...] = ()
    until: int = 0
    """The round at whose end it is counted; 0 is the last."""
    rating: int = 40
    """How well a site is kept against hackers: the e-war rating of a unit."""
    reach: int = 3
    """From how far a site is scanned."""


class Placement(msgspec.Struct, frozen=True):
    """Where units begin: these units, or any that no other placement of the side names."""

    zone: str
    units: tuple[str, ...] = ()
    turn: int = 0
    """They come in the side's phase of this round; 0 is before the battle."""
    hidden: bool = False
    """They lie in wait: nobody finds them before they show themselves or somebody comes near."""
    secret: bool = False
    """The other side is not told of the zone."""


class Side(msgspec.Struct, frozen=True):
    """One side's part: its orders, which may be for its eyes alone, and where its units begin."""

    deploy: tuple[Placement, ...]
    orders: str = ""
    secret: bool = False
    role: str = ""


class Plan(msgspec.Struct, frozen=True):
    """A whole briefing."""

    title: str
    sides: dict[str, Side]
    objectives: tuple[Objective, ...]
    about: str = ""
    goal: str = ""
    first: str = ""
    """Who goes first; the dice decide if it does not say."""
    margin: int = 1
    """The lead that wins in the end; 0 is a tenth of the budget."""
    rout: bool = True
    """A side without machines loses at once; otherwise the score decides then too."""

    def placements_of(self, unit_id: str) -> tuple[Placement, ...]:
        """Where a unit may begin: where it is named, otherwise anywhere that is open to all of its side."""
        deploy = self.sides[unit_id.partition("-")[0]].deploy
        named = tuple(each for each in deploy if unit_id in each.units)
        return named or tuple(each for each in deploy if not each.units)

    def shown_to(self, seat: str | None) -> list[tuple[int, Objective]]:
        """The objectives a seat knows of, with their numbers; all of them for nobody in particular."""
        numbered = enumerate(self.objectives)
        return [(at, each) for at, each in numbered if seat is None or not each.secret or each.seat == seat]


ENGAGEMENT = Plan(
    "Engagement",
    {"red": Side((Placement("south"),)), "blue": Side((Placement("north"),))},
    (Objective("destroy", points=0),),
    margin=0,
)
"""The battle when no briefing says otherwise."""
