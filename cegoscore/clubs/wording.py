"""Translations of the core's codes and names into the page's language."""

import re
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.utils.translation import get_language, gettext, gettext_lazy as _

from cegoscore.scoring.contracts import LABELS, Contract
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.problems import Problem
from cegoscore.scoring.rules.subjects import filled

OF_FORMS = (
    _("This field is required."),
    _("Ensure this value is greater than or equal to %(limit_value)s."),
    _("Ensure this value is less than or equal to %(limit_value)s."),
)
"""Sentences of Django's forms that our catalogues say shorter: they come before its own."""

PROBLEMS: Mapping[str, Any] = {
    # shape of the data
    "missing": _("This is missing."),
    "unknown_key": _("This is not known here."),
    "not_json": _("This is not valid JSON: {why}"),
    "not_a_mapping": _("This must be an object with named values."),
    "not_a_list": _("This must be a list."),
    "not_text": _("This must be text."),
    "empty_text": _("This must not be empty."),
    "long_text": _("This is too long: at most {most} characters."),
    "not_whole": _("This must be a whole number."),
    "not_bool": _("This must be yes or no."),
    "out_of_range": _("This must be from {least} to {most}."),
    "not_one_of": _("This must be one of: {choices}."),
    "not_decimal": _("This must be an amount of money above zero."),
    "not_uuid": _("This is not a UUID."),
    "not_time": _("This must be a date or a time."),
    # rows of a document
    "too_old": _("{format} was written before version 0.1 and cannot be read any more."),
    "too_new": _("{format} was written by a newer version."),
    "no_part": _("This must be an object with columns and rows."),
    "no_row": _("This must have one value for each column."),
    "no_key": _("This must be the key of a row, or a list of different ones."),
    "no_shape": _("This is not what has to be here."),
    "no_digest": _("This does not belong to the rules beside it."),
    "not_taken": "{why}",
    "not_kept": _("This has characters that cannot be shown."),
    "one_row": _("This must have exactly one row."),
    "row_twice": _("This is there twice."),
    "row_missing": _("This points to a row that is not there."),
    "row_elsewhere": _("This points to a row that belongs elsewhere."),
    "not_sound": _("The self-check says: {why}"),
    "more": _("{n} more problems."),
    # rule sets
    "unknown_rules": _("There is no published rule set named {rules}."),
    "bad_identifier": _("Only small letters, digits and hyphens, please."),
    "not_ascending": _("The numbers must increase."),
    "not_descending": _("The numbers must decrease."),
    "bracket_start": _("The first number must be {first}."),
    "bracket_end": _("The last number must be {last}."),
    "base_unclear": _("Either by difference or by a table, not both."),
    "no_game": _("No game is left."),
    "pack_players": _("{cards} cards do not fit {players} players."),
    "factor_without_game": _("This game has no factor without a Solo."),
    # the table
    "too_few_players": _("At least {least} players are needed."),
    "same_name": _("{name} is listed twice."),
    "lineup_size": _("These house rules are for {sizes} at the table, not for {size}."),
    "seat_twice": _("A person is listed twice."),
    "chain_broken": _("Decisions were changed or are missing: their chain does not hold."),
    "unknown_seat": _("Nobody sits there."),
    "unknown_number": _("Number {number} does not take part."),
    "not_at_table": _("{seat} does not sit at the table in this hand."),
    "sits_out": _("{seat} deals and sits out."),
    # what a tournament's decisions say
    "not_as_decided": _("This is not what decision {decision} says."),
    "points_not_as_decided": _("{now} points, but decision {decision} says {said}."),
    "round_not_drawn": _("No decision drew this round."),
    "not_as_drawn": _("The people at this table are not those who were drawn."),
    "table_not_zero": _("The points of this table must add up to zero, not to {sum}."),
    "void_with_points": _("This table is void, but has points."),
    # a hand
    "no_kind": _("What was played?"),
    "several_kinds": _("Only one of these is possible: {choices}."),
    "unknown_game": _("{contract} is not played by these house rules."),
    "not_under_rules": _("These house rules do not know this."),
    "no_over_solo": _("{contract} cannot be played over a Solo by these house rules."),
    "no_ouvert": _("{contract} is not played ouvert by these house rules."),
    "no_value": _("These house rules give {contract} no value. Write it down as a free entry."),
    "no_result": _("How did it go?"),
    "several_results": _("Only one result can be: {choices}."),
    "result_does_not_fit": _("This result does not go with {contract}."),
    "no_declarer": _("Who played?"),
    "points_too_many": _("That is more than the pack holds ({total})."),
    "pfeif_without_trick": _("Anyone who makes a trick has at least one card point."),
    "points_per_player": _("One number for each of the {players} players, please."),
    "points_missing": _("How many card points did {seat} take? (0 for no trick)"),
    "points_of_absent": _("{seat} did not play and has no card points."),
    "nobody_took_a_trick": _("Somebody must have taken a trick."),
    "nobody_has_most": _("Who has most?"),
    "piles_needed": _("By these house rules it depends on the card points. Please count them."),
    "points_over_pack": _("Together that is more than the pack holds ({total})."),
    "partie_undecided": _("One of the two must have {least} or more, and only one."),
    "trumps_not_allowed": _("The last trick is announced with {choices}."),
    "declarer_claims": _("Only the declarer may claim this."),
    "auction_words": _("The bidding is not written as A:fort B:solo."),
    "auction_not_possible": _("In the bidding {word} is not possible at this point."),
    "auction_not_ended": _("The bidding has not ended."),
    "auction_differs": _("The bidding ended with another player or another game."),
    "amounts_not_zero": _("The amounts must sum to zero; the difference is {sum}."),
    "same_revision": _("Number {number}, revision {revision} is listed twice."),
    "strikes_nothing": _("This takes back adjustment {place}, but its amounts are not the opposite ones."),
    # possible, but hardly true
    "few_points": _("Only {points} card points? With a trick it is at least {least}. Please count again."),
    "impossible_points": _("{points} card points are hardly possible. Please count again."),
    "raeuber_sum": _("Together that makes {sum}; it should be {least} to {most}. Please count again."),
    "partie_sum": _("Together that makes {sum}, but the pack holds {total}. Please count again."),
    "amount_not_in_tariff": _("{amount} is no amount that these house rules pay for {contract}."),
}
"""The core's codes in the words of a table; `cegoscore.scoring.problems.TEXTS` has the same codes."""

