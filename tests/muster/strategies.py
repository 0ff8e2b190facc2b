"""Rosters as people might type them, well or badly."""

from __future__ import annotations

from hypothesis import strategies as st

from gearlock.kernel.force import Layout

LAYOUT = Layout(
    units=("primary", "support"), codes=("GP", "FS", "RC"), named=("machine",), names=lambda: ("Tegu MBT", "Squire")
)

words = st.text(alphabet="abcXYZ 019:,#x-/()\t\r\u00d7\u2028\u00df", max_size=12)
lines = st.one_of(
    words,
    st.builds(
        "{} {}".format, st.sampled_from(["system", "Faction", "size", "name:", "size:", "group", "group:"]), words
    ),
    st.builds(
        "{} {}".format,
        st.sampled_from(["primary", "support", "primry", "Support"]),
        st.sampled_from(["GP", "gp", "FS: vet", "XX", "Cobra", ""]),
    ),
    st.builds(
        "{} {}{}".format,
        st.sampled_from(["machine", "Machine", "machien", "1x machine", "machine:"]),
        st.sampled_from(["Tegu MBT", "tegu mbt: HMG", '2x Squire "Älter"', "", "Nobody"]),
        words,
    ),
    st.builds("{}x {}{}".format, st.integers(-2, 120), words, words),
    st.builds("{}  # {}".format, words, words),
    st.builds("{}: {}, {}".format, words, words, words),
    st.sampled_from(
        ["", "# a comment", "   ", "#", "1x group A", "1x size 4", "1x primary GP", "1x 3x Hunter", "2x", ": Vet"]
    ),
)
texts = st.one_of(st.lists(lines, max_size=14).map("\n".join), st.text(max_size=60))
