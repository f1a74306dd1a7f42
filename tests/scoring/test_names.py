"""Normal form of names."""

import pytest

from cegoscore.scoring.documents.document import parse
from cegoscore.scoring.names import tidy


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Anna", "Anna"),
        ("  Anna \t Maria\n", "Anna Maria"),
        ("Anna\u00a0Maria", "Anna Maria"),
        ("Jo\u0308rg", "Jörg"),
        ("An\u200bna\ufeff", "Anna"),
        ("\u202eannA", "annA"),
        ("Anna\u2066\u2069", "Anna"),
        ("An\u00adna\x07", "Anna"),
        ("Anna\u200d \u200cMaria", "Anna Maria"),
        ("👩\u200d🚀 Lena", "👩\u200d🚀 Lena"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("\u3164\u2800", ""),
        ("\u200b\u200d\u202e", ""),
        ("\u0301\ufe0f", ""),
        ("O'Brien-Müller (2)", "O'Brien-Müller (2)"),
        ("D’Amico Müller\u2010Kern", "D’Amico Müller\u2010Kern"),
        ("A" + "\u0316" * 56 + "nna", "A" + "\u0316" * 3 + "nna"),
        ("\u0410nn\u0430", "Anna"),
        ("\u039fl\u03bfmi", "Olomi"),
        ("\u0410\u043d\u043d\u0430", "\u0410\u043d\u043d\u0430"),
        ("Anna \u0410\u043d\u043d\u0430", "Anna \u0410\u043d\u043d\u0430"),
        ("Ti\u1ebfn Nguy\u1ec5n", "Ti\u1ebfn Nguy\u1ec5n"),
    ],
)
def test_name_is_kept_as_it_is_seen(typed: str, kept: str) -> None:
    assert tidy(typed) == kept
    assert tidy(kept) == kept


def document(*players: str) -> dict[str, object]:
    return {
        "format": "cegoscore/session@1",
        "rules": "braeunlingen-ministranten",
        "players": list(players),
        "first_dealer": 0,
        "hands": [],
    }


def test_names_of_a_document_are_tidied() -> None:
    read, problems = parse(
        document("Anna\u200b", "\u202eBernd", "Clara  Maria", "Jo\u0308rg") | {"title": "Run\u00adde"}
    )
    assert problems == ()
    assert read is not None
    assert (read.players, read.title) == (("Anna", "Bernd", "Clara Maria", "Jörg"), "Runde")


def test_names_of_a_document_that_look_the_same_are_the_same() -> None:
    _read, problems = parse(document("Anna", "Anna\u200b", "Clara", "Dora"))
    assert [(problem.code, problem.key) for problem in problems] == [("same_name", "players")]


@pytest.mark.parametrize(("name", "code"), [("\u200b", "empty_text"), ("\u0958" * 60, "long_text")])
def test_name_of_a_document_that_is_nothing_or_too_long_once_tidied(name: str, code: str) -> None:
    _read, problems = parse(document("Anna", "Bernd", "Clara", name))
    assert [(problem.code, problem.key) for problem in problems] == [(code, "players[3]")]
