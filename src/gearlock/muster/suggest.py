"""Did you mean ...? The nearest known names, fast enough for a file that is wrong on every line."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable

CLOSE = 0.55
_CANDIDATES = 6


def _pairs(name: str) -> set[str]:
    padded = f" {name.lower()} "
    return {padded[at : at + 2] for at in range(len(padded) - 1)}


class Suggestions:
    """Known names, indexed by their pairs of letters; only the few that share most are compared in full."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(dict.fromkeys(names))
        self._holders: dict[str, list[int]] = {}
        for number, name in enumerate(self.names):
            for pair in _pairs(name):
                self._holders.setdefault(pair, []).append(number)

    def near(self, name: str, most: int = 3) -> tuple[str, ...]:
        """The nearest names, best first; none if nothing is close."""
        short = name[:60]
        shared = Counter(number for pair in _pairs(short) for number in self._holders.get(pair, ()))
        # A short name that shares all its pairs is nearer than a long one that shares as many.
        ranked = sorted(shared, key=lambda number: (-shared[number] / (len(self.names[number]) + len(short)), number))
        matcher = difflib.SequenceMatcher(b=short.lower(), autojunk=False)
        scored = []
        for number in ranked[:_CANDIDATES]:
            matcher.set_seq1(self.names[number].lower())
            scored.append((matcher.ratio(), self.names[number]))
        close = sorted((item for item in scored if item[0] >= CLOSE), key=lambda item: -item[0])
        return tuple(found for _, found in close[:most])

    def hint(self, name: str) -> str:
        """As the end of a message; empty if nothing is close."""
        near = self.near(name)
        return f"Did you mean {' or '.join(near)}?" if near else ""
