"""A tournament as its document has it, in the form in which decisions are held against it (`contest.replay`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cegoscore.contest.replay import (
    DECIDING,
    HANDS,
    Points,
    RoundNow,
    TableNow,
    TournamentNow,
    category_digest,
    takes_by_number,
)
from tournaments.course.fixed import told

if TYPE_CHECKING:
    from tournaments.papers.reading import ReadTournament

Row = Mapping[str, Any]


def now_of(reading: ReadTournament) -> TournamentNow:
    """The tournament as its document says that it stands."""
    top, numbers = reading.top, [entrant["number"] for entrant in reading.entrants]
    settings = {name: top[name] for name in (*HANDS, *DECIDING, "held_from")} | {
        "prizes": told(_prizes(reading)),
        "categories": category_digest(_categories(reading)),
        "takes": takes_by_number((entrant["number"], entrant["takes"]) for entrant in reading.entrants),
        "finished": top["finished_at"] is not None,
        "cancelled": top["cancelled_at"] is not None,
    }
    return TournamentNow(settings=settings, rounds=tuple(_round(row, numbers) for row in reading.rounds))


def _prizes(reading: ReadTournament) -> list[tuple[str, int | None, str, str | None, str | None]]:
    rows = []
    for prize in reading.prizes:
        category = {} if prize["category"] is None else reading.categories[prize["category"]]
        rows.append((prize["kind"], prize["rank"], prize["what"], category.get("kind"), category.get("name")))
    return rows


def _categories(reading: ReadTournament) -> list[tuple[str, list[int | None]]]:
    return [
        (row["kind"], [entrant["number"] for entrant in reading.entrants if place in entrant["categories"]])
        for place, row in enumerate(reading.categories)
    ]


def _round(row: Row, numbers: Sequence[int]) -> RoundNow:
    tables = tuple(
        TableNow(
            number=table["number"],
            points=_points(sorted(table["results"], key=lambda result: result["seat"]), numbers),
            is_void=table["voided_at"] is not None,
            is_practice=table["is_practice"],
        )
        for table in row["tables"]
    )
    results = [result for place in (*row["tables"], {"results": row["without_table"]}) for result in place["results"]]
    return RoundNow(
        number=row["number"],
        state=row["state"],
        draw=row["draw"],
        tables=tables,
        without_table=_points(row["without_table"], numbers),
        penalties={str(numbers[result["entrant"]]): result["penalty"] for result in results if result["penalty"]},
    )


def _points(results: Sequence[Row], numbers: Sequence[int]) -> Points:
    return tuple((numbers[result["entrant"]], result["points"]) for result in results)
