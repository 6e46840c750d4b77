# Everything sets itself up: Python 3.11 or newer with venv is all that has to be there.
# PYTHON=python3.12 chooses the interpreter, ARGS="..." is handed on to the program that a target starts.

PYTHON ?=
ARGS ?=
BIN := .venv/bin
VENV := PYTHON="$(PYTHON)" tools/venv.sh
START := $(shell date +%s)
# Ctrl-C is a way to leave, not an error; the shell survives it to wait for the program.
STOPPED := || [ $$? -eq 130 ]

# Compiled files are kept whatever the developer's setting is: to compile all tests anew takes each worker 6 s.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play host test test-all style check golden laws mutants matrix drivers coach monkey keys kills screenshots strings compiled bench bench-hosting \
	trials tables extras lock wheel clean play-env dev-env bench-env extras-env host-env

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1	\2/p' Makefile | expand -t 24

play: play-env ## open the game (ARGS are those of heat-tui)
	@trap : INT; $(BIN)/heat-tui $(ARGS) $(STOPPED)

host: host-env ## open a table that friends reach by ssh or with a browser (ARGS are those of heat-tui host)
	@trap : INT; .venv-host/bin/heat-tui host $(ARGS) $(STOPPED)

test: style ## the gate: style, types, tests (ARGS are those of pytest)
	$(BIN)/python -m pytest -n auto --dist loadgroup -m "not long" $(ARGS)
	@echo "all checks passed in $$(($$(date +%s) - $(START))) s"

check: test ## the same as test

test-all: style ## the gate and the long tests: whole evenings at the app, every size and look of each screen, more seeds
	$(BIN)/python -m pytest -n auto --dist loadgroup $(ARGS)
	@echo "all checks passed in $$(($$(date +%s) - $(START))) s"

golden: dev-env ## rewrite the golden races, frames and pictures, to be read as a diff
	$(BIN)/python -m pytest tests/goldens tests/tui/test_frames.py tests/tui/test_snapshots.py --regenerate -n auto --dist loadgroup $(ARGS)

laws: dev-env ## a long campaign of the laws that every race obeys
	$(BIN)/python -m tests.laws.campaign $(ARGS)

mutants: dev-env ## break the engine on purpose: each rule's tests must notice
	$(BIN)/python -m tests.mutants $(ARGS)

matrix: dev-env ## goldens, sim and all drivers on every Python 3.11+ here and compiled, bytes compared (ARGS are those of sim)
	$(BIN)/python tools/matrix.py $(ARGS)

drivers: dev-env ## the tables of strength in docs/drivers.md (ARGS: kinds, --seeds, --jobs)
	$(BIN)/python tools/measure_drivers.py $(ARGS)

coach: dev-env ## how good the coach's advice is (ARGS: advice or mistakes, --seeds, --first, --playouts)
	$(BIN)/python tools/measure_coach.py $(ARGS)

monkey: dev-env ## 10,000 keys and clicks in bursts at real terminals, at random (ARGS: --keys, --seed)
	$(BIN)/python -m tests.terminal.monkey $(ARGS)

keys: dev-env ## count the keys that a turn takes over whole races (ARGS: --races)
	@$(BIN)/python -m tests.tui.keys $(ARGS)

kills: dev-env ## 100 races killed at a real terminal and resumed (ARGS: --races, --seed)
	$(BIN)/python -m tests.terminal.kills $(ARGS)

screenshots: dev-env ## take the pictures of docs/screenshots (ARGS: their names)
	$(BIN)/python -m tools.screenshots $(ARGS)

strings: dev-env ## collect all messages, bring every translation up to date and say what is missing (ARGS: codes of new languages)
	@$(BIN)/python -m tools.strings $(ARGS)

compiled: dev-env ## compile the rules engine (needs a C compiler) and start the game with it (ARGS are those of heat-tui)
	@tools/compiled.sh $(BIN) build/compiled
	@PYTHONPATH=build/compiled $(BIN)/heat-tui $(ARGS)

bench: bench-env dev-env ## measure the engine beside others, and the app's screens, in an environment of its own
	@tools/compiled.sh $(BIN) build/compiled
	.venv-bench/bin/python -m tests.bench --compiled build/compiled $(ARGS)

bench-hosting: dev-env ## measure what guests by ssh and by the page cost, and 40 of them (ARGS: --rounds, --tables, --laps)
	$(BIN)/python -m tests.hosting.bench $(ARGS)

trials: dev-env ## guests at random, a server under attack, kills in races (ARGS: monkeys attack kills, --keys, --kills)
	$(BIN)/python -m tests.hosting.trials $(ARGS)

tables: dev-env ## how soon other screens of a shared table show a choice, and their memory (ARGS: --choices, --tables)
	@$(BIN)/python -m tests.bench.tables $(ARGS)

extras: extras-env ## install the optional extras in an environment of its own and run their tests (ARGS are those of pytest)
	.venv-extras/bin/python -m pytest tests/extras $(ARGS)

lock: ## rewrite the lock files (ARGS=--upgrade moves all pins)
	PYTHON="$(PYTHON)" tools/lock.sh $(ARGS)

wheel: play-env ## build the wheel and the source distribution in dist/
	$(BIN)/python -m hatchling build

clean: ## remove environments, caches and builds
	rm -rf .venv .venv-* build dist .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

style: dev-env
	$(BIN)/python -m ruff check
	$(BIN)/python -m ruff format --check
	$(BIN)/python -m mypy

play-env:
	@$(VENV) .venv play

host-env:
	@$(VENV) .venv-host host

dev-env:
	@$(VENV) .venv dev

bench-env:
	@$(VENV) .venv-bench bench

extras-env:
	@$(VENV) .venv-extras extras
