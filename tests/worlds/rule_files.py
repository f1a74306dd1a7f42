"""A folder of published rule sets that holds one file only, which may be faulty."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cegoscore.scoring.rules import rule_documents, rule_files


@contextmanager
def one_rule_file(folder: Path, name: str, text: str) -> Iterator[None]:
    """Publish this file in `folder`, and no other, inside the block."""
    (folder / name).write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rule_documents, "RULE_SETS", folder)
        _forget()
        yield
    _forget()


def _forget() -> None:
    rule_documents.published_identifiers.cache_clear()
    rule_documents.published_document.cache_clear()
    rule_files.published.cache_clear()
    rule_files.published_auction.cache_clear()
    rule_files.published_citations.cache_clear()
