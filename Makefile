# make               builds the release
# make test          installs what is missing and passes every test
# make check-faults  fails every system call of a running bridge once with each plausible error
# make soak          a long random life, of the core and of a bridge on a real kernel
# make fuzz          a million inputs for each parser, and the unit tests, under AddressSanitizer
# make demo          shows the main job, without any hardware
# make install       PREFIX=/usr/local DESTDIR=
# make uninstall

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
PROGRAM = .build/release/proxbridge

BUILD_PACKAGES = libevdev-dev libyaml-dev pkg-config

all: requirements
	$(SWIFT) build -c release --static-swift-stdlib --product proxbridge

requirements:
	@packaging/require $(BUILD_PACKAGES)

test: all lint unit replay kernel
	Tests/Fuzz/run 3000

lint: all
	Tests/lint

unit: requirements
	$(SWIFT) test

replay: all
	Tests/Replay/run

# 77: no guest can be had here. In CI that is a failure.
kernel: all
	@Tests/Kernel/guest Tests/Kernel/run; status=$$?; \
	if [ $$status -eq 77 ] && [ -z "$$CI" ]; then exit 0; fi; exit $$status

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
	install -D -m 0755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/proxbridge
	install -D -m 0644 udev-rules/70-proxbridge.rules \
	    $(DESTDIR)$(PREFIX)/lib/udev/rules.d/70-proxbridge.rules

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/proxbridge
	rm -f $(DESTDIR)$(PREFIX)/lib/udev/rules.d/70-proxbridge.rules

clean:
	rm -rf .build

.PHONY: all requirements test lint unit replay kernel check-faults soak fuzz demo install uninstall clean
