"""`auction RULES WORDS`: fold the words of an auction into whose turn it is and what may be said, or its outcome."""

from __future__ import annotations

import json
import re
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from cegoscore.clubs.house_rules.rule_sets import original_of, rules_of
from cegoscore.clubs.models import HouseRuleSet
from cegoscore.scoring.auction.auction import NotPossible, fold, interrupts_of, options_of
from cegoscore.scoring.auction.house_auctions import auction_of
from cegoscore.scoring.auction.state import Auction
from cegoscore.scoring.auction.words import letter, read_words
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.auction_rules import AuctionRules
from cegoscore.scoring.rules.rule_files import parse_house_rules, published, published_identifiers

KEY = re.compile(r"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/?$")
"""End of the address of a club's own rules."""


class Command(BaseCommand):
    """Prints JSON or text; an impossible word or an unknown rule set: exit status 2 and a line on standard error."""

    help = "Whose turn it is in an auction and what may be said, or who plays what."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the rule set, the words said, and the format of the answer."""
        parser.add_argument(
            "rules", help="a published rule set, the address of a club's own rules, or a file with rules or an evening"
        )
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


def _rules(named: str, players: int | None) -> AuctionRules:
    """Look the auction up. Raises `ValueError` where there is none, or for another number of players."""
    if named in published_identifiers():
        rules = auction_of(published(named))
    elif key := KEY.search(named):
        rules = _auction_at(key[1], named)
    elif Path(named).is_file():
        rules = auction_of(_rules_in(Path(named)))
    else:
        raise ValueError(f"{named} is not a published rule set; tariff --list prints them all")
    if rules is None:
        raise ValueError(f"{named} is played without an auction")
    if players not in (None, rules.players):
        raise ValueError(f"{named} is bid by {rules.players} players, not by {players}")
    return rules


def _auction_at(key: str, named: str) -> AuctionRules | None:
    """The auction of a club's own rules; they are bid as those that they go back to, if they do not say otherwise."""
    row = HouseRuleSet.objects.select_related("rule_set").filter(id=key).first()
    if row is None:
        raise ValueError(f"{named} is no club's own rules here")
    return auction_of(rules_of(row.rule_set), original_of(row))


def _rules_in(file: Path) -> HouseRules:
    """The rules in a file, or those of the evening in it. Raises `ValueError` with the problems."""
    try:
        data = json.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        raise ValueError(f"{file} is no file with JSON") from None
    found = data.get("rules", data) if isinstance(data, Mapping) else data
    if found in published_identifiers():
        return published(found)
    rules, problems = parse_house_rules(found) if isinstance(found, Mapping) else (None, ())
    if rules is None:
        raise ValueError("; ".join(f"{file}: {problem.text}" for problem in problems) or f"{file} has no rules")
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
    answer: dict[str, Any] = {"ended": False, "turn": letter(auction.turn), "options": _texts(options_of(auction))}
    interrupt = {letter(seat): _texts(words) for seat, words in interrupts_of(auction).items()}
    return answer | ({"interrupt": interrupt} if interrupt else {})


def _texts(words: Iterable[str]) -> list[str]:
    return [str(word) for word in words]


def _text(answer: dict[str, Any]) -> str:
    if answer["ended"]:
        over = " over a Solo" if answer["over_solo"] else ""
        return f"{answer['declarer']} plays {answer['contract']}{over}; {answer['leads']} leads"
    interrupt = [f"{seat} may call {', '.join(words)}" for seat, words in answer.get("interrupt", {}).items()]
    return "; ".join([f"{answer['turn']} says {', '.join(answer['options'])}", *interrupt])
