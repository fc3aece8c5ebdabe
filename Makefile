# `make demo` builds everything and runs two programs on a simulated chip; `make test` runs all
# checks. What is built goes into build/, target/ and .venv/, and the simulator's module for Python
# into python/onchip/; `make clean` removes all of it.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := /bin/bash
# Without this setting, CMake 4 refuses to build softfloat-sys, a crate of the simulator.
export CMAKE_POLICY_VERSION_MINIMUM := 3.5
export PATH := $(PATH):$(or $(CARGO_HOME),$(HOME)/.cargo)/bin

PYTHON := python3
VENV := .venv/bin
ONCHIP := $(VENV)/onchip
STAMPS := build/stamps
INSTALLED := .venv/stamps
CORE := python/onchip/_core.abi3.so
RUST := $(shell find simulator binding -name '*.rs' -o -name Cargo.toml) Cargo.toml Cargo.lock
# How often the simulator's branches and calls were taken while the benchmarks ran. rustc places the
# code accordingly, so that messages take a tenth less time. Counts of a function that has changed
# since are ignored.
PROFILE := simulator/benchmarks.profdata
PROFILED := --config "build.rustflags=['-Cprofile-use=$(CURDIR)/$(PROFILE)']"
C_SOURCES := $(shell find runtime examples benchmarks papers tests simulator -name '*.[ch]' 2>/dev/null)

.PHONY: help
help:
	@echo 'make demo       install what is missing, then run pi and a blur on 16 cores'
	@echo 'make install    install what is missing and build onchip in .venv'
	@echo 'make test       all checks'
	@echo 'make test-long  the tests that take long'
	@echo 'make pages      write what the commands print that pages show'
	@echo 'make profile    count anew which parts of the simulator are hot'
	@echo 'make wheel      a package for pip that needs no clone, in build/dist/'
	@echo 'make clean      remove everything that was built'

# ---- What the machine must have -------------------------------------------------------------

CHECK_PYTHON = $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
	{ echo 'Python 3.10 or newer is missing. Type: apt-get install -y python3 python3-venv'; exit 1; }

$(STAMPS)/machine: python/onchip/base/machine.py
	@$(CHECK_PYTHON)
	@PYTHONPATH=python $(PYTHON) -m onchip.base.machine
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/machine-tests: python/onchip/base/machine.py | $(STAMPS)/machine
	@$(CHECK_PYTHON)
	@PYTHONPATH=python $(PYTHON) -m onchip.base.machine --tests
	@mkdir -p $(STAMPS) && touch $@

# ---- onchip in .venv ------------------------------------------------------------------------

$(INSTALLED)/venv: pyproject.toml | $(STAMPS)/machine
	@test -x $(VENV)/python || $(PYTHON) -m venv .venv
	@$(VENV)/pip install -q $$(sed -n 's/^requires = \["\(.*\)"\]/\1/p' pyproject.toml)
	@mkdir -p $(INSTALLED) && touch $@

$(CORE): $(RUST) $(PROFILE) $(INSTALLED)/venv
	@echo 'building the simulator (a few minutes the first time)'
	@. $(VENV)/activate && maturin develop --release --locked --extras dev $(PROFILED) \
		>build/simulator.log 2>&1 || { cat build/simulator.log; exit 1; }
	@touch $@

# Counts anew, which takes three minutes; `make install` then builds with the new counts. Messages
# count tenfold, because the simulator takes longer for one of their instructions than for any
# other. `bench sim` measures programs that are not counted, but for `cliffs` and `cached`.
COUNTED := build/counted
.PHONY: profile
profile: install
	rustup component add llvm-tools
	@rm -rf $(COUNTED) && mkdir -p $(COUNTED)
	@. $(VENV)/activate && CARGO_TARGET_DIR=$(COUNTED)/target maturin develop --release --locked \
		--config "build.rustflags=['-Cprofile-generate=$(CURDIR)/$(COUNTED)/build']"
	@touch -d @0 $(CORE)  # `make install` replaces the counting module, also after a failure
	export LLVM_PROFILE_FILE=$(COUNTED)/instructions-%p.profraw; \
		for what in cliffs cached; do $(ONCHIP) bench sim --rounds 1 --what $$what || exit; done
	export LLVM_PROFILE_FILE=$(COUNTED)/messages-%p.profraw; \
		for what in mpi omp noc; do $(ONCHIP) bench $$what || exit; done; \
		for chip in "64 --chip mesh8x8" "16 --chip mesh4x4" "16 --chip quad2x2"; do \
		$(ONCHIP) run -n $$chip examples/heat2d.c 256 40 || exit; done; \
		for program in cg ft mg; do \
		$(ONCHIP) run -n 1 --threads 16 --chip mesh4x4-cached --data dram --heap dram \
			tests/cache/shared/$$program.c || exit; done
	$$(rustc --print target-libdir)/../bin/llvm-profdata merge --sparse -o $(PROFILE) \
		$(COUNTED)/instructions-*.profraw \
		$$(printf -- '--weighted-input=10,%s ' $(COUNTED)/messages-*.profraw)
	@rm -rf $(COUNTED)

