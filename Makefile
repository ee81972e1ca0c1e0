# Two commands: `make run` starts the host, `make test` passes the tests. Both set up .venv on first use: the first
# installs what a host needs, the second adds what developers need.
# Another Python beside it: `make test PYTHON=python3.13 VENV=.venv313`.
VENV ?= .venv
PYTHON ?= python3
BIN := $(VENV)/bin
RUNS := $(VENV)/.runs
READY := $(VENV)/.ready
PIP := $(BIN)/python -m pip --disable-pip-version-check install
CATALOGUES := $(VENV)/.catalogues
# For two cores: some tests wait.
WORKERS := 4
PO := $(wildcard tui/locale/*/LC_MESSAGES/*.po)

# Compiled modules are kept, whatever the environment says: tests start many programs.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: pictures run test fast touched long under-load gates setup check types lint contracts tests planted mutants simulate kills chaos versions twins early-keys attacks bench clients edge soak quiet fuzz ci night messages lock wheel monitoring rehearsal year docs gate train odds acceptance image deb matrix release window alerts clean

run: $(RUNS) $(CATALOGUES)
	$(BIN)/crownhouse serve $(ARGS)

test: check tests

# Checks run beside the first tests: none of them keeps two cores busy.
ifneq ($(filter test fast,$(MAKECMDGOALS)),)
MAKEFLAGS += -j2
endif

setup: $(READY) $(CATALOGUES)

$(RUNS): requirements/run.txt requirements/build.txt pyproject.toml setup.py
	$(PYTHON) -m venv $(VENV)
	$(PIP) --require-hashes -r requirements/run.txt -r requirements/build.txt
	rm -rf *.egg-info  # what an older build has left would be asked for the version
	$(PIP) --quiet --no-deps --no-build-isolation --editable .
	$(BIN)/python -m compileall -q engine tui server
	touch $@

$(READY): $(RUNS) requirements/dev.txt
	$(PIP) --quiet --require-hashes -r requirements/dev.txt
	touch $@

$(CATALOGUES): $(RUNS) $(PO)
	$(BIN)/python -c "import setup; setup.compile_catalogues()"
	touch $@

check: lint types contracts

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: setup
	$(BIN)/mypy

contracts: setup
	$(BIN)/lint-imports

# PART=2/4 is the second of four parts, for several machines.
tests: setup
	$(BIN)/pytest -n $(WORKERS) --dist worksteal $(if $(PART),--part $(PART)) $(ARGS)

# The tests that `make tests` leaves out (tests/long.txt), and property tests with four times as many cases.
long: setup
	CASES=1 $(BIN)/pytest -n $(WORKERS) --dist worksteal --long all $(ARGS)

# `make tests` so often beside eight processes that compute. Interrupted, it goes on the next time.
RUNS_UNDER_LOAD ?= 20

under-load: setup
	$(BIN)/python -m tests.under_load $(RUNS_UNDER_LOAD)

# What a change is tried with first: `make check`, and the tests near what differs from SINCE.
SINCE ?= main

fast: check touched

touched: setup
	$(BIN)/pytest -n $(WORKERS) --dist worksteal $$($(BIN)/python -m tests.touched $(SINCE)) $(ARGS)

# Faults that are planted in the simulation and in one of twins: each of them has to be found.
planted: setup
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m planted tests/simulation tests/twins

bench: setup $(VENV)/.bench
	$(BIN)/python -m tests.bench $(ARGS)

# Hosts that are killed again and again, in a simulation: SEEDS=20000 can be interrupted and goes on where it
# stopped, SEED=123 is one of them with a trace of what happened.
# A tenth as many of them have three nodes (SEED=123 ARGS=--nodes is one).
SIMULATED = $(or $(SEEDS),2000)
NODE_SEEDS ?= $(shell expr $(SIMULATED) / 10)

simulate: setup
	$(BIN)/python -m tests.simulation $(if $(SEED),--seed $(SEED),--seeds $(SIMULATED) --resume) $(ARGS)
	$(if $(SEED),,$(BIN)/python -m tests.simulation --nodes --seeds $(NODE_SEEDS) --resume)

# Real hosts and kill -9, one after another on the same data.
ROUNDS ?= 60

kills: setup
	$(BIN)/python -m tests.simulation.kills --rounds $(ROUNDS)

# Several nodes on one PostgreSQL, and every fault there is, for so many minutes. Interrupted, it goes on the next
# time.
CHAOS_MINUTES ?= 30

chaos: setup
	$(BIN)/python -m tests.chaos --seconds $(or $(CHAOS_SECONDS),$$(($(CHAOS_MINUTES) * 60)) --state .chaos)

# Nodes of a released version, which is taken out of git, are upgraded to this one under play: COMMIT=... is another.
versions: setup
	$(BIN)/python -m tests.chaos.upgrade $(COMMIT)

# Small changes of the code, each of which has to be noticed by the tests that noticed it before. IN=engine are some.
# FRESH=150 SEED=2 draws new ones, and first runs the tests once to see what they enter (.mutants keeps that); IN=tui
# draws them there alone.
mutants: setup
	$(BIN)/python -m tests.mutants $(if $(IN),--only $(IN)) $(if $(FRESH),--fresh $(FRESH)) \
		$(if $(SEED),--seed $(SEED)) $(ARGS)

# Pairs of games that differ only in what somebody may not know: nobody can tell them apart. One of them in full:
# GAME=laurin PAIR=12.
PAIRS ?= 100

twins: setup
	$(BIN)/python -m tests.twins $(if $(GAME),--game $(GAME)) $(if $(PAIR),--pair $(PAIR),--pairs $(PAIRS)) $(ARGS)

# Keys that come before their players have seen what they act on, at every question of SEEDS games of each kind.
early-keys: setup
	$(BIN)/python -m tests.tui.asked_first $(or $(SEEDS),1)

# What attacks on ratings earn, in SEEDS simulated communities from FIRST on: docs/ratings.md.
attacks: setup
	$(BIN)/python -m training.rating_attacks --seeds $(or $(SEEDS),100) --first $(or $(FIRST),95000)

# A bot against three stewards: GAME=intrigue BOT=master GAMES=400; or all bots of a game against each other, rated:
# GAME=intrigue ROUNDROBIN=1000, of them few with a slow one: SPARING=master=200. Interrupted, it goes on the next
# time, unless the code has changed; every attempt is listed in docs/gates. SEED=... repeats one, which counts as a
# trial: seeds of a gate are drawn when it begins.
GAMES ?= 400
PROCESSES ?= 1

gate: setup
	$(BIN)/python -m training.gate $(GAME) --processes $(PROCESSES) $(if $(SEED),--seed $(SEED)) \
		$(if $(ROUNDROBIN),--round-robin $(ROUNDROBIN),--games $(GAMES)) $(if $(BOT),--bot $(BOT)) \
		$(if $(BOTS),--bots $(BOTS)) $(if $(SPARING),--sparing $(SPARING)) $(ARGS)

# Makes what the bots of a game have learned, by its own program in training/: GAME=court.
train: setup
	$(if $(wildcard training/$(GAME)/__main__.py),$(BIN)/python -m training.$(GAME) --processes $(PROCESSES) $(ARGS),\
		@echo "$(or $(GAME),GAME=...): there is nothing to learn, no bot of it has learned values (docs/bots.md)")

# How often the odds of a game come true, at each kind of table, with fresh seeds: docs/odds.md. GAME=laurin.
odds: setup
	set -e; for tables in stewards unknown mixed masters; do \
		$(BIN)/python -m training.$(GAME).odds $$tables --games $(GAMES) $(ARGS); done

# Whether what each game's value tells is true, in seven figures, with fresh seeds: GAME=court is one game.
ANALYSED ?= 100

acceptance: setup $(if $(SMALL),,$(VENV)/.bench)
	$(BIN)/python -m training.acceptance $(if $(SMALL),--small,$(GAME) --games $(GAMES) --analysed $(ANALYSED)) $(ARGS)

# Timed attacks on a host of its own, on this machine alone: docs/security.md. CROWD=20 tries the keys of each screen by
# so many guests alone; without it by one, 20 and 180 of them, for hours.
edge: setup
	$(BIN)/python -m tests.bench edge
	$(BIN)/python -m tests.edge.longest_turn $(CROWD)
	$(if $(CROWD),$(BIN)/python -m tests.edge.longest_turn 180 typed)

$(VENV)/.bench: requirements/bench.txt $(READY)
	$(PIP) --quiet --require-hashes -r requirements/bench.txt
	touch $@

# Every kind of client at the real host, pages in Chromium, and nodes behind HAProxy; dbclient, plink, chromium and
# haproxy have to be installed.
clients: setup $(VENV)/.clients
	$(BIN)/pytest -n 2 $(ARGS) tests/clients

# All that a window on the web has to stand, and its figures in pairs: seven minutes on two idle cores.
window: setup $(VENV)/.clients
	$(BIN)/pytest -n 2 --long all tests/server/web tests/tui/web tests/e2e/test_window.py tests/clients/test_pages.py \
		tests/clients/test_windows.py
	$(BIN)/python -m tests.bench window window_attacks

$(VENV)/.clients: requirements/clients.txt $(READY)
	$(PIP) --quiet --require-hashes -r requirements/clients.txt
	touch $@

# Seven hours of ordinary life beside builds, in which no alert of a real Prometheus may fire; `make monitoring` tries the
# alerts on what was scraped. Interrupted, it goes on. HOURS=0.7 shows nothing of the alerts that look back for hours.
HOURS ?= 7

quiet: setup
	$(BIN)/python -m tests.quiet $(HOURS) .quiet/$(HOURS)

# People play and attacks come for so long, on a host of its own. Interrupted, it goes on the next time: what it
# knows is in STATE.
MINUTES ?= 60
SESSIONS ?= 200
STATE ?= .soak

soak: setup
	$(BIN)/python -m tests.soak $(MINUTES) $(SESSIONS) $(STATE)

# Tries cases of every target in tests/fuzz for so long, two at once; a case that fails is kept there. Other cases
# each time, but for NUMBER=7.
SECONDS ?= 60

fuzz: setup
	$(BIN)/python -m tests.fuzz --seconds $(SECONDS) $(if $(NUMBER),--seed $(NUMBER)) $(ARGS)

# The loss of a disk: a real host is upgraded, played on, backed up, lost and restored.
rehearsal: setup
	$(BIN)/python -m tests.rehearsal

# An operator's year on bare Debians that boot, from the package to three nodes of the next version (root, mmdebstrap,
# systemd-nspawn): `make -s year > docs/year.md`. .year keeps the Debian and both packages.
year: setup
	$(BIN)/python -m tests.year .year

# What .ci/run calls: the tests first, then some of what is too long for them, ten minutes in all on two idle cores.
# The fuzz targets get the same cases each time, so that a change is judged by what it changes; `make night` goes
# looking for new ones, upgrades nodes under play (`make versions`) and does more of everything.
ci: test gates

GATES := acceptance chaos fuzz rehearsal simulate monitoring docs twins kills

# Side by side, the longest first: most of them wait for hosts or clocks. The wheel is built of a tree at rest.
gates: wheel $(VENV)/.docs
	$(MAKE) -j 3 --output-sync=target $(GATES) \
		SMALL=1 SEEDS=100 ROUNDS=4 PAIRS=5 CHAOS_SECONDS=30 SECONDS=4 NUMBER=7

# The long runs: ONLY="long edge" are some of them. Interrupted, it goes on the next time with what is not done for
# this code, until all is: docs/night.md says what ran, and how long it takes. ONLY=--left says what is left.
night: setup $(VENV)/.clients
	$(BIN)/python -m tests.night $(ONLY)

# The sdist and the wheel, in dist/, checked. With PROJECT_URL=https://... the description's links and pictures lead
# there; setup.py says more.
wheel: setup
	$(BIN)/python -m tests.packages dist

# The wheel as a package of the Debian that this runs on.
deb: wheel
	$(BIN)/python -m docs.deb dist

# What is given away of a version, in dist/: sdist, wheel, SBOM, checksums, and the text of its tag. VERSION=0.3.0
# first names it, in pyproject.toml, the changelog and the man page. It refuses a version that is still worked on, or
# that the changelog does not describe; docs/upgrading.md says how a release is made and what versions promise.
release: $(VENV)/.release
	$(BIN)/python -m docs.cut $(VERSION)
	$(MAKE) deb
	$(BIN)/python -m docs.release dist

$(VENV)/.release: requirements/release.txt $(READY)
	$(PIP) --quiet --require-hashes -r requirements/release.txt
	touch $@

# The image of a host, built and tried by buildah (root; BASE=... is another base). .image keeps what can be used
# again.
image: setup
	$(BIN)/python -m tests.image .image $(BASE)

# The two commands on fresh machines: Debian 12 to 14 made by mmdebstrap (root), and every Python that is found
# here; ON="debian12 python3.12" are some of them. .matrix keeps what can be used again.
matrix: setup
	$(BIN)/python -m tests.matrix .matrix $(ON)

# What deploy/ has for Prometheus and Grafana, read and tried by promtool, which has to be installed; and its units,
# read and judged by systemd-analyze where that is.
monitoring: setup
	$(BIN)/python -m tests.monitoring

# Everything that alerts are for happens to a real host, which a real Prometheus scrapes: four minutes; root, and
# prometheus, which has to be installed.
alerts: setup
	$(BIN)/python -m tests.every_alert

# The documentation as a site, in build/docs/site; a warning, a wrong link or anything that would be loaded from
# another host is an error.
docs: setup $(VENV)/.docs
	$(BIN)/python -m docs.site build/docs

$(VENV)/.docs: requirements/docs.txt $(READY)
	$(PIP) --quiet --require-hashes -r requirements/docs.txt
	touch $@

# Every screen, size, theme and language, to be looked through: 3,000 pictures, three minutes. Those of the
# documentation are drawn by `python -m docs.pictures.gallery` without a folder.
PICTURES ?= build/pictures

pictures: setup
	$(BIN)/python -m docs.pictures.gallery $(PICTURES) $(ARGS)

messages: setup
	$(BIN)/python -m babel.messages.frontend -q extract -F babel.cfg -k _ -k ngettext:1,2 -k pgettext:1c,2 -k N_ -k NC_:1c,2 -k NN_:1,2 --no-location --sort-output --project crownhouse --copyright-holder "the crownhouse maintainers" --version 1 --msgid-bugs-address "" -o $(VENV)/crownhouse.pot .
	for lang in en de it nl; do $(BIN)/pybabel -q update --init-missing -D crownhouse -i $(VENV)/crownhouse.pot -d tui/locale -l $$lang --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date --no-wrap; done

LOCK := $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate -q

lock: setup
	$(LOCK) pyproject.toml --group dev --all-extras -o requirements/dev.txt
	$(LOCK) pyproject.toml --extra fast --extra postgres --extra notices -c requirements/dev.txt -o requirements/run.txt
	$(LOCK) pyproject.toml --all-extras -c requirements/dev.txt -o requirements/web.txt
	$(LOCK) --group build -c requirements/dev.txt -o requirements/build.txt
	for group in bench clients docs release; do $(LOCK) pyproject.toml --extra fast --extra postgres --extra notices --group dev --group $$group -c requirements/dev.txt -o requirements/$$group.txt; done

clean:
	rm -rf $(VENV) build dist .simulation .chaos .image .matrix .mutants .night .quiet .under-load .year *.egg-info
