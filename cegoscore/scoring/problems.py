"""Problems of an input as values: all of them at once, to be shown in any language.

A `Problem` carries a code and its parameters. The English text stands here; the apps translate the same codes
(a test holds the two lists equal), so that no sentence is written into a rule.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

TEXTS: Mapping[str, str] = {
    # shape of the data
    "missing": "is missing",
    "unknown_key": "is not known here",
    "not_json": "is not valid JSON: {why}",
    "not_a_mapping": "must be an object with named values",
    "not_a_list": "must be a list",
    "not_text": "must be text",
    "empty_text": "must not be empty",
    "long_text": "must not be longer than {most} characters",
    "not_whole": "must be a whole number",
    "not_bool": "must be true or false",
    "out_of_range": "must be from {least} to {most}",
    "not_one_of": "must be one of: {choices}",
    "not_decimal": "must be a positive decimal number written as text",
    "not_uuid": "must be a UUID",
    "not_time": "must be a date or a time as in 2026-11-21T20:15:00",
    # rows of a document
    "too_old": "{format} was written before version 0.1; such a document cannot be read",
    "too_new": "{format} was written by a newer version",
    "no_part": "must be an object with columns and rows",
    "no_row": "must have one value for each column",
    "no_key": "must be the key of a row, or a list of different ones",
    "no_shape": "does not look as it must",
    "no_digest": "does not belong to the document",
    "not_taken": "{why}",
    "not_kept": "has characters that are none",
    "one_row": "must have one row",
    "row_twice": "stands here twice",
    "row_missing": "points to no row",
    "row_elsewhere": "points to a row that belongs elsewhere",
    "not_sound": "{why}",
    "more": "and {n} more problems",
    # rule sets
    "unknown_rules": "{rules} is not a published rule set",
    "bad_identifier": "may only hold small letters, digits and hyphens",
    "not_ascending": "must rise from number to number",
    "not_descending": "must fall from number to number",
    "bracket_start": "must start with {first}",
    "bracket_end": "must end with {last}",
    "base_unclear": "needs either a base by difference or brackets, not both and not neither",
    "no_game": "has no game at all",
    "pack_players": "{cards} cards do not go with {players} players",
    "factor_without_game": "has no factor of its own without a Solo",
    # the table
    "too_few_players": "needs at least {least} players",
    "same_name": "{name} stands here twice",
    "lineup_size": "this rule set takes {sizes} at the table, not {size}",
    "seat_twice": "a seat stands here twice",
    "chain_broken": "the chain of decisions does not hold: {why}",
    "unknown_seat": "there is no seat {seat}",
    "unknown_number": "number {number} does not take part",
    "not_at_table": "seat {seat} is not in the line-up",
    "sits_out": "seat {seat} deals and sits out",
    # what a tournament's decisions say
    "not_as_decided": "is not what decision {decision} says",
    "points_not_as_decided": "{now} points, but decision {decision} says {said}",
    "round_not_drawn": "no decision drew this round",
    "not_as_drawn": "others sit here than were drawn",
    "table_not_zero": "the points must sum to zero, not to {sum}",
    "void_with_points": "is void, and has points",
    # a hand
    "no_kind": "must have one of: {choices}",
    "several_kinds": "must have only one of: {choices}",
    "unknown_game": "{contract} is not played under this rule set",
    "not_under_rules": "is not part of this rule set",
    "no_over_solo": "{contract} cannot be played over a Solo under this rule set",
    "no_ouvert": "{contract} is not played ouvert under this rule set",
    "no_value": "the rule set leaves the value of {contract} to the house: give per_defender",
    "no_result": "needs a result: {choices}",
    "several_results": "must have only one result of: {choices}",
    "result_does_not_fit": "does not go with {contract}",
    "no_declarer": "needs a declarer",
    "points_too_many": "that is more than the pack holds ({total})",
    "pfeif_without_trick": "whoever made a trick has at least one card point",
    "points_per_player": "needs one entry for each of {players} players",
    "points_missing": "seat {seat} played and needs card points (0 for no trick)",
    "points_of_absent": "seat {seat} did not play and gets null",
    "nobody_took_a_trick": "somebody must have taken a trick",
    "nobody_has_most": "somebody must have most card points",
    "piles_needed": "under this rule set the amount depends on the card points: give card_points",
    "points_over_pack": "the card points together are more than the pack holds ({total})",
    "partie_undecided": "one of the two must have {least} or more, and only one",
    "trumps_not_allowed": "the last trick is announced with {choices}",
    "declarer_claims": "under this rule set only the declarer may claim",
    "auction_words": "must hold words with their seats, as A:fort B:solo",
    "auction_not_possible": "{word} is not possible here; possible: {possible}",
    "auction_not_ended": "has not ended: it is the turn of {turn}",
    "auction_differs": "ends with {words}, and with another declarer or game than the hand",
    "amounts_not_zero": "the amounts must sum to zero, not to {sum}",
    "same_revision": "number {number}, revision {revision} stands here twice",
    "strikes_nothing": "takes back exactly one earlier adjustment, amount by amount; number {place} is none",
    # possible, but hardly true
    "few_points": "with a trick, {points} card points are hardly possible (at least {least})",
    "impossible_points": "{points} card points can hardly be: nobody can have just the rest",
    "raeuber_sum": "the piles together make {sum}; all tricks make {least} to {most}",
    "partie_sum": "the two piles make {sum}, but the pack holds {total}",
    "amount_not_in_tariff": "{amount} is no amount that this rule set pays for {contract}",
}

FILE_TEXTS: Mapping[str, str] = {
    "not_toml": "is not valid TOML: {why}",
    "no_status": "has no status and no place in a source ([[cited]])",
    "cites_nothing": "is cited, but the file has no such value",
    "unbound": "has {word} outside of a placeholder",
    "other_subjects": "does not name {names} as the other language does",
}
"""Problems of the published rule files. Only developers read them: no page shows them, and they are not translated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing wrong (or hardly right) with an input.

    `hand` counts the deals of a document from 1, `key` is the path of the value inside it (`hands`, `declarer`,
    `normal.factors.cego`); either may be empty. `params` are the values that the text names.
    """

    code: str
    key: str = ""
    hand: int | None = None
    params: tuple[tuple[str, int | str], ...] = ()

    @property
    def message(self) -> str:
        """The English sentence without its place."""
        return (TEXTS.get(self.code) or FILE_TEXTS[self.code]).format(**dict(self.params))

    @property
    def place(self) -> str:
        """Place of the problem: `hand 3: points`, empty for the whole."""
        parts = [f"hand {self.hand}"] if self.hand is not None else []
        return ": ".join([*parts, *([self.key] if self.key else [])])

    @property
    def text(self) -> str:
        """One line for `score` and for developers."""
        return f"{self.place}: {self.message}" if self.place else self.message


def problem(code: str, key: str, **params: int | str) -> Problem:
    """A problem with the value under `key`."""
    return Problem(code=code, key=key, params=tuple(params.items()))


class InvalidInput(ValueError):
    """Raised where an input cannot be used.

    `problems` is everything that is wrong with it. The message has a line for each, which begins with the name of the
    `file`, if it is one.
    """

    def __init__(self, problems: Iterable[Problem], *, file: str = "") -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(f"{file}: {problem.text}" if file else problem.text for problem in self.problems))
