"""The result as a text for a newspaper; what is not known is not said."""

from collections.abc import Iterable

from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _, ngettext

from cegoscore.clubs.templatetags.cego import signed, signed_unless
from cegoscore.contest.prizes import PrizeFor
from cegoscore.contest.ties import DRAWN, TieBreak
from cegoscore.scoresheet.conditions import is_replaced
from cegoscore.scoresheet.ledger.money import plain
from cegoscore.scoresheet.models import Hand
from tournaments.course.tie_breaks import told
from tournaments.models import CategoryKind, Result, ResultSource, Tournament
from tournaments.seasons.models import Season
from tournaments.seasons.queries import LeagueLine, league_table_of
from tournaments.standings.awards import Awarded
from tournaments.standings.queries import Standings, StandingsLine

FIRST = 10
"""The number of ranks in the text with their points."""


def press_text_of(tournament: Tournament, table: Standings, awards: Iterable[Awarded]) -> str:
    """A few lines for a newspaper: who won, with points and villages, the best of each category, the last, prizes."""
    where = f", {tournament.venue}" if tournament.venue else ""
    lines = [tournament.name, f"{date_format(tournament.day, 'DATE_FORMAT')}{where}", ""]
    if tournament.cancelled_at:
        lines += [_("This tournament was cancelled"), ""]
    if not table.lines:
        return "\n".join([*lines, _("Nothing has been played yet."), ""])
    if not table.shown.is_everything:
        lines += [_("The results from round %(number)s on are held back.") % {"number": table.shown.held_from}, ""]
    if table.provisional:
        lines += [_("Provisional: the tournament is not over yet."), ""]
    is_final = tournament.finished_at is not None and not tournament.is_running
    known = (_hands_dealt(tournament), _attendance(tournament, table)) if is_final else ()
    lines += [_field(tournament, table), *filter(None, known), ""]
    lines += [*(_place(line) for line in table.lines if line.row.rank <= FIRST), ""]
    lines += [
        text for category, standings in table.categories for text in _best(category.label, category.kind, standings)
    ]
    lines += _drawn(table)
    if tournament.club.names_last:
        lines += [_("The last: %(line)s") % {"line": _place(line)} for line in _last(table)]
    prizes = [_prize(one) for one in awards if one.settled and one.is_first_of_pool]
    lines += ["", _("Prizes:"), *reversed(prizes)] if prizes else []
    led = _seasons_led(tournament) if is_final else []
    lines += ["", *led] if led else []
    return "\n".join(lines) + "\n"


def _field(tournament: Tournament, table: Standings) -> str:
    players, rounds = len(table.lines), len(table.rounds)
    who = ngettext("%(n)s player", "%(n)s players", players) % {"n": players}
    sentence = ngettext("%(who)s, %(n)s round of %(hands)s hands.", "%(who)s, %(n)s rounds of %(hands)s hands.", rounds)
    return sentence % {"who": who, "n": rounds, "hands": tournament.hands}


def _hands_dealt(tournament: Tournament) -> str:
    """A sentence on the hands played; empty if a table's hands are not all known, because it played on paper."""
    results = Result.objects.that_count().filter(round__tournament=tournament)
    on_paper = results.filter(Q(table__sheet=None) | ~Q(source=ResultSource.SHEET))
    if on_paper.exists():
        return ""
    hands = Hand.objects.filter(~is_replaced(), void=False, session__in=results.values("table__sheet"))
    count = hands.exclude(game="dead").count()
    return ngettext("%(n)s hand was played.", "%(n)s hands were played.", count) % {"n": count} if count else ""


def _attendance(tournament: Tournament, table: Standings) -> str:
    """A sentence on how many came the year before; empty if no single public tournament of the club had this name."""
    players, before = len(table.lines), _players_before(tournament)
    if before is None:
        return ""
    more = abs(players - before)
    if players > before:
        sentence = ngettext(
            "%(n)s more than the year before (%(before)s).", "%(n)s more than the year before (%(before)s).", more
        )
    elif players < before:
        sentence = ngettext(
            "%(n)s fewer than the year before (%(before)s).", "%(n)s fewer than the year before (%(before)s).", more
        )
    else:
        sentence = _("As many as the year before.")
    return sentence % {"n": more, "before": before}


