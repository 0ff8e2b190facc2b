"""Ready-made rosters, forces by lot, what takes the field, sheets with their marks, and values players bring."""

from __future__ import annotations

import random

import pytest

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.files import only_these_files
from gearlock.muster.json_form import JsonReader, load_json, write_json
from gearlock.muster.printing import print_sheet
from gearlock.muster.text import read_text, write_text
from gearlock.systems.tactical.forces.around_a_force import (
    FORCE,
    RECRUITING,
    field_force,
    field_squads,
    force_sheet,
    ready_made,
    recruit,
    stock,
)
from gearlock.systems.tactical.forces.force_building import check, enlist
from systems.tactical.forces.roll_call import GP, HQ, NORTH, SECTION, SOUTH, found, of, only, part

LEGAL = {
    "north-small": 1505, "north-middle": 3185, "north-large": 6388, "south-small": 1505, "south-middle": 3171,
    "south-large": 5879, "cef-small": 1500, "cef-middle": 3000, "cef-large": 6250, "rovers-small": 1448,
    "rovers-middle": 2985, "rovers-large": 6131,
}  # fmt: skip
SIZES = {"small": 1600, "middle": 3200, "large": 6400}


def test_every_faction_has_a_roster_of_every_size() -> None:
    assert set(ready_made()) == set(LEGAL)
    assert sorted(FORCE.sizes) == sorted(SIZES.values())


@pytest.mark.parametrize("name", LEGAL)
def test_a_ready_made_roster_is_legal_and_takes_the_field(name: str) -> None:
    written = read_text(ready_made()[name], FORCE.layout)
    assert check(written) == []
    force = enlist(written)
    assert (force.tv, force.size) == (LEGAL[name], SIZES[name.partition("-")[2]])
    assert write_text(written) == ready_made()[name]
    fielded = field_force(written)
    assert sum(post.tv for post in fielded.posts) + fielded.support == fielded.tv == LEGAL[name]
    assert sorted({post.group for post in fielded.posts}) == list(range(1, len(fielded.groups) + 1))
    assert sorted(post.rank for post in fielded.posts if post.rank) == ["commander", "second"]
    again = JsonReader("x", FORCE.layout).read(load_json(write_json(written, []), "x"))
    assert (check(again), enlist(again).tv) == ([], LEGAL[name])


@pytest.mark.parametrize("style", RECRUITING)
@pytest.mark.parametrize("faction", FORCE.factions())
def test_forces_by_lot_are_legal_and_spend_what_they_have(faction: str, style: str) -> None:
    for size in (1600, 3200, 6400, 20_000):
        for seed in range(2):
            try:
                drawn = recruit(faction, size, style, random.Random(f"{faction} {style} {size} {seed}"))
            except BadInput as error:
                assert (faction, style, size) == ("CEF", "rookies", 1600), error  # noqa: PT017
                continue
            text = write_text(drawn)
            again = read_text(text, FORCE.layout)
            assert check(again) == [], text
            assert size // 3 <= enlist(again).tv <= size
            assert field_force(again).posts


