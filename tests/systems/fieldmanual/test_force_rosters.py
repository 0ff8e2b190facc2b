"""Ready-made rosters, random forces, what takes the field, sheets, and the files that hold it all together."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.files import only_these_files
from gearlock.kernel.force import ForceRules
from gearlock.muster.json_form import JsonReader, load_json, write_json
from gearlock.muster.printing import print_sheet
from gearlock.muster.reading import Reading
from gearlock.muster.text import write_text
from gearlock.server import errands
from gearlock.systems.fieldmanual.army.around_a_force import (
    FORCE,
    HOMES,
    RECRUITING,
    field_force,
    force_sheet,
    ready_made,
    recruit,
    smallest,
    stock,
)
from gearlock.systems.fieldmanual.army.building import enlist, force_price, uses_proposed
from gearlock.systems.fieldmanual.army.limits import check
from gearlock.systems.fieldmanual.datacards import Card
from systems.fieldmanual.roll_call import CARDS, OwnFiles, card, found, of, roster

GP = "squad General Purpose Cadre\n    Command Jäger\n    3x Jäger\n"
LEGAL = {
    "south-pl1": (615, False), "south-pl2": (955, False), "south-pl3": (695, False), "south-pl4": (940, True),
    "north-pl1": (480, False), "north-pl2": (480, False), "north-pl3": (740, True), "north-pl4": (985, True),
}  # fmt: skip


@pytest.mark.rule("fieldmanual.priority-level", "fieldmanual.datacards-lost")
def test_south_and_north_have_a_roster_at_every_level() -> None:
    assert set(ready_made()) == set(LEGAL)


@pytest.mark.parametrize("name", LEGAL)
def test_a_ready_made_roster_is_legal_and_says_what_it_is(name: str) -> None:
    written = roster(ready_made()[name])
    assert check(written) == []
    force = enlist(written)
    assert (force_price(force), uses_proposed(force)) == LEGAL[name]
    assert name == f"{force.faction.lower()}-pl{force.level}"
    assert write_text(written) == ready_made()[name]
    assert force.size is not None
    assert force_price(force) > force.size - 50


@pytest.mark.parametrize("name", ["north-pl1", "south-pl4"])
def test_a_roster_has_a_json_form_too(name: str) -> None:
    written = roster(ready_made()[name])
    again = JsonReader("x", FORCE.layout).read(load_json(write_json(written, []), "x"))
    assert check(again) == []
    assert force_price(enlist(again)) == LEGAL[name][0]


@pytest.mark.rule("fieldmanual.priority-level")
@pytest.mark.parametrize("style", RECRUITING)
@pytest.mark.parametrize("home", HOMES)
def test_random_forces_are_legal(home: str, style: str) -> None:
    for size in (500, 1000, 1777, 3000):
        for seed in range(4):
            drawn = recruit(home, size, style, random.Random(f"{home} {style} {size} {seed}"))
            assert check(drawn) == []
            force = enlist(drawn)
            assert size // 2 <= force_price(force) <= size
            assert force.level in RECRUITING[style].levels
            assert RECRUITING[style].proposed or not uses_proposed(force)
            assert uses_proposed(force) <= force.allows_proposed


def test_the_same_lots_give_the_same_force_and_others_another() -> None:
    drawn = [write_text(recruit("South", 1000, "usual", random.Random(seed))) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_all_levels_and_all_groups_are_drawn_some_time() -> None:
    chooser = random.Random("many")
    forces = [enlist(recruit("South", 1200, "proposed", chooser)) for _ in range(60)]
    assert {force.level for force in forces} == {1, 2, 3, 4}
    assert len({squad.list_name for force in forces for squad in force.squads}) == 10
    assert any(squad.is_veteran for force in forces for squad in force.squads)
    assert any(recruit.name == "Command Jäger" for force in forces for recruit in force.recruits())


def test_veterans_are_drawn_to_the_last_place() -> None:
    for seed in range(5):
        force = enlist(recruit("South", 1500, "veterans", random.Random(seed)))
        assert sum(squad.is_veteran for squad in force.squads) == min(force.level or 0, len(force.squads))


def test_what_cannot_be_drawn_is_refused_in_words() -> None:
    chooser = random.Random(1)
    with pytest.raises(UnknownName, match="No style is called"):
        recruit("South", 1000, "bold", chooser)
    with pytest.raises(UnknownName, match="No faction is called 'CEF'"):
        recruit("CEF", 1000, "usual", chooser)
    with pytest.raises(BadInput, match="The smallest usual force of South costs 160 TV; 159 TV are too few"):
        recruit("South", 159, "usual", chooser)
    with pytest.raises(BadInput, match="The smallest special force of North costs 240 TV"):
        recruit("North", 100, "special", chooser)
    for size in (0, 20_001):
        with pytest.raises(BadInput, match="1 to 20,000 TV"):
            recruit("South", size, "usual", chooser)
    assert recruit("south", 160, "usual", chooser).says("faction") == "South"


def test_the_smallest_forces_of_each_level() -> None:
    assert [smallest("South", level, False) for level in (1, 2, 3, 4)] == [160, 320, 245, None]
    assert [smallest("North", level, False) for level in (1, 2, 3, 4)] == [160, 320, None, None]
    assert [smallest("North", level, True) for level in (1, 2, 3, 4)] == [80, 160, 285, 240]


def test_models_take_the_field_in_order_with_their_leaders() -> None:
    body = (
        GP + "squad Fire Support Cadre: Army Command, Veteran\n    2x Spitting Cobra\n    Jäger\n    2x Jäger: Leader\n"
    )
    fielded = field_force(of(body.replace("2x Jäger: Leader", "Jäger: Leader\n    Jäger"), more="name Test"))
    assert [model.card.id for model in fielded.models] == ["command-jager"] + ["jager"] * 3 + ["spitting-cobra"] * 2 + [
        "jager"
    ] * 3
    ranks = [model.rank for model in fielded.models]
    assert ranks == ["leader", "", "", "", "", "", "", "commander", ""]
    assert [model.group for model in fielded.models] == [0] * 4 + [1] * 5
    assert (fielded.types, fielded.veterans) == (("Core", "Auxiliary"), (False, True))
    assert (fielded.level, fielded.size, fielded.tv, fielded.proposed, fielded.own) == (1, 2000, 445, False, False)
    assert fielded.banner == "Test (South), 445 TV, Priority Level 1"
    assert sum(model.tv for model in fielded.models) == 445


@pytest.mark.rule("fieldmanual.upgrades-options")
def test_where_nobody_is_named_the_best_leader_commands() -> None:
    plain = "squad General Purpose Cadre\n    4x Jäger\n"
    fielded = field_force(of(plain + GP))
    assert [(model.group, model.rank) for model in fielded.models if model.rank] == [(0, "leader"), (1, "commander")]
    without = field_force(of(plain + plain))
    assert [model.rank for model in without.models] == ["commander", "", "", "", "leader", "", "", ""]


def test_options_are_on_the_card_that_takes_the_field_under_an_id_of_its_own() -> None:
    body = "squad Strider Cadre\n    Naga: Brahmin Refit\n    Naga\n"
    fielded = field_force(of(body, level=3, more="proposed yes"))
    assert [(model.card.id, model.tv) for model in fielded.models] == [("naga+naga-refit@115", 115), ("naga", 105)]
    assert fielded.proposed
    assert "proposed cards" in fielded.banner
    for model in fielded.models:
        assert msgspec.convert(msgspec.to_builtins(model.card), Card) == model.card


def test_cards_of_a_players_own_take_the_field_and_the_force_says_so() -> None:
    own = OwnFiles([card("Wildcat", 30)], ["North,Pack,Core,100,2 x Wildcat"])
    with only_these_files(own.texts):
        fielded = field_force(of("squad Pack\n    2x Wildcat\n", faction="North", more=own.headers))
    assert [(model.card.name, model.tv) for model in fielded.models] == [("Wildcat", 70), ("Wildcat", 30)]
    assert fielded.own
    assert "cards of its player's own" in fielded.banner
    assert fielded.models[0].card.status == "user"


def test_two_players_bring_two_cards_of_a_name_to_one_battle() -> None:
    ids = set()
    for tv, armed in ((30, "LAC|F"), (35, "LAC|F"), (30, "MAC|F"), (30, "LAC|F")):
        own = OwnFiles([card("Jäger", tv, armed)])
        with only_these_files(own.texts):
            fielded = field_force(of(GP.replace("Command Jäger\n    3x", "4x"), more=own.headers))
        assert {model.card.name for model in fielded.models} == {"Jäger"}
        ids |= {model.card.id for model in fielded.models}
    assert len(ids) == 3
    assert all(id.startswith("jager-own-") for id in ids)


def test_whoever_has_no_card_does_not_take_the_field() -> None:
    with pytest.raises(BadInput, match=r"Line 8: there is no card for 'Yaeger'"):
        field_force(of("squad General Purpose Cadre\n    4x Yaeger\n"))
    with only_these_files({}), pytest.raises(BadInput, match="not among the files"):
        field_force(of(GP, more=f"cards {CARDS}"))


def test_faults_of_a_players_files_stand_with_the_line_that_names_them() -> None:
    own = OwnFiles([card("Wildcat", 30, "XAC|F")])
    (fault,) = found(of(GP, more=own.headers), own)
    assert fault.line == 5
    assert fault.message.startswith("cards.csv:2: Wildcat: weapons: there is no weapon 'XAC'")


@pytest.mark.rule("fieldmanual.datacards-lost")
def test_a_sheet_shows_the_figures_and_where_they_come_from() -> None:
    text = print_sheet(force_sheet(roster(ready_made()["south-pl4"])), [], "x")
    assert "uses proposed cards" in text.splitlines()[0]
    assert "Priority Level 4" in text
    assert "2x Black Mamba*, 60 TV each" in text
    assert "provenance: most of it derived; weapons proposed by us" in text
    assert "provenance: all from the roster picture" in text
    assert "most of it printed; TV, attack top, size" in text
    assert "Strike Cadre (Elite, inferred), Army Command, Veteran: 245 TV" in text
    assert "LAC F 0 12/48/inf x8 RoF 2 (R)" in text
    assert "APGL FF -1 6/24/- x4 (IF, AI, AE3, M, 6 rounds)" in text
    assert "W 4/7 -1/0/+1  G 6/12 -2/0/+1  ATTACK +1/0/-3" in text
    assert "* some figures of this card are proposed by us" in text
    plain = print_sheet(force_sheet(roster(ready_made()["south-pl1"])), [], "x")
    assert "*" not in plain


def test_a_sheet_shows_what_was_bought_and_what_is_not_understood() -> None:
    body = "squad Strider Cadre\n    Naga: Brahmin Refit, Wings\n    Yaeger\n"
    text = print_sheet(force_sheet(of(body, level=3, more="proposed yes\narmy MILICIA")), [], "x")
    assert "bought: Brahmin Refit (+10), Wings (not known)" in text
    assert "Yaeger, 0 TV\n        there is no card for it" in text
    assert "South, MILICIA" in text
    own = OwnFiles([card("Bear", 70)], ["North,Line,Core,,1 x Grizzly"])
    with only_these_files(own.texts):
        sheet = force_sheet(
            of("squad Line\n    Grizzly: Bear\n", faction="North", more=own.headers + "army WFPA\nproposed yes")
        )
    text = print_sheet(sheet, [], "x")
    assert "bought: Bear (?)" in text
    assert "The price of an option marked (?)" in text
    assert "uses cards of its player's own" in text
    assert "provenance: all its player's own" in text


def test_the_stock_lists_everything_with_its_price_and_marks() -> None:
    text = print_sheet(stock(), [], "x")
    assert text.startswith("All cards, groups and options: 35 cards, 28 Combat Groups")
    assert "Opsec Cadre (South, Elite)*, 325 TV" in text
    assert "cannot be fielded: its cards or models are lost" in text
    assert "-10 TV: Hunter of WFPA [fieldmanual.newunit-wildcat]" in text
    assert "cost: 3 SP" in text
    assert "Aller*, 200 TV" in text
    assert "Smoke Launchers AUX" in text
    assert "Transport (one infantry squad)" in text


def test_the_game_offers_its_forces_like_any_other() -> None:
    assert isinstance(FORCE, ForceRules)
    assert FORCE.factions() == ("South", "North")
    assert FORCE.layout.named == ("squad",)
    assert "General Purpose Cadre" in FORCE.layout.names()
    misspelt = roster("faction South\nsize 200\nlevel 1\ngroup\n  sqaud General Purpose Cadre\n    4x Jäger\n")
    assert [fault.message for fault in check(misspelt)] == ["'sqaud' opens no Combat Group."]


def test_a_roster_that_a_stranger_sends_reads_no_file_of_the_servers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "cards.csv"
    file.write_text("secret\n", encoding="utf-8")
    written = of(GP, more=f"cards {file}")
    assert "secret" in str(check(written))
    monkeypatch.setattr(errands, "read_roster", lambda text, name: Reading(written, name, FORCE, "text"))
    verdict = errands.Inspection("whatever").do()
    assert "secret" not in str(verdict)
    assert any("not among the files that were sent along" in fault.message for fault in verdict.violations)
