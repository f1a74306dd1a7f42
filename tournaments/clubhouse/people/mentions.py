"""Search for a person's names in typed texts: reasons, remarks, titles. The program's own texts hold no names."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.db.models import ForeignKey, Model, Q

from cegoscore.clubs.house_rules.services import retold
from cegoscore.clubs.models import Club, Device, Grant, LogEntry, Passkey, RuleSet
from cegoscore.clubs.purging import none_of
from cegoscore.clubs.texts_inside import changed, texts_in
from cegoscore.contest.replay import PLAN
from cegoscore.outings.services import settle
from cegoscore.scoring.rules.rule_files import published_identifiers
from tournaments.clubhouse.backup.parts import PARTS, part_of
from tournaments.clubhouse.backup.scopes import rows_of
from tournaments.clubhouse.people.naming import Names
from tournaments.models import Category, Decision, Prize


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A text of a club in which a name stands, whole or a part of it."""

    model: type[Model]
    pk: Any
    column: str
    """The field of the model."""
    inside: str
    """The key inside of a JSON column; empty for a text column."""
    text: str
    is_whole: bool

    @property
    def key(self) -> str:
        """The text's key in a form: wherever it stands, it is asked about once."""
        return sha256(self.text.encode()).hexdigest()[:16]


def mentions_of(club: Club, names: Names) -> Iterator[Mention]:
    """Every text of the club in which the names, or parts of them, stand, names of clubs that joined it too."""
    for part in (club, *club.joined.all()):
        yield from _mentions_in(part, names)
    for model, pk, name in _devices_of(club):
        yield from _found(model, "name", "", [(pk, name)], names)


def _mentions_in(club: Club, names: Names) -> Iterator[Mention]:
    for part in PARTS:
        for column in part.texts:
            field = part.fields[column].name
            rows = rows_of(part, club).exclude(**{field: ""}).values_list("pk", field)
            yield from _found(part.model, field, "", rows.iterator(), names)
        for column, key in part.texts_inside:
            field = part.fields[column].name
            if part.model is RuleSet:
                rows = rows_of(part, club).exclude(identifier__in=published_identifiers())
            else:
                rows = rows_of(part, club).exclude(**{field: []}).exclude(**{field: {}})
            texts = (
                (pk, text) for pk, value in rows.values_list("pk", field).iterator() for text in texts_in(value, key)
            )
            yield from _found(part.model, field, key, texts, names)


def _found(model: type[Model], column: str, inside: str, rows: Any, names: Names) -> Iterator[Mention]:
    for pk, text in rows:
        is_whole = names.stand_in(text)
        if is_whole or names.partly_stand_in(text):
            yield Mention(model=model, pk=pk, column=column, inside=inside, text=text, is_whole=is_whole)


def take_out(club: Club, names: Names, by: str, also: Collection[str] = (), stays: Collection[str] = ()) -> None:
    """Put something else in the place of the names wherever they stand as a whole, and of their parts in `also`.

    The texts in `stays` are about somebody else.
    """
    rules: dict[Any, dict[str, str]] = defaultdict(dict)
    for mention in list(mentions_of(club, names)):
        if mention.key in also or (mention.is_whole and mention.key not in stays):
            text = names.replaced(mention.text, by, parts=not mention.is_whole)
            if mention.model is RuleSet:
                rules[mention.pk][mention.text] = text
            else:
                _write(mention, text)
    for key, texts in rules.items():
        _tell_rules_anew(club, RuleSet.objects.get(pk=key), texts)


def _devices_of(club: Club) -> Iterator[tuple[type[Model], Any, str]]:
    """Devices with a right in the club or in its log, and its passkeys: their names are typed, and in no backup."""
    clubs = [club, *club.joined.all()]
    able, noted = (model.objects.filter(club__in=clubs).values("device") for model in (Grant, LogEntry))
    devices = Device.objects.filter(Q(pk__in=able) | Q(pk__in=noted))
    for rows in (devices, Passkey.objects.filter(club__in=clubs)):
        yield from ((rows.model, pk, name) for pk, name in rows.exclude(name="").values_list("pk", "name"))


def _write(mention: Mention, said: str) -> None:
    """A reason in a sheet's history changes, too: it is the one thing there that is not about points."""
    rows = mention.model._base_manager.filter(pk=mention.pk)
    if mention.model is Decision:
        _empty(rows)
        return
    if mention.model in (Prize, Category):
        _empty_what_tells_of(mention)
    field: Any = mention.model._meta.get_field(mention.column)
    if mention.inside:
        value = rows.values_list(mention.column, flat=True).get()
        anew = changed(value, mention.inside, lambda text: said if text == mention.text else text)
        rows.update(**{mention.column: anew})
    else:
        rows.update(**{mention.column: said[: field.max_length]})


def _empty(decisions: Any) -> None:
    """The hash stays in a chain: without text and salt nobody can tell what it was made of."""
    part = part_of(Decision)
    decisions.update(**{part.fields[name].name: "" for name in (*part.texts, part.salt)})


def _empty_what_tells_of(mention: Mention) -> None:
    """A decision that has a prize or a category in words, or their digest, would prove another one."""
    tournament = mention.model._base_manager.filter(pk=mention.pk).values("tournament")
    tells = Q(what__contains=mention.text) | Q(what__contains=PLAN)
    _empty(Decision.objects.filter(tells, tournament__in=tournament))


def _tell_rules_anew(club: Club, old: RuleSet, texts: Mapping[str, str]) -> None:
    """Rule sets are addressed by their content: everything of the club that is played by it goes over to another."""
    new = retold(old, lambda text: texts.get(text, text))
    for part in PARTS:
        for field in part.fields.values():
            if part.club and isinstance(field, ForeignKey) and field.related_model is RuleSet:
                for one in (club, *club.joined.all()):
                    rows_of(part, one).filter(**{field.name: old}).update(**{field.name: new})
    settle(club.pk)
    RuleSet.objects.filter(pk=old.pk, **none_of(RuleSet)).delete()
