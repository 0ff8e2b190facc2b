"""Maps over HTTP: what they are drawn with, sketches written as files and files read as sketches, battles on them."""

from __future__ import annotations

import secrets
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from gearlock.kernel.battle import Battle
from gearlock.kernel.bounds import MOST_SENT_ALONG, TOLD
from gearlock.kernel.dice import Seeded
from gearlock.kernel.errors import BadFile, BadInput, Finding, UnknownName
from gearlock.kernel.files import only_these_files
from gearlock.kernel.mapping import INCHES, Brush, MapRules, Sketch, battle_faults
from gearlock.kernel.positions import read_position
from gearlock.kernel.registry import get_system
from gearlock.kernel.system import Setup
from gearlock.kernel.view import TableView
from gearlock.server.errands import look_around
from gearlock.server.rooms import File, Links, Players, check_players
from gearlock.server.wire import Name

FILE = "map.toml"
TOO_MANY = (
    f"A position on a server may have {MOST_SENT_ALONG} models, not {{}}. Remove some, or play it with `gearlock play`."
)


class MapDesk(msgspec.Struct, frozen=True):
    """What the maps of a system are, and what they are drawn with; of a system without maps the form is empty."""

    form: str = ""
    size: tuple[int, int] = (0, 0)
    brushes: tuple[Brush, ...] = ()
    ratings: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    ready_made: tuple[str, ...] = ()
    option: str = ""
    scenarios: tuple[str, ...] = ()
    """Scenarios that are fought on such a map."""
    marked: bool = False
    """Whether its files say where each side deploys, and the battle they are for."""
    markers: str = ""
    """What places are for that a map marks; empty where it marks none."""
    placed: bool = False
    """Whether models may be put on it by hand."""
    models: dict[str, str] = {}
    """The models that can be, by id."""


class MapSheet(msgspec.Struct, frozen=True):
    """A map as a file, as a sketch and as it is drawn, as far as it can be read, and everything wrong with it."""

    text: str
    sketch: Sketch | None
    table: TableView | None
    findings: tuple[Finding, ...] = ()


class MapText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map file as somebody typed or uploaded it."""

    system: Name
    text: File


class MapSketch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map as somebody drew it."""

    system: Name
    sketch: Sketch


class PositionText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position to be played: models put on a map by hand."""

    text: Annotated[File, Meta(min_length=1)]
    players: Players


class Drawing(msgspec.Struct, frozen=True):
    """A sketch or the text of a map, to be read, drawn and judged."""

    system: str
    sketch: Sketch | None = None
    text: str = ""

    def do(self) -> MapSheet:
        """Its file, and what is wrong with that."""
        rules = map_rules(self.system)
        text = self.text if self.sketch is None else rules.write(self.sketch)
        try:
            sketch, table = self.sketch or rules.read(text, FILE), rules.view(text, FILE)
            with only_these_files({FILE: text}):
                return MapSheet(text, sketch, table, tuple(battle_faults(get_system(self.system), text, FILE, FILE)))
        except BadFile as error:
            return MapSheet(text, self.sketch, None, tuple(error.findings[:TOLD]))


class Placing(msgspec.Struct, frozen=True):
    """A position to be laid out."""

    text: str

    def do(self) -> tuple[str, Setup]:
        """The system, and the set-up whose first state is that position."""
        with only_these_files({}):
            position = read_position(self.text)
            if (models := len(position.tables["model"])) > MOST_SENT_ALONG:
                raise BadInput(TOO_MANY.format(models))
            setup, system = position.setup(), get_system(str(position.head["system"]))
            look_around(Battle.begin(system, setup, Seeded(secrets.token_hex(16))))
            return system.id, setup


def map_rules(system: str) -> MapRules:
    """The maps of a system that must have some. Raises BadInput."""
    rules: MapRules | None = get_system(system).maps
    if rules is None:
        raise BadInput("This game has no maps to draw.")
    return rules


@get("/api/maps/{system:str}", sync_to_thread=False)
def map_desk(system: FromPath[str]) -> MapDesk:
    """What the maps of a system are drawn with."""
    found = get_system(system)
    if found.maps is None:
        return MapDesk()
    rules, models = found.maps, dict(found.gunnery.units()) if found.gunnery and found.positions else {}
    return MapDesk(
        rules.form,
        rules.size,
        rules.brushes(),
        rules.ratings,
        rules.zones,
        tuple(rules.ready_made()),
        rules.option,
        tuple(each.id for each in found.scenarios().values() if rules.option in each.options),
        rules.form == INCHES,
        rules.markers,
        bool(models),
        models,
    )


@get("/api/maps/{system:str}/{name:str}")
async def ready_map(system: FromPath[str], name: FromPath[str], state: State) -> MapSheet:
    """A map that comes with a system."""
    texts = map_rules(system).ready_made()
    if name not in texts:
        raise UnknownName("map", name, texts)
    sheet: MapSheet = await state.rooms.fetching.do(Drawing(system, None, texts[name]).do)
    return sheet


@post("/api/maps/read", status_code=200)
async def read_map(data: JSONBody[MapText], state: State) -> MapSheet:
    """A map file as a sketch."""
    sheet: MapSheet = await state.rooms.readers.make(Drawing(data.system, None, data.text), "Your map")
    return sheet


@post("/api/maps/sketch", status_code=200)
async def write_map(data: JSONBody[MapSketch], state: State) -> MapSheet:
    """A sketch as the file that battles read."""
    sheet: MapSheet = await state.rooms.readers.make(Drawing(data.system, data.sketch), "Your map")
    return sheet


@post("/api/positions")
async def play_position(data: JSONBody[PositionText], state: State) -> Links:
    """A battle that begins with models where somebody put them."""
    system_id, setup = await state.rooms.readers.make(Placing(data.text), "Your position")
    system = get_system(system_id)
    check_players(system, data.players)
    links: Links = await state.rooms.lay_out_setup(system, setup, data.players)
    return links
