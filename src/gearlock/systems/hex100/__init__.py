"""The d100 hex game: tanks and mecha on hexes, hidden from each other by terrain, distance and dampened signatures."""

from functools import cache

from gearlock.kernel.files import data_fingerprint
from gearlock.kernel.lessons import first_lesson
from gearlock.kernel.system import System
from gearlock.systems.hex100.advice.attack_odds import pool_odds
from gearlock.systems.hex100.advice.previews import PREVIEWS, SURVEY
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.briefings.battles import BRIEFINGS, announce, begin, prepare, scenarios
from gearlock.systems.hex100.firing_range.outcomes import COUNTERPARTS, GUNNERY
from gearlock.systems.hex100.flow import step, turn
from gearlock.systems.hex100.forces.force_rules import FORCE
from gearlock.systems.hex100.lint import lint
from gearlock.systems.hex100.objectives import outcome
from gearlock.systems.hex100.positions import POSITIONS
from gearlock.systems.hex100.shown.around_the_table import MAPS, TERMS, fortune, shop
from gearlock.systems.hex100.shown.view import view, waiting
from gearlock.systems.hex100.state import SEATS, State
from gearlock.systems.hex100.suppositions import decode, disguise, encode, suppose


@cache
def data_digest() -> str:
    """A fingerprint of the data files: a log says which numbers it was played with."""
    return data_fingerprint(__package__, without=("briefings", "forces", "maps"))


SYSTEM: System[State] = System(
    id="hex100",
    name="Hex d100",
    edition="1",
    package=__package__,
    about="Tanks and mecha on hexes: roll under d100, hidden movement, sensors and locks.",
    orders=BOOK.orders,
    events=BOOK.events,
    scenarios=scenarios,
    prepare=prepare,
    announce=announce,
    briefings=BRIEFINGS,
    begin=begin,
    step=step,
    apply=BOOK.apply,
    outcome=outcome,
    options=BOOK.options,
    refuse=BOOK.refuse,
    sample=BOOK.sample,
    aim=BOOK.aim,
    preview=PREVIEWS.preview,
    view=view,
    tell=BOOK.tell,
    encode=encode,
    decode=decode,
    disguise=disguise,
    suppose=suppose,
    pool_odds=pool_odds,
    pool_terms=("accuracy", "evasion", "damage", "armour"),
    seats=SEATS,
    hidden=True,
    turn=turn,
    data_digest=data_digest,
    lint=lint,
    waiting=waiting,
    lesson=lambda: first_lesson("gearlock.systems.hex100"),
    force=FORCE,
    maps=MAPS,
    shop=shop,
    fortune=fortune,
    fortune_terms=TERMS,
    survey=SURVEY,
    gunnery=GUNNERY,
    positions=POSITIONS,
    counterparts=COUNTERPARTS,
)
