"""The client's rows: our client and the go-sdk client against the floor server, which greet introduces to them, as a
fraction of what the raw load driver gets out of it."""
import json, os, shutil, subprocess
from measure import BIN, ROOT, SERVERS, WORK, Samples, load, row, title

#       mode, callers, calls, warm-up, must, aim, label
ROWS = [("seq", 1, 4000, 500, 0.45, 0.65, "1 KB, one at a time"), ("pipe", 64, 20000, 2000, 0.75, 0.90, "1 KB, 64 in flight")]
CLIENTS = ("eralock", "gosdk")


def build():
    here = os.path.join(ROOT, ".ci", "bench.d")
    for name in ("client", "greet"):
        subprocess.run(["go", "build", "-o", f"{BIN}/bench-{name}", f"{here}/{name}/main.go"], cwd=ROOT, check=True)
    peers = os.path.join(WORK, "go", "gosdk")
    os.makedirs(peers + "/bench", exist_ok=True)
    shutil.copy(here + "/gosdk/main.go", peers + "/bench/main.go")
    subprocess.run(["go", "build", "-o", BIN + "/bench-gosdk", "./bench"], cwd=peers, check=True)


def run(client, callers, n, warm):
    program = BIN + ("/bench-client" if client == "eralock" else "/bench-gosdk")
    p = subprocess.run([program, "-callers", str(callers), "-n", str(n), "-warm", str(warm), "--", BIN + "/bench-greet",
                        *SERVERS["floor"]], capture_output=True, text=True, check=True)
    return json.loads(p.stdout)


def measure(rounds):
    build()
    seen = Samples()
    for _ in range(rounds):
        for mode, callers, n, warm, *_ in ROWS:
            seen.add((mode, "raw"), load("floor", "-mode", mode, "-size", "1024", "-n", str(n), "-warm", str(warm))["PerSec"])
            for client in CLIENTS:
                less = 1 if client == "eralock" else 10
                r = run(client, callers, n // less, warm // less)
                seen.add((mode, client), r["PerSec"])
                seen.add((mode, client, "allocs"), r["MallocsPer"])
    return seen


def show(seen):
    title("the client's calls/s, of the raw driver's")
    for mode, _, _, _, must, aim, label in ROWS:
        row(label, seen.median((mode, "eralock")) / seen.median((mode, "raw")), must, aim,
            note=f"  go-sdk {seen.median((mode, 'gosdk')) / seen.median((mode, 'raw')):.2f}")
    title("the client's calls/s, times go-sdk's")
    for mode, *_, label in ROWS:
        row(label, seen.median((mode, "eralock")) / seen.median((mode, "gosdk")), 3, 10, "{:.1f}")
    title("the rest of the client")
    for mode, *_, label in ROWS:
        row("allocations a call, " + label, seen.median((mode, "eralock", "allocs")), 8, 4, "{:.1f}")
