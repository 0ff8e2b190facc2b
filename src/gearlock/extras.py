"""Parts that are installed by choice: whoever opens a door that is not there is told how to get it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from gearlock.kernel.errors import BadInput

BRINGS = {
    "cli": ("typer", "rich", "click"),
    "serve": ("litestar", "uvicorn", "websockets", "sqlalchemy", "alembic"),
    "lab": ("altair", "vl_convert", "pyarrow", "numpy"),
    "cluster": ("dask", "distributed"),
    "research": ("pettingzoo", "gymnasium"),
}
"""What each extra brings; what several bring stands where most people meet it."""


class MissingExtra(BadInput):
    """Something that was asked for needs parts that are not installed."""


def install_words(extra: str) -> str:
    """How an extra is got."""
    return f'pip install "gearlock[{extra}]"'


def missing(error: ModuleNotFoundError, what: str, extra: str = "") -> MissingExtra | None:
    """What to say when a module is missing; None if no extra of ours would bring it."""
    module = (error.name or "").partition(".")[0]
    brought = next((each for each, modules in BRINGS.items() if module in modules), None)
    if brought is None:
        return None
    return MissingExtra(f"{what} needs {module}, which is not installed here: {install_words(extra or brought)}")


@contextmanager
def needing(extra: str, what: str) -> Iterator[None]:
    """Around the imports of what an extra brings: a missing one is said in words, with the command that gets it."""
    try:
        yield
    except ModuleNotFoundError as error:
        said = missing(error, what, extra)
        if said is None:
            raise
        raise said from error
