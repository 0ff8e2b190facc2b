"""The Heavy Gear Tactical Miniatures Rules (2001), as a system."""

from __future__ import annotations

from gearlock.kernel.lessons import first_lesson
from gearlock.kernel.system import System
from gearlock.systems.tactical.advice.attack_odds import bare_odds
from gearlock.systems.tactical.advice.previews import PREVIEWS, TERMS, fortune
from gearlock.systems.tactical.advice.survey import SURVEY
from gearlock.systems.tactical.battles.battles import begin, prepare, scenarios
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.campaigns.linking import CAMPAIGN
from gearlock.systems.tactical.firing_range import COUNTERPARTS, GUNNERY
from gearlock.systems.tactical.flow import outcome, step, turn
from gearlock.systems.tactical.forces.around_a_force import FORCE
from gearlock.systems.tactical.lint import lint
from gearlock.systems.tactical.positions.laid_out import POSITIONS
from gearlock.systems.tactical.printed_scenarios.in_play import disguise, suppose
from gearlock.systems.tactical.scenario_generator.tables import GENERATOR
from gearlock.systems.tactical.shown import MAPS, SETUP, shop, view, waiting
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.state_codec import data_digest, decode, encode

SYSTEM: System[State] = System(
    id="tactical",
    name="Tactical Miniatures",
    edition="2001",
    package="gearlock.systems.tactical",
    about="Combat groups on an inch table: speeds, snap fire, command points, detailed damage, generator and campaign.",
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
    disguise=disguise,
    suppose=suppose,
    hidden=True,
    turn=turn,
    pool_odds=bare_odds,
    pool_terms=("attack dice", "defense dice", "damage multiplier", "armor"),
    data_digest=data_digest,
    survey=SURVEY,
    lint=lint,
    force=FORCE,
    gunnery=GUNNERY,
    positions=POSITIONS,
    counterparts=COUNTERPARTS,
    campaign=CAMPAIGN,
    waiting=waiting,
    setup_phases=SETUP,
    lesson=lambda: first_lesson("gearlock.systems.tactical"),
    maps=MAPS,
    shop=shop,
    fortune=fortune,
    fortune_terms=TERMS,
    generator=GENERATOR,
)
