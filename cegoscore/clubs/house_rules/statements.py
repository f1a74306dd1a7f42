"""Statements on the bidding and the play of a rule set, in sentences, each with how sure the source is of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.facts import counting_sentences
from cegoscore.clubs.wording import game_label, in_language
from cegoscore.scoring.auction.state import FORT, GEGENSOLO, GUT, NO_SPECIAL, SELBST
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.house_rules import HouseRules, PfeifAim
from cegoscore.scoring.rules.auction_readings import Point
from cegoscore.scoring.rules.auction_rules import (
    AuctionRules,
    Effect,
    FirstCall,
    FirstSpeaker,
    Gegensolo,
    SpecialsRank,
    SpecialsWhen,
    Style,
)
from cegoscore.scoring.rules.citations import Status
from cegoscore.scoring.rules.play_rules import (
    WITH_EMPTIES,
    Empties,
    Lead,
    PlayRules,
    Remark,
    Seen,
    ThirdLead,
    ThrowIn,
    Window,
    ZweiDiscard,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One or two sentences; `label` is what they are about, where that helps."""

    text: str
    status: Status = Status.STATED
    label: str = ""
    by_house: bool = False
    """True for what a house decided where the source leaves it open."""

    @property
    def is_unsure(self) -> bool:
        """True if the source does not say it."""
        return self.status is not Status.STATED


# What may be said


def what_may_be_said(auction: AuctionRules, rules: HouseRules) -> tuple[Statement, ...]:
    """The auction in six lines, in the order of what happens; what the text leaves open is said by its points."""
    lines = {
        "first": _first(auction, rules),
        "vorhand_opens": _vorhand_opens(auction, rules),
        "style": _style(auction, rules),
        "specials_when": _specials(auction, rules),
        "unopposed": _unopposed(auction, rules),
        "over_solo": _over_solo(auction, rules),
    }
    return tuple(Statement(text=text, status=auction.status[key]) for key, text in lines.items() if text)


def _names(words: Iterable[str], rules: HouseRules, last: str) -> str:
    """Games in a row: `Cego, Piccolo or Bettel`."""
    names = [word_name(word, rules) for word in words]
    return last.join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


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
    return _names(words, rules, _(" or "))


def _first(auction: AuctionRules, rules: HouseRules) -> str:
    text = _("Vorhand begins, then to the right: %(games)s or “fort”.") % {
        "games": ", ".join(word_name(word, rules) for word in auction.first)
    }
    ending = [word for word, effect in auction.first.items() if effect is Effect.ENDS]
    if not ending or Point.FIRST_RANK in auction.open:
        return text
    if auction.first_call is FirstCall.BEFORE:
        ends = _("%(games)s is called before anybody bids, and ends the bidding at once.")
    elif auction.first_call is FirstCall.HIGHEST:
        ends = _("%(games)s goes before everything else that was bid, and ends the bidding.")
    else:
        ends = _("%(games)s ends the bidding at once.")
    return f"{text} {ends % {'games': _or(ending, rules)}}"


def _vorhand_opens(auction: AuctionRules, rules: HouseRules) -> str:
    text = _("If everybody said “fort”, Vorhand has to open: %(games)s.") % {"games": _or(auction.vorhand_opens, rules)}
    forced = _("The next player then has to say Eine.") if auction.must_overcall else ""
    return f"{text} {forced}".strip()


def _style(auction: AuctionRules, rules: HouseRules) -> str:
    ladder = " – ".join(word_name(word, rules) for word in auction.ladder)
    steps = _("Everybody in turn may bid higher, also by several steps, or say “gut”: %(games)s.")
    next_step = _("Everybody in turn says “gut” or the next higher game: %(games)s.")
    text = (steps if auction.jumps else next_step) % {"games": ladder}
    if Point.EQUAL_BIDS in auction.open:
        return text
    answers = {
        Style.DUEL: _("Who is outbid answers at once: “selbst” to take the game over, or “gut”."),
        Style.ROUND: _("Only Vorhand may take an equal game over with “selbst”."),
        Style.OVERCALL: _("Who is outbid answers at once with a higher game or “gut”."),
    }
    return f"{text} {answers[auction.style]}"


