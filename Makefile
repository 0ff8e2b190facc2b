# Everything a newcomer needs: `make play` and `make test` set themselves up in .venv, nothing else is touched.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
WORKERS ?= auto
# Tests and bots start hundreds of short processes: what one of them has compiled the others need not.
unexport PYTHONDONTWRITEBYTECODE
FAST_SOURCES := $(wildcard src/gearlock/table/*.py src/gearlock/odds/*.py src/gearlock/systems/*/fast.toml) \
  $(shell find src/gearlock/mechanics src/gearlock/systems -name '*.py') src/gearlock/fast.py scripts/build_fast.py

WEB := src/gearlock/server/web
UI_SOURCES := ui/index.html ui/vite.config.ts ui/tsconfig.json $(wildcard ui/public/* ui/src/*.* ui/src/*/*.*)
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm
NODE_WILL_DO := node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit((a == 20 && b >= 19) || (a == 22 && b >= 12) || a > 22 ? 0 : 1)'

.PHONY: play terminal ui test test-ui check fast slow bench soak mutants lock format docs rules-pages wheel test-versions clean help
.DELETE_ON_ERROR:

help:
	@echo "make play    play in the browser (sets everything up first);  make terminal  play in the terminal"
	@echo "make test    run every test (sets everything up first);  make test-ui  those of the browser's pages alone"
	@echo "make test-compiled  the tests that meet compiled modules, on the compiled build"
	@echo "make ui      build the pages of the browser table"
	@echo "make check   format, lint, types, import contracts, data lint, rule coverage"
	@echo "make fast    compile the hot modules in place;  make slow  removes them again"
	@echo "make mutants change rules in small ways and see whether tests notice (SYSTEM= N= SEED= MODULE= RULE=)"
	@echo "make docs    the documentation as a site in build/documentation/site;  make rules-pages  renew the pages of rules in docs/rules"
	@echo "make wheel   packages in dist: source archive, plain wheel, compiled wheel"
	@echo "make test-versions  the fast part on every Python here;  make test-postgres  the server's with PostgreSQL"
	@echo "make bench   measure speed;  make soak  long runs;  make lock  renew the locked requirements"

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Gearlock needs Python 3.11 or newer; try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@echo "Making a virtual environment in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.play: $(VENV)/.python requirements/play.txt pyproject.toml
	@echo "Installing what playing needs ..."
	@$(PIP) install --require-hashes -r requirements/play.txt
	@$(PIP) install --no-build-isolation --no-deps -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.play requirements/dev.txt
	@echo "Installing what testing needs ..."
	@$(PIP) install --require-hashes -r requirements/dev.txt
	@touch $@

# Compiled modules are a convenience: without a C compiler, or if the build fails, everything runs interpreted. The stamp
# names the compiler, so that one installed later is used; build_fast.py --clean removes the stamps, so that the next
# `make play` compiles again what a test or a benchmark took away.
COMPILER := $(if $(shell command -v cc 2>/dev/null),cc,none)
FAST := $(VENV)/.fast-$(COMPILER)
$(VENV)/.fast-cc: $(VENV)/.play requirements/fast.txt $(FAST_SOURCES)
	@echo "Compiling the fast modules ..."
	@{ $(PIP) install --require-hashes -r requirements/fast.txt && $(BIN)/python scripts/build_fast.py; } >$(VENV)/fast.log 2>&1 \
	  || { echo "... did not work (see $(VENV)/fast.log); running without them."; $(BIN)/python scripts/build_fast.py --clean; }
	@touch $@

$(VENV)/.fast-none: $(VENV)/.play
	@echo "No C compiler here: bots think slower. Install gcc and run make again to have the fast modules."
	@$(BIN)/python scripts/build_fast.py --clean
	@touch $@

# Node.js builds the pages of the table: the machine's own if it is new enough, else one in the virtual environment.
$(VENV)/.node: $(VENV)/.python requirements/ui.txt
	@if ! $(NODE_WILL_DO) 2>/dev/null; then \
	  echo "Installing Node.js into $(VENV) ..."; $(PIP) install --require-hashes -r requirements/ui.txt; fi
	@touch $@

ui/node_modules/.package-lock.json: $(VENV)/.node ui/package.json ui/package-lock.json
	@echo "Installing what building the pages needs ..."
	@cd ui && $(NPM) ci --no-audit --no-fund --no-update-notifier --loglevel=error
	@touch $@

$(WEB)/index.html: ui/node_modules/.package-lock.json $(UI_SOURCES)
	@echo "Building the pages of the table ..."
	@cd ui && $(NPM) run --silent build -- --logLevel warn

ui: $(WEB)/index.html

play: $(FAST) $(WEB)/index.html
	@$(BIN)/gearlock serve --open $(ARGS)

terminal: $(FAST)
	@$(BIN)/gearlock play $(ARGS)

test-ui: ui/node_modules/.package-lock.json
	cd ui && $(NPM) run --silent check
	cd ui && $(NPM) run --silent test

