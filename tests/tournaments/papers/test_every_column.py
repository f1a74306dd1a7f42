"""Every column of a finished tournament's document is proved, or stands in the list of what proves nothing."""

import json
from collections import defaultdict
from collections.abc import Iterator
from copy import deepcopy
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction

from cegoscore.clubs.models import Device
from cegoscore.database.limits import between
from tests.effort import sample
from tests.worlds.copied import copied
from tests.worlds.full_tournament import FullTournament
from tests.worlds.tournament_file import Document, document_of, read_in
from tournaments.clubhouse.backup.restoring import CannotRestore
from tournaments.clubhouse.backup.scopes import TOURNAMENT
from tournaments.papers.reading import parse_json

pytestmark = pytest.mark.django_db