def _specials(auction: AuctionRules, rules: HouseRules) -> str:
    if not auction.specials or auction.specials_when is SpecialsWhen.NEVER:
        return _("No special games are bid after “fort”.")
    games = {"games": _or(auction.specials, rules)}
    when = {
        SpecialsWhen.UNTIL_OWN_TURN: _("%(games)s may be called until your own turn has come; that ends the bidding."),
        SpecialsWhen.OVER_CEGO_ON_TURN: _("%(games)s only in turn and only over the Cego; that ends the bidding."),
        SpecialsWhen.BEFORE_LADDER: _("%(games)s are asked for first, before the Cego."),
        SpecialsWhen.ABOVE_LADDER: _("%(games)s stand above all normal games."),
    }
    ranks = {
        SpecialsRank.POSITION: _("Of several the one who sits earlier has priority."),
        SpecialsRank.ROUNDS: _("For each of them there is a round of asking."),
        SpecialsRank.RISING: _("The later one of the list outbids the earlier."),
    }
    return f"{when[auction.specials_when] % games} {ranks[auction.specials_rank]}"


def _unopposed(auction: AuctionRules, rules: HouseRules) -> str:
    if len(auction.unopposed) < 2:
        return ""
    return _("If everybody says “gut” to the Cego, Vorhand chooses: %(games)s.") % {
        "games": _or(auction.unopposed, rules)
    }


def _over_solo(auction: AuctionRules, _rules: HouseRules) -> str:
    over = auction.over_solo
    first = {
        FirstSpeaker.VORHAND: _("After a Solo Vorhand speaks first, then to the right: “Gegensolo” or “gut”."),
        FirstSpeaker.AFTER_SOLOIST: _("After a Solo the player to its right speaks first: “Gegensolo” or “gut”."),
    }[over.first_speaker]
    if Point.OVER_SOLO_ORDER in auction.open:
        first = _("After a Solo everybody else says “Gegensolo” or “gut”.")
    then = {
        Gegensolo.OPENS_LADDER: _("Over a Gegensolo it goes on with the higher games."),
        Gegensolo.ENDS: _("A Gegensolo ends the bidding."),
    }[over.gegensolo]
    if over.soloist_holds:
        again = _("The Solo's bidder may take each of them over with “selbst”.")
    elif over.gegensolo is Gegensolo.OPENS_LADDER:
        again = _("The Solo's bidder is out of the bidding.")
    else:
        again = ""
    return f"{first} {then} {again}".strip()


# How it is played


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Statements under one heading."""

    key: str
    title: str
    statements: tuple[Statement, ...]


def play_sections(rules: HouseRules, play: PlayRules) -> tuple[Section, ...]:
    """Everything about the play but the bidding, in the order in which a hand is played."""
    sections = [
        Section(key="cards", title=_("The cards"), statements=tuple(_cards(rules, play))),
        Section(key="dealing", title=_("Dealing"), statements=tuple(_dealing(rules))),
        Section(key="games", title=_("The games"), statements=tuple(_games(rules, play))),
        Section(key="tricks", title=_("Playing"), statements=tuple(_tricks(rules, play))),
        Section(key="ends", title=_("In the end"), statements=tuple(_ends(rules, play))),
        Section(key="notes", title=_("Customs and sayings"), statements=remarks(play.notes)),
    ]
    return tuple(section for section in sections if section.statements)


def remarks(found: Iterable[Remark]) -> tuple[Statement, ...]:
    """Remarks of a rule file in the page's language."""
    return tuple(Statement(text=in_language(each.text), status=each.status) for each in found)


def _cards(rules: HouseRules, play: PlayRules) -> Iterator[Statement]:
    yield Statement(
        label=_("Trumps"),
        text=_("22 trumps, the Trocke. The Gstieß is the highest, then come 21 down to 1, the kleine Mann."),
    )
    yield Statement(label=_("Clubs, spades"), text=_("King, queen, Reiter, jack, 10, 9, 8, 7: the higher number wins."))
    yield Statement(
        label=_("Hearts, diamonds"),
        text=_("King, queen, Reiter, jack, 1, 2, 3, 4: turned round, the 1 is the highest number."),
    )
    yield Statement(label=_("Leere"), text=_("The number cards of the four suits, four in each, are the empty cards."))
    yield Statement(label=_("Counting"), text=counting_sentences(rules))
    if play.left_out:
        cards = ", ".join(card_name(card) for card in play.left_out)
        yield Statement(label=_("Left out"), text=cards + ".", status=play.status["left_out"])


def card_name(card: str) -> str:
    """`Kreuz 7` for `clubs 7`."""
    suit, _blank, number = card.partition(" ")
    names = {"clubs": _("clubs"), "spades": _("spades"), "hearts": _("hearts"), "diamonds": _("diamonds")}
    return f"{names[suit]} {number}"


