"""Blitz Brigands: opposed dice pools, postures and snap fire on an inch table. The introductory game."""

from __future__ import annotations

from gearlock.kernel.campaigning import LinkedUnits
from gearlock.kernel.lessons import first_lesson
from gearlock.kernel.system import System
from gearlock.systems.brigands.advice.previews import PREVIEWS, TERMS, bare_odds, fortune
from gearlock.systems.brigands.advice.survey import SURVEY
from gearlock.systems.brigands.battles import begin, prepare, scenarios
from gearlock.systems.brigands.book import BOOK
from gearlock.systems.brigands.firing_range import COUNTERPARTS, GUNNERY
from gearlock.systems.brigands.flow import outcome, step
from gearlock.systems.brigands.forces.around_a_force import FORCE
from gearlock.systems.brigands.lint import lint
from gearlock.systems.brigands.positions import POSITIONS
from gearlock.systems.brigands.shown import MAPS, SETUP, shop, view, waiting
from gearlock.systems.brigands.state import State
from gearlock.systems.brigands.state_codec import data_digest, decode, encode

SYSTEM: System[State] = System(
    id="brigands",
    name="Blitz Brigands",
    edition="2.0 (2018)",
    package="gearlock.systems.brigands",
    about="Gears skirmish on an inch table: postures, opposed pools of six-sided dice, snap fire.",
    orders=BOOK.orders,
    events=BOOK.events,
    scenarios=scenarios,
    prepare=prepare,
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
    pool_odds=bare_odds,
    pool_terms=("attack dice", "defence dice", "penetration", "armor"),
    data_digest=data_digest,
    lint=lint,
    waiting=waiting,
    setup_phases=SETUP,
    lesson=lambda: first_lesson("gearlock.systems.brigands"),
    force=FORCE,
    maps=MAPS,
    shop=shop,
    fortune=fortune,
    fortune_terms=TERMS,
    survey=SURVEY,
    gunnery=GUNNERY,
    positions=POSITIONS,
    counterparts=COUNTERPARTS,
    campaign=LinkedUnits(("hull", "structure", "expended"), ("wreck", "gone")),
)
