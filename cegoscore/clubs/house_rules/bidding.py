"""The bidding in words: its lines, its page, and the points that a text leaves open, as a house decided them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from cegoscore.clubs.glossary import terms_of
from cegoscore.clubs.house_rules.derivations import Statement, places_of
from cegoscore.clubs.house_rules.rule_sets import Offer
from cegoscore.clubs.house_rules.statements import game_statement, said, speaker_of
from cegoscore.clubs.wording import game_label, in_language, in_rules
from cegoscore.scoring.auction.auction import auction_table
from cegoscore.scoring.auction.house_auctions import auction_of, uncalled
from cegoscore.scoring.auction.state import FORT, GEGENSOLO, GUT, NO_SPECIAL, SELBST
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.auction_readings import (
    KINDS_OF_RAEUBER,
    LIKE,
    UNOPPOSED,
    Point,
    readings_of,
)
from cegoscore.scoring.rules.auction_rules import AuctionRules, Effect, Gegensolo, SpecialsWhen, contract_of
from cegoscore.scoring.rules.citations import POINTS, Status, least_sure
from cegoscore.scoring.rules.rule_files import published_citations, published_identifiers


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPoint:
    """A point in the page's language, with its readings, ours first."""

    key: str
    """Key in the document of a house that decides it."""
    label: str
    question: str
    readings: Mapping[str, str]
    decided: str
    """Reading that the house decided on; empty as long as it is open."""

    @property
    def answer(self) -> str:
        """Reading by which it is bid, in a sentence."""
        return self.readings[self.decided or next(iter(self.readings))]


def open_points(rules: HouseRules, original: HouseRules) -> tuple[OpenPoint, ...]:
    """Points that the text behind these rules leaves open, with what the house decided; `original` is behind them.

    Without those that are none with the games of the house, and none where nothing is known about its bidding.
    """
    auction = auction_of(rules, original)
    return tuple(_point(point, rules, auction) for point in auction.open) if auction else ()


def _point(point: Point, rules: HouseRules, auction: AuctionRules) -> OpenPoint:
    decided, readings = rules.auction.get(point, ""), readings_of(point, rules.players)
    first, *above = [word_name(word, rules) for word in auction.ladder]
    higher = ", ".join(word_name(word, rules) for word in auction.first)

    def text(key: str) -> str:
        return in_rules(POINTS[point][key], rules, next=next(iter(above), first), games=higher)

    return OpenPoint(
        key=f"auction.{point}",
        label=text("label"),
        question=text("question"),
        readings={reading: text(reading) for reading in readings},
        decided=decided if decided in readings else "",
    )


# What may be said


def said_at_the_table(rules: HouseRules, original: HouseRules) -> tuple[Statement, ...]:
    """The auction in a few lines, last what the text leaves open: as the house decided it, or as we read it."""
    like = rules.auction.get(LIKE, original.id)
    if like not in published_identifiers() or "auction" not in published_citations(like).tables:
        return ()

    def say(key: str, text: str, status: Status = Status.UNCLEAR, house: str = "") -> Statement:
        return Statement(key=key, text=text, status=status, at=places_of("auction", like, status), by_house=house)

    lines = []
    if auction := auction_of(rules, original):
        for key, text in _lines(auction, rules).items():
            # values that begin with the same word are said in one line, as `specials_rank` in `specials_when`
            sure = (status for value, status in auction.status.items() if value.startswith(key.partition("_")[0]))
            if text:
                lines += [say(f"say.{key}", text, least_sure(sure))]
        for point in open_points(rules, original):
            house = in_language(rules.source) if point.decided else ""
            lines += [say(point.key, f"{point.label}: {point.answer}", house=house)]
    if unbid := uncalled(rules, auction):
        lines += [say("say.unbid", said("say.unbid", rules, games=_or(unbid, rules)))]
    return tuple(lines)


def _lines(auction: AuctionRules, rules: HouseRules) -> Mapping[str, str]:
    """The auction by the values that say it, in the order of what happens; empty where there is nothing to say."""
    return {
        "first": _first(auction, rules),
        "vorhand_opens": _vorhand_opens(auction, rules),
        "style": _style(auction, rules),
        "specials_when": _specials(auction, rules),
        "unopposed": _unopposed(auction, rules),
        "over_solo": _over_solo(auction, rules),
    }


def word_name(word: str, rules: HouseRules) -> str:
    """A word of the bidding as people say it."""
    names = {
        FORT: "fort",
        GUT: "gut",
        SELBST: "selbst",
        GEGENSOLO: "Gegensolo",
        NO_SPECIAL: _("no special game"),
        "geregelter_raeuber": "geregelter Räuber",
        "wilder_raeuber": "wilder Räuber",
    }
    return names[word] if word in names else game_label(rules, Contract(word))


