"""3.9.2: rock, paper, scissors: who wins, and what losing to each of them does to a toy."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.rulebook import heeds, rule

ROCK, PAPER, SCISSORS = "rock", "paper", "scissors"
SIGNS: Final = (ROCK, PAPER, SCISSORS)
BEATS: Final = {ROCK: SCISSORS, SCISSORS: PAPER, PAPER: ROCK}
"""The normal cycle, also against the example of the book, which has it wrong once."""

DISABLED, KNOCKED_DOWN, FORFEITS, LOSES_WEAPON = "disabled", "prone", "no attack", "a weapon"
MEANINGS: Final = {
    ROCK: "no attack in its next activation",
    PAPER: "prone",
    SCISSORS: "loses a weapon of its owner's choice",
}


@heeds("tactical.3.9.2-rps")
def beaten(sign: str, answer: str) -> int:
    """1 if a sign beats the other, -1 if it is beaten, 0 if both are the same."""
    if sign == answer:
        return 0
    return 1 if BEATS[sign] == answer else -1


@rule("tactical.3.9.2-rps")
def result_of(sign: str, prone: bool, forfeits: bool, weapons: int) -> str:
    """What losing to a sign does to a toy.

    Whatever hits a prone toy disables it. Rock costs it the attack of its next activation, and knocks it down if that
    was lost before; scissors a weapon, and knock it down if it has none; paper knocks it down.
    """
    if prone:
        return DISABLED
    if sign == ROCK:
        return KNOCKED_DOWN if forfeits else FORFEITS
    if sign == SCISSORS:
        return LOSES_WEAPON if weapons else KNOCKED_DOWN
    return KNOCKED_DOWN
