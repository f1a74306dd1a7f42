"""The end of a tournament or of a season, computed by a stranger from a document alone.

It imports nothing of the app, and nothing but the standard library: all that it knows stands in `docs/formats/club.md`
and `docs/contest.md`. Run as `python stranger.py < document`, it prints what it found as JSON.
"""

import json
import sys
from hashlib import sha256
from struct import unpack
from typing import Any

DRAWN = ("card", "lot")


def digest(content: Any) -> Any:
    """SHA-256 of a value as JSON."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()


def mark(hexadecimal: Any) -> Any:
    """The first 80 bits in sixteen letters."""
    bits = f"{int(hexadecimal[:20], 16):080b}"
    letters = ["23456789ABCDEFGHJKLMNPQRSTUVWXYZ"[int(bits[at : at + 5], 2)] for at in range(0, 80, 5)]
    return " ".join("".join(letters[at : at + 4]) for at in range(0, 16, 4))


def table(document: Any, part: Any) -> Any:
    """The rows of a part, each with a name for every value."""
    there = document.get(part, {"columns": [], "rows": []})
    return [dict(zip(there["columns"], row, strict=True)) for row in there["rows"]]


# The chain


def chain_holds(decisions: Any) -> Any:
    """True if every decision carries the hash of itself and the one before."""
    before = ""
    for place, row in enumerate(decisions, 1):
        at = (
            row["at"]
            if "." in row["at"]
            else row["at"].replace("+00:00", ".000000+00:00").replace("Z", ".000000+00:00")
        )
        named = {key: row[key] for key in ("number", "kind", "by", "data", "reason")}
        if row["number"] != place or row["hash"] != digest(named | {"at": at, "before": before}):
            return False
        if row["salt"] and row["reason"] != digest([row["salt"], row["why"], row["what"]]):
            return False
        before = row["hash"]
    return True


# A tournament


def sums(document: Any, entrants: Any) -> Any:
    """Points by number and round, and won games by number (None if nobody knows)."""
    points: dict[Any, Any] = {}
    games: dict[Any, Any] = {}
    rounds = dict(enumerate(table(document, "rounds"), 1))
    for row in table(document, "results"):
        number, at = entrants[row["entrant"] - 1]["number"], rounds[row["round"]]
        if number is None or not row["counts"] or at["state"] == "drawn":
            continue
        is_void = row["source"] == "void"
        points.setdefault(number, {})[at["number"]] = (0 if is_void else row["points"]) - row["penalty"]
        won = 0 if is_void else row["games_won"]
        known = games.get(number, 0)
        games[number] = None if won is None or known is None else known + won
    return points, games


def separated(group: Any, tie_breaks: Any, value: Any) -> Any:
    """Groups of those who stay level; of each the better part first."""
    if len(group) == 1 or not tie_breaks:
        return [group]
    values = value(group, tie_breaks[0])
    if values is None or len(set(values.values())) == 1:
        return separated(group, tie_breaks[1:], value)
    parts = [[one for one in group if values[one] == there] for there in sorted(set(values.values()), reverse=True)]
    return [deeper for part in parts for deeper in separated(part, tie_breaks[1:], value)]


def in_force(tie_breaks: Any) -> Any:
    """Tie-breaks that are counted up to the first drawing, and all drawings."""
    first = next((at for at, name in enumerate(tie_breaks) if name in DRAWN), len(tie_breaks))
    return tie_breaks[:first] + [name for name in tie_breaks[first:] if name in DRAWN]


def ranks_of(groups: Any) -> Any:
    """Pairs of rank and number."""
    ranked: list[Any] = []
    for group in groups:
        rank = len(ranked) + 1
        ranked += [(rank, number) for number in sorted(group)]
    return ranked


class Tournament:
    """The tournament of a document."""

    def __init__(self, document: Any) -> None:
        self.document = document
        (self.top,) = table(document, "tournaments")
        self.entrants = table(document, "entrants")
        self.decisions = sorted(table(document, "decisions"), key=lambda row: row["number"])
        self.points, self.games = sums(document, self.entrants)
        self.shares = {row["number"]: self.share(row) for row in self.entrants if row["number"]}
        self.total = {number: sum(by_round.values()) for number, by_round in self.points.items()}
        self.last = max((at for by_round in self.points.values() for at in by_round), default=0)
        self.inside = [number for number in sorted(self.points) if self.shares[number] != "nothing"]
        self.tie_breaks = in_force(self.top["tie_breaks"])
        self.ranked = ranks_of(self.groups(self.inside))
        self.places = {number: place for place, (_rank, number) in enumerate(self.ranked)}

    def share(self, entrant: Any) -> Any:
        """Their share in prizes and ranking."""
        went = self.top["prizes_for_present"] and entrant["status"] == "withdrawn"
        return "gone" if went and entrant["takes"] == "prizes" else entrant["takes"]

    def value(self, group: Any, tie_break: Any) -> Any:
        """The values that separate a group, more is better; None if they are not known of all."""
        if tie_break == "last_round":
            return {number: self.points[number].get(self.last, -(10**18)) for number in group}
        if tie_break == "games_won":
            values = {number: self.games[number] for number in group}
            return None if None in values.values() else values
        for row in reversed(self.decisions):
            if row["kind"] == "tie" and row["data"]["by"] == tie_break and {*group} <= {*row["data"]["numbers"]}:
                return {number: -row["data"]["numbers"].index(number) for number in group}
        return None

    def groups(self, numbers: Any) -> Any:
        """The groups of those who share a rank, the best first."""
        found: list[Any] = []
        for total in sorted({self.total[number] for number in numbers}, reverse=True):
            level = [number for number in numbers if self.total[number] == total]
            found += separated(level, self.tie_breaks, self.value)
        return found

    def category(self, place: Any) -> Any:
        """Ranks within a category: the whole order stands, what it leaves level a drawing may separate."""
        members = {row["number"] for row in self.entrants if place in row["categories"]}
        groups: list[Any] = []
        for rank in sorted({rank for rank, _number in self.ranked}):
            level = [number for at, number in self.ranked if at == rank and number in members]
            drawn = [name for name in self.top["tie_breaks"] if name in DRAWN]
            groups += separated(level, drawn, self.value) if level else []
        return ranks_of(groups)

    def teams(self) -> Any:
        """Rank, total and numbers of each team."""
        if not self.top["team_size"]:
            return []
        everybody: dict[Any, Any] = {}
        played: list[Any] = []
        for row in sorted((row for row in self.entrants if row["number"]), key=lambda row: row["number"]):
            if row["team"]:
                everybody.setdefault(row["team"], []).append(row["number"])
        first = min(table(self.document, "rounds"), key=lambda row: row["number"])["draw"].get("seed", "")
        for numbers in everybody.values():
            there = sorted(
                (number for number in numbers if number in self.places), key=lambda one: (-self.total[one], one)
            )
            if there:
                singles = [self.total[number] for number in there]
                best = sum(singles[: self.top["team_best"]] if self.top["team_best"] else singles)
                lot = lot_of(f"{first.strip()}|1|team {min(numbers)}")
                played.append((best, singles, lot, -min(numbers), there))
        played.sort(reverse=True)
        return [[rank, best, sorted(there)] for rank, (best, _singles, _lot, _least, there) in enumerate(played, 1)]

    def end(self) -> Any:
        """Everything that is published at the end."""
        outside = [number for number in sorted(self.points) if number not in self.places]
        lines = [[rank, number, self.total[number], self.shares[number]] for rank, number in self.ranked]
        lines = sorted(lines) + [[None, number, self.total[number], self.shares[number]] for number in outside]
        kinds = [row["kind"] for row in table(self.document, "categories")]
        categories = [[kind, sorted(map(list, self.category(place)))] for place, kind in enumerate(kinds, 1)]
        prizes = sorted(Prizes(self).given(), key=lambda one: json.dumps(one, separators=(",", ":")))
        return {
            "standings": lines,
            "categories": categories,
            "teams": self.teams(),
            "currency": self.top["currency"],
            "prizes": prizes,
        }


def lot_of(pot: Any) -> Any:
    """The first number from a pot of lots."""
    return unpack(">8I", sha256(f"{pot}|0".encode()).digest())[0]


class Prizes:
    """The prizes of a tournament, and who has them once nobody draws any more."""

    GROUNDS = ("rank", "last", "category", "plus", "team")
    PLAN = ("rank", "team", "category", "last", "plus")

    def __init__(self, tournament: Any) -> None:
        self.tournament = tournament
        takers = {number for number, share in tournament.shares.items() if share == "prizes"}
        self.takers = [(rank, number) for rank, number in tournament.ranked if number in takers]
        plan = list(enumerate(table(tournament.document, "prizes")))
        plan.sort(key=lambda pair: (self.PLAN.index(pair[1]["kind"]), pair[1]["rank"] or 0, pair[0]))
        self.plan = [row | {"place": row["rank"] or 1} for _at, row in plan]
        self.having: dict[Any, Any] = {}
        self.answers: dict[Any, Any] = {}

    def given(self) -> Any:
        """Ground, place, category, cents, who has it and what each of them gets, of every prize."""
        order = sorted(range(len(self.plan)), key=lambda at: self.order(self.plan[at]))
        for at in order:
            if at not in self.answers:
                self.give(at)
        for at, (numbers, cents) in self.answers.items():
            prize = self.plan[at]
            yield [prize["kind"], prize["place"], prize["category"], prize["cents"], sorted(numbers), cents]

    def order(self, prize: Any) -> Any:
        """The order in which prizes are given: by ground, then place by place, then category by category."""
        return self.GROUNDS.index(prize["kind"]), prize["place"], prize["category"] or 10**6

    def give(self, at: Any) -> None:
        """Answer a prize, and all others of the places that the same people share."""
        prize = self.plan[at]
        money = prize["cents"] or 0
        if prize["kind"] in ("plus", "team"):
            numbers = self.of_several(prize)
            self.answers[at] = numbers, money if prize["is_each"] else money // len(numbers) if numbers else 0
            return
        list_, rows = (prize["kind"], prize["category"]), self.rows(prize)
        if self.tournament.top["one_prize_each"]:
            taken = {number for other, numbers in self.having.items() if other != list_ for number in numbers}
            rows = [row for row in rows if row[1] not in taken]
        if prize["place"] > len(rows):
            self.answers[at] = [], 0
            return
        rank = rows[prize["place"] - 1][0]
        ahead, level = sum(row[0] < rank for row in rows), [number for at, number in rows if at == rank]
        places = range(ahead + 1, ahead + 1 + len(level))
        pool = [at] if len(level) == 1 else self.left(list_, places)
        self.having.setdefault(list_, set()).update(level)
        cents = self.share(pool, places, level)
        self.answers |= dict.fromkeys(pool, (level, cents))

    def share(self, pool: Any, places: Any, level: Any) -> Any:
        """The cents for each of those who are level: of alike prizes of their places one whole, otherwise a part."""
        on_each = [
            sorted(self.parts(self.plan[at]) for at in pool if self.plan[at]["place"] == place) for place in places
        ]
        if len(level) > 1 and all(there == on_each[0] for there in on_each):
            return sum(cents for cents, _goods in on_each[0])
        return sum(self.plan[at]["cents"] or 0 for at in pool) // len(level)

    def parts(self, prize: Any) -> Any:
        """Money and goods."""
        return prize["cents"] or 0, prize["goods"]

    def left(self, list_: Any, places: Any) -> Any:
        """Prizes of these places of a list that have no answer yet."""
        there = ((at, row) for at, row in enumerate(self.plan) if at not in self.answers)
        return [at for at, row in there if (row["kind"], row["category"]) == list_ and row["place"] in places]

    def rows(self, prize: Any) -> Any:
        """Pairs of rank and number of those among whom a prize is given."""
        if prize["kind"] == "category":
            takers = {number for _rank, number in self.takers}
            return [row for row in self.tournament.category(prize["category"]) if row[1] in takers]
        if prize["kind"] == "last":
            return [row for row in self.takers if row[0] == self.takers[-1][0]]
        return self.takers

    def of_several(self, prize: Any) -> Any:
        """Everybody with plus points, or those of the team at its place, as far as they take prizes."""
        takers = [number for _rank, number in self.takers]
        if prize["kind"] == "plus":
            return [number for number in takers if self.tournament.total[number] > 0]
        teams = {rank: numbers for rank, _total, numbers in self.tournament.teams()}
        return [number for number in takers if number in teams.get(prize["place"], ())]


# A season


def league(document: Any, key: Any) -> Any:
    """The table of a season of a club's backup, as its last decision records it."""
    season = next(row for row in table(document, "seasons") if row["id"] == key)
    people = table(document, "people")
    own = [(place, row) for place, row in enumerate(table(document, "season_events"), 1) if row["season"] == key]
    events = [(row["weight"], points_at(document, place, row)) for place, row in own]
    names: dict[Any, Any] = {}
    for player in sorted({player for _weight, points in events for player in points}):
        names.setdefault(people[player - 1]["merged_into"] or player, []).append(people[player - 1]["uuid"])
    keys = {person: sorted(uuids) for person, uuids in names.items()}
    by_person = [(weight, joined(points, people)) for weight, points in events]
    rows = [line(person, by_person, season) for person in keys]
    often = [row for row in rows if row["events"] >= season["least"]]
    ranks = {person: rank for rank, person in ranks_of(league_groups(often, season, document))}
    lines = [[ranks.get(row["who"]), keys[row["who"]], row["total"], row["events"], row["counted"]] for row in rows]
    counting = {name: season[name] for name in ("worth", "best", "rank_points", "least", "tie_breaks")}
    return {
        "counting": counting,
        "events": sorted(
            [weight, sorted([keys[one], sum_] for one, sum_ in points.items())] for weight, points in by_person
        ),
        "standings": sorted(row for row in lines if row[0]) + sorted(row for row in lines if row[0] is None),
    }


