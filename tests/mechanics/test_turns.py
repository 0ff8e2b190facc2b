"""Turns at a table of two, and at one of three."""

from __future__ import annotations

from gearlock.mechanics.turns import alternating, higher, next_seat

THREE = ("north", "south", "west")


def test_the_higher_number_wins_and_nobody_wins_a_tie() -> None:
    assert [higher(5, 3), higher(3, 5), higher(4, 4)] == ["red", "blue", ""]


def test_who_has_nothing_left_is_passed_over() -> None:
    assert next_seat("red", {"red", "blue"}) == "blue"
    assert next_seat("red", {"red"}) == "red"
    assert next_seat("blue", set()) == ""
    assert next_seat("north", {"north", "west"}, THREE) == "west"
    assert next_seat("west", {"south", "west"}, THREE) == "south"


def test_sides_of_unequal_size_take_turns_and_the_larger_ends_alone() -> None:
    assert list(alternating("blue", {"red": 3, "blue": 1})) == ["blue", "red", "red", "red"]
    assert list(alternating("red", {"red": 2, "blue": 2})) == ["red", "blue", "red", "blue"]
    assert list(alternating("south", {"north": 1, "south": 1, "west": 2}, THREE)) == ["south", "west", "north", "west"]


def test_who_goes_first_with_nothing_to_do_lets_the_next_begin() -> None:
    assert list(alternating("red", {"blue": 2})) == ["blue", "blue"]
    assert list(alternating("red", {})) == []
