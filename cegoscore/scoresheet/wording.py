"""A hand in a few words, as a row of the sheet says it."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.templatetags.cego import signed
from cegoscore.clubs.wording import PROBLEMS, game_label
from cegoscore.scoresheet.errors import AllWritten, Conflict, Gap, SheetClosed, TableChanged
from cegoscore.scoring.contracts import Contract, DeadKind, PenaltyKind
from cegoscore.scoring.hands import (
    Aim,
    Amount,
    Dead,
    Dresch,
    Fault,
    Free,
    Outcome,
    Partie,
    Penalty,
    PfeifFrei,
    Points,
    Raeuber,
    Schinden,
)
from cegoscore.scoring.house_rules import HouseRules

PENALTIES = {
    PenaltyKind.MISDEAL: gettext_lazy("misdeal"),
    PenaltyKind.WRONG_DISCARD: gettext_lazy("wrong discard"),
    PenaltyKind.REVOKE: gettext_lazy("revoke"),
    PenaltyKind.OTHER: gettext_lazy("other breach"),
}
REFUSALS = {
    "name_on_sheet": gettext_lazy("{name} already stands on this sheet. Add an initial."),
    "name_in_club": gettext_lazy(
        "There is already somebody called {name}. The same person? Then put the two together."
    ),
    "too_many_late": gettext_lazy(
        "More than {most} of your hands wait for an answer already. They stay on this phone."
    ),
    "sheet_full": gettext_lazy("No more than {most} columns fit on a sheet."),
    "player_twice": gettext_lazy("Somebody would sit in two places. Everybody needs a column of their own."),
    "player_unknown": gettext_lazy("This person is no longer on the list. Please reload the page."),
    "same_person": gettext_lazy("Please choose two different names."),
    "played_together": gettext_lazy(
        "{first} and {second} have played on one sheet or in one tournament. They cannot be the same person."
    ),
    "no_room_between": gettext_lazy("There is no room left between these two hands. Put it before another one."),
    "who_agrees": gettext_lazy("Please say who you are."),
    "hands_missing": gettext_lazy("There are still {missing} hands to be written."),
    "same_player_confirms": gettext_lazy("Somebody else has to agree, not the one who handed it in."),
    "no_compulsory_round": gettext_lazy("These house rules have no Pflicht-Räuber."),
    "hands_impossible": gettext_lazy(
        "Some hands are impossible under these house rules: {hands}. Nothing was changed."
    ),
}
"""Sentences for the codes of `Refused`."""
DEADS = {DeadKind.THROWN_IN: gettext_lazy("thrown in"), DeadKind.MISDEAL: gettext_lazy("misdealt, no result")}


def title_of(outcome: Outcome, rules: HouseRules) -> str:
    """The game, or what took its place."""
    match outcome:
        case PfeifFrei():
            return game_label(rules, Contract.KLEINER_MANN)
        case Dresch():
            return game_label(rules, Contract.DRESCH)
        case Partie():
            return game_label(rules, Contract.PARTIE)
        case Penalty():
            return _("Penalty")
        case Dead():
            return _("No result")
        case Free():
            return _("Free entry")
        case Raeuber() as game:
            return game_label(rules, game.contract)
        case Points() | Amount() | Schinden() | Fault() as game:
            label = game_label(rules, game.contract, over_solo=game.over_solo)
            gegensolo = game.contract is Contract.CEGO
            return _("%(game)s over Solo") % {"game": label} if game.over_solo and not gegensolo else label
        case Aim() as game:
            label = game_label(rules, game.contract)
            return _("%(game)s ouvert") % {"game": label} if game.ouvert else label


def text_of(outcome: Outcome, names: Sequence[str]) -> str:
    """Players and result in a few words; `names` by seat."""
    match outcome:
        case Points(declarer=declarer, points=points):
            return " ".join([names[declarer], str(points) if points else _("no trick")])
        case PfeifFrei(declarer=declarer, points=points):
            return " ".join([names[declarer], _("Pfeif’ frei"), str(points) if points else _("lost")])
        case Aim(declarer=declarer, made=made):
            return " ".join([names[declarer], _("made") if made else _("lost")])
        case Amount(declarer=declarer, per_defender=amount):
            return _("%(name)s %(amount)s each") % {"name": names[declarer], "amount": signed(amount)}
        case Raeuber(card_points=piles):
            most = max(points or 0 for points in piles)
            return f"{', '.join(names[seat] for seat, points in enumerate(piles) if points == most)} {most}"
        case Dresch(last_trick=seat):
            return _("last trick: %(name)s") % {"name": names[seat]}
        case Partie(card_points=piles):
            return " : ".join(str(points) for points in piles if points is not None)
        case Schinden(culprits=culprits):
            held_back = ", ".join(names[seat] for seat in culprits)
            return _("Solo held back: %(names)s") % {"names": held_back} if culprits else _("false claim of a Solo")
        case Fault(offender=offender, eightfold=eightfold):
            text = _("fault of %(name)s, eightfold") if eightfold else _("fault of %(name)s")
            return text % {"name": names[offender]}
        case Penalty(kind=kind, offender=offender):
            return f"{names[offender]}, {PENALTIES[kind]}"
        case Dead(kind=kind):
            return str(DEADS[kind])
        case Free(why=why):
            return why


def refusal_sentence(refusal: Refused, names: Mapping[int, str]) -> str:
    """Sentence for a refusal; seats are called by their names."""
    params = dict(refusal.params)
    if isinstance(seat := params.get("seat"), int):
        params["seat"] = names.get(seat, str(seat))
    sentence = REFUSALS.get(refusal.code) or PROBLEMS[refusal.code]
    return str(sentence).format(**params)


def closed_sentence(refusal: SheetClosed) -> str:
    """The reason why a sheet took no hand."""
    if isinstance(refusal, AllWritten):
        return _("All hands of this sheet are written already. Nothing was added.")
    return _("This sheet is closed. Nothing was written.")


def conflict_sentence(conflict: Conflict, device: uuid.UUID | None) -> str:
    """The reason why a hand was not written; `device` is the one that sent it."""
    if isinstance(conflict, Gap):
        return _("A hand before this one is missing, so yours was not saved. If it is still right, tap again.")
    if isinstance(conflict, TableChanged):
        return _("The table was changed meanwhile, so your hand was not saved. If it is still right, tap again.")
    if conflict.standing and conflict.standing.device_id == device:
        return _("You have already written a hand here. If it is the same hand, leave it.")
    return _("Another phone was faster, so your hand was not saved. If it is the same hand, leave it.")
