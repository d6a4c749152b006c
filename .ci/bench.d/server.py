"""The server's rows: whole processes, the kiln against the floor server (no JSON at all) and the go-sdk server."""
from measure import SERVERS, STARTS, Samples, drive, load, row, title

#       mode, bytes, calls, warm-up, must, aim, label
RATIOS = [("seq", 1024, 6000, 500, 0.70, 0.80, "1 KB, one at a time"), ("pipe", 1024, 20000, 2000, 0.60, 0.80, "1 KB, 64 in flight"),
          ("seq", 65536, 800, 100, 0.65, 0.80, "64 KB, one at a time"), ("pipe", 65536, 1600, 200, 0.55, 0.75, "64 KB, 64 in flight")]


def measure(rounds):
    seen = Samples()
    for _ in range(rounds):
        for mode, size, n, warm, *_ in RATIOS:
            for name in SERVERS:
                m, w = (n, warm) if name != "gosdk" else (max(n // 10, 60), warm // 10)
                r = load(name, "-mode", mode, "-size", str(size), "-n", str(m), "-warm", str(w))
                for field in ("PerSec", "CPUusPerCall"):
                    seen.add((mode, size, name, field), r[field])
        for name in STARTS:
            seen.add(("start", name), load(name, "-mode", "start", "-n", "15")["StartMs"])
        for what, of, *settings in (("allocs", "echo"), ("allocs", "raw"), ("parked", 10000), ("slow", 64),
                                    ("fanout", 1000, "-set", "max_subscriptions=1000")):
            seen.add((what, of), drive(what, of, *settings))
    return seen


def show(seen):
    title("calls/s, of the floor's")
    for mode, size, _, _, must, aim, label in RATIOS:
        rate, cpu = ({s: seen.median((mode, size, s, field)) for s in SERVERS} for field in ("PerSec", "CPUusPerCall"))
        row(label, rate["kiln"] / rate["floor"], must, aim, note=f"  CPU {cpu['kiln'] / max(cpu['floor'], 0.1):.1f} times the floor's")
    title("calls/s, times go-sdk's")
    for mode, size, *_, label in RATIOS:
        row(label, seen.median((mode, size, "kiln", "PerSec")) / seen.median((mode, size, "gosdk", "PerSec")), 5, 10, "{:.1f}")
    title("the rest of the server")
    start = {s: seen.median(("start", s)) / seen.median(("start", "floor")) for s in STARTS}
    row("start to first response, times the floor's", start["echo"], 1.70, 1.25,
        note=f"  with one tool; eralock serve, which has sixty and waits for signals, {start['kiln']:.2f}, go-sdk {start['gosdk']:.2f}")
    row("allocations a typed call (1 KB)", seen.median(("allocs", "echo")), 6, 3, "{:.1f}")
    row("allocations a raw call (1 KB)", seen.median(("allocs", "raw")), 3, 1, "{:.1f}")
    row("bytes a parked call, 10,000 parked", seen.median(("parked", 10000)), 6144, 4096, "{:.0f}")
    row("one change to 1,000 listens, M frames/s", seen.median(("fanout", 1000)) / 1e6, 1.5, 2.5)
    row('64 pipelined slow {"ms":1}, ms', seen.median(("slow", 64)), 4, None)
