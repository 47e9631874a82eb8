# The usual commands. `make` alone lists them; all of them work without make as well.
.DEFAULT_GOAL := help
.PHONY: help run test test-all check format types docs docs-serve lock ci image clean tools docs-tools

PYTHON ?= python3
UV ?= uv
BIN := .venv/bin
TEMPLATES := config games pitching rosters tournaments

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

run: ## start a site with a demo league at http://127.0.0.1:8000/
	$(PYTHON) run.py

test: ## run the tests that a change can break
	$(PYTHON) run.py test

test-all: ## run the tests that take long on purpose as well
	$(PYTHON) run.py test --everything

check: tools ## run ruff, mypy, the import contracts and djlint, as CI does
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy && $(BIN)/lint-imports && \
	$(BIN)/djlint --lint --quiet $(TEMPLATES)

format: tools ## format Python files and mend what ruff can mend
	$(BIN)/ruff check --fix . && $(BIN)/ruff format .

types: tools ## check types with mypy
	$(BIN)/mypy

docs: docs-tools ## build the documentation site into build/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --site-dir build/site

docs-serve: docs-tools ## show the documentation site at http://127.0.0.1:8001/ while you write
	$(BIN)/mkdocs serve --strict --dev-addr 127.0.0.1:8001

lock: ## write the four requirement locks with uv; UPGRADE=--upgrade takes newer releases
	mkdir -p build && $(PYTHON) -c "$(EXTRAS)"
	$(COMPILE) --extra dev -o requirements-dev.lock pyproject.toml
	$(COMPILE) -c requirements-dev.lock -o requirements.lock pyproject.toml
	$(COMPILE) -c requirements-dev.lock -o requirements-build.lock build/build.in
	$(COMPILE) -c requirements-dev.lock -o requirements-ci.lock build/ci.in

ci: ## run everything that CI runs; needs PostgreSQL, Redis and Chromium
	bash .ci/run

image: ## run the steps of Dockerfile and compose.yaml in clean roots (root, debootstrap, PostgreSQL, Redis)
	.ci/image

clean: ## remove what builds and tests leave, with the compiled engine; keeps .venv and var
	rm -rf build staticfiles test-results .coverage .hypothesis .*_cache

tools:
	@$(PYTHON) run.py test --version

docs-tools:
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install $(LOCKED) -r requirements-ci.lock

LOCKED = --quiet --disable-pip-version-check --no-deps --require-hashes --only-binary :all:
# One version of a package in all four locks: they share .venv.
COMPILE = $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	--no-annotate --no-emit-index-url $(UPGRADE)
# Writes build/<extra>.in for each extra of pyproject.toml.
EXTRAS = import tomllib; project = tomllib.load(open('pyproject.toml', 'rb'))['project']; \
	[open(f'build/{name}.in', 'w').write('\n'.join(needs)) for name, needs in project['optional-dependencies'].items()]
