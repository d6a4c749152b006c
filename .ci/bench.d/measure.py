"""What every section of the bench shares: the programs, the drivers and the table."""
import json, os, shutil, statistics, subprocess, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PEERS = os.path.join(os.path.dirname(ROOT), "shared", "peers", "go")
WORK = os.path.join(tempfile.gettempdir(), "eralock-bench")
BIN = os.path.join(WORK, "bin")
KILN = [os.path.join(WORK, "eralock"), "serve"]
SERVERS = {"floor": [BIN + "/floor"], "kiln": KILN, "gosdk": [BIN + "/gosdk-server"]}
STARTS = {**SERVERS, "echo": [BIN + "/echo"]}


def build():
    """Builds the peers, once, from a copy (their folder may be read-only), and what is measured, every time."""
    if not os.path.exists(BIN + "/load"):
        src = os.path.join(WORK, "go")
        shutil.rmtree(WORK, ignore_errors=True)
        shutil.copytree(PEERS, src)
        subprocess.run("chmod -R u+w . && ./build.sh " + BIN, cwd=src, shell=True, check=True, stdout=subprocess.DEVNULL)
    for target, source in ((KILN[0], "./cmd/eralock"), (BIN + "/drive", ".ci/bench.d/drive.go"), (BIN + "/echo", "./.ci/bench.d/echo")):
        subprocess.run(["go", "build", "-o", target, source], cwd=ROOT, check=True)


def load(server, *flags):
    """One run of the peers' load driver against a server of STARTS: its line of results."""
    p = subprocess.run([BIN + "/load", "-era", "modern", *flags, "--", *STARTS[server]], capture_output=True, text=True)
    r = json.loads(p.stdout.strip().splitlines()[-1])
    if r["Note"].startswith("ERR"):
        raise SystemExit(f"load {server} {flags}: {r['Note']}")
    return r


def drive(what, of, *settings):
    """One run of our own driver against the kiln: its number."""
    p = subprocess.run([BIN + "/drive", what, str(of), "--", *KILN, *settings], capture_output=True, text=True, check=True)
    return float(p.stdout)


class Samples:
    """Figures by key, of interleaved rounds."""
    def __init__(self):
        self.all = {}

    def add(self, key, figure):
        self.all.setdefault(key, []).append(figure)

    def median(self, key):
        return statistics.median(self.all[key])


def title(text):
    print(f"\n{text:42} {'figure':>9} {'must':>7} {'aim':>7}")


def row(label, figure, must, aim, form="{:.2f}", note=""):
    """A row fails nothing: it says "missed" beside what is worse than it must be. Without an aim, less is better."""
    worse = figure > must if aim is None or aim < must else figure < must
    show = lambda n: "" if n is None else form.format(n)
    print(f"{label:42} {show(figure):>9} {show(must):>7} {show(aim):>7}  {'missed' if worse else ''}{note}".rstrip())
