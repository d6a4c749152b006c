# Sourced. One line a check, and a last one that counts them.
passed=0 failed=0
ok() { passed=$((passed + 1)); printf 'ok    %s\n' "$*"; }
fail() { failed=$((failed + 1)); printf 'FAIL  %s\n' "$*"; }
tally() {
  printf '\n%d passed, %d failed\n' "$passed" "$failed"
  [ "$failed" = 0 ] && [ "$passed" -gt 0 ]
}

# within SECONDS COMMAND...: an exit status, also of a command that never ends.
# coreutils' timeout is not everywhere.
within() {
  python3 -c '
import os, signal, subprocess, sys
p = subprocess.Popen(sys.argv[2:], start_new_session=True)
try:
    sys.exit(p.wait(float(sys.argv[1])) & 255)
except subprocess.TimeoutExpired:
    print("no end after", sys.argv[1], "s:", *sys.argv[2:], file=sys.stderr)
    os.killpg(p.pid, signal.SIGKILL)
    sys.exit(124)' "$@"
}

# steps LABEL "STEP STEP ..." OUTPUT: the lines "ok STEP" and "FAIL STEP: why"
# of a program, each of which has to be there.
steps() {
  local label=$1 names=$2 output=$3 name line
  for name in $names; do
    line=$(grep -m1 -E "^(ok|FAIL) +$name(:.*)?\$" "$output" || true)
    case $line in
    ok*) ok "$label: $name" ;;
    FAIL*) fail "$label: ${line#FAIL }" ;;
    *) fail "$label: $name: not reached" && tail -n 5 "$output" | sed 's/^/      /' ;;
    esac
  done
}
