"""The worked examples of the book, played by the program. Those that a chapter's own tests play are pointed at."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gearlock.kernel.coverage import cited_by_tests
from gearlock.kernel.orders import Decline
from gearlock.kernel.rulebook import load_rulebook
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.comms import Boost, comms_rating
from gearlock.systems.brigands.forces.upgrades import fit_tools, price, read_purchase, read_ua
from gearlock.systems.brigands.forward_observation import Designate, ObservationReceived, Observe
from gearlock.systems.brigands.lock_and_cover.sight import look_at
from gearlock.systems.brigands.models import model_cards, read_weapon, weapons_table
from gearlock.systems.brigands.movement.paths import Move
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED
from gearlock.systems.brigands.transport import boarded, refuse_embark, room_left
from systems.brigands.drill import duelist_force, found
from systems.brigands.field import EAST, NORTH, WEST, again, code, give, ground, lay, piece, remodel
from systems.brigands.spotting import spotting

HERE = Path(__file__)
EXAMPLES: list[dict[str, Any]] = tomllib.loads(HERE.with_name("worked-examples.toml").read_text("utf-8"))["example"]
BY_ID = {example["id"]: example for example in EXAMPLES}


def cases(*names: str) -> pytest.MarkDecorator:
    """Examples by id, each as what is given and what is to come of it."""
    rows = [(BY_ID[name]["given"], BY_ID[name]["expect"]) for name in names]
    return pytest.mark.parametrize(("given", "expect"), rows, ids=names)


Case = dict[str, Any]


@cache
def _cited() -> dict[str, tuple[str, ...]]:
    return cited_by_tests(HERE.parents[2])


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_every_example_is_played_by_a_test_of_its_rule(example: dict[str, Any]) -> None:
    assert example["rule"] in load_rulebook(SYSTEM.package)
    proofs = _cited()[example["rule"]]
    if "proved_by" in example:
        assert example["proved_by"] in proofs
    else:
        assert any(proof.startswith("tests/systems/brigands/test_worked_examples.py") for proof in proofs)
        assert f'"{example["id"]}"' in HERE.read_text("utf-8"), "no test here plays it"


def test_all_42_examples_are_here() -> None:
    assert len(BY_ID) == len(EXAMPLES) == 42


@pytest.mark.rule("brigands.1.1")
@cases("notation-inches")
def test_a_length_with_its_mark_is_read_as_inches(given: Case, expect: Case) -> None:
    weapon = read_weapon(f"LVB (Reach:{given['text']})", weapons_table())
    assert weapon.most == expect["inches"] * 1_000


@pytest.mark.rule("brigands.1.5a")
@cases("ua-unlimited-mark")
def test_the_mark_of_a_unit_availability_lifts_its_limit(given: Case, expect: Case) -> None:
    assert read_ua(given["marked"]) == (expect["code"], expect["marked"])
    assert read_ua(given["plain"]) == (expect["code"], expect["plain"])


@pytest.mark.rule("brigands.2.3")
@cases("movement-notation")
def test_a_movement_entry_names_a_way_and_inches(given: Case, expect: Case) -> None:
    battle = lay([(given["model"], 10, 10, NORTH)])
    stats = SYSTEM.view(battle.state, "red", ()).pieces[0].cards[0]
    assert expect["words"] in dict(stats.rows)["Move"]
    give(battle, Activate("red-1", COMBAT_SPEED))
    furthest = expect["furthest"] * 1_000
    assert code(battle, Move("red-1", given["gait"], ((0, furthest),))) == ""
    assert code(battle, Move("red-1", given["gait"], ((0, furthest + 1),))) == "movement"


@pytest.mark.rule("brigands.4.4a")
@cases("area-terrain-full", "area-terrain-half", "area-terrain-low")
def test_an_inch_of_area_terrain_hides_by_its_height(given: Case, expect: Case) -> None:
    woods = piece("area", 14, 5, 14 + given["inches_between"], 15, given["height"], rating="light")
    state = lay([("hunter", 10, 10, EAST)], [("hunter", 20, 10, WEST)], on=ground(woods)).state
    look = look_at(state, state.units["red-1"], state.units["blue-1"])
    assert look.sight is not expect["full_cover"]
    assert bool(look.dice) is expect["defensive_cover"]


@pytest.mark.rule("brigands.5.6b")
@cases("hull-structure")
def test_hull_and_structure_stand_on_the_card_as_they_are_in_play(given: Case, expect: Case) -> None:
    battle = lay([("hunter", 10, 10, NORTH)])
    unit = battle.state.units["red-1"]
    assert (unit.hull, unit.structure) == (expect["hull"], expect["structure"])
    piece_shown = SYSTEM.view(battle.state, "red", ()).pieces[0]
    assert dict(piece_shown.cards[0].rows)["Hull / Structure"] == given["words"]
    assert [(track.name, track.now) for track in piece_shown.tracks] == [("Hull", 4), ("Structure", 2)]


@pytest.mark.rule("brigands.8.2c", "brigands.8.5")
@cases("comms-boost-1-alone", "comms-boost-1-boosted", "comms-boost-2")
def test_comms_reach_a_gun_if_ecm_and_boost_leave_a_rating(given: Case, expect: Case) -> None:
    battle = spotting(scout=(f"Comms:{given['comms']}",), foe=(f"ECM:{given['ecm']}",))
    remodel(battle.state.units["red-4"], weapons=("LFM",), traits=("Comms:1",))
    battle = again(battle)
    assert comms_rating(battle.state, battle.state.units["red-1"], given["boost"]) == expect["rating"]
    events = give(battle, Observe("red-1", "blue-1"), Designate("red-4"))
    while battle.pending[0].kind == "boost":
        events += give(battle, Boost("red-4", "red-1") if given["boost"] else Decline())
    (received,) = [event for event in events if isinstance(event, ObservationReceived)]
    assert (received.sent_to, received.arrived) == ("red-4", expect["success"])


@pytest.mark.rule("brigands.10.6-tools")
@cases("duelist-swap-light", "duelist-swap-medium")
def test_a_duelist_swaps_melee_weapons_of_one_size_for_nothing(given: Case, expect: Case) -> None:
    old, new = given["swap"]
    card = msgspec.structs.replace(model_cards()["hunter"], weapons=tuple(given["weapons"]))
    assert fit_tools(card, f"{old} TO {new}").weapons == ("LAC (Snap)", new)
    bought = read_purchase(f"Tools of the Trade {old} to {new}")
    assert bought is not None
    assert price(bought, card.actions, duelist=True) == expect["tv"]
    assert (found(duelist_force("Hunter: Duelist, Tools of the Trade LVB to LSG")) == []) is expect["legal"]


@pytest.mark.rule("brigands.9.3")
@cases("transport-two-squads", "transport-four-teams", "transport-mixed")
def test_a_transport_is_full_when_its_rating_is_taken(given: Case, expect: Case) -> None:
    loads = [*given["loads"], 1]
    around = [(11.9, 10), (8.1, 10), (10, 11.9), (10, 8.1), (11.4, 11.4)][: len(loads)]
    state = lay([("hunter", 10, 10, NORTH), *(("hunter", x, y, NORTH) for x, y in around)]).state
    carrier = state.units["red-1"]
    remodel(carrier, traits=(f"Transport:{given['transport']}",))
    squads = [state.units[f"red-{number}"] for number in range(2, 2 + len(loads))]
    for squad, load in zip(squads, loads, strict=True):
        remodel(squad, traits=(f"Transportable:{load}",), type="Infantry")
    for squad in squads[:-1]:
        assert (refuse_embark(state, squad, "red-1") is None) is expect["fits"]
        SYSTEM.apply(state, boarded(state, squad, "red-1"))
    refusal = refuse_embark(state, squads[-1], "red-1")
    assert (room_left(state, carrier) == 0) is expect["full"]
    assert refusal is not None
    assert refusal.code == "room"
