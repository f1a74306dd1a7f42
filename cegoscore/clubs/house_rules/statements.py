"""Statements on a rule set in sentences, each with its key, its place and how sure it is there.

On the play, on words of the game and of the panel, and on claims that a Solo was held back.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from cegoscore.clubs.glossary import card_label, terms_of
from cegoscore.clubs.house_rules.derivations import Statement, citations_of, places_of, source_of
from cegoscore.clubs.house_rules.facts import (
    buergermeister_sentence,
    counting_sentences,
    pfeif_sentence,
    players_sentence,
)
from cegoscore.clubs.wording import game_label, in_language, in_rules
from cegoscore.scoring.contracts import EVERYONE, NORMAL, Contract
from cegoscore.scoring.hands import Schinden
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.reading import LANGUAGES
from cegoscore.scoring.rules.auction_readings import LIKE
from cegoscore.scoring.rules.citations import SAID, Status, least_sure, place_of_sentence
from cegoscore.scoring.rules.play_rules import STATUS_KEYS, WITH_EMPTIES, Lead, PlayRules, Remark, Window, claim_is_open
from cegoscore.scoring.rules.rule_files import play_at, published_play
from cegoscore.scoring.tricks import PACK, card_of


def joined(key: str, label: str, parts: Iterable[Statement]) -> Statement:
    """Several statements on one thing as one, as sure as the least sure of them."""
    statements = tuple(parts)
    return Statement(
        key=key,
        label=label,
        text=" ".join(part.text for part in statements),
        status=least_sure(part.status for part in statements),
        at=tuple(dict.fromkeys(at for part in statements for at in part.at)),
        by_house=statements[0].by_house,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaker:
    """Statements on one rule set, each from where it is known."""

    rules: HouseRules
    original: HouseRules
    """The published rule set that a house's own rules go back to."""
    play: PlayRules

    def __call__(self, key: str, value: str = "", phrase: str = "", **params: object) -> Statement:
        """Say what a value of `[play]` or of the rule set says; without one what rule sets share.

        `phrase`: key of the sentence, where there are several for a value.
        """
        text = said(phrase or key, self.rules, **params)
        label = in_rules(SAID[phrase or key].get("label", NONE), self.rules, **params)
        if value and value not in STATUS_KEYS:
            return replace(source_of(value, self.rules, self.original), key=key, text=text, label=label)
        status = self.play.status[value or "common"]
        at = places_of("play", self.original.id, status)
        if not value:
            place, status = place_of_sentence(key, self.original.id, at[0].partition(":")[0], status)
            at = (place,)
        house = in_language(self.rules.source) if value in self.rules.play else ""
        return Statement(key=key, text=text, label=label, status=status, at=at, by_house=house)


def said(key: str, rules: HouseRules, **params: object) -> str:
    """A sentence in the page's language, with the names that a rule set has."""
    return in_rules(SAID[key], rules, **params)


NONE = dict.fromkeys(LANGUAGES, "")


def speaker_of(rules: HouseRules, original: HouseRules) -> Speaker | None:
    """The speaker of a published rule set, or of a house's own that goes back to one; none of any other."""
    known = citations_of(original) is not None
    return Speaker(rules=rules, original=original, play=play_at(rules, original)) if known else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Statements under one heading."""

    key: str
    title: str
    statements: tuple[Statement, ...]


def play_sections(say: Speaker) -> tuple[Section, ...]:
    """Everything about the play but the bidding, in the order in which a hand is played."""
    sections = {
        "cards": (_("The cards"), _cards),
        "dealing": (_("Dealing"), _dealing),
        "games": (_("The games"), _games),
        "tricks": (_("Playing"), _tricks),
        "ends": (_("In the end"), _ends),
        "notes": (_("Customs and sayings"), lambda _say: ()),
    }
    filled = (
        Section(key=key, title=title, statements=(*sentences(say), *remarks(say.play.notes, key)))
        for key, (title, sentences) in sections.items()
    )
    return tuple(section for section in filled if section.statements)


def remarks(of_file: Iterable[Remark], section: str) -> tuple[Statement, ...]:
    """Remarks of a rule file that belong to a section, in the page's language."""
    return tuple(
        Statement(key=f"{section}.{number}", text=in_language(remark.text), status=remark.status, at=(remark.at,))
        for number, remark in enumerate(of_file, 1)
        if remark.section == section
    )


