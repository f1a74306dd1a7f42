"""What the desk and everybody else are told, in sentences."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from cegoscore.scoresheet.services import Refused
from cegoscore.scoresheet.wording import REFUSALS as SHEET_REFUSALS

REFUSALS = {
    "tournament_finished": gettext_lazy("This tournament is over. Nothing was changed."),
    "round_drawn_anew": gettext_lazy("This draw was taken back meanwhile. Please look again."),
    "round_is_drawn": gettext_lazy("Round {number} is drawn, but has not started yet. Nothing was changed."),
    "round_is_playing": gettext_lazy("Round {number} is being played. Nothing was changed."),
    "round_is_closed": gettext_lazy("Round {number} is closed. Nothing was changed."),
    "draw_changed": gettext_lazy("Somebody changed the draw of round {number} meanwhile. Please look at it again."),
    "sheet_changed": gettext_lazy(
        "Something changed on the sheet of table {table} meanwhile. Nothing was done. Please look again."
    ),
    "table_is_open": gettext_lazy("The sheet of table {table} is open already. Nothing was changed."),
    "number_unknown": gettext_lazy("Nobody here has number {number}."),
    "reason_missing": gettext_lazy("Please say why: the reason stays with it."),
    "fixed_by_the_draw": gettext_lazy(
        "Rules, hands and table size cannot be changed any more: a round was drawn with them already."
    ),
    "rounds_drawn_already": gettext_lazy("{rounds} rounds are drawn already; there cannot be fewer."),
    "rounds_missing": gettext_lazy("{missing} rounds are still missing or open."),
    "no_announcements": gettext_lazy("This tournament takes no announcements any more. Simply come to the door."),
    "already_registered": gettext_lazy("{name} is registered already, with number {number}."),
    "tournament_full": gettext_lazy("More than {most} people do not fit on one list."),
    "player_unknown": gettext_lazy("This person does not belong here any more. Please look again."),
    "name_in_club": gettext_lazy("There is somebody else called {name} from the same place."),
    "changed_meanwhile": gettext_lazy(
        "Somebody else changed this meanwhile. What you typed is still here: look, then save."
    ),
    "drawn_already": gettext_lazy("Number {number} has a seat already. Say why they go, or name a substitute."),
    "announced_enough": gettext_lazy("From here {most} people are announced; the others can simply come to the door."),
    "announced_too_fast": gettext_lazy(
        "Very many people are announcing themselves just now. Try again in ten minutes."
    ),
    "announcements_full": gettext_lazy("The list is full. Whether there is a seat left is decided at the door."),
    "all_rounds_drawn": gettext_lazy("All planned rounds are drawn already."),
    "hands_written": gettext_lazy("A table has written a hand already. The draw stands now."),
    "same_number_twice": gettext_lazy("Please choose different start numbers."),
    "number_not_seated": gettext_lazy("Number {number} has no seat in this round."),
    "withdrawn_seated": gettext_lazy(
        "Who has withdrawn still has a seat: number {numbers}. Draw again, or name a substitute."
    ),
    "totals_missing": gettext_lazy("Every seat needs its total."),
    "totals_not_zero": gettext_lazy("Plus and minus must come to zero; {sum} is left over."),
    "no_sheet_to_accept": gettext_lazy("There is no sheet to take: the totals were typed."),
    "sheets_do_not_fit": gettext_lazy(
        "Only sheets of two different tables of one size can be swapped, both still open."
    ),
    "result_changed": gettext_lazy(
        "Somebody else entered something for table {table} meanwhile. Nothing was changed. Does yours still hold?"
    ),
    "tables_open": gettext_lazy("These tables have no settled result yet: {tables}."),
    # What cannot be drawn (`draw.CannotDraw`)
    "too_few_players": gettext_lazy("A draw needs at least {least} players."),
    "size_not_played": gettext_lazy("By these rules nobody plays at tables of {size}."),
    "field_does_not_divide": gettext_lazy(
        "{players} players cannot be divided into tables of {size} and {other}. Let house players fill up."
    ),
    "no_seed": gettext_lazy("The draw needs a few letters or figures to follow from."),
    "number_twice": gettext_lazy("Number {number} stands here twice."),
    "seats_do_not_fit": gettext_lazy("{players} players do not fill {seats} seats."),
    "one_table": gettext_lazy("A draw needs at least two tables."),
    "table_too_small": gettext_lazy("A table needs at least two seats."),
    "unknown_number": gettext_lazy("Number {number} does not take part."),
    "unknown_seat": gettext_lazy("Table {table} has no seat {seat}."),
    "seat_fixed_twice": gettext_lazy("Two players are fixed on seat {seat} at table {table}."),
    "table_full": gettext_lazy("More players are fixed at table {table} than it has seats."),
    "no_seat_left": gettext_lazy("All seats are taken."),
}
"""Why a service refused. A test holds them equal to what `services` and `draw` can raise."""


def refusal_sentence(refusal: Refused) -> str:
    """Why nothing was changed, and what to do."""
    sentence = REFUSALS.get(refusal.code) or SHEET_REFUSALS[refusal.code]
    return str(sentence).format(**refusal.params)