def points_at(document: Any, place: Any, event: Any) -> Any:
    """Points by row of a person: fixed ones, or the sums of a tournament's closed rounds."""
    fixed = {row["person"]: row["points"] for row in table(document, "fixed_points") if row["event"] == place}
    entrants, rounds, points = table(document, "entrants"), table(document, "rounds"), dict(fixed)
    for row in table(document, "results"):
        at, entrant = rounds[row["round"] - 1], entrants[row["entrant"] - 1]
        is_his = event["tournament"] and at["tournament"] == event["tournament"] and at["state"] == "closed"
        if is_his and row["counts"] and entrant["takes"] != "nothing":
            points[entrant["person"]] = points.get(entrant["person"], 0) + row["points"] - row["penalty"]
    return points


def joined(points: Any, people: Any) -> Any:
    """Points by person."""
    found: dict[Any, Any] = {}
    for player, amount in points.items():
        person = people[player - 1]["merged_into"] or player
        found[person] = found.get(person, 0) + amount
    return found


def line(person: Any, events: Any, season: Any) -> Any:
    """Results of somebody, and those of them that count."""
    results = []
    for weight, points in events:
        if person in points:
            amount, rank = points[person], 1 + sum(other > points[person] for other in points.values())
            table_ = season["rank_points"]
            worth = {"points": amount, "plus": max(amount, 0), "ranks": table_[rank - 1] if rank <= len(table_) else 0}
            results.append([weight * worth[season["worth"]], amount, weight, rank])
    counted = sorted(results, key=lambda result: (-result[0], -result[1]))[: season["best"]]
    return {
        "who": person,
        "total": sum(result[0] for result in counted),
        "events": len(results),
        "counted": sorted((result[:3] for result in counted), reverse=True),
        "wins": sum(result[3] == 1 for result in results),
        "best": max(result[1] for result in results),
    }