def _dealing(rules: HouseRules) -> Iterator[Statement]:
    if rules.partie:
        return
    blind = 12 if rules.pack.cards == 51 else 10
    each = 13 if rules.pack.cards == 51 else 11
    yield Statement(
        text=_(
            "The highest card drawn deals first, then it goes round to the right. The left-hand neighbour cuts. First"
            " %(blind)s cards go face down into the middle, the blind; then everybody gets %(each)s in one go."
        )
        % {"blind": blind, "each": each}
    )
    yield Statement(label="Vorhand", text=_("The player to the right of the dealer; begins the bidding."))


def _games(rules: HouseRules, play: PlayRules) -> Iterator[Statement]:
    if rules.normal is None:
        return
    yield Statement(
        text=_("The declarer plays alone and has to make more than half of the card points, with what was put away.")
    )
    for game in rules.contracts:
        if statement := game_statement(game, rules, play):
            yield statement
    named = {
        Empties.MAY_BE_NAMED: _("Who has no empty card may name a court card of a suit; then it is the lowest."),
        Empties.MUST_BE_EMPTY: _("What is laid open really has to be an empty card."),
    }
    has_empties = any(game in rules.contracts for game in WITH_EMPTIES)
    if play.empties and has_empties:
        yield Statement(text=named[play.empties], status=play.status["empties"])
    if play.open_never_wins and has_empties:
        yield Statement(
            text=_(
                "An empty card laid open never wins a trick: if nobody has its suit, the second card is the one to"
                " follow."
            ),
            status=play.status["open_never_wins"],
        )


def game_statement(game: Contract, rules: HouseRules, play: PlayRules) -> Statement | None:
    """Aim of a game, what is kept, laid open, put away and led in it; none for a game that explains itself."""
    text = _game(game, rules, play)
    return Statement(label=game_label(rules, game), text=text, status=_status_of(game, play)) if text else None


def _status_of(game: Contract, play: PlayRules) -> Status:
    if game in play.leads:
        return play.status["leads"]
    return play.status["zwei_discard"] if game in _ZWEI else Status.STATED


_ZWEI = (Contract.ZWEI_LEERE, Contract.ZWEI_VERSCHIEDENE)


def _game(game: Contract, rules: HouseRules, play: PlayRules) -> str:
    return " ".join(filter(None, [aim_of(game), _discard(game, play), _lead(game, play)]))


def aim_of(game: Contract) -> str:
    """Aim of a game, and what is kept and laid open in it, as all sources have it; empty where nothing is to say."""
    texts = {
        Contract.SOLO: _(
            "Everybody plays with the cards dealt; nobody looks at the blind, it counts for the declarer."
        ),
        Contract.CEGO: _("Keep two cards, put the others away, take up the blind and put one more away."),
        Contract.HALBE: _(
            "Keep one card and lay an empty one open, put the others away, take up the blind and put one more away."
        ),
        Contract.EINE: _("Keep one card, put the others away and take up the blind."),
        Contract.EINE_LEERE: _("Lay one empty card open, put the others away and take up the blind."),
        Contract.ZWEI_LEERE: _("Lay two empty cards of one suit open, put the others away, take up the blind."),
        Contract.ZWEI_VERSCHIEDENE: _(
            "Lay two empty cards of different suits open, put the others away, take up the blind."
        ),
        Contract.KLEINER_MANN: _("Lay trump 1 open, put the others away, take up the blind; the 1 is led first."),
        Contract.ULTI: _("Win the last trick with trump 1; nothing else counts."),
        Contract.PICCOLO: _("Take exactly one trick."),
        Contract.BETTEL: _("Take no trick."),
        Contract.DUO: _("Take exactly two tricks."),
        Contract.TRIO: _("Take exactly three tricks."),
        Contract.QUARTO: _("Take exactly four tricks."),
        Contract.QUINTO: _("Take exactly five tricks."),
        Contract.PASCHA: _("Hold the three highest trumps and take exactly three tricks."),
        Contract.SOLO_DURCH: _("A Solo in which you take every trick."),
        Contract.SOLO_ULTI: _("A Solo whose last trick is won with trump 1."),
        Contract.SOLO_ULTI_DURCH: _("A Solo in which you take every trick, the last one with trump 1."),
        Contract.RAEUBER: _("Everybody for themselves: who takes most card points loses. The blind counts for nobody."),
        Contract.DRESCH: _("Everybody for themselves: who takes the last trick loses."),
        Contract.PFLICHT_RAEUBER: _("A Räuber that nobody bids: in such a round everybody deals one."),
        Contract.PARTIE: _("Two players without bidding: who has more card points wins."),
    }
    return texts.get(game, "")


