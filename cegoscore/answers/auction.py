"""`auction RULES WORDS`: fold the words of an auction into whose turn it is and what may be said, or its outcome."""

import json
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from cegoscore.answers.reading import NoAnswer
from cegoscore.scoring.auction.auction import NotPossible, fold, interrupts_of, options_of
from cegoscore.scoring.auction.house_auctions import auction_of
from cegoscore.scoring.auction.state import Auction
from cegoscore.scoring.auction.words import letter, read_words
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.auction_rules import AuctionRules
from cegoscore.scoring.rules.rule_files import parse_house_rules, published, published_identifiers

HELP = "Whose turn it is in an auction and what may be said, or who plays what."


def add_arguments(parser: ArgumentParser) -> None:
    """Add the rule set, the words said, and the format of the answer."""
    parser.add_argument(
        "rules", help="a published rule set, the address of a club's own rules, or a file with rules or an evening"
    )
    parser.add_argument("words", help='what was said, such as "A:fort B:solo"; A is Vorhand, then anticlockwise')
    parser.add_argument("--players", type=int, help="how many hold cards; checked against the rule set")
    parser.add_argument("--format", choices=["json", "text"], default="json")


def auction_named(named: str) -> AuctionRules | None:
    """The auction of a published rule set, or of a file; none if it has none. Raises `ValueError`."""
    if named in published_identifiers():
        return auction_of(published(named))
    if Path(named).is_file():
        return auction_of(_rules_in(Path(named)))
    raise ValueError(f"{named} is not a published rule set; tariff --list prints them all")


def answer(options: Mapping[str, Any], find: Callable[[str], AuctionRules | None] = auction_named) -> str:
    """Fold the words by the rules that `find` knows by their name. Raises `NoAnswer`."""
    try:
        rules = _rules(find, options["rules"], options["players"])
        auction = fold(rules, read_words(options["words"], rules.players))
    except NotPossible as refused:
        possible = ", ".join(f"{letter(seat)}:{word}" for seat, word in refused.possible) or "nothing, it has ended"
        word = f"{letter(refused.seat)}:{refused.word}"
        raise NoAnswer(f"{word} is not possible here; possible: {possible}") from None
    except ValueError as error:
        raise NoAnswer(str(error)) from None
    state = _state(auction)
    return json.dumps(state) if options["format"] == "json" else _text(state)


def _rules(find: Callable[[str], AuctionRules | None], named: str, players: int | None) -> AuctionRules:
    """Look the auction up. Raises `ValueError` where there is none, or for another number of players."""
    rules = find(named)
    if rules is None:
        raise ValueError(f"{named} is played without an auction")
    if players not in (None, rules.players):
        raise ValueError(f"{named} is bid by {rules.players} players, not by {players}")
    return rules


def _rules_in(file: Path) -> HouseRules:
    """The rules in a file, or those of the evening in it. Raises `ValueError` with the problems."""
    try:
        data = json.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        raise ValueError(f"{file} is no file with JSON") from None
    written = data.get("rules", data) if isinstance(data, Mapping) else data
    if written in published_identifiers():
        return published(written)
    rules, problems = parse_house_rules(written) if isinstance(written, Mapping) else (None, ())
    if rules is None:
        raise ValueError("; ".join(f"{file}: {problem.text}" for problem in problems) or f"{file} has no rules")
    return rules


def _state(auction: Auction) -> dict[str, Any]:
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
    state: dict[str, Any] = {"ended": False, "turn": letter(auction.turn), "options": [*map(str, options_of(auction))]}
    interrupt = {letter(seat): [*map(str, words)] for seat, words in interrupts_of(auction).items()}
    return state | ({"interrupt": interrupt} if interrupt else {})


def _text(state: dict[str, Any]) -> str:
    if state["ended"]:
        over = " over a Solo" if state["over_solo"] else ""
        return f"{state['declarer']} plays {state['contract']}{over}; {state['leads']} leads"
    interrupt = [f"{seat} may call {', '.join(words)}" for seat, words in state.get("interrupt", {}).items()]
    return "; ".join([f"{state['turn']} says {', '.join(state['options'])}", *interrupt])
