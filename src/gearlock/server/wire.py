"""The messages of the table. What a browser sends is `ToServer`, what it is sent `ToClient`; each says its `kind`.

Every update has a number; a client that sees a gap, or comes back after a silence, says hello again and is told how
things stand now, with every line of the story it has not shown yet.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from gearlock.bots.advice import ADVISER
from gearlock.kernel.bounds import LARGEST_PLACE, LARGEST_WHOLE, LONGEST_NAME, LONGEST_WORDS, MOST_FACES, MOST_WAYPOINTS
from gearlock.kernel.lessons import Step
from gearlock.kernel.survey import Band, Field, Menace, Objection, Sightline
from gearlock.kernel.view import Line, Piece, Preview, TableView
from gearlock.server.now import Asked as Asked
from gearlock.server.now import DiceAsked as DiceAsked
from gearlock.server.now import Now as Now
from gearlock.server.now import SeatInfo as SeatInfo
from gearlock.server.ways import Danger, Short, Suggestion, Way

LONGEST_SAYING = 500
LONGEST_CALLED = 24
"""Letters of the name somebody wants to be called by."""
Count: TypeAlias = Annotated[int, Meta(ge=-LARGEST_WHOLE, le=LARGEST_WHOLE)]
"""A number of something: a message, a decision, an option, a line."""
Place: TypeAlias = Annotated[int, Meta(ge=-LARGEST_PLACE, le=LARGEST_PLACE)]
"""Mils, a hex's row or column, tenths of a degree."""
Name: TypeAlias = Annotated[str, Meta(max_length=LONGEST_NAME)]
MOST_ALSO = 8
"""Other seats at one screen."""
Waypoints: TypeAlias = Annotated[tuple[tuple[Place, Place], ...], Meta(max_length=MOST_WAYPOINTS)]


