"""The tournament's page for phones: what is announced, its state, and one's own evening."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language, gettext as _, ngettext

from cegoscore.clubs.house_rules.rule_sets import offer_of, rules_of
from cegoscore.contest.chain import mark_of
from cegoscore.contest.ties import TieBreak
from cegoscore.scoresheet.ledger.ledger_rows import rows_of
from cegoscore.scoresheet.ledger.lines import LedgerLine, ledger_lines
from cegoscore.scoresheet.ledger.seats import seats_of
from cegoscore.scoresheet.models import Session
from tournaments.course.access import shown_to_all
from tournaments.course.decisions import role_of, waits
from tournaments.course.entrants import Person, as_strangers_read, people_meant, people_of
from tournaments.course.queries import VersionCache, decisions_of, uneven
from tournaments.course.tie_breaks import told
from tournaments.door.page import announcing_ended, money_of, room_of, takes_announcements
from tournaments.hall.seats import Hall, Seated, hall_of, met_again
from tournaments.models import COURSE, Decision, DecisionKind, Round, RoundState, Takes, Tournament
from tournaments.setup.fee_plans import fees_in_words, fees_of
from tournaments.setup.plans import write_prizes
from tournaments.setup.services import plan_of
from tournaments.standings.outlook import outlook_context, outlook_of
from tournaments.standings.page import open_tables, tournament_picture
from tournaments.standings.queries import Standings, StandingsLine, standings_of
from tournaments.standings.rows import notes_of
from tournaments.standings.tournament_honours import tournament_honours

FIRST = 5
"""The number of ranks shown on the page itself."""


def hall_page(tournament: Tournament, version: str, *, to_strangers: bool) -> dict[str, Any]:
    """The parts of everybody's page in one language: all that takes long.

    `version`, for live views, is the one that it shows at least; `uneven` compares tables of different sizes; `results`
    are the ranking, the draw and what was decided, which everybody sees alike.
    """
    shown = shown_to_all(tournament, to_strangers=to_strangers)
    people = people_of(tournament, shown)
    hall, table = hall_of(tournament, shown, people), standings_of(tournament, shown, people=people)
    honours = tournament_honours(tournament, table, version)
    read = as_strangers_read(tournament.club_id) if to_strangers else str
    decisions: list[dict[str, Any]] = [
        {"decision": row, "about": about(row), "why": read(row.why), "by": role_of(row), "waits": waits(row, shown)}
        | {"mark": mark_of(row.data.get("outcome", ""))}
        for row in decisions_of(tournament)
    ]
    context = {
        "tournament": tournament,
        "hall": hall,
        "about": about_of(tournament),
        "table": table,
        "first": [line for line in table.lines if line.row.rank <= FIRST] if table.has_begun else [],
        "honours": honours,
        "open_tables": open_tables(table),
        "met_again": met_again(hall.round, people) if hall.round else [],
        "rounds": list(tournament.played_rounds.order_by("number").values_list("number", flat=True)),
        "decisions": decisions,
        "by_hand": [one for one in decisions if one["decision"].kind not in COURSE and not one["waits"]],
        "waiting": sum(one["waits"] for one in decisions),
        "chain_head": mark_of(decisions[0]["decision"].hash) if decisions else "",
    }
    return {
        "tournament": tournament,
        "version": version,
        "hall": hall,
        "room": room_of(tournament) if takes_announcements(tournament) else None,
        "has_ended": announcing_ended(tournament),
        "table": table,
        "people": people,
        "state": state_sentence(tournament, hall.round),
        "has_small_tables": len({len(tile.places) for tile in hall.counting}) > 1,
        "uneven": uneven(tournament, [len(tile.places) for tile in hall.counting]),
        "preview": tournament_picture(tournament, table, version, honours) if to_strangers else None,
        "outlook": outlook_of(tournament, version, table),
        "results": render_to_string("tournaments/hall/tournament/_results.html", context),
    }


def tournament_context(
    page: Mapping[str, Any], *, typed: str, number: int | None, sees_sheets: bool = False
) -> dict[str, Any]:
    """The page; `typed` is what was searched for, `number` whose page it is.

    Sheets and hands are for devices with a right of their own, not for everybody who sees a public tournament.
    """
    people, hall = page["people"], page["hall"]
    hits = people_meant(people.values(), typed) if typed else []
    person = people.get(number) if number is not None else (hits[0] if len(hits) == 1 else None)
    return {
        **page,
        **outlook_context(page["outlook"], page["table"], person.number if person else None),
        "typed": typed,
        "hits": [(hit, hall.seat_of(hit.number)) for hit in hits],
        "mine": mine(person, hall, page["table"], sees_sheets=sees_sheets) if person else None,
    }


def state_sentence(tournament: Tournament, round_: Round | None) -> str:
    """The state of the tournament, with its newest round, in a sentence."""
    if tournament.unveiled_from:
        return _("Prize giving")
    if tournament.cancelled_at:
        return _("This tournament was cancelled")
    if tournament.finished_at:
        return _("The tournament is over")
    if round_ is None:
        return _("Not drawn yet")
    if round_.state == RoundState.DRAWN:
        return _("Round %(number)s is drawn: please take your seats") % {"number": round_.number}
    if round_.state == RoundState.PLAYING:
        return _("Round %(number)s is being played") % {"number": round_.number}
    if round_.number < tournament.rounds:
        return _("Round %(number)s is over; the next draw follows") % {"number": round_.number}
    return _("All rounds are played; the prize giving follows")


def about(decision: Decision) -> str:
    """Round, tables and start numbers that a decision is about."""
    data = decision.data
    tables = [data["table"]] if "table" in data else data.get("tables", [])
    numbers = [data["number"]] if "number" in data else data.get("numbers", [])
    parts = [_("round %(number)s") % {"number": data["round"]}] if "round" in data else []
    parts += [_("table %(number)s") % {"number": number} for number in tables]
    parts += [_("number %(number)s") % {"number": number} for number in numbers]
    parts += [str(Takes(data["takes"]).label)] if decision.kind == DecisionKind.TAKES else []
    return ", ".join(parts)


def about_of(tournament: Tournament) -> dict[str, Any]:
    """All that people ask before they come, besides day, hour and place; a text is empty if there is nothing to say.

    The prizes are lines: who gets it, and what it is.
    """
    offer = offer_of(tournament.rule_set, tournament.club_id)
    categories, prizes = plan_of(tournament)
    usual = money_of(tournament, 1) if tournament.entry_fee else ""
    return {
        "fee": ", ".join(filter(None, (usual, *fees_in_words(fees_of(tournament), tournament.currency)))),
        "rules": offer.name,
        "rules_url": offer.url if offer.identifier else "",
        "played": _played(tournament),
        "tie_breaks": told(TieBreak(value) for value in tournament.tie_breaks),
        "prizes": write_prizes(prizes, categories, tournament.currency).splitlines(),
    }


def _played(tournament: Tournament) -> str:
    rounds = ngettext("%(count)s round", "%(count)s rounds", tournament.rounds) % {"count": tournament.rounds}
    hands = ngettext("%(count)s hand", "%(count)s hands", tournament.hands) % {"count": tournament.hands}
    words = {"rounds": rounds, "hands": hands, "size": tournament.table_size}
    sentence = _("%(rounds)s of %(hands)s each, %(size)s at a table") % words
    minutes = tournament.minutes or 0
    limit = ngettext("one minute each", "%(minutes)s minutes each", minutes) % {"minutes": minutes} if minutes else ""
    return ", ".join(filter(None, (sentence, limit)))


LINES = VersionCache[Sequence[LedgerLine]]()
"""The hands of a sheet, by sheet and language: five phones at a table look at them."""


def mine(person: Person, hall: Hall, table: Standings, *, sees_sheets: bool) -> dict[str, Any]:
    """The part of the page about one person; sheets and hands only for whoever may look, unless they are held back.

    Seat, sheet and hands are those of the newest round; `call` is the sentence with which the page calls somebody to
    the table, empty if there is nothing to call for, and `called_for` what it calls for: it calls again when that
    changes. `notes` are about the rank, such as who shares it.
    """
    seated = hall.seat_of(person.number)
    is_shown = sees_sheets and hall.round is not None and table.shown.covers(hall.round.number)
    sheet = seated.tile.table.sheet if seated and is_shown else None
    call, called_for = _call(hall, seated) if seated and not table.is_over else ("", "")
    line = my_line(table, person.number)
    return {
        "person": person,
        "seated": seated,
        "line": line,
        "notes": notes_of(line, draws=table.draws) if line else [],
        "is_over": table.is_over,
        "sheet": reverse("sheet", args=[sheet.pk]) if sheet else "",
        "hands": _hands(sheet, seated.place.seat) if sheet and seated else [],
        "call": call,
        "called_for": called_for,
    }


def my_line(table: Standings, number: int) -> StandingsLine | None:
    """A player's line of the standings: all that the page shows a player of place and points comes from here."""
    return next((line for line in (*table.lines, *table.unranked) if line.person.number == number), None)


