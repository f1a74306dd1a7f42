"""Decisions of a tournament as a chain (`contest.chain`): a link for each new one, and chains for files of 0.1."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from cegoscore.contest import chain

if TYPE_CHECKING:
    from tournaments.models import Decision, Tournament


def decision_of(row: Decision) -> chain.ChainedDecision:
    """The row as the chain sees it."""
    return chain.ChainedDecision(
        number=row.number or 0,
        kind=row.kind,
        by=row.by,
        at=row.at,
        data=row.data,
        reason=row.reason_hash,
        hash=row.hash,
    )


def free_text_of(row: Decision) -> chain.FreeText:
    """The row's free text, which is no part of the chain itself."""
    return chain.FreeText(salt=row.salt, texts=(row.why, row.what))


def link_behind(before: Decision | None, row: Decision) -> None:
    """Make an unsaved row the next link of the chain that ends with `before`."""
    row.number = (before.number or 0) + 1 if before else 1
    row.salt = secrets.token_hex(16) if row.why or row.what else ""
    row.reason_hash = free_text_of(row).hash
    row.hash = chain.hash_of(decision_of(row), before.hash if before else "")


def chain_up(rows: Sequence[Any], before: Decision | None = None) -> None:
    """Chain decisions of version 0.1, in their order: their data gets the round, and people leave it for columns."""
    for row in rows:
        data = dict(row.data)
        for key in ("left", "came"):
            setattr(row, f"{key}_id", data.pop(key, None) or getattr(row, f"{key}_id"))
        row.data = data if row.round is None else data | {"round": row.round.number}
        link_behind(before, row)
        before = row


def head_of(tournament: Tournament) -> Decision | None:
    """The last link of the chain."""
    return tournament.decisions.exclude(number=None).order_by("-number").first()


def mark_of_chain(tournament: Tournament) -> str:
    """The mark of the chain's head, as papers and pages show it; empty before the first decision."""
    head = head_of(tournament)
    return chain.mark_of(head.hash) if head else ""


def chain_unnumbered(tournament: Tournament) -> None:
    """Chain the decisions that came from a file of version 0.1."""
    rows = list(tournament.decisions.filter(number=None).select_related("round").order_by("at", "pk"))
    chain_up(rows, head_of(tournament))
    columns = ["number", "salt", "reason_hash", "data", "left", "came", "hash"]
    tournament.decisions.model.objects.bulk_update(rows, columns)


def faults_of_chain(tournament: Tournament) -> Iterator[str]:
    """Faults of the chain: decisions missing, changed, or without a place in it."""
    rows = list(tournament.decisions.order_by("number", "at", "pk"))
    if any(row.number is None for row in rows):
        yield "a decision stands in no chain"
        return
    yield from chain.faults_of((decision_of(row), free_text_of(row)) for row in rows)
