"""All the tables: new ones are laid out here, others fetched from the store when somebody comes to them."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from gearlock.bots.choosing import table_players
from gearlock.bots.players import is_human, player_names
from gearlock.kernel.battle import Battle
from gearlock.kernel.bounds import LARGEST_FILE, LARGEST_SEED, LONGEST_OPTION, MOST_FILES, MOST_OPTIONS
from gearlock.kernel.dice import Seeded
from gearlock.kernel.errors import BadInput, GearlockError, UnknownName
from gearlock.kernel.log import LoadedLog, loads
from gearlock.kernel.loglines import read_header
from gearlock.kernel.registry import AnySystem, get_system
from gearlock.kernel.system import Setup
from gearlock.kernel.veil import told_until
from gearlock.server.clocks import Clocks, Timing
from gearlock.server.errands import Layout, briefly
from gearlock.server.keeper import Keeper
from gearlock.server.limits import LeadsNowhere, leads_nowhere
from gearlock.server.pools import Pool
from gearlock.server.readers import Readers
from gearlock.server.reckoners import Inline, Reckoning
from gearlock.server.referee import TypedDice, unbegun
from gearlock.server.room import Room
from gearlock.server.store import Store, StoredBattle, StoredSeat, fingerprint, new_battle, place_of
from gearlock.server.thinkers import Thinkers
from gearlock.server.wire import Name, Refused, Said

_log = logging.getLogger(__name__)
SEED_BITS = 53
"""A seed of a set-up that nobody can try all of, and that every reader of JSON reads exactly."""


Option: TypeAlias = Annotated[str, Meta(max_length=LONGEST_OPTION)]
File: TypeAlias = Annotated[str, Meta(max_length=LARGEST_FILE)]
Options: TypeAlias = Annotated[dict[Name, Option], Meta(max_length=MOST_OPTIONS)]
Players: TypeAlias = Annotated[dict[Name, Name], Meta(max_length=MOST_OPTIONS)]
Seed: TypeAlias = Annotated[int, Meta(ge=-LARGEST_SEED, le=LARGEST_SEED)]


Keeping: TypeAlias = Callable[[StoredBattle, str, list[bytes]], Awaitable[None]]
"""Writes a new battle down: its row, the seed of its dice, its first lines."""


class Outdated(GearlockError):
    """A battle whose log the rules do not follow any more: it can be watched, but not played on."""


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle somebody wants laid out: who plays each seat, and the files its options name, as texts."""

    system: Name
    scenario: Name
    players: Players
    options: Options = {}
    files: Annotated[dict[Option, File], Meta(max_length=MOST_FILES)] = {}
    seed: Seed | None = None
    dice: Literal["table", "typed"] = "table"
    """Whether people roll real dice and type what they show."""
    clocks: Timing | None = None
    """Clocks for the people who play."""


class Links(msgspec.Struct, frozen=True):
    """A new battle: the tokens that give a seat, and those that let one look on."""

    battle: str
    seats: dict[str, str]
    watch: dict[str, str]


class Record(msgspec.Struct, frozen=True):
    """What is kept of a battle besides its lines: enough to say who may see what of it, without playing it again."""

    battle: StoredBattle
    seats: tuple[StoredSeat, ...]
    lines: int
    is_secret: bool
    """Its seats may know different things."""
    is_private: bool = False

    @property
    def system(self) -> AnySystem:
        """The rules it is played by."""
        return get_system(self.battle.system)

    @property
    def has_secrets(self) -> bool:
        """Seats know different things, and the battle goes on."""
        return self.is_secret and not self.battle.over

    def place_of(self, token: str) -> tuple[str, str | None] | None:
        """The seat a token gives and the eyes it looks through; None if it opens nothing here."""
        return place_of(self.seats, token, not self.has_secrets and not self.is_private)