def test_the_same_lots_give_the_same_force_and_others_another() -> None:
    drawn = [write_text(recruit(NORTH, 6400, "mixed", random.Random(seed))) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_what_cannot_be_drawn_is_refused_in_words() -> None:
    chooser = random.Random(1)
    with pytest.raises(UnknownName, match="No style is called"):
        recruit(NORTH, 3200, "bold", chooser)
    with pytest.raises(UnknownName, match="No faction is called 'Peace River'"):
        recruit("Peace River", 3200, "usual", chooser)
    with pytest.raises(BadInput, match="1 to 200,000 TV"):
        recruit(NORTH, 0, "usual", chooser)
    with pytest.raises(BadInput, match="smallest usual force of Northern Guard costs 69 TV; 50 TV are too few"):
        recruit(NORTH, 50, "usual", chooser)
    with pytest.raises(BadInput, match="smallest rookies force of CEF costs"):
        recruit("CEF", 1600, "rookies", chooser)


def test_the_large_ones_are_whole_forces() -> None:
    for faction in FORCE.factions():
        force = enlist(recruit(faction, 6400, "mixed", random.Random(3)))
        assert not force.is_detachment
    assert enlist(recruit(NORTH, 3200, "usual", random.Random(3))).is_detachment


def test_units_take_the_field_in_order_with_crews_ranks_and_groups() -> None:
    body = HQ + SECTION.replace("5x Hunter", "4x Hunter\nHunter: Veteran, HAC", 1) + "group D\nduelist\nHunter: Elite\n"
    fielded = field_force(of(body, more="name Test"))
    assert [post.group for post in fielded.posts] == [1] * 5 + [2] * 5 + [3] * 5 + [4] * 5 + [5]
    ranks = {post.rank: number for number, post in enumerate(fielded.posts) if post.rank}
    assert ranks == {"commander": 0, "second": 9}
    special = fielded.posts[9]
    assert (special.card.id, special.level, special.tv) == ("hunter+hac@336", 3, 756)
    assert (fielded.posts[-1].level, fielded.posts[-1].duelist) == (4, True)
    assert fielded.groups[:2] == ("Headquarters (Strike Squadron)", "General Purpose Squadron")
    assert fielded.groups[2:] == ("General Purpose Squadron 2", "General Purpose Squadron 3", "Duelist")
    assert set(fielded.cards) == {"jaguar", "hunter", "hunter+hac@336"}
    assert fielded.banner.startswith("Test (Northern Guard), ")
    assert "figures that are not printed" in fielded.banner


def test_named_ranks_are_kept() -> None:
    body = "squad General Purpose Squadron\n3x Hunter\nHunter: Second\nHunter: Commander\n"
    assert [post.rank for post in field_force(part(body)).posts] == ["", "", "", "second", "commander"]


def test_printed_cards_alone_are_said_to_be_printed() -> None:
    fielded = field_force(part("squad Armored Squad\n3x Aller\n"))
    assert fielded.printed
    assert "not printed" not in fielded.banner
    text = print_sheet(force_sheet(part("squad Armored Squad\n3x Aller\n")), [], "x")
    assert "*" not in text
    assert "not printed" not in text


def test_squads_of_scenarios_take_the_field_by_name() -> None:
    posts = field_squads(("Recon Cadre", "Fire Support Cadre", "Naga"))
    assert [post.group for post in posts] == [1] * 5 + [2] * 5 + [3]
    assert [post.card.id for post in posts[-2:]] == ["iguana", "naga"]
    assert {post.level for post in posts} == {2}
    assert [post.tv for post in field_squads(("Truck",), 1)] == [3]
    with pytest.raises(BadInput, match="No squad and no model"):
        field_squads(("Kodiak",))


def test_what_nobody_knows_does_not_take_the_field() -> None:
    with pytest.raises(BadInput, match="Line 8: there is no card for 'Weasel'"):
        field_force(part("squad\nWeasel\n"))


@pytest.mark.rule("tactical.ref-datacards")
def test_a_sheet_marks_everything_that_is_not_printed_with_its_reason() -> None:
    text = print_sheet(force_sheet(part("squad Strike Squadron\n2x Jaguar\n3x Hunter\n")), [], "x")
    assert "has figures that are not printed" in text.splitlines()[0]
    assert "2x Jaguar, Qualified*, 439 TV each" in text
    assert "not printed: armor: proposed by us (read 10" in text
    assert "not printed: load: proposed by us (stock load: MAC in the combat example" in text
    assert "LAC F 0 2/4/8/16 x8 ROF 2, 60 rounds [proposed]" in text
    assert "Strike Squadron: proposed by us (its table of vehicles" in text
    assert "Jaguar, armor: proposed by us" in text


def test_a_headquarters_without_radios_is_advised() -> None:
    roster = of(HQ.replace("Strike Squadron\n2x Jaguar\n3x", "General Purpose Squadron\n5x") + SECTION)
    assert "better off with Communications of +1" in " ".join(force_sheet(roster).notes)


def test_a_sheet_shows_names_without_a_card_and_their_reason() -> None:
    text = print_sheet(force_sheet(part("squad\nWeasel\nHuntr\n")), [], "x")
    assert "named only, no card in the text" in text
    assert "there is no card for it" in text


def test_the_stock_lists_everything_with_its_mark() -> None:
    text = print_sheet(stock(), [], "x")
    assert text.startswith("All cards, squads, prices and weapons: 32 cards, 19 squads, 20 names only")
    assert "Aller, 2817 TV" in text
    assert "Senior General Purpose Squadron (Northern Guard)*, 0 TV" in text
    assert "cannot be fielded: named only" in text
    assert "Price list of the Hunter" in text
    assert "HATM, Heavy AT Missile*" in text
    assert "GREL Squad, Elite*, 1366 TV" in text
    assert "Division or legion" in text


def test_values_of_a_players_own_replace_ours_and_are_marked() -> None:
    files = {
        "c.csv": "name,armor,walker\nJaguar,14,5/9\n",
        "p.csv": "gear,option,kind,arc,ammo,cost,clip\nJaguar,MAC,weapon,F,40,100,-\n",
        "w.csv": "code,name,kind,base,damage\nMAC,Medium Autocannon,gun,4,11\n",
        "l.csv": "gear,weapons\nHunter,MBZK\n",
    }
    more = "cards c.csv\nprices p.csv\nweapons w.csv\nloads l.csv"
    roster = part("squad\nJaguar\nHunter\n", more=more)
    with only_these_files(files):
        assert check(roster) == []
        fielded = field_force(roster)
        text = print_sheet(force_sheet(roster), [], "x")
    jaguar, hunter = (post.card for post in fielded.posts)
    assert (jaguar.armor, jaguar.status, jaguar.provenance["armor"]) == (14, "user", "user")
    assert jaguar.provenance["walker"] == "user"
    assert jaguar.provenance["ground"] == "reconstructed"
    assert jaguar.tv == 284 + 100 + 25
    mac = jaguar.mount("MAC")
    assert mac is not None
    assert (mac.weapon.base, mac.weapon.dm, mac.mark) == (4000, 11, "user")
    assert [mount.id for mount in hunter.weapons] == ["MBZK"]
    assert (hunter.load, fielded.own) == ("user", True)
    assert jaguar.id.startswith("jaguar-own-")
    assert "uses values of its player's own" in text
    assert "its player's own" in fielded.banner


def test_a_card_for_a_name_that_has_none_makes_it_fieldable() -> None:
    row = "name,kind,tv,size,crew,armor,walker,sensors,perks,weapons\nWeasel,gear,400,5,1,9,5/9,2,ECM 3,LAC|F|60\n"
    roster = part("squad\nWeasel\n", more="cards c.csv")
    with only_these_files({"c.csv": row}):
        assert check(roster) == []
        (post,) = field_force(roster).posts
    assert (post.card.name, post.card.faction, post.tv, post.card.rating("ECM")) == ("Weasel", NORTH, 400, 3)


@pytest.mark.parametrize(
    ("kind", "text", "line", "words"),
    [
        ("cards", "name,armor\nJaguar,many\n", 2, "armor 'many' is no whole number"),
        ("cards", "name,walker\nHunter,4/7\nJaguar,3/7\n", 3, "Combat Speed is half of Top, 4"),
        ("cards", "name,walker\nJaguar,fast\n", 2, "is no speed"),
        ("cards", "name,perks\nJaguar,Wings\n", 2, "there is no perk or flaw 'Wings'"),
        ("cards", "name,weapons\nJaguar,XAC|F\n", 2, "there is no weapon 'XAC'"),
        ("cards", "name,weapons\nJaguar,LAC|X\n", 2, "arc 'X': there are F, Rt"),
        ("cards", "name,kind\nNew,kite\n", 2, "kind 'kite': there are gear"),
        ("cards", "name,kind\nNew,infantry\n", 2, "build it in a roster"),
        ("cards", "name,sensor_km\nJaguar,far\n", 2, "is no number of kilometres"),
        ("cards", "nom,armor\nJaguar,12\n", 1, "the columns name are missing"),
        ("cards", "name,armor\nJaguar,12\nJaguar,13\n", 3, "stands in this file twice"),
        ("prices", "gear,option,kind,arc,ammo,cost,clip\nHunter,XAC,weapon,F,1,1,1\n", 2, "there is no weapon 'XAC'"),
        ("prices", "gear,option,kind,arc,ammo,cost,clip\nHunter,LAC,weapon,F,1,dear,1\n", 2, "cost 'dear'"),
        ("prices", "gear,option,kind,arc,ammo,cost,clip\nHunter,Wings,perk,,,5,\n", 2, "no perk or flaw"),
        ("loads", "gear,weapons\nHunter,HFG\n", 2, "'HFG' is not on its price list"),
        ("loads", "gear,weapons\nAller,LAC\n", 2, "has no price list"),
        ("weapons", "code,name,kind,base,damage\nLAC,Gun,gun,two,8\n", 2, "base 'two'"),
        ("squads", "faction,squad,kind,composition\nNorthern Guard,Pack,gear,5 Hunter\n", 2, "such as 5 x Hunter"),
        ("squads", "faction,squad,kind,composition\nNorthern Guard,Pack,gear,5 x Wolf\n", 2, "no card for 'Wolf'"),
        ("squads", "faction,squad,kind,composition\nMoon,Pack,gear,5 x Hunter\n", 2, "a name and a faction"),
    ],
)
def test_what_is_wrong_with_a_players_file_is_told_with_its_line(kind: str, text: str, line: int, words: str) -> None:
    faults = found(part(GP, more=f"{kind} mine.csv"), {"mine.csv": text})
    told = [fault.message for fault in faults if fault.message.startswith(f"mine.csv:{line}: ")]
    assert any(words in message for message in told), faults
    assert all(fault.line == 5 and fault.fix for fault in faults)


def test_a_stock_load_that_a_players_card_cannot_carry_is_told() -> None:
    fault = only(part(GP, more="cards mine.csv"), {"mine.csv": "name,size\nGrizzly,3\n"})
    assert "a stock load cannot be carried: a Heavy Autocannon needs Size 5" in fault.message


def test_squads_of_a_players_own_are_fielded() -> None:
    text = f"faction,squad,kind,composition\n{SOUTH},Ambush Cadre,gear,2 x Iguana; 3 x Jaeger\n"
    roster = part("cadre Ambush Cadre\n2x Iguana\n3x Jaeger\n", SOUTH, more="squads s.csv")
    assert found(roster, {"s.csv": text}) == []
    with only_these_files({"s.csv": text}):
        assert "Ambush Cadre: its player's own" in " ".join(force_sheet(roster).notes)
