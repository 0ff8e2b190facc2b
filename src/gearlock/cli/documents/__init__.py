"""What `--json` prints: one document for each kind of answer, named and numbered by its key `format`.

The commands build these documents as they go; tests hold every one that is printed to its description here, and
docs/json.md is made from it (scripts/make_json_page.py). A key that changes its meaning or goes makes a new number.
"""

from __future__ import annotations

import msgspec

from gearlock.cli.documents import battles, books, measures, studies
from gearlock.cli.documents.document import Document, Json
from gearlock.kernel.errors import BadInput
from gearlock.kernel.typed import as_typed

PARTS = (battles, books, measures, studies)


def documents() -> dict[str, type[Document]]:
    """Every kind of document by its format, in the order of their pages."""
    found = [kind for part in PARTS for kind in vars(part).values() if _is_document(kind)]
    return {str(kind.__struct_config__.tag): kind for kind in found}


def _is_document(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Document) and kind is not Document


def check_document(document: Json) -> None:
    """Hold a document to its description. Raises BadInput."""
    kind = documents().get(str(document.get("format")))
    if kind is None:
        raise BadInput(f"No document has the format {document.get('format')!r}.")
    try:
        as_typed(document, kind, str_keys=True)
    except msgspec.ValidationError as error:
        raise BadInput(f"{document['format']} is not as it is described: {error}") from error
