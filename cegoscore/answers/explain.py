"""`explain FILE`: why each hand of a session document pays what it pays."""

import json
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.utils import translation

from cegoscore.answers.reading import NoAnswer, read_session
from cegoscore.clubs.house_rules.derivations import source_of, step_sentence
from cegoscore.scoring.derivation import Step
from cegoscore.scoring.documents.document import Document
from cegoscore.scoring.documents.ledger import Played, played
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.payments import explain

HELP = "Why each hand of a session document pays what it pays."


def add_arguments(parser: ArgumentParser) -> None:
    """The document, one hand of it, and the format of the answer."""
    parser.add_argument("file", help="a session document, or - for standard input")
    parser.add_argument("--hand", type=int, metavar="N", help="only the hand with this number")
    parser.add_argument("--format", choices=["json", "text"], default="json")


def answer(options: Mapping[str, Any]) -> str:
    """Read and derive. Raises `NoAnswer`."""
    document = read_session(options["file"])
    hands = _wanted(played(document), options["hand"])
    if options["format"] == "text":
        return "\n".join(line for hand in hands for line in _paragraph(document, hand))
    return json.dumps({"hands": [_explained(hand, document) for hand in hands]}, ensure_ascii=False)


def _wanted(hands: tuple[Played, ...], number: int | None) -> tuple[Played, ...]:
    if number is None:
        return hands
    wanted = tuple(hand for hand in hands if hand.entry.number == number)
    if not wanted:
        raise NoAnswer(f"hand {number}: there is no such hand that pays")
    return wanted


def _explained(hand: Played, document: Document) -> dict[str, Any]:
    rules = document.rules
    steps = explain(hand.entry.hand, rules)
    return {
        "number": hand.entry.number,
        "payments": list(hand.amounts),
        "steps": [_step(step, document) for step in steps],
        "sources": [_source(cell, rules) for cell in dict.fromkeys(step.cell for step in steps if step.cell)],
    }


def _step(step: Step, document: Document) -> dict[str, Any]:
    texts = _in_every_language(step, document)
    return {"code": step.code, "params": dict(step.params), **texts, "amount": step.amount}


def _in_every_language(step: Step, document: Document) -> dict[str, str]:
    """The step's sentence by language, whatever language the command runs in."""
    texts = {}
    for language in dict(settings.LANGUAGES):
        with translation.override(language):
            texts[language] = step_sentence(step, document.rules, document.players)
    return texts


def _source(cell: str, rules: HouseRules) -> dict[str, str]:
    with translation.override("en"):
        source = source_of(cell, rules)
        text = f"{source.place}: {source.text}" if source.text else source.place
    return {"rule": cell, "status": source.status, "source": text}


def _paragraph(document: Document, hand: Played) -> list[str]:
    """Amounts of everybody, the steps, the sources."""
    explained = _explained(hand, document)
    paid = zip(document.players, hand.amounts, strict=True)
    lines = [f"{hand.entry.number}: " + ", ".join(f"{name} {amount:+d}" for name, amount in paid if amount is not None)]
    sentences = [[step[language] for language in dict(settings.LANGUAGES)] for step in explained["steps"]]
    lines += [f"    {' | '.join(step)}" for step in sentences]
    lines += [f"    {source['rule']} ({source['status']}): {source['source']}" for source in explained["sources"]]
    return lines
