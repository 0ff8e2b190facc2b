"""Games played on a Dask cluster: this side hands out pairs of games and takes the results, Dask does everything else.

A worker that dies takes no game with it: Dask gives its work to another, and a result is taken once. Workers must run
the same Gearlock; each looks at its own code before it plays, and one that differs is named.
"""

from __future__ import annotations

import logging
import queue
import re
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from gearlock.bots.own import admit_once, bot_digest
from gearlock.kernel.errors import BadInput
from gearlock.kernel.registry import get_system
from gearlock.kernel.system import Setup
from gearlock.kernel.typed import read_typed
from gearlock.lab.extras import need
from gearlock.lab.game import Played, play_game, written_off
from gearlock.lab.match import code_fingerprint, own_bots
from gearlock.lab.studies import AnyStudy

LOCAL = re.compile(r"local(?::(\d{1,3}))?")
MOST_LOCAL = 256
ADDRESS = re.compile(r"(?:(tcp|tls|ws|wss|ucx)://)?[^\s/]+:\d{1,5}")
AHEAD = 3
"""Pairs of games handed out for each core at a time: enough that none waits, few enough to stop soon."""
LEAST_AHEAD = 8
RECOUNT = 2.0
"""Seconds after which the cores of the cluster are counted anew: workers come and go."""
CONNECTING = 20.0
WAITING = 60.0
"""Seconds without a worker after which nobody waits any longer."""
KEPT = "What was played is kept; the same command goes on."
NO_WORKERS = (
    "has no workers: start some with `dask worker {} --nthreads 1 --nworkers auto` on any machine that reaches it. "
    f"{KEPT}"
)


class Task(msgspec.Struct, frozen=True):
    """Some games of a study, for a process that has Gearlock and nothing else."""

    study: AnyStudy
    numbers: tuple[int, ...]
    code: str
    """The code of whoever asks."""
    bots: dict[str, str]
    """What bots of their own are made of."""
    setups: tuple[Setup, ...] = ()
    """What is laid out, where that comes from files of whoever asks."""


def check_address(address: str) -> None:
    """Refuse at once what cannot be the address of a scheduler."""
    local = LOCAL.fullmatch(address)
    if local and not 1 <= int(local[1] or 1) <= MOST_LOCAL:
        raise BadInput(f"local:2 starts two workers on this machine; from 1 to {MOST_LOCAL} are possible: {address}.")
    scheduler = ADDRESS.fullmatch(address)
    if not local and not scheduler:
        raise BadInput(
            f"A cluster is named by the address of its Dask scheduler, such as tcp://10.0.0.1:8786, or as local:2 for "
            f"two workers on this machine; not '{address}'."
        )
    if scheduler and scheduler[1] == "tls":
        security = need("distributed", "cluster", "Playing on a cluster").Security()
        if security.get_connection_args("client").get("ssl_context") is None:
            raise BadInput(
                f"{address} asks for certificates, and Dask is told of none here: name them in its configuration "
                "(distributed.comm.tls)."
            )


@contextmanager
def _quiet() -> Iterator[None]:
    """What Dask writes down when a scheduler or a worker goes; here it is said in a line, or made good."""
    theirs = [
        logging.getLogger(name) for name in list(logging.root.manager.loggerDict) if name.startswith("distributed")
    ]
    levels = [each.level for each in theirs]
    for each in theirs:
        each.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for each, level in zip(theirs, levels, strict=True):
            each.setLevel(level)


@contextmanager
def cluster_client(address: str) -> Iterator[Any]:
    """A cluster by its address; `local:2` starts one with two workers on this machine. Raises BadInput."""
    distributed = need("distributed", "cluster", "Playing on a cluster")
    check_address(address)
    with ExitStack() as stack:
        stack.enter_context(_quiet())
        local = LOCAL.fullmatch(address)
        if local:
            cluster = distributed.LocalCluster(
                n_workers=int(local[1] or 0) or None,
                threads_per_worker=1,
                dashboard_address=None,
                protocol="tcp://",
                silence_logs=logging.CRITICAL,
            )
            address = stack.enter_context(cluster).scheduler_address
        try:
            client = stack.enter_context(distributed.Client(address, timeout=CONNECTING, set_as_default=False))
        except (OSError, ValueError, TimeoutError) as error:
            raise BadInput(
                f"No Dask scheduler answers at {address}: start one with `dask scheduler`, or say local:2 for two "
                f"workers on this machine. ({str(error).splitlines()[0] if str(error) else type(error).__name__})"
            ) from None
        yield client


