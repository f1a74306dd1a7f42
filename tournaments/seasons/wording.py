"""Sentences about a season's way of counting."""

from django.utils.translation import gettext as _, ngettext

from cegoscore.contest.league import LeagueRules, Worth
from cegoscore.contest.ties import TieBreak
from tournaments.course.tie_breaks import told


def rules_sentences(rules: LeagueRules) -> list[str]:
    """Sentences about a season's way of counting, for everybody."""
    sentences = [_worth_sentence(rules), _best_sentence(rules)]
    if rules.least > 1:
        sentences.append(_("To be ranked, somebody has to take part at least %(n)s times.") % {"n": rules.least})
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
    return _("Equal totals are decided by: %(told)s.") % {"told": told(tie_breaks, _(", then "))}
