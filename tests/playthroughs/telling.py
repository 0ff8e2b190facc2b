"""Golden playthroughs: whole battles as text a person can read, one decision after another."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from gearlock.bots.players import make_bot
from gearlock.cli.explaining import Explainer
from gearlock.cli.screen import console
from gearlock.kernel.battle import Battle
from gearlock.kernel.narrator import Narrator
from gearlock.kernel.registry import AnySystem, get_system
from gearlock.kernel.seat import Seat
from gearlock.kernel.view import View

EXPLAINED = 16
"""Decisions that are told with all that was weighed."""


def playthrough(system_id: str, scenario: str, seed: int, red: str, blue: str) -> str:
    """The story of a battle between two bots: decisions, what followed, how it stood, and fingerprints."""
    system: AnySystem = get_system(system_id)
    battle = Battle.begin(system, system.prepare(scenario, seed, {}))
    bots = {"red": make_bot(red, seed), "blue": make_bot(blue, seed + 1)}
    narrator = Narrator(battle, None)
    lines = [f"{system.name}, {scenario}, seed {seed}: red {red}, blue {blue}", ""]
    shown = -1
    lines += [f"  {line.text}" for line in narrator.news()]
    while not battle.over:
        view = battle.view(None)
        if view.round != shown:
            shown = view.round
            lines += ["", f"=== Round {shown} ===  [{battle.hash()}]", *_standing(view), ""]
        lines += _decision(battle, bots)
        lines += [f"  {line.text}" for line in narrator.news()]
    assert battle.outcome is not None
    result = battle.outcome
    lines += [
        "",
        *_standing(battle.view(None)),
        f"{result.winner or 'nobody'} wins: {result.reason}  [{battle.hash()}]",
    ]
    return "\n".join(lines) + "\n"


def told_from_both_seats(system_id: str, scenario: str, seed: int, red: str, blue: str) -> str:
    """The same battle twice, as either seat lives it: its briefing, what it is told, what it sees every round."""
    system: AnySystem = get_system(system_id)
    battle = Battle.begin(system, system.prepare(scenario, seed, {}))
    bots = {"red": make_bot(red, seed), "blue": make_bot(blue, seed + 1)}
    stories = {seat: _Story(battle, seat) for seat in system.seats}
    while not battle.over:
        for story in stories.values():
            story.look()
        seat = battle.waiting_for()[0]
        battle.answer(seat, bots[seat].decide(Seat(battle, seat)))
    assert battle.outcome is not None
    for story in stories.values():
        story.look()
    ending = f"{battle.outcome.winner or 'nobody'} wins: {battle.outcome.reason}  [{battle.hash()}]"
    heading = f"{system.name}, {scenario}, seed {seed}: red {red}, blue {blue}"
    told = (f"##### {seat} #####\n" + "\n".join(story.lines) for seat, story in stories.items())
    return "\n\n".join([heading, *told, ending]) + "\n"


def explained(path: Path) -> str:
    """Some decisions of a battle as `--explain` tells them, from where greedy play has led it after an opening.

    A file SYSTEM/explained/SCENARIO-SEED-OPENING-RED-BLUE.txt says which; bots that think are named like
    tactician+150n+60s, by a limit of looks, so that no clock has a say in what they find.
    """
    scenario, number, opening, *bots = path.stem.rsplit("-", 4)
    seed, (red, blue) = int(number), (f"bot:{bot.replace('+', ':')}" for bot in bots)
    battle = _opened(get_system(path.parents[1].name), scenario, seed, int(opening))
    battle.seats_of = {"red": red, "blue": blue}
    with console.capture() as told:
        explainer = Explainer(battle, {"red": make_bot(red, seed), "blue": make_bot(blue, seed + 1)}, aloud=True)
        for _ in range(EXPLAINED):
            seat = battle.waiting_for()[0]
            battle.answer(seat, explainer.players[seat].decide(Seat(battle, seat)))
            explainer.go_on()
    return told.get()


def _opened(system: AnySystem, scenario: str, seed: int, opening: int) -> Battle[Any]:
    """A battle at its beginning, or one that begins in another's middle: so many decisions on, or a few more."""
    setup = system.prepare(scenario, seed, {})
    battle = Battle.begin(system, setup)
    if opening == 0:
        return battle
    greedy = make_bot("greedy", seed)
    while opening > 0 or not battle.fresh:
        seat = battle.waiting_for()[0]
        battle.answer(seat, greedy.decide(Seat(battle, seat)))
        opening -= 1
    return Battle.begin(system, setup, state=battle.state.clone())


class _Story:
    """What one seat knows of a battle, as it goes on."""

    def __init__(self, battle: Battle[Any], seat: str) -> None:
        self.battle, self.seat = battle, seat
        self.narrator = Narrator(battle, seat)
        self.round = -1
        self.lines: list[str] = list(battle.view(seat).notes)

    def look(self) -> None:
        """Take in the news, and the table when a round begins."""
        self.lines += [f"  {line.text}" for line in self.narrator.news()]
        view = self.battle.view(self.seat)
        if view.round != self.round:
            self.round = view.round
            score = ", ".join(f"{seat} {points}" for seat, points in view.score.items())
            self.lines += ["", f"=== Round {self.round} ===  score {score}", *_standing(view), ""]


def _decision(battle: Battle[Any], bots: dict[str, Any]) -> list[str]:
    seat = battle.waiting_for()[0]
    ask = battle.ask_for(seat)
    assert ask is not None
    offered = len(battle.options(seat))
    order = bots[seat].decide(Seat(battle, seat))
    battle.answer(seat, order)
    given = msgspec.json.encode(order).decode()
    return [f"{seat} {ask.kind} {ask.unit} ({offered} option{'s' * (offered != 1)}) <- {given}"]


def _standing(view: View) -> list[str]:
    lines = []
    for piece in view.pieces:
        tracks = " ".join(f"{track.name} {track.now}/{track.full}" for track in piece.tracks)
        tokens = " ".join(f"+{token.name}" for token in piece.tokens)
        where = f"{piece.x:>6} {piece.y:>6} @{piece.facing:<5}"
        lines.append(f"  {piece.id:<8} {piece.name:<18} {where} {tracks} {piece.status} {tokens}".rstrip())
    return lines