def _cards(say: Speaker) -> Iterator[Statement]:
    named = Contract.KLEINER_MANN in say.rules.contracts
    yield say("cards.trumps", phrase="cards.trumps" if named else "cards.trumps.unnamed")
    for key in ("cards.black", "cards.red", "cards.empties", "cards.values"):
        yield say(key)
    yield say("cards.counting", "table.counting", text=counting_sentences(say.rules))
    if say.play.left_out:
        yield say("cards.left_out", "left_out", text=", ".join(card_label(card_of(key)) for key in say.play.left_out))
    elif missing := len(PACK) - say.rules.pack.cards:
        unsaid = say("cards.left_out", "left_out", text=said("cards.left_out.unsaid", say.rules, number=missing))
        yield replace(unsaid, status=Status.UNCLEAR)


def _dealing(say: Speaker) -> Iterator[Statement]:
    if say.rules.partie:
        return
    yield say("dealing.players", "table.one_sits_out", text=players_sentence(say.rules))
    if say.rules.players > 2:
        yield say("dealing.to_the_right")
        yield say("dealing.first")
        yield say("dealing.cut")
    of_three = say.rules.pack.cards == 51
    yield say("dealing.three", blind=12, hand=13) if of_three else say("dealing.cards", blind=10, hand=11)
    yield say("dealing.one_go")
    yield say("dealing.vorhand" if say.rules.players > 2 else "dealing.two")


def _games(say: Speaker) -> Iterator[Statement]:
    if say.rules.normal:
        has_solo = Contract.SOLO in say.rules.contracts
        yield say("games.aim", phrase="games.aim" if has_solo else "games.aim.without_solo")
    for game in say.rules.contracts:
        yield game_statement(game, say)
    if not any(game in say.rules.contracts for game in WITH_EMPTIES):
        return
    if say.play.empties:
        yield say("games.empties", "empties", f"games.empties.{say.play.empties}")
    if say.play.open_never_wins:
        yield say("games.open_never_wins", "open_never_wins")


def game_statement(game: Contract, say: Speaker) -> Statement:
    """Aim of a game, and what is kept, put face up, discarded and led in it."""
    key = f"games.{game}"
    parts = [say(key)]
    if game in _ZWEI and say.play.zwei_discard:
        parts.append(say(key, "zwei_discard", f"{key}.{say.play.zwei_discard}"))
    if game in say.play.leads:
        parts.append(say(key, "leads", f"lead.{say.play.leads[game]}"))
    return joined(key, game_label(say.rules, game), parts)


_ZWEI = (Contract.ZWEI_LEERE, Contract.ZWEI_VERSCHIEDENE)


def _tricks(say: Speaker) -> Iterator[Statement]:
    rules, play = say.rules, say.play
    if rules.partie:
        return
    yield say("tricks.declarer_leads")
    if any(game in rules.contracts for game in EVERYONE):
        yield say("tricks.vorhand_leads")
    for key in ("tricks.next_lead", "tricks.follow", "tricks.not_higher", "tricks.winner"):
        yield say(key)
    has_two = any(game in rules.contracts for game in _ZWEI)
    if play.third_lead and has_two and Lead.FREE not in play.leads.values():
        yield say("tricks.second_lead", "leads")
        yield say("tricks.third_lead", "third_lead", f"tricks.third_lead.{play.third_lead}")
    if play.legage and rules.normal:
        yield say("tricks.legage", "legage", f"tricks.legage.{play.legage}")
    if text := pfeif_sentence(rules):
        one = game_label(rules, Contract.KLEINER_MANN)
        yield say("tricks.pfeif_frei", "pfeif_frei", text=text, game=one)


