"""A hand in a few words, as a row of the sheet says it: the game, who and how, and why it pays what it pays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.statements import word_name
from cegoscore.clubs.templatetags.cego import signed
from cegoscore.clubs.wording import game_label
from cegoscore.scoresheet.ledger.wording import DEADS, PENALTIES
from cegoscore.scoring.auction.words import read_words, speakers
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.hands import (
    Aim,
    Amount,
    Dead,
    Dresch,
    Fault,
    Free,
    Hand,
    Outcome,
    Partie,
    Penalty,
    PfeifFrei,
    Points,
    Raeuber,
    Schinden,
    UncountedRaeuber,
    vorhand,
)
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.payments import announcer_of, raeuber_result

DOUBLE = 2


def title_of(outcome: Outcome, rules: HouseRules) -> str:
    """The game, or what took its place."""
    match outcome:
        case PfeifFrei():
            return game_label(rules, Contract.KLEINER_MANN)
        case Dresch():
            return game_label(rules, Contract.DRESCH)
        case Partie():
            return game_label(rules, Contract.PARTIE)
        case Penalty():
            return _("Penalty")
        case Dead():
            return _("No result")
        case Free():
            return _("Free entry")
        case Raeuber() | UncountedRaeuber() as game:
            return game_label(rules, game.contract)
        case Points() | Amount() | Schinden() | Fault() as game:
            label = game_label(rules, game.contract, over_solo=game.over_solo)
            gegensolo = game.contract is Contract.CEGO
            return _("%(game)s over Solo") % {"game": label} if game.over_solo and not gegensolo else label
        case Aim() as game:
            label = game_label(rules, game.contract)
            return _("%(game)s ouvert") % {"game": label} if game.ouvert else label


def text_of(hand: Hand, rules: HouseRules, names: Sequence[str]) -> str:
    """Players and result in a few words, then what made the amount another one than usual; `names` by seat."""
    return ", ".join([_result_of(hand.outcome, rules, names), *_reasons_of(hand, rules, names)])


def spoken_auction(hand: Hand, rules: HouseRules, names: Sequence[str]) -> str:
    """The auction of a hand in words: `Anna fort, Bernd Solo`; as it is written where it is none of these rules'."""
    if not hand.auction:
        return ""
    seats = speakers(hand, rules)
    try:
        words = read_words(hand.auction, len(seats))
        return ", ".join(f"{names[seats[seat]]} {word_name(word, rules)}" for seat, word in words)
    except ValueError:
        return hand.auction


def _result_of(outcome: Outcome, rules: HouseRules, names: Sequence[str]) -> str:
    match outcome:
        case Points(declarer=declarer, points=points):
            return " ".join([names[declarer], _counted(points, rules) if points else _("no trick")])
        case PfeifFrei(declarer=declarer, points=points):
            return " ".join([names[declarer], _("Pfeif’ frei"), _counted(points, rules) if points else _("lost")])
        case Aim(declarer=declarer, made=made):
            return " ".join([names[declarer], _("made") if made else _("lost")])
        case Amount(declarer=declarer, per_defender=amount):
            return _("%(name)s %(amount)s each") % {"name": names[declarer], "amount": signed(amount)}
        case Raeuber() | UncountedRaeuber() as game:
            return _who_has_most(game, names)
        case Dresch(last_trick=seat):
            return _("last trick: %(name)s") % {"name": names[seat]}
        case Partie(card_points=piles):
            return " : ".join(str(points) for points in piles if points is not None)
        case Schinden(culprits=culprits):
            held_back = _named(culprits, names)
            return _("Solo held back: %(names)s") % {"names": held_back} if culprits else _("false claim of a Solo")
        case Fault(offender=offender, eightfold=eightfold):
            text = _("fault of %(name)s, eightfold") if eightfold else _("fault of %(name)s")
            return text % {"name": names[offender]}
        case Penalty(kind=kind, offender=offender):
            return f"{names[offender]}, {PENALTIES[kind]}"
        case Dead(kind=kind):
            return str(DEADS[kind])
        case Free(why=why):
            return why


def _who_has_most(game: Raeuber | UncountedRaeuber, names: Sequence[str]) -> str:
    if isinstance(game, UncountedRaeuber):
        return _named(game.most, names)
    most = max(points or 0 for points in game.card_points)
    return f"{_named([seat for seat, points in enumerate(game.card_points) if points == most], names)} {most}"


def _counted(points: int, rules: HouseRules) -> str:
    """The declarer's card points and those of the others, so that nobody asks whose they are."""
    return f"{points} : {rules.total - points}"


def _named(seats: Sequence[int], names: Sequence[str]) -> str:
    """Names as people say them: "Anna, Bernd and Clara"."""
    return get_text_list([names[seat] for seat in seats], _("and"))


def _reasons_of(hand: Hand, rules: HouseRules, names: Sequence[str]) -> Iterator[str]:
    match hand.outcome:
        case Points(points=points) | PfeifFrei(points=points) if 2 * points == rules.total:
            yield _("Bürgermeister")
        case Raeuber() | UncountedRaeuber() as game:
            yield from _reasons_of_raeuber(hand, game, rules, names)
        case Dresch(last_trick=loser) as game if rules.dresch and loser == announcer_of(hand, game):
            yield from _as_announcer(hand, loser, rules.dresch.vorhand_factor)
    if hand.stake_factor != 1:
        yield _fold(hand.stake_factor)


def _reasons_of_raeuber(
    hand: Hand, game: Raeuber | UncountedRaeuber, rules: HouseRules, names: Sequence[str]
) -> Iterator[str]:
    """Say who took no trick, if it counts; a tie and who pays; and that the announcer pays more."""
    raeuber, result = rules.raeuber[game.contract], raeuber_result(hand, game, rules)
    if result.takes_all:
        yield _("takes everything and wins")
        return
    without = game.without_trick if isinstance(game, UncountedRaeuber) else _without_trick(game)
    if without and len(raeuber.amounts) > 1:
        yield _("without a trick: %(names)s") % {"names": _named(without, names)}
    if result.tied > 1:
        alone = _("a tie, %(name)s pays alone") % {"name": names[result.losers[0]]}
        yield alone if len(result.losers) == 1 else _("a tie, each of them pays")
    announcer = announcer_of(hand, game)
    if announcer in result.losers:
        yield from _as_announcer(hand, announcer, raeuber.vorhand_factor)


def _without_trick(game: Raeuber) -> tuple[int, ...]:
    return tuple(seat for seat, points in enumerate(game.card_points) if points == 0)


def _as_announcer(hand: Hand, announcer: int, factor: int) -> Iterator[str]:
    """Say that whoever announced the game, Vorhand if nobody is named, pays a multiple."""
    if factor != 1:
        text = _("as Vorhand %(fold)s") if announcer == vorhand(hand) else _("as announcer %(fold)s")
        yield text % {"fold": _fold(factor)}


def _fold(factor: int) -> str:
    """The multiple in words."""
    return _("double") if factor == DOUBLE else _("%(factor)s-fold") % {"factor": factor}
