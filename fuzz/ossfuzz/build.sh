#!/bin/bash -eu
# Builds every fuzz target for OSS-Fuzz and ClusterFuzzLite, in their image for Go
# (base-builder-go), and puts the seeds beside each. Elsewhere it says what it
# needs; make ossfuzz compiles the targets the way Go itself does.
cd "${SRC:+$SRC/eralock}" 2>/dev/null || cd "$(dirname "$0")/../.."
command -v compile_native_go_fuzzer_v2 >/dev/null || {
  echo "compile_native_go_fuzzer_v2 is part of gcr.io/oss-fuzz-base/base-builder-go" >&2
  exit 2
}
# The image's builder links against a module that ours does not need elsewhere.
printf 'package fuzz\n\nimport _ "github.com/AdamKorcz/go-118-fuzz-build/testing"\n' > fuzz/register.go
go mod tidy
for target in $(grep -ho '^func Fuzz[A-Za-z]*' fuzz/*_test.go | cut -d' ' -f2 | sort); do
  compile_native_go_fuzzer_v2 github.com/eralock/eralock/fuzz "$target" "$target"
  cp "fuzz/ossfuzz/${target}_seed_corpus.zip" "$OUT/"
done
