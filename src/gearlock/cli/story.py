"""The story at the terminal: numbered lines, and the dice behind them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gearlock.kernel.view import Line, Throw


def numbered(story: Sequence[Line]) -> Iterator[str]:
    """Every line with its number; a star stands before those whose dice can be unfolded."""
    for number, line in enumerate(story, 1):
        yield f"{number:>4}{'*' if line.rolls else ' '} {line.text}"


def unfolded(line: Line) -> Iterator[str]:
    """The dice behind a line, roll by roll, each with the lines that made it and their rules."""
    for roll in line.rolls:
        yield f"    {_thrown(roll)}"
        for modifier in roll.modifiers:
            yield f"      {modifier.text()}{_rule(modifier.rule)}"


def last_rolls(story: Sequence[Line]) -> int:
    """The number of the newest line with dice; 0 if no dice have been told of."""
    return max((number for number, line in enumerate(story, 1) if line.rolls), default=0)


def _thrown(roll: Throw) -> str:
    faces = " ".join(
        f"{face}" if not roll.counts or roll.counts[at] else f"({face})" for at, face in enumerate(roll.faces)
    )
    return f"{roll.label}: {f'[{faces}] ' if faces else ''}{roll.total}{_rule(roll.rule)}"


def _rule(rule: str) -> str:
    return f"  [{rule}]" if rule else ""