def _call(hall: Hall, seated: Seated) -> tuple[str, str]:
    """The call to the table, and what it is for: a drawn seat, or the start of the round."""
    round_ = hall.round
    if round_ is None or round_.state == RoundState.CLOSED:
        return "", ""
    words = {"number": round_.number, "table": seated.table, "seat": seated.seat}
    called_for = f"{round_.number}.{round_.state}.{seated.table}.{seated.seat}"
    if round_.state == RoundState.DRAWN:
        return _("Round %(number)s: please go to table %(table)s, seat %(seat)s") % words, called_for
    return _("Round %(number)s has begun at table %(table)s") % words, called_for


def _hands(sheet: Session, seat: int) -> list[dict[str, Any]]:
    """Hands in force in which the seat was at the table, the newest first; `url` leads to the derivation."""
    lines = LINES.fetch((sheet.pk, get_language()), lambda: _lines_of(sheet), now=str(sheet.version))
    played = [line for line in lines if not line.void and seat < len(line.amounts)]
    amounts = [line.amounts[seat] for line in played]
    totals = accumulate(amount or 0 for amount in amounts)
    hands = [
        {"shown": line.shown, "game": line.game, "points": amount, "total": total, "url": f"{line.url}#why"}
        for line, amount, total in zip(played, amounts, totals, strict=True)
    ]
    return hands[::-1]


def _lines_of(sheet: Session) -> list[LedgerLine]:
    return ledger_lines(sheet, rows_of(sheet), seats_of(sheet), rules_of(sheet.rule_set))
