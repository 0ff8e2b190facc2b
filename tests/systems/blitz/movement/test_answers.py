"""6: what is offered is legal, what is guessed can be done, and nothing comes to stand where it must not."""

from __future__ import annotations

import random
from functools import partial

import pytest

from gearlock.kernel.asks import OPEN_OPTIONS, Ask
from gearlock.kernel.chapters import Book
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Refusal
from gearlock.kernel.system import Aim
from gearlock.mechanics.figures import overlapped
from gearlock.systems.blitz.movement.offers import MOVEMENT, offer_moves
from gearlock.systems.blitz.movement.stretches import obstacles
from gearlock.systems.blitz.movement.terrain import (
    Climb,
    ComeFree,
    EndMove,
    ExtraTurn,
    Forced,
    FreeingTried,
    Immobilised,
    Jump,
    Jumped,
    Move,
    Moved,
    TurnBought,
)
from gearlock.systems.blitz.state import BRACED, COMBAT, IMMOBILISED, TOP_SPEED, State
from gearlock.table.generate import generate
from gearlock.table.inches import is_on_table
from gearlock.table.measure import INCH
from gearlock.table.terrain import Ground, Piece
from systems.blitz.movement.march import activate, field, model, piece, red, run_with

BOOK: Book[State] = Book((MOVEMENT,), {"act": (offer_moves,), "scout": (offer_moves,)})
CARDS = ("hunter", "leopard", "badger", "fusilier", "eagle", "north-infantry-squad", "hoverbike-grel", "lynx", "kadesh")
ACT = Ask("red", "act", "red")


def rough(ground: Ground, lot: random.Random) -> Ground:
    """The same ground, some of it dangerous, some of it sloping."""
    pieces: list[Piece] = []
    for each in ground.pieces:
        props = dict(each.props)
        if each.kind == "area" and lot.randrange(2):
            props["going"] = lot.choice(("dangerous", "open dangerous", "impassable"))
        if each.kind == "hill":
            props["slope"] = lot.choice((5, 20, 45, 60))
        pieces.append(
            Piece(each.id, each.name, each.kind, each.outline, each.top, each.base, each.rating, each.footing, props)
        )
    return Ground(ground.width, ground.height, tuple(pieces))


def somewhere(seed: int, lot: random.Random) -> State:
    """An active model at a free place of a random table, with others about."""
    state = field(lot.choice(CARDS), *(model(f"m{n}", "blue", 8 + 6 * n, 20 + n % 3, card="hunter") for n in range(5)))
    state.ground = rough(generate(48 * INCH, 36 * INCH, seed), lot)
    unit = red(state)
    for _ in range(400):
        unit.x, unit.y = lot.randrange(2000, 46_000), lot.randrange(2000, 34_000)
        crowded = state.ground.pieces_near(unit.x - 1500, unit.y - 1500, unit.x + 1500, unit.y + 1500)
        if not list(crowded) and overlapped(unit.body, obstacles(state, unit)) is None:
            break
    return activate(state, lot.choice((COMBAT, TOP_SPEED)))


@pytest.mark.rule("blitz.6.0", "blitz.6.2")
@pytest.mark.parametrize("seed", range(25))
def test_everything_offered_can_be_done(seed: int) -> None:
    lot = random.Random(seed)
    state = somewhere(seed, lot)
    for _ in range(8):
        if state.activation is None:
            return
        options = BOOK.options(state, ACT)
        if not options:
            return
        for option in options:
            if not isinstance(option, OPEN_OPTIONS):
                assert BOOK.refuse(state, ACT, option.order) is None, option.label
        wanted = BOOK.sample(state, ACT, lot.choice(options), lot)
        if wanted is None:
            continue
        before = state.activation.clone()
        events = run_with(partial(BOOK.resolve, order=wanted), state, lot)
        check(state, before.spent, events)


def check(state: State, spent: int, events: list[Event]) -> None:
    unit = red(state)
    assert is_on_table(unit.body, state.ground.width, state.ground.height)
    if not unit.is_destroyed:
        assert overlapped(unit.body, obstacles(state, unit)) is None
    for event in events:
        if isinstance(event, Moved) and not event.cautious:
            spent += event.spent
            assert spent <= unit.line.move + 2 * INCH


