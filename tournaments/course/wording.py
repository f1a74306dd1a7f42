"""Sentences for refusals and decisions."""

from functools import partial

from django.forms import BaseForm
from django.utils.translation import gettext_lazy, gettext_lazy as _

from cegoscore.clubs.errors import NothingWritten, Refusals, Refused
from cegoscore.scoresheet.ledger.wording import REFUSALS as SHEET_REFUSALS

REFUSALS = {
    "tournament_finished": gettext_lazy("This tournament is over. Nothing was changed."),
    "tournament_cancelled": gettext_lazy("This tournament was cancelled. Nothing was changed."),
    "tournament_in_season": gettext_lazy(
        "This tournament counts in a season that is closed. Please say why it goes: everybody can read that there."
    ),
    "sent_before": gettext_lazy(
        "This was sent before, and what it made is no longer here. A deleted tournament comes back from the list of"
        " tournaments for 30 days; for something new open this page anew."
    ),
    "prizes_undecided": gettext_lazy(
        "Somebody must still draw: {prizes}. Record who drew what, or give a reason for which they share it."
    ),
    "round_drawn_anew": gettext_lazy("This draw was undone in the meantime. Please reload the page."),
    "round_is_drawn": gettext_lazy("Round {number} is drawn, but has not started yet. Nothing was changed."),
    "round_is_playing": gettext_lazy("Round {number} is being played. Nothing was changed."),
    "round_is_closed": gettext_lazy("Round {number} is closed. Nothing was changed."),
    "draw_changed": gettext_lazy("The draw of round {number} was changed in the meantime. Please check it again."),
    "table_is_open": gettext_lazy("The sheet of table {table} is open already. Nothing was changed."),
    "number_unknown": gettext_lazy("Nobody here has number {number}."),
    "reason_missing": gettext_lazy("Please give a reason. It is kept with the change."),
    "dispute_settled_how": gettext_lazy("This result is disputed: say how it was settled. It is kept with the change."),
    "fixed_by_the_draw": gettext_lazy("Rules, hands, table size and teams cannot be changed once a round is drawn."),
    "fee_is_owed": gettext_lazy("“{name}” is what {count} people owe: choose another fee for them first."),
    "rounds_drawn_already": gettext_lazy("{rounds} rounds are drawn already; there cannot be fewer."),
    "results_held_already": gettext_lazy("Results from round {number} on are held back already. Release them first."),
    "round_not_planned": gettext_lazy("There is no round {number}."),
    "nothing_to_unveil": gettext_lazy("Places can be unveiled once results are held back and all rounds are closed."),
    "changed_on_the_stage": gettext_lazy(
        "Another device unveiled something meanwhile. This is how it stands now; nothing more was unveiled."
    ),
    "rounds_missing": gettext_lazy("Rounds still missing or open: {missing}."),
    "no_announcements": gettext_lazy("This tournament no longer takes announcements. Simply come to the door."),
    "day_over": gettext_lazy("The day of this tournament is over."),
    "announcing_over": gettext_lazy("The time for announcements is over. Simply come to the door."),
    "already_registered": gettext_lazy(
        "{name} is registered already, with number {number}. Is it somebody else of this name? Then add what tells the "
        "two apart, such as jun. or sen."
    ),
    "team_complete": gettext_lazy("“{team}” is complete: a team has at most {size} people here."),
    "tournament_full": gettext_lazy("A list holds at most {most} people."),
    "passkey_refused": gettext_lazy("That did not work, and nothing was changed. Please try again."),
    "passkeys_full": gettext_lazy("There are very many fingerprints already. Remove one first."),
    "no_backup": gettext_lazy(
        "No backup could be written, so nothing was changed. Please tell those who run this server."
    ),
    "club_not_managed": gettext_lazy("This device manages only one of the two. Nothing was changed."),
    "table_of_a_night": gettext_lazy("This evening is a table of a club night, which stays together."),
    "counts_in_a_season": gettext_lazy("This evening counts in a season; take it out there first."),
    "name_elsewhere": gettext_lazy(
        "{name} is on other sheets of the group, too. Only those who manage it can change the name."
    ),
    "changed_since": gettext_lazy("This was changed once more since then. Nothing was changed."),
    "document_here_already": gettext_lazy(
        "This tournament is here already: {name}. If it shall be here twice, choose the file again and tick the box."
    ),
    "player_unknown": gettext_lazy("This person is no longer on the list. Please reload the page."),
    "name_in_club": gettext_lazy(
        "There is already somebody called {name}. The same person? Then put the two together."
    ),
    "changed_meanwhile": gettext_lazy(
        "Somebody else changed this in the meantime. Your input is still here: check it, then save."
    ),
    "drawn_already": gettext_lazy(
        "Number {number} has a seat already. Give a reason for the withdrawal, or name a substitute."
    ),
    "announced_enough": gettext_lazy(
        "{most} people were announced from this device already. Others can simply come to the door."
    ),
    "announced_too_fast": gettext_lazy("There are too many announcements right now. Please try again in ten minutes."),
    "announcements_full": gettext_lazy("The list is full. Please ask for a free seat at the door."),
    "all_rounds_drawn": gettext_lazy("All planned rounds are drawn already."),
    "hands_written": gettext_lazy(
        "Hands were written already at table {tables}. Tick the box if they are to go with this draw."
    ),
    "hands_at_table": gettext_lazy(
        "Table {table} has hands or totals already, and they would go to somebody else: name a substitute instead."
    ),
    "no_round_to_sit_in": gettext_lazy("No round is drawn in which there could be a seat."),
    "not_to_be_seated": gettext_lazy("Only those who are here and play for the ranking draw a seat."),
    "same_number_twice": gettext_lazy("Please choose different start numbers."),
    "number_not_seated": gettext_lazy("Number {number} has no seat in this round."),
    "withdrawn_seated": gettext_lazy(
        "Withdrawn players still have a seat: number {numbers}. Leave their seat empty, draw again, or name a"
        " substitute."
    ),
    "totals_missing": gettext_lazy("Every seat needs its total."),
    "totals_not_zero": gettext_lazy("Plus and minus must come to zero; {sum} is left over."),
    "no_sheet_to_accept": gettext_lazy("There is no sheet to accept: the totals were typed."),
    "sheets_do_not_fit": gettext_lazy("Sheets can only be swapped between two open tables of the same size."),
    "totals_do_not_fit": gettext_lazy("Totals can only be exchanged between two tables of one size with typed totals."),
    "result_changed": gettext_lazy(
        "Table {table} was changed in the meantime. Nothing was saved. Please check it again."
    ),
    "tables_open": gettext_lazy("These tables have no final result yet: {tables}."),
    # About seasons
    "season_changed": gettext_lazy("Somebody changed this season meanwhile. Nothing was changed. Please look again."),
    "guest_running": gettext_lazy("This tournament is not over yet, or its results are held back. It cannot count."),
    "guest_unproved": gettext_lazy(
        "This file has no log that proves it: its points were loaded from a list, or a version before 0.2 wrote it."
    ),
    "guest_counts_already": gettext_lazy("This tournament counts in the season already."),
    "guest_older": gettext_lazy("This file is older than what counts already, or contradicts it."),
    "offer_gone": gettext_lazy(
        "The other club has taken its tournament back, or it is there no more. It cannot count."
    ),
    "offer_own": gettext_lazy("This tournament is one of the group itself: tick it on the page with the events."),
    "offer_counts_closed": gettext_lazy("Closed already, and their tables stay as they are: {names}."),
    "season_reason_missing": gettext_lazy("Please say why: the reason stays with it, for everybody to read."),
    "event_of_another_club": gettext_lazy("Only what belongs to the group can belong to its season."),
    "two_currencies": gettext_lazy(
        "One group counts in {here}, the other in {there}. First settle the box of the other group: nothing in it, "
        "nobody owes anything."
    ),
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
    "people_do_not_fit": gettext_lazy("One player was chosen for two lines, or is not in the group any more."),
    # What cannot be drawn (`draw.CannotDraw`)
    "too_few_players": gettext_lazy("A draw needs at least {least} players."),
    "size_not_played": gettext_lazy("These rules do not allow tables of {size}."),
    "field_does_not_divide": gettext_lazy(
        "{players} players cannot be divided into tables of {size} and {other}. Fill up with house players."
    ),
    "no_seed": gettext_lazy("The draw needs a seed: a few letters or digits."),
    "number_twice": gettext_lazy("Number {number} is listed twice."),
    "seats_do_not_fit": gettext_lazy("{players} players do not fill {seats} seats."),
    "table_too_small": gettext_lazy("A table needs at least two seats."),
    "unknown_number": gettext_lazy("Number {number} does not take part."),
    "unknown_seat": gettext_lazy("Table {table} has no seat {seat}."),
    "table_full": gettext_lazy("More players are fixed at table {table} than it has seats."),
    "no_seat_left": gettext_lazy("All seats are taken."),
    "fixed_table_taken": gettext_lazy(
        "Nobody can sit down at table {table} any more, where they always sit. Note another table for them, or none."
    ),
}
"""Sentences by code of refusal. A test holds the codes equal to those that services and the draw can raise."""


