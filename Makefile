# The two commands: `make demo` (set-up, then the main job) and `make test` (set-up, then all tests).

.PHONY: demo test setup build wheel install release-check docs format lint clean help

help:
	@echo 'make demo    set up what is missing, sweep the reduction ladder, write the report'
	@echo 'make test    set up what is missing, run all C++ and Python tests'
	@echo 'make setup   only install what is missing'
	@echo 'make build   only build the programs in build/release'
	@echo 'make wheel   build dist/warpmark-*.whl, which needs no compiler where it is installed'
	@echo 'make install PREFIX=DIR [EXTRA=cuda13]   install the wheel into an environment of Python, or a new one'
	@echo 'make release-check   build the wheel, install it in fresh systems and run its demo'
	@echo 'make docs    build the documentation site in build/site, and look at its pages in a browser'
	@echo 'make lint    clang-format, ruff and mypy in checking mode'
	@echo 'make format  lay out all sources'
	@echo 'make clean   remove build/ and out/'

setup:
	@tools/setup

build: setup
	@tools/build

wheel:
	@tools/wheel

install:
	@tools/install "$(PREFIX)" $(EXTRA)

docs:
	@tools/docs

release-check:
	@tools/release_check

demo:
	@tools/demo

test:
	@tools/test

lint: setup
	@tools/lint

format:
	@tools/format

clean:
	rm -rf build out