class Rooms:
    """Tables by the name of their battle."""

    def __init__(
        self, keeper: Keeper, thinkers: Thinkers, is_private: bool = False, reckoning: Reckoning | None = None
    ) -> None:
        self.keeper, self.thinkers, self.is_private = keeper, thinkers, is_private
        self.reckoning = reckoning or Inline()
        self._rooms: dict[str, Room] = {}
        self._fetching: dict[str, asyncio.Task[Room]] = {}
        self.readers, self.laying, self.fetching = Readers(), Pool(2, "lay-out"), Pool(2, "fetch")

    async def lay_out(self, wanted: Wanted) -> Links:
        """A new battle by a scenario; everything wrong with what is wanted is said at once."""
        system = get_system(wanted.system)
        check_players(system, wanted.players)
        seed = secrets.randbits(SEED_BITS) if wanted.seed is None else wanted.seed
        layout = Layout(wanted.system, wanted.scenario, seed, wanted.options, wanted.files)
        # Only files of somebody's own can hold anything; battles without them need not wait for those who have some.
        setup = await (self.readers.lay_out(layout) if wanted.files else self.laying.do(briefly, layout.setup))
        if wanted.dice == "typed":
            links = await self.open(unbegun(system, setup), wanted.players, begun=False)
        else:
            links = await self.lay_out_setup(system, setup, wanted.players)
        if wanted.clocks is not None:
            await self._wind_up(
                links.battle,
                Clocks.fresh(wanted.clocks, [seat for seat, who in wanted.players.items() if is_human(who)]),
            )
        return links

    async def _wind_up(self, id_: str, clocks: Clocks) -> None:
        """Clocks for a battle; they run when people come."""
        await self.keeper.keep(self.keeper.store.keep_clocks, id_, clocks.timing, clocks.left)
        self._rooms[id_].wind_up(clocks)

    async def lay_out_setup(self, system: AnySystem, setup: Setup, players: Mapping[str, str]) -> Links:
        """A new battle by a set-up that was read already, with dice of its own."""
        battle = await self.laying.do(Battle.begin, system, setup, Seeded(secrets.token_hex(16)))
        return await self.open(battle, players)

    async def open(self, battle: Battle[Any], players: Mapping[str, str], begun: bool = True) -> Links:
        """A table for a battle that stands ready, at its beginning or in its middle, or waits for its first dice."""
        id_ = secrets.token_urlsafe(9)
        links = Links(id_, new_tokens(battle.system), new_tokens(battle.system))
        seats = [
            StoredSeat(seat, players[seat], fingerprint(links.seats[seat]), fingerprint(links.watch[seat]))
            for seat in battle.system.seats
        ]

        async def keep(row: StoredBattle, seed: str, lines: list[bytes]) -> None:
            await self.keeper.keep(self.keeper.store.add, row, seed, seats, lines)

        await self.lay_table(id_, battle, seats, keep, begun)
        return links

    async def lay_table(
        self, id_: str, battle: Battle[Any], seats: list[StoredSeat], keep: Keeping, begun: bool = True, title: str = ""
    ) -> Room:
        """A table where these seats are taken already; `keep` writes its first lines, perhaps with something more."""
        battle.seats_of = {seat.seat: seat.player for seat in seats}
        room = Room(id_, battle, seats, self.keeper, self.thinkers, self.is_private, self.reckoning)
        room.take_only_choices()
        lines = [*room.scribe.opening(), *(room.scribe.news() if begun else ())]
        seed = battle.dice.seed if isinstance(battle.dice, Seeded) else ""
        over = (battle.outcome.winner, battle.outcome.reason) if battle.outcome else None
        await keep(new_battle(id_, battle.system.id, title or _title(battle), over), seed, lines)
        room.lines = len(lines)
        self._rooms[id_] = room
        if not begun:
            await room.set_off()
        room.bots.wake()
        return room

    async def find(self, id_: str) -> Room:
        """The table of a battle, fetched from the store if nobody sits at it.

        Raises UnknownName if there is none, Outdated if the rules do not follow its log any more.
        """
        room = self._rooms.get(id_)
        if room is not None and not room.closed:
            return room
        if id_ not in self._fetching:
            self._fetching[id_] = asyncio.create_task(self._fetch(id_))
            self._fetching[id_].add_done_callback(lambda _: self._fetching.pop(id_))
        return await asyncio.shield(self._fetching[id_])

    async def _fetch(self, id_: str) -> Room:
        record = await self.record(id_)
        _, seed = await self.keeper.do(self.keeper.store.battle, id_) or (None, "")
        lines = await self.keeper.do(self.keeper.store.lines, id_)
        log = await self.fetching.do(_read, lines, id_)
        typed = log.header.dice == "hand"
        begun = bool(log.entries) or not typed
        try:
            if begun:
                battle = await self.fetching.do(log.battle, TypedDice() if typed else Seeded(seed))
            else:
                battle = unbegun(record.system, log.header.setup)
        except Exception as error:  # rules that have changed may fall over an old log in any way
            _log.exception("battle %s cannot be played on", id_)
            raise Outdated("This battle cannot be played on by the rules as they are now; watch its replay.") from error
        room = Room(id_, battle, record.seats, self.keeper, self.thinkers, self.is_private, self.reckoning)
        room.scribe.skip(log)
        room.lines = len(lines)
        said = await self.keeper.do(self.keeper.store.sayings, id_)
        room.audience.said = [Said(seat, text) for seat, text in said]
        clocks = await self.keeper.do(self.keeper.store.clocks, id_)
        if clocks is not None:
            room.wind_up(clocks)
        self._rooms[id_] = room
        if not begun:
            await room.set_off()
        room.bots.resume()
        return room

    async def record(self, id_: str) -> Record:
        """What is kept of a battle. Raises LeadsNowhere."""
        record = None if leads_nowhere(id_) else await self.keeper.do(_record, self.keeper.store, id_, self.is_private)
        if record is None:
            raise LeadsNowhere("battle", id_)
        return record

    async def log(self, id_: str) -> LoadedLog:
        """The log of a battle as it is kept."""
        lines = await self.keeper.do(self.keeper.store.lines, id_)
        return await self.fetching.do(_read, lines, id_)

    async def told_until(self, record: Record, seat: str) -> int | None:
        """How many entries of a battle a seat has been told of; None for all, or if nobody can say any more."""
        try:
            room = await self.find(record.battle.id)
        except Outdated:
            return None
        await room.quiet.wait()
        return told_until(room.battle, seat)

    def round_of(self, id_: str) -> int:
        """The round of a battle that somebody sits at; 0 of others, which would have to be fetched for it."""
        room = self._rooms.get(id_)
        return 0 if room is None or room.closed else int(room.battle.view(None).round)

    def put_away_idle(self) -> int:
        """Forget tables with nobody at them; they are fetched again when somebody comes."""
        idle = [id_ for id_, room in self._rooms.items() if room.is_idle]
        for id_ in idle:
            self._rooms.pop(id_).close()
        return len(idle)

    def send_home(self, why: Refused) -> None:
        """Close all tables, with the reason."""
        for room in self._rooms.values():
            if not room.closed:
                room.close(why)

    def close(self) -> None:
        """Send everybody home, and all who work for them."""
        self.readers.close()
        self.laying.close()
        self.fetching.close()
        for room in self._rooms.values():
            room.close()


