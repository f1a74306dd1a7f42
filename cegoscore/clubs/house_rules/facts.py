"""Short sentences on a rule set besides its amounts, for the tariff card, the list and the comparison."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.tariff_card import EveryoneCard, LoserRow, TargetRow, card_of
from cegoscore.clubs.wording import game_label, in_language, in_rules
from cegoscore.scoring.cards import Counting
from cegoscore.scoring.contracts import LABELS, NORMAL, Contract
from cegoscore.scoring.house_rules import (
    Claimant,
    HouseRules,
    NormalGames,
    PfeifAim,
    RaeuberRules,
    Rounded,
    Rounding,
    SchindenPays,
    TieWithVorhand,
)
from cegoscore.scoring.rules.citations import SAID


class Fact(NamedTuple):
    """One thing that a rule set says. Two sets that say the same have equal texts under the same key."""

    key: str
    cell: str
    """Value of the rule set that it is about."""
    label: str
    text: str
    """Empty where the rule set has nothing of the kind."""


def facts_of(rules: HouseRules) -> list[Fact]:
    """Everything but the amounts of normal games, in the order of the card, and last the names of games."""
    names = ", ".join(f"{label} ({usual})" for usual, label in own_labels(rules))
    named = Fact("names", "labels", _("Names"), names)
    return [*table_facts(rules), *special_facts(rules), *custom_facts(rules), *_said(named)]


def _said(*facts: Fact) -> list[Fact]:
    return [fact for fact in facts if fact.text]


# Table and counting


def table_facts(rules: HouseRules) -> list[Fact]:
    """Sentences on the players, the counting of cards and the calculation of normal games."""
    base = "normal.brackets" if rules.normal and rules.normal.brackets else "normal.base_up_to"
    return _said(
        Fact("players", "table.one_sits_out", _("Players"), players_sentence(rules)),
        Fact("values", "cards.values", _("Card points"), in_rules(SAID["cards.values"], rules)),
        Fact("counting", "table.counting", _("Counting"), counting_sentences(rules)),
        Fact("normal", base, _("Normal games"), _normal(rules, rules.normal) if rules.normal else ""),
        Fact("buergermeister", "normal.buergermeister", _("Bürgermeister"), buergermeister_sentence(rules)),
        Fact("hands", "table.hands", _("Round"), _("%(n)s hands") % {"n": rules.hands} if rules.hands else ""),
    )


def players_sentence(rules: HouseRules) -> str:
    """Number of players and cards, and whether one more may sit at the table."""
    players = _("%(n)s players, %(cards)s cards") % {"n": rules.players, "cards": rules.pack.cards}
    one_more = _("One more may sit at the table: the dealer sits out and pays or gets like a defender.")
    if rules.sits_out_free:
        one_more = _("One more may sit at the table: the dealer sits out and neither pays nor gets anything.")
    return f"{players}. {one_more}" if rules.one_sits_out else f"{players}."


def counting_sentences(rules: HouseRules) -> str:
    """Way of counting, and what is enough to win."""
    texts = {
        Counting.THREES: _("Counted in threes: three cards count 2 less than their values, a rest 1 less."),
        Counting.TWOS: _("Counted in twos: two cards count 1 less than their values."),
    }
    parts = [
        texts[rules.counting],
        _("The pack holds %(total)s; %(least)s win.") % {"total": rules.total, "least": rules.half + 1},
    ]
    if rules.pack.bonus and rules.normal:
        parts.append(_("A declarer with a trick gets 1 more."))
    return " ".join(parts)


def _normal(rules: HouseRules, normal: NormalGames) -> str:
    if normal.brackets:
        base = _("A base value by table, times the factor of the game.")
    elif normal.base_up_to > 1:
        base = _("Card points over %(half)s, up to the next %(step)s, times the factor of the game.")
        base %= {"half": rules.half, "step": normal.base_up_to}
    else:
        base = _("Card points over %(half)s, times the factor of the game.") % {"half": rules.half}
    extra = [
        _("%(game)s costs %(amount)s besides.") % {"game": game_label(rules, game), "amount": amount}
        for game, amount in normal.extra.items()
    ]
    return " ".join([base, *_rounding(normal.rounded), *extra])


def _rounding(rounded: Rounded) -> Iterator[str]:
    if rounded.to > 1:
        up = rounded.how is Rounding.UP
        text = _("The amount goes up to the next %(to)s.") if up else _("The amount is rounded to the nearest %(to)s.")
        yield text % {"to": rounded.to}
    if rounded.at_least > 1:
        yield _("At least %(least)s.") % {"least": rounded.at_least}


def buergermeister_sentence(rules: HouseRules) -> str:
    """Price of equal card points; empty where there are none."""
    ways = {"half": rules.half}
    if rules.total % 2 or rules.normal is None:
        return ""
    if rules.normal.buergermeister is None:
        return _("%(half)s all is a loss like any other.") % ways
    if rules.normal.buergermeister == 0:
        return _("%(half)s all costs nothing, whatever the game.") % ways
    ways["amount"] = rules.normal.buergermeister
    return _("%(half)s all is a loss: %(amount)s to each, whatever the game.") % ways


# Special games


def special_facts(rules: HouseRules) -> list[Fact]:
    """Target games and games of everyone for themselves, with their amounts."""
    card, partie = card_of(rules), Contract.PARTIE
    won = _("The winner gets %(amount)s.") % {"amount": rules.partie} if rules.partie else ""
    return _said(
        *(Fact(row.game, f"targets.{row.game}", row.name, target_text(row)) for row in card.targets),
        *(Fact(game.game, game.game, game.name, _everyone_text(game)) for game in card.everyone),
        Fact(partie, partie, game_label(rules, partie), won),
    )


def target_text(row: TargetRow) -> str:
    """`80`, `15, ouvert 30`, or that the house sets the value."""
    if row.amount is None:
        return _("The house sets the value.")
    parts = [str(row.amount)]
    if row.ouvert is not None:
        parts.append(_("ouvert %(amount)s") % {"amount": row.ouvert})
    if row.trumps:
        parts.append(_("with trump %(trumps)s") % {"trumps": row.trumps})
    return ", ".join(parts)


def _everyone_text(card: EveryoneCard) -> str:
    parts = ["; ".join(loser_text(row) for row in card.rows) + "."]
    if card.rules:
        parts += raeuber_sentences(card.rules).values()
    return " ".join(parts)


def loser_text(row: LoserRow) -> str:
    """`30, Vorhand 60`, after the situation if there are several."""
    amount = str(row.anyone)
    if row.vorhand is not None:
        amount = _("%(amount)s, Vorhand %(vorhand)s") % {"amount": row.anyone, "vorhand": row.vorhand}
    return f"{row.situation}: {amount}" if row.situation else amount


def raeuber_sentences(raeuber: RaeuberRules) -> dict[str, str]:
    """Ties, and whatever else decides a Raeuber, by the value that says it."""
    ties = {
        TieWithVorhand.VORHAND_ALONE: _("In a tie with Vorhand, Vorhand loses alone; otherwise all who tie lose."),
        TieWithVorhand.ALL: _("In a tie all who tie lose."),
    }
    sentences = {"tie_with_vorhand": ties[raeuber.tie_with_vorhand]}
    if raeuber.points_above is not None and raeuber.points_rounded:
        more = _("Anyone who has more than %(n)s card points pays them instead, where that is more.")
        sentences["points_above"] = " ".join([more % {"n": raeuber.points_above}, *_rounding(raeuber.points_rounded)])
    if raeuber.takes_all is not None:
        all_tricks = _("Anyone who takes every trick wins %(amount)s from each.")
        sentences["takes_all"] = all_tricks % {"amount": raeuber.takes_all}
    if raeuber.stake_factor_after is not None:
        stake = _("After the round the stake is %(n)s times as high.")
        sentences["stake_factor_after"] = stake % {"n": raeuber.stake_factor_after}
    return sentences


# Faults, claims, customs


def custom_facts(rules: HouseRules) -> list[Fact]:
    """Faults, claims and Schnaps; only what the rule set has."""
    penalty = _("Misdeal, wrong discard or revoke: %(amount)s to each other player; the deal is dead.")
    fault = _("A breach loses the game: once its value, or eightfold. A defender at fault pays the declarer for all.")
    strong_hand = in_language(rules.schinden.strong_hand) if rules.schinden else ""
    buys = [
        *([_("A Bürgermeister buys a round.")] if rules.schnaps_buergermeister else []),
        *([_("A declarer without a trick buys a round.")] if rules.schnaps_no_trick else []),
    ]
    return _said(
        Fact("penalty", "penalty", _("Penalty"), penalty % {"amount": rules.penalty} if rules.penalty else ""),
        Fact("fault", "fault", _("Fault"), fault if rules.fault else ""),
        Fact("schinden", "schinden.pays", _("Schinden"), _schinden(rules)),
        Fact("claimant", "schinden.claimant", _("Who may claim"), _claimant(rules)),
        Fact("strong_hand", "schinden.strong_hand", _("A Solo that must be bid"), strong_hand),
        Fact("pfeif_frei", "pfeif_frei", _("Pfeif’ frei"), pfeif_sentence(rules)),
        Fact("schnaps", "schnaps", _("Schnaps"), " ".join(buys)),
    )


def pfeif_sentence(rules: HouseRules) -> str:
    """Aim of a declarer who takes trump 1 back; empty where nobody may."""
    sentences = {
        PfeifAim.LAST_TRICK: _(
            "The declarer of a %(game)s may take trump 1 back, and then has to win the last trick with it; otherwise"
            " it counts as no trick at all."
        ),
        PfeifAim.A_TRICK: _(
            "The declarer of a %(game)s may take trump 1 back, and then has to win a trick with it, not necessarily"
            " the last one; otherwise it counts as no trick at all."
        ),
    }
    if rules.pfeif_frei is None or Contract.KLEINER_MANN not in rules.contracts:
        return ""
    return sentences[rules.pfeif_frei] % {"game": game_label(rules, Contract.KLEINER_MANN)}


def _schinden(rules: HouseRules) -> str:
    pays = {
        SchindenPays.GAME_WITHOUT_TRICK: _(
            "Anyone who held back a Solo pays for the game last bid as if lost without a trick; a false claim costs the"
            " same."
        ),
        SchindenPays.SOLO_WITHOUT_TRICK: _(
            "Anyone who held back a Solo pays for a Solo without a trick; a false claim costs the declarer's own game"
            " without a trick."
        ),
        SchindenPays.EIGHTFOLD: _("Anyone who is wrong pays eight times the value of the game last bid."),
    }
    if rules.schinden is None:
        return ""
    without_solo = rules.schinden.pays is SchindenPays.SOLO_WITHOUT_TRICK and Contract.SOLO not in rules.contracts
    return pays[SchindenPays.GAME_WITHOUT_TRICK if without_solo else rules.schinden.pays]


def _claimant(rules: HouseRules) -> str:
    may = {Claimant.DECLARER: _("Only the declarer may claim."), Claimant.ANYONE: _("Anybody may claim.")}
    return may[rules.schinden.claimant] if rules.schinden else ""


# In a word


def characteristics(rules: HouseRules) -> str:
    """One line for a list: counting, people at the table, and the games besides the normal ones of everywhere."""
    counting = {Counting.THREES: _("in threes"), Counting.TWOS: _("in twos")}[rules.counting]
    people = [_("%(sizes)s at the table") % {"sizes": get_text_list(list(map(str, rules.sizes)))}]
    games = [game_label(rules, game) for game in rules.contracts if game not in EVERYWHERE]
    return " · ".join([counting, *people * rules.one_sits_out, *([", ".join(games)] if games else [])])


EVERYWHERE = tuple(game for game in NORMAL if game is not Contract.HALBE)


def own_labels(rules: HouseRules) -> list[tuple[str, str]]:
    """Games that the rule set calls by another name: the usual one, and its own."""
    pairs = [(LABELS[contract], game_label(rules, contract)) for contract in rules.labels]
    return [pair for pair in pairs if pair[0] != pair[1]]
