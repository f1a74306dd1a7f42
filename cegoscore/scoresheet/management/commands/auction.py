"""`auction RULES WORDS`: fold the words of an auction into whose turn it is and what may be said, or its outcome."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand

from cegoscore.scoring.auction import Auction, NotPossible, fold
from cegoscore.scoring.auction_rules import AuctionRules
from cegoscore.scoring.auction_words import letter, read_words
from cegoscore.scoring.rule_files import published_auction, published_identifiers


class Command(BaseCommand):
    """Prints JSON or text; an impossible word or an unknown rule set: exit status 2 and a line on standard error."""

    help = "Whose turn it is in an auction and what may be said, or who plays what."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the rule set, the words said, and the format of the answer."""
        parser.add_argument("rules", help="the identifier of a published rule set")
        parser.add_argument("words", help='what was said, such as "A:fort B:solo"; A is Vorhand, then anticlockwise')
        parser.add_argument("--players", type=int, help="how many hold cards; checked against the rule set")
        parser.add_argument("--format", choices=["json", "text"], default="json")

    def handle(self, *args: Any, **options: Any) -> None:
        """Fold and print."""
        try:
            rules = _rules(options["rules"], options["players"])
            auction = fold(rules, read_words(options["words"], rules.players))
        except NotPossible as refused:
            possible = ", ".join(f"{letter(seat)}:{word}" for seat, word in refused.possible) or "nothing, it has ended"
            self._refuse(f"{letter(refused.seat)}:{refused.word} is not possible here; possible: {possible}")
        except ValueError as error:
            self._refuse(str(error))
        else:
            answer = _answer(auction)
            self.stdout.write(json.dumps(answer) if options["format"] == "json" else _text(answer))

    def _refuse(self, line: str) -> None:
        self.stderr.write(line, style_func=str)
        sys.exit(2)


def _rules(identifier: str, players: int | None) -> AuctionRules:
    """Look the auction up. Raises `ValueError` where there is none, or for another number of players."""
    if identifier not in published_identifiers():
        raise ValueError(f"{identifier} is not a published rule set; tariff --list prints them all")
    rules = published_auction(identifier)
    if rules is None:
        raise ValueError(f"{identifier} is played without an auction")
    if players not in (None, rules.players):
        raise ValueError(f"{identifier} is bid by {rules.players} players, not by {players}")
    return rules


def _answer(auction: Auction) -> dict[str, Any]:
    """The state as the format describes it."""
    if auction.outcome:
        outcome = auction.outcome
        return {
            "ended": True,
            "declarer": letter(outcome.declarer),
            "contract": str(outcome.game),
            "over_solo": outcome.over_solo,
            "leads": letter(outcome.leads),
        }
    answer: dict[str, Any] = {"ended": False, "turn": letter(auction.turn), "options": _texts(auction.options)}
    interrupt = {letter(seat): _texts(words) for seat, words in auction.interrupts.items()}
    return answer | ({"interrupt": interrupt} if interrupt else {})


def _texts(words: Iterable[str]) -> list[str]:
    return [str(word) for word in words]


def _text(answer: dict[str, Any]) -> str:
    if answer["ended"]:
        over = " over a Solo" if answer["over_solo"] else ""
        return f"{answer['declarer']} plays {answer['contract']}{over}; {answer['leads']} leads"
    interrupt = [f"{seat} may call {', '.join(words)}" for seat, words in answer.get("interrupt", {}).items()]
    return "; ".join([f"{answer['turn']} says {', '.join(answer['options'])}", *interrupt])
