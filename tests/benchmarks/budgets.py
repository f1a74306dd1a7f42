"""Everything that is measured: in words, its budget, how it is measured, and what a figure means where people play.

`docs/scale.md` shows it beside the figures of the last run: `python -m tools.scale`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tests.benchmarks.pages_of_200 import PAGES
from tests.databases import DATABASES


@dataclass(frozen=True, slots=True)
class Budget:
    """Amount that something may cost at most, in its group's unit; on PostgreSQL another amount, if one is said."""

    what: str
    most: float
    on_postgres: float | None = None
    means: str = ""
    """In other words; `{}` is the cost that was measured, in milliseconds if nothing else stands there."""

    def most_on(self, database: str) -> float:
        """The budget on this database."""
        return self.most if self.on_postgres is None or database != "postgres" else self.on_postgres


@dataclass(frozen=True, slots=True)
class Group:
    """Budgets that one test module holds."""

    title: str
    how: str
    budgets: Mapping[str, Budget]
    databases: tuple[str, ...] = DATABASES
    """Those on which it is measured; what needs no database counts as SQLite."""


SQLITE = ("sqlite",)
CORE = "{} ms of a core"

REQUESTS = {
    "poll": Budget("a question to the bell that finds nothing new", 1.5),
    "sheet": Budget("the sheet's page with 24 hands, compressed", 16, 18, f"opening it takes {CORE}"),
}
RECORDING = {
    "record": Budget("a hand as the page's script sends it", 2.2, 3.0, f"writing it takes {CORE}"),
}
DEAR = {"all_totals": 45.0, "settings": 45.0, "table": 20.0, "typed_table": 20.0, "table_changes": 20.0}
"""Pages with a budget of their own: the totals of fifty tables, every setting with its help, a single table."""
DESK = {
    name: Budget(f"{name.replace('_', ' ')}: `{path}`", DEAR.get(name, 40), None, CORE) for name, path in PAGES.items()
}
HALLS = {"table": Budget("a table's page in a hall of 200, against one of eight", 1.3)}
STANDINGS = {
    "crowd": Budget("standings for a crowd, against five bytes", 1.5, None, f"one look takes {CORE}"),
    "fresh": Budget("standings made anew, against a bare query, sort and render", 1.2, None, CORE),
    "home": Budget("the hall's page once made, against making it", 0.2, None, CORE),
    "mine": Budget("somebody's place in the hall once made, against making it", 0.2, None, CORE),
    "desk_look": Budget("the desk's look that finds nothing new, against a sheet's", 2, None, CORE),
}
GROWTH = {
    "start": Budget("start page", 1.5, None, CORE),
    "evenings": Budget("list of evenings", 1.5, None, CORE),
    "search": Budget("search", 1.5, None, CORE),
    "club": Budget("club", 1.5, None, CORE),
    "people": Budget("people", 1.5, None, CORE),
    "player": Budget("a player", 1.5, None, CORE),
    "records": Budget("records of tournaments", 1.5, None, CORE),
    "records_of_evenings": Budget("records of evenings", 1.5, None, CORE),
    "records_of_hands": Budget("records of hands", 1.5, None, CORE),
    "sheet": Budget("the newest sheet", 1.5, None, CORE),
    "end_newest": Budget("the newest evening opened and ended again", 1.5, None, CORE),
    "end_oldest": Budget("the oldest evening opened and ended again", 1.5, None, CORE),
    "first_player": Budget("a player, first look after the oldest evening changed", 1.5, None, CORE),
    "first_records_of_evenings": Budget("records of evenings, such a first look", 1.5, None, CORE),
    "first_records_of_hands": Budget("records of hands, such a first look", 1.5, None, CORE),
}
SEASONS = {
    "table": Budget("a season's table", 2, None, CORE),
    "player": Budget("a player", 2, None, CORE),
    "records": Budget("a club's records", 2, None, CORE),
}
FRIDAY = {
    "hand": Budget(
        "one hand at a table with four phones: one POST, a look of each of the others, the bells, no page",
        *(100, None, "all processes together compute {} ms for it"),
    ),
}
WAITING = {
    "process": Budget("a process that holds questions: milliseconds of a core a minute", 300),
    "view": Budget("each held view besides: milliseconds a minute", 3),
    "view_beside_writing": Budget("the same while a thousand tables write", 30),
    "memory": Budget("memory of a held view, in kB", 100),
}
FRONT = {
    "hello": Budget("a bare view", 1.5),
    "write": Budget("a bare write", 1.5),
    "record": Budget("a hand by a form", 1.5),
    "look": Budget("an unchanged look", 1.5),
    "page": Budget("the sheet's page", 1.5),
}
SEEN = {
    "median": Budget("a hand written elsewhere is seen in a view after it, half of the times", 0.3),
    "most": Budget("the same, each time", 1),
}
VIEWS = {
    "beside": Budget("a hand while 200 views follow 50 tables, against alone", 1.5, None, "it is there after {} ms")
}
CLIENTS = (16, 64, 256)
RUSH_WRITES = {f"{clients}": Budget(f"{clients} clients", 2.5, None, "{} hands a second") for clients in CLIENTS}
RUSH_WAITS = {f"{clients}": Budget(f"{clients} clients", 1, None, "the slowest one {} ms") for clients in CLIENTS}
STREAMS = {act: Budget(act, 16) for act in ("backup of a club", "export", "import", "self-check")}
ALONE = {
    "restore": Budget("restoring a club, against version 0.1.0's code", 1),
    "draw": Budget("a third round of 200 with 50 wishes, against a shuffle", 120, None, "a draw takes {} ms"),
    "outlook": Budget("who can still win among 250, against 10,000 values of erf", 15, None, "{} ms"),
    "paper": Budget("fifty table cards, against drawing fifty QR codes", 3, None, "the page takes {} ms"),
    "payments": Budget("paying a hand, against a bare call", 25, None, "{} hands a second are paid"),
}