def _read(lines: list[bytes], id_: str) -> LoadedLog:
    return loads(b"\n".join(lines) + b"\n", id_)


def _record(store: Store, id_: str, is_private: bool) -> Record | None:
    found = store.battle(id_)
    if found is None:
        return None
    setup = read_header(store.lines(id_, 1)[0], id_).setup
    is_secret = get_system(found[0].system).has_secrets(setup)
    return Record(found[0], tuple(store.seats(id_)), store.count(id_), is_secret, is_private)


def check_players(system: AnySystem, players: Mapping[str, str]) -> None:
    """Every seat has a player, and each player is one there is."""
    faults = [f"Nobody plays {seat}." for seat in system.seats if seat not in players]
    faults += [f"There is no seat {seat}." for seat in players if seat not in system.seats]
    faults += [str(UnknownName("player", p, player_names())) for p in players.values() if p not in table_players()]
    if faults:
        raise BadInput("\n".join(faults))


def new_tokens(system: AnySystem) -> dict[str, str]:
    """A token for each seat, that nobody can guess."""
    return {seat: secrets.token_urlsafe(18) for seat in system.seats}


def _title(battle: Battle[Any]) -> str:
    scenario = battle.system.scenarios().get(battle.setup.scenario)
    return scenario.title if scenario else battle.setup.scenario
