"""Both databases, one after the other, each for one module of benchmarks and nobody else."""

import pytest

from tests.benchmarks.measurement import environment_of
from tests.databases import DATABASES, start_postgres


@pytest.fixture(scope="module", params=DATABASES)
def environment(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Environment of a measurement."""
    database = start_postgres(durable=True) if request.param == "postgres" else ""
    return environment_of(tmp_path_factory.mktemp("data"), database)