HELLO = "Unit: an answer of five bytes by the same process."
THREE = "The median of three processes, in brackets the lowest and the highest."
GROUPS = {
    "requests": Group("Sheets", f"{HELLO} {THREE}", REQUESTS),
    "recording": Group(
        "Recording", f"Unit: one INSERT and a template of one row, behind the same middleware. {THREE}", RECORDING
    ),
    "desk": Group("Pages with 200 people", f"{HELLO} {THREE}", DESK),
    "halls": Group("Halls", f"Ratio. {THREE}", HALLS),
    "standings": Group("Standings of 200 people", f"Ratio. {THREE}", STANDINGS, SQLITE),
    "growth": Group(
        "1,000 evenings, against ten",
        f"Ratio, of a circle of seven in one database; what the database computes counts. {THREE}",
        GROWTH,
    ),
    "seasons": Group(
        "Ten seasons with 900,000 scores, against bare views of the same rows", f"Ratio of time. {THREE}", SEASONS
    ),
    "friday": Group("A Friday evening", "Unit: an answer of five bytes by the same server. One run.", FRIDAY),
    "waiting": Group(
        "Waiting",
        "What one process computes with the database, with 4 views held and with 4,000 of a thousand tables; a question"
        " is asked again after 54 seconds on average. One run.",
        WAITING,
    ),
    "front": Group(
        "The front, against a server without one", "Ratio, medians of seven rounds in turns.", FRONT, SQLITE
    ),
    "seen": Group(
        "Following", "Seconds, of fifteen hands in each of seven kinds of view; the slowest kind.", SEEN, SQLITE
    ),
    "views": Group("A hall that looks on", "Ratio of medians of a hundred hands. One run, two processes.", VIEWS),
    "rush_writes": Group(
        "Clients that write as fast as they can, against as many that do bare writes",
        "Bare writes in the time of a hand (2.5 are 0.4 of their number); half a minute for each number of clients. One"
        " run, two processes.",
        RUSH_WRITES,
    ),
    "rush_waits": Group(
        "How long they wait",
        "Seconds until 99 of 100 hands are answered, in that run. 256 clients that each write again at once wait 256"
        " hands long: a second on average where 256 hands a second are written.",
        RUSH_WAITS,
    ),
    "slowest": Group(
        "The slowest hands",
        "The slowest hundredth, against that of bare writes, in that run.",
        {"16": Budget("16 clients", 2)},
    ),
    "streams": Group(
        "Memory of what works in a stream",
        "Megabytes at most, nine tournaments of 60 players. One run.",
        STREAMS,
        SQLITE,
    ),
    "alone": Group("Single calculations", "Ratio within one process, the best of some runs.", ALONE, SQLITE),
}