def _ends(say: Speaker) -> Iterator[Statement]:
    rules, play = say.rules, say.play
    if rules.normal:
        yield say("ends.pays")
        yield say("ends.no_trick")
    if text := buergermeister_sentence(rules):
        yield say("ends.buergermeister", "normal.buergermeister", text=text)
    if rules.schnaps_buergermeister:
        yield say("ends.schnaps", "schnaps")
    if play.throw_in:
        yield say("ends.throw_in", "throw_in", f"ends.throw_in.{play.throw_in}")
    if rules.schinden:
        window = say("ends.schinden", "schinden", f"ends.schinden.{play.schinden or 'undecided'}")
        yield window if play.schinden else replace(window, status=Status.UNCLEAR)
        yield say("ends.strong_hand", "schinden.strong_hand", text=in_language(rules.schinden.strong_hand))


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word, the forms in which it stands on buttons and lines, and its meaning."""

    word: str
    forms: tuple[str, ...]
    meaning: str
    lesson: str = ""
    """Lesson of `cegoscore.learning` that teaches it, if one does."""


LESSONS: Mapping[str, str] = {
    **dict.fromkeys(("trocke", "gstiess", "geiss", "leere", "reiter", "brettli"), "cards"),
    **dict.fromkeys(("bedienen", "stechen", "stich"), "tricks"),
    **dict.fromkeys(("augen", "buergermeister"), "counting"),
    **dict.fromkeys(("blinde", "legage"), "cego"),
    **dict.fromkeys(("fort", "gut", "selbst", "vorhand", "gegensolo"), "bidding"),
    **dict.fromkeys((Contract.SOLO, Contract.PICCOLO, Contract.BETTEL, Contract.ULTI, Contract.RAEUBER), "specials"),
    Contract.CEGO: "cego",
    **dict.fromkeys(NORMAL[2:], "ladder"),
}
"""Lesson of each game and term that has one."""


def words_of(rules: HouseRules, say: Speaker | None) -> tuple[Word, ...]:
    """All of them: the games first, low to high. `say` tells what is discarded and led, where that is known."""
    words: list[tuple[str, str, tuple[str, ...], str]] = []
    for game in rules.contracts:
        meaning = game_statement(game, say).text if say else said(f"games.{game}", rules)
        words.append((game, game_label(rules, game), (), meaning))
    words += [(term.key, term.word, term.forms, meaning) for term, meaning in terms_of(rules)]
    words += [("", word, (), meaning) for word, meaning in _panel_words(rules).items()]
    return tuple(
        Word(word=word, forms=forms or (word,), meaning=meaning, lesson=LESSONS.get(key, ""))
        for key, word, forms, meaning in words
    )


def _panel_words(rules: HouseRules) -> Mapping[str, str]:
    """Words that are the panel's own, of what the rule set has."""
    normal = rules.normal
    words = {
        _("deals"): (True, _("Shuffles and deals this hand; the next one does so for the next hand.")),
        _("no trick"): (
            normal,
            _("The player took no trick: the others have all card points, which costs most."),
        ),
        _("Card points"): (
            True,
            _("What the cards won are worth; not to be confused with the points on the sheet."),
        ),
        _("over Solo"): (
            normal and normal.over_solo and Contract.SOLO in rules.contracts,
            _("Played against somebody who had bid Solo; it counts more."),
        ),
        _("Pfeif’ frei"): (
            rules.pfeif_frei and Contract.KLEINER_MANN in rules.contracts,
            _("The player takes trump 1 back into the hand instead of leading it, and has to win with it."),
        ),
        _("Penalty"): (
            rules.penalty,
            _("Somebody broke a rule and pays everybody else; the hand itself does not count."),
        ),
        _("No result"): (True, _("Thrown in, or dealt wrongly: nobody pays.")),
        _("Free entry"): (True, _("Plus and minus as the table agrees, with a word on why.")),
        _("only the amount"): (
            normal or rules.targets,
            _("Nobody knows the card points any more: what each of the others pays is enough."),
        ),
        _("Solo held back"): (
            rules.schinden,
            _("Somebody did not bid a Solo although the cards were good enough for one."),
        ),
        _("lost by a fault"): (rules.fault, _("A mistake in play lost the game for the one who made it.")),
        _("count"): (True, _("Tap the cards of a pile, and the phone adds up what they are worth.")),
    }
    return {word: meaning for word, (known, meaning) in words.items() if known}


def window_of(rules: HouseRules, original: HouseRules | None = None) -> Window | None:
    """Time in which a claim is open: as a house decided, or as in the published rules that it goes back to.

    These are `original`, or those whose auction the house's decisions build on. `None` where nothing is known.
    """
    if rules.schinden is None:
        return None
    if decided := rules.play.get("schinden"):
        return Window(decided)
    base = original or rules
    identifier = base.id if citations_of(base) else rules.auction.get(LIKE)
    return published_play(identifier).schinden if identifier else None


def claim_sentence(rules: HouseRules, original: HouseRules | None = None) -> str:
    """Few words on when a claim is open, or that this is not decided, and what a Solo is; empty without Schinden."""
    if rules.schinden is None:
        return ""
    windows = {
        None: _("These house rules do not say until when it may be claimed that a Solo was held back."),
        Window.ALL_FORT_AFTER_BLIND: _("If everybody said “fort”."),
        Window.BEFORE_FIRST_LEAD: _("Before the first lead."),
        Window.BEFORE_PLAY: _("Before play."),
    }
    return f"{windows[window_of(rules, original)]} {in_language(rules.schinden.strong_hand)}".strip()


def doubt_about_claim(claim: Schinden, rules: HouseRules, original: HouseRules | None = None) -> str:
    """Sentence on a claim that the rules do not open; the table decides. Empty for one that they do."""
    window = window_of(rules, original)
    if window is None or claim_is_open(window, claim):
        return ""
    says = {"says": said(f"ends.schinden.{window}", rules)}
    if "schinden" in rules.play:
        return _("These rules open no claim here: %(says)s The table decides.") % says
    return _("The source opens no claim here: %(says)s The table decides.") % says
