"""Times as `gpu measure` takes them, but by events of the card, and the lines."""

import math
import sys
import time

HEADLINE = "workload,peer,milliseconds_min,milliseconds_median,bytes,notes"
WARM_UP_SECONDS = 0.1
MOST_CALLS = 2000


class TorchEvents:
    def __init__(self, torch):
        self.torch = torch
        self.synchronize = torch.cuda.synchronize

    def milliseconds(self, call, calls):
        first, last = (self.torch.cuda.Event(enable_timing=True) for _ in range(2))
        first.record()
        for _ in range(calls):
            call()
        last.record()
        last.synchronize()
        return first.elapsed_time(last)


class CupyEvents:
    def __init__(self, cupy):
        self.cupy = cupy
        self.synchronize = cupy.cuda.get_current_stream().synchronize

    def milliseconds(self, call, calls):
        first, last = self.cupy.cuda.Event(), self.cupy.cuda.Event()
        first.record()
        for _ in range(calls):
            call()
        last.record()
        last.synchronize()
        return self.cupy.cuda.get_elapsed_time(first, last)


class HostClock:
    """For trying the script on the CPU."""

    def synchronize(self):
        pass

    def milliseconds(self, call, calls):
        start = time.perf_counter()
        for _ in range(calls):
            call()
        return (time.perf_counter() - start) * 1e3


def median(times):
    return sorted(times)[len(times) // 2]


class Report:
    """Times other libraries and prints their lines. What a library cannot do is passed over with a line on stderr."""

    def __init__(self, only, batches, milliseconds):
        self.only, self.batches, self.batch_milliseconds = only, batches, milliseconds

    def wants(self, workload, names):
        selects = (workload == part if part in names else workload.startswith(part) for part in self.only)
        return not self.only or any(selects)

    def line(self, clock, workload, peer, prepare, notes="", byte_count=""):
        """`prepare` gives the call that is timed, after it has checked its result."""
        try:
            call = prepare()
            least, middle, latency, calls = self.times(clock, call)
        except Exception as error:  # noqa: BLE001: whatever a library raises, the others go on.
            reason = str(error).strip().splitlines() or [""]
            print(f"peers: {workload}, {peer}: {type(error).__name__}: {reason[0]}", file=sys.stderr, flush=True)
            return
        measured = f"latency_ms={latency:.4f}; {self.batches} batches of {calls}"
        notes = f"{notes}; {measured}" if notes else measured
        print(f"{workload},{peer},{least:.6f},{middle:.6f},{byte_count},{notes}", flush=True)

    def times(self, clock, call):
        def single():
            start = time.perf_counter()
            call()
            clock.synchronize()
            return (time.perf_counter() - start) * 1e3

        clock.synchronize()
        start = time.perf_counter()
        single()
        while time.perf_counter() - start < WARM_UP_SECONDS:
            single()
        latency = median([single() for _ in range(self.batches)])
        calls = min(max(math.ceil(self.batch_milliseconds / max(latency, 1e-6)), 1), MOST_CALLS)
        times = [clock.milliseconds(call, calls) / calls for _ in range(self.batches)]
        return min(times), median(times), latency, calls


def skip(peer, error):
    print(f"peers: {peer} is skipped: {error}", file=sys.stderr, flush=True)
