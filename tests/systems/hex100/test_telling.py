"""The story in a player's words: rolls, damage, steps, rounds, and whole sentences."""

from __future__ import annotations

import random

import pytest

from gearlock.bots.greedy import GreedyBot
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.events import Event
from gearlock.kernel.narrator import Narrator
from gearlock.kernel.orders import Refusal
from gearlock.kernel.seat import Seat
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.attacks.attack import Attack, Fired, Scattered
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.damage.units_hit import Struck
from gearlock.systems.hex100.detection.sight import LockResisted
from gearlock.systems.hex100.forces.cards import weapons
from gearlock.systems.hex100.known_units import hexes
from gearlock.systems.hex100.movement.moving import Move, Stepped
from gearlock.systems.hex100.objectives import outcome
from gearlock.systems.hex100.state import State
from gearlock.systems.hex100.turns import PhaseBegan
from gearlock.systems.hex100.weapons import refuse_aim
from systems.hex100.kit import E, Position, W, at, plain

CROC = "crocodile-lasers"
TEGU = "tegu-siege"


def text(state: State, event: Event, seat: str | None = "red") -> str:
    line = BOOK.tell(state, event, seat)
    return line.text if line else ""


@pytest.mark.rule("hex100.stat-accuracy")
@pytest.mark.parametrize(
    ("number", "faces", "hits", "evaded", "told"),
    [
        (80, (84,), 0, 0, "Laser: rolled 84, needs under 80: no hits."),
        (80, (12,), 1, 1, "Laser: rolled 12, needs under 80: 1 hit, 1 evaded."),
        (60, (12, 84, 50), 2, 0, "Laser: rolled 12, 84, 50 against 60: 2 hits."),
        (100, (), 6, 0, "Laser: homing: 6 hits."),
    ],
)
def test_rolls_are_told_with_what_they_needed(
    number: int, faces: tuple[int, ...], hits: int, evaded: int, told: str
) -> None:
    state = Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (4, 0), W)]).state
    assert text(state, Fired("red-1", "laser", "Laser", "blue-1", number, faces, hits, evaded=evaded)) == told


@pytest.mark.rule("hex100.electronic-resistance")
def test_a_lock_shaken_off_is_told_with_its_roll() -> None:
    state = Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (4, 0), W)]).state
    told = text(state, LockResisted("red-1", "blue-1", 20, 7), "blue")
    assert told == "Tegu Siegebreaker shakes a lock off: rolled 7, needs under 20."


@pytest.mark.rule("hex100.stat-hp", "hex100.stat-critical")
def test_damage_is_told_with_the_hit_points_left_and_the_place_of_a_critical() -> None:
    battle = Position(plain(), [(CROC, (0, 0), E)], [(CROC, (4, 0), W)]).play((0,), (0,), (2,))
    happened = battle.answer("red", Attack("red-1", ("crocodile-combat-laser",), "contact-1"))
    (struck,) = [event for event in happened if isinstance(event, Struck)]
    left = f"{32 - struck.damage} of 32 hit points left."
    told = text(battle.state, struck)
    assert told.startswith(f"Crocodile Mk2 (contact 1) takes {struck.damage} damage and {struck.critical} critical")
    assert told.endswith(f"damage on its left arm from a direct hit: {left}")
    kept_off = text(battle.state, Struck("red-1", 0, how="opportunity"), "red")
    assert kept_off == "Crocodile Twin Laser takes no damage from a blow in passing: 32 of 32 hit points left."


@pytest.mark.rule("hex100.sensor-detection", "hex100.move-action")
def test_the_step_of_a_contact_is_told_with_its_new_place_or_not_at_all() -> None:
    drawing = "......B...\n.........."
    position = Position(drawing, [("tegu-siege", (4, 0), E)], [(TEGU, (5, 0), W)], acting="blue-1")
    narrated = Narrator(battle := position.play(), "red")
    battle.answer("blue", Move("blue-1", (at(5, 1), at(6, 1), at(7, 0)), W))
    steps = [event for entry in battle.entries for event in entry.events if isinstance(event, Stepped)]
    assert [event.held for event in steps] == [True, True, False]
    story = [line.text for line in narrated.news()]
    assert [told for told in story if "moves" in told] == [
        "Tegu MBT (contact 1) moves to column 5, row 1.",
        "Tegu MBT (contact 1) moves to column 6, row 1.",
    ]
    assert story[-1] == "Red loses contact 1."


@pytest.mark.rule("hex100.sensor-detection", "hex100.move-action")
def test_a_blip_is_followed_from_place_to_place() -> None:
    position = Position("." * 7 + "B" + "." * 12, [(CROC, (0, 0), E)], [(TEGU, (19, 0), W)], acting="blue-1")
    narrated = Narrator(battle := position.play(), "red")
    battle.answer("blue", Move("blue-1", (at(18, 0), at(17, 0)), W))
    story = [line.text for line in narrated.news()]
    assert story == ["Contact 1 moves to column 18, row 0.", "Contact 1 moves to column 17, row 0."]


@pytest.mark.rule("hex100.turn-structure")
def test_the_story_counts_rounds_as_the_view_does() -> None:
    position = Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (4, 0), W)])
    assert text(position.state, PhaseBegan(3, "red", ())) == "Round 3: red's phase."
    position.state.phase, position.state.turn = "over", 10
    ended = outcome(position.state)
    assert ended is not None
    assert ended.reason == "after round 10 neither side has a clear lead"


def test_one_hex_is_a_hex_and_more_are_hexes() -> None:
    assert [hexes(count) for count in (0, 1, 2)] == ["0 hexes", "1 hex", "2 hexes"]
    state = Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (4, 0), W)]).state
    assert text(state, Scattered("red-1", 0, 1, 3, 3)) == "The shot goes 1 hex astray to the east."
    for modes in weapons().values():
        refusal: Refusal | None = refuse_aim(state, state.units["red-1"], modes[0], at(9, 8))
        assert refusal is None or "1 hexes" not in refusal.message


@pytest.mark.parametrize(("scenario", "seed"), [("close-quarters", 1), ("ridge", 2), ("hold", 3)])
def test_every_line_and_option_of_a_battle_is_in_whole_words(scenario: str, seed: int) -> None:
    battle = Battle.begin(SYSTEM, SYSTEM.prepare(scenario, seed, {}), Seeded(seed))
    narrators = [Narrator(battle, seat) for seat in (None, *SYSTEM.seats)]
    bots = {seat: GreedyBot(seed + at) for at, seat in enumerate(SYSTEM.seats)}
    seats = {seat: Seat(battle, seat) for seat in SYSTEM.seats}
    chooser = random.Random(seed)
    said: list[str] = []
    while not battle.over:
        (seat,) = battle.waiting_for()
        if chooser.random() < 0.3:
            labels = [option.label for option in battle.options(seat)]
            assert len(labels) == len(set(labels)), labels
            said += labels
        battle.answer(seat, bots[seat].decide(seats[seat]))
    for narrated in narrators:
        lines = [line.text for line in narrated.news()]
        assert all(line.endswith(".") for line in lines)
        said += lines
    assert [each for each in said if not each[0].isupper()] == []
    assert [each for each in said if "1 hexes" in each or " turn 1" in each or "0 hits" in each] == []
