"""What systems say they have in common fits their own cards, conditions and scenarios; nothing is guessed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gearlock.kernel.counterparts import Carried, Named, Words, shared_names, shared_weapons
from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.given import read_conditions
from gearlock.kernel.gunnery import Situation
from gearlock.kernel.registry import all_systems, get_system, system_ids
from gearlock.lab import namesakes
from gearlock.lab.namesakes import (
    Model,
    NoCounterpart,
    condition_in,
    find_condition,
    find_model,
    find_weapon,
    having,
    model_in,
    systems_named,
    weapon_in,
    words_of,
)

ALL = all_systems()
HUNTER = Model("Terra Nova", "Hunter")


@pytest.mark.parametrize("system", system_ids())
def test_what_a_system_says_fits_its_own_cards_and_weapons(system: str) -> None:
    beside, gunnery = words_of(get_system(system)), get_system(system).gunnery
    assert gunnery is not None
    models = beside.models()
    assert sorted(models.values()) == sorted(gunnery.units()), "every model has one shared name"
    assert set(beside.words.models) <= set(models.values())
    for id_ in list(models.values())[::7]:
        own = beside.weapons(id_)
        assert set(own.values()) <= set(gunnery.weapons(id_))
        assert len(set(own.values())) == len(own)
        assert beside.price(id_) >= 0
        assert all(beside.weapon(id_, weapon) for weapon in own.values())


@pytest.mark.parametrize("system", system_ids())
def test_what_a_system_says_fits_its_own_conditions_and_scenarios(system: str) -> None:
    found, words = get_system(system), words_of(get_system(system)).words
    assert found.gunnery is not None
    numbers = [((alike.number, "5"),) for alike in words.condition if alike.number]
    meant = [tuple(own.items()) for alike in words.condition for own in alike.means.values()]
    for given in (*numbers, *meant):
        read_conditions(found.gunnery.conditions, Situation((), "", given))
    for alike in words.condition:
        assert bool(alike.number) + bool(alike.means) + bool(alike.why) == 1, alike.name
        assert not set(alike.means) & set(alike.lacks)
        assert all(alike.lacks.values())
    if words.models_meet:
        assert set(found.seats) <= set(found.scenarios()[words.models_meet].options)


def test_most_models_of_one_world_are_shared_and_no_world_shares_with_another() -> None:
    models = words_of(get_system("blitz")).models()
    shared = [name for name in models if {"blitz", "brigands"} <= set(having(ALL, Model("Terra Nova", name)))]
    assert len(shared) > 500
    assert len(models) - len(shared) < 10
    machines = words_of(get_system("hex100")).models()
    assert all(set(having(ALL, Model("Hex d100", name))) == {"hex100"} for name in machines)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("hunter", "Hunter"),
        ("HUNTER", "Hunter"),
        (" black  mamba ", "Black Mamba"),
        ("black-mamba", "Black Mamba"),
        ("f6-16", "F6-16 Frame (no pack)"),
        ("Antelope (north)", "Antelope (North)"),
        ("TEGU-siege", "Tegu Siegebreaker"),
    ],
)
def test_models_are_found_by_shared_name_or_any_id(text: str, name: str) -> None:
    assert find_model(ALL, text).name == name


def test_a_model_nobody_has_is_answered_with_near_ones() -> None:
    with pytest.raises(UnknownName, match="Did you mean Hunter"):
        find_model(ALL, "huntr")
    with pytest.raises(BadInput, match=r"Several models are called 'antelope': Antelope \(North\), Antelope \(Peace"):
        find_model(ALL, "antelope")
    with pytest.raises(BadInput, match="names no model"):
        find_model(ALL, " ")


def test_a_name_in_two_worlds_is_not_taken_for_one_model(monkeypatch: pytest.MonkeyPatch) -> None:
    hexes = get_system("hex100")
    twin = replace(hexes, counterparts=replace(words_of(hexes), models=lambda: {"Hunter": "cobra-hunter"}))
    systems = (get_system("brigands"), twin)
    with pytest.raises(BadInput, match="Hunter of Hex d100, Hunter of Terra Nova"):
        find_model(systems, "hunter")
    with pytest.raises(NoCounterpart, match="its models are of Hex d100, not of Terra Nova"):
        model_in(twin, HUNTER)
    assert having(systems, HUNTER) == {"brigands": "hunter"}


def test_a_system_that_says_nothing_is_left_out_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    silent = replace(get_system("hex100"), counterparts=None)
    monkeypatch.setattr(namesakes, "all_systems", lambda: (get_system("blitz"), silent))
    systems = systems_named([])
    assert find_model(systems, "hunter") == HUNTER
    with pytest.raises(NoCounterpart, match="does not say"):
        model_in(silent, HUNTER)


@pytest.mark.parametrize("text", ["LAC", "lac", "light autocannon", "Light-Autocannon"])
def test_weapons_are_found_by_shared_word_or_as_a_system_writes_them(text: str) -> None:
    word = find_weapon(ALL, HUNTER, text)
    assert word == "light autocannon"
    assert weapon_in(get_system("blitz"), HUNTER, word) == "LAC"


def test_a_weapon_without_a_counterpart_is_said_and_not_replaced() -> None:
    model = find_model(ALL, "bobcat")
    words = {system: set(words_of(get_system(system)).weapons(id_)) for system, id_ in having(ALL, model).items()}
    (alone,) = words["brigands"] - words["blitz"]
    assert find_weapon(ALL, model, alone) == alone
    with pytest.raises(NoCounterpart, match=f"the Bobcat has no {alone}; it has "):
        weapon_in(get_system("blitz"), model, alone)


def test_a_weapon_with_no_shared_word_is_of_its_system_alone() -> None:
    silent = next(
        (model, own)
        for name, id_ in words_of(get_system("blitz")).models().items()
        for model in [Model("Terra Nova", name)]
        for own in _own(id_)
    )
    with pytest.raises(BadInput, match="a weapon of blitz alone, with no counterpart; `gearlock odds blitz"):
        find_weapon(ALL, *silent)


def _own(id_: str) -> list[str]:
    blitz = get_system("blitz")
    assert blitz.gunnery is not None
    shared = words_of(blitz).weapons(id_).values()
    return [own for own in blitz.gunnery.weapons(id_) if own not in shared]


def test_an_unknown_weapon_is_answered_with_those_there_are() -> None:
    with pytest.raises(UnknownName, match=r"No weapon of the Hunter is called 'laser'\. There are: .*light autocannon"):
        find_weapon(ALL, HUNTER, "laser")
    with pytest.raises(BadInput, match="Which weapon of the Hunter"):
        find_weapon(ALL, HUNTER, "")


def test_shared_conditions_become_each_systems_own() -> None:
    said = find_condition(ALL, ("Target posture", "BRACED"))
    assert said == ("target-posture", "braced")
    assert condition_in(get_system("brigands"), said) == (("overwatch", "yes"),)
    assert condition_in(get_system("blitz"), said) == (("target-posture", "braced"),)
    assert condition_in(get_system("blitz"), ("range", "12")) == (("range", "12"),)
    assert condition_in(get_system("brigands"), ("cover", "full")) == (("cover", "light"), ("full", "yes"))


@pytest.mark.parametrize(
    ("system", "said", "why"),
    [
        ("brigands", ("cover", "medium"), "cover medium: cover is light or heavy"),
        ("brigands", ("target-posture", "top"), "a posture ends with the activation"),
        ("hex100", ("range", "12"), "counted in hexes"),
        ("hex100", ("posture", "top"), "a focus, not a posture"),
        ("hex100", ("weather", "fog"), "nothing here is a weather"),
    ],
)
def test_a_condition_without_a_counterpart_is_said_with_the_reason(
    system: str, said: tuple[str, str], why: str
) -> None:
    with pytest.raises(NoCounterpart, match=why):
        condition_in(get_system(system), said)


@pytest.mark.parametrize(
    ("said", "says"),
    [
        (("smoke", "yes"), "No shared condition is called 'smoke'. There are: cover, from"),
        (("cover", "lite"), "No shared cover is called 'lite'. Did you mean light"),
        (("range", "far"), "range is a whole number, not 'far'"),
        (("range", "-1"), "range is a whole number"),
    ],
)
def test_what_is_no_shared_condition_is_said_in_words(said: tuple[str, str], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        find_condition(ALL, said)


def test_systems_are_named_in_any_case_and_all_if_none_is() -> None:
    assert [system.id for system in systems_named(["Blitz, BRIGANDS", "blitz"])] == ["blitz", "brigands"]
    assert systems_named([]) == ALL
    with pytest.raises(BadInput, match=r"name another beside blitz \(brigands, "):
        systems_named(["blitz"])
    with pytest.raises(UnknownName, match="Did you mean brigands"):
        systems_named(["blitz,brigand"])


def test_names_and_weapons_that_several_have_are_told_apart() -> None:
    words = Words("W", models={"d": "Other"}, sizes={"L": "light"}, weapons={"AC": "autocannon", "LPG": "pack gun"})
    cards = [Named("a", "One", "North"), Named("b", "One", "South"), Named("c", "Two", "North"), Named("d", "x", "y")]
    assert shared_names(cards, words) == {"One (North)": "a", "One (South)": "b", "Two": "c", "Other": "d"}
    arms = [("LAC", "L", "AC"), ("LAC 2", "L", "AC"), ("LPG", "L", "PG"), ("HAC", "H", "AC"), ("LXX", "L", "XX")]
    assert shared_weapons((Carried(*arm) for arm in arms), words) == {
        "light autocannon": "LAC",
        "light autocannon 2": "LAC 2",
        "pack gun": "LPG",
    }
