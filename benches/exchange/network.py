"""Throughput of a store over its workers, on machines of a slow network.

    cargo build --release -p lacuna-benches-exchange --features mpi
    sudo python3 benches/exchange/network.py --rate 1gbit --draw docs/workers.svg
    sudo python3 benches/exchange/network.py --ranks 4 -- PROGRAM OPTIONS   # runs a program of your own there

Each rank is a machine of its own: a network namespace of Linux with an address, whose link to the others
has a limited rate in both directions. Ranks of Open MPI talk by TCP there. All of them share the
processors of this machine. More ranks than fit here come from `exchange simulate`.

Needs Linux, root, the programs `ip` and `tc` (package iproute2) and Open MPI. Prints a line for each
measurement, and draws them as SVG.
"""

import argparse
import contextlib
import math
import os
import pathlib
import re
import stat
import subprocess
import sys
import tempfile

BRIDGE = "lacuna0"
NETWORK = "10.83.0."
WAYS = {
    "partial": ("rows of the batch", "#1f6fb2"),
    "ahead": ("told a step before", "#2a9d62"),
    "hot": ("hot rows on all", "#b8860b"),
    "full": ("the whole table", "#c0392b"),
}


def call(*command):
    subprocess.run(command, check=True)


def address(number):
    return f"{NETWORK}{number + 1}"


def clear():
    """Removes what `machines` has made, also what a run that was killed has left."""
    names = subprocess.run(["ip", "netns", "list"], check=True, stdout=subprocess.PIPE, text=True).stdout.split()
    for name in filter(lambda name: name.startswith(NETWORK), names):
        call("ip", "netns", "del", name)
    subprocess.run(["ip", "link", "del", BRIDGE], check=False, stderr=subprocess.DEVNULL)


@contextlib.contextmanager
def machines(count, rate, delay):
    """So many namespaces on one bridge, gone afterwards."""
    clear()
    try:
        call("ip", "link", "add", BRIDGE, "type", "bridge")
        call("ip", "link", "set", BRIDGE, "up")
        for number in range(count):
            name, outer, inner = address(number), f"{BRIDGE}-{number}", "eth0"
            call("ip", "netns", "add", name)
            call("ip", "link", "add", outer, "type", "veth", "peer", "name", inner, "netns", name)
            call("ip", "link", "set", outer, "master", BRIDGE, "up")
            within = ("ip", "netns", "exec", name)
            call(*within, "ip", "link", "set", "lo", "up")
            call(*within, "ip", "address", "add", f"{name}/24", "dev", inner)
            call(*within, "ip", "link", "set", inner, "up")
            # What leaves the machine has the rate and the delay, what reaches it the rate.
            limit = ("rate", rate, "burst", "128kb", "limit", "8mb")
            call(*within, "tc", "qdisc", "add", "dev", inner, "root", "handle", "1:", "tbf", *limit)
            if delay:
                call(*within, "tc", "qdisc", "add", "dev", inner, "parent", "1:1", "netem", "delay", delay, "limit", "100000")
            call("tc", "qdisc", "add", "dev", outer, "root", "tbf", *limit)
        yield
    finally:
        clear()


