"""Clubs own everything else; devices hold rights in them, mostly through links."""

from cegoscore.clubs.models.access import (
    Device,
    FailedGuess,
    Grant,
    Guess,
    Link,
    LinkQuerySet,
    Passkey,
    RescueCode,
    Right,
    ServerKey,
    SpentChallenge,
)
from cegoscore.clubs.models.club import (
    ERASED,
    Club,
    ErasedClub,
    ForgottenName,
    NameState,
    Player,
    Removal,
    RemovalState,
    is_there,
)
from cegoscore.clubs.models.log import LogEntry, LogKind
from cegoscore.clubs.models.rules import HouseRuleSet, RuleSet

__all__ = [
    "ERASED",
    "Club",
    "Device",
    "ErasedClub",
    "FailedGuess",
    "ForgottenName",
    "Grant",
    "Guess",
    "HouseRuleSet",
    "Link",
    "LinkQuerySet",
    "LogEntry",
    "LogKind",
    "NameState",
    "Passkey",
    "Player",
    "Removal",
    "RemovalState",
    "RescueCode",
    "Right",
    "RuleSet",
    "ServerKey",
    "SpentChallenge",
    "is_there",
]
