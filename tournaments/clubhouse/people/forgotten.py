"""Forgotten names: who was erased or shortened, by UUID, in the database and on lists beside backups."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from uuid import UUID

from django.db import connection
from django.db.models import Exists, OuterRef

from cegoscore.clubs.models import Club, ForgottenName, LogEntry, LogKind, NameState, Player
from cegoscore.clubs.people import initials_of
from tournaments.clubhouse.people.services import erase_person, forget, shorten_person

KEPT = ("state", "at")
SHORTENED = LogEntry.objects.filter(club=OuterRef("club"), kind=LogKind.SHORTENED, after=OuterRef("name"))


def forgotten_people() -> dict[str, str]:
    """Moment and kind of what happened last to each name that was to go, by the person's UUID."""
    _note_those_of_before()
    rows = ForgottenName.objects.values_list("pk", "at", "state").iterator()
    return {str(key): f"{at.astimezone(UTC).replace(tzinfo=None).isoformat()} {state}" for key, at, state in rows}


def _note_those_of_before() -> None:
    """Note whom a version erased or shortened that noted it in the log only: the spelling alone is no proof."""
    noted = ForgottenName.objects.filter(pk=OuterRef("uuid"))
    unnoted = Player.objects.filter(~Exists(noted))
    forget(list(unnoted.filter(name="")), NameState.ERASED)
    shortened = unnoted.exclude(name="").filter(Exists(SHORTENED))
    forget([player for player in shortened if player.name == initials_of(player.name)], NameState.SHORTENED)


def forget_people_again(wanted: Mapping[str, str]) -> int:
    """Erase or shorten again whoever has come back, and note all that is listed; how many came back."""
    ForgottenName.objects.bulk_create(
        [_listed(key, happened) for key, happened in wanted.items()],
        update_conflicts=True,
        unique_fields=("id",),
        update_fields=KEPT,
    )
    return hush(map(UUID, wanted))


def _listed(key: str, happened: str) -> ForgottenName:
    moment, _, state = happened.partition(" ")
    return ForgottenName(pk=UUID(key), state=state, at=datetime.fromisoformat(moment).replace(tzinfo=UTC))


AT_ONCE = 500


def hush(keys: Iterable[UUID]) -> int:
    """Erase or shorten those of these people who stand there by a name though it was to go; how many there were."""
    states = dict(ForgottenName.objects.exclude(state=NameState.NAMED).values_list("pk", "state"))
    left = [key for key in keys if key in states]
    batches = (left[start : start + AT_ONCE] for start in range(0, len(left), AT_ONCE))
    living = [player for some in batches for player in Player.objects.exclude(name="").filter(uuid__in=some)]
    living.sort(key=lambda player: player.merged_into_id is not None)  # a person goes with all rows that are there
    return sum(_hush(player, erased=states[player.uuid] == NameState.ERASED) for player in living)


def _hush(player: Player, *, erased: bool) -> bool:
    """True unless it is done already: several rows may be one person."""
    player.refresh_from_db(fields=("name",))
    if player.name == ("" if erased else initials_of(player.name)):
        return False
    (erase_person if erased else shorten_person)(player)
    return True


# Lists of versions that knew people by club and row


def rows_of_before() -> dict[str, str]:
    """Nothing or initials, by club and row, of everybody erased in a database that has no UUIDs yet; else nobody."""
    if _has_uuids():
        return {}
    rows = Player.objects.values_list("club", "pk", "name")
    shortened = rows.exclude(name="").filter(Exists(SHORTENED))
    forgotten = (*rows.filter(name=""), *(row for row in shortened if row[2] == initials_of(row[2])))
    return {f"{club}/{row}": name for club, row, name in forgotten}


def rows_with_uuid(listed: Mapping[str, str]) -> list[str]:
    """Entries of such a list about rows that are here with a UUID: `forgotten_people` knows better."""
    if not listed or not _has_uuids():
        return []
    here = set(map(str, Player.objects.values_list("pk", flat=True)))
    return [key for key in listed if key.rpartition("/")[2] in here]


def _has_uuids() -> bool:
    table = Player._meta.db_table
    with connection.cursor() as cursor:
        return "uuid" in {column.name for column in connection.introspection.get_table_description(cursor, table)}


def erase_rows_again(wanted: Mapping[str, str]) -> int:
    """Erase or shorten whoever such a list means; how many those were. A row of another server's club is nobody's."""
    clubs = set(map(str, Club.with_hidden.values_list("pk", flat=True)))
    keys = {key: key.partition("/") for key in wanted}
    names = {row: wanted[key] for key, (club, _, row) in keys.items() if club in clubs}
    living = [player for player in Player.objects.exclude(name="").iterator() if str(player.pk) in names]
    meant = [(player, names[str(player.pk)]) for player in living]
    return sum(_hush(player, erased=not name) for player, name in meant if name in ("", initials_of(player.name)))