def league_groups(rows: Any, season: Any, document: Any) -> Any:
    """Groups of people who share a rank, the best first."""
    by_who = {row["who"]: row for row in rows}
    people = table(document, "people")
    decisions = table(document, "season_decisions")

    def value(group: Any, tie_break: Any) -> Any:
        if tie_break not in DRAWN:
            return {one: by_who[one][tie_break] for one in group}
        for place, row in sorted(enumerate(decisions, 1), key=lambda pair: pair[1]["at"], reverse=True):
            if row["season"] == season["id"] and row["kind"] == "tie" and row["data"]["by"] == tie_break:
                drawn = [there for there in table(document, "drawn_places") if there["decision"] == place]
                places = {people[one["person"] - 1]["merged_into"] or one["person"]: -one["place"] for one in drawn}
                if {*group} <= {*places} and row["data"]["total"] == by_who[group[0]]["total"]:
                    return {one: places[one] for one in group}
        return None

    groups: list[Any] = []
    for total in sorted({row["total"] for row in rows}, reverse=True):
        level = [row["who"] for row in rows if row["total"] == total]
        groups += separated(level, in_force(season["tie_breaks"]), value)
    return groups


def main() -> None:
    """Print the end that follows from a document."""
    document = json.load(sys.stdin)
    if document["format"].startswith("cegoscore/backup"):
        for row in table(document, "seasons"):
            if row["closed"]:
                recorded = [one for one in table(document, "season_decisions") if one["season"] == row["id"]]
                last = max(enumerate(recorded), key=lambda pair: (pair[1]["at"], pair[0]))[1]
                sys.stdout.write(json.dumps([digest(league(document, row["id"])), last["data"].get("outcome")]) + "\n")
        return
    tournament = Tournament(document)
    end = tournament.end()
    said = [row["data"].get("outcome") for row in tournament.decisions if row["kind"] == "finish"]
    holds = chain_holds(tournament.decisions)
    marks = {"mark": mark(tournament.decisions[-1]["hash"]), "holds": holds, "said": said[-1:]}
    sys.stdout.write(json.dumps({"end": end, "digest": digest(end)} | marks) + "\n")


if __name__ == "__main__":
    main()
