"""Whole battles of those who hide, jam and mark: what a seat cannot know is permuted, its views and its story stay."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from conformance.checks import AnyBattle, check_no_leak, decisions
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.errors import UndoRefused
from gearlock.kernel.events import Event
from gearlock.kernel.view import Line
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.attacks.attack import Fired, within
from gearlock.systems.hex100.damage.units_hit import Struck
from gearlock.systems.hex100.detection.sight import update_contacts
from gearlock.systems.hex100.electronic_warfare import Jammed, MassJam
from gearlock.systems.hex100.known_units import known_enemies, sees
from gearlock.systems.hex100.movement.moving import Move
from gearlock.systems.hex100.state import State, other
from gearlock.systems.hex100.suppositions import decode, encode
from systems.hex100.kit import E, Position, W, at, events, machine, plain
from systems.hex100.strangers import pried, renamed, strangers

BATTLES = [
    ("predator-stalker,errant-shade,stratus-spotter", "lord-chameleon,summit-watch,crocodile-marker", "small", 3),
    ("cumulus-stormcloud,errant-saboteur,tegu-blackout", "summit-watch,predator-stalker,cobra-hunter", "small", 4),
    ("lord-castellan,cobra-hunter,crocodile-marker", "rampart-bulwark,cirrus-racer,errant-shade", "generated", 5),
    ("crocodile-packmaster,lord-overseer,tegu-siege", "cobra-hunter,cloudburst-falconer", "small", 6),
    ("errant-shade,cumulus-stormcloud", "crocodile-marker,crocodile-lasers,crocodile-warded", "small", 7),
]
EYES = machine("crocodile-mk2", [], ["basic-sensor-suite"])
GHOST, TANK = machine("squire"), machine("tegu-mbt")
CLOAK = machine("predator-1e", ["predator-cloaking-device"])


def begun(red: str, blue: str, ground: str, seed: int) -> AnyBattle:
    options = {"red": red, "blue": blue, "map": ground, "budget": "large"}
    return Battle.begin(SYSTEM, SYSTEM.prepare("close-quarters", seed, options), Seeded(seed))


def check_strangers(battle: AnyBattle) -> int:
    """Views, options and previews are the same whichever stranger is which; how many twins were shown."""
    state, shown = battle.state, 0
    for seat in SYSTEM.seats:
        asks = tuple(ask for ask in battle.pending if ask.seat == seat)
        for twin, _ in strangers(state, seat):
            shown += 1
            assert SYSTEM.view(state, seat, asks) == SYSTEM.view(twin, seat, asks)
            for ask in asks:
                offered = SYSTEM.options(state, ask)
                assert offered == SYSTEM.options(twin, ask)
                for option in offered:
                    told, same = (SYSTEM.preview(each, seat, option.order) for each in (state, twin))
                    assert told == same, option.label
    return shown


def check_names(battle: AnyBattle, chooser: random.Random) -> None:
    """By its own name nothing is learnt of an enemy, neither from a refusal nor from a preview."""
    for ask in battle.pending:
        options, enemies = SYSTEM.options(battle.state, ask), [u.id for u in battle.state.standing(other(ask.seat))]
        twin = SYSTEM.disguise(battle.state, ask.seat, chooser)
        for option in chooser.sample(options, min(len(options), 4)):
            for order in pried(option.order, enemies):
                told, same = (SYSTEM.refuse(each, ask, order) for each in (battle.state, twin))
                assert told == same, order
                shown, alike = (SYSTEM.preview(each, ask.seat, order) for each in (battle.state, twin))
                assert shown == alike, order


def veiled(state: State, event: Event, seat: str) -> Event:
    """An event without what made its numbers, where that is not for this seat: the fire of others, unseen blows."""
    if isinstance(event, Fired) and state.units[event.unit].seat != seat:
        return replace(event, lines=())
    if isinstance(event, Struck) and not all(sees(state, seat, each) for each in (event.unit, event.by) if each):
        return replace(event, raw=0, lines=(), face=-1, penetration=0)
    return event


def retellings(battle: AnyBattle, chooser: random.Random) -> Iterator[tuple[Line | None, Line | None]]:
    """Every line of the story, and how it would be told if what the seat cannot know were otherwise."""
    state = battle.start.clone()
    for entry in battle.entries:
        for event in entry.events:
            SYSTEM.apply(state, event)
            for seat in SYSTEM.seats:
                told = SYSTEM.tell(state, event, seat)
                yield told, SYSTEM.tell(SYSTEM.disguise(state, seat, chooser), event, seat)
                yield told, SYSTEM.tell(state, veiled(state, event, seat), seat)
                for twin, names in strangers(state, seat):
                    yield told, SYSTEM.tell(twin, renamed(event, names), seat)


@pytest.mark.rule(
    "hex100.sensor-detection", "hex100.identification", "hex100.optical-stealth", "hex100.visual-detection"
)
@pytest.mark.parametrize(("red", "blue", "ground", "seed"), BATTLES)
def test_neither_views_nor_story_tell_what_a_seat_cannot_know(red: str, blue: str, ground: str, seed: int) -> None:
    battle, chooser, twins = begun(red, blue, ground, seed), random.Random(seed), 0
    for count, _ in enumerate(decisions(battle, seed)):
        if count % 4 == 0:
            check_no_leak(battle, chooser)
            twins += check_strangers(battle)
        if count % 12 == 0:
            check_names(battle, chooser)
    assert twins, "a battle in which nobody could be taken for another proves nothing"
    for told, retold in retellings(battle, chooser):
        assert told == retold


@pytest.mark.rule("hex100.identification", "hex100.sensor-detection")
def test_enemies_found_at_one_moment_are_numbered_by_place_and_not_by_their_list() -> None:
    first, second = (9, 2), (5, 4)
    names = [
        Position(plain(), [(EYES, (0, 0), E)], [(TANK, one, W), (TANK, two, W)]).state.contacts["red"]
        for one, two in ((first, second), (second, first))
    ]
    assert names[0]["blue-1"] == names[1]["blue-2"] == "contact-2"
    assert names[0]["blue-2"] == names[1]["blue-1"] == "contact-1"


@pytest.mark.rule("hex100.identification")
def test_enemies_lost_and_found_together_cannot_be_told_apart_by_their_new_names() -> None:
    position = Position(plain(), [(EYES, (0, 0), E)], [(TANK, (14, 2), W), (TANK, (13, 6), W)])
    position.unit("red-1").jammed = True
    update_contacts(position.ctx)
    assert position.state.contacts["red"] == {}
    position.unit("red-1").jammed = False
    (position.unit("blue-1").q, position.unit("blue-1").r) = at(13, 6)
    (position.unit("blue-2").q, position.unit("blue-2").r) = at(14, 2)
    update_contacts(position.ctx)
    order = sorted(("blue-1", "blue-2"), key=lambda each: position.unit(each).hex)
    assert [position.state.contacts["red"][each] for each in order] == ["contact-3", "contact-4"]


@pytest.mark.rule("hex100.sensor-detection")
def test_pieces_and_options_come_in_the_order_in_which_enemies_were_found() -> None:
    position = Position(plain(), [(EYES, (0, 0), E)], [(TANK, (9, 2), W), (TANK, (5, 4), W)])
    again: State = decode(encode(position.state), position.setup)
    for state in (position.state, again):
        assert [piece.id for piece in SYSTEM.view(state, "red", ()).pieces] == ["red-1", "contact-1", "contact-2"]
        assert [unit.id for unit in state.found("red")] == ["blue-2", "blue-1"]
        assert [unit.id for unit in known_enemies(state, "red").values()] == ["blue-2", "blue-1"]


@pytest.mark.rule("hex100.attr-blast")
def test_a_blast_goes_through_those_it_catches_from_place_to_place() -> None:
    position = Position(plain(), [(EYES, (4, 4), E)], [(TANK, (6, 4), W), (GHOST, (5, 4), W), (TANK, (9, 4), W)])
    assert within(position.state, at(5, 4), 1) == ["red-1", "blue-2", "blue-1"]


@pytest.mark.rule("hex100.stacking", "hex100.optical-stealth")
def test_a_move_into_a_cloaked_enemy_is_not_taken_back_for_free() -> None:
    position = Position(plain(), [(EYES, (0, 4), E)], [(CLOAK, (1, 4), W)])
    position.unit("red-1").jammed = True
    update_contacts(position.ctx)
    battle = position.play()
    battle.answer("red", Move("red-1", (at(1, 4),), E))
    with pytest.raises(UndoRefused):
        battle.undo("red")


@pytest.mark.rule("hex100.mass-jamming")
def test_mass_jamming_goes_from_place_to_place() -> None:
    position = Position(plain(), [("cumulus-stormcloud", (4, 4), E)], [(TANK, (8, 4), W), (TANK, (6, 4), W)])
    battle = position.play()
    battle.answer("red", MassJam("red-1"))
    assert [event.unit for event in events(battle, Jammed)] == ["blue-2", "blue-1"]
