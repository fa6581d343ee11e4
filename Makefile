# Everything one does here: make run, make test, make lint, make fix, make demo, make bench. See CONTRIBUTING.md.

SHELL := /bin/sh
export UV_PYTHON_DOWNLOADS := never

PY := .venv/bin/python
WITH_DATABASE := $(PY) -m jackpot_site.embedded run
UV_SYNC := .venv/bin/uv pip sync --quiet --python $(PY) --require-hashes
PIP := $(PY) -m pip install --quiet --disable-pip-version-check --require-hashes
CATALOGUES := $(wildcard jackpot_site/locale/*/LC_MESSAGES/django.po)
# Python that can make a virtual environment: the first of these that is 3.11 or newer.
PYTHONS := python3 python3.13 python3.12 python3.11

.NOTPARALLEL:
.PHONY: run test lint fix demo bench setup
.DEFAULT_GOAL := run

run: .venv/prod.stamp var/catalogues.stamp
	@exec $(PY) -m jackpot_site.serve

test: .venv/test.stamp var/catalogues.stamp
	@tests/browser/chromium.sh
	@$(WITH_DATABASE) $(PY) -m pytest -n 2 $(ARGS)

lint: .venv/dev.stamp var/catalogues.stamp
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(PY) -m mypy .
	@$(PY) -c "from importlinter.cli import lint_imports_command; lint_imports_command()"
	@$(PY) -m deptry .
	@$(PY) -m tests.check_requirements
	@$(WITH_DATABASE) $(PY) manage.py makemigrations --check --dry-run
	@$(PY) manage.py check --fail-level WARNING
	@SECRET_KEY=$$($(PY) -c 'import secrets; print(secrets.token_hex(40))') SITE_URL=https://cards.example.org \
	  ALLOWED_HOSTS=cards.example.org EMAIL_URL=smtp://127.0.0.1 LOCAL=off DATABASE_URL=postgresql://u:p@127.0.0.1/d \
	  $(PY) manage.py check --deploy --fail-level WARNING
	@$(PY) manage.py spectacular --validate --fail-on-warn --file var/schema.yaml

fix: .venv/dev.stamp
	@$(PY) -m ruff check --fix .
	@$(PY) -m ruff format .

demo: .venv/test.stamp var/catalogues.stamp
	@$(WITH_DATABASE) $(PY) manage.py demo $(ARGS)

bench: .venv/test.stamp var/catalogues.stamp
	@$(PY) -m bench $(ARGS)

setup: .venv/dev.stamp var/catalogues.stamp

.venv/uv.stamp: requirements/uv.txt
	@python=; for each in $(PYTHONS); do \
	  if "$$each" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then python=$$each; break; fi; \
	done; \
	if [ -z "$$python" ]; then echo "Error: Python 3.11 or newer is needed." >&2; exit 1; fi; \
	if ! "$$python" -c 'import ensurepip, venv' 2>/dev/null; then \
	  echo "Error: $$python cannot make virtual environments; on Debian: apt-get install python3-venv" >&2; exit 1; fi; \
	"$$python" -m venv --clear .venv
	@$(PIP) -r requirements/uv.txt \
	  || echo "uv cannot be had here: pip does its work, only slower." >&2
	@touch $@

# Each set of packages is part of the next larger one: prod, test, dev. The largest installed so far stays.
.venv/dev.stamp .venv/test.stamp .venv/prod.stamp: .venv/%.stamp: requirements/%.txt .venv/uv.stamp
	@set=$*; for other in test dev; do \
	  if [ -e .venv/$$other.stamp ] && [ $$set-$$other != dev-test ]; then set=$$other; fi; done; \
	echo "Installing requirements/$$set.txt…"; \
	{ $(UV_SYNC) requirements/$$set.txt 2>/dev/null || $(UV_SYNC) --system-certs requirements/$$set.txt || \
	$(PIP) -r requirements/$$set.txt; } && \
	case $$set in dev) touch .venv/dev.stamp .venv/test.stamp .venv/prod.stamp ;; \
	  test) touch .venv/test.stamp .venv/prod.stamp ;; *) touch .venv/prod.stamp ;; esac

# The catalogues are compiled without gettext's own tools, which not every machine has.
var/catalogues.stamp: $(CATALOGUES)
	@mkdir -p var
	@$(if $(CATALOGUES),$(PY) -m babel.messages.frontend compile --domain django --directory jackpot_site/locale >var/catalogues.log 2>&1 || { cat var/catalogues.log >&2; exit 1; },:)
	@touch $@
