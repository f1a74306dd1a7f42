"""Derived rows: what an event that is over brought a person. No document has them; `services` writes them anew.

No constraint ties them to what they are derived from: the version before deletes that without knowing them.
"""

from django.db import models

from cegoscore.clubs.models import Club, Player, RuleSet


class Kind(models.TextChoices):
    """Kinds of events; the values stand in addresses, too."""

    SHEET = "sheet"
    """An evening on one sheet, or on sheets that went on from one another: its key is that of the last."""
    NIGHT = "night"
    TOURNAMENT = "tournament"


EVENINGS = (Kind.SHEET, Kind.NIGHT)


class Outing(models.Model):
    """A person at an event: result and figures of all their hands there."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="outings", db_constraint=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="outings", db_constraint=False)
    """The person, whatever record of theirs sat down."""
    kind = models.CharField(max_length=10, choices=Kind.choices)
    key = models.UUIDField()
    day = models.DateField()
    moment = models.BigIntegerField()
    """Microseconds since 1970: its place among all events."""
    stamp = models.BigIntegerField()
    """Digest of what the rows of the event were derived from, but for the hands (`Event.stamp`)."""
    points = models.BigIntegerField(null=True)
    """None for hands without a result: somebody else has the points, or nobody ever played in this column."""
    rank = models.PositiveIntegerField(null=True)
    players = models.PositiveIntegerField()
    """The number of people with a result."""
    hands = models.PositiveIntegerField(default=0)
    most = models.BigIntegerField(default=0)
    """Points of the best hand, zero where there is none, and the key of its row."""
    most_hand = models.BigIntegerField(null=True)
    least = models.BigIntegerField(default=0)
    least_hand = models.BigIntegerField(null=True)
    raeuber = models.PositiveIntegerField(default=0)
    raeuber_lost = models.PositiveIntegerField(default=0)
    buergermeister = models.PositiveIntegerField(default=0)
    schnaps_paid = models.PositiveIntegerField(default=0)
    schnaps_owed = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["key", "player"], name="outing_once"),)
        indexes = (
            models.Index(fields=["player", "moment"], name="outings_of_a_player"),
            models.Index(fields=["club", "kind", "moment"], name="outings_of_a_club"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.key} {self.player_id}"


GAME = ("rule_set", "role", "game", "over_solo", "ouvert")
"""Fields that tell apart the games of an outing."""
SUMS = ("n", "won", "points", "squares")


class Role(models.TextChoices):
    """Parts of somebody's hands by whose game it was: the three together are all of them."""

    ALONE = "alone"
    AGAINST = "against"
    """Somebody else declared; the dealer who sits out and pays plays against, too."""
    ALL = "all"
    """Everybody for themselves; a claim and a fault, too, for which nobody's game was played to its end."""


class OutingGame(models.Model):
    """Hands of one game in one role at an event."""

    outing = models.ForeignKey(Outing, on_delete=models.CASCADE, related_name="games", db_index=False)
    rule_set = models.ForeignKey(
        RuleSet, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False
    )
    role = models.CharField(max_length=10, choices=Role.choices)
    game = models.CharField(max_length=20)
    over_solo = models.BooleanField()
    ouvert = models.BooleanField()
    n = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    points = models.BigIntegerField()
    squares = models.BigIntegerField()
    """The sum of the squares of the hands' points, for what is chance."""

    class Meta:
        indexes = (
            # with all that is added up: else a database reads every row of a thousand evenings
            models.Index(
                fields=["outing", "role", "rule_set", "game", "over_solo", "ouvert", "n", "won", "points", "squares"],
                name="games_of_an_outing",
            ),
        )

    def __str__(self) -> str:
        return f"{self.outing_id} {self.role} {self.game} {self.n}"


class OutingPair(models.Model):
    """Hands at an event for which one of two people was answerable, and what went from the other to this one."""

    outing = models.ForeignKey(Outing, on_delete=models.CASCADE, related_name="pairs", db_index=False)
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_constraint=False)
    rule_set = models.ForeignKey(
        RuleSet, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False
    )
    n = models.PositiveIntegerField()
    flow = models.BigIntegerField()

    class Meta:
        indexes = (models.Index(fields=["outing", "other", "n", "flow"], name="pairs_of_an_outing"),)

    def __str__(self) -> str:
        return f"{self.outing_id} {self.other_id} {self.flow}"


class ClubSpan(models.Model):
    """Sums of all that was over in a club within some months: no look counts all of it, no write more than one span."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+", db_constraint=False)
    number = models.BigIntegerField()
    """`span_of` the events."""
    version = models.PositiveIntegerField(default=0)
    """Plus one with every write: writers queue on it."""
    records = models.JSONField(default=dict)
    """Its evenings counted, as `records.document_of` writes it; empty where there were none."""
    games = models.JSONField(default=list)
    """Rows of `OutingGame` added up: `GAME` and `SUMS` of each."""
    pairs = models.JSONField(default=list)
    """Rows of `OutingPair` added up: both people, the lower key first, rule set, `n` and `flow`."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=["club", "number"], name="club_span_once"),)

    def __str__(self) -> str:
        return f"{self.club_id} {self.number}"


class PersonSpan(models.Model):
    """The games of somebody within a span."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    number = models.BigIntegerField()
    games = models.JSONField()
    """Rows as those of the club."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=["player", "number"], name="person_span_once"),)

    def __str__(self) -> str:
        return f"{self.player_id} {self.number}"


SPAN = 2**45
"""Microseconds: about 13 months."""


def span_of(moment: int) -> int:
    """The number of the span of an event."""
    return moment // SPAN
