#!/bin/sh
# Renew requirements.lock and requirements-dev.lock from pyproject.toml: newest versions that fit, with hashes, no addresses.
set -eu
cd "$(dirname "$0")/.."
.venv/bin/python -m pip install --quiet --disable-pip-version-check uv
pin() {
    .venv/bin/uv pip compile pyproject.toml --quiet --upgrade --universal --python-version 3.11 \
        --generate-hashes --no-emit-index-url --no-emit-find-links --no-header "$@"
}
pin -o requirements.lock
pin --extra dev -c requirements.lock -o requirements-dev.lock
