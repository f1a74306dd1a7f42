# Everything runs in .venv, which is made on first use. `make help` lists what there is.
BIN := .venv/bin
# Names the library of some other Python.
unexport PYTHONHOME

.PHONY: help run install test test-room cover coverage mutants lint weight messages bench pictures lock wheel clean

help:
	@echo "make run       start the app on port 8000 (PORT=... for another one)"
	@echo "make install   prepare this checkout for a service that only reads it (docs/hosting.md)"
	@echo "make test      check and test what a change must prove, on both databases and in Chromium"
	@echo "make test-room ROOM=tournaments.door  test a room and everything above it, on SQLite"
	@echo "make cover     choose anew which tests run on PostgreSQL, after make test has asked for it"
	@echo "make coverage  run all tests on SQLite and report the branches that none of them takes"
	@echo "make mutants ROOM=cegoscore.contest TESTS=tests/contest  what the tests of a room do not notice"
	@echo "make lint      only the checks that need no database"
	@echo "make weight    the price of each capability, in tokens and lines"
	@echo "make messages  bring the German and English texts in locale/ up to date"
	@echo "make bench     measure against the budgets, and write the tables of docs/scale.md"
	@echo "make pictures  take the pictures in docs/ anew, while the app runs"
	@echo "make lock      renew the pinned packages"
	@echo "make wheel     build packages to install elsewhere in dist: the app, and the rules alone"
	@echo "make clean     remove what can be made again; the data folder stays"

run: .venv/run.stamp
	@exec $(BIN)/python -m cegoscore.serve

install: .venv/run.stamp
	@$(BIN)/python -m cegoscore.messages
	@$(BIN)/python -m compileall -q cegoscore tournaments
	@chmod go+rX .
	@chmod -R go+rX .venv/ cegoscore tournaments templates static locale manage.py

test: .venv/test.stamp node_modules/.stamp
	@tools/test.sh

test-room: .venv/test.stamp node_modules/.stamp
	@CHROMIUM=$$(tools/chromium.sh) $(BIN)/python -m pytest --room $(ROOM)

cover: .venv/test.stamp
	@$(BIN)/python -m tools.cover

coverage: .venv/test.stamp node_modules/.stamp
	@EVERY_CASE=1 BRANCHES=--branch tools/coverage.sh

mutants: .venv/test.stamp
	@$(BIN)/python -m tools.mutants $(ROOM) $(TESTS) --most $(or $(MOST),40) --seed $(or $(SEED),1)

lint: .venv/test.stamp node_modules/.stamp
	@tools/lint.sh

wheel: .venv/run.stamp
	@$(BIN)/python -m cegoscore.messages
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist . ./tools/rules
	@ls dist

messages: .venv/test.stamp
	@$(BIN)/python -m tools.messages

weight: .venv/test.stamp
	@$(BIN)/python -m tests.weight

bench: .venv/test.stamp
	@$(BIN)/python -m pytest -m benchmark tests/benchmarks; measured=$$?; $(BIN)/python -m tools.scale; exit $$measured

pictures: .venv/test.stamp
	@CHROMIUM=$$(tools/chromium.sh) $(BIN)/python -m tools.pictures

lock: .venv/test.stamp
	@tools/lock.sh

clean:
	rm -rf .venv node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis test-results dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find locale -name '*.mo' -delete

.venv/run.stamp: requirements.lock tools/setup.sh
	@tools/setup.sh requirements.lock $@

.venv/test.stamp: requirements-dev.lock tools/setup.sh
	@tools/setup.sh requirements-dev.lock $@

node_modules/.stamp: package-lock.json tools/npm.sh | .venv/test.stamp
	@tools/npm.sh $@
