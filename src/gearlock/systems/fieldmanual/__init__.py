"""The Heavy Gear Blitz Field Manual (2011), as a system."""

from __future__ import annotations

from gearlock.kernel.campaigning import LinkedUnits
from gearlock.kernel.lessons import first_lesson
from gearlock.kernel.system import System
from gearlock.systems.fieldmanual.advice.best_attack import bare_odds
from gearlock.systems.fieldmanual.advice.previews import PREVIEWS, TERMS, fortune
from gearlock.systems.fieldmanual.advice.survey import SURVEY
from gearlock.systems.fieldmanual.army.around_a_force import FORCE
from gearlock.systems.fieldmanual.battles import begin, prepare, scenarios
from gearlock.systems.fieldmanual.book import BOOK
from gearlock.systems.fieldmanual.firing_range import COUNTERPARTS, GUNNERY
from gearlock.systems.fieldmanual.flow import outcome, step, turn
from gearlock.systems.fieldmanual.lint import lint
from gearlock.systems.fieldmanual.missions.scenario import suppose
from gearlock.systems.fieldmanual.positions import POSITIONS
from gearlock.systems.fieldmanual.shown import MAPS, SETUP, measured, shop, view, waiting
from gearlock.systems.fieldmanual.state import State
from gearlock.systems.fieldmanual.state_codec import data_digest, decode, encode

SYSTEM: System[State] = System(
    id="fieldmanual",
    name="Blitz Field Manual",
    edition="2011",
    package="gearlock.systems.fieldmanual",
    about="Combat Groups on an inch table: speed bands, reaction fire inch by inch, command points, secret missions.",
    orders=BOOK.orders,
    events=BOOK.events,
    scenarios=scenarios,
    prepare=prepare,
    begin=begin,
    step=step,
    apply=BOOK.apply,
    outcome=outcome,
    options=measured(BOOK.options),
    refuse=measured(BOOK.refuse),
    sample=BOOK.sample,
    aim=measured(BOOK.aim),
    preview=measured(PREVIEWS.preview),
    view=measured(view),
    tell=measured(BOOK.tell),
    encode=encode,
    decode=decode,
    disguise=suppose,
    suppose=suppose,
    hidden=True,
    turn=turn,
    pool_odds=bare_odds,
    pool_terms=("attack dice", "defense dice", "damage multiplier", "armor"),
    data_digest=data_digest,
    lint=lint,
    waiting=waiting,
    setup_phases=SETUP,
    lesson=lambda: first_lesson("gearlock.systems.fieldmanual"),
    force=FORCE,
    maps=MAPS,
    shop=shop,
    fortune=fortune,
    fortune_terms=TERMS,
    survey=SURVEY,
    gunnery=GUNNERY,
    positions=POSITIONS,
    counterparts=COUNTERPARTS,
    campaign=LinkedUnits(
        ("boxes", "expended", "lost"), ("dead", "destroyed", "gone"), tokens=("armor lost", "out of ammo")
    ),
)
