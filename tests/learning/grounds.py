"""Published rule sets as grounds to learn on."""

from cegoscore.clubs.house_rules.statements import speaker_of
from cegoscore.contest.lots import Lots
from cegoscore.learning.task import Ground
from cegoscore.learning.views import ground_of as made
from cegoscore.scoring.rules.rule_files import published


def ground_of(identifier: str, key: str = "", variant: int = 1) -> Ground:
    """The ground of a published rule set, with the lots of a lesson."""
    say = speaker_of(published(identifier), published(identifier))
    assert say
    return made(say, Lots(str(variant), 0, key))
