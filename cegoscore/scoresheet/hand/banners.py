"""Banners of the sheet: sentences between totals and hands that the table should have in view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cegoscore.clubs.wording import game_label
from cegoscore.scoresheet.ledger.customs import Customs
from cegoscore.scoresheet.ledger.ledger_rows import LAST, Sent
from cegoscore.scoresheet.models import Hand
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.house_rules import HouseRules

LATELY = timedelta(minutes=15)
"""Not longer than this before the last one, two phones are two who write."""


def banners_of(customs: Customs, rows: Sequence[Hand], names: Mapping[int, str], rules: HouseRules) -> tuple[str, ...]:
    """Sentences, the most pressing first; none on most evenings."""
    return (*_round(customs, rules), *_stake(customs), *_gstiess(customs, names), *_phones(rows))


def _round(customs: Customs, rules: HouseRules) -> Iterator[str]:
    if customs.round_left:
        sentence = ngettext("%(game)s: %(left)s hand left", "%(game)s: %(left)s hands left", customs.round_left)
        yield sentence % {"game": game_label(rules, Contract.PFLICHT_RAEUBER), "left": customs.round_left}


def _stake(customs: Customs) -> Iterator[str]:
    if customs.stake_factor > 1:
        yield times_sentence(customs.stake_factor)


def times_sentence(factor: int) -> str:
    """From now on everything counts more."""
    words = {2: _("From now on everything counts double"), 10: _("From now on everything counts tenfold")}
    return words.get(factor) or _("From now on everything counts %(times)s times") % {"times": factor}


def _gstiess(customs: Customs, names: Mapping[int, str]) -> Iterator[str]:
    state = customs.gstiess
    if state is None:
        return
    if state.holder is None:
        yield _watch(customs)
        return
    name = {"name": names[state.holder]}
    if state.left is None:
        yield _("Der Gstieß gibt ab: %(name)s held it, but deals no more") % name
    elif state.left == 0:
        yield _("Der Gstieß gibt ab: that was the last hand")
    elif state.left == 1:
        yield _("Der Gstieß gibt ab: %(name)s deals, and this is the last hand") % name
    else:
        sentence = ngettext(
            "Der Gstieß gibt ab: %(left)s hand left, %(name)s deals the last one",
            "Der Gstieß gibt ab: %(left)s hands left, %(name)s deals the last one",
            state.left,
        )
        yield sentence % (name | {"left": state.left})


def _watch(customs: Customs) -> str:
    if customs.watched_shown is None:
        return _("Der Gstieß gibt ab: look who holds it in this hand")
    return _("Der Gstieß gibt ab: who held it in hand %(number)s?") % {"number": customs.watched_shown}


def _phones(rows: Sequence[Hand]) -> Iterator[str]:
    """Two phones that write in turns are worth a word: one of them may do so by mistake."""
    if write_in_turns((row.written_at, row.pk, row.device_id) for row in rows):
        yield _("More than one phone writes on this sheet")


def write_in_turns(sent: Iterable[Sent]) -> bool:
    """Tell whether the newest of these rows came from several phones."""
    last = sorted(sent, key=lambda row: row[:2])[-LAST:]
    phones = {device for at, _key, device in last if device and at > last[-1][0] - LATELY}
    return len(phones) > 1
