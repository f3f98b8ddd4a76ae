.DEFAULT_GOAL := help
PY := .venv/bin/python
SOURCES := agent session conversations team glance correspondence briefing providers inbox actions knowledge storage prompts voice web cli tests benchmarks scripts/page_types.py

# Compiled once and kept, even where the shell says not to: some forty processes of the tests would each compile all that they load.
export PYTHONDONTWRITEBYTECODE :=

help:  ## Show this help
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1|\2/' | column -t -s '|'

demo: setup-page  ## The page, on a sample inbox: no account, no key
	@.venv/bin/aloud page --sample

demo-text: setup-demo  ## The same in this terminal
	@.venv/bin/aloud console --sample --speak-if-possible

console: setup-demo  ## Your own mail in this terminal, by the settings in .env
	@.venv/bin/aloud console

page: setup-page  ## Your own mail on the page
	@.venv/bin/aloud page

dev: setup-test  ## A LiveKit server, a worker and a token to join with
	@.venv/bin/aloud dev

quick: setup-quick  ## Tests that need nothing but Python
	$(PY) -m pytest -q -n 2 --dist worksteal -m "not server and not slow and not proof"

# Rooms run in real time, six tests at once on two cores. What fails is tried once more, alone, so that a fault is told from a busy machine;
# how it failed at first stays in the output.
test: setup-test  ## Everything: checks, then all tests against real servers; TEST_SEED repeats what is random
	@$(MAKE) --no-print-directory -j 2 check-python check-page test-page check-collection
	$(PY) -m pytest -q -n 6 --dist worksteal -m "not proof" --parts --cache-clear --durations=15 || { [ $$? = 1 ] && $(MAKE) --no-print-directory test-failed-alone; }

test-failed-alone:
	$(PY) -m pytest -q --last-failed --last-failed-no-failures none --parts --maxfail 1

proofs: setup-test  ## What is long: random runs in full, and the tests of which `make test` has a part
	PROOFS=1 $(PY) -m pytest -q -n 2 --dist worksteal --timeout 3600 -m "proof or random or part"
	$(PY) -m benchmarks proofs.hijack proofs.patterns proofs.reading

check: setup-test  ## Lint, types and the direction of imports
	@$(MAKE) --no-print-directory -j 2 check-python check-page

check-python:
	.venv/bin/ruff check $(SOURCES)
	.venv/bin/ruff format --check $(SOURCES)
	.venv/bin/mypy
	.venv/bin/lint-imports

check-page:
	scripts/npm check

test-page:
	scripts/npm test

# While a core is free: otherwise each process of the tests would compile all of them at once, where nobody has run them yet.
check-collection:
	@mkdir -p .cache && $(PY) -m pytest --collect-only -qq >.cache/collection.log || { tail -40 .cache/collection.log; false; }

bench: setup-test  ## Benchmarks and their marks, an hour; JSON and plots in benchmarks/results/
	$(PY) -m benchmarks

pictures: setup-test  ## Those of the docs anew, from a real call
	$(PY) -m tests.web_page.call_pictures

lock: setup-test  ## Resolve the locks anew
	.venv/bin/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -q -o requirements.lock
	.venv/bin/uv pip compile pyproject.toml --universal --python-version 3.11 --extra local-voice --constraints requirements.lock --generate-hashes --no-emit-index-url --no-header -q -o requirements-voice.lock
	.venv/bin/uv pip compile pyproject.toml --universal --python-version 3.11 --all-extras --group dev --generate-hashes --no-emit-index-url --no-header -q -o requirements-dev.lock

setup-demo:
	@scripts/setup demo

setup-page:
	@scripts/setup page

setup-quick:
	@scripts/setup quick

setup-test:
	@scripts/setup test

.PHONY: help demo demo-text console page dev quick test proofs check check-python check-page check-collection test-page test-failed-alone bench pictures lock setup-demo setup-page setup-quick setup-test
