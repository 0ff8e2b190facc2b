"""What a seat may know, in one wire form for all systems. Hidden things are absent, not flagged."""

from __future__ import annotations

import msgspec

from gearlock.kernel.asks import Ask

Point = tuple[int, int]


class Modifier(msgspec.Struct, frozen=True):
    """One line of a sum: how much, of what (dice, result, %), in the player's words, by which rule."""

    value: int
    label: str
    rule: str = ""
    unit: str = ""

    def text(self) -> str:
        """The line as a card shows it: +1 die  braced."""
        return f"{self.value:+d}{' ' + self.unit if self.unit else ''}  {self.label}"


class Throw(msgspec.Struct, frozen=True):
    """Dice behind a line of the story: whose and what for, what they showed, and what it came to.

    `counts` says of each die whether it counts for the result; it is empty where all of them simply do. `modifiers`
    are the lines that made the pool or the number, as far as the reader may know them.
    """

    label: str
    faces: tuple[int, ...] = ()
    sides: int = 6
    counts: tuple[bool, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    total: str = ""
    rule: str = ""


class Shot(msgspec.Struct, frozen=True):
    """An attack as it is to be seen: what it looks like, from whom, at whom, and whether it strikes.

    The look is burst, beam, rocket, shell, flame or blade; empty where only the strike is seen, and so is `by`.
    """

    look: str
    by: str
    at: str
    hits: bool


class Line(msgspec.Struct, frozen=True):
    """A line of the battle's story, with the units it is about, the rule behind it and the dice it tells of."""

    text: str
    units: tuple[str, ...] = ()
    rule: str = ""
    rolls: tuple[Throw, ...] = ()
    shots: tuple[Shot, ...] = ()
    """The attacks that the dice decided."""


class OddsCard(msgspec.Struct, frozen=True):
    """Exact odds of one attack: chance to hit, mean damage, the chance of each damage step and of what it leads to."""

    p_hit: float
    mean_damage: float
    damage: dict[int, float]
    p_crippled: float = 0.0
    p_destroyed: float = 0.0


class Leg(msgspec.Struct, frozen=True):
    """A straight part of a way: where it leads, and what the way has used up to there."""

    x: int
    y: int
    used: str = ""


class Route(msgspec.Struct, frozen=True):
    """The way an order goes, exactly: from where, leg by leg, and what it uses of what there is: 4.5 of 6 in."""

    start: Point
    legs: tuple[Leg, ...]
    used: str
    length: int = 0
    """How far it goes in all, up and down counted: mils, or hexes."""


class Preview(msgspec.Struct, frozen=True):
    """What an order would mean before it is given: modifier lines, odds, and a rough worth of the position.

    `gives` and `risks` are expected damage done and suffered as shares of a whole unit, from what the seat knows.
    """

    attack: tuple[Modifier, ...] = ()
    defence: tuple[Modifier, ...] = ()
    odds: OddsCard | None = None
    gives: float = 0.0
    risks: float = 0.0
    hoped: float = 0.0
    """The part of `gives` that a later order has to make good: an attack that could be made from there."""
    lasting: float = 0.0
    """The part of `risks` that is the danger of standing where the order ends."""
    forgone: float = 0.0
    """What can no longer be done later once this is: the attack that is given up for it."""
    ends: tuple[int, int, int] | None = None
    """Where the ordered unit would stand and face afterwards."""
    notes: tuple[str, ...] = ()
    spot: tuple[int, int, int] | None = None
    """The place the order is aimed at, if that is another."""
    target: str = ""
    """Whom the lines and odds are about: a piece by its id, or something else by its name."""
    whole: int = 0
    """The damage that the target could take when it was whole, as far as is known; 0 for what is not counted so."""
    left: int = 0
    """The damage that is all it can take now."""
    attack_total: str = ""
    """What the attacker's lines come to, as it is rolled."""
    defence_total: str = ""
    harm: str = ""
    """How a success turns into damage."""
    cost: str = ""
    """What is paid for it: 1 Command Point of 2."""
    without: OddsCard | None = None
    """The odds if the offer is turned down: what lies on the table stands."""
    route: Route | None = None
    """The way the ordered unit would go."""
    also: tuple[Preview, ...] = ()
    """The further rolls of the same order, each at its own target."""


class Shape(msgspec.Struct, frozen=True):
    """A piece of ground as drawn: an outline (table units) or a list of hexes, with kind, rating and heights.

    On a map of hexes `top` is the level that the hexes lie on.
    """

    id: str
    kind: str
    label: str = ""
    outline: tuple[Point, ...] = ()
    hexes: tuple[Point, ...] = ()
    base: int = 0
    top: int = 0
    rating: str = ""
    drawing: str = ""
    """What it looks like: woods, hill, water and so on; a table draws what it knows, and all else as a block."""
    dense: bool = False
    """So thick, or so strong, that it is drawn more heavily."""
    facts: tuple[str, ...] = ()
    """What a player who points at it wants to know: cover, price, who may pass."""


class TableView(msgspec.Struct, frozen=True):
    """The table: `inches` measures in thousandths of an inch, `hexes` in axial coordinates of a columns x rows map."""

    kind: str
    width: int
    height: int
    shapes: tuple[Shape, ...] = ()
    light: str = "day"
    """`day` or `night`."""


class Track(msgspec.Struct, frozen=True):
    """Something counted down or up on a record sheet: Hull 3/4."""

    name: str
    now: int
    full: int


class Token(msgspec.Struct, frozen=True):
    """A marker lying beside a piece."""

    name: str
    count: int = 1
    rule: str = ""
    sign: str = ""
    """The sign that stands for it at the piece on the table; none for what only the card tells."""


NOT_PRINTED = "Not printed in the book"
"""The title of the card that says what of a unit is not as its book prints it; lists star who has one."""


class Card(msgspec.Struct, frozen=True):
    """A titled block of stat rows."""

    title: str
    rows: tuple[tuple[str, str], ...] = ()


class Piece(msgspec.Struct, frozen=True):
    """A unit as this seat knows it, facing in tenths of a degree from east, counter-clockwise, on every table.

    `known` is `seen`, `identified` (out of sight, but it is known what it is) or `blip`: little more than a place.
    """

    id: str
    name: str
    side: str
    x: int
    y: int
    z: int = 0
    facing: int = 0
    radius: int = 0
    height: int = 0
    known: str = "seen"
    status: str = ""
    ready: bool = False
    tracks: tuple[Track, ...] = ()
    tokens: tuple[Token, ...] = ()
    cards: tuple[Card, ...] = ()
    figure: str = ""
    """The kind of silhouette it is drawn with; where none is named its size decides."""
    parts: tuple[str, ...] = ()
    """What is to be seen on it: longgun, pod, shield, mast, jump."""
    group: str = ""
    """What it is listed under in its force."""
    signs: tuple[str, ...] = ()
    """Signs at the piece for what is no token: a posture, a wound. The gravest of all are drawn, no more than three."""


class Goal(msgspec.Struct, frozen=True):
    """Something a side fights for, as far as a seat knows of it, and how far it is: `now` of `full`.

    Where nobody can say how often it may be met `full` is 0, and `now` counts how often it was.
    """

    name: str
    seat: str = ""
    """Whose it is."""
    now: int = 0
    full: int = 1
    words: str = ""
    """What it is about and how it stands."""
    worth: str = ""
    """What it brings: 2 points, counts double."""
    secret: bool = False
    """The other side does not know of it."""
    places: tuple[str, ...] = ()
    """Markers and zones that it is about, by their ids."""
    line: str = ""
    """All of it in one line, the same that stands among the notes."""


class View(msgspec.Struct, frozen=True):
    """Everything one seat may know now."""

    seat: str
    round: int
    phase: str
    active: str
    table: TableView
    pieces: tuple[Piece, ...] = ()
    zones: tuple[Shape, ...] = ()
    markers: tuple[Shape, ...] = ()
    score: dict[str, int] = {}
    asks: tuple[Ask, ...] = ()
    waiting_for: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    rounds: int = 0
    """How many there are at most; 0 if nobody counts."""
    goals: tuple[Goal, ...] = ()
    """What each side fights for. Their lines stand among the notes too."""