def _or(words: Iterable[str], rules: HouseRules) -> str:
    """Games in a row: `Cego, Piccolo or Bettel`."""
    return get_text_list([word_name(word, rules) for word in words])


def _first(auction: AuctionRules, rules: HouseRules) -> str:
    text = said("say.first", rules, games=", ".join(word_name(word, rules) for word in auction.first))
    ending = [word for word, effect in auction.first.items() if effect is Effect.ENDS]
    if not ending or Point.FIRST_RANK in auction.open:
        return text
    return f"{text} {said(f'say.first.{auction.first_call}', rules, games=_or(ending, rules))}"


def _vorhand_opens(auction: AuctionRules, rules: HouseRules) -> str:
    above = auction.ladder[1:2] if auction.must_overcall else ()
    forced = " ".join(said("say.must_overcall", rules, next=word_name(word, rules)) for word in above)
    return f"{said('say.vorhand_opens', rules, games=_or(auction.vorhand_opens, rules))} {forced}".strip()


def _style(auction: AuctionRules, rules: HouseRules) -> str:
    ladder = " – ".join(word_name(word, rules) for word in auction.ladder)
    text = said("say.jumps" if auction.jumps else "say.no_jumps", rules, games=ladder)
    return text if Point.EQUAL_BIDS in auction.open else f"{text} {said(f'say.style.{auction.style}', rules)}"


def _specials(auction: AuctionRules, rules: HouseRules) -> str:
    if not auction.specials or auction.specials_when is SpecialsWhen.NEVER:
        return ""
    when = said(f"say.specials.{auction.specials_when}", rules, games=_or(auction.specials, rules))
    in_turn = auction.specials_when is SpecialsWhen.OVER_CEGO_ON_TURN
    return when if in_turn else f"{when} {said(f'say.rank.{auction.specials_rank}', rules)}"


def _unopposed(auction: AuctionRules, rules: HouseRules) -> str:
    if len(auction.unopposed) < 2:
        return ""
    text = said("say.unopposed", rules, games=_or(auction.unopposed, rules))
    by_rules = KINDS_OF_RAEUBER[0] in {*auction.unopposed} & {*rules.auction.get(UNOPPOSED, ())}
    return f"{text} {said('say.by_rules', rules)}" if by_rules else text


def _over_solo(auction: AuctionRules, rules: HouseRules) -> str:
    over = auction.over_solo
    if auction.first.get(Contract.SOLO) is Effect.ENDS:
        return ""
    first = "open" if Point.OVER_SOLO_ORDER in auction.open else over.first_speaker
    keys, higher = [f"over_solo.{first}", f"gegensolo.{over.gegensolo}"], auction.ladder[1:]
    if over.gegensolo is Gegensolo.OPENS_LADDER and auction.never_over_solo.intersection(higher):
        higher = tuple(game for game in higher if game not in auction.never_over_solo)
        keys[1] = f"gegensolo.{'some' if higher else 'none'}"
    if over.soloist_holds:
        keys.append("soloist_holds")
    elif over.gegensolo is Gegensolo.OPENS_LADDER:
        keys.append("soloist_out")
    return " ".join(said(f"say.{key}", rules, games=_or(higher, rules)) for key in keys)


def bidding_page(offer: Offer, names: Sequence[str] = ()) -> dict[str, Any]:
    """Put the page together; empty where nothing is known about the bidding.

    `said` are its lines, `auction` the states as `auction_table` has them, with label and meaning of each word, and the
    `names` of those who speak, from Vorhand on; without these they are called by their seats.
    """
    auction = auction_of(offer.rules, offer.original)
    if auction is None:
        return {}
    table = auction_table(auction)
    words = [[word_name(word, offer.rules), _meaning(word, offer.rules, offer.original)] for word in table["words"]]
    lines = said_at_the_table(offer.rules, offer.original)
    return {"said": lines, "auction": table | {"words": words, "names": names}}


def _meaning(word: str, rules: HouseRules, original: HouseRules) -> str:
    """Meaning of a word in a sentence, marked where the source does not say it; empty where nothing is known."""
    if word in (FORT, GUT, SELBST, GEGENSOLO):
        return next((meaning for term, meaning in terms_of(rules) if term.key == word), "")
    say = speaker_of(rules, original)
    game = game_statement(contract_of(word), say) if say and word != NO_SPECIAL else None
    return game.text + " °" * (not game.is_stated) if game else ""