@contextlib.contextmanager
def agent():
    """What Open MPI starts its daemons with instead of `ssh`: each namespace has a host name of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "enter")
        path.write_text('#!/bin/sh\nname=$1\nshift\nexec ip netns exec "$name" unshare --uts sh -c "hostname $name; $*"\n')
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        yield path


def mpirun(count, program, **options):
    """Runs a program, a rank on each of the first machines."""
    hosts = ",".join(f"{address(number)}:1" for number in range(count))
    with agent() as enter:
        command = ["ip", "netns", "exec", address(0), "unshare", "--uts", "sh", "-c", f'hostname {address(0)}; exec "$@"', "sh"]
        command += ["mpirun", "--allow-run-as-root", "--bind-to", "none", "-n", str(count), "--host", hosts]
        for name, value in {
            "plm_rsh_agent": str(enter),
            "btl": "self,tcp",
            "btl_tcp_if_include": f"{NETWORK}0/24",
            "oob_tcp_if_include": f"{NETWORK}0/24",
            "mpi_yield_when_idle": "1",
        }.items():
            command += ["--mca", name, value]
        return subprocess.run([*command, *program], check=True, **options)


def measure(arguments, count):
    program = [arguments.program, "store", "--ways", ",".join(arguments.ways), *trace(arguments)]
    output = mpirun(count, program, stdout=subprocess.PIPE, text=True).stdout
    lines = output.split("ranks,way,", 1)[1].splitlines()[1:]
    found = [line.split(",") for line in lines if line.count(",") == 5]
    return [(int(ranks), way, float(ms), float(rate), float(sent)) for ranks, way, ms, rate, sent, _ in found]


def trace(arguments):
    return [
        *("--rows", str(arguments.rows), "--columns", str(arguments.columns), "--exponent", str(arguments.exponent)),
        *("--batch", str(arguments.batch), "--steps", str(arguments.steps)),
        *(["--scattered"] if arguments.scattered else []),
    ]


def simulate(arguments):
    """Milliseconds of a step by the model: {ranks: {way: ms}}."""
    gigabytes = seconds(arguments.rate, {"kbit": 1e3, "mbit": 1e6, "gbit": 1e9}) / 8e9
    microseconds = seconds(arguments.delay or "0us", {"us": 1, "ms": 1e3})
    command = [arguments.program, "simulate", *trace(arguments), "--ranks-per-machine", "1", "--cores", "1"]
    command += ["--bandwidth", str(gigabytes), "--latency", str(microseconds), "--ranks", str(arguments.simulate)]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    found = {}
    for line in output.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 10 and cells[0].isdigit():
            found[int(cells[0])] = {"partial": float(cells[1]), "ahead": float(cells[2]), "full": float(cells[9])}
    return found


def seconds(text, units):
    number, unit = re.fullmatch(r"([0-9.]+)([a-z]+)", text).groups()
    return float(number) * units[unit]


def draw(path, arguments, measured, model):
    """Examples a second over ranks, both on logarithmic axes."""
    width, height, left, right, top, bottom = 820, 470, 84, 190, 48, 60
    points = {way: [(ranks, rate) for ranks, of, _, rate, _ in measured if of == way] for way in arguments.ways}
    last = max(ranks for ranks, *_ in measured)
    lines = {}
    for way in arguments.ways:
        lines[way] = [
            (ranks, ranks * arguments.batch * 1e3 / times[way])
            for ranks, times in sorted(model.items())
            if ranks >= last and way in times and times[way] > 0
        ]
    every = [point for series in (*points.values(), *lines.values()) for point in series]
    low, high = (10 ** round_to(math.log10(end(rate for _, rate in every))) for round_to, end in ((math.floor, min), (math.ceil, max)))
    most = max(ranks for ranks, _ in every)

    def place(point):
        x = left + (width - left - right) * math.log2(point[0]) / max(math.log2(most), 1)
        y = height - bottom - (height - top - bottom) * math.log(point[1] / low) / math.log(high / low)
        return x, y

    def text(x, y, what, size=13, anchor="start", fill="#1b2233"):
        return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" text-anchor="{anchor}" fill="{fill}">{what}</text>'

    title = "Examples a second over workers"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' font-family="DejaVu Sans, Helvetica, Arial, sans-serif"><title>{title}</title>',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        text(left, 28, f"{title}: a table of {arguments.rows:,} x {arguments.columns}, links of {arguments.rate}", 15),
    ]
    power = low
    while power <= high * 1.001:
        (x, y), (end_x, _) = place((1, power)), place((most, power))
        parts.append(f'<line x1="{x:.0f}" y1="{y:.1f}" x2="{end_x:.0f}" y2="{y:.1f}" stroke="#d5dae3"/>')
        parts.append(text(left - 8, y + 4, f"{power:,.0f}", 12, "end", "#4a5568"))
        power *= 10
    ranks = 1
    while ranks <= most:
        x, y = place((ranks, low))
        parts.append(f'<line x1="{x:.1f}" y1="{y:.0f}" x2="{x:.1f}" y2="{y + 5:.0f}" stroke="#4a5568"/>')
        parts.append(text(x, y + 20, str(ranks), 12, "middle", "#4a5568"))
        ranks *= 2
    parts.append(text((left + width - right) / 2, height - 14, "workers, each a machine of its own", 13, "middle"))
    labels = []
    for way in arguments.ways:
        name, color = WAYS[way]
        for series, dash in ((points[way], ""), (lines[way], ' stroke-dasharray="5 5"')):
            path_of = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(place, series))
            parts.append(f'<polyline points="{path_of}" fill="none" stroke="{color}" stroke-width="2"{dash}/>')
        for x, y in map(place, points[way]):
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{color}"/>')
        labels.append((place((lines[way] or points[way])[-1])[1], name, color))
    # The same distance between all of them, where they would touch.
    at = 0
    for y, name, color in sorted(labels):
        at = max(y + 4, at + 18)
        parts.append(text(width - right + 10, at, name, 13, "start", color))
    if model:
        parts.append(text(width - right + 10, height - bottom - 4, "dashed: by a model", 12, "start", "#4a5568"))
    parts.append("</svg>")
    path.write_text("\n".join(parts) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rate", default="1gbit", help="of each link, as `tc` has it")
    parser.add_argument("--delay", help="of each link, such as 50us; needs the kernel's module sch_netem")
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 2, 4, 8])
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=["partial", "full"])
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--columns", type=int, default=16)
    parser.add_argument("--exponent", type=float, default=1.1)
    parser.add_argument("--scattered", action="store_true", help="the frequent rows are anywhere, as hashed features are")
    parser.add_argument("--batch", type=int, default=100)
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--simulate", type=int, default=512, help="ranks up to which the model goes on; 0 for none")
    parser.add_argument("--program", default="target/release/exchange")
    parser.add_argument("--draw", type=pathlib.Path, metavar="FILE.svg")
    parser.add_argument("command", nargs="*", help="runs this on the largest number of ranks, and measures nothing")
    arguments = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit("network.py: only root makes network namespaces")
    if arguments.command:
        with machines(max(arguments.ranks), arguments.rate, arguments.delay):
            mpirun(max(arguments.ranks), arguments.command)
        return
    measured = []
    print("| ranks | rows | ms a step | examples a second | KB sent by a rank |\n|--:|---|--:|--:|--:|", flush=True)
    with machines(max(arguments.ranks), arguments.rate, arguments.delay):
        for count in arguments.ranks:
            for line in measure(arguments, count):
                measured.append(line)
                ranks, way, ms, rate, sent = line
                print(f"| {ranks} | {WAYS[way][0]} | {ms:.2f} | {rate:,.0f} | {sent / 1e3:,.0f} |", flush=True)
    model = simulate(arguments) if arguments.simulate else {}
    for ranks, way, ms, _, _ in measured:
        told = model.get(ranks, {}).get(way)
        if told:
            print(f"model: {ranks} ranks, {WAYS[way][0]}: {told:.2f} ms, {100 * (told / ms - 1):+.0f} %")
    if arguments.draw:
        draw(arguments.draw, arguments, measured, model)


if __name__ == "__main__":
    try:
        main()
    except FileNotFoundError as error:
        sys.exit(f"network.py: {error.filename} is not there")
    except subprocess.CalledProcessError as error:
        sys.exit(f"network.py: `{' '.join(error.cmd[:4])} ...` has ended with {error.returncode}")
