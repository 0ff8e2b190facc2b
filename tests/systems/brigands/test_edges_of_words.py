"""What is said and shown at its edge: findings on rosters, questions, cards, previews, and what cannot begin."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from gearlock.kernel.errors import BadInput
from gearlock.kernel.gunnery import Terms
from gearlock.kernel.script import Ctx
from gearlock.muster.fitting import Unfit
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands import firing_range as exchanging
from gearlock.systems.brigands.advice.best_attack import standing
from gearlock.systems.brigands.attacks.attack import Attack, SnapFire
from gearlock.systems.brigands.attacks.exchange import declare_attack
from gearlock.systems.brigands.battles import plan_battle
from gearlock.systems.brigands.book import BOOK
from gearlock.systems.brigands.firing_range import wounds_of
from gearlock.systems.brigands.forces.upgrades import (
    fit_ace_gunner,
    fit_precautions,
    fit_tools,
    trait_rating,
    unit_cards,
)
from gearlock.table.mapwriting import write_map
from systems.brigands.drill import LEGAL, force_of, found
from systems.brigands.field import SOUTH, ground, lay, piece
from systems.brigands.mission import choosing
from systems.brigands.shooting import facing

# --- 9.5 and 10: rosters ----------------------------------------------------------------------------------------------


@pytest.mark.rule("brigands.10.3", "brigands.10.2")
def test_a_force_without_models_is_told_so_where_its_size_is_written_or_at_its_head() -> None:
    bare = "system brigands\nfaction North\n"
    for text, line in ((bare, 0), (f"{bare}size 100\n", 3)):
        (fault,) = [each for each in found(text) if "no models" in each.message]
        assert (fault.rule, fault.line) == ("brigands.10.3", line)


@pytest.mark.rule("brigands.9.5")
def test_half_a_vehicle_is_told_of_once() -> None:
    whole = force_of("HHT-90 Body: FOC", "HHT-90 Turret", faction="CEF", unit="primary HT")
    faults = found(whole.replace("    HHT-90 Turret\n", ""))
    assert [(each.rule, each.line) for each in faults if each.rule == "brigands.9.5"] == [("brigands.9.5", 6)]


@pytest.mark.rule("brigands.10.6-tools")
def test_tools_are_swapped_for_tools() -> None:
    hunter = unit_cards()["hunter"]
    for wrong in ("LAC", "LRP"):
        with pytest.raises(Unfit, match="cannot become"):
            fit_tools(hunter, f"LVB to {wrong}".upper())
    weapons = tuple("LSG (Snap)" if each == "LVB (Snap)" else each for each in hunter.weapons)
    assert fit_tools(hunter, "LVB TO LSG").weapons == weapons != hunter.weapons


@pytest.mark.rule("brigands.10.4-precautions", "brigands.10.4-ace-gunner")
def test_what_a_model_has_already_is_not_sold_to_it() -> None:
    hunter = unit_cards()["hunter"]
    careful, ace = fit_precautions(hunter, ""), fit_ace_gunner(hunter, "")
    with pytest.raises(Unfit, match="already"):
        fit_precautions(careful, "")
    with pytest.raises(Unfit, match="no weapon without Snap"):
        fit_ace_gunner(ace, "")
    half = msgspec.structs.replace(hunter, traits=(*hunter.traits, "Resist:F"))
    assert fit_precautions(half, "").traits == (*half.traits, "Field Armor")


def test_a_trait_that_a_card_has_not_is_rated_nought() -> None:
    assert trait_rating(unit_cards()["hunter"], "Drone Bay") == 0
    assert trait_rating(unit_cards()["recon-hun"], "Drone Bay") == 3


# --- 11: before the battle --------------------------------------------------------------------------------------------


@pytest.mark.rule("brigands.11.3")
def test_everybody_is_asked_for_ones_own_objectives_by_their_number() -> None:
    battle = choosing("SF", 100)
    asked: dict[str, list[str]] = {}
    while battle.state.phase == "objectives" and battle.pending[0].kind == "objective":
        ask = battle.pending[0]
        asked.setdefault(ask.seat, []).append(ask.prompt)
        battle.answer(ask.seat, battle.options(ask.seat)[0].order)
    assert asked == {seat: [f"Which is your Objective {n} of 3?" for n in (1, 2, 3)] for seat in ("red", "blue")}


@pytest.mark.rule("brigands.11.4a-wide")
@pytest.mark.parametrize(("red", "blue", "cramped"), [(34, 4, ""), (4, 34, "zone of blue has no room"), (4, 4, "")])
def test_room_is_asked_of_the_side_one_gets_when_zones_are_agreed(
    tmp_path: Path, red: int, blue: int, cramped: str
) -> None:
    table = ground(piece("building", 0, 32, 42, 48, 4, props={"size": "large"}))
    (tmp_path / "walled.toml").write_text(write_map(msgspec.structs.replace(table, name="walled")))
    options = {"map": str(tmp_path / "walled.toml"), "zones": "wide", "unchecked": "yes", "size": "100"}
    for seat, models in (("red", red), ("blue", blue)):
        (tmp_path / f"{seat}.txt").write_text(LEGAL.replace("3x Hunter", f"{models}x Hunter"))
        options[seat] = str(tmp_path / f"{seat}.txt")
    if not cramped:
        assert plan_battle(7, options).zones == "wide"
        return
    with pytest.raises(BadInput, match=cramped):
        plan_battle(7, options)


@pytest.mark.rule("brigands.A4")
def test_a_battle_on_a_map_that_cannot_be_played_on_does_not_begin() -> None:
    setup = SYSTEM.prepare("duel", 1, {})
    data = msgspec.json.decode(msgspec.json.encode(setup.data))
    data["map"]["width"] = 10**9
    with pytest.raises(BadInput, match="map of this battle cannot be played on"):
        SYSTEM.begin(msgspec.structs.replace(setup, data=data))


# --- what is shown ----------------------------------------------------------------------------------------------------


def test_weapon_traits_are_shown_with_the_ratings_they_have() -> None:
    view = lay([("hunter", 10, 10, SOUTH)]).view("red")
    (cards,) = [piece.cards for piece in view.pieces if piece.id == "red-1"]
    weapons = dict(next(card.rows for card in cards if card.title == "Weapons"))
    assert weapons["LAC"].endswith("Ballistic, Burst:1, Split:2, Snap")
    assert weapons["LVB"].endswith("Snap")


@pytest.mark.rule("brigands.6.3")
@pytest.mark.parametrize(("actions", "activated", "kept"), [(1, False, True), (1, True, False), (2, False, False)])
def test_snap_fire_gives_up_the_last_action_of_whoever_has_still_to_act(
    actions: int, activated: bool, kept: bool
) -> None:
    battle = facing(10)
    give_up = battle.state.units["blue-1"]
    give_up.actions, give_up.activated = actions, activated
    state = battle.state
    shown = SYSTEM.preview(state, "blue", SnapFire("blue-1", "LAC", "Ballistic"))
    strikes = standing(state, "blue", "blue-1").strikes
    assert strikes > 0
    assert shown.forgone == (strikes if kept else 0.0)


@pytest.mark.rule("brigands.5.8")
def test_attacks_with_as_many_ends_as_can_be_worked_out_are(monkeypatch: pytest.MonkeyPatch) -> None:
    state = facing(10).state
    order = Attack("red-1", "LAC", "Ballistic", ("blue-1",))
    told = Ctx(state.clone(), BOOK.apply)
    ends = len(wounds_of(told.state, declare_attack(told, order)[0], "")[0])
    monkeypatch.setattr(exchanging, "WIDEST", ends)
    exchanging.outcomes(state, order, Terms())
    monkeypatch.setattr(exchanging, "WIDEST", ends - 1)
    with pytest.raises(BadInput, match="ask about fewer"):
        exchanging.outcomes(state, order, Terms())


def test_what_has_been_worked_out_about_a_position_is_no_part_of_it() -> None:
    state = facing(10).state
    copy = state.clone()
    state.notes["seen"] = "much"
    assert state == copy
    assert "much" not in repr(state)