class ToServer(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """Base of what a client sends."""


class Hello(ToServer, frozen=True, tag="hello"):
    """Sit down, watch, or come back: the link's token, how many lines of the story are shown, and of which edition.

    `also` are tokens of other seats that are played at the same screen: it is told when one of them is asked aside.
    """

    token: Name = ""
    shown: Count = 0
    edition: Count = 0
    also: Annotated[tuple[Name, ...], Meta(max_length=MOST_ALSO)] = ()
    name: Name = ""
    """What somebody wants to be called."""


class Answer(ToServer, frozen=True, tag="answer"):
    """The answer to the decision with the number `decision`: an order in full."""

    decision: Count
    order: msgspec.Raw


class Point(ToServer, frozen=True, tag="point"):
    """Complete an open option towards a spot, or with a number in x: what would it mean? Answered by `Pointed`.

    Where the straight way is refused and `around` is said, a way around what stands in it is looked for.
    """

    ref: Count
    decision: Count
    option: Count
    x: Place
    y: Place = 0
    facing: Place | None = None
    via: Waypoints = ()
    around: bool = False


class Weigh(ToServer, frozen=True, tag="weigh"):
    """What would this order mean? Answered by `Weighed`."""

    ref: Count
    decision: Count
    order: msgspec.Raw


class WeighAll(ToServer, frozen=True, tag="weigh-all"):
    """What would each option that is complete as it stands mean? Answered by `WeighedAll`."""

    ref: Count
    decision: Count


class Suggest(ToServer, frozen=True, tag="suggest"):
    """A few good ways to complete an open option."""

    ref: Count
    decision: Count
    option: Count


class Consult(ToServer, frozen=True, tag="consult"):
    """What would a bot do in my place, and why? It sees what I see. Answered by `Counselled`, when it has thought."""

    ref: Count
    decision: Count
    bot: Name = ADVISER


class Spot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place to look from other than the one where a piece stands."""

    x: Place
    y: Place
    facing: Place | None = None


class Reach(ToServer, frozen=True, tag="reach"):
    """Where could this option lead? Answered by `Reached`."""

    ref: Count
    decision: Count
    option: Count


class Look(ToServer, frozen=True, tag="look"):
    """What does my piece see of another, from where it stands or from a spot? Answered by `Looked`."""

    ref: Count
    piece: Name
    target: Name
    spot: Spot | None = None


class Bear(ToServer, frozen=True, tag="bear"):
    """Where do the weapons of my piece bear, from where it stands or from a spot? Answered by `Borne`."""

    ref: Count
    piece: Name
    spot: Spot | None = None


class Fear(ToServer, frozen=True, tag="fear"):
    """What could the enemies I know of do to my piece, where it stands or at a spot? Answered by `Feared`."""

    ref: Count
    piece: Name
    spot: Spot | None = None


class Heat(ToServer, frozen=True, tag="heat"):
    """How dangerous is the ground around my piece, spot by spot? Answered by `Heated`."""

    ref: Count
    piece: Name


class WhyNot(ToServer, frozen=True, tag="why-not"):
    """What can I not do to this piece now, and why? Answered by `Objected`."""

    ref: Count
    decision: Count
    piece: Name


class TakeBack(ToServer, frozen=True, tag="take-back"):
    """Undo my last decision; behind what may have told me something the opponent is asked."""


class Consent(ToServer, frozen=True, tag="consent"):
    """My answer to an opponent who wants to take something back; a no to a wish of my own takes it back."""

    yes: bool


class Draw(ToServer, frozen=True, tag="draw"):
    """Offer a draw, or accept one that is offered; with `yes` of False turn one down, or take the own offer back."""

    yes: bool


class Say(ToServer, frozen=True, tag="say"):
    """A word to everybody at the table."""

    text: Annotated[str, Meta(max_length=LONGEST_WORDS)]


class TypeDice(ToServer, frozen=True, tag="dice"):
    """What dice show that somebody has rolled, for the throw with this number."""

    number: Count
    faces: Annotated[tuple[Count, ...], Meta(max_length=MOST_FACES)]


class Deploy(ToServer, frozen=True, tag="deploy"):
    """Put my pieces on the table for me, until the first round begins."""


class Beat(ToServer, frozen=True, tag="beat"):
    """I am still here."""


AnyToServer: TypeAlias = (
    Hello | Answer | Point | Weigh | WeighAll | Suggest | Consult | Reach | Look | Bear | Fear | Heat | WhyNot
    | TakeBack | Consent | Draw | Say | TypeDice | Deploy | Beat
)  # fmt: skip


class ToClient(msgspec.Struct, frozen=True, tag_field="kind"):
    """Base of what a client is sent."""


class Welcome(ToClient, frozen=True, tag="welcome"):
    """Everything, for one who has just come: the battle, the table, the story not yet shown."""

    number: int
    battle: str
    system: str
    system_name: str
    scenario: str
    title: str
    about: str
    goal: str
    hidden: bool
    you: str
    """The seat that is mine; empty for one who watches."""
    watching: str
    """Whose eyes this is seen through; empty for all-seeing."""
    table: TableView
    pieces: tuple[Piece, ...]
    now: Now
    keeps: int
    story: tuple[Line, ...]
    said: tuple[Said, ...] = ()
    commitment: str = ""
    """The dice of this battle, sealed: the seed that is told at its end must fit."""
    private: bool = False
    """Nobody looks on here without a link."""
    setup_phases: tuple[str, ...] = ()
    """What is done before the first round, by the names of phases."""
    typed: bool = False
    """People roll the dice of this battle and type what they show."""
    lesson: tuple[Step, ...] = ()
    """The steps of a guided battle; none for others."""
    at: int = 0
    """What time the server has, in milliseconds since 1970: clocks are told by it."""


class Update(ToClient, frozen=True, tag="update"):
    """What changed: pieces, new or other than before; pieces gone; the table; the story from line `keeps` on."""

    number: int
    pieces: tuple[Piece, ...]
    gone: tuple[str, ...]
    now: Now
    keeps: int
    story: tuple[Line, ...]
    table: TableView | None = None


class Said(ToClient, frozen=True, tag="said"):
    """Somebody said something; with no seat, the table itself: a bot that had to be helped out, for one."""

    seat: str
    text: str


class Pointed(ToClient, frozen=True, tag="pointed"):
    """The order that a spot comes to, and what it would mean."""

    ref: int
    order: msgspec.Raw
    preview: Preview


class Weighed(ToClient, frozen=True, tag="weighed"):
    """What an order would mean."""

    ref: int
    preview: Preview


class WeighedAll(ToClient, frozen=True, tag="weighed-all"):
    """Every complete option in short."""

    ref: int
    options: tuple[Short, ...]


class Suggested(ToClient, frozen=True, tag="suggested"):
    """A few ways to complete an open option, best first."""

    ref: int
    ways: tuple[Suggestion, ...]


class Counselled(ToClient, frozen=True, tag="counselled"):
    """The ways a bot weighed for me, the best first; none where it can tell no answer from another."""

    ref: int
    bot: str
    ways: tuple[Way, ...]


class Reached(ToClient, frozen=True, tag="reached"):
    """Where an open option could lead, band by band."""

    ref: int
    bands: tuple[Band, ...]


class Looked(ToClient, frozen=True, tag="looked"):
    """What a piece sees of another."""

    ref: int
    line: Sightline


class Borne(ToClient, frozen=True, tag="borne"):
    """Where the weapons of a piece bear."""

    ref: int
    fields: tuple[Field, ...]


class Feared(ToClient, frozen=True, tag="feared"):
    """What the enemies could do to a piece, the worst first."""

    ref: int
    menaces: tuple[Menace, ...]


class Heated(ToClient, frozen=True, tag="heated"):
    """The ground around a piece, as far as it could stand there; `step` is the width of a spot (1 on hexes)."""

    ref: int
    step: int
    spots: tuple[Danger, ...]


class Objected(ToClient, frozen=True, tag="objected"):
    """What cannot be done to a piece, each with its reason."""

    ref: int
    objections: tuple[Objection, ...]


class Refused(ToClient, frozen=True, tag="refused"):
    """No, and why: a code that stays the same, words for a player, the rule, the message it answers (0 for none)."""

    code: str
    message: str
    rule: str = ""
    ref: int = 0


class Alive(ToClient, frozen=True, tag="alive"):
    """I am still here too; the number of the last update."""

    number: int


AnyToClient: TypeAlias = (
    Welcome | Update | Said | Pointed | Weighed | WeighedAll | Suggested | Counselled | Reached | Looked | Borne
    | Feared | Heated | Objected | Refused | Alive
)  # fmt: skip