def _discard(game: Contract, play: PlayRules) -> str:
    if game not in _ZWEI or play.zwei_discard is None:
        return ""
    if play.zwei_discard is ZweiDiscard.ANY:
        return _("One more card is put away.")
    if game is Contract.ZWEI_LEERE:
        return _("The lowest trump is put away, too, and shown.")
    return _("The highest trump is put away, too, and shown.")


def _lead(game: Contract, play: PlayRules) -> str:
    leads = {
        Lead.CARD: _("The open cards are led first."),
        Lead.SUIT: _("The open cards are led first, or others of their suit instead."),
        Lead.FREE: _("The declarer may lead anything."),
    }
    return leads[play.leads[game]] if game in play.leads else ""


def _tricks(rules: HouseRules, play: PlayRules) -> Iterator[Statement]:
    if rules.partie:
        return
    yield Statement(text=_("The declarer leads; without a declarer Vorhand does. Whoever wins a trick leads next."))
    yield Statement(
        text=_("Follow suit; who cannot has to trump; who can do neither may play anything. Nobody has to play higher.")
    )
    yield Statement(text=_("The highest trump wins the trick, without one the highest card of the suit led."))
    third = {
        ThirdLead.HIGHER_CARD: _(
            "After two open cards: if different players won them, the higher card leads on; of equal ones that of the"
            " higher suit: clubs, spades, hearts, diamonds."
        ),
        ThirdLead.WINNER: _("After two open cards the winner of the second trick leads."),
        ThirdLead.DECLARER: _("After the open cards the declarer leads once more."),
    }
    has_two = any(game in rules.contracts for game in _ZWEI)
    if play.third_lead and has_two and Lead.FREE not in play.leads.values():
        yield Statement(
            text=_("With two open cards the declarer also leads to the second trick, whoever won the first."),
            status=play.status["leads"],
        )
        yield Statement(text=third[play.third_lead], status=play.status["third_lead"])
    seen = {
        Seen.FIRST_TRICK: _("The declarer may look at the cards put away until the first trick is done."),
        Seen.THIRD_TRICK: _("The declarer may look at the cards put away until the third trick is done."),
    }
    if play.legage and rules.normal:
        yield Statement(text=seen[play.legage], status=play.status["legage"])
    if rules.pfeif_frei:
        yield Statement(label=_("Pfeif’ frei"), text=_pfeif(rules.pfeif_frei))


def _pfeif(aim: PfeifAim) -> str:
    if aim is PfeifAim.LAST_TRICK:
        return _("Trump 1 may be taken back into hand; then it has to win the last trick.")
    return _("Trump 1 may be taken back into hand; then it has to win a trick, not necessarily the last one.")


def _ends(rules: HouseRules, play: PlayRules) -> Iterator[Statement]:
    if rules.normal:
        yield Statement(
            label=_("No trick"), text=_("Who makes no trick as declarer has 0 card points, whatever was put away.")
        )
    if rules.normal and rules.total % 2 == 0:
        text = _("%(half)s to %(half)s: the declarer has lost.") % {"half": rules.half}
        schnaps = _("A round of Schnaps is due.") if rules.schnaps_buergermeister else ""
        yield Statement(label=_("Bürgermeister"), text=f"{text} {schnaps}".strip())
    throw_in = {
        ThrowIn.SEVEN_EMPTIES: _(
            "If everybody said “fort”, who holds seven empty cards or more may throw the cards in; the next one deals."
        ),
        ThrowIn.NEVER: _("Nobody may throw the cards in."),
    }
    if play.throw_in:
        yield Statement(label=_("Throwing in"), text=throw_in[play.throw_in], status=play.status["throw_in"])
    if play.schinden and rules.schinden:
        yield Statement(label=_("Schinden"), text=window_sentence(play.schinden, rules), status=play.status["schinden"])


def window_sentence(window: Window, rules: HouseRules) -> str:
    """Sentence on when a Solo held back may be claimed, and what counts as one."""
    windows = {
        Window.ALL_FORT_AFTER_BLIND: _(
            "If everybody said “fort”, the declarer may claim after looking at the blind that somebody held back a"
            " Solo."
        ),
        Window.BEFORE_FIRST_LEAD: _(
            "After looking at the blind and before the first lead the declarer may claim that somebody held back a"
            " Solo."
        ),
        Window.BEFORE_PLAY: _("Before play begins anybody may claim that a Solo was held back."),
    }
    strong = in_language(rules.schinden.strong_hand) if rules.schinden else ""
    return " ".join(filter(None, [windows[window], _("A Solo is: %(hand)s") % {"hand": strong} if strong else ""]))
