# Everything runs inside .venv, which each target makes when it is missing.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Tests of hosts and terminals wait for each other now and then; each worker takes five seconds to begin.
WORKERS ?= $(shell expr $$(nproc 2>/dev/null || echo 2) \* 2)
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# Compiled modules are kept, whatever the environment says.
KEPT := PYTHONDONTWRITEBYTECODE=

.PHONY: play host test suite check types lint imports packages rewritten fuzz bench mutants clean

play: $(VENV)/play
	@$(BIN)/weathergage

# PORT=2300 listens on another port than 2222.
host: $(VENV)/host
	@$(BIN)/weathergage host --open --guests $(if $(PORT),--port $(PORT))

test: $(VENV)/dev
	@$(MAKE) --no-print-directory -j2 lint imports packages rewritten
	@$(MAKE) --no-print-directory -j2 types suite

# Beside the types, which keep one core busy for a minute.
suite:
	$(KEPT) $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --ignore=tests/bench

check: $(VENV)/dev
	@$(MAKE) --no-print-directory -j2 types lint imports packages

types:
	$(BIN)/mypy

lint:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

imports:
	$(BIN)/lint-imports --no-cache

packages:
	$(BIN)/deptry .

# pytest writes out every assertion. Done once beside the types, it is not done by each worker again.
rewritten:
	@$(KEPT) $(BIN)/python -m pytest --collect-only -q --ignore=tests/bench > /dev/null || true

# Fresh chance: ONLY=files, SEED=5, COUNT=100 (examples of each), MINUTES=10; else until Ctrl+C.
fuzz: $(VENV)/dev
	$(BIN)/python -m tests.fuzz $(if $(ONLY),--only $(ONLY)) $(if $(SEED),--seed $(SEED)) \
	  $(if $(COUNT),--count $(COUNT)) $(if $(MINUTES),--minutes $(MINUTES))

# Single faults at random: ROOM="engine/systems/wooden_ships", COUNT=40, SEED=7. With CHANGED=3 the
# conditions on lines that changed in the last three commits (or since a commit). The first time, and
# with MEASURE=1, the suite is run under coverage.py to learn which tests enter what.
mutants: $(VENV)/mutants
	$(BIN)/python -m tests.mutants $(if $(ROOM),--room $(ROOM)) $(if $(COUNT),--count $(COUNT)) \
	  $(if $(SEED),--seed $(SEED)) $(if $(CHANGED),--changed $(CHANGED)) $(if $(MEASURE),--measure)

bench: $(VENV)/dev
	$(BIN)/python -m pytest -s tests/bench

# Compiled at once, so that the first start is as quick as every other.
$(VENV)/play: pyproject.toml | $(BIN)/python
	@echo "Installing what the game needs into .venv; this is done once."
	$(PIP) --editable .
	@echo "Compiling."
	@$(BIN)/python -m compileall -q engine tui
	@touch $@

$(VENV)/host: pyproject.toml | $(BIN)/python
	$(PIP) --editable '.[host]'
	@$(BIN)/python -m compileall -q engine tui
	@touch $@ $(VENV)/play

$(VENV)/dev: pyproject.toml | $(BIN)/python
	$(PIP) --editable '.[dev]'
	@$(BIN)/python -m compileall -q engine tui
	@touch $@ $(VENV)/play $(VENV)/host

$(VENV)/mutants: pyproject.toml | $(VENV)/dev
	$(PIP) --editable '.[dev,mutants]'
	@touch $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "Weather Gage needs Python 3.11 or later as $(PYTHON); try: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV) || \
	  { rm -rf $(VENV); echo "Python's venv module does not work here; on Debian: apt install python3-venv" >&2; exit 2; }

clean:
	rm -rf $(VENV) build dist .mutants .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find engine tui tests -name __pycache__ -type d -prune -exec rm -rf {} +
