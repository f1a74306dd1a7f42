"""The product's settings, with the bare views beside its pages."""

from cegoscore.settings import *  # noqa: F403

ROOT_URLCONF = "tests.benchmarks.bare"
