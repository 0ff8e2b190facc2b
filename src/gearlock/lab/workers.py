"""Games shared out to processes: each plays one game at a time and is handed the next.

Both games of a pair go to the same process where that can be, since what it has worked out of the map serves again.
The processes are started afresh (spawned), speak through pipes and end by themselves when whoever started them is gone.
One that dies takes no game with it: the game is given to another, and to none any more if that dies of it too.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import groupby
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from gearlock.lab.game import Played, play_game, written_off
from gearlock.lab.match import Game
from gearlock.lab.studies import Study

GRACE = 5.0
"""Seconds a process is given to end when told to."""


def play_games(match: Study, numbers: Iterable[int], jobs: int) -> Iterator[Played]:
    """Play these games, giving each result as it comes: in order with one job, in any order with several."""
    if jobs == 1:
        for number in numbers:
            yield play_game(match, match.game(number))
        return
    crew = _Crew(match, numbers, jobs)
    try:
        yield from crew.results()
    finally:
        crew.dismiss()


class _Worker:
    """One process, its pipe and the game it plays now."""

    def __init__(self, match: Study) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_work, args=(match, theirs), daemon=True)
        self.process.start()
        theirs.close()
        self.game: Game | None = None
        self.kept: deque[int] = deque()
        """The rest of the pair it plays."""

    def hand(self, game: Game) -> None:
        """Give the process a game to play; if it is dead, that shows when it is waited for."""
        self.game = game
        try:
            self.pipe.send(game)
        except OSError:
            self.process.kill()

    def result(self) -> Played | None:
        """The game it has played; None if it has died."""
        try:
            played: Played = self.pipe.recv()
        except (EOFError, OSError):
            return None
        self.game = None
        return played

    def end(self) -> None:
        """Stop it at once."""
        self.pipe.close()
        self.process.terminate()
        self.process.join(GRACE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


class _Crew:
    """The processes of a match and the games still to be handed out."""

    def __init__(self, match: Study, numbers: Iterable[int], jobs: int) -> None:
        self._match = match
        self._coming = (deque(pair) for _, pair in groupby(numbers, key=lambda number: number // 2))
        self._waiting: deque[deque[int]] = deque()
        self._died_of: set[int] = set()
        self._workers: list[_Worker] = []
        for _ in range(jobs):
            if self._more():
                self._workers.append(_Worker(match))
                self._hand_next(self._workers[-1])

    def results(self) -> Iterator[Played]:
        """Whatever is finished next, until all is."""
        while busy := {worker.pipe: worker for worker in self._workers if worker.game is not None}:
            for pipe in wait(list(busy)):
                assert isinstance(pipe, Connection)
                worker = busy[pipe]
                played = worker.result()
                if played is None:
                    played = self._replace(worker)
                else:
                    self._hand_next(worker)
                if played is not None:
                    yield played

    def _more(self) -> bool:
        """Whether a pair waits that nobody has begun; what is to be played is asked for no sooner than needed."""
        if not self._waiting and (pair := next(self._coming, None)):
            self._waiting.append(pair)
        return bool(self._waiting)

    def _hand_next(self, worker: _Worker) -> None:
        """The other game of its pair, else a new pair, else what another has put by: nobody idles at the end."""
        if not worker.kept and self._more():
            worker.kept = self._waiting.popleft()
        stock = next((each.kept for each in (worker, *self._workers) if each.kept), None)
        if stock:
            worker.hand(self._match.game(stock.popleft()))

    def _replace(self, dead: _Worker) -> Played | None:
        """Another process for one that died; its game is tried once more, then written off as nobody's."""
        game = dead.game
        assert game is not None
        dead.end()
        lost = None
        if game.number in self._died_of:
            lost = written_off(game, f"its process died twice (exit code {dead.process.exitcode})")
        else:
            self._died_of.add(game.number)
            dead.kept.appendleft(game.number)
        if dead.kept:
            self._waiting.appendleft(dead.kept)
        self._workers.remove(dead)
        if self._more():
            self._workers.append(_Worker(self._match))
            self._hand_next(self._workers[-1])
        return lost

    def dismiss(self) -> None:
        """End every process, whatever it is doing."""
        for worker in self._workers:
            worker.end()


def _work(match: Study, pipe: Connection) -> None:
    """The life of a process: take a game, play it, hand the result back, until nobody is there any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever started us, and they end us
    try:
        while True:
            pipe.send(play_game(match, pipe.recv()))
    except (EOFError, OSError):
        return
