"""Heavy Gear Blitz, Beta rules of 2014, as a system."""

from __future__ import annotations

from gearlock.kernel.campaigning import LinkedUnits
from gearlock.kernel.lessons import first_lesson
from gearlock.kernel.system import System
from gearlock.systems.blitz.advice.attack_odds import bare_odds
from gearlock.systems.blitz.advice.previews import PREVIEWS, TERMS, fortune
from gearlock.systems.blitz.advice.survey import SURVEY
from gearlock.systems.blitz.battles import begin, prepare, scenarios
from gearlock.systems.blitz.book import BOOK
from gearlock.systems.blitz.firing_range.laid_out import COUNTERPARTS, GUNNERY
from gearlock.systems.blitz.flow import outcome, step, turn
from gearlock.systems.blitz.forces.around_a_force import FORCE
from gearlock.systems.blitz.lint import lint
from gearlock.systems.blitz.objectives.objectives import suppose
from gearlock.systems.blitz.positions import POSITIONS
from gearlock.systems.blitz.shown import MAPS, SETUP, shop, view, waiting
from gearlock.systems.blitz.state import State
from gearlock.systems.blitz.state_codec import data_digest, decode, encode

SYSTEM: System[State] = System(
    id="blitz",
    name="Heavy Gear Blitz",
    edition="Beta (2014)",
    package="gearlock.systems.blitz",
    about="Combat groups on an inch table: postures, skills as target numbers, reactions, electronic warfare.",
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
    disguise=suppose,
    suppose=suppose,
    hidden=True,
    turn=turn,
    pool_odds=bare_odds,
    pool_terms=("attack dice", "defence dice", "penetration", "armour"),
    data_digest=data_digest,
    lint=lint,
    waiting=waiting,
    setup_phases=SETUP,
    lesson=lambda: first_lesson("gearlock.systems.blitz"),
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
