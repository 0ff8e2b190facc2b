"""Whatever somebody writes into a roster, they are answered in words."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gearlock.kernel.errors import BadInput
from gearlock.kernel.rulebook import load_rulebook
from gearlock.systems.blitz.forces.around_a_force import field_force, force_sheet
from gearlock.systems.blitz.forces.force_building import check
from gearlock.systems.blitz.forces.lists import HOMES, codes, sublists, upgrade_list
from gearlock.systems.blitz.models import model_cards, ready
from systems.blitz.roll_call import roster

NAMES = st.sampled_from([*(card.name for card in model_cards().values()), "Hutner", "Recon Drone", "Headhunter", ""])
BOUGHT = st.lists(
    st.sampled_from([*upgrade_list().names, "AA LAC", "Reach LVB", "2x Recon Drone", "Wings"]), max_size=4
)
HEADS = st.one_of(
    st.builds("faction {}".format, st.sampled_from([*HOMES, "Nowhere"])),
    st.builds("list {}".format, st.sampled_from([*sublists(), "XX"])),
    st.builds("allies {}".format, st.sampled_from([*HOMES, "North, South", ","])),
    st.sampled_from(["elite yes", "elite no", "size 100", "size x", "group", "group Two"]),
)
UNITS = st.builds(
    "{} {}: {}".format,
    st.sampled_from(["primary", "support", "suport"]),
    st.sampled_from([*codes(), "Any", "ZZ", ""]),
    BOUGHT.map(", ".join),
)
MODELS = st.builds("{}x {}: {}".format, st.integers(1, 3), NAMES, BOUGHT.map(", ".join))
TEXTS = st.lists(st.one_of(HEADS, UNITS, MODELS, MODELS, MODELS), max_size=14).map("\n".join)


@given(TEXTS)
def test_any_roster_is_checked_shown_and_fielded_or_refused(text: str) -> None:
    written = roster(text)
    rules = load_rulebook("gearlock.systems.blitz")
    for violation in check(written):
        assert violation.rule in rules
        assert violation.message
        assert violation.fix
    assert force_sheet(written).currency == "TV"
    try:
        models = field_force(written)
    except BadInput:
        return
    cards: dict[str, object] = {}
    for model in models:
        assert ready(model.card).id == model.card.id
        assert cards.setdefault(model.card.id, model.card) == model.card
        assert model.tv >= 0
