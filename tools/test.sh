#!/bin/sh
# All checks and tests. pytest comes last, so that its closing line ends the output.
# Every other process tests on SQLite, the rest on PostgreSQL (tests/dealing.py); at least one each.
# With arguments, only those tests run: tools/test.sh tests/clubs -k wording
# SECOND_TRY=1 runs the tests that fail once more, alone (tools/second_try.py).
cd "$(dirname "$0")/.." || exit
unset TEST_DATABASE
# What Python has once compiled, tests with their rewritten assertions too, is kept for the next process and the next run.
unset PYTHONDONTWRITEBYTECODE
CHROMIUM=$(tools/chromium.sh) || exit
export CHROMIUM
status=0
tools/lint.sh || status=1
echo "Testing the scripts in node"
tools/node.sh --test --test-reporter=dot "tests/scripts/**/*.test.js" || status=1
[ $status = 0 ] || echo "The checks above have failed; the tests run all the same."
[ $# -gt 0 ] || set -- --cover
${SECOND_TRY:+.venv/bin/python -m tools.second_try} \
    .venv/bin/python -m pytest --numprocesses "$(tools/processes.sh)" --max-worker-restart 0 "$@" || status=1
exit $status
