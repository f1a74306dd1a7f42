"""The whole form of house rules: what pays (`fields`), and play and bidding as a house may decide them.

Play and bidding begin as in the published set that the rules go back to; what nobody changed stands in no document.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy

from cegoscore.clubs.glossary import card_label
from cegoscore.clubs.house_rules.bidding import OpenPoint, open_points, word_name
from cegoscore.clubs.house_rules.derivations import citations_of
from cegoscore.clubs.house_rules.fields import (
    BETWEEN,
    Block,
    FieldKind,
    Group,
    RuleField,
    choice,
    groups_of_what_pays,
    switch,
)
from cegoscore.scoring.auction.house_auctions import called_in, with_games_of
from cegoscore.scoring.contracts import LABELS
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.auction_readings import CALLED, FIRST, LIKE, SPECIALS, UNOPPOSED
from cegoscore.scoring.rules.play_rules import NUMBER_CARDS, WITH_EMPTIES, PlayRules
from cegoscore.scoring.rules.rule_files import published_auction, published_play
from cegoscore.scoring.tricks import card_of

PLAYED: Mapping[str, Any] = {
    "legage": (
        gettext_lazy("The declarer may look at the cards put away"),
        {
            "first_trick": gettext_lazy("until the first trick is done"),
            "third_trick": gettext_lazy("until the third trick is done"),
        },
    ),
    "schinden": (
        gettext_lazy("A Solo held back may be claimed"),
        {
            "all_fort_after_blind": gettext_lazy("after looking at the blind, if everybody said “fort”"),
            "before_first_lead": gettext_lazy("after looking at the blind, until the first lead"),
            "before_play": gettext_lazy("until play begins"),
        },
        "schinden.on",
    ),
    "empties": (
        gettext_lazy("Cards laid open"),
        {
            "must_be_empty": gettext_lazy("have to be empty"),
            "may_be_named": gettext_lazy("may be others, which then count as empty"),
        },
    ),
    "zwei_discard": (
        gettext_lazy("With two cards laid open"),
        {
            "trump_shown": gettext_lazy("a trump is put away and shown"),
            "any": gettext_lazy("any card is put away"),
        },
    ),
    "third_lead": (
        gettext_lazy("After two cards laid open leads"),
        {
            "higher_card": gettext_lazy("who won with the higher card"),
            "winner": gettext_lazy("the winner of the second trick"),
            "declarer": gettext_lazy("the declarer"),
        },
    ),
    "throw_in": (
        gettext_lazy("Throwing in"),
        {
            "seven_empties": gettext_lazy("with seven empty cards, if everybody said “fort”"),
            "never": gettext_lazy("never"),
        },
    ),
}
"""Choices of the play: label, labels of the values, and the field without which it is not read."""
LED: Mapping[str, Any] = {
    "card": gettext_lazy("the card laid open"),
    "suit": gettext_lazy("the card laid open, or another of its suit"),
    "free": gettext_lazy("any card"),
}
"""Values of a first lead with open cards."""


def groups_of(rules: HouseRules, original: HouseRules) -> tuple[Group, ...]:
    """The whole form in the page's language, for rules that go back to the published `original`.

    Play and bidding are asked about where something is known about the original's.
    """
    if citations_of(original) is None:
        return groups_of_what_pays()
    play = tuple(_playing(rules, published_play(original.id))) if original.normal else ()
    bidding = (
        Block(title=_("When which games are called"), fields=tuple(_called(rules, original))),
        Block(fields=tuple(map(_open_point, open_points(rules, original)))),
    )
    played = Block(title=_("What is laid open, led and looked at"), fields=play)
    groups = (
        Group(id="play", title=_("Playing"), blocks=(played,) if play else ()),
        Group(id="bidding", title=_("Bidding"), blocks=tuple(block for block in bidding if block.fields)),
    )
    return (*groups_of_what_pays(), *(group for group in groups if group.blocks))


def _open_point(point: OpenPoint) -> RuleField:
    """To leave it open, which tells how it is bid then, or one of the readings."""
    (ours, *_others) = point.readings.values()
    still_open = ("", _("Open. Until then: %(reading)s") % {"reading": ours})
    return choice(point.key, point.question, still_open, *point.readings.items())


def _several(key: str, label: str, values: Iterable[str], choices: Mapping[str, str]) -> RuleField:
    default = BETWEEN.join(values)
    return RuleField(key, label, kind=FieldKind.SEVERAL, choices=tuple(choices.items()), default=default)


def _playing(rules: HouseRules, play: PlayRules) -> Iterator[RuleField]:
    """Choices of the play; nothing is chosen where the original is silent."""
    for key, (label, choices, *when) in PLAYED.items():
        yield _of_play(key, label, choices, getattr(play, key), *when)
    for game in WITH_EMPTIES:
        label = _("%(game)s: led first is") % {"game": LABELS[game]}
        yield _of_play(f"leads.{game}", label, LED, play.leads.get(game), f"normal.factors.{game}.on")
    yield switch("play.open_never_wins", _("An empty card laid open wins no trick"), default=play.open_never_wins)
    if rules.pack.cards < 54:
        left_out = play.left_out if rules.pack.cards == 54 - len(play.left_out) else ()
        names = {card: card_label(card_of(card)) for card in NUMBER_CARDS}
        yield _several("play.left_out", _("Cards left out"), left_out, names)


def _of_play(key: str, label: str, choices: Mapping[str, str], chosen: str | None, *when: str) -> RuleField:
    unsaid = [("", _("not said"))] if chosen is None else []
    labels = [*unsaid, *((value, str(text)) for value, text in choices.items())]
    return choice(f"play.{key}", str(label), *labels, default=str(chosen or ""), when=when)


def _called(rules: HouseRules, original: HouseRules) -> Iterator[RuleField]:
    """Games by the moment at which they are called, as the original does with those of them that the house plays."""
    auction = published_auction(rules.auction.get(LIKE, original.id))
    if auction is None or auction.players != rules.players:
        return
    labels = {
        FIRST: _("Called in the first round, besides Solo"),
        SPECIALS: _("Special games that are bid after “fort”"),
        UNOPPOSED: _("Vorhand may choose, if everybody says “gut” to the Cego"),
    }
    called = called_in(with_games_of(replace(rules, auction={}), auction))
    for key, label in labels.items():
        yield _several(f"auction.{key}", label, called[key], {word: word_name(word, rules) for word in CALLED[key]})