def _players_before(tournament: Tournament) -> int | None:
    """Players of the tournament that had the same name the year before, if both years had one of it only.

    Whoever reads this text may know it: it is public, and was played to its end.
    """
    year = tournament.day.year
    rows = Tournament.objects.filter(club=tournament.club_id, day__year__in=(year - 1, year), cancelled_at=None)
    same = [
        row for row in rows if " ".join(row.name.split()).casefold() == " ".join(tournament.name.split()).casefold()
    ]
    before = [row for row in same if row.day.year == year - 1]
    if len(before) != 1 or len(same) != 2 or before[0].is_running or not before[0].is_public:
        return None
    results = Result.objects.final().filter(round__tournament=before[0])
    return results.values("entrant__number").distinct().count() or None


def _drawn(table: Standings) -> list[str]:
    """A sentence for everybody who was level until a card or the lot parted them."""
    parted: dict[tuple[int, tuple[TieBreak, ...]], list[StandingsLine]] = {}
    for line in table.lines:
        if set(line.row.decided_by) & set(DRAWN):
            parted.setdefault((line.row.total, line.row.decided_by), []).append(line)
    return [
        _("Level, decided by %(by)s: %(lines)s") % {"by": told(by), "lines": ", ".join(map(_place, lines))}
        for (_total, by), lines in parted.items()
    ]


def _seasons_led(tournament: Tournament) -> list[str]:
    """A sentence on who leads each open season in which it counts, as everybody may read that: a right is on one only.

    So of juniors, who may have played elsewhere, stand the initials, whoever asks.
    """
    seasons = Season.objects.filter(events__tournament=tournament, is_public=True, closed_at=None)
    sentences = []
    for season in seasons.select_related("club").order_by("name", "pk"):
        lines = league_table_of(season, to_strangers=True).lines()
        first = [
            f"{_who(line)} {signed_unless(line.row.total, season.counts_ranks)}" for line in lines if line.row.rank == 1
        ]
        words = {"season": season.name, "lines": ", ".join(first)}
        sentences += [_("In front in the season %(season)s: %(lines)s") % words] if first else []
    return sentences


def _who(line: StandingsLine | LeagueLine) -> str:
    beside = ", ".join(filter(None, (line.person.village, line.person.was)))
    return f"{line.person.name} ({beside})" if beside else line.person.name


def _place(line: StandingsLine) -> str:
    state = f" ({line.person.state})" if line.person.state else ""
    return f"{line.row.rank}. {_who(line)} {signed(line.row.total)}{state}"


def _prize(one: Awarded) -> str:
    """A prize with its winners; those who divide several have them in one line, with the money that each gets.

    Who has moved up to a prize stands there with the place of the ranking.
    """
    reason = _("%(place)s, level") % {"place": one.reason} if one.is_shared else one.reason
    reason = "; ".join(filter(None, (reason, plain(one.share))))
    prize = one.award.prize
    places = {prize.place} if prize.given_for == PrizeFor.RANK else {line.row.rank for line in one.settled}
    names = ", ".join(_who(line) if line.row.rank in places else _place(line) for line in one.settled)
    return _("%(prize)s (%(reason)s): %(name)s") % {"prize": one.label, "reason": reason, "name": names}


def _best(label: str, kind: str, lines: Iterable[StandingsLine]) -> list[str]:
    """The first of a category; several if they share its first place."""
    first = [line for line in lines if line.row.rank == 1]
    if not first:
        return []
    sentence = {CategoryKind.WOMEN: _("Best woman: %(lines)s"), CategoryKind.JUNIORS: _("Best junior: %(lines)s")}
    told = sentence.get(CategoryKind(kind), f"{label}: %(lines)s")
    return [told % {"lines": ", ".join(f"{_who(line)} {signed(line.row.total)}" for line in first)}]


def _last(table: Standings) -> list[StandingsLine]:
    return [line for line in table.lines if line.row.rank == table.lines[-1].row.rank]