# The browser tests drive a Chromium: the machine's own, else Debian's where we may install it. Without one they are
# reported as not run.
.PHONY: chromium
chromium:
	@for name in chromium chromium-browser google-chrome google-chrome-stable chrome; do command -v $$name >/dev/null && exit 0; done; \
	if [ -z "$$GEARLOCK_CHROMIUM" ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing Chromium for the browser tests ..."; \
	  { apt-get update -qq && apt-get install -y -qq chromium; } >$(VENV)/chromium.log 2>&1 || true; fi; \
	[ -n "$$GEARLOCK_CHROMIUM" ] || command -v chromium >/dev/null || echo "NO CHROMIUM HERE: the browser tests will not be run."

test: $(VENV)/.dev $(WEB)/index.html test-ui chromium
	@$(BIN)/python scripts/build_fast.py --clean
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal
	@$(MAKE) --no-print-directory test-postgres

# Part of what the server's tests say of battles in a file, said once more of battles in PostgreSQL. They start a server of
# their own, or take the one that GEARLOCK_POSTGRES names.
POSTGRES_TESTS ?= $(addprefix tests/server/test_,keeper.py campaigns.py going_back.py hangar.py parley.py play.py proof.py \
  secrecy.py full_disk.py bad_calls.py luck.py replay.py)
.PHONY: test-postgres
test-postgres: $(VENV)/.dev
	@if $(BIN)/python -c 'import sys; sys.path.insert(0, "tests"); from server.postgres import why_not; sys.exit(why_not() or 0)'; then \
	  $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --database postgres $(POSTGRES_TESTS); fi

# Compiled are table, odds and the rules bots ask most; the tests named here meet them, the rest was seen interpreted.
COMPILED_TESTS := $(addprefix tests/,table odds properties playthroughs digests conformance systems test_fast.py)
.PHONY: test-compiled
test-compiled: $(VENV)/.dev
	@if command -v cc >/dev/null 2>&1; then \
	  $(BIN)/python scripts/build_fast.py && GEARLOCK_BRIEF=1 $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(COMPILED_TESTS); \
	else echo "No C compiler here: the compiled build was not tested."; fi

check: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python scripts/lint_data.py
	$(BIN)/gearlock rules coverage

fast: $(VENV)/.dev
	$(BIN)/python scripts/build_fast.py
	@$(BIN)/gearlock --version

slow: $(VENV)/.play
	$(BIN)/python scripts/build_fast.py --clean

bench: $(VENV)/.dev
	$(BIN)/python benchmarks/run.py

soak: $(VENV)/.dev
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m soak
	GEARLOCK_EXPLORE=1 $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal tests/properties tests/table tests/muster

# Interpreted: a compiled module would not change with its source, nor one kept from the second before.
mutants: $(VENV)/.dev
	@$(BIN)/python scripts/build_fast.py --clean
	@PYTHONDONTWRITEBYTECODE=1 $(BIN)/python scripts/mutants.py $(foreach word,SYSTEM N SEED MODULE RULE LEAST JOBS,$(if $($(word)),--$(shell echo $(word) | tr A-Z a-z) '$($(word))'))

format: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

rules-pages: $(VENV)/.dev
	$(BIN)/gearlock rules coverage --write

# Offline: everything the site shows and loads comes from the checkout and the virtual environment.
docs: $(VENV)/.dev
	$(BIN)/python scripts/build_site.py

# The plain wheel runs everywhere; the compiled one on this Python and kind of machine, where there is a C compiler.
BUILD = $(BIN)/python -m build --no-isolation --outdir dist
wheel: $(VENV)/.dev $(WEB)/index.html
	@rm -rf build/lib* build/bdist.*
	$(BUILD) --sdist --wheel
	@if command -v cc >/dev/null 2>&1; then rm -rf build/lib* build/bdist.*; GEARLOCK_COMPILED=1 $(BUILD) --wheel; \
	else echo "No C compiler here: there is no compiled wheel."; fi
	@rm -rf build/lib* build/bdist.* build/temp.*; ls dist

# What every other Python of this machine (the system's own, pyenv's) says to the fast part of the suite.
FAST_PART ?= $(addprefix tests/,kernel table odds library muster test_fast.py test_packaging.py)
test-versions: $(VENV)/.dev
	@$(BIN)/python scripts/try_versions.py --workers $(WORKERS) \
	  --except $$($(BIN)/python -c 'import platform; print(platform.python_version())') $(FAST_PART)

# One file a purpose; the index a machine asks is no part of them. COMPILE leaves pins alone that still fit (UPGRADE=--upgrade renews).
COMPILE = $(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header -q $(UPGRADE)
lock: $(VENV)/.python
	$(PIP) install uv
	$(COMPILE) --extra dev -o requirements/dev.txt
	$(COMPILE) --extra install --extra serve -c requirements/dev.txt -o requirements/play.txt
	$(COMPILE) --extra ui -c requirements/dev.txt -o requirements/ui.txt
	$(COMPILE) --extra fast -c requirements/dev.txt -o requirements/fast.txt
	$(COMPILE) --extra postgres -c requirements/dev.txt -o requirements/postgres.txt
	$(COMPILE) --extra docs -c requirements/dev.txt -o requirements/docs.txt

clean:
	rm -rf $(VENV) $(VENV)-3.* ui/node_modules $(WEB) build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src -name '*.so' -delete
