"""How much anybody may hand in: files, texts, numbers, messages. Whatever is read is held to these before any work.

The numbers are for players as much as for us: docs/guide.md lists them. All are far above what a battle needs.
"""

from __future__ import annotations

# Any file or text.
LARGEST_FILE = 200_000
"""Bytes of a map, briefing or roster, from a disk or sent along."""
LARGEST_TEXT = 1_000_000
"""Letters of a TOML text, those that we wrote into a log ourselves included."""
MOST_FILES = 8
"""Files sent along with one battle."""
MOST_LINES = 10_000
DEEPEST = 16
"""Lists and tables within each other."""
MOST_PARTS = 120
"""Parts of a dotted TOML key: more than a map's row has dots, so that a drawing that lost its quotes is called so."""
MOST_KEYS = 300
"""Keys of one table."""
MOST_ITEMS = 10_000
"""Items of one list."""
NUMBERS_BELOW = 1_000_000
LONGEST_NUMBER = 24
"""Digits and signs of one number."""
LONGEST_WORDS = 5_000
"""Letters of one text in a file."""
LONGEST_DRAWING = 30_000
"""Letters of a text of several lines, such as a drawn map."""
LONGEST_NAME = 100

# What is said about them.
TOLD = 20
"""Findings that are told one by one; of the others it is said how many there are."""
LINES_TOLD = 50
"""Lines of a message, where several files are spoken of."""
NAMES_TOLD = 60
"""Names that are listed where somebody named something else."""
MOST_FINDINGS = 200
"""Findings after which a file is read no further."""

# Inch maps.
MOST_PIECES = 500
MOST_CORNERS = 64
"""Corners of one outline."""
MOST_CORNERS_IN_ALL = 4_000
MOST_CORNERS_IN_A_SQUARE = 400
"""Corners of all outlines that reach into one square of 4 inches."""
MOST_MARKERS = 12
"""Places a map marks."""
LEAST_INCHES, MOST_INCHES = 12, 264
"""A side of the table; the widest is what the largest battle is drawn on."""
HIGHEST_INCHES = 100
MOST_SPOTS = 6_000
"""Places looked at where room for the models of a side is searched for."""
MOST_MARKER_SPOTS = 2_000
"""The same for a marker, over the whole table."""

# Hex maps.
MOST_HEXES = 100
"""Columns, and rows."""
MOST_ZONES = 64
MOST_ZONE_HEXES = 20_000
"""Hexes of all zones together."""
MOST_LEGEND = 32
"""Characters of a legend; no more terrains can be drawn."""

# Rosters and briefings.
LONGEST_LINE = 5_000
MOST_LISTED = 100
"""Models and upgrades, or items, of one unit of a roster."""
MOST_LISTED_IN_ALL = 3_000
MOST_FIELDED = 400
"""Models of one side, however many a roster lists."""
MOST_ENTRIES = 100
"""Objectives, deployments and terrains of a briefing: in each table, so many."""
MOST_NAMED = 400
"""Units or hexes that one of them lists."""
MOST_CONTESTED = 5_000
"""Hexes of all objectives of a briefing together."""

# Positions.
MOST_LAID_OUT = 2 * MOST_FIELDED
"""Models of both sides, drones among them."""
MOST_SENT_ALONG = 160
"""Models of a position that is sent to a server: each of their moves is worked out for everybody there."""
MOST_THROWS = 1_000
MOST_FACES = 200
"""Dice of one throw."""
MOST_ORDERS = 200
"""Orders that are given before anybody looks."""

# What goes over the wire.
LONGEST_OPTION = 2_000
"""Letters of one option of a battle."""
MOST_OPTIONS = 40
LARGEST_ORDER = 4_000
"""Bytes of one order."""
MOST_WAYPOINTS = 32
LARGEST_PLACE = 1_000_000
"""Mils, hexes or tenths of a degree, either side of nought."""
LARGEST_WHOLE = 1 << 53
"""What a browser can count to."""
LARGEST_SEED = (1 << 63) - 1

# Reading what strangers sent, in a process of its own.
READERS = 2
READING_SECONDS = 10.0
PROOF_SECONDS = 30.0
"""A whole battle is played again."""
READING_MEMORY = 1 << 30
"""Bytes of address space."""
MOST_WAITING = 30
"""Calls that wait for a reader; more are asked to come back."""