# Packages of `onchip sweep`, `onchip rtl compare --core`, the notebook and the site, which
# `make demo` does not need.
$(INSTALLED)/extras: pyproject.toml $(CORE)
	@$(VENV)/pip install -q 'onchip[cores,man,notebook,rtl,site,sweep]'
	@touch $@

# A variant of the runtime other than the default is built at its first use; from then on `make`
# keeps it up to date. The file `complete` in its folder holds the arguments for make that build it.
VARIANTS = $(wildcard build/*/complete)
JOBS = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc))
# python/onchip/build/compiler.py takes the same lock when it builds a variant.
MAKE_RUNTIME = flock build/runtime.lock $(MAKE) -s -C runtime $(JOBS)
.PHONY: runtime
runtime: | $(STAMPS)/machine
	@+$(MAKE_RUNTIME)
	@+for variant in $(VARIANTS); do \
		$(MAKE_RUNTIME) $$(cat $$variant) && touch $$variant || exit; done

# Python keeps the bytecode of modules that it imports, unless PYTHONDONTWRITEBYTECODE is set;
# compileall writes it in any case.
PYTHON_SOURCES := $(shell find python -name '*.py')
$(INSTALLED)/bytecode: $(PYTHON_SOURCES) $(INSTALLED)/venv
	@$(VENV)/python -m compileall -q python
	@touch $@

.PHONY: install
install: $(CORE) $(INSTALLED)/bytecode runtime

# Builds the pages of docs/ as a site in build/site/; a link that leads nowhere is an error.
.PHONY: site
site: $(INSTALLED)/extras
	@NO_MKDOCS_2_WARNING=1 $(VENV)/mkdocs build --strict -f site/mkdocs.yml

# Builds a package in build/dist/ that can be installed without a clone.
.PHONY: wheel
wheel: install $(INSTALLED)/extras
	@+$(MAKE_RUNTIME) CHECKS=0
	@+$(MAKE_RUNTIME) HEAP=dram chip
	@+$(MAKE_RUNTIME) HEAP=dram CHECKS=0 chip
	@$(VENV)/pip install -q 'onchip[wheel]'
	@. $(VENV)/activate && python -m onchip.install.wheel $(CURDIR)/build/dist $(PROFILED)

# ---- The two programs -----------------------------------------------------------------------

.PHONY: demo
demo: install
	$(ONCHIP) run -n 16 examples/pi.c
	@mkdir -p build/demo
	$(ONCHIP) run -n 16 examples/blur.c examples/images/input.pgm build/demo/blurred.pgm

# ---- Checks ---------------------------------------------------------------------------------

# The tests in Python run in parallel with the linters and the tests in Rust (`rust-beside`): either
# side may wait, a test for a program that it runs, cargo for its last step. The tests in Python
# take three processes, one more than the usual machine has cores, so that no core is idle. A test
# with four or more parameters runs here with every third of them, and in `test-long` with all. The
# output of `rust-beside` is printed when it has ended.
.PHONY: test
test: install $(STAMPS)/machine-tests
	@$(MAKE) -s -j2 test-python rust-beside

.PHONY: rust-beside
rust-beside:
	@{ $(MAKE) -s -j1 lint test-rust; } >build/rust-beside.log 2>&1; \
		status=$$?; cat build/rust-beside.log; exit $$status

.PHONY: lint
lint: $(STAMPS)/machine-tests $(CORE)
	cargo fmt --check
	cargo clippy --quiet --all-targets --locked -- -D warnings
	@echo "clang-format --dry-run -Werror (all .c and .h files)"
	@clang-format --dry-run -Werror $(C_SOURCES)
	$(VENV)/ruff check -q .
	$(VENV)/ruff format --check -q .

.PHONY: test-rust
test-rust: install $(STAMPS)/machine-tests
	cargo test --locked --tests -- --show-output

.PHONY: test-python
test-python: install $(STAMPS)/machine-tests $(INSTALLED)/extras
	$(VENV)/pytest -q -n 3 --share 3

.PHONY: test-long
test-long: install $(STAMPS)/machine-tests $(INSTALLED)/extras
	cargo test --locked --release -- --ignored --show-output
	ONCHIP_CASES=500 cargo test --locked --release
	ONCHIP_CASES=5000 cargo test --locked --release chip::schedulers
	ONCHIP_CASES=50000 cargo test --locked --release network::random_chips
	$(VENV)/pytest -q -m "long or not long"

# Runs the commands in README and other pages anew, and updates the output that the pages show.
.PHONY: pages
pages: install
	cd tests && ../$(VENV)/python -m pages

.PHONY: clean
clean:
	rm -rf build target .venv python/onchip/*.so
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
