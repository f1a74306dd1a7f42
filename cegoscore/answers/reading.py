"""Reading of a document that a command is given."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from cegoscore.scoring.documents.document import Document, parse_json
from cegoscore.scoring.problems import Problem

D = TypeVar("D")
Parse = Callable[[str], tuple[D | None, tuple[Problem, ...]]]


class NoAnswer(Exception):
    """Raised for what cannot be answered; the message has a line for every problem."""


def read_document(file: str, parse: Parse[D]) -> tuple[D | None, list[str]]:
    """Read a document from a file, or from standard input for `-`; either it, or a line for every problem."""
    try:
        text = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        document, problems = parse(text.decode("utf-8-sig"))
    except OSError as error:
        return None, [f"{file}: {error.strerror}"]
    except UnicodeDecodeError:
        return None, [f"{file}: is not UTF-8"]
    return document, [problem.text for problem in problems]


def read_session(file: str) -> Document:
    """Read a session document. Raises `NoAnswer`."""
    document, problems = read_document(file, parse_json)
    if document is None:
        raise NoAnswer("\n".join(problems))
    return document
