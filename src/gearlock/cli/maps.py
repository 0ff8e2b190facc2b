"""`gearlock map`: maps of one's own begun, checked and shown, without a battle being begun on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from gearlock.cli.battle import JsonOption, SystemName
from gearlock.cli.board import draw, legend, zone_letter
from gearlock.cli.files import hand_over
from gearlock.cli.screen import console, print_json, say
from gearlock.kernel.errors import BadFile, BadInput, Finding, UnknownName
from gearlock.kernel.files import is_file_name, read_handed_in
from gearlock.kernel.mapping import HEXES, Brush, MapRules, Sketch, SketchPiece, battle_faults
from gearlock.kernel.registry import AnySystem, all_systems, get_system
from gearlock.kernel.view import Shape, View
from gearlock.table.hexes import from_offset
from gearlock.table.measure import inches

app = typer.Typer(help="Maps of your own: begin, check and show them.", no_args_is_help=True)
MapArgument = Annotated[str, typer.Argument(metavar="MAP", help="A map file (.toml), or the name of a ready-made map.")]
OutOption = Annotated[Path | None, typer.Option("--out", help="Write to this file, which must not be there yet.")]
PIECES = 6
"""Kinds of terrain that a new map in inches begins with, one of each."""


@app.command("new")
def new(
    system: SystemName,
    name: Annotated[str, typer.Option(help="What the map is called.")] = "A map of mine",
    like: Annotated[str | None, typer.Option(help="A ready-made map to begin from.")] = None,
    out: OutOption = None,
) -> None:
    """Write a map to begin with: one piece of each common terrain, or a copy of a ready-made map."""
    chosen = get_system(system)
    rules = map_rules(chosen)
    if like is not None:
        text = _ready_made(rules, like)
    else:
        text = rules.write(_hexes(name, rules) if rules.form == HEXES else _inches(name, rules))
    hand_over("\n".join(_explained(chosen, rules)) + "\n" + text, out)


@app.command("check")
def check(system: SystemName, map_: MapArgument, as_json: JsonOption = False) -> None:
    """Say everything that is wrong with a map, with its lines, and which scenarios cannot be fought on it.

    Exit 1 if anything is wrong, or nothing can be fought on it. Nothing is begun and nothing is kept.
    """
    chosen = get_system(system)
    rules = map_rules(chosen)
    text, file = _text(rules, map_)
    findings: list[str] = []
    refused: dict[str, str] = {}
    try:
        rules.read(text, file)
        rules.view(text, file)
    except BadFile as error:
        findings = list(map(str, (*error.findings, *_battle_faults(chosen, text, file))))
    else:
        findings = [str(finding) for finding in battle_faults(chosen, text, file, map_)]
        refused = dict(_refused(chosen, rules, map_))
    fit = [scenario for scenario in _scenarios(chosen, rules) if scenario not in refused]
    holds = not findings and bool(fit or not refused)
    if as_json:
        print_json({"file": file, "holds": holds, "findings": findings, "refused": refused}, "map-check")
    else:
        for line in (*findings, *_not_for(file, refused)):
            say(line)
        if holds:
            taking = ", ".join(fit) or "none"
            say(f"{file}: nothing is wrong with it. Scenarios that take it: {taking} (-o {rules.option}={map_}).")
    if not holds:
        raise typer.Exit(1)


def _battle_faults(system: AnySystem, text: str, file: str) -> list[Finding]:
    """What can be said of the battle of a map that is wrong itself; nothing where not even that can be read."""
    try:
        return battle_faults(system, text, file)
    except BadFile:
        return []


def _not_for(file: str, refused: Mapping[str, str]) -> Iterator[str]:
    """The scenarios that cannot be fought on a map: a line for each reason."""
    reasons: dict[str, list[str]] = {}
    for scenario, why in refused.items():
        reasons.setdefault(" ".join(why.split()), []).append(scenario)
    for why, scenarios in reasons.items():
        yield f"{file}: not for {', '.join(scenarios)}: {why}"


@app.command("show")
def show(system: SystemName, map_: MapArgument, as_json: JsonOption = False) -> None:
    """Draw a map in characters, with its legend."""
    rules = map_rules(get_system(system))
    text, file = _text(rules, map_)
    table = rules.view(text, file)
    sketch = rules.read(text, file)
    if as_json:
        print_json({"file": file, "name": sketch.name, "table": table, "zones": list(sketch.zones)}, "map")
        return
    view, zones = View("", 0, "", "", table), _zones(sketch, table.kind)
    markers = tuple(Shape(each.id, "marker", each.name, ((each.x, each.y),)) for each in sketch.markers)
    console.print(sketch.name, markup=False, style="bold")
    console.print(draw(msgspec.structs.replace(view, markers=markers), zones), soft_wrap=True)
    console.print(legend(view))
    if zones:
        told = "   ".join(f"{zone_letter(zone)} zone {zone.id}" for zone in zones)
        console.print(f"  {told}", markup=False)
    for marker in sketch.markers:
        console.print(f"  Marker {marker.id}: {marker.name} at {inches(marker.x)} {inches(marker.y)}", markup=False)
    if sketch.battle is not None:
        said = ", ".join(f"{key}={' '.join(value.split())[:60]}" for key, value in sketch.battle.options.items())
        console.print(f"  Battle: {sketch.battle.scenario}{f' ({said})' if said else ''}", markup=False)


def _zones(sketch: Sketch, kind: str) -> tuple[Shape, ...]:
    """The zones of a map, to be drawn on it."""
    if kind == HEXES:
        spots = {name: tuple(from_offset(*each) for each in hexes) for name, hexes in sketch.zones.items()}
        return tuple(Shape(name, "zone", hexes=hexes) for name, hexes in spots.items())
    return tuple(Shape(name, "zone", outline=corners) for name, corners in sketch.zones.items())


@app.command("list")
def list_maps(system: SystemName, as_json: JsonOption = False) -> None:
    """List the maps that come with a system."""
    rules = map_rules(get_system(system))
    names = {name: rules.read(text, name).name for name, text in rules.ready_made().items()}
    if as_json:
        print_json({"system": system, "maps": names}, "map-list")
        return
    for name, title in names.items():
        say(f"{name}: {title}")


def map_rules(system: AnySystem) -> MapRules:
    """The maps of a system that must have some."""
    if system.maps is None:
        able = ", ".join(each.id for each in all_systems() if each.maps is not None)
        raise BadInput(f"{system.name} has no maps of one's own; these have: {able}.")
    return system.maps


def _text(rules: MapRules, named: str) -> tuple[str, str]:
    """The text of a map, and what to call it."""
    if is_file_name(named):
        return read_handed_in(Path(named)), named
    return _ready_made(rules, named), named


def _ready_made(rules: MapRules, name: str) -> str:
    if name not in rules.ready_made():
        raise UnknownName("map", name, (*rules.ready_made(), "FILE.toml"))
    return rules.ready_made()[name]


def _scenarios(system: AnySystem, rules: MapRules) -> list[str]:
    return [scenario.id for scenario in system.scenarios().values() if rules.option in scenario.options]


def _refused(system: AnySystem, rules: MapRules, named: str) -> Iterator[tuple[str, str]]:
    """The scenarios that cannot be fought on a map, each with the reason: no room to deploy, a zone it lacks."""
    for scenario in _scenarios(system, rules):
        try:
            system.prepare(scenario, 1, {rules.option: named})
        except BadInput as error:
            yield scenario, str(error)


def _explained(system: AnySystem, rules: MapRules) -> Iterator[str]:
    """What stands above a new map: what it is for, and what it can be made of."""
    taking = _scenarios(system, rules)
    yield f"# A map for {system.id}. Check it: gearlock map check {system.id} FILE; look at it: gearlock map show."
    if taking:
        yield f"# Play on it: gearlock play {system.id} --scenario {taking[0]} -o {rules.option}=FILE"
    if rules.form == HEXES:
        yield f"# Terrain: {', '.join(brush.name for brush in rules.brushes())}."
        yield "# A zone is rows = [first, last], columns = [first, last], both, or hexes = [[column, row], ...]."
    else:
        yield f"# Kinds of piece: {', '.join(dict.fromkeys(brush.kind for brush in rules.brushes()))}."
        ratings = ", ".join(filter(None, rules.ratings))
        yield f"# Ratings: {ratings}; none if left out. All lengths are inches (docs/maps.md)."
        yield "# It may also say [zones.red], [zones.blue], [[marker]] and the [battle] it is for."


def _hexes(name: str, rules: MapRules) -> Sketch:
    """Bare ground, and the zones that battles speak of: the first at the top, the last at the bottom."""
    columns, rows = rules.size
    ground = rules.brushes()[0].name
    depth = max(1, rows // 8)
    edges = (range(depth), range(rows - depth, rows))
    zones = {
        zone: tuple((column, row) for row in edge for column in range(columns))
        for zone, edge in zip(rules.zones, edges, strict=False)
    }
    return Sketch(name, columns, rows, terrain=(ground,) * (columns * rows), zones=zones)


def _inches(name: str, rules: MapRules) -> Sketch:
    """One piece of each of the commonest kinds of terrain, two rows of them across the middle."""
    width, height = rules.size
    across = width // (PIECES // 2)
    pieces = []
    for number, brush in enumerate(rules.brushes()[:PIECES]):
        row, column = divmod(number, PIECES // 2)
        x, y = column * across + across // 4, height // 3 + row * height // 4
        pieces.append(_piece(number, brush, (x, y, x + across // 2, y + height // 8)))
    return Sketch(name, width, height, tuple(pieces))


def _piece(number: int, brush: Brush, corners: tuple[int, int, int, int]) -> SketchPiece:
    x0, y0, x1, y1 = (length // 1000 * 1000 for length in corners)
    id_ = f"{brush.name.lower().replace(' ', '-')}-{number + 1}"
    outline = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    height = (brush.top, 0, brush.rating, brush.footing, brush.props)
    return SketchPiece(id_, brush.name, brush.kind, outline, *height)