@pytest.mark.rule("blitz.6.0")
def test_what_is_offered_and_when() -> None:
    labels = [option.label for option in BOOK.options(field("eagle"), ACT)]
    assert labels == [
        "Move: Walker", "Move part of the way: Walker", "Move: Ground", "Move part of the way: Ground",
        "Buy a turn: Ground", "Powered jump",
    ]  # fmt: skip
    assert BOOK.options(field("eagle", posture=BRACED), ACT) == ()
    stuck = field("eagle", posture=BRACED)
    red(stuck).tokens[IMMOBILISED] = 1
    assert [option.order for option in BOOK.options(stuck, ACT)] == [ComeFree("red")]
    swamp = piece("area", "light", 12, 0, 30, 48, 0, props={"going": "dangerous"})
    assert any("cautiously" in option.label for option in BOOK.options(field("hunter", swamp), ACT))
    assert not any("cautiously" in option.label for option in BOOK.options(field("hunter"), ACT))
    roof = piece("building", "heavy", 5, 10, 12, 30, 3, footing=True)
    labels = [option.label for option in BOOK.options(field("hunter", roof), ACT)]
    assert "Move and drop over the edge: Walker" in labels


def aimed(state: State, kind: type, spot: Aim) -> object:
    option = next(option for option in BOOK.options(state, ACT) if isinstance(option.order, kind))
    return BOOK.aim(state, ACT, option, spot)


@pytest.mark.rule("blitz.6.0", "blitz.6.3-table")
def test_pointing_leads_there_as_the_movement_type_allows() -> None:
    assert aimed(field("hunter"), Move, Aim(10_000, 22_000, facing=0)) == Move(
        "red", "W", ((900, 2000), (-900, 0)), last=True
    )
    assert aimed(field("badger"), Move, Aim(10_000, 23_000)) == Move("red", "G", ((900, 3000),), last=True)
    hover = aimed(field("fusilier"), Move, Aim(14_000, 20_000, facing=450))
    assert hover == Move("red", "H", ((0, 4000), (450, 0)), last=True)
    back = aimed(field("fusilier"), Move, Aim(7_000, 20_000))
    assert back == Move("red", "H", ((0, -3000),), last=True)
    assert aimed(field("eagle"), Jump, Aim(14_000, 20_000)) == Jump("red", 4000)
    assert aimed(field("badger"), ExtraTurn, Aim(10_000, 30_000)) == ExtraTurn("red", "G", 900)
    assert isinstance(aimed(field("hunter"), Move, Aim(10_000, 90_000)), Refusal | Move)


@pytest.mark.rule("blitz.6.5f")
def test_climbs_are_offered_at_a_wall() -> None:
    house = piece("building", "heavy", 13, 10, 20, 30, 3, footing=True)
    state = field("hunter", house, at=(12.5, 20))
    climbs = [option for option in BOOK.options(state, ACT) if isinstance(option.order, Climb)]
    assert "Climb onto the building: Walker" in [option.label for option in climbs]
    assert isinstance(aimed(state, Climb, Aim(12_500, 21_000)), Climb)


@pytest.mark.rule("blitz.6.0")
def test_a_move_under_way_can_be_ended() -> None:
    state = field("hunter")
    assert state.activation is not None
    state.activation.gait = "W"
    assert EndMove("red") in [option.order for option in BOOK.options(state, ACT)]


@pytest.mark.rule("blitz.6.0", "blitz.6.4a")
def test_every_event_is_told() -> None:
    state = field("hunter", piece("building", "heavy", 13, 10, 20, 30, 3), model("blue", "blue", 30, 20))
    wall = "building-13-10"
    told = {
        "moves 3 in as Walker": Moved("red", "W", 13_000, 20_000, 0, 0, 3000, 3000, 3000),
        "turns on the spot": Moved("red", "W", 10_000, 20_000, 0, 900, 0, 0, 0, turns=1),
        "cautiously": Moved("red", "W", 11_000, 20_000, 0, 0, 0, 1000, 1000, cautious=True),
        "hangs on the building, 2 in up": Moved("red", "W", 12_500, 20_000, 2000, 0, 2000, 2000, 0, place=wall),
        "lets go": Moved("red", "W", 12_500, 20_000, 0, 0, 0, 0, 0, fall=2000),
        "spends an action on another turn": TurnBought("red", "G", 900),
        "jumps 4 in to 14, 20": Jumped("red", 14_000, 20_000, 0, -4000),
        "is immobilised": Immobilised("red"),
        "does not come free": FreeingTried("red", False),
        "comes free": FreeingTried("red", True),
        "is forced 2 in, against the Hunter": Forced("red", 12_000, 20_000, 0, 2000, 1000, "blue"),
        "is forced 1 in, against the building": Forced("red", 11_000, 20_000, 0, 1000, 1000, wall),
        "is forced 3 in.": Forced("red", 11_000, 20_000, 0, 3000),
    }
    for words, event in told.items():
        line = BOOK.tell(state, event, None)
        assert line is not None
        assert words in line.text
    assert BOOK.tell(state, Moved("red", "W", 10_000, 20_000, 0, 0, 0, 0, 0), None) is None