MISSING: Mapping[str, Any] = {
    "declarer": _("Who played?"),
    "made": _("Made or lost?"),
    "points": _("How many card points?"),
    "last_trick": _("Who took the last trick?"),
    "offender": _("Who was it?"),
    "why": _("What was it? A word is enough."),
}
"""Questions for fields that the core reports as missing."""


def in_language(texts: Mapping[str, str]) -> str:
    """The text of a rule set in the page's language, or as the page's own texts in German where it has none in that."""
    language = get_language() or settings.LANGUAGE_CODE
    return texts.get(language.partition("-")[0], texts[settings.LANGUAGE_CODE])


PARAMETER = re.compile(r"%\((\w+)\)s")


def in_rules(texts: Mapping[str, str], rules: HouseRules, **params: object) -> str:
    """The text in the page's language, its placeholders filled in from a rule set and `%(name)s` from the parameters.

    Both at once: what people call their games is never read for placeholders.
    """
    language = (get_language() or settings.LANGUAGE_CODE).partition("-")[0]
    parts = PARAMETER.split(in_language(texts))
    return "".join(
        str(params[part]) if number % 2 else filled(part, rules, language) for number, part in enumerate(parts)
    )


def game_label(rules: HouseRules, contract: Contract, *, over_solo: bool = False) -> str:
    """The game's name in this rule set; a Cego over a Solo is a Gegensolo everywhere."""
    if over_solo and contract is Contract.CEGO:
        return "Gegensolo"
    label = rules.labels.get(contract)
    return in_language(label) if label else LABELS[contract]


def problem_sentence(problem: Problem, names: Mapping[int, str]) -> str:
    """A problem as a sentence for the table; seats are called by their names, games by their labels."""
    if problem.code == "missing" and problem.key in MISSING:
        return str(MISSING[problem.key])
    params = dict(problem.params)
    if isinstance(seat := params.get("seat"), int):
        params["seat"] = names.get(seat, str(seat))
    if (contract := params.get("contract")) in list(Contract):
        params["contract"] = LABELS[Contract(contract)]
    if "sizes" in params:
        params["sizes"] = str(params["sizes"]).replace(" / ", gettext(" or "))
    return str(PROBLEMS[problem.code]).format(**params)
