"""The end of a tournament as its pages publish it, in one digest."""

from dataclasses import replace

from cegoscore.contest.published_end import EndLine, digest_of_end
from tournaments.course.access import EVERYTHING
from tournaments.models import Tournament
from tournaments.standings.queries import Standings, awards_of, standings_of


def end_of(tournament: Tournament, table: Standings | None = None) -> str:
    """The digest of ranks and prizes as they stand, once nobody draws any more."""
    table = replace(table or standings_of(tournament, EVERYTHING), is_over=True)
    lines = [EndLine(line.row.rank, line.row.number, line.row.total, line.person.takes) for line in table.lines]
    lines += [EndLine(None, line.row.number, line.row.total, line.person.takes) for line in table.unranked]
    categories = [
        (str(category.pk), category.kind, [line.row for line in theirs]) for category, theirs in table.categories
    ]
    teams, awards = [team for team, _lines in table.teams], awards_of(tournament, table)
    return digest_of_end(lines, categories, teams, awards, currency=tournament.currency)
