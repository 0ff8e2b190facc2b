"""What is said about an attack, read: with conditions of no game, and an attack that is laid out by counting."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.given import (
    NO,
    YES,
    Change,
    Given,
    read_attacker,
    read_change,
    read_conditions,
    staging,
    which_weapon,
)
from gearlock.kernel.gunnery import Condition, Situation, Staged
from gearlock.kernel.system import Setup

CONDITIONS = (
    Condition("paces", "paces between the duellists", rule="duel.1"),
    Condition("wind", "where the wind comes from", ("head-on", "left hand", "behind"), "head-on", "duel.2"),
    Condition("rain", "whether it rains", (NO, YES), NO),
    Condition("seconds-drunk", "how many seconds are drunk", (), "0"),
    Condition("trait", "something to add or take away"),
)


def read(*given: tuple[str, str]) -> Given:
    return read_conditions(CONDITIONS, Situation(("ann:pistol",), "bob", given))


def test_what_is_usual_counts_but_was_not_said() -> None:
    given = read(("rain", "yes"))
    assert (given.says("wind"), given.says("rain"), given.says("paces")) == ("head-on", "yes", "")
    assert given.has("rain")
    assert not read().has("rain")
    assert given.said == {"rain": "yes"}


@pytest.mark.parametrize("text", ["left hand", "Left-Hand", " LEFT  HAND ", "left_hand"])
@pytest.mark.parametrize("name", ["wind", "Wind"])
def test_names_and_values_may_be_spaced_and_capitalised_in_any_way(name: str, text: str) -> None:
    assert read((name, text)).said == {"wind": "left hand"}


def test_the_last_word_counts_and_no_word_is_none() -> None:
    assert read(("paces", "10"), ("paces", " 12 ")).said == {"paces": "12"}
    assert read(("paces", " ")).said == {}


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (("wnd", "behind"), "No condition is called 'wnd'. Did you mean wind?"),
        (("", "behind"), "No condition is called ''. There are: paces, rain, seconds-drunk, trait, wind."),
        (("wind", "left"), "No wind is called 'left'. Did you mean left hand? [duel.2]"),
        (("wind", ""), "No wind is called ''. There are: behind, head-on, left hand. [duel.2]"),
        (("rain", "if"), "No rain is called 'if'. There are: no, yes."),
    ],
)
def test_what_there_is_none_of_is_answered_with_what_there_is(said: tuple[str, str], words: str) -> None:
    with pytest.raises(UnknownName) as unknown:
        read(said)
    assert str(unknown.value) == words


def test_numbers_are_read_from_words() -> None:
    assert read(("paces", "20")).number("paces") == 20
    assert read().number("paces") is None
    assert read().number("seconds-drunk") == 0


@pytest.mark.parametrize("text", ["far", "-1", "2.5", "31", "1000"])
def test_a_number_that_cannot_be_is_refused_with_the_rule(text: str) -> None:
    with pytest.raises(BadInput) as refused:
        read(("paces", text)).number("paces", 30)
    assert str(refused.value) == f"paces is a whole number from 0 to 30, not '{text}'. [duel.1]"


def test_a_condition_without_a_rule_cites_none() -> None:
    with pytest.raises(BadInput, match=r"not 'both'\.$"):
        read(("seconds-drunk", "both")).number("seconds-drunk")


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("Steady", Change("target", "Steady")),
        ("+Steady", Change("target", "Steady")),
        ("-Steady", Change("target", "Steady", taken=True)),
        ("target:Steady", Change("target", "Steady")),
        ("attacker:-Steady", Change("attacker", "Steady", taken=True)),
        (" Attacker : - Steady Hand ", Change("attacker", "Steady Hand", taken=True)),
        ("Steady:2", Change("target", "Steady:2")),
        ("attacker:Steady:2", Change("attacker", "Steady:2")),
        ("bystander:Steady", Change("target", "bystander:Steady")),
        ("attacker", Change("target", "attacker")),
    ],
)
def test_a_change_is_the_targets_unless_said_otherwise(text: str, change: Change) -> None:
    assert read_change(text) == change


def test_changes_add_up_and_keep_their_order() -> None:
    given = read(("trait", "Steady"), ("trait", "attacker:Quick"), ("trait", "-Bold"))
    assert given.changes_of("target") == [Change("target", "Steady"), Change("target", "Bold", taken=True)]
    assert given.changes_of("attacker") == [Change("attacker", "Quick")]
    assert given.said == {}


def test_what_cannot_be_taken_away_is_said_with_what_is_there() -> None:
    bold = Change("target", "Bold", taken=True)
    assert str(bold.missing("Bob", ("Quick", "Calm"), "duel.3")) == (
        "The Bob has no Bold to take away: it has Quick, Calm. [duel.3]"
    )
    assert "nothing that could be" in str(bold.missing("Bob", (), ""))


def test_facts_are_what_was_said_in_the_order_of_the_conditions() -> None:
    given = read(("trait", "attacker:-Quick"), ("rain", "no"), ("wind", "behind"), ("paces", "20"))
    assert given.facts({}) == ["paces 20", "wind behind", "rain no", "attacker without Quick"]
    assert given.facts({"paces": "", "wind": "wind from {}", "seconds-drunk": "{} drunk"}) == [
        "wind from behind",
        "rain no",
        "attacker without Quick",
    ]
    assert read().facts({"wind": "wind from {}"}) == []


def test_an_attacker_is_taken_apart() -> None:
    assert read_attacker("ann:pistol + sabre:long") == ("ann", ("pistol", "sabre:long"))
    assert read_attacker("ann") == read_attacker("ann: +") == ("ann", ())
    assert str(which_weapon("Ann", "ann", ("pistol", "sabre"))) == (
        "Which weapon of the Ann? Say ann:WEAPON; it has pistol, sabre."
    )
    assert str(which_weapon("Ann", "ann", ())).endswith("it has none.")


@dataclass
class Field:
    """A state: who stands on the field."""

    names: list[str] = field(default_factory=list)

    def clone(self) -> Field:
        return replace(self, names=list(self.names))


def test_a_situation_is_laid_out_once_and_everybody_gets_a_state_of_their_own() -> None:
    seen: list[Given] = []

    def lay_out(situation: Situation, given: Given) -> Staged[Field]:
        seen.append(given)
        return Staged(Setup("duel"), Field([*situation.attackers, situation.target]), (), situation.target)

    stage = staging(CONDITIONS, lay_out)
    situation = Situation(("ann:pistol",), "bob", (("rain", "Yes"),))
    first, second = stage(situation), stage(situation)
    first.state.names.clear()
    assert second.state.names == stage(situation).state.names == ["ann:pistol", "bob"]
    assert [given.said for given in seen] == [{"rain": "yes"}]


@pytest.mark.parametrize("count", [0, 13])
def test_one_to_twelve_attackers_are_laid_out(count: int) -> None:
    def lay_out(situation: Situation, _given: Given) -> Staged[Field]:
        return Staged(Setup("duel"), Field(list(situation.attackers)), (), situation.target)

    stage = staging(CONDITIONS, lay_out)
    assert len(stage(Situation(("ann:pistol",) * 12, "bob")).state.names) == 12
    with pytest.raises(BadInput, match=f"One to 12 attackers can be laid out, not {count}"):
        stage(Situation(("ann:pistol",) * count, "bob"))