def play_on_cluster(study: AnyStudy, numbers: Iterable[int], client: Any) -> Iterator[Played]:
    """Play these games on a cluster, giving each result as it comes, in any order. No game is given twice."""
    errand = _Errand(study, numbers, client)
    try:
        yield from errand.results()
    finally:
        errand.drop()


class _Errand:
    """The games of a study that are on their way."""

    def __init__(self, study: AnyStudy, numbers: Iterable[int], client: Any) -> None:
        self._study, self._client = study, client
        self._coming = (tuple(pair) for _, pair in groupby(numbers, key=lambda number: number // 2))
        self._again: deque[tuple[int, ...]] = deque()
        self._away: dict[Any, tuple[int, ...]] = {}
        self._done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._code, self._bots = code_fingerprint(get_system(study.system)), own_bots(study)
        self._name = f"gearlock-{study.fingerprint()}-{self._code}"
        self._with_setups = names_files(study)
        self._attempts, self._ahead, self._counted = 0, LEAST_AHEAD, -RECOUNT

    def results(self) -> Iterator[Played]:
        """Whatever is finished next, until all is."""
        self._await_workers()
        self._fill()
        while self._away:
            try:
                future = self._done.get(timeout=WAITING)
            except queue.Empty:
                self._await_workers()
                continue
            numbers = self._away.pop(future)
            played = self._taken(future, numbers)
            future.release()
            self._fill()
            yield from played

    def _fill(self) -> None:
        """Hand out as many pairs as keep every core busy."""
        if time.monotonic() - self._counted >= RECOUNT:
            self._counted = time.monotonic()
            self._ahead = max(LEAST_AHEAD, AHEAD * sum(self._client.nthreads().values()))
        while len(self._away) < self._ahead:
            numbers = self._again.popleft() if self._again else next(self._coming, None)
            if numbers is None:
                return
            games = [self._study.game(number) for number in numbers]
            setups = tuple(map(self._study.setup, games)) if self._with_setups else ()
            task = msgspec.json.encode(Task(self._study, numbers, self._code, self._bots, setups))
            self._attempts += 1
            key = f"{self._name}-{numbers[0]}-{len(numbers)}-{id(self)}-{self._attempts}"
            future = self._client.submit(play_there, task, key=key, pure=False)
            self._away[future] = numbers
            future.add_done_callback(self._done.put)

    def _taken(self, future: Any, numbers: tuple[int, ...]) -> list[Played]:
        """What came of a task; one that killed its workers is tried game by game, and then counts for nobody."""
        if future.status == "finished":
            return [read_typed(each, Played) for each in future.result()]
        error = future.exception() if future.status == "error" else None
        if error is None:
            raise BadInput(f"The Dask scheduler at {self._client.scheduler.address} is gone. {KEPT}")
        if type(error).__name__ != "KilledWorker":
            raise error if isinstance(error, BadInput) else BadInput(f"The cluster failed: {error}")
        if len(numbers) > 1:
            self._again += [(number,) for number in numbers]
            return []
        return [written_off(self._study.game(numbers[0]), "its workers died of it, again and again")]

    def _await_workers(self) -> None:
        address = self._client.scheduler.address
        if not self._client.nthreads():
            try:
                self._client.wait_for_workers(1, timeout=WAITING)
            except TimeoutError:
                raise BadInput(f"The cluster at {address} {NO_WORKERS.format(address)}") from None

    def drop(self) -> None:
        """Take back what nobody waits for any more."""
        if self._away:
            self._client.cancel(list(self._away))
            self._away.clear()


def play_there(task: bytes) -> list[bytes]:
    """What a worker does: look whether it runs the same program, then play."""
    asked = read_typed(task, Task)
    if _own_code(asked.study.system) != asked.code or _own_bots(asked.study) != asked.bots:
        raise BadInput(
            "A worker runs another Gearlock than you do, or another bot: install the same on all machines and start "
            "the workers again. Nothing it played was counted."
        )
    games = [asked.study.game(number) for number in asked.numbers]
    setups = asked.setups or (None,) * len(games)
    return [msgspec.json.encode(play_game(asked.study, *each)) for each in zip(games, setups, strict=True)]


def _own_bots(study: AnyStudy) -> dict[str, str]:
    """What bots of somebody's own are made of here; each is loaded once."""
    for who in study.contenders():
        admit_once(study.bot(who))
    return {who: digest for who in study.contenders() if (digest := bot_digest(study.bot(who)))}


@cache
def _own_code(system: str) -> str:
    return code_fingerprint(get_system(system))


def names_files(study: AnyStudy) -> bool:
    """Whether anything is laid out from files, which other machines do not have."""
    named = [*getattr(study, "options", {}).values(), *getattr(study, "entrants", ())]
    return any(Path(text).is_file() for text in named if len(text) < 1000)
