#!/bin/sh
# All checks and tests. pytest comes last, so that its closing line ends the output.
# It runs once with two processes: gw0 tests on SQLite, gw1 on PostgreSQL (tests/databases.py).
cd "$(dirname "$0")/.." || exit
CHROMIUM=$(tools/chromium.sh) || exit
export CHROMIUM
status=0
tools/lint.sh || status=1
echo "Testing the scripts in node"
tools/node.sh --test --test-reporter=dot "tests/scripts/**/*.test.js" || status=1
[ $status = 0 ] || echo "The checks above have failed; the tests run all the same."
.venv/bin/python -m pytest --numprocesses 2 --dist each --max-worker-restart 0 "$@" || status=1
exit $status
