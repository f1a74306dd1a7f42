"""Sentences about a season: its way of counting, and refusals."""

from __future__ import annotations

from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from cegoscore.clubs.errors import Refusals, Refused
from cegoscore.contest.league import LeagueRules, Worth
from cegoscore.contest.ties import TieBreak
from tournaments.course import wording
from tournaments.course.tie_breaks import told

REFUSALS = {
    "season_changed": gettext_lazy("Somebody changed this season meanwhile. Nothing was changed. Please look again."),
    "season_reason_missing": gettext_lazy("Please say why: the reason stays with it, for everybody to read."),
    "event_of_another_club": gettext_lazy("Only what belongs to the club can belong to its season."),
    "no_evening": gettext_lazy("This sheet is a table of a tournament, or it was deleted."),
    "evening_counted_already": gettext_lazy(
        "The totals of this evening went on to another sheet: only one of the two can count."
    ),
    "season_tournaments_running": gettext_lazy("These tournaments are not finished yet: {names}."),
    "nobody_ranked": gettext_lazy("Nobody is ranked, so there is no champion."),
    "champion_undecided": gettext_lazy("The first are equal. Let them draw, and note the result before the end."),
    "not_equal_any_more": gettext_lazy("These players do not have the same total any more. Please look again."),
    "not_drawn_here": gettext_lazy("Nothing is drawn by card or lot in this season; its settings say so."),
    "tournament_there_already": gettext_lazy(
        "The group has a tournament of this name on this day already. Delete it first, or give this one another name."
    ),
    "people_do_not_fit": gettext_lazy("One player was chosen for two lines, or is not in the club any more."),
}
"""Why a service about seasons refused. A test holds them equal to what the services can raise."""

CONFLICTS = ("season_changed", "not_equal_any_more")
"""Refusals that come from what somebody else did meanwhile; they are answered with 409."""


def answer_to(refusal: Refused) -> tuple[str, int]:
    """The sentence, and the status of the page that shows it."""
    sentence = str((wording.REFUSALS | REFUSALS)[refusal.code]).format(**refusal.params)
    return sentence, 409 if refusal.code in CONFLICTS else 422


refused = partial(Refusals, answer_to)


def rules_sentences(rules: LeagueRules) -> list[str]:
    """Sentences about a season's way of counting, for everybody."""
    sentences = [_worth_sentence(rules), _best_sentence(rules)]
    if rules.least > 1:
        sentences.append(_("Ranked is who took part at least %(n)s times.") % {"n": rules.least})
    sentences.append(_ties_sentence(rules.tie_breaks))
    return sentences


def _worth_sentence(rules: LeagueRules) -> str:
    if rules.worth is Worth.PLUS:
        return _("Only plus points count; a loss counts nothing.")
    if rules.worth is Worth.RANKS:
        points = ", ".join(map(str, rules.rank_points))
        return _("Points by rank count, from the first rank on: %(points)s.") % {"points": points}
    return _("The points of every event count as they were played.")


def _best_sentence(rules: LeagueRules) -> str:
    if rules.best is None:
        return _("All events count.")
    return ngettext(
        "Only the best event of each player counts; the others are struck through.",
        "The best %(n)s events of each player count; the others are struck through.",
        rules.best,
    ) % {"n": rules.best}


def _ties_sentence(tie_breaks: tuple[TieBreak, ...]) -> str:
    if not tie_breaks:
        return _("Equal totals share a rank.")
    return _("Between equal totals decide: %(told)s.") % {"told": told(tie_breaks, _(", then "))}
