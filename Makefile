# Two commands are enough: make demo, make test. They need Go and make only.

GO ?= go
BIN := bin/eralock
SHARED ?= ../shared

.PHONY: all build demo test race notes kills ossfuzz prove prove-notes fuzz bench soak interop conformance lint spin

all: build

build:
	$(GO) build -o $(BIN) ./cmd/eralock

# The main job: the checker judges the fixture server, which it runs as a child.
demo: build
	./$(BIN) check

test:
	$(GO) test ./...

race:
	$(GO) test -race ./...

# The diagrams and tables of spec-notes, from the tables.
notes:
	$(GO) run ./spec-notes/generate

# The tables under the model checker SPIN. It says what it needs and installs
# nothing. SPINFLAGS=-write takes over new figures, -requests=3 takes a minute more.
spin:
	$(GO) run ./spec-notes/spin $(SPINFLAGS)

# Every walk of the model, and every mutant of every table; it fails when
# spec-notes/proved.md does not have the figures. prove-notes writes it.
prove: build
	./$(BIN) prove -page spec-notes/proved.md

prove-notes: build
	./$(BIN) prove -page spec-notes/proved.md -write

# Who kills which mutant server and client: spec-notes/kills.md.
kills:
	ERALOCK_KILLS=write $(GO) test -count=1 -run TestKillsPageIsFresh ./properties

# The seed archives for OSS-Fuzz and ClusterFuzzLite, and the targets as far as
# they build without the image of those: fuzz/ossfuzz/build.sh does the rest.
ossfuzz:
	ERALOCK_SEEDS=write $(GO) test -count=1 -run TestSeedArchivesAreFresh ./fuzz
	$(GO) vet -tags gofuzz ./fuzz
	$(GO) test -c -fuzz=. -o /dev/null ./fuzz

# Every fuzz target for FUZZTIME each.
FUZZTIME ?= 30s
fuzz:
	@for t in $$($(GO) test -list '^Fuzz' ./fuzz | grep '^Fuzz'); do \
		echo "== $$t"; $(GO) test -run '^$$' -fuzz "^$$t$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x ./fuzz || exit 1; done

# Benchmarks measure; nothing fails on timing. The second half prints ratios to
# the floor server and to go-sdk, measured in one run.
bench:
	$(GO) test -run '^$$' -bench . -benchmem ./...
	.ci/bench

# Random calls, cancels, kills and restarts; nothing may be left at the end.
SOAK ?= 30m
soak: build
	ERALOCK_BIN=$(CURDIR)/$(BIN) ERALOCK_SOAK=$(SOAK) $(GO) test -count=1 -timeout 2h -run TestSoak -v ./client

# The SDKs and the official suite of others, from a scratch folder. These need
# ../shared, Node 20, npm and Python 3.11 beside Go.
interop conformance: build
	SHARED=$(SHARED) GO=$(GO) .ci/$@

lint:
	@test -z "$$(gofmt -l .)" || { echo 'not formatted:'; gofmt -l .; exit 1; }
	$(GO) vet ./...
	$(GO) run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...