def refusal_sentence(refusal: Refused) -> str:
    """The sentence for a refusal: the reason, and what to do."""
    sentence = REFUSALS.get(refusal.code) or SHEET_REFUSALS[refusal.code]
    return str(sentence).format(**refusal.params)


CONFLICTS = (
    "round_is_",
    "round_drawn_anew",
    "draw_changed",
    "result_changed",
    "changed_",
    "table_is_open",
    "tournament_finished",
    "tournament_cancelled",
    "hands_written",
    "sent_before",
    "all_rounds_drawn",
    "season_changed",
    "not_equal_any_more",
)
"""Refusals that come from what somebody else did meanwhile; they are answered with 409."""


def answer_to(refusal: Refused) -> tuple[str, int]:
    """The sentence, and the status of the page that shows it."""
    return refusal_sentence(refusal), 409 if refusal.code.startswith(CONFLICTS) else 422


refused = partial(Refusals, answer_to)

AT_FIELD = {
    "reason_missing": "why",
    "season_reason_missing": "why",
    "tournament_in_season": "why",
    "dispute_settled_how": "why",
    "prizes_undecided": "why",
}
"""Refusals that ask for something, by the field it is typed into."""


def point_out(form: BaseForm | None, refusal: NothingWritten | None) -> bool:
    """Say at its field what a refusal asks for, so that the page leads there; False if the form has no such field."""
    if form is None or not isinstance(refusal, Refused):
        return False
    field = AT_FIELD.get(refusal.code)
    if field not in form.fields:
        return False
    form.add_error(field, refusal_sentence(refusal))
    return True


LOOK_AGAIN = _("Something is missing here, or cannot be read. Nothing was changed.")
