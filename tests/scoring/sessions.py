"""Session documents for tests, and how they are read."""

from typing import Any

from cegoscore.scoring.documents.document import Document, parse

SOLO = {"contract": "solo", "declarer": 1, "points": 41}
CUT = object()


def data(*hands: Any, **changes: Any) -> dict[str, Any]:
    """Five people of whom four sit down, under the Löwen's rules; a value of `CUT` removes the key."""
    document = {
        "format": "cegoscore/session@1",
        "rules": "braeunlingen-loewen",
        "players": ["Anna", "Bernd", "Clara", "Dieter", "Emil"],
        "lineup": [0, 1, 2, 3],
        "first_dealer": 3,
        "hands": list(hands),
    }
    return {key: value for key, value in (document | changes).items() if value is not CUT}


def read(*hands: Any, **changes: Any) -> Document:
    """The document, which must be right."""
    document, problems = parse(data(*hands, **changes))
    assert [problem.text for problem in problems] == []
    assert document
    return document


def refused(*hands: Any, **changes: Any) -> list[tuple[str, str]]:
    """Place and code of every problem of a document, which must be wrong."""
    document, problems = parse(data(*hands, **changes))
    assert document is None
    assert all(problem.message for problem in problems)
    return [(problem.place, problem.code) for problem in problems]
