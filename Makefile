# make               builds the release
# make test          installs what is missing and passes every test
# make bench         the cost of a change beside a program in C and other readers
# make cost          sets anew what a change may cost in make test
# make check-faults  fails every system call of a running bridge once with each plausible error
# make soak          a long random life, of the core and of a bridge on a real kernel
# make fuzz          a million inputs for each parser, and the unit tests, under AddressSanitizer
# make demo          shows the main job, without any hardware
# make check-desktop  the recipes of the README, with the real sway, swayidle and Waybar
# make check-deb     the package in a clean Debian, without Swift, and before lintian
# make deb           .build/proxbridge_VERSION_ARCH.deb
# make install       PREFIX=/usr/local DESTDIR=
# make uninstall

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
PROGRAM = .build/release/proxbridge

BUILD_PACKAGES = libevdev-dev libyaml-dev pkg-config scdoc
DOCS_PACKAGES = bash fish man-db systemd zsh

all: requirements .build/proxbridge.1
	$(SWIFT) build -c release --static-swift-stdlib --product proxbridge

.build/proxbridge.1: packaging/proxbridge.1.scd | requirements
	@mkdir -p .build
	scdoc <$< >$@

requirements:
	@packaging/require $(BUILD_PACKAGES)

test: all lint docs unit replay kernel
	Tests/Fuzz/run 3000

lint: all
	Tests/lint

unit: requirements
	$(SWIFT) test

# The manual page and the completions say what the program says, and systemd takes the units.
docs: all
	@packaging/require $(DOCS_PACKAGES)
	Tests/Docs/run
	Tests/Package/units

replay: all
	Tests/Replay/run

# 77: no guest can be had here. In CI that is a failure.
kernel: all
	@Tests/Kernel/guest Tests/Kernel/run; status=$$?; \
	if [ $$status -eq 77 ] && [ -z "$$CI" ]; then exit 0; fi; exit $$status

bench: all
	@packaging/require gcc libinput-tools python3-evdev e2fsprogs
	mkdir -p .build/bench
	cc -O2 -o .build/bench/floor Tests/Bench/floor.c $$(pkg-config --cflags --libs libevdev)
	@COUNTS=1 Tests/Kernel/guest Tests/Bench/run .build/bench/floor

# Sets anew what a change may cost in the kernel tests.
cost: all
	Tests/Kernel/guest Tests/Kernel/run cost: | sed -n 's/^cost: //p' | \
	    python3 -c 'import json, sys; print(json.dumps({k: v for l in sys.stdin for k, v in json.loads(l).items()}))' \
	    >Tests/Kernel/cost.json

check-faults: all
	@GUEST_LIMIT=7200 Tests/Kernel/guest env FAULTS=all Tests/Kernel/run faults

soak: all
	SOAK=1000000 $(SWIFT) test --filter SoakTests
	@GUEST_LIMIT=7200 Tests/Kernel/guest env SOAK=20000 Tests/Kernel/run soak

# The test runner leaks a little of its own, so leaks are not looked for.
fuzz: requirements
	Tests/Fuzz/run
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test --sanitize=address --scratch-path .build/asan

DEMO = Tests/Fixtures/cases/iOS-7-uncovered-in-the-background
demo: all
	$(PROGRAM) replay $(DEMO).evemu --focus $(DEMO).focus --format table

install:
	packaging/place install $(PREFIX) $(DESTDIR)

uninstall:
	packaging/place uninstall $(PREFIX) $(DESTDIR)

deb: all
	@packaging/require binutils dpkg-dev
	packaging/deb/build

check-deb: deb
	@packaging/require debootstrap lintian
	Tests/Package/run

check-desktop: all
	@packaging/require foot fonts-dejavu-core inotify-tools jq sway swayidle waybar
	@Tests/Kernel/guest Tests/Desktop/run

clean:
	rm -rf .build

.DELETE_ON_ERROR:
.PHONY: all requirements test lint docs unit replay kernel check-faults soak fuzz demo deb install uninstall
.PHONY: bench cost check-deb check-desktop clean
