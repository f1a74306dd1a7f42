"""The tournament as it is announced: fee, rules, rounds, prizes."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cegoscore.clubs.house_rules.rule_sets import offer_of
from cegoscore.contest.ties import TieBreak
from tournaments.course.tie_breaks import told
from tournaments.door.page import money_of
from tournaments.models import Tournament
from tournaments.setup.prize_lines import write_prizes
from tournaments.setup.services import plan_of


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """Answers to what people ask before they come."""

    fee: str
    """The entry fee with its currency; empty if there is none."""
    rules: str
    rules_url: str
    """The address of the rules' page; empty if they have none."""
    played: str
    tie_breaks: str
    prizes: tuple[str, ...]
    """The prizes as lines: who gets it, and what it is."""


def about_of(tournament: Tournament) -> About:
    """All that is announced, besides day, hour and place."""
    offer = offer_of(tournament.rule_set, tournament.club_id)
    categories, prizes = plan_of(tournament)
    return About(
        fee=money_of(tournament, 1) if tournament.entry_fee else "",
        rules=offer.name,
        rules_url=offer.url if offer.identifier else "",
        played=_played(tournament),
        tie_breaks=told(TieBreak(value) for value in tournament.tie_breaks),
        prizes=tuple(write_prizes(prizes, categories).splitlines()),
    )


def _played(tournament: Tournament) -> str:
    rounds = ngettext("%(count)s round", "%(count)s rounds", tournament.rounds) % {"count": tournament.rounds}
    hands = ngettext("%(count)s hand", "%(count)s hands", tournament.hands) % {"count": tournament.hands}
    words = {"rounds": rounds, "hands": hands, "size": tournament.table_size}
    sentence = _("%(rounds)s of %(hands)s each, %(size)s at a table") % words
    limit = _("%(minutes)s minutes each") % {"minutes": tournament.minutes} if tournament.minutes else ""
    return ", ".join(filter(None, (sentence, limit)))
