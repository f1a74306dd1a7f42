"""What a club consists of: every model with the way from its rows to their club, parents before children.

Columns are found by introspection; what has to be said about a new model is one `Part`. A test fails for a model that
is neither a part nor left out on purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import AutoField, Field, ForeignKey, ManyToManyField, Model, Q, QuerySet

from cegoscore.clubs.models import Club, Device, FailedGuess, Grant, HouseRuleSet, Link, Player, RuleSet
from cegoscore.scoresheet.models import Adjustment, Hand, Note, Score, Seat, Session
from tournaments.models import Apart, Category, Decision, Entrant, Prize, Result, Round, Table, Tournament
from tournaments.seasons.models import DrawnPlace, FixedPoints, Season, SeasonDecision, SeasonEvent

Check = Callable[[Any], bool]


def whole_numbers(value: Any) -> bool:
    """A list of whole numbers."""
    return isinstance(value, list) and all(type(each) is int for each in value)


def texts(value: Any) -> bool:
    """A list of texts."""
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def pairs_of_texts(value: Any) -> bool:
    """A list of pairs of texts."""
    return isinstance(value, list) and all(texts(each) and len(each) == 2 for each in value)


def an_object(value: Any) -> bool:
    """An object."""
    return isinstance(value, dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """The rows of one model that belong to a club."""

    model: type[Model]
    club: str = ""
    """The lookup from a row to the key of its club; empty for rows that clubs share."""
    order: str = "pk"
    texts: tuple[str, ...] = ()
    """Columns with free text: a name typed there goes when the person is erased."""
    words: tuple[str, ...] = ()
    """Columns with text that is nobody's: words of the program, names of things."""
    texts_inside: tuple[tuple[str, str], ...] = ()
    """Free text inside of JSON: the column, and the key at its top."""
    keys_inside: tuple[tuple[str, str, type[Model]], ...] = ()
    """Rows' keys inside of JSON: the column, the key at its top, and whose key it is."""
    shapes: tuple[tuple[str, Check], ...] = ()
    """What JSON columns must look like for the program to read them."""

    @property
    def name(self) -> str:
        """What it is called in the document."""
        return self.model._meta.label_lower

    @property
    def fields(self) -> tuple[Field[Any, Any], ...]:
        """All columns but a counted primary key, which is the row's place in the document."""
        own = [field for field in self.model._meta.concrete_fields if not isinstance(field, AutoField)]
        return (*own, *self.model._meta.many_to_many)

    @property
    def is_counted(self) -> bool:
        """Whether its rows are called by their place in the document; the others have a UUID that they keep."""
        return isinstance(self.model._meta.pk, AutoField)


PARTS = (
    Part(model=RuleSet, order="digest", words=("digest", "identifier"), shapes=(("document", an_object),)),
    Part(model=Club, club="pk", texts=("name",)),
    Part(model=Player, club="club", words=("name", "village")),
    Part(model=HouseRuleSet, club="club", texts=("name",), words=("copied_from",)),
    Part(model=Session, club="club", texts=("title",), words=("currency",), shapes=(("lineup", whole_numbers),)),
    Part(model=Seat, club="session__club"),
    Part(
        model=Hand,
        club="session__club",
        texts=("why", "by"),
        words=("game",),
        texts_inside=(("outcome", "why"),),
        shapes=(("lineup", whole_numbers), ("outcome", an_object)),
    ),
    Part(model=Score, club="hand__session__club"),
    Part(model=Adjustment, club="session__club", texts=("why",), shapes=(("amounts", whole_numbers),)),
    Part(model=Note, club="session__club", texts=("why",)),
    Part(
        model=Tournament,
        club="club",
        texts=("name", "venue", "small_note"),
        words=("currency",),
        shapes=(("tie_breaks", texts),),
    ),
    Part(model=Category, club="tournament__club", words=("name",)),
    Part(model=Prize, club="tournament__club", texts=("what",)),
    Part(model=Entrant, club="tournament__club"),
    Part(model=Apart, club="tournament__club"),
    Part(model=Round, club="tournament__club", shapes=(("draw", an_object),)),
    Part(model=Table, club="round__tournament__club"),
    Part(model=Result, club="round__tournament__club"),
    Part(
        model=Decision,
        club="tournament__club",
        texts=("why",),
        keys_inside=(("data", "left", Player), ("data", "came", Player)),
        shapes=(("data", an_object),),
    ),
    Part(
        model=Season,
        club="club",
        texts=("name",),
        shapes=(("rank_points", whole_numbers), ("tie_breaks", texts), ("categories", pairs_of_texts)),
    ),
    Part(model=SeasonEvent, club="season__club"),
    Part(model=FixedPoints, club="event__season__club"),
    Part(model=SeasonDecision, club="season__club", texts=("why",), shapes=(("data", an_object),)),
    Part(model=DrawnPlace, club="decision__season__club"),
)

LEFT_OUT: dict[type[Model], str] = {
    Device: "somebody's phone: it becomes a new one without any right, so that hands keep saying A, B, C",
    Link: "opens doors here, and its secret hangs on this server's key",
    Grant: "what somebody's phone may do here",
    FailedGuess: "is about addresses, not about a club",
}
"""Models whose rows never leave the server."""


def part_of(model: type[Model]) -> Part:
    """The part with the rows of a model."""
    return next(part for part in PARTS if part.model is model)


def rows_of(part: Part, club: Club) -> QuerySet[Any]:
    """The club's rows, in the order of the document."""
    rows = part.model._base_manager.order_by(part.order)
    return rows.filter(**{part.club: club.pk}) if part.club else rows.filter(_used_by(part, club))


def _used_by(part: Part, club: Club) -> Q:
    """Shared rows that some row of the club points to."""
    used = Q(pk__in=())
    for other in PARTS:
        for field in other.fields:
            if isinstance(field, ForeignKey) and field.related_model is part.model:
                used |= Q(pk__in=rows_of(other, club).order_by().values(field.name))
    return used


def relations_of(part: Part) -> Iterator[ForeignKey[Any, Any] | ManyToManyField[Any, Any]]:
    """The columns that point to other rows."""
    return (field for field in part.fields if isinstance(field, ForeignKey | ManyToManyField))


def comes_later(part: Part, field: Field[Any, Any]) -> bool:
    """Whether a column points to rows of its own part or of a later one: it is filled in when those are there."""
    order = [each.model for each in PARTS]
    return field.related_model in order[order.index(part.model) :]
